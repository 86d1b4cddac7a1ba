"""The messages of seats that are to be had."""

from __future__ import annotations

from bot.absence import pages
from bot.absence import service as absences
from bot.cards.maps import draw_picture, picture_of_map
from bot.post.deliver import posts
from bot.post.message import Post
from bot.post.sender import Obsolete


@posts("seat_free")
async def _seat_free(post: Post) -> None:
    game, seat = post.running(), post.payload["seat"]
    if (
        seat not in await absences.seats_to_be_had(post.bot.games, post.info.id)
        or post.info.status == "ended"
    ):
        raise Obsolete("the seat is not to be had any more")
    drawn = await draw_picture(post.bot.pictures, post.info.id, game, picture_of_map(game.view))
    key = f"seat:{seat}"
    old = post.cards.get(key)
    if old is not None:
        await post.delete(old)
    await post.send(pages.seat_page(post.info, game, seat, [drawn] if drawn else []), card=key)


@posts("seat_taken")
async def _seat_taken(post: Post) -> None:
    card = post.cards.get(f"seat:{post.payload['seat']}")
    if card is None:
        raise Obsolete("no message offers the seat")
    await post.finish(card, pages.seat_taken(post.info))

"""Posts the cards of free and offered seats."""

from __future__ import annotations

from bot.absence import pages
from bot.absence import service as absences
from bot.absence.stand_in import LEAVES, RETURNS, set_computer
from bot.cards.maps import draw_picture, picture_of_map
from bot.post.deliver import posts
from bot.post.message import Post
from bot.post.sender import Obsolete


@posts("seat_free")
async def _post_free_seat(post: Post) -> None:
    """Post the card that offers a seat to others, with a map if it can be drawn, in place of an earlier one.

    Raises Obsolete when the seat is neither free nor offered or the game has ended.
    """
    game, seat = post.running(), post.payload["seat"]
    if (
        seat not in await absences.available_seats(post.bot.games, post.info.id)
        or post.info.status == "ended"
    ):
        raise Obsolete("the seat is not to be had any more")
    picture = await draw_picture(post.bot.pictures, post.info.id, game, picture_of_map(game.view))
    card_kind = f"seat:{seat}"
    previous = post.cards.get(card_kind)
    if previous is not None:
        await post.delete(previous)
    await post.send(pages.seat_page(post.info, game, seat, [picture] if picture else []), card=card_kind)


@posts("seat_taken")
async def _close_seat_card(post: Post) -> None:
    """Edit the card of an offered seat for the last time; raises Obsolete when there is no card."""
    card = post.cards.get(f"seat:{post.payload['seat']}")
    if card is None:
        raise Obsolete("no message offers the seat")
    await post.finish(card, pages.seat_taken_page(post.info))


@posts(LEAVES)
async def _begin_vacation(post: Post) -> None:
    """Let a computer play for a member whose vacation begins, unless one plays his seat already.

    Raises Obsolete in any case, since it posts nothing.
    """
    values = post.payload
    if values["seat"] not in post.info.computers:
        await _change_player(post, values["level"], until=values["ends"])
    raise Obsolete("the computer plays")


@posts(RETURNS)
async def _end_vacation(post: Post) -> None:
    """Give a seat back to its member after a vacation, if a computer plays it still.

    Raises Obsolete in any case, since it posts nothing.
    """
    if post.payload["seat"] in post.info.computers:
        await _change_player(post, "")
    raise Obsolete("the member plays again")


async def _change_player(post: Post, level: str, until: int = 0) -> None:
    """Let a computer of a level play the vacationer's seat, or ("") its holder again.

    ``until`` is in seconds since 1970, 0 for no end. Nothing is done if somebody else holds the seat.
    """
    user, seat = post.payload["user"], post.payload["seat"]
    if seat in post.info.held_by(user):
        await set_computer(
            post.bot.games,
            post.info.id,
            user,
            seat,
            level,
            until=until,
            interaction_id=f"vacation:{post.row.id}",
        )

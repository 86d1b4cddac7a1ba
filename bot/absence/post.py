"""Posts the cards of free and offered seats."""

from __future__ import annotations

from bot.absence import pages
from bot.absence import service as absence_service
from bot.absence.computer_proxies import VACATION_BEGINS, VACATION_ENDS, set_computer_player
from bot.cards.maps import draw_picture, map_picture_request
from bot.post.deliver import posts
from bot.post.message import PostContext
from bot.post.sender import Obsolete


@posts("seat_free")
async def _post_available_seat(post: PostContext) -> None:
    """Post the card that offers a free or offered seat to other members, with a map if it can be drawn.

    The payload has the ``seat`` (id). The card replaces an earlier one. Raises Obsolete if the seat is no
    longer available, or if the game has not started or has ended; Postpone if the bot cannot write in the
    channel; and discord.HTTPException if Discord refuses.
    """
    game, seat = post.require_started_game(), post.payload["seat"]
    if (
        seat not in await absence_service.available_seats(post.bot.games, post.info.id)
        or post.info.status == "ended"
    ):
        raise Obsolete("the seat is not to be had any more")
    picture = await draw_picture(post.bot.pictures, post.info.id, game, map_picture_request(game.view))
    card_kind = f"seat:{seat}"
    previous = post.cards.get(card_kind)
    if previous is not None:
        await post.delete_card(previous)
    await post.send(
        pages.seat_offer_page(post.info, game, seat, [picture] if picture else []), card_kind=card_kind
    )


@posts("seat_taken")
async def _close_seat_card(post: PostContext) -> None:
    """Edit the card that offered a seat a last time: it then says that the seat is no longer available.

    The payload has the ``seat`` (id). Raises Obsolete if there is no such card, Postpone if the bot cannot
    write in its channel, and discord.HTTPException if Discord refuses.
    """
    card = post.cards.get(f"seat:{post.payload['seat']}")
    if card is None:
        raise Obsolete("no message offers the seat")
    await post.finish_card(card, pages.seat_taken_page(post.info))


@posts(VACATION_BEGINS)
async def _let_computer_play_on_vacation(post: PostContext) -> None:
    """Let a computer player play an absent member's seat when the member's vacation begins.

    Nothing is done if a computer player plays the seat already, or if the member no longer holds it. Always
    raises Obsolete, since nothing is posted here. The payload has ``seat`` and ``user`` (ids), the computer
    player's ``level``, and ``ends``, the end of the vacation in seconds since 1970.
    """
    values = post.payload
    if values["seat"] not in post.info.computer_levels:
        await _set_vacation_computer_player(post, values["level"], until=values["ends"])
    raise Obsolete("the computer plays")


@posts(VACATION_ENDS)
async def _return_seat_after_vacation(post: PostContext) -> None:
    """Give a seat back to its absent member after a vacation, if a computer player still plays it.

    Always raises Obsolete, since nothing is posted here. The payload has ``seat`` and ``user`` (ids).
    """
    if post.payload["seat"] in post.info.computer_levels:
        await _set_vacation_computer_player(post, "")
    raise Obsolete("the member plays again")


async def _set_vacation_computer_player(post: PostContext, computer_level: str, until: int = 0) -> None:
    """Let a computer player play the seat of a member on vacation, or give the seat back to the member.

    ``computer_level`` is "easy", "steady" or "strong"; "" gives the seat back. ``until``: the end of the
    vacation in seconds since 1970, 0 for none. The payload of ``post`` has ``seat`` and ``user`` (ids);
    nothing is done if that user does not hold the seat.
    """
    user_id, seat = post.payload["user"], post.payload["seat"]
    if seat in post.info.seats_held_by(user_id):
        await set_computer_player(
            post.bot.games,
            post.info.id,
            user_id,
            seat,
            computer_level,
            until=until,
            interaction_id=f"vacation:{post.row.id}",
        )

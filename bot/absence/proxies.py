"""Proxies: members who play the seats of absent players for some days."""

from __future__ import annotations

from functools import partial

from bot.calls.model import DAY
from bot.calls.scheduler import EXPIRY_HANDLERS
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, refused_outcome, standard_outcome
from bot.store import proxies
from bot.store.messages.outbox import OutboxMessage
from bot.table import game_master
from bot.table.holders import seat_name, turn_card_message
from bot.words import LazyText, t, t_lazy

PROXY_DAYS, MAX_PROXY_DAYS = 7, 60


def proxy_refusal(loaded: LoadedGame, seat: str, user_id: int, *, is_game_master: bool) -> Outcome | None:
    """Return a refused Outcome if a user may not choose who plays an absent player's seat, else None.

    The holder of the seat, the owner of the game and game masters may; nobody may if the seat is unknown, or
    if the game has not started or has ended.
    """
    refusal = unstarted_or_ended_refusal(loaded) or unknown_seat_refusal(loaded, seat)
    if (
        refusal is not None
        or is_game_master
        or user_id in (loaded.info.owner_id, loaded.info.holder_id_of(seat))
    ):
        return refusal
    return standard_outcome("not_allowed")


async def set_proxy(
    games: Games, game_id: int, user_id: int, seat: str, proxy_id: int | None, days: int = PROXY_DAYS, *,
    is_game_master: bool = False, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Let a member (``proxy_id``) play an absent player's seat as proxy for some days; None ends that.

    ``days`` is limited to 1 to 60. The change is announced and recorded in the audit log. Only the seat's
    holder, the owner and game masters may do this; the outcome is refused for others, for an unknown seat,
    and if the game has not started or has ended.
    """

    def add_proxy(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Set or end the proxy of an absent player and announce that.

        Returns a refused Outcome if the seat is unknown, if the user lacks the right, or if the game has not
        started or has ended.
        """
        refusal = proxy_refusal(loaded, seat, user_id, is_game_master=is_game_master)
        if refusal is not None:
            return refusal
        is_own_seat = seat in loaded.info.seats_held_by(user_id)
        change_proxy(games, loaded, changes, seat, proxy_id, days)
        announcement = _proxy_announcement(loaded, seat, proxy_id, days)
        return game_master.queue_notice_and_audit_entry(
            loaded, changes, Outcome("ok"), user_id, "own_proxy" if is_own_seat else "proxy", announcement
        )

    return await games.write(game_id, user_id, interaction_id, add_proxy)


def change_proxy(
    games: Games, loaded: LoadedGame, changes: Changes, seat: str, proxy_id: int | None, days: int
) -> None:
    """Let a user (``proxy_id``) play an absent player's seat as proxy for ``days``, limited to 1 to 60.

    If ``proxy_id`` is None or the holder's, the seat has no proxy any more. The statements to store this, and
    the message that edits the turn card, are added to ``changes``.
    """
    until = games.now() + max(1, min(days, MAX_PROXY_DAYS)) * DAY
    if proxy_id is None or proxy_id == loaded.info.holder_id_of(seat):
        changes.game_info_statements.append(partial(proxies.delete_proxy, game_id=loaded.info.id, seat=seat))
    else:
        statement = partial(
            proxies.store_proxy, game_id=loaded.info.id, seat=seat, user_id=proxy_id, until=until
        )
        changes.game_info_statements.append(statement)
    changes.messages.append(turn_card_message(loaded, with_ping=False))


@EXPIRY_HANDLERS.add("proxies")
async def end_expired_proxies(games: Games) -> None:
    """End the proxies whose period is over, in all games."""
    for game_id, seat in await games.store.read(lambda conn: proxies.expired_proxies(conn, games.now())):

        def remove_proxy(loaded: LoadedGame, changes: Changes, seat: str = seat) -> Outcome:
            """Remove the proxy of the absent player; return a refused Outcome if there is none any more."""
            if seat not in loaded.info.proxies:
                return refused_outcome("nothing_due", "")
            change_proxy(games, loaded, changes, seat, None, 0)
            return Outcome("ok")

        await games.write(game_id, 0, None, remove_proxy)


async def remove_proxy_who_left(games: Games, game_id: int, seat: str) -> None:
    """Remove the proxy of a seat, because the proxy has left the server, and notify the players.

    The holder of the seat is to play again.
    """

    def remove_proxy(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Remove the proxy of the absent player, and queue the notice to the players; the outcome is ok."""
        change_proxy(games, loaded, changes, seat, None, 0)
        changes.messages.append(OutboxMessage("told", {"seat": seat, "left": "proxy"}))
        return Outcome("ok")

    await games.write(game_id, 0, None, remove_proxy)


def _proxy_announcement(loaded: LoadedGame, seat: str, proxy_id: int | None, days: int) -> LazyText:
    """Return the announcement, without its subject, of who plays for an absent player and for how many days.

    ``proxy_id`` is the proxy's Discord user id; None or the holder's announces that the holder plays alone
    again. A proxy without a seat in the game is called "another member".
    """
    name = seat_name(loaded, seat)
    if proxy_id is None or proxy_id == loaded.info.holder_id_of(seat):
        return t_lazy("lets {name} play alone again", name=name)
    proxy_name = next(
        (seat_info.name for seat_info in loaded.info.seats if seat_info.user_id == proxy_id), ""
    )
    if days == 1:
        if not proxy_name:
            return t_lazy("lets another member play for {name} for a day", name=name)
        return t_lazy("lets {shown} play for {name} for a day", shown=proxy_name, name=name)
    if not proxy_name:
        return t_lazy("lets another member play for {name} for {days} days", name=name, days=days)
    return t_lazy("lets {shown} play for {name} for {days} days", shown=proxy_name, name=name, days=days)


def unstarted_or_ended_refusal(loaded: LoadedGame) -> Outcome | None:
    """Return a refused Outcome if the game has not started or has ended, else None.

    Its code is "lobby" before the start and "ended" after the end.
    """
    if loaded.game is None:
        return standard_outcome("ended" if loaded.info.status == "ended" else "lobby")
    return standard_outcome("ended") if loaded.info.status == "ended" else None


def unknown_seat_refusal(loaded: LoadedGame, seat: str) -> Outcome | None:
    """Return a refused Outcome if the game has no seat with this id, else None.

    Its code is "no_such_seat", and its text lists the seats.
    """
    if seat in {seat_info.id for seat_info in loaded.info.seats}:
        return None
    seats = ", ".join(seat_info.name for seat_info in loaded.info.seats)
    return refused_outcome("no_such_seat", t("The seats of this game are: {seats}.", seats=seats))

"""Proxies: members who play the seats of absent players for some days."""

from __future__ import annotations

from functools import partial

from bot.calls.model import DAY
from bot.calls.scheduler import EXPIRY_HANDLERS
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, refused, standard_outcome
from bot.store import proxies
from bot.store.messages.outbox import OutboxMessage
from bot.table import game_master
from bot.table.holders import seat_name, turn_card_message
from bot.words import LaterText, t, t_later

PROXY_DAYS, MAX_PROXY_DAYS = 7, 60


def refuse_proxy(loaded: LoadedGame, seat: str, user_id: int, *, is_game_master: bool) -> Outcome | None:
    """Return a refused Outcome if a user may not choose a proxy for an absent holder of a seat; else None.

    The holder, the owner and a game master may; nobody may for an unknown seat, before the start and after
    the end.
    """
    refusal = refuse_closed_game(loaded) or refuse_unknown_seat(loaded, seat)
    if (
        refusal is not None
        or is_game_master
        or user_id in (loaded.info.owner_id, loaded.info.holder_of(seat))
    ):
        return refusal
    return standard_outcome("not_allowed")


async def set_proxy(
    games: Games, game_id: int, user_id: int, seat: str, proxy_id: int | None, days: int = PROXY_DAYS, *,
    is_game_master: bool = False, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Let another member (Discord id) play an absent player's seat as proxy for ``days``; None ends that.

    ``days`` become at least 1 and at most 60. It is announced and stored in the audit. Returns the outcome, a
    refusal for all but the holder of the seat, the owner and game masters, for an unknown seat, and before
    the start or after the end.
    """

    def store_proxy(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Set or end the proxy of an absent player and announce it.

        Returns a refused Outcome for an unknown seat, for a user without the right, and unless the game goes
        on.
        """
        refusal = refuse_proxy(loaded, seat, user_id, is_game_master=is_game_master)
        if refusal is not None:
            return refusal
        is_own_seat = seat in loaded.info.seats_held_by(user_id)
        let_proxy_play(games, loaded, changes, seat, proxy_id, days)
        announcement = _proxy_announcement(loaded, seat, proxy_id, days)
        return game_master.queue_announcement(
            loaded, changes, Outcome("ok"), user_id, "own_proxy" if is_own_seat else "proxy", announcement
        )

    return await games.write(game_id, user_id, interaction_id, store_proxy)


def let_proxy_play(
    games: Games, loaded: LoadedGame, changes: Changes, seat: str, proxy_id: int | None, days: int
) -> None:
    """Let a proxy (Discord id) play an absent player's seat for ``days``, at least 1 and at most 60.

    With ``proxy_id`` None or the holder's, the proxy of the seat ends. What is to be stored, and the redrawn
    turn card, go into ``changes``.
    """
    until = games.now() + max(1, min(days, MAX_PROXY_DAYS)) * DAY
    if proxy_id is None or proxy_id == loaded.info.holder_of(seat):
        changes.game_info_statements.append(partial(proxies.delete_proxy, game_id=loaded.info.id, seat=seat))
    else:
        statement = partial(
            proxies.store_proxy, game_id=loaded.info.id, seat=seat, user_id=proxy_id, until=until
        )
        changes.game_info_statements.append(statement)
    changes.messages.append(turn_card_message(loaded, with_ping=False))


@EXPIRY_HANDLERS.add("proxies")
async def end_proxies(games: Games) -> None:
    """End all proxies whose time is over, in every game."""
    for game_id, seat in await games.store.read(lambda conn: proxies.expired_proxies(conn, games.now())):

        def end_proxy(loaded: LoadedGame, changes: Changes, seat: str = seat) -> Outcome:
            """End a proxy whose time is over in this game; a refused Outcome if it has ended already."""
            if seat not in loaded.info.proxies:
                return refused("nothing_due", "")
            let_proxy_play(games, loaded, changes, seat, None, 0)
            return Outcome("ok")

        await games.write(game_id, 0, None, end_proxy)


async def end_proxy_who_left(games: Games, game_id: int, seat: str) -> None:
    """End the proxy of a seat because the proxy has left the server, and tell the players.

    The holder of the seat plays again.
    """

    def end_proxy(loaded: LoadedGame, changes: Changes) -> Outcome:
        """End the proxy of the absent player and queue a notice that the proxy has left; always ok."""
        let_proxy_play(games, loaded, changes, seat, None, 0)
        changes.messages.append(OutboxMessage("told", {"seat": seat, "left": "proxy"}))
        return Outcome("ok")

    await games.write(game_id, 0, None, end_proxy)


def _proxy_announcement(loaded: LoadedGame, seat: str, proxy_id: int | None, days: int) -> LaterText:
    """Return the announcement of who plays for an absent player and how long, without its subject.

    ``proxy_id`` is the proxy's Discord user id; with None or the holder's, the holder plays alone again. A
    proxy without a seat in the game is called "another member".
    """
    name = seat_name(loaded, seat)
    if proxy_id is None or proxy_id == loaded.info.holder_of(seat):
        return t_later("lets {name} play alone again", name=name)
    proxy_name = next(
        (seat_info.name for seat_info in loaded.info.seats if seat_info.user_id == proxy_id), ""
    )
    if days == 1:
        if not proxy_name:
            return t_later("lets another member play for {name} for a day", name=name)
        return t_later("lets {shown} play for {name} for a day", shown=proxy_name, name=name)
    if not proxy_name:
        return t_later("lets another member play for {name} for {days} days", name=name, days=days)
    return t_later("lets {shown} play for {name} for {days} days", shown=proxy_name, name=name, days=days)


def refuse_closed_game(loaded: LoadedGame) -> Outcome | None:
    """Return the Outcome that refuses to change a seat: "lobby" before the start, "ended" after the end.

    None while the game goes on, also if it is paused.
    """
    if loaded.game is None:
        return standard_outcome("ended" if loaded.info.status == "ended" else "lobby")
    return standard_outcome("ended") if loaded.info.status == "ended" else None


def refuse_unknown_seat(loaded: LoadedGame, seat: str) -> Outcome | None:
    """Return a refused Outcome (``no_such_seat``) if the game has no seat with this id; else None."""
    if seat in {seat_info.id for seat_info in loaded.info.seats}:
        return None
    seats = ", ".join(seat_info.name for seat_info in loaded.info.seats)
    return refused("no_such_seat", t("The seats of this game are: {seats}.", seats=seats))

"""Gives, ends, lists and carries out the standing orders of members."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.moves import FOLLOWS, find_seat, judge_and_record
from bot.games.outcome import Id, Outcome, refused, standard_outcome
from bot.orders import rows as orders
from bot.orders.chain import after_undo, fire_orders
from bot.orders.give import Request, create_order
from bot.orders.order import Order
from bot.orders.rows import ORDERS
from bot.store import game_rows
from bot.words import t
from engine import Record

MAX_ENDED = 3
"""The most ended orders of a member that are kept and shown."""


async def give_order(
    games: Games, game_id: int, user: int, kind: str, args: Mapping[str, Any], *, lasts: bool = False,
    interaction_id: Id = None, rev: int | None = None,
) -> Outcome:  # fmt: skip
    """Give a standing order, which acts at once if possible. ``lasts``: it does not end with the round."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        chair = find_seat(loaded, user)
        if isinstance(chair, Outcome):
            return chair
        assert loaded.game is not None
        if rev is not None and rev != loaded.game.rev:
            return standard_outcome("stale")
        order = create_order(loaded.game, Request(chair, user, kind, dict(args), lasts), _next_number(loaded))
        if isinstance(order, str):
            return refused("bad_order", order)
        ORDERS.keep(changes, (*_other_orders(loaded, order), order))
        outcome = judge_and_record(
            loaded, changes, lambda game, seat: [], chair, rev=None, user=user, via="auto"
        )
        return replace(outcome, code=str(order.number))

    return await games.write(game_id, user, interaction_id, judge)


async def end_order(
    games: Games, game_id: int, user: int, number: int | None = None, *, interaction_id: Id = None
) -> Outcome:
    """End one of the user's standing orders or all, and delete ended ones."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        mine = [o for o in ORDERS.of(loaded) if o.user == user and number in (None, o.number)]
        if not mine:
            text = t("You have no such standing order here; `/auto list` shows yours.")
            return refused("no_order", text)
        others = tuple(o for o in ORDERS.of(loaded) if o not in mine)
        ORDERS.keep(changes, others)
        return Outcome("ok")

    return await games.write(game_id, user, interaction_id, judge)


async def orders_of(games: Games, game_id: int, user: int) -> list[Order]:
    """Return the user's standing orders in a game, with those that have just ended."""
    loaded = await games.load(game_id)
    return [] if loaded is None else [o for o in ORDERS.of(loaded) if o.user == user]


async def fire_all(games: Games, mine: Callable[[int | None], bool] = lambda guild: True) -> None:
    """Carry out the orders that can act when the bot starts, in guilds for which ``mine`` is true."""

    async def unit(conn: AsyncConnection) -> dict[int, int | None]:
        found = await orders.games_with(conn)
        guilds = await game_rows.guilds(conn, found)
        return {game: guilds.get(game) for game in found}

    for game, guild in (await games.store.read(unit)).items():
        if mine(guild):
            await games.write(game, 0, None, _fire)


def _fire(loaded: LoadedGame, changes: Changes) -> Outcome:
    """Carry out the orders of a game; refused if none has anything to do."""
    if loaded.game is None or loaded.info.status != "running":
        return refused("nothing_due", "")
    outcome = judge_and_record(loaded, changes, lambda game, seat: [], "", rev=None, user=0, via="auto")
    return outcome if outcome.seqs or changes.feature_states else refused("nothing_due", "")


def _next_number(loaded: LoadedGame) -> int:
    """Return the number of the next order."""
    return 1 + max((o.number for o in ORDERS.of(loaded)), default=0)


def _other_orders(loaded: LoadedGame, made: Order) -> list[Order]:
    """Return the other orders, less the one that the new order replaces and the oldest ended ones."""
    ended = [o for o in ORDERS.of(loaded) if o.user == made.user and not o.running][:-MAX_ENDED]
    return [o for o in ORDERS.of(loaded) if o not in ended and not _is_same_subject(o, made)]


def _is_same_subject(a: Order, b: Order) -> bool:
    """Return True if two orders are about the same thing, so that the later replaces the earlier."""
    about = ("company", "item")
    return (a.seat, a.user, a.kind) == (b.seat, b.user, b.kind) and all(
        a.args.get(key) == b.args.get(key) for key in about
    )


@FOLLOWS.add("standing orders", rank=1)
def fire(loaded: LoadedGame, changes: Changes, made: Sequence[Record]) -> list[Record]:
    """Carry out standing orders after actions, and return the moves; after an undo none acts."""
    mine = ORDERS.of(loaded, changes)
    if loaded.game is None or not any(order.running for order in mine):
        return []
    if any(record.kind == "undo" for record in made):
        ORDERS.keep(changes, after_undo(loaded.game, mine))
        return []
    fired, remaining = fire_orders(loaded.game, mine, loaded.info.seats_of)
    for each in fired:
        changes.add_record(each.record, each.user, "auto")
    if remaining != mine:
        ORDERS.keep(changes, remaining)
    return [each.record for each in fired]

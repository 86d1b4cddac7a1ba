"""The quick answers on a turn's card: what the engine takes now, in one press or in two."""

from __future__ import annotations

import asyncio

from bot.chat.frame import ROW_WIDTH
from bot.chat.press import GameItem, Press, button
from bot.chat.station import Station
from bot.games.history import is_fired
from bot.games.proposals import find_choice, lowest_bid, rest_of_turn
from bot.store.game_rows import GameInfo
from bot.words import known, t
from bot.work.searches import Sets, best_run
from engine import Game
from engine.face.deeds import bids
from engine.face.moves import PASS

LABEL = 80
"""Characters of a button."""

SEARCH = 2.5
"""Seconds for which a card waits for the best routes."""

OOPS = 60
"""Seconds for which a move is taken back without a question."""

RAISES = 2
"""Items for which a card has a button to bid more."""


async def quick_answers(bot: Station, info: GameInfo, game: Game) -> list[GameItem]:
    """The buttons for whoever is to act alone; each is good for this revision."""
    seat = alone(game)
    if seat is None or info.status != "running":
        return []
    items = [_bid(info, game, seat, item) for item in raises(game, seat)[:RAISES]]
    if may_pass(game, seat):
        items.append(button(Press(info.id, game.rev, "q_pass"), passing(game, seat)))
    return [*await _run(bot, info, game, seat), *items][:ROW_WIDTH]


def oops(info: GameInfo, game: Game, until: int) -> GameItem | None:
    """For whoever has just moved, while nobody else has: the button that takes his last move back."""
    waiting, active = game.waiting(), game.active
    if waiting is None or info.status != "running" or len(active) < 2 or game.log[-1].kind == "undo":
        return None
    last = next((r for r in reversed(active) if not is_fired(r)), active[-1])
    kept = max((r.seq for r in active if r.seq < last.seq), default=0)
    if not kept or last.by in waiting.players or last.by not in game.view.seats:
        return None
    label = t("{name}: oops, take it back", name=game.view.name(last.by))
    return button(Press(info.id, game.rev, "oops", f"{kept}.{until}"), label[:LABEL])


def alone(game: Game) -> str | None:
    """The one seat that the game waits for."""
    waiting = game.waiting()
    return waiting.players[0] if waiting is not None and len(waiting.players) == 1 else None


def may_pass(game: Game, seat: str) -> bool:
    """Whether a seat can pass without anything to say."""
    choice = find_choice(game, seat, PASS)
    return choice is not None and not choice.fields and not choice.danger


def passing(game: Game, seat: str) -> str:
    """What passing is called now: who leaves an auction for good reads so."""
    choice = find_choice(game, seat, PASS)
    return known(choice.label) if choice else t("Pass")


def raises(game: Game, seat: str) -> list[str]:
    """The items for which others bid most, and the seat may bid more."""
    standing = bids(game.view)
    if standing is None:
        return []
    items = [standing.lot] if standing.lot else list(standing.high)
    led = [item for item in items if item in standing.high and standing.high[item][0] != seat]
    return [item for item in led if lowest_bid(game, seat, item) is not None]


def _bid(info: GameInfo, game: Game, seat: str, item: str) -> GameItem:
    return button(Press(info.id, game.rev, "q_bid", item), t("Bid more for {item}…", item=item))


async def _run(bot: Station, info: GameInfo, game: Game, seat: str) -> list[GameItem]:
    """Run the best routes, pay out and end the turn, where that earns something and asks nothing else."""
    waiting = game.waiting()
    if waiting is None or waiting.company is None or not game.view.trains(waiting.company):
        return []
    search = asyncio.ensure_future(best_run(bot.pool, info.id, game, waiting.company))
    await asyncio.wait([search], timeout=SEARCH)
    found = search.result() if search.done() else Sets((), False, 0)
    if (
        not found.sets
        or not found.sets[0][0]
        or not rest_of_turn(game, seat, waiting.company, found.sets[0][1])
    ):
        return []
    label = t("Run best & pay {amount}, end…", amount=game.view.money(found.sets[0][0]))
    return [button(Press(info.id, game.rev, "q_run"), label)]

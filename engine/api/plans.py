"""What if: a private branch of a position with further tiles, station markers and trains.

A plan asks nobody's leave: what a tile costs, whose turn it is, in which phase its colour comes and whether
anybody can get there are left out. It must only be possible on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.board import lays as board_lays
from engine.board.coords import sort_key
from engine.board.lays import NOTHING, LayRules
from engine.core.actions import Json
from engine.core.errors import Violation
from engine.core.flow import settle
from engine.core.state import OUT, Place, Train, from_json, to_json
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.message import say
from engine.routes.policy import policy_of
from engine.rules.boards import BoardPolicy
from engine.rules.track import Lay, hex_name, put_tile
from engine.rules.trains import rules_of
from engine.steps.turns import OperatingRound

__all__ = [
    "TILE",
    "TOKEN",
    "TRAIN",
    "Part",
    "apply_plan",
    "at_turn",
    "check_lay",
    "lays_on",
    "open_places",
    "plan_part_text",
    "trains_to_plan",
]

OPERATING = OperatingRound.kind
TILE, TOKEN, TRAIN = "tile", "token", "train"
Part = tuple[Json, ...]
"""(``tile``, hex, tile, rotation), (``token``, company, hex, stop) or (``train``, company, train id)."""


def apply_plan(game: Game, parts: Sequence[Part]) -> tuple[Game, tuple[str | None, ...]]:
    """A game of its own in the planned position; for each part None, or why it is not possible (any more)."""
    writer = PositionWriter(game.title, from_json(to_json(game.state)))
    faults = tuple(_DO[part[0]](writer, *part[1:]) for part in parts)
    sketch = Game(game.title, replace(game.setup, state=to_json(writer.state)))
    sketch.view.names, sketch.lenient = game.view.names, game.lenient
    return sketch, faults


def at_turn(game: Game, player: str, company: str) -> Game | None:
    """A game of its own in which it is the turn of a company, or of the player where it is "".

    What others will have done by then is left out. None where such a turn cannot begin.
    """
    rounds = game.title.rounds
    kind = OPERATING if company else game.state.cursor.round
    if kind not in rounds or (company and game.view.president(company) != player):
        return None
    writer = PositionWriter(game.title, from_json(to_json(game.state)))
    while writer.state.pending:
        writer.pop()
    cursor, now = writer.state.cursor, rounds[kind]
    if isinstance(now, OperatingRound):
        now.leap(writer, company)
    else:
        writer.set_cursor(replace(cursor, actor=player, step=next(iter(now.steps))))
    settle(writer)
    begun = Game(game.title, replace(game.setup, state=to_json(writer.state)))
    begun.view.names, begun.lenient = game.view.names, game.lenient
    waiting = begun.waiting()
    return begun if waiting is not None and player in waiting.players else None


def _lay(writer: PositionWriter, coord: str, tile: str, rotation: int) -> str | None:
    refusal = check_lay(writer, (coord, tile, rotation))
    if refusal is None:
        put_tile(writer, (coord, tile, rotation))
    return refusal.text if refusal else None


def _place(writer: PositionWriter, company: str, coord: str, stop: int) -> str | None:
    if (coord, stop) not in open_places(writer, company):
        return say(
            "{company} needs a marker and a circle that is open to it on {hex_name}.",
            company=company,
            hex_name=hex_name(writer, coord),
        )
    writer.place_token(next(t.id for t in writer.tokens(company) if t.place is None), (coord, stop))
    return None


def _give(writer: PositionWriter, company: str, train: str) -> str | None:
    if all(train != offered.id for offered in trains_to_plan(writer, company)):
        return say("{company} can plan with trains that others own or that are for sale.", company=company)
    writer.move_train(train, company)
    return None


_DO: dict[str, Callable[..., str | None]] = {TILE: _lay, TOKEN: _place, TRAIN: _give}


def plan_part_text(view: View, part: Part) -> str:
    """A part of a plan for people; ``view`` is of the game or of the plan."""
    kind, first, *rest = part
    if kind == TILE:
        return say("tile {rest} on {hex_name}", rest=rest[0], hex_name=hex_name(view, first))
    if kind == TOKEN:
        return say("a marker of {first} on {hex_name}", first=first, hex_name=hex_name(view, rest[0]))
    return say(
        "{label} for {first}", label=rules_of(view).label(view, view.state.trains[rest[0]]), first=first
    )


def lays_on(view: View, coord: str) -> Iterator[Lay]:
    """Every tile and rotation that fits the hex, of the colour that comes next there."""
    return board_lays.lays(view.board(), None, _rules(view), view.state.supply, [coord])


def check_lay(view: View, lay: Lay) -> Violation | None:
    """Why the tile does not fit there, or None."""
    if lay[0] not in view.board().hexmap or not view.data.in_box(lay[1]):
        return Violation("unknown_tile", say("A plan has tiles of this game on hexes of its map."))
    refused = board_lays.check_lay(view.board(), *lay, _rules(view), view.state.supply, None)
    return None if refused is None else Violation(refused.code, refused.text, refused.params)


def open_places(view: View, company: str) -> list[Place]:
    """The stops with a circle for another marker of the company; none when it has no marker left."""
    board = view.board()
    if all(token.place is not None for token in view.tokens(company)):
        return []
    return [
        (coord, index)
        for coord in sorted(board.hexmap.hexes, key=sort_key)
        for index in range(len(board.face(coord).stops))
        if board.open_slots(coord, index, company) and not board.has_station(coord, company)
    ]


def trains_to_plan(view: View, company: str) -> list[Train]:
    """The trains that others own or that are for sale, one of each sort, by kind."""
    ready = policy_of(view).ready
    found: dict[str, Train] = {}
    for train in view.state.trains.values():
        if train.owner not in (company, OUT) and ready(view, train.id):
            found.setdefault(rules_of(view).label(view, train), train)
    return list(found.values())


def _rules(view: View) -> LayRules:
    companies = (c.id for c in view.companies() if view.tokens(c.id))
    rules = view.policy(BoardPolicy).lay_rules(view, next(companies))
    return replace(rules, colours=rules.order, lay_needs=NOTHING, upgrade_needs=NOTHING)

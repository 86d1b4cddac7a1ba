"""What a line of a recorded game builds: tiles and station tokens, and tiles put right at the table.

The program that recorded games did not check all the rules of building. What is refused here is a difference;
it is done as stated all the same, so that the rest of the game can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.actions import Json
from engine.board.board import Board
from engine.board.faces import CITY, OFFBOARD, STOP, TOWN, Face
from engine.conformance import Line, Taken
from engine.errors import Refused, Violation
from engine.events import Event, Paid, TileLaid, TokenMoved
from engine.game import Game
from engine.log import Record
from engine.rules import tokens
from engine.state import BANK, Place
from engine.titles.g1826 import powers
from engine.titles.g1826.recorded_words import deciding, paid, submit
from engine.view import View

_ENDS = {CITY: "c", TOWN: "t", OFFBOARD: "o"}


def lay_tile(game: Game, line: Line) -> Taken:
    """A tile in the rotation that gives the stated track."""
    said, company = line["action"], line["actor"]["id"]
    turned = _rotation(game.view.board(), said)
    try:
        records = _bridge(game, line)
        records.append(submit(game, "lay_tile", hex=said["hex"], tile=said["tile"], rotation=turned))
    except Refused as refused:
        return _anyway(game, [*_cost(line, "track"), _laid(game, said)], refused)
    ours = track_of(game.view.board().face(said["hex"]))
    told = {"track": (_spelt(said["track"]), ours)} if "track" in said else {}
    return Taken(records, {"cost": paid(records, "track", company)}, told)


def _cost(line: Line, why: str) -> list[Event]:
    cost = int(line["action"]["cost"])
    return [Paid(line["actor"]["id"], BANK, cost, why)] if cost else []


def _anyway(game: Game, happened: Sequence[Event], refused: Refused) -> Taken:
    """What was refused is written as it was recorded, and counted as a difference."""
    record = game.correct("record", [event.to_json() for event in happened], "done as recorded")
    return Taken([record], {}, {"rules": ("legal", str(refused))})


def _bridge(game: Game, line: Line) -> list[Record]:
    """The bridge builders are used where a river tile costs less than its terrain."""
    said, player = line["action"], deciding(game)
    using = powers.held(game.view, player, powers.BRIDGE)
    if using is None or said["hex"] not in using.ability.params["hexes"]:
        return []
    if said["cost"] >= powers.lay_cost(game.view, line["actor"]["id"], said["hex"]):
        return []
    return [submit(game, "use_private", private=using.private)]


def _rotation(board: Board, said: Mapping[str, Json]) -> int:
    """The rotation that gives the stated track, the stated one first."""
    named = int(said["rotation"])
    if "track" not in said or said["tile"] not in board.catalogue:
        return named
    wanted, tile = _spelt(said["track"]), board.catalogue[said["tile"]]
    turns = (named, *range(6))
    return next((r for r in turns if track_of(tile.face(r)) == wanted), named)


def track_of(face: Face) -> list[Json]:
    """The track of a face in the record's spelling, in one order."""
    return _spelt([[_end(face, a), _end(face, b)] for a, b in face.track])


def _end(face: Face, end: int) -> int | str:
    if end < STOP:
        return end
    stop = end - STOP
    kind = face.stops[stop].kind
    return f"{_ENDS.get(kind, kind)}{face.indices(kind).index(stop)}"


def _spelt(track: Sequence[Sequence[Json]]) -> list[Json]:
    return sorted(sorted(str(end) for end in piece) for piece in track)


def place_token(game: Game, line: Line) -> Taken:
    """A station token in a city of the hex."""
    said, company = line["action"], line["actor"]["id"]
    place = _token_place(game.view, company, said)
    token = tokens.next_token(game.view, company)
    try:
        record = submit(game, "place_token", hex=said["hex"], stop=place[1])
    except Refused as refused:
        if token is None:
            raise
        return _anyway(game, [*_cost(line, "token"), TokenMoved(token.id, None, place)], refused)
    return Taken([record], {"cost": paid([record], "token", company)})


def _token_place(view: View, company: str, said: Mapping[str, Json]) -> Place:
    """The city of the hex, which the record does not tell: one with the stated cost if there is one."""
    places = [(said["hex"], stop) for stop in view.board().face(said["hex"]).indices(CITY)]
    legal = [p for p in places if tokens.check(view, company, p) is None] or places
    token = tokens.next_token(view, company)
    if token is None:
        return legal[0]
    price = tokens.policy_of(view).price
    return next((p for p in legal if price(view, token, p) == said["cost"]), legal[0])


def exchange_token(game: Game, line: Line) -> Taken:
    """A token that a national keeps by choice."""
    said = line["action"]
    return Taken([submit(game, "exchange_token", company=said["old"], hex=said["hex"])])


def correct(game: Game, line: Line) -> Taken:
    """A tile put right by hand, whatever the rules say."""
    said = line["action"]
    if said["type"] != "lay_tile":
        raise Refused(Violation("unknown_correction", "A correction puts a tile right."))
    note = f"{said['hex']} becomes {said['tile']}, as corrected at the table"
    return Taken([game.correct("record", [_laid(game, said).to_json()], note)], note=note)


def _laid(game: Game, said: Mapping[str, Json]) -> TileLaid:
    coord, board = said["hex"], game.view.board()
    before, turned = game.state.tiles.get(coord), _rotation(board, said)
    stock = game.title.rules.stock_of
    old, old_turned, old_stock = (*before, stock(before[0])) if before else (None, 0, None)
    return TileLaid(coord, said["tile"], turned, stock(said["tile"]), old, old_turned, old_stock)

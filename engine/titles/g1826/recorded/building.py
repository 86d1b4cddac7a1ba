"""What a line of a recorded game builds: tiles and station tokens, and a map put right at the table.

The program that recorded games did not check all the rules of building. What is refused here is a difference;
it is done as stated all the same, so that the rest of the game can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.abilities.power import usable
from engine.abilities.terrain import TerrainDiscount, lay_cost
from engine.board.faces import CITY
from engine.core.actions import Json
from engine.core.errors import Refused, Violation
from engine.core.events import Event, Paid, TileLaid, TokenMoved
from engine.core.log import Record
from engine.core.state import BANK, Place
from engine.core.view import View
from engine.game import Game
from engine.recorded.reader import Line
from engine.recorded.replay import Taken
from engine.recorded.track import drawn, drawn_face, placed
from engine.rules import tokens
from engine.titles.g1826.recorded.words import deciding, paid, submit


def lay_tile(game: Game, line: Line) -> Taken:
    """A tile that gives the stated track."""
    said, company = line["action"], line["actor"]["id"]
    tile, turned = placed(game.view.board().catalogue, said)
    try:
        records = _bridge(game, line)
        records.append(submit(game, "lay_tile", hex=said["hex"], tile=tile, rotation=turned))
    except Refused as refused:
        return _anyway(game, [*_cost(line, "track"), _laid(game, said)], refused)
    ours = drawn_face(game.view.board().face(said["hex"]))
    told = {"track": (drawn(said["track"]), ours)} if said.get("track") else {}
    return Taken(records, {"cost": paid(records, "track", company)}, told)


def _cost(line: Line, why: str) -> list[Event]:
    cost, actor = int(line["action"].get("cost") or 0), line.get("actor")
    if cost < 0:
        raise ValueError(f"a cost of {cost}")
    return [Paid(actor["id"], BANK, cost, why)] if cost and actor else []


def _anyway(game: Game, happened: Sequence[Event], refused: Refused) -> Taken:
    """What was refused is written as it was recorded, and counted as a difference."""
    record = game.correct("record", [event.to_json() for event in happened], "done as recorded")
    return Taken([record], {}, {"rules": ("legal", str(refused))})


def _bridge(game: Game, line: Line) -> list[Record]:
    """The bridge builders are used where a river tile costs less than its terrain."""
    said, player = line["action"], deciding(game)
    using = usable(game.view, player, TerrainDiscount)
    if using is None or said["hex"] not in using.power.hexes:
        return []
    if said["cost"] >= lay_cost(game.view, line["actor"]["id"], said["hex"]):
        return []
    return [submit(game, "use_private", private=using.private)]


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
    return next((p for p in legal if price(view, token, p) == said.get("cost")), legal[0])


def exchange_token(game: Game, line: Line) -> Taken:
    """A token that a national keeps by choice."""
    said = line["action"]
    return Taken([submit(game, "exchange_token", company=said["old"], hex=said["hex"])])


def correct(game: Game, line: Line) -> Taken:
    """A tile or a station token put right by hand, whatever the rules say."""
    said = line["action"]
    if said["type"] == "lay_tile":
        happened: list[Event] = [*_cost(line, "track"), _laid(game, said)]
        note = f"{said['hex']} becomes {said['tile']}, as corrected at the table"
    elif said["type"] == "place_token":
        happened = [*_cost(line, "token"), _token_moved(game.view, line)]
        note = f"{line['actor']['id']} has a token in {said['hex']}, as corrected at the table"
    else:
        raise Refused(Violation("unknown_correction", "A correction puts a tile or a token right."))
    return Taken([game.correct("record", [event.to_json() for event in happened], note)], note=note)


def _token_moved(view: View, line: Line) -> TokenMoved:
    company = line["actor"]["id"]
    token = tokens.next_token(view, company)
    if token is None:
        raise Refused(Violation("no_token_left", f"{company} has no station token left to place."))
    return TokenMoved(token.id, None, _token_place(view, company, line["action"]))


def _laid(game: Game, said: Mapping[str, Json]) -> TileLaid:
    coord, before = said["hex"], game.state.tiles.get(said["hex"])
    tile, turned = placed(game.view.board().catalogue, said)
    stock = game.title.rules.stock_of
    old, old_turned, old_stock = (*before, stock(before[0])) if before else (None, 0, None)
    return TileLaid(coord, tile, turned, stock(tile), old, old_turned, old_stock)

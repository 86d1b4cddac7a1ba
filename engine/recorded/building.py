"""What a line of a recorded game builds: tiles and station tokens, by the rules or as recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.board.faces import CITY
from engine.core.actions import Json
from engine.core.errors import Refused, Violation
from engine.core.events import Event, Paid, TileLaid, TokenMoved
from engine.core.log import Record
from engine.core.state import BANK, Place
from engine.core.view import View
from engine.game import Game
from engine.recorded.acts import Taken, paid, submit
from engine.recorded.reader import Line
from engine.recorded.track import drawn, drawn_face, placed
from engine.rules import tokens


def lay_tile(game: Game, line: Line) -> Taken:
    """A tile that gives the stated track."""
    said = line["action"]
    tile, turned = placed(game.view.board().catalogue, said)
    return laid(game, line, [submit(game, "lay_tile", hex=said["hex"], tile=tile, rotation=turned)])


def laid(game: Game, line: Line, records: Sequence[Record]) -> Taken:
    """What is stated of a lay that has been made."""
    said, ours = line["action"], drawn_face(game.view.board().face(line["action"]["hex"]))
    told = {"track": (drawn(said["track"]), ours)} if said.get("track") else {}
    return Taken(records, {"cost": paid(records, "track", line["actor"]["id"])}, told)


def place_token(game: Game, line: Line) -> Taken:
    """A station token in a city of the hex."""
    said, company = line["action"], line["actor"]["id"]
    stop = token_place(game.view, company, said)[1]
    record = submit(game, "place_token", hex=said["hex"], stop=stop)
    return Taken([record], {"cost": paid([record], "token", company)})


def token_place(view: View, company: str, said: Mapping[str, Json]) -> Place:
    """The city that is told by number; without a number one with the stated cost, if there is one."""
    cities = view.board().face(said["hex"]).indices(CITY)
    if "city" in said:
        if said["city"] not in range(len(cities)):
            raise Refused(Violation("not_a_city", f"{said['hex']} has {len(cities)} cities."))
        return said["hex"], cities[said["city"]]
    places = [(said["hex"], stop) for stop in cities]
    legal = [p for p in places if tokens.check(view, company, p) is None] or places
    token = tokens.next_token(view, company)
    if token is None:
        return legal[0]
    price = tokens.policy_of(view).price
    return next((p for p in legal if price(view, token, p) == said.get("cost")), legal[0])


# --- as recorded -------------------------------------------------------------------------------------


def anyway(game: Game, line: Line, refused: Refused) -> Taken:
    """What was refused is written as it was recorded, and counted as a difference."""
    record = _write(game, line, "done as recorded")
    return Taken([record], {}, {"rules": ("legal", str(refused))})


def as_told(game: Game, line: Line) -> Taken:
    """What was refused is written as it was recorded; that is told, and no difference."""
    said = line["action"]
    note = f"{line['actor']['id']} lays {said['tile']} on {said['hex']} out of its reach: taken as recorded"
    return replace(laid(game, line, [_write(game, line, note)]), note=note)


def put_right(game: Game, line: Line) -> Taken:
    """A tile or a station token as recorded, whatever the rules say."""
    said, why = line["action"], line.get("slip") or "as corrected at the table"
    if said["type"] == "lay_tile":
        note = f"{said['hex']} becomes {said['tile']}, {why}"
    elif said["type"] == "place_token":
        note = f"{line['actor']['id']} has a token in {said['hex']}, {why}"
    else:
        raise Refused(Violation("unknown_correction", "A correction puts a tile or a token right."))
    return Taken([_write(game, line, note)], note=note)


def _write(game: Game, line: Line, note: str) -> Record:
    """Write what a line builds, and what it costs."""
    lays = line["action"]["type"] == "lay_tile"
    built = _tile_laid(game, line["action"]) if lays else _token_moved(game.view, line)
    events = [*_cost(line, "track" if lays else "token"), built]
    return game.correct("record", [event.to_json() for event in events], note)


def _cost(line: Line, why: str) -> list[Event]:
    cost, actor = int(line["action"].get("cost") or 0), line.get("actor")
    if cost < 0:
        raise ValueError(f"a cost of {cost}")
    return [Paid(actor["id"], BANK, cost, why)] if cost and actor else []


def _tile_laid(game: Game, said: Mapping[str, Json]) -> TileLaid:
    coord, before = said["hex"], game.state.tiles.get(said["hex"])
    tile, turned = placed(game.view.board().catalogue, said)
    stock = game.title.rules.board.stock_of
    old, old_turned, old_stock = (*before, stock(before[0])) if before else (None, 0, None)
    return TileLaid(coord, tile, turned, stock(tile), old, old_turned, old_stock)


def _token_moved(view: View, line: Line) -> TokenMoved:
    company = line["actor"]["id"]
    token = tokens.next_token(view, company)
    if token is None:
        raise Refused(Violation("no_token_left", f"{company} has no station token left to place."))
    return TokenMoved(token.id, None, token_place(view, company, line["action"]))

"""What a line of a recorded game builds.

The program that recorded games did not check all the rules of building. What is refused here is a difference;
it is done as stated all the same, so that the rest of the game can be compared.
"""

from __future__ import annotations

from dataclasses import replace

from engine.abilities.power import usable
from engine.abilities.terrain import TerrainDiscount, lay_cost
from engine.core.errors import Refused
from engine.core.log import Record
from engine.game import Game
from engine.recorded import building
from engine.recorded.acts import Taken, deciding, submit
from engine.recorded.reader import Line
from engine.rules import tokens

_OUT_OF_REACH = "not_connected"
"""A lay that touches no track which the corporation can reach: the program let it pass."""


def lay_tile(game: Game, line: Line) -> Taken:
    """A tile that gives the stated track."""
    try:
        used = _bridge(game, line)
        taken = building.lay_tile(game, line)
    except Refused as refused:
        if refused.violation.code == _OUT_OF_REACH:
            return building.as_told(game, line)
        return building.anyway(game, line, refused)
    return replace(taken, records=[*used, *taken.records])


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
    try:
        return building.place_token(game, line)
    except Refused as refused:
        if tokens.next_token(game.view, line["actor"]["id"]) is None:
            raise
        return building.anyway(game, line, refused)


def exchange_token(game: Game, line: Line) -> Taken:
    """A token that a national keeps by choice."""
    said = line["action"]
    return Taken([submit(game, "exchange_token", company=said["old"], hex=said["hex"])])

"""Patronage tiles: drawn at the set-up (3.1), fulfilled by track (11.1.8) or by a minor's home (9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core.actions import Json
from engine.core.recorded import places
from engine.core.state import BANK
from engine.core.story import EventKind, Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import listed
from engine.rules.track import hex_name
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.story import tell

tell(patronage_drawn=Told("Patronage tiles lie on {where}.", kind=EventKind.SETUP, reads={"where": places}))
tell(Rank.DEAL, patronage_paid="{company} fulfils the patronage tile of {where} and receives {money}.")
TILES = "patronage"
NOTES = {TILES: "the end of the game"}
"""Note: the patronage tiles on the map by hex: ``group``, ``zone`` and ``payout`` by tile colour."""


def draw(writer: PositionWriter, rng: Random) -> None:
    """Write the tiles drawn from each group (3.1)."""
    printed, on_map, drawn = europe().patronage, writer.board().hexmap, {}
    for group, count in printed.draw.items():
        hexes = [c for c, tile in printed.tiles.items() if tile.group == group and c in on_map]
        for coord in rng.sample(hexes, min(count, len(hexes))):
            tile = printed.tiles[coord]
            drawn[coord] = {"group": group, "zone": tile.zone, "payout": dict(tile.payout)}
    writer.note(TILES, drawn)
    writer.say("patronage_drawn", where=listed(hex_name(writer, coord) for coord in drawn))


def tiles(view: View) -> Mapping[str, Mapping[str, Json]]:
    """The patronage tiles that lie on the map, by hex."""
    found: Mapping[str, Mapping[str, Json]] = view.state.notes.get(TILES, {})
    return found


def amount(view: View, coord: str, lowest: bool = False) -> int:
    """What the tile on a hex pays now: by the newest tile colour of the phase, or its lowest payout."""
    payout: Mapping[str, int] = tiles(view)[coord]["payout"]
    return min(payout.values()) if lowest else payout[view.phase.tiles[-1]]


def gain(view: View, coord: str) -> int:
    """What a railroad gets at once for track on a hex; 0 where no tile lies."""
    return amount(view, coord) if coord in tiles(view) else 0


def fulfil(writer: PositionWriter, company: str, coord: str, lowest: bool = False) -> None:
    """Write that a railroad fulfils the tile on a hex, if one lies there: the bank pays, the tile goes."""
    if coord not in tiles(writer):
        return
    money = amount(writer, coord, lowest)
    writer.pay(BANK, company, money, "patronage")
    writer.note(TILES, {c: tile for c, tile in tiles(writer).items() if c != coord})
    writer.say("patronage_paid", company=company, where=hex_name(writer, coord), money=money)

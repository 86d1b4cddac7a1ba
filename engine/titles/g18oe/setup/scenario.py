"""The UK-France scenario: components and a board of its own (``data/uk_france.toml``) under the same rules.

What no source prints is flagged there, and told to players as readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.board.hexmap import HexMap
from engine.board.mapfile import parse_map
from engine.core.actions import Json
from engine.data.loader import read_toml, record
from engine.data.schema import CompanySpec, Reading, TitleData
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import REGIONAL
from engine.titles.g18oe.track.board import with_arrows
from engine.titles.g18oe.track.laying import Ground

UK_FRANCE = "uk_france"
_DATA = Path(__file__).parents[1] / "data"
_SEA = "blue"


@cache
def _file() -> Mapping[str, Any]:
    return read_toml(_DATA / "uk_france.toml")


def components(full: TitleData) -> TitleData:
    """The components of the scenario, from those of the full game."""
    raw = _file()
    companies = {c.id: c for c in full.companies.values() if _takes_part(c)}
    return replace(
        full,
        name=raw["name"],
        bank=raw["bank"],
        min_players=raw["min_players"],
        max_players=raw["max_players"],
        starting_cash={int(n): cash for n, cash in raw["starting_cash"].items()},
        certificate_limit={int(n): limit for n, limit in raw["certificate_limit"].items()},
        certificate_limit_with={},
        companies=companies,
        trains={k: replace(t, count=raw["trains"].get(k, 0)) for k, t in full.trains.items()},
        tiles={tile: copies for tile, copies in full.tiles.items() if tile not in raw["tiles"]["out"]},
        record=_figures(full.figures(Figures)),
        phases={k: replace(p, notes=raw["phase_notes"].get(k, p.notes)) for k, p in full.phases.items()},
        readings=(*_own_readings(), *_other_readings(full)),
    )


def _takes_part(spec: CompanySpec) -> bool:
    raw = _file()
    return spec.id in (raw["regionals"] if spec.kind == REGIONAL else raw["figures"]["auction_items"])


def _figures(full: Figures) -> Figures:
    own: dict[str, Json] = {k: tuple(v) if isinstance(v, list) else v for k, v in _file()["figures"].items()}
    west = tuple(_file()["orient_express"]["west"])
    return replace(full, **own, orient_express=replace(full.orient_express, west=west))


def with_readings(full: TitleData) -> TitleData:
    """The components with what the scenario reads where its playbook is unknown, for players to see."""
    return replace(full, readings=(*full.readings, *_own_readings()))


def _own_readings() -> list[Reading]:
    return [record("uk_france.toml", Reading, raw) for raw in _file()["readings"]]


def _other_readings(full: TitleData) -> Iterator[Reading]:
    """Those of the full game that hold here too."""
    out = [*(r.topic for r in _own_readings()), *_file()["readings_out"]]
    return (r for r in full.readings if r.topic not in out)


# --- the board ---------------------------------------------------------------------------------------


class CutMap(Ground):
    """The board of the scenario: its zones, the seas, and red zones and tiles beyond them."""

    def printed(self) -> HexMap:
        """The hexes of the full map that take part."""
        return with_arrows(_hexmap())


@cache
def _hexmap() -> HexMap:
    full, kept = read_toml(_DATA / "map.toml"), _land()
    hexes = dict(_entries(full["hexes"], kept))
    for coord, entry in _file()["hexes"].items():
        hexes[coord] = {**hexes.get(coord, {}), **entry}
    plain = [coord for coord in full["plain"] if coord in kept - set(hexes)]
    return parse_map({**full, "plain": plain, "hexes": hexes})


def _land() -> set[str]:
    zones = {coord for zone in _file()["zones"] for coord in europe().zones[zone].hexes}
    return zones | set(_file()["red_zones"]) | set(_file()["hexes"])


def _entries(full: Mapping[str, Any], kept: set[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    ferries = {c: [f for f in full[c].get("ferries", ()) if f["to"] in kept] for c in kept if c in full}
    over = {coord for lines in ferries.values() for line in lines for coord in line["over"]}
    for coord, entry in full.items():
        if coord in kept:
            lines = {"ferries": ferries[coord]} if ferries[coord] else {}
            yield coord, {k: v for k, v in entry.items() if k != "ferries"} | lines
        elif entry.get("face", "").split(" ")[0] == _SEA:
            yield coord, entry if coord in over else {"face": _SEA, "sea_zone": entry["sea_zone"]}


SCENARIO_BOARD = CutMap(Path(__file__).parents[1])

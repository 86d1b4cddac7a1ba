"""Pages made from the engine itself: its tiles with pictures, its rounds and steps by name."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from pathlib import Path

from engine import TITLES, new_game
from engine.abilities import KINDS
from engine.abilities.owner_lay import SoldLayStep
from engine.abilities.power import Power
from engine.abilities.rounds import PrivatesPayRound, WaterfallAuction
from engine.board.tiles import LAID_COLOURS, TILES_FILE, standard_catalogue
from engine.core.rounds import Move, Step
from engine.steps.discard import DiscardStep
from engine.steps.dividend import DividendStep
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.run import RunStep
from engine.steps.stock.set_par import SetParStep
from engine.steps.stock.stock_round import StockRound
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trade_in import TradeIn
from engine.steps.trains import TrainsStep
from render.sheets.supply import tiles_picture

OPERATING = PrivatesPayRound(
    (
        TrackStep(),
        TokenStep(),
        RunStep(),
        DividendStep(),
        TrainsStep(TradeIn(), EmergencySale(), DeclareBankruptcy()),
    )
)
STEPS_HEAD = """
Positions, the log and `Scenario.at` use the names in this table. A title can add moves to a step, and powers
that players may use at any time.

| round (`kind`) | step (`name`) | class | its moves: `kind` (arguments) |
| --- | --- | --- | --- |
"""
POWERS_HEAD = """
These are the parameters of each kind in `companies.toml`. You may leave out a parameter that has a default in
brackets. The class of each kind, below, explains its parameters.

| `kind` | parameters |
| --- | --- |
"""
TILES_HEAD = """# Tiles

These are all tiles that the engine knows, by number. A title lists its tiles and the number of copies of each
under `tiles` in `game.toml`. It defines tiles that are not on this page in its own `data/tiles.toml`, in the
same notation (page *Maps and tiles*).
"""


def step_table() -> str:
    """The shared rounds and steps with their moves, as a table in Markdown."""
    rows = [
        *_rows(WaterfallAuction.kind, WaterfallAuction.steps.values()),
        *_rows(StockRound.kind, StockRound.steps.values()),
        *_rows(OPERATING.kind, OPERATING.steps.values()),
        *_rows("(forced decisions)", (DiscardStep(), SetParStep(), SoldLayStep())),
    ]
    return STEPS_HEAD + "\n".join(rows) + "\n"


def _rows(kind: str, steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        moves = ", ".join(map(_move, step.moves))
        yield f"| `{kind}` | `{step.name}` | `{type(step).__name__}` | {moves} |"


def _move(move: Move) -> str:
    return f"`{move.kind}`" + (f" ({', '.join(move.args)})" if move.args else "")


def power_table() -> str:
    """The kinds of power with their parameters, as a table in Markdown; optional ones have their default."""
    rows = (f"| `{kind.kind}` | {', '.join(_parameters(kind))} |\n" for kind in KINDS)
    return POWERS_HEAD + "".join(rows)


def _parameters(kind: type[Power]) -> Iterator[str]:
    for each in fields(kind):
        optional = each.default is not MISSING
        yield f"`{each.name}`: {_type(each.type)}" + (f" (`{_toml(each.default)}`)" if optional else "")


def _type(annotation: object) -> str:
    """A type as the author of a TOML file knows it."""
    names = {"int": "number", "bool": "true or false"}
    return "list of texts" if str(annotation).startswith("tuple") else names.get(str(annotation), "text")


def _toml(value: object) -> str:
    """A value as it is written in a TOML file."""
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def tile_page(pages: Path) -> str:
    """The page of the tiles; writes a picture of each colour beside it."""
    tiles, raw = standard_catalogue(), _notations()
    view = new_game(next(iter(TITLES)), ["A", "B", "C"], seed=1).view
    view.state.supply.clear()  # so that no copies are counted
    text = TILES_HEAD
    for colour in LAID_COLOURS:
        numbers = sorted((t.id for t in tiles.values() if t.colour == colour), key=_order)
        tiles_picture(view, numbers=numbers, unrotated=True).save(pages / f"tiles-{colour}.png")
        text += f"\n## {colour.capitalize()}\n\n![All {colour} tiles](tiles-{colour}.png)\n\n"
        text += "| tile | notation |\n| --- | --- |\n"
        text += "".join(f"| {number} | `{raw[number]}` |\n" for number in numbers if number in raw)
    return text


def _order(number: str) -> tuple[int, str]:
    digits = "".join(filter(str.isdigit, number))
    return int(digits or 0), number


def _notations() -> dict[str, str]:
    """The line of each tile in the shared file."""
    found = tomllib.loads(TILES_FILE.read_text("utf-8"))["tiles"]
    return {number: line for number, line in found.items() if isinstance(line, str)}

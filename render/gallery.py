"""All that this package draws, in one folder: ``python -m render gallery OUT [GAME.json...]``.

Games are exported ones, or one of each title that chance plays. Of each there are pictures of three moments:
every view, the map and the market in every theme. ``contact.png`` shows all of them small, ``index.html``
large. Of each game there is a film.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from PIL import Image, ImageDraw

from engine import TITLES, Game, View, game_at
from engine.board.lays import NOTHING, LayRules, lays
from engine.checks.random_play import play
from render.api import VIEWS, Picture
from render.charts.courses import CHARTS
from render.film import film
from render.games import draw
from render.map.boards import MOST_CANDIDATES
from render.map.phone import hexes_in_one_picture
from render.map.sectors import Sector, sectors_of
from render.pen.text import put
from render.pen.theme import INK, PAPER, THEMES

MOMENTS = {"early": 0.2, "middle": 0.6, "late": 1.0}
"""Shares of the moves of a game after which it is drawn."""
SEED, MOVES = 2, 2800
"""The chance that plays a game of each title, and how many moves at most: all games end before but that on
the largest map, which comes to Phase 5 in about a minute.
"""
SECTORS = 4
"""Sectors of a map that are drawn."""
THUMB, COLUMNS = 240, 6
"""px of a small picture; columns of a contact sheet at least: a sheet of many is about square."""
_THEMED = ("map", "market", "company", "player")
"""Views that are drawn in every theme."""
_ON_PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "market-brief": ("market", {"brief": True}),
    "market-pars": ("market", {"pars": True}),
    "trains-brief": ("trains", {"brief": True}),
    "stake-page": ("stake", {"explains": False}),
}
"""Pictures that the bot shows on pages of a turn in place of whole ones."""
_NUMBERED = 9
"""Hexes with numbers on a part of the map."""


def _silent(_: str) -> None:
    """Tell nobody."""


def _name(*parts: str) -> str:
    return "-".join(parts)


def gallery(out: Path, games: Iterable[Game], tell: Callable[[str], None] = _silent) -> list[Path]:
    """Draw everything of these games into a folder; the pictures, with a contact sheet and a page of all.

    ``tell`` is told what begins.
    """
    out.mkdir(parents=True, exist_ok=True)
    found: list[tuple[Path, Picture]] = []
    for game in games:
        tell(f"{game.title.key}: drawing a game of {len(game.log)} moves ...")
        for name, picture in pictures(game):
            path = (out / _name(game.title.key, name)).with_suffix(".png")
            path.write_bytes(picture.png)
            found.append((path, picture))
        (out / _name(game.title.key, "film")).with_suffix(".webp").write_bytes(film(game).data)
    (out / "index.html").write_text(page(found), "utf-8")
    contact(found).save(out / "contact.png")
    return [path for path, _ in found]


def played(moves: int = MOVES, tell: Callable[[str], None] = _silent) -> Iterator[Game]:
    """A game of each title by chance, of so many moves at most; ``tell`` is told what begins."""
    for title in TITLES.values():
        tell(f"{title.key}: playing ...")
        yield play(title, max(3, title.data.min_players), SEED, {}, limit=moves).game


def pictures(game: Game) -> Iterator[tuple[str, Picture]]:
    """Every picture of a game with its name."""
    for moment, share in MOMENTS.items():
        then = at_a_run(game, share)
        for name, view, params in _calls(then):
            yield _name(moment, name), draw(then, view, **params)


def at_a_run(game: Game, share: float) -> Game:
    """The game after a share of its moves, or a little earlier: where a company is to run on routes."""
    last = max(1, round(len(game.log) * share))
    acted = [(r.number, r.action) for r in game.log[:last] if r.action is not None]
    runs = [
        record_number for record_number, action in acted if action.kind == "run" and action.args.get("routes")
    ]
    return game_at(game, runs[-1] - 1 if runs else last)


def _calls(game: Game) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Name, view and parameters of each picture of a position."""
    for theme in THEMES:
        for view in _THEMED:
            yield _name(view, theme), view, {"theme": theme}
    others = [view for view in VIEWS if view not in (*_THEMED, "chart", "candidates")]
    for view in others:
        if view != "regions" or len(sectors_of(game.view)) > 1:
            yield view, view, {}
    for name, (view, params) in _ON_PAGES.items():
        yield name, view, params
    badges = hexes_in_one_picture(game.view.board().hexmap.layout, list(_lays(game.view)))[:_NUMBERED]
    if badges:
        yield "crop-numbered", "crop", {"badges": badges}
    for chart in CHARTS:
        yield _name("chart", chart), "chart", {"chart": chart}
    for sector in busiest(game.view)[:SECTORS]:
        yield _name("sector", sector.letter), "crop", {"sector": sector.letter}
    sheet = _candidates(game)
    if sheet:
        yield "candidates", "candidates", sheet


def busiest(view: View) -> list[Sector]:
    """The sectors of the map, those with the most tiles and stations first."""
    stations = [coord for c in view.state.companies for coord, _ in view.stations(c)]
    laid = Counter([*view.state.tiles, *stations])
    return sorted(sectors_of(view), key=lambda sector: -sum(laid[coord] for coord in sector.hexes))


def _candidates(game: Game) -> dict[str, Any]:
    """A hex with many possible lays, as a sheet of candidates takes it; nothing when there is none."""
    found = _lays(game.view)
    if not found:
        return {}
    coord = max(found, key=lambda at: len(found[at]))
    return {"hex": coord, "lays": found[coord][:MOST_CANDIDATES]}


def _lays(view: View) -> dict[str, list[tuple[str, int]]]:
    """The tiles with their rotations that may be laid now, by hex."""
    rules = LayRules(view.phase.tiles, NOTHING, NOTHING, states=view.data.tile_states)
    found: dict[str, list[tuple[str, int]]] = {}
    for coord, tile, rotation in lays(view.board(), None, rules, view.state.supply):
        found.setdefault(coord, []).append((tile, rotation))
    return found


# --- all of them together --------------------------------------------------------------------------


def contact(found: Sequence[tuple[Path, Picture]]) -> Image.Image:
    """All pictures small, in rows, each over its name."""
    columns = max(COLUMNS, math.ceil(math.sqrt(len(found))))
    rows = -(-len(found) // columns)
    sheet = Image.new("RGB", (columns * THUMB, max(1, rows) * (THUMB + 24)), PAPER)
    pen = ImageDraw.Draw(sheet)
    for i, (path, picture) in enumerate(found):
        small = Image.open(BytesIO(picture.png)).convert("RGB")
        small.thumbnail((THUMB - 8, THUMB - 8))
        x, y = i % columns * THUMB, i // columns * (THUMB + 24)
        sheet.paste(small, (x + (THUMB - small.width) // 2, y + 4))
        put(pen, (x + THUMB / 2, y + THUMB + 8), path.stem, 13, INK, "narrow")
    return sheet


def page(found: Sequence[tuple[Path, Picture]]) -> str:
    """A page with all pictures 400 px wide, each with what is read out of it."""
    html = Element("html")
    SubElement(SubElement(html, "head"), "meta", charset="utf-8")
    body = SubElement(html, "body")
    for path, picture in found:
        link = SubElement(SubElement(body, "p"), "a", href=path.name)
        SubElement(link, "img", src=path.name, width="400", alt=picture.alt)
        SubElement(link, "br").tail = path.stem
        SubElement(link, "br").tail = picture.alt
    return tostring(html, "unicode", method="html")

"""Draws an exported game: ``python -m render GAME.json[.gz] --view map [--at N] -o map.png``.

``python -m render --title TITLE -o map.png`` draws a new game of a title. ``python -m render gallery OUT
[GAME.json...]`` draws everything: see `render.gallery`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import Game, Json, Record, Setup, find_title, load_game, new_game
from engine.core.errors import EngineError
from render import VIEWS, describe, draw
from render.charts.courses import CHARTS
from render.pen.theme import THEMES

_SHOWN = [view for view in VIEWS if view != "candidates"]
_TAKEN = {
    "company": ("company",),
    "player": ("player",),
    "routes": ("company",),
    "crop": ("sector", "hexes", "company"),
    "chart": ("chart",),
    "regions": ("hexes",),
}


def read_game(path: Path, at: int | None) -> Game:
    """The exported game, up to record ``at`` (all of it when None); ValueError when the file is no game."""
    data = path.read_bytes()
    raw: Json = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    if not isinstance(raw, dict) or raw.get("format") != "stationmaster-game":
        raise ValueError(f"{path.name} is no exported game")
    records = [Record.from_json(r) for r in raw["records"]]
    return load_game(Setup.from_json(raw["genesis"]), records[: len(records) if at is None else at])


def shown(file: Path | None, title: str | None, at: int | None) -> Game:
    """The exported game, or a new game of the title when no file is named."""
    named = find_title(title) if title else None
    if file is not None:
        return read_game(file, at)
    if named is None:
        raise ValueError("name an exported game, or a title by --title")
    return new_game(named.key, [f"Player {n + 1}" for n in range(named.data.min_players)], seed=1)


def parameters(args: argparse.Namespace) -> dict[str, Json]:
    """The first parameter of the view that the command line gives; the game knows what is left out."""
    given = ((name, getattr(args, name)) for name in _TAKEN.get(args.view, ()))
    return dict([pair for pair in given if pair[1]][:1])


def _gallery(argv: Sequence[str]) -> int:
    """Draw everything into the folder named first, of the games in the files named after it."""
    from render.gallery import gallery, played  # noqa: PLC0415 - it plays games

    if not argv or argv[0].startswith("-"):
        print("name a folder: python -m render gallery OUT [GAME.json...]", file=sys.stderr)
        return 2
    try:
        games = [read_game(Path(name), None) for name in argv[1:]]
    except (EngineError, OSError, ValueError, KeyError) as fault:
        print(f"cannot draw: {fault}", file=sys.stderr)
        return 1
    out = Path(argv[0])
    drawn = gallery(out, games or played(tell=_tell), _tell)
    print(f"{len(drawn)} pictures; {out / 'contact.png'} shows all of them, {out / 'index.html'} each.")
    return 0


def _tell(text: str) -> None:
    print(text, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the picture (and print its text with ``--text``); 1 and a sentence when that cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument(
        "file", type=Path, nargs="?", help="an exported game, plain or .gz (default: a new game of --title)"
    )
    parser.add_argument("--title", help="the folder or package of an external title, or the key of a title")
    parser.add_argument("--view", choices=_SHOWN, default="map")
    parser.add_argument("--at", type=int, help="number of the record after which to draw (default: the last)")
    parser.add_argument("--company", help="letters of a company")
    parser.add_argument("--player", help="a seat, such as p1")
    parser.add_argument("--hexes", nargs="*", default=[], help="hexes of a crop, or to mark on regions")
    parser.add_argument("--chart", choices=CHARTS, default=CHARTS[0], help="what a chart shows")
    parser.add_argument("--sector", help="letter of the sector of a crop")
    parser.add_argument("--theme", default="standard", choices=list(THEMES))
    parser.add_argument("--text", action="store_true", help="print the text twin as well")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["gallery"]:
        return _gallery(given[1:])
    args = parser.parse_args(given)
    try:
        game = shown(args.file, args.title, args.at)
        params = parameters(args)
        picture = draw(game, args.view, theme=args.theme, **params)
        args.output.write_bytes(picture.png)
    except (EngineError, OSError, ValueError, KeyError) as fault:
        print(f"cannot draw: {fault}", file=sys.stderr)
        return 1
    if args.text:
        print(describe(game, args.view, **params))
    print(f"{args.output}: {picture.width} x {picture.height} px, {len(picture.png)} bytes. {picture.alt}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

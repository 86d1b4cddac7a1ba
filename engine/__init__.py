"""The rules of 18xx games: what a program needs to play them.

>>> game = new_game("1889", ["Ann", "Ben", "Cy"], seed=7)
>>> player = game.waiting().players[0]
>>> [choice.kind for choice in game.choices(player)]
['buy_item', 'bid', 'pass']
>>> game.submit(Action("pass", player)).number
2

``new_game(title, names, seed=...)`` starts a game, ``load_game(setup, records)`` folds a stored one;
`Game` answers and takes actions. The names below are promised: README.md in this folder says what each is.

What a client shows beyond that is in `engine.api`, a module for each subject. The bot imports nothing else of
the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.copies import copy_of as copy_game
from engine.copies import rewound
from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Range, Waiting
from engine.core.errors import BadData, BadLog, BrokenInvariant, EngineError, Refused, Violation
from engine.core.laws import Breach
from engine.core.log import Record, Setup
from engine.core.view import View
from engine.game import Game
from engine.game import load_game as _load
from engine.game import new_game as _new
from engine.preview import Preview
from engine.title import Title
from engine.titles import TITLES, Listed, find_title

__all__ = [
    "TITLES",
    "Action",
    "BadData",
    "BadLog",
    "Breach",
    "BrokenInvariant",
    "Choice",
    "EngineError",
    "Field",
    "Game",
    "Json",
    "Listed",
    "Option",
    "Preview",
    "Range",
    "Record",
    "Refused",
    "Setup",
    "Title",
    "View",
    "Violation",
    "Waiting",
    "copy_game",
    "find_title",
    "game_at",
    "import_game",
    "load_game",
    "new_game",
]


def new_game(
    title: str, names: Sequence[str], *, seed: int, options: Mapping[str, str] | None = None
) -> Game:
    """Start a game of a title for the named players; see `engine.game.new_game`."""
    return _new(_title(title), names, seed=seed, options=options)


def load_game(setup: Setup, records: Iterable[Record]) -> Game:
    """Fold a stored game; see `engine.game.load_game`."""
    return _load(_title(setup.title), setup, records)


def game_at(game: Game, record_number: int) -> Game:
    """The game as it was just after record ``record_number``; a copy that nobody else uses."""
    made = rewound(game, record_number)
    if made is None:
        made = load_game(game.setup, game.log[:record_number])
    made.view.names, made.view.answers, made.lenient = game.view.names, None, game.lenient
    return made


def import_game(raw: Json) -> Game:
    """Read what `Game.to_json` wrote, by folding; raises BadLog when it is no game or was altered."""
    if not isinstance(raw, dict) or raw.get("format") != "stationmaster-game":
        raise BadLog("not an exported game of Stationmaster")
    try:
        records = [Record.from_json(r) for r in raw["records"]]
        game = load_game(Setup.from_json(raw["genesis"]), records)
    except (KeyError, TypeError) as error:
        raise BadLog("the exported game lacks a part") from error
    if raw.get("digest") != game.digest():
        raise BadLog("the exported game does not lead to the position it states")
    return game


def _title(key: str) -> Title:
    if key not in TITLES:
        raise BadLog(f"no title {key!r}; there are: {', '.join(TITLES)}")
    return TITLES[key]

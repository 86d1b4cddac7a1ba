"""What the engine has answered about a game at its present revision, for all cards, pages and presses."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from engine import Choice, Game

_ENGINE_ANSWERS: WeakKeyDictionary[Game, tuple[int, dict[str, Any]]] = WeakKeyDictionary()


def cached_engine_result(game: Game, question: list[Any], ask_engine: Callable[[], Any]) -> Any:
    """Return the engine's answer to a question about legal moves at this revision of the game.

    It is cached under ``question`` (JSON), which must contain the language if the answer is translated.
    ``ask_engine`` is called if the answer is not cached. A new revision clears the cache.
    """
    revision, answers = _ENGINE_ANSWERS.get(game, (-1, {}))
    if revision != game.revision:
        answers = {}
        _ENGINE_ANSWERS[game] = (game.revision, answers)
    key = json.dumps(question)
    if key not in answers:
        answers[key] = ask_engine()
    return answers[key]


def legal_move_kinds(game: Game, seat: str) -> Sequence[Choice]:
    """Return all kinds of moves that are legal for a seat now, not translated; they are cached.

    Empty if none are legal.
    """
    choices: Sequence[Choice] = cached_engine_result(game, ["choices", seat], lambda: game.choices(seat))
    return choices

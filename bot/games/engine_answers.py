"""What the engine has answered about a game at its present revision, for all pages and presses of a turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from bot.words import language
from engine import Game

_ENGINE_ANSWERS: WeakKeyDictionary[Game, tuple[int, dict[str, Any]]] = WeakKeyDictionary()


def cached_answer(game: Game, question: list[Any], ask_engine: Callable[[], Any]) -> Any:
    """Return the engine's answer to a question about legal moves at this revision of the game.

    It is cached. ``question`` (JSON) and the reader's language are the key in the cache. ``ask_engine`` is
    called if the answer is not cached. A new revision clears the cache.
    """
    revision, answers = _ENGINE_ANSWERS.get(game, (-1, {}))
    if revision != game.revision:
        answers = {}
        _ENGINE_ANSWERS[game] = (game.revision, answers)
    key = json.dumps([language(), *question])
    if key not in answers:
        answers[key] = ask_engine()
    return answers[key]

"""What the engine has replied about a game at its present revision, for all cards, pages and presses."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from engine import Choice, Game

_ENGINE_RESULTS: WeakKeyDictionary[Game, tuple[int, dict[str, Any]]] = WeakKeyDictionary()


def cached_engine_result(game: Game, question: list[Any], ask_engine: Callable[[], Any]) -> Any:
    """Return the engine's reply to a question about legal moves at this revision of the game.

    The reply is cached under ``question`` (JSON), which must contain the language if the reply is translated.
    ``ask_engine`` is called if it is not cached. A new revision clears the cache.
    """
    revision, results = _ENGINE_RESULTS.get(game, (-1, {}))
    if revision != game.revision:
        results = {}
        _ENGINE_RESULTS[game] = (game.revision, results)
    key = json.dumps(question)
    if key not in results:
        results[key] = ask_engine()
    return results[key]


def legal_move_kinds(game: Game, seat: str) -> Sequence[Choice]:
    """Return all kinds of moves that are legal for a seat now, with untranslated labels.

    The result is cached; it is empty if no move is legal.
    """
    legal_kinds: Sequence[Choice] = cached_engine_result(game, ["choices", seat], lambda: game.choices(seat))
    return legal_kinds

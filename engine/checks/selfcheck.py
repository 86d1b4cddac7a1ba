"""What must hold of every game at every move, beyond the invariants: for random play and tests."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.actions import Action
from engine.core.choices import Choice
from engine.core.errors import BrokenInvariant, Violation
from engine.core.log import Record, Setup
from engine.core.state import from_json as state_from_json
from engine.core.state import to_json as state_to_json
from engine.game import Game, load_game

Complete = Callable[[Game, str, Choice], Action | None]
"""Fills the fields of a choice from what the engine offers; None when a path leads nowhere."""

WHOLE = 100
"""After so many records a shadow folds the whole log anew, besides following it."""


def offered_but_refused(action: Action, violation: Violation) -> str:
    """How a broken promise is reported."""
    return f"offered but refused: {action.to_json()}: {violation.code}: {violation.text}"


def check_offers(game: Game, complete: Complete) -> None:
    """Every choice offered to anybody can be completed, and what completes it is legal."""
    before = game.digest()
    for player in game.state.seats:
        for choice in game.choices(player):
            action = complete(game, player, choice)
            violation = game.check(action) if action is not None else None
            if action is not None and violation is not None:
                raise BrokenInvariant(offered_but_refused(action, violation))
    if game.digest() != before:
        raise BrokenInvariant("asking changed the game")


def check_identities(game: Game) -> None:
    """JSON round trip, undo then redo, and fold of the whole log: each gives the same position."""
    digest = game.digest()
    check_json(game)
    setup = Setup.from_json(game.setup.to_json())
    folded = load_game(game.title, setup, [Record.from_json(r.to_json()) for r in game.log])
    _same(folded, digest, "folding the log")
    if len(folded.active_records) > 1:
        folded.undo("check")
        folded.redo("check")
        _same(folded, digest, "undo and redo")


def check_json(game: Game) -> None:
    """The position reads back from its JSON form unchanged."""
    raw = state_to_json(game.state)
    if state_to_json(state_from_json(raw)) != raw:
        raise BrokenInvariant("the state changes in its JSON form")


def _same(game: Game, digest: str, how: str) -> None:
    if game.digest() != digest:
        raise BrokenInvariant(f"{how} leads to another position")


class Shadow:
    """Follows a game by the wire form of its records alone, and takes each back and redoes it."""

    def __init__(self, game: Game) -> None:
        setup = Setup.from_json(game.setup.to_json())
        self._game = load_game(game.title, setup, [Record.from_json(r.to_json()) for r in game.log])

    def follow(self, game: Game) -> None:
        """Take over the new records; raises BrokenInvariant where an identity does not hold."""
        check_json(game)
        for record in game.log[self._game.revision :]:
            self._take(Record.from_json(record.to_json()))
        _same(self._game, game.digest(), "folding the log")
        if game.revision % WHOLE == 0 or game.state.ended:
            check_identities(game)

    def _take(self, record: Record) -> None:
        before = self._game.digest()
        self._game.fold(record)
        for event in reversed(record.events):
            event.revert(self._game.state)
        _same(self._game, before, "undo")
        for event in record.events:
            event.apply(self._game.state)

"""What can go wrong in the engine, and what it is called.

    Exception
    └── EngineError                 everything the engine raises on purpose
        ├── Refused                 an illegal action; carries the coded Violation
        ├── BadLog                  a stored or imported log that cannot be read
        ├── BadData                 a title's data file that breaks its schema
        └── BrokenInvariant         a bug: the action was taken back, the game is untouched

An illegal action is never a bug and never an exception inside the rules: ``check`` returns a
:class:`Violation`; only :meth:`engine.game.Game.submit` wraps it in :class:`Refused`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is refused: a stable code and one sentence that says what would be legal."""

    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict)


class EngineError(Exception):
    """Base of every exception that the engine raises on purpose."""


class Refused(EngineError):
    """The action is illegal; the game is unchanged."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.code}: {violation.text}")
        self.violation = violation


class BadLog(EngineError):
    """A stored log or an imported file is not a game of this engine."""


class BadData(EngineError):
    """A title's data file names an unknown key or contradicts itself."""


class BrokenInvariant(EngineError):
    """The rules produced an impossible position; the action was reverted."""


BROKEN_GAME_ERRORS: tuple[type[Exception], ...] = (
    EngineError,
    ArithmeticError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
)
"""The exceptions that reading or playing a game raises if its data or its position is impossible."""

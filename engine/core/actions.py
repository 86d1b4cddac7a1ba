"""What players ask for: one flat, versionless command with ids only.

The wire form is ``{"kind": "buy_share", "player": "p1", "company": "M&R", "source": "ipo"}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.errors import BadLog

Json = Any
"""A JSON value: None, bool, int, str, list or dict of such."""

_RESERVED = ("kind", "player")


@dataclass(frozen=True, slots=True)
class Action:
    """A player's command: its kind, the seat that gives it, and the fields of its Choice."""

    kind: str
    player: str
    args: Mapping[str, Json] = field(default_factory=dict)

    def get(self, name: str, default: Json = None) -> Json:
        """The argument called ``name``, or ``default`` when it was not given."""
        return self.args.get(name, default)

    def to_json(self) -> dict[str, Json]:
        """The wire form."""
        return {"kind": self.kind, "player": self.player, **self.args}

    @classmethod
    def from_json(cls, raw: Json) -> Action:
        """Read the wire form; raises BadLog when kind or player is missing."""
        if not isinstance(raw, dict) or not all(isinstance(raw.get(k), str) for k in _RESERVED):
            raise BadLog(f"not an action: {raw!r:.80}")
        return cls(raw["kind"], raw["player"], {k: v for k, v in raw.items() if k not in _RESERVED})


def as_amount(value: Json) -> int:
    """A whole number given as an int or in digits; -1 for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else -1

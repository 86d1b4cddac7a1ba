"""What computer players decide: found once in a run for a position, however many tests come to it."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from bot.computers import choose
from bot.computers.choose import ComputerDecision, DueDecision
from engine import Setup
from tests.once import once

find_anew = choose.decide_in_worker


def decide_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers of this process decide as another test's did in the same position."""
    monkeypatch.setattr(choose, "decide_in_worker", _decide)


def _decide(setup: Setup, due: DueDecision, level: str, seed: int, seconds: float) -> ComputerDecision:
    asked = json.dumps([setup.to_json(), repr(due), level, seed, seconds], sort_keys=True)
    name = f"decided {sha256(asked.encode()).hexdigest()}"
    return once(name, lambda: find_anew(setup, due, level, seed, seconds))

"""Each step of each title says what it is about, so that a client gives it a page of its own."""

from __future__ import annotations

import pytest

from engine import TITLES
from engine.core.rounds import Step


def steps_of(title: str) -> dict[str, Step]:
    """The steps of all rounds and of all forced decisions."""
    loaded = TITLES[title]
    found = {
        f"{kind} {name}": step for kind, each in loaded.rounds.items() for name, step in each.steps.items()
    }
    return found | dict(loaded.pendings)


@pytest.mark.parametrize("title", ["18EZ", "1862", "1826", "1889", "18OE"])
def test_each_step_is_about_something(title: str) -> None:
    found = steps_of(title)
    assert len(found) > 5
    assert [name for name, step in found.items() if not step.subject] == []

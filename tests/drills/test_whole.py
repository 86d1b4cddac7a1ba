"""The drill of a whole game: its beginning, and what its figures say."""

from __future__ import annotations

import pytest

from tests.drills import whole


@pytest.mark.slow(seconds=4)
def test_the_beginning_of_a_game_by_thumb(capsys: pytest.CaptureFixture[str]) -> None:
    assert whole.main(["--title", "18EZ", "--players", "2", "--seed", "3", "--until", "OR 1.1"]) == 0
    told = capsys.readouterr().out
    assert "18EZ, 2 players, seed 3: " in told
    assert "; 0 refused, 0 errors" in told


def test_what_the_figures_say() -> None:
    played = whole.Played(turns=2, took=[0.1] * 97 + [0.4, 0.5, 3.0])
    played.refused["This is not open now."] += 2
    assert played.line() == (
        "2 turns, 100 presses; answers p50 100 ms, p95 100 ms, p99 3000 ms, max 3000 ms; 2 refused, 0 errors"
    )

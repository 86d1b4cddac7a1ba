"""The drill of computers that are killed in the middle of their turns."""

from __future__ import annotations

import pytest

from tests.drills import computers


@pytest.mark.slow
def test_no_move_of_a_computer_is_lost_or_made_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert computers.main(["--short"]) == 0
    assert "3 kills" in capsys.readouterr().out

"""The first position stays what it was, however long a game is played: it is exported and judged again."""

import copy

import pytest

from engine import TITLES
from engine.checks.rejudge import rejudge
from tests.walks import Walk


@pytest.mark.parametrize("title", sorted(TITLES))
def test_play_does_not_change_the_first_position(title):
    walk = Walk(title, ["Ann", "Ben", "Cy"], 1)
    before = copy.deepcopy(walk.game.setup.to_json())
    later = walk.go_on(400)
    assert later.revision > 300
    assert rejudge(later) == []
    assert later.setup.to_json() == before

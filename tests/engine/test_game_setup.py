"""The first position stays what it was, however long a game is played: it is exported and judged again."""

import copy

import pytest

from engine import TITLES
from engine.checks.random_play import play
from engine.checks.rejudge import rejudge


@pytest.mark.parametrize("title", list(TITLES.values()), ids=list(TITLES))
def test_play_does_not_change_the_first_position(title):
    game = play(title, 3, 5, {}, limit=0).game
    before = copy.deepcopy(game.setup.to_json())
    later = play(title, 3, 5, {}, limit=400).game
    assert later.revision > 300
    assert later.setup.to_json() == before
    assert rejudge(later) == []

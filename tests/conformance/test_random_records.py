"""Games of random players, written as records, are followed again without a difference."""

from __future__ import annotations

import copy

import pytest

from engine.conformance import replay
from engine.titles.g1862 import TITLE
from tests.conformance.recorder import Recorder, said_by
from tests.conformance.test_replay import short_record

MOST = 300
ALWAYS = {"bid", "par", "lay_tile", "run_routes", "buy_train", "price"}


@pytest.mark.parametrize("seed", [2, 3, 10])
def test_a_random_game_is_followed_again(seed: int) -> None:
    recorder = Recorder(copy.deepcopy(short_record()[0]["setup"]), seed)
    record = recorder.record(MOST)
    report = replay(record, TITLE)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(record.lines)
    assert said_by(record) >= ALWAYS

"""Records of 1862 that begin in a built position."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.recorded.reader import Recording
from engine.recorded.replay import Report
from engine.title import Title
from engine.titles.g1862 import TITLE
from engine.titles.g1862.recorded.game import RecordedGame
from engine.titles.g1862.recorded.steps import ASKED
from engine.titles.g1862.rounds.operating import Operating
from tests.conformance.built import goes_on, report_of
from tests.conformance.scribe62 import directors

Line = dict[str, Any]


def asked(position: Game) -> Game:
    """A game from this position, with the steps of a turn as a replay asks them."""
    return goes_on(position, TITLE, Operating(ASKED))


class FromPosition(RecordedGame):
    """Follows a record from a position, not from a deal."""

    def __init__(self, position: Game) -> None:
        super().__init__()
        self.begun = asked(position)

    def start(self, title: Title, recording: Recording) -> Game:
        self.read(recording)
        self.game = self.begun
        self.position.directors = directors(self.begun.view)
        return self.begun


def followed(position: Game, lines: list[Line]) -> Report:
    """Follow lines from a position."""
    numbered = [{"n": n, **line} for n, line in enumerate(lines, 1)]
    return report_of(FromPosition(position), TITLE, numbered)

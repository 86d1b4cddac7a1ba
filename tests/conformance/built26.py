"""Records of 1826 that begin in a built position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.recorded.reader import Line, Recording
from engine.recorded.replay import Report
from engine.title import Title
from engine.titles.g1826 import TITLE
from engine.titles.g1826.operating.operating import Operating
from engine.titles.g1826.recorded.game import RecordedGame
from engine.titles.g1826.recorded.steps import ASKED
from tests.conformance.built import goes_on, names_of, report_of


class FromPosition(RecordedGame):
    """Follows a record from a position, not from the set-up."""

    def __init__(self, position: Game) -> None:
        super().__init__()
        self.begun = position

    def start(self, title: Title, recording: Recording) -> Game:
        self._seats = list(names_of(self.begun))
        self.read(recording)
        return goes_on(self.begun, title, Operating(ASKED))


class Kept(FromPosition):
    """Keeps the game that follows."""

    game: Game

    def start(self, title: Title, recording: Recording) -> Game:
        self.game = super().start(title, recording)
        return self.game


def followed_to(position: Game, lines: Sequence[Line]) -> tuple[Report, Game]:
    """Follow lines from a position; the game as they leave it too."""
    words = Kept(position)
    return report_of(words, TITLE, lines), words.game


def followed(position: Game, lines: Sequence[Line]) -> Report:
    """Follow lines from a position."""
    return report_of(FromPosition(position), TITLE, lines)

"""Records that begin in a position built for a test: such games of 1826 as random play does not come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import state as states
from engine.conformance import Replay, Report
from engine.game import Game
from engine.log import Genesis
from engine.recordings import Line, Recording
from engine.title import Title
from engine.titles.g1826 import TITLE
from engine.titles.g1826.operating import Operating
from engine.titles.g1826.recorded import RecordedGame
from engine.titles.g1826.recorded_steps import ASKED


class FromPosition(RecordedGame):
    """Follows a record from a position, not from the set-up."""

    def __init__(self, position: Game) -> None:
        super().__init__()
        self.position = position

    def start(self, title: Title, recording: Recording) -> Game:
        state = self.position.state
        names = tuple(player.name for player in state.players.values())
        self._read(names, recording.lines)
        rounds = {**TITLE.rounds, Operating.kind: Operating(ASKED)}
        options = state.notes["options"]
        genesis = Genesis(TITLE.key, TITLE.rules_version, names, options, 0, states.to_json(state))
        return Game(replace(TITLE, rounds=rounds), genesis)


def followed(position: Game, lines: Sequence[Line]) -> Report:
    """Follow lines from a position; the end is not compared."""
    setup = {"game": "1826", "source": "recorded"}
    report = Replay(Recording("built", setup, lines, {}), TITLE, FromPosition(position), None, 0.0).run()
    report.mismatches = [found for found in report.mismatches if found.n != "end"]
    return report

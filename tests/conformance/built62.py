"""Records that begin in a position built for a test: such games of 1862 as random play does not come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine import state as states
from engine.conformance import Replay, Report
from engine.game import Game
from engine.log import Genesis
from engine.recordings import Recording
from engine.title import Title
from engine.titles.g1862 import TITLE
from engine.titles.g1862.operating import Operating
from engine.titles.g1862.recorded import RecordedGame
from engine.titles.g1862.recorded_steps import ASKED
from tests.conformance.scribe62 import directors

Line = dict[str, Any]


def asked(game: Game) -> Game:
    """The position of a game, with the steps of a turn as a replay asks them."""
    state = game.state
    rounds = {**TITLE.rounds, Operating.kind: Operating(ASKED)}
    names = tuple(player.name for player in state.players.values())
    options = state.notes["options"]
    genesis = Genesis(TITLE.key, TITLE.rules_version, names, options, 0, states.to_json(state))
    return Game(replace(TITLE, rounds=rounds), genesis)


class FromPosition(RecordedGame):
    """Follows a record from a position, not from a deal."""

    def __init__(self, position: Game) -> None:
        super().__init__()
        self.position = position

    def start(self, title: Title, recording: Recording) -> Game:
        self._read(recording)
        self._game = asked(self.position)
        self._directors = directors(self.position.view)
        return self._game


def followed(position: Game, lines: list[Line]) -> Report:
    """Follow lines from a position; the end is not compared."""
    setup = {"game": "1862", "source": "recorded"}
    numbered = [{"n": n, **line} for n, line in enumerate(lines, 1)]
    report = Replay(Recording("built", setup, numbered, {}), TITLE, FromPosition(position), None, 0.0).run()
    report.mismatches = [found for found in report.mismatches if found.n != "end"]
    return report

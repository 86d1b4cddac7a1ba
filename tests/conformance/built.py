"""Records that begin in a position built for a test: such games as random play does not come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core import state as states
from engine.core.log import Setup
from engine.core.rounds import Round
from engine.game import Game
from engine.recorded.following import Following
from engine.recorded.reader import RECORDED, Line, Recording
from engine.recorded.replay import Replay, Report
from engine.title import Title


def names_of(position: Game) -> tuple[str, ...]:
    """The players of a position by name, in order of their seats."""
    return tuple(player.name for player in position.state.players.values())


def goes_on(position: Game, title: Title, operating: Round) -> Game:
    """A game that begins in the position, with the steps of a turn as a replay asks them."""
    state = position.state
    options = state.notes["options"]
    setup = Setup(title.key, title.rules_version, names_of(position), options, 0, states.to_json(state))
    return Game(replace(title, rounds={**title.rounds, operating.kind: operating}), setup)


def report_of(words: Following, title: Title, lines: Sequence[Line]) -> Report:
    """What following these lines brings to light; the end is not compared."""
    setup = {"game": title.key, "source": RECORDED}
    report = Replay(Recording("built", setup, lines, {}), title, words, None, 0.0).run()
    report.mismatches = [found for found in report.mismatches if found.n != "end"]
    return report

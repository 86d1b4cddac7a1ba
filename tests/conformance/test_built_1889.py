"""Records of 1889 that begin in built positions: exchanges, automatic passes, an end by the players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.actions import Json
from engine.game import Game
from engine.recorded.reader import RECORDED, Line, Recording
from engine.recorded.replay import Replay, Report
from engine.title import Title
from engine.titles.g1889 import TITLE
from engine.titles.g1889.recorded import RecordedGame
from tests.conformance.built import report_of
from tests.rulemark import rule
from tests.titles.g1889.shikoku import Shikoku

NAMES = ("Ann", "Ben", "Cy")


class FromPosition(RecordedGame):
    """Follows a record from a position, not from a deal."""

    def __init__(self, position: Game) -> None:
        super().__init__()
        self.begun = position

    def start(self, title: Title, recording: Recording) -> Game:
        self.read(recording)
        self.game = self.begun
        return self.begun


def followed(position: Game, *lines: Line) -> Report:
    """Follow lines from a position."""
    numbered = [{"n": n, "round": "Stock 2", **line} for n, line in enumerate(lines, 1)]
    return report_of(FromPosition(position), TITLE, numbered)


def player(name: str, kind: str, events: tuple[Json, ...] = (), **said: Any) -> dict[str, Any]:
    """A line of a player."""
    return {"actor": {"kind": "player", "id": name}, "action": {"type": kind, **said}, "events": list(events)}


def dougo(*, turn: str = "p1", owner: str = "p1", **cash: int) -> Game:
    """A stock round in which somebody owns Dougo; IR has floated, AR has not started."""
    scenario = Shikoku(*NAMES, beginner="no").own(owner, "DR").company("IR", p2=50)
    return scenario.cash(**cash).stock_round(turn).game()


EXCHANGE: dict[str, Any] = {"item": "DR", "corporation": "IR", "percent": 10, "from": "ipo", "cost": 0}
IR: dict[str, Any] = {"corporation": "IR", "percent": 10, "from": "ipo", "cost": 100}


def faults(report: Report) -> list[str]:
    return [str(found) for found in report.mismatches]


def passes(name: str) -> Mapping[str, Json]:
    return {"event": "passes_automatically", "player": name}


@rule("1889", "R43")
def test_an_exchange_is_followed_by_the_purchase_of_the_same_turn() -> None:
    report = followed(
        dougo(),
        player("Ann", "exchange_private", **EXCHANGE),
        player("Ann", "buy_share", **IR),
        player("Ben", "pass", step="stock"),
    )
    assert faults(report) == []
    assert report.actions == 3


@rule("1889", "R43")
def test_an_exchange_is_followed_by_the_start_of_a_company_in_the_same_turn() -> None:
    president = {"event": "president", "corporation": "AR", "player": "Ann"}
    par: dict[str, Any] = {"corporation": "AR", "price": 65, "percent": 20, "cost": 130}
    report = followed(
        dougo(),
        player("Ann", "exchange_private", **EXCHANGE),
        player("Ann", "par", (president,), **par),
        player("Ben", "buy_share", **IR),
    )
    assert faults(report) == []


@rule("1889", "R43")
def test_an_exchange_alone_is_a_turn_that_is_passed() -> None:
    report = followed(
        dougo(),
        player("Ann", "exchange_private", **EXCHANGE),
        player("Ben", "buy_share", **IR),
        player("Cy", "pass", step="stock"),
        player("Ann", "buy_share", **IR),
    )
    assert faults(report) == []


@rule("1889", "R43")
def test_who_passes_automatically_may_be_one_who_could_exchange() -> None:
    """Ben has no money and Dougo, Cy has none: Ann acts twice."""
    report = followed(
        dougo(owner="p2", p2=0, p3=0),
        player("Ann", "buy_share", (passes("Ben"), passes("Cy")), **IR),
        player("Ann", "buy_share", (passes("Ben"),), **IR),
        player("Ben", "exchange_private", **EXCHANGE),
        player("Cy", "pass", step="stock"),
    )
    assert faults(report) == []


def test_a_game_that_its_players_end_has_the_worths_of_the_moment() -> None:
    game = dougo(p1=420, p2=420, p3=420)
    line = {"n": 1, "round": "Stock 2", **player("Ann", "buy_share", **IR)}
    worth = {"Ann": 420 + 60, "Ben": 420 + 500, "Cy": 420}
    final = {"result": worth, "reason": "ended_by_players", "finished": False, "rounds": "Stock 2"}
    setup = {"game": TITLE.key, "source": RECORDED}
    report = Replay(Recording("built", setup, [line], final), TITLE, FromPosition(game), None, 0.0).run()
    assert faults(report) == []
    lied = Recording("built", setup, [line], {**final, "reason": "bank_broken", "finished": True})
    assert faults(Replay(lied, TITLE, FromPosition(dougo()), None, 0.0).run())

"""A set of operating rounds when it is over: runs, prices, trains, and what the players are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.api.round_state import WAYS
from engine.api.table import train_key
from engine.core.events import CursorMoved, Event, Said
from engine.core.rounds import Agenda
from engine.core.state import Cursor, State, from_json
from engine.core.view import View
from engine.game import Game
from engine.rules.dividends import TRAIN_RAN
from engine.steps.turns import OperatingRound

__all__ = ["CompanyRuns", "OperatingSet", "just_over", "last_set"]


@dataclass(slots=True)
class CompanyRuns:
    """What became of a company in a set: each run (revenue, way, routes), its price before and after.

    way: as in `engine.api.round_state.LastRun`; routes: how many it had. A price is None of a company that
    has none.
    """

    runs: list[tuple[int, str, int]] = field(default_factory=list)
    before: int | None = None
    after: int | None = None


@dataclass(slots=True)
class OperatingSet:
    """A set of operating rounds that is over: its first and last round, the number of its last record.

    companies: in the order in which they first ran. gone, bought: trains by kind that left the companies, and
    that they have more than before. worth: of each player, before and after.
    """

    first: str
    last: str
    record_number: int
    companies: Mapping[str, CompanyRuns]
    gone: Mapping[str, int]
    bought: Mapping[str, int]
    worth: Mapping[str, tuple[int, int]]


def just_over(game: Game) -> OperatingSet | None:
    """The set that ended with the last record; None when none did, or the game is over."""
    if not game.log or not any(_ends_set(game.view, event) for event in game.log[-1].events):
        return None
    found = last_set(game)
    return found if found is not None and found.record_number == game.log[-1].number else None


def _ends_set(view: View, event: Event) -> bool:
    """Whether the game leaves the operating rounds by this event."""
    return (
        isinstance(event, CursorMoved) and _operates(view, event.before) and not _operates(view, event.after)
    )


def _operates(view: View, cursor: Cursor) -> bool:
    """Whether this is a place in an operating round."""
    return isinstance(view.policy(Agenda).rounds.get(cursor.round), OperatingRound)


def last_set(game: Game) -> OperatingSet | None:
    """The last set of operating rounds that is over; None before the first is."""
    return _Walk(game).last()


@dataclass
class _Open:
    """A set that goes on: what was true when it began."""

    first: str
    prices: dict[str, int | None]
    trains: Counter[str]
    worth: Mapping[str, int]
    runs: dict[str, list[tuple[int, str, int]]] = field(default_factory=dict)
    routes: Counter[str] = field(default_factory=Counter)


class _Walk:
    """Applies the active records (not undone) to a position of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = from_json(game.setup.state)
        self.view = View(game.title, self.state)
        self.open: _Open | None = None
        self.title = ""
        self.found: OperatingSet | None = None

    def last(self) -> OperatingSet | None:
        for record in self.game.active_records:
            for event in record.events:
                event.apply(self.state)
                self._see(event, record.number)
        return self.found

    def _see(self, event: Event, record_number: int) -> None:
        if isinstance(event, Said) and self.open is not None:
            self._hear(event, self.open)
        if not isinstance(event, CursorMoved):
            return
        operates = _operates(self.view, self.state.cursor)
        if operates:
            self.title = self.game.title.rounds[self.state.cursor.round].title(self.view)
        if operates and self.open is None:
            self.open = _Open(self.title, self._prices(), self._trains(), self.view.title.scores(self.view))
        elif not operates and self.open is not None:
            self.found, self.open = self._closed(self.open, record_number), None

    def _hear(self, event: Said, begun: _Open) -> None:
        """Count a route that is told, and note what became of an income."""
        company = str(event.params.get("company", ""))
        if event.key == TRAIN_RAN:
            begun.routes[company] += 1
        elif event.key in WAYS:
            revenue = int(event.params.get("revenue", 0))
            run = (revenue, WAYS[event.key], begun.routes.pop(company, 0))
            begun.runs.setdefault(company, []).append(run)

    def _prices(self) -> dict[str, int | None]:
        return {company: self.view.price(company) for company in self.state.companies}

    def _trains(self) -> Counter[str]:
        owned = (t for company in self.state.companies for t in self.view.trains(company))
        return Counter(train_key(self.view, train) for train in owned)

    def _closed(self, begun: _Open, record_number: int) -> OperatingSet:
        prices, trains = self._prices(), self._trains()
        scores = self.view.title.scores(self.view)
        moved = {c for c, price in prices.items() if price != begun.prices.get(c)}
        companies = dict.fromkeys([*begun.runs, *sorted(moved)])
        return OperatingSet(
            begun.first,
            self.title,
            record_number,
            {c: CompanyRuns(begun.runs.get(c, []), begun.prices.get(c), prices.get(c)) for c in companies},
            dict(begun.trains - trains),
            dict(trains - begun.trains),
            {p: (begun.worth.get(p, 0), worth) for p, worth in scores.items()},
        )

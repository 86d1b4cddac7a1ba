"""The course of a game: what players were worth, companies' prices and incomes, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.api.table import train_key
from engine.core.events import CursorMoved, Event, Paid
from engine.core.state import BANK, Cursor, State, from_json
from engine.core.view import View
from engine.game import Game
from engine.rules.ending import BONDS, CASH, PRIVATE, SHARES, Asset
from engine.rules.stock import stock_rules
from engine.title import Title

__all__ = ["BONDS", "CASH", "PRIVATE", "SHARES", "Asset", "Round", "course", "is_other_round", "worth"]

_INCOME = frozenset({"dividend", "private", "interest"})
"""What the bank pays players for what they own, by the word of the payment."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it ended, or as it stands now: its title and the number of its last record.

    ``worth`` and ``income`` by player, ``prices`` by company on the market, in the title's currency.
    ``income`` is what privates, dividends and interest paid in this round. ``certificates`` by player are
    those that count against the limit; ``trains`` are the trains that companies own, by kind.
    """

    title: str
    record_number: int
    worth: Mapping[str, int]
    prices: Mapping[str, int]
    income: Mapping[str, int]
    certificates: Mapping[str, int]
    trains: Mapping[str, int]


def worth(game: Game, player: str) -> list[Asset]:
    """What a player is worth now, part by part; parts of no value are left out."""
    return [asset for asset in game.title.worth(game.view, player) if asset.value]


def is_other_round(a: Cursor, b: Cursor) -> bool:
    """Whether two moments belong to different rounds."""
    return (a.round, a.number, a.part) != (b.round, b.number, b.part)


def course(game: Game) -> list[Round]:
    """The rounds of a game in order, the present one last. Moves that were taken back are left out."""
    return list(_Walk(game).rounds())


class _Walk:
    """Applies the active records (not undone) to a position of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.title: Title = game.title
        self.state: State = from_json(game.setup.state)
        self.view = View(self.title, self.state)
        self.income = Counter[str]()

    def rounds(self) -> Iterator[Round]:
        record_number = 0
        for record in self.game.active_records:
            for event in record.events:
                if (
                    isinstance(event, CursorMoved)
                    and is_other_round(event.before, event.after)
                    and record_number
                ):
                    yield self._round(record_number)
                    self.income.clear()
                event.apply(self.state)
                self._count(event)
            record_number = record.number
        yield self._round(record_number)

    def _count(self, event: Event) -> None:
        if isinstance(event, Paid) and event.payee in self.state.players and event.why in _INCOME:
            bank = event.payer == BANK
            self.income[event.payee] += event.amount if bank or event.why == "interest" else 0

    def _trains(self) -> dict[str, int]:
        owned = (t for company in self.state.companies for t in self.view.trains(company))
        return dict(Counter(train_key(self.view, train) for train in owned))

    def _round(self, record_number: int) -> Round:
        prices = {c: self.view.price(c) for c in self.state.companies}
        return Round(
            self.title.rounds[self.state.cursor.round].title(self.view),
            record_number,
            self.title.scores(self.view),
            {company: price for company, price in prices.items() if price is not None},
            dict(self.income),
            {p: stock_rules(self.view).certificates(self.view, p) for p in self.view.seats},
            self._trains(),
        )

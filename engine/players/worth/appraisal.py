"""What a position is worth to each seat: what it has, and what it will get until the end of the game."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace

from engine.core.state import IPO, POOL
from engine.core.view import View
from engine.players.fork import Fork
from engine.players.knowledge import Knowledge
from engine.players.worth.fleet import Fleets
from engine.players.worth.forecast import Forecast, Foresight, asked, floats
from engine.players.worth.outlook import LONG, Outlook, outlook
from engine.rules.stock import stock_rules

RUIN = 0.3
"""The part of a seat's worth that is reckoned lost where its presidencies ask for more than it has."""
ENVY = 0.2
"""How much a gain of the others weighs against one's own."""


class Appraiser:
    """Appraises positions of one fork for a seat.

    The outlook is that of the position in which the decision is made: what is compared are positions at
    the same moment. It foresees ``sight`` rounds at most.
    """

    def __init__(self, fork: Fork, known: Knowledge, ahead: Outlook | None = None, sight: int = LONG) -> None:
        self.fork, self.view, self.known, self.sight = fork, fork.view, known, sight
        ahead = ahead or outlook(fork.view, known)
        self.ahead = replace(ahead, rounds=min(ahead.rounds, sight))
        self._phase = fork.view.state.phase
        self.foresight = (Fleets if known.earns else Foresight)(fork, self.ahead, known)
        self._kept: dict[Hashable, Forecast] = {}

    def refreshed(self) -> Appraiser:
        """The same for the outlook of the position as it is now."""
        ahead = outlook(self.view, self.known)
        if self.known.paced and self.view.state.phase == self._phase:
            ahead = self.ahead.restocked(ahead)
        made = Appraiser(self.fork, self.known, ahead, self.sight)
        made.foresight.exact = self.foresight.exact
        if made.ahead == self.ahead:
            made._kept = self._kept
        return made

    def exactly(self, companies: Iterable[str]) -> None:
        """From now on search the runs of these companies, where those of others are as they last were."""
        self.foresight.exact = frozenset(companies)

    def forecast(self, company: str) -> Forecast:
        """What comes of a company."""
        key = self._key(company)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self.foresight.forecast(company)
        return kept

    def _key(self, company: str) -> Hashable:
        """All on which a forecast depends, besides the outlook."""
        view, record = self.view, self.view.company(company)
        trains = tuple((t.id, *map(str, t.data.values())) for t in view.trains(company))
        exact = company in self.foresight.exact
        return (
            company, record.cash, record.cell, record.par, record.floated, trains, view.state.phase,
            self.foresight.rounds_of(company), view.board() if exact else None, self.foresight.heeds(company),
        )  # fmt: skip

    def value(self, company: str) -> float:
        """What one percent of a company brings until the end, its price then included."""
        found, chance = self.forecast(company), floats(self.view, company)
        unit = stock_rules(self.view).share(self.view, company)
        whole = found.paid / 100 + found.price / unit
        par = (self.view.company(company).par or 0) / unit
        return chance * whole + (1 - chance) * 0.5 * par

    def worths(self, bargains: bool = True) -> dict[str, float]:
        """What each seat is worth at the end, in the title's currency, with what its money will win."""
        view = self.view
        found = {seat: float(worth) for seat, worth in view.title.scores(view).items()}
        if view.state.ended:
            return found
        for company in view.companies():
            if company.kind == "private":
                self._private(company.id, found)
            elif company.par is not None or company.cell is not None:
                self._company(company.id, found)
            elif company.floated and len(view.certs_of(company.id)) == 1:
                self._minor(company.id, found)
        for seat in view.seats:
            found[seat] += self.known.seat(view, seat)
        if self.known.bargains and bargains:
            self._bargains(found)
        return found

    def _bargains(self, found: dict[str, float]) -> None:
        """What the money of seats will win on shares that are on sale for less than they bring."""
        view, rules = self.view, stock_rules(self.view)
        offers = [each for c in view.companies() if c.floated for each in self._offer(c.id)]
        for seat in view.solvent:
            money = float(view.cash(seat))
            room = float(rules.certificate_limit(view) - rules.certificates(view, seat))
            for won, price, shares in sorted(offers, reverse=True):
                bought = max(0.0, min(shares / len(view.solvent), money / price, room))
                money, room = money - bought * price, room - bought
                found[seat] += self.known.bargains * bought * won * price

    def _offer(self, company: str) -> Iterator[tuple[float, int, float]]:
        """Shares on sale below their worth: what each wins as a part of its price, the price, how many."""
        view = self.view
        unit, price = stock_rules(view).share(view, company), asked(view, company)
        on_sale = sum(view.percent(place, company) for place in (IPO, POOL, company))
        won = self.value(company) * unit - price
        if on_sale and price and won > 0:
            yield won / price, price, on_sale / unit

    def _company(self, company: str, found: dict[str, float]) -> None:
        """What its shares will bring beyond what they count now."""
        view = self.view
        value, now = self.value(company), view.price(company) or 0
        unit = stock_rules(view).share(view, company)
        for cert in view.certs_of(company):
            if cert.owner in found:
                found[cert.owner] += cert.percent * value - now * cert.percent // unit
        president = view.president(company)
        lacking = self.forecast(company).lacking
        if president is not None:
            found[president] += self.known.company(view, company)
            if lacking:
                found[president] -= lacking + self._ruin(president, lacking)

    def _minor(self, company: str, found: dict[str, float]) -> None:
        """A company of one certificate: its owner's part of the income, and what it is changed into."""
        owner = self.view.owner(company)
        if owner in found:
            course = self.forecast(company)
            found[owner] += self.known.minor_part * course.paid + self.known.minor_end - course.lacking

    def _ruin(self, president: str, lacking: float) -> float:
        """What is feared where a president may not be able to pay."""
        cash = self.view.cash(president)
        return 0.0 if lacking <= cash else RUIN * (lacking - cash)

    def _private(self, private: str, found: dict[str, float]) -> None:
        """The income of a private until it closes."""
        view, spec = self.view, self.view.spec(private)
        owner = view.owner(private)
        rounds = min(self.ahead.rounds, closing(view, self.ahead))
        if owner in found:
            found[owner] += spec.revenue * rounds - (0 if rounds >= self.ahead.rounds else spec.price)
        elif owner in view.state.companies and (president := view.president(owner)) is not None:
            found[president] += 0.3 * spec.revenue * rounds


def closing(view: View, ahead: Outlook) -> float:
    """In how many rounds the privates close; as many as are left where nothing closes them."""
    for phase in list(view.data.phases.values())[len(view.phases) :]:
        if any("privates_close" in event or event == "close_privates" for event in phase.events):
            begins = [lot.begins for lot in ahead.lots if lot.kind == phase.train]
            return begins[0] if begins else ahead.rounds
    return ahead.rounds


def gain(before: Mapping[str, float], after: Mapping[str, float], seat: str) -> float:
    """How much better off a seat is, against the others."""
    others = [after[p] - before[p] for p in before if p != seat]
    return after[seat] - before[seat] - ENVY * sum(others) / max(1, len(others))


def standing(worths: Mapping[str, float], seat: str, envy: float = 1.0) -> float:
    """How well a seat does against the others: 10 for about a percent.

    envy: how much a gain of the others weighs against one's own.
    """
    others = [max(1.0, worth) for each, worth in worths.items() if each != seat] or [1.0]
    rivals = (math.log(sum(others) / len(others)) + math.log(max(others))) / 2
    return 1000.0 * (math.log(max(1.0, worths[seat])) - envy * rivals)

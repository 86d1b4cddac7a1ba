"""*Strong*'s companies: what they keep for trains, and which they buy, by what comes of it in a ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from engine.core.actions import Action
from engine.core.state import DEPOT, POOL
from engine.players.candidates import completions, quiet
from engine.players.outline.ledger import DIVIDEND, SPENT, Ledger, Purchases, earnings
from engine.players.seat import Budget, Weighed
from engine.players.steady import Thought
from engine.players.worth.appraisal import standing
from engine.players.worth.outlook import outlook
from engine.players.worth.runs import income_as
from engine.rules import trains
from engine.rules.dividends import HALF, PAY, WITHHOLD

TRAINS, BUY = "trains", "buy_train"
"""The step in which a company buys trains, and the kind of action."""
WAYS = (PAY, HALF, WITHHOLD)
"""How a company may distribute what it earns until it can pay a train."""
NEXT = 0.6
"""What a second further train adds, as a part of the first."""
PATIENT = 8
"""How many times as much patience the search has for what a train adds."""
CLEARLY = 2.0
"""How much better than *steady*'s choice another must be: 10 is about a percent."""
SOON = 3.0
"""Rounds in which the last train of a company is scrapped, of which the ledger knows nothing."""
MOST = 60
"""Ways to buy a train that are looked at."""


class Equipper:
    """Follows the positions after what a company may do to the end of the game."""

    def __init__(self, thought: Thought, company: str) -> None:
        self.fork, self.view, self.known = thought.fork, thought.fork.view, thought.known
        self.seat, self.company = thought.seat, company

    @cached_property
    def hopes(self) -> list[list[float]]:
        """What shares bring from each round on, as things stand."""
        return Ledger(self.view, self.known, earnings(self.view, self.known)).hopes()

    @cached_property
    def prices(self) -> dict[str, int]:
        """What the bank asks the company for trains, by kind. It is asked first while the company acts."""
        rules = trains.rules_of(self.view)
        sides = (s for card in self.view.trains(DEPOT) for s in rules.faces(self.view, DEPOT, card))
        return {side.kind: rules.price(self.view, side) for side in sides}

    def plans(self) -> list[Purchases]:
        """What the company may plan: to buy trains of the kind that the bank sells now, or none."""
        found = [Purchases(float(price), adds) for price, adds in self.offers()]
        return [replace(plan, until=until) for plan in found for until in WAYS] or [Purchases(0.0, ())]

    def offers(self) -> Iterator[tuple[int, tuple[float, ...]]]:
        """The price of each side of the next train of the bank, and what trains of it add to the income."""
        lot, rules = outlook(self.view, self.known).at(0), trains.rules_of(self.view)
        kind = self.view.company(self.company).kind
        if lot is None or not self.view.stations(self.company) or kind in self.known.buyless:
            return
        held = trains.counted(self.view, self.company)
        kept = [t.id for t in held if self.view.data.trains[t.kind].rusted_by != lot.kind]
        room = min(trains.train_limit(self.view, self.company), self.known.fleet) - len(kept)
        if room <= 0:
            return
        careful = replace(self.known, patience=PATIENT * self.known.patience)
        before = income_as(self.fork, self.company, kept, [], careful)
        for side in rules.faces(self.view, DEPOT, lot.sample):
            more = float(income_as(self.fork, self.company, kept, [side], careful) - before)
            yield self.prices[side.kind], (more, NEXT * more)[:room]

    def follow(self, ran: str = "", now: str = "") -> float:
        """How well the seat does in the end where the company buys trains as serves it best.

        ran: the company, where it has its dividend behind it. now: how it distributes what it has earned.
        """
        earned = earnings(self.view, self.known)
        return max(self._mean(earned, plan, ran, now) for plan in self.plans())

    def _mean(self, earned: dict[str, float], wanted: Purchases, ran: str, now: str) -> float:
        return sum(self._play(earned, wanted, ran, now, spent) for spent in SPENT) / len(SPENT)

    def _play(self, earned: dict[str, float], wanted: Purchases, ran: str, now: str, spent: float) -> float:
        ledger = Ledger(self.view, self.known, earned, ran, spent)
        mine = next(entry for entry in ledger.entries if entry.name == self.company)
        mine.wanted, mine.now = wanted, now
        ledger.play(self.hopes, self.view.seats.index(self.seat), ())
        return standing(ledger.worths(), self.seat)

    def after(self, action: Action) -> float:
        """How well the seat does in the end after an action of the company's train step."""
        _ = self.hopes, self.prices
        with self.fork.after(action):
            return self.follow(ran=self.company)

    def _likes(self, action: Action) -> bool:
        return self.known.taste(self.view, action) >= 0

    def purchases(self) -> Iterator[Action]:
        """What the company may buy of the bank now, each train once; nothing that the title dislikes."""
        seen = set[str]()
        for choice in self.fork.choices(self.seat):
            for action in completions(self.fork, self.seat, choice, MOST) if choice.kind == BUY else ():
                name = str(action.get("train"))
                if action.get("source") in (DEPOT, POOL) and name not in seen and self._likes(action):
                    seen.add(name)
                    yield action


def equipped(thought: Thought, usual: Sequence[Weighed], budget: Budget) -> list[Weighed]:
    """*Steady*'s choice, or a dividend or a train after which the seat does better in the end."""
    view, company, own = thought.fork.view, thought.company, usual[0].action
    if company is None or view.company(company).cell is None or view.president(company) != thought.seat:
        return list(usual)
    equipper = Equipper(thought, company)
    if own.kind == DIVIDEND:
        choice = next(c for c in thought.fork.choices(thought.seat) if c.kind == own.kind)
        ways = completions(thought.fork, thought.seat, choice)
        scores = {str(a.get("payout")): equipper.follow(now=str(a.get("payout"))) for a in ways}
        found = [(scores[str(a.get("payout"))], a) for a in ways]
    else:
        still = quiet(thought.fork, thought.seat, thought.fork.choices(thought.seat))
        if own != still and (own.kind != BUY or _needs(thought, company, own)):
            return list(usual)
        others = [*equipper.purchases(), *([] if still is None else [still])]
        found = [(equipper.after(a), a) for a in [own, *(a for a in others if a != own)]]
    base = next(score for score, action in found if action == own)
    better = [Weighed(action, score - base) for score, action in found if score - base > CLEARLY]
    return sorted([Weighed(own, 0.0), *better], key=lambda each: -each.worth)


def _needs(thought: Thought, company: str, purchase: Action) -> bool:
    """Whether a train is bought that the company will need: all that it has are scrapped soon."""
    view, ahead = thought.fork.view, thought.eye.ahead
    rules = trains.rules_of(view)
    bought = trains.find(view, str(purchase.get("source")), str(purchase.get("train")))
    if bought is not None and not rules.counts(view, bought):
        return False
    held = trains.counted(view, company)
    return max(thought.known.lives(view, held, ahead.life), default=0.0) <= SOON

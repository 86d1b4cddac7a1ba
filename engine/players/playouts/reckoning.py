"""*Strong* in share rounds in which certificates are scarce: what a deal does to all seats until the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.actions import Action
from engine.players.candidates import completions, quiet
from engine.players.dealing import CLOSE, MAKE_ROOM
from engine.players.outline.ledger import SPENT, Ledger, earnings
from engine.players.seat import Budget, Weighed
from engine.players.steady import Thought
from engine.players.worth.appraisal import standing
from engine.rules import dealing
from engine.rules.stock import stock_rules

DEALS = ("buy_share", *MAKE_ROOM)
"""Kinds of action that are reckoned."""
MOST = 200
"""Ways to deal that are reckoned at most."""
SOLD, BOUGHT = 3.0, 2.0
"""How much better than *steady*'s choice a sale must be, and a purchase or none: 10 is about a percent.

A sale must bring ``SOLD`` once more for each company of which the seat has sold shares in this round.
"""


class Reckoner:
    """Follows the positions after deals of a seat to the end of the game."""

    def __init__(self, thought: Thought) -> None:
        self.fork, self.view, self.seat = thought.fork, thought.fork.view, thought.seat
        self.known = thought.known
        self.earned = earnings(self.view, self.known)
        self.hopes = Ledger(self.view, self.known, self.earned).hopes()

    def score(self, action: Action) -> float:
        """How well the seat does against the others in the end: 10 for about a percent."""
        with self.fork.after(action):
            return sum(map(self._played, SPENT)) / len(SPENT)

    def _played(self, spent: float) -> float:
        ledger = Ledger(self.view, self.known, self.earned, spent=spent)
        barred = dealing.dealt(self.view, "sold", self.seat)
        ledger.play(self.hopes, self.view.seats.index(self.seat), barred)
        return standing(ledger.worths(), self.seat)

    def deals(self) -> Iterator[Action]:
        """What the seat may buy and sell now; it never gives up a company that it leads.

        A private is closed only by who is at the certificate limit.
        """
        led = set(self.view.presided(self.seat))
        kinds = DEALS if self._is_full() else tuple(kind for kind in DEALS if kind != CLOSE)
        for choice in self.fork.choices(self.seat):
            for action in completions(self.fork, self.seat, choice, MOST) if choice.kind in kinds else ():
                with self.fork.after(action):
                    kept = led <= set(self.view.presided(self.seat))
                if kept:
                    yield action

    def least(self, action: Action) -> float:
        """By how much a deal must be better than *steady*'s choice."""
        sold = dealing.dealt(self.view, "sold", self.seat)
        return SOLD * (1 + len(sold)) if action.kind in MAKE_ROOM else BOUGHT

    def _is_full(self) -> bool:
        """Whether the seat may own no further certificate."""
        rules = stock_rules(self.view)
        return rules.certificates(self.view, self.seat) >= rules.certificate_limit(self.view)


def reckoned(thought: Thought, usual: Sequence[Weighed], budget: Budget) -> list[Weighed]:
    """*Steady*'s choice, or a deal by which the seat does better in the end; other kinds are left to it."""
    fork, own = thought.fork, usual[0].action
    still = quiet(fork, thought.seat, fork.choices(thought.seat))
    if own.kind not in DEALS and own != still:
        return list(usual)
    reckoner = Reckoner(thought)
    base = reckoner.score(own)
    found = [Weighed(own, 0.0)]
    for action in (*reckoner.deals(), *([] if still is None else [still])):
        if budget.over():
            break
        won = reckoner.score(action) - base
        if action != own and won > reckoner.least(action):
            found.append(Weighed(action, won))
    return sorted(found, key=lambda each: -each.worth)

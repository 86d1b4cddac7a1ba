"""Judges positions by playing the rest of the game from them in outline, some times each."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.actions import Action
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outline.outline import Outline
from engine.players.outline.rest import Rest
from engine.players.outline.sheet import UNKNOWN, Sheet
from engine.players.seat import Budget
from engine.players.worth.appraisal import standing
from engine.players.worth.runs import income, last_income
from engine.rules.dividends import WITHHOLD

TIMES = (8, 24, 72)
"""How often the rest is played from all positions, from the better ones, and from the best."""
FAR = 150.0
"""How far behind the best a position is played no more."""
FEW = 4
"""Positions that are left at least."""
SHARE = 2
"""The part of the work that is left which is spent on one of these looks at most is one in so many."""


class Judge:
    """Judges positions of one fork for a seat. The same chances are drawn for each position.

    What companies earn, compared with what is usual, is that of the position at the beginning.
    """

    def __init__(self, fork: Fork, seat: str, company: str | None, seed: int) -> None:
        self.fork, self.view, self.company = fork, fork.view, company
        self.seat, self.seed = seat, seed
        self.known = knowledge_of(fork.title)
        self.sheet = Sheet(fork.view, self.known)
        running = (c for c in fork.view.companies() if c.floated and c.kind != "private")
        self.scales = {c.id: self._scale(c.id) for c in running}
        self.rounds = self._length()

    def _scale(self, company: str) -> float:
        """How its income compares with the usual: as it last ran, or searched where its trains are others."""
        view, trains = self.view, [t.kind for t in self.view.trains(company)]
        if not trains:
            return UNKNOWN if view.company(company).operated else self.sheet.untried(company)
        earned = None if company == self.company else last_income(view, company)
        if earned is None:
            earned = income(view, company, self.known.patience)
        if not earned:
            return UNKNOWN
        return self.sheet.scale(float(earned), trains, self.sheet.age(view, company))

    def _length(self) -> int:
        """How many operating rounds are left when the rest is played once."""
        rest = Rest(self.sheet, self.sheet.outline(self.view, self.scales), Random(0))
        rest.worths()
        return max(1, rest.played)

    def outline(self) -> Outline:
        """The position of now in outline."""
        found = self.sheet.outline(self.view, self.scales)
        found.rounds = self.rounds
        return found

    def score(self, outline: Outline, time: int) -> float:
        """How well the seat does against the others when the rest is played once: 10 for about a percent."""
        rest = Rest(self.sheet, outline.twin(), Random(1000 * self.seed + time))
        return standing(dict(zip(self.view.seats, rest.worths(), strict=True)), self.seat, self.known.envy)

    def ranked(self, actions: Sequence[Action], budget: Budget) -> list[tuple[float, Action]]:
        """The actions by how well the seat does after them, best first; the better, the oftener played."""
        outlines = [self._after(action) for action in actions]
        sums, played = [0.0] * len(actions), [0] * len(actions)
        left = list(range(len(actions)))
        for most in TIMES:
            share = (budget.work - budget.spent) // (self.known.play_work * len(left) * SHARE)
            for i in left:
                for _ in range(max(1, min(most - played[i], share))):
                    if played[i] and not budget.take(self.known.play_work):
                        break
                    sums[i] += self.score(outlines[i], played[i])
                    played[i] += 1
            left.sort(key=lambda i: (-sums[i] / played[i], i))
            left = self._nearest(left, [total / times for total, times in zip(sums, played, strict=True)])
        means = [total / times for total, times in zip(sums, played, strict=True)]
        order = left + sorted(set(range(len(actions))) - set(left), key=lambda i: (-means[i], i))
        return [(means[i], actions[i]) for i in order]

    def _nearest(self, order: Sequence[int], means: Sequence[float]) -> list[int]:
        """Of positions in order the better half, without those far behind; a few in any case."""
        near = [i for place, i in enumerate(order) if place < FEW or means[i] > means[order[0]] - FAR]
        return near[: max(FEW, len(order) // 2)]

    def _after(self, action: Action) -> Outline:
        with self.fork.after(action):
            found = self.outline()
        if action.args.get("payout") == WITHHOLD and self.company in found.firms:
            found.firms[self.company].saves = True
        return found

"""Offers to others: a deal that leaves both better off, by what it is worth to each.

A player proposes only what he would like and what the other could like, so that no table is annoyed. Only
privates are asked for: what a train is worth to another company cannot be told well enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Range, Subject
from engine.core.state import Offer
from engine.game import Game
from engine.message import say
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.seat import Budget, Decision
from engine.players.worth.appraisal import Appraiser, gain
from engine.players.worth.belongings import belongings, gives_for_nothing
from engine.steps.offers import AcceptOffer

PREFIX = "offer_"
"""With this begin the kinds of action that propose a deal."""
PART, LEAST = 0.1, 5.0
"""What a deal must bring each side at least: as a part of its price, and in money."""
STEPS = 8
"""Into how many steps the range of possible prices is divided."""
MOST = 24
"""The most things of which one player thinks in one decision."""
WHY = say("It leaves both sides better off.")

Deal = tuple[str, str, str]
"""The kind of an offer, whom it asks, and what it is about."""


def deal_of(offer: Offer) -> Deal:
    """What is proposed to whom, whatever its price."""
    return offer.kind, offer.to, repr(sorted(offer.data.items()))


@dataclass(frozen=True, slots=True)
class _Judged:
    """An offer, and what it brings who proposes it and who is asked."""

    action: Action
    own: float
    other: float

    @property
    def least(self) -> float:
        """What it brings the side that it brings less."""
        return min(self.own, self.other)


class _Proposer:
    """Looks for a deal of a seat with some partners; ``refused`` are deals that are not proposed again."""

    def __init__(
        self, game: Game, seat: str, budget: Budget, partners: Collection[str], refused: Collection[Deal] = ()
    ) -> None:
        self.fork, self.seat, self.budget = Fork(game), seat, budget
        self.partners, self.refused = partners, refused
        self.eye = Appraiser(self.fork, knowledge_of(game.title))
        self._before: Mapping[str, float] = {}
        self._had = {each: belongings(self.fork.view, each) for each in self.fork.view.seats}

    def decision(self) -> Decision | None:
        """The best deal that both sides should like; None without one."""
        choices = [
            choice
            for choice in self.fork.choices(self.seat)
            if choice.kind.startswith(PREFIX) and choice.subject is Subject.PRIVATES
        ]
        found: list[_Judged] = []
        if choices and self.partners:
            self._before = self.eye.worths()
            found = [best for choice in choices for best in self._deals(choice)]
        best = max(found, key=lambda deal: deal.least, default=None)
        return None if best is None else Decision((best.action,), WHY)

    def _deals(self, choice: Choice) -> Iterator[_Judged]:
        if not choice.fields or choice.fields[-1].kind != "amount":
            return
        for count, args in enumerate(self._things(choice, {})):
            if count == MOST:
                return
            best = self._priced(choice, args)
            if best is not None:
                yield best

    def _things(self, choice: Choice, args: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
        """The values of all fields but the price."""
        if len(args) == len(choice.fields) - 1:
            yield args
            return
        name = choice.fields[len(args)].name
        options = self.fork.options(self.seat, choice.kind, name, args)
        if not isinstance(options, Range):
            for option in options:
                yield from self._things(choice, {**args, name: option.value})

    def _priced(self, choice: Choice, args: Mapping[str, Json]) -> _Judged | None:
        """A thing at the price that is fairest to both; None if one side gets too little."""
        name = choice.fields[-1].name
        prices = self.fork.options(self.seat, choice.kind, name, args)
        if not isinstance(prices, Range) or prices.low > prices.high:
            return None
        best: _Judged | None = None
        for price in _steps(prices):
            if not self.budget.take():
                break
            judged = self._judged(Action(choice.kind, self.seat, {**args, name: price}))
            if judged is None:
                return best
            if judged.least > max(LEAST, PART * price) and (best is None or judged.least > best.least):
                best = judged
        return best

    def _judged(self, action: Action) -> _Judged | None:
        """What a deal brings both; None if it cannot be made, or not with these partners, or not again."""
        if not self.fork.legal(action):
            return None
        known = set(self.fork.view.state.offers)
        with self.fork.after(action) as view:
            made = [offer for key, offer in view.state.offers.items() if key not in known]
            if len(made) != 1 or made[0].to not in self.partners or deal_of(made[0]) in self.refused:
                return None
            taken = Action(AcceptOffer.kind, made[0].to, {"offer": made[0].id})
            if not self.fork.legal(taken):
                return None
            with self.fork.after(taken) as later:
                if any(gives_for_nothing(had, belongings(later, each)) for each, had in self._had.items()):
                    return None
                worths = self.eye.refreshed().worths()
        return _Judged(action, gain(self._before, worths, self.seat), gain(self._before, worths, made[0].to))


def _steps(prices: Range) -> list[int]:
    """Possible prices from the lowest to the highest one."""
    wide = (prices.high - prices.low) // prices.step
    counts = {wide * part // STEPS for part in range(STEPS + 1)}
    return [prices.low + count * prices.step for count in sorted(counts)]


def propose(
    game: Game, seat: str, budget: Budget, partners: Collection[str], refused: Collection[Deal] = ()
) -> Decision | None:
    """An offer of a seat to one of its partners that both should like; None without one."""
    return _Proposer(game, seat, budget, partners, refused).decision()

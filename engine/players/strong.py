"""*Strong*: plays good actions on to the end of the round, and compares what came of them.

In such a branch all seats play by the rules of thumb of *steady*; what follows an action in the same turn (a
lay, then the run, the dividend, a train) and what the others make of it are judged with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.actions import Action
from engine.game import Game
from engine.players.appraisal import Appraiser
from engine.players.bidding import is_auction
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outlook import Outlook, outlook
from engine.players.reasons import reason
from engine.players.seat import Budget, Decision, Weighed
from engine.players.steady import Thought

WIDTH = 6
"""Actions that are played on, at most."""
PLANS = 10
"""Ways to go on with the turn of a company that are played to its end, at most."""
RIVAL = 0.35
"""How much a gain of the others on average, and that of the best of them, weigh against one's own."""
SURE = 0.01
"""By how much of it another action must end better than what *steady* would do: branches are but guesses."""
QUICK_WORK = 60
"""Work and lays of a decision in a branch."""
QUICK_LAYS = 3
Moment = tuple[str, int, int]


class Strong:
    """Plays to win by looking ahead over all seats."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """The action whose branch ends best."""
        began = budget.clock()
        fork = Fork(game)
        thought = Thought(
            fork, seat, Budget(4 * QUICK_WORK, budget.over), self.seed, 2 * knowledge_of(game.title).lays
        )
        first = thought.weighed()
        actions = [each.action for each in first][: WIDTH if thought.company is None else PLANS]
        if not actions:
            actions = [thought.unweighed(game)]
        weighed = [Weighed(actions[0], 0.0)]
        if len(actions) > 1 and not is_auction(fork.view):
            weighed = lookahead(fork, seat, budget).compared(actions)
        why = reason(fork.view, weighed[0].action, weighed[0].worth)
        return Decision((weighed[0].action,), why, tuple(weighed[1:]), budget.clock() - began)


def lookahead(fork: Fork, seat: str, budget: Budget) -> Lookahead:
    """How far a seat looks: over the turn of a company that operates, else over the round."""
    waiting = fork.waiting()
    company = waiting.company if waiting else None
    if fork.view.cursor.round == "operating" and company is not None:
        return Turn(fork, seat, budget, company)
    return Lookahead(fork, seat, budget)


class Lookahead:
    """Plays actions of a seat on, in branches that all end at the same moment."""

    lays = QUICK_LAYS

    def __init__(self, fork: Fork, seat: str, budget: Budget) -> None:
        self.fork, self.seat, self.budget = fork, seat, budget
        self.known = knowledge_of(fork.title)
        self.begun = _moment(fork)
        self.rounds = outlook(fork.view, self.known).rounds

    def compared(self, actions: Sequence[Action]) -> list[Weighed]:
        """The actions with what they bring beyond the first, best first; those for which work lasts."""
        found: list[Weighed] = []
        base = 0.0
        for action in actions:
            worth = self._outcome(action)
            if worth is None:
                break
            sure = SURE * abs(worth) if found else 0.0
            base = worth if not found else base
            found.append(Weighed(action, worth - base - sure))
        if not found:
            return [Weighed(actions[0], 0.0)]
        return sorted(found, key=lambda each: -each.worth)

    def _outcome(self, action: Action) -> float | None:
        """What the branch of an action is worth to the seat; None when the work ran out."""
        with self.fork.branch():
            self.fork.do(action)
            while not self._is_over():
                if not self.budget.take():
                    return None
                following = self._next()
                if following is None:
                    break
                self.fork.do(following)
            return self._score()

    def _is_over(self) -> bool:
        """Whether the branch has come to where it is judged."""
        state = self.fork.writer.state
        return bool(state.ended) or (not state.pending and self._is_past(_moment(self.fork)))

    def _is_past(self, now: Moment) -> bool:
        """A stock round or auction is played on to the end of the next operating round."""
        if self.begun[0] == "operating":
            return now != self.begun
        return now[0] == "operating" and (
            now[2] > 1 or len(self.fork.view.cursor.done) >= self.known.turns_ahead
        )

    def _next(self) -> Action | None:
        """What the seat for which the branch waits does, by rules of thumb."""
        waiting = self.fork.waiting()
        seat = None if waiting is None else next((p for p in waiting.players if self.fork.choices(p)), None)
        if seat is None:
            return None
        thought = Thought(self.fork, seat, Budget(QUICK_WORK), None, self.lays)
        weighed = thought.weighed()
        return weighed[0].action if weighed else thought.any_action()

    def _score(self) -> float:
        """The worth of the seat against the others; all branches have as many rounds to come."""
        ahead = replace(outlook(self.fork.view, self.known), rounds=max(1, self.rounds - 1))
        worths = self._eye(ahead).worths()
        others = [worths[p] for p in self.fork.view.seats if p != self.seat]
        if not others:
            return worths[self.seat]
        return worths[self.seat] - RIVAL * (sum(others) / len(others) + max(others)) / 2

    def _eye(self, ahead: Outlook) -> Appraiser:
        return Appraiser(self.fork, self.known, ahead)


class Turn(Lookahead):
    """Plays the turn of a company to its end: track, marker, run, dividend and trains judged together."""

    lays = 2 * QUICK_LAYS

    def __init__(self, fork: Fork, seat: str, budget: Budget, company: str) -> None:
        super().__init__(fork, seat, budget)
        self.company = company

    def _is_past(self, now: Moment) -> bool:
        return now != self.begun or self.fork.view.cursor.actor != self.company

    def _eye(self, ahead: Outlook) -> Appraiser:
        """The runs of the company are searched, with what its track will bear."""
        eye = super()._eye(ahead)
        eye.exactly([self.company])
        return eye


def _moment(fork: Fork) -> Moment:
    cursor = fork.view.cursor
    return cursor.round, cursor.number, cursor.part

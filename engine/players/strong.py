"""*Strong*: judges what it may do by playing the rest of the game in outline from each position after it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.actions import Action
from engine.core.choices import Choice
from engine.game import Game
from engine.players.bidding import is_auction
from engine.players.building import is_lay
from engine.players.candidates import completions, quiet
from engine.players.dealing import Dealer
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.reasons import reason
from engine.players.seat import Budget, Decision, Weighed
from engine.players.steady import Thought
from engine.players.whole import Judge
from engine.steps.track import HEX

QUICK_WORK = 240
"""Work of the first look."""
MOST = 400
"""Ways to fill in a choice that are judged."""
JUDGED = ("buy_share", "par", "dividend", "buy_train", "buy_private")
"""Kinds of action that are judged by the rest of the game."""
BETTER = 5.0
"""What an action must bring beyond leaving things as they are."""


class Strong:
    """Plays to win by what comes of its actions until the end of the game."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """The action after which the seat does best."""
        began = budget.clock()
        fork = Fork(game)
        thought = Thought(
            fork, seat, Budget(QUICK_WORK, budget.over), self.seed, knowledge_of(game.title).lays
        )
        weighed = self._weighed(thought, budget)
        action = weighed[0].action if weighed else thought.unweighed(game)
        why = reason(fork.view, action, weighed[0].worth if weighed else 0.0)
        return Decision((action,), why, tuple(weighed[1:6]), budget.clock() - began)

    def _weighed(self, thought: Thought, budget: Budget) -> list[Weighed]:
        fork, seat = thought.fork, thought.seat
        if is_auction(fork.view):
            return thought.weighed()
        choices = [c for c in fork.choices(seat) if thought.is_looked_at(c)]
        still = quiet(fork, seat, choices)
        board = [c for c in choices if is_placed(c)]
        judged = [c for c in choices if c not in board and (still is None or c.kind != still.kind)]
        judged = [c for c in judged if c.kind in JUDGED]
        rest = [c for c in choices if c not in judged]
        found: list[Weighed] = []
        if judged:
            found = self._judged(thought, judged, still, budget)
        if rest and (not found or found[0].action == still or found[0].worth <= BETTER):
            return thought.weighed_of(rest, still)
        return found

    def _judged(
        self, thought: Thought, choices: Sequence[Choice], still: Action | None, budget: Budget
    ) -> list[Weighed]:
        """Actions by what comes of them, beyond leaving things as they are, best first."""
        fork, seat = thought.fork, thought.seat
        actions = self._actions(thought, choices)
        if len(actions) + (still is not None) < 2:
            return [Weighed(a, 0.0) for a in actions or ([still] if still else [])]
        judge = Judge(fork, seat, thought.company, self.seed)
        if still is not None:
            actions.append(still)
        found = judge.best(actions, budget)
        base = next((score for score, action in found if action == still), found[-1][0])
        weighed = [Weighed(action, score - base) for score, action in found]
        if still is None:
            return weighed
        return [each for each in weighed if each.worth > BETTER] + [Weighed(still, 0.0)]

    def _actions(self, thought: Thought, choices: Sequence[Choice]) -> list[Action]:
        """What is judged: of companies to start the one that is liked best, at each par."""
        fork, seat = thought.fork, thought.seat
        found = []
        for choice in choices:
            actions = completions(fork, seat, choice, MOST)
            if choice.kind == "par":
                dealer = Dealer(thought.eye, seat, Budget(400))
                liked = [each.action.args["company"] for each in dealer.deals([choice])] or [
                    a.args["company"] for a in actions[:1]
                ]
                actions = [a for a in actions if a.args["company"] == liked[0]]
            found += actions
        return found


def is_placed(choice: Choice) -> bool:
    """Whether a choice is judged on the board: lays, markers and runs."""
    if is_lay(choice) or any(field.kind == "routes" for field in choice.fields):
        return True
    return bool(choice.fields) and choice.fields[0].name == HEX.name

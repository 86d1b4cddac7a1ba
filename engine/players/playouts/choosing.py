"""*Strong* late in a game: what comes of each way to act when the game is played to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.actions import Action
from engine.core.view import View
from engine.players.candidates import quiet
from engine.players.playouts.playout import LONGEST, Playout
from engine.players.seat import Budget, Weighed
from engine.players.steady import Thought
from engine.rules.dividends import WITHHOLD

CLEARLY = 25.0
"""How much better than *steady*'s choice another must do to be taken: a playout is one of many courses."""
OTHERS = 2
"""Ways to act that are played beside *steady*'s choice."""


def is_late(view: View, phase: str) -> bool:
    """Whether a phase has begun; never for none."""
    phases = list(view.data.phases)
    return phase in phases and phases.index(view.state.phase) >= phases.index(phase)


def played_out(thought: Thought, usual: Sequence[Weighed], budget: Budget) -> list[Weighed]:
    """*Steady*'s choice, or one after which the seat does clearly better, as far as work and time allow."""
    own = usual[0].action
    others = list(_others(thought, own))
    if not others:
        return list(usual)
    playout = Playout(thought.fork)
    base = playout.score(thought.seat, own)
    if base is None:
        return list(usual)
    found = [Weighed(own, 0.0)]
    for action in others[:OTHERS]:
        left = 0 if budget.over() else min(LONGEST, budget.work - playout.played)
        score = playout.score(thought.seat, action, left) if left > 0 else None
        if score is not None and score - base > CLEARLY:
            found.append(Weighed(action, score - base))
    return sorted(found, key=lambda each: -each.worth)


def _others(thought: Thought, own: Action) -> Iterator[Action]:
    """What may be done in place of an action: nothing, and what is liked next."""
    fork, seat, kinds = thought.fork, thought.seat, thought.known.plays
    choices = [c for c in fork.choices(seat) if thought.is_looked_at(c)]
    looked_at = [c for c in choices if c.kind in kinds]
    still = quiet(fork, seat, choices)
    if not looked_at or (own.kind not in kinds and own != still):
        return
    if still is not None and still != own:
        yield still
    for each in thought.looks(looked_at):
        if each.action != own and not _is_idle(thought, each.action):
            yield each.action


def _is_idle(thought: Thought, action: Action) -> bool:
    """Whether income would be kept that does not make the next train of the bank affordable."""
    lot, company = thought.eye.ahead.at(0), thought.company
    if action.args.get("payout") != WITHHOLD or lot is None or company is None:
        return False
    cash = thought.fork.view.cash(company)
    return not cash < lot.price <= cash + thought.eye.foresight.income(company)

"""*Guide*: advises who learns. It plays as *strong* does, but buys no train that would stand idle."""

from __future__ import annotations

from engine.core.actions import Action
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.runs import income, income_with
from engine.rules.trains import find


class Guide(Strong):
    """Plays to win by moves whose use a learner can see."""

    def _is_sane(self, thought: Thought, action: Action) -> bool:
        return super()._is_sane(thought, action) and not _stands_idle(thought, action)


def _stands_idle(thought: Thought, action: Action) -> bool:
    """Whether a train is bought that will rust, and adds nothing to what the company earns on its track."""
    view, company = thought.fork.view, thought.company
    if action.kind != "buy_train" or company is None or not view.trains(company):
        return False
    train = find(view, str(action.args.get("source")), str(action.args.get("train")))
    spec = view.data.trains.get(train.kind) if train is not None else None
    if train is None or spec is None or spec.rusted_by is None:
        return False
    patience = thought.known.patience
    return income_with(thought.fork, company, train, patience) <= income(view, company, patience)

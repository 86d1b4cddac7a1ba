"""What is to come: operating rounds until the end, trains of the bank, and how long trains live."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.core.state import BANK, DEPOT, Train
from engine.core.view import View
from engine.players.knowledge import Knowledge
from engine.rules import trains
from engine.rules.ending import is_bank_broken
from engine.steps.turns import ROUNDS_IN_SET, SETS

LONG = 99
"""More rounds than any game has left."""
BANKED = 0.3
"""How much slower what the bank pays out grows than incomes: trains and shares bring it money."""
EARLY = 2.2
"""Operating rounds in a set, before a phase says how many there are."""


@dataclass(frozen=True, slots=True)
class Lot:
    """A kind of train of the bank: how many rounds from now on it is sold, and the price of one."""

    kind: str
    price: int
    begins: float
    sample: Train


@dataclass(frozen=True)
class Outlook:
    """``rounds``: operating rounds to come, this one included. ``lots``: what the bank will sell."""

    rounds: int
    lots: tuple[Lot, ...]
    lives: dict[str, float]

    def life(self, kind: str) -> float:
        """Rounds in which a train of a kind still runs."""
        return self.lives.get(kind, LONG)

    def at(self, round_: float) -> Lot | None:
        """What the bank sells so many rounds from now; None when it has nothing more."""
        begun = [lot for lot in self.lots if lot.begins <= round_]
        return begun[-1] if begun else None

    def restocked(self, after: Outlook) -> Outlook:
        """The same after a purchase that was among those foreseen: ``after`` tells what the bank has left."""
        begins = {lot.kind: lot.begins for lot in self.lots}
        lots = [replace(lot, begins=begins.get(lot.kind, lot.begins)) for lot in after.lots]
        return Outlook(self.rounds, (*(replace(lot, begins=0.0) for lot in lots[:1]), *lots[1:]), self.lives)


def outlook(view: View, known: Knowledge) -> Outlook:
    """What a position lets one foresee."""
    lots = _lots(view, known)
    begins = {lot.kind: lot.begins for lot in lots}
    lives = {}
    for spec in view.data.trains.values():
        end = begins.get(spec.rusted_by or "")
        if end is not None:
            lives[spec.kind] = max(0.0, end)
    return Outlook(_rounds(view, known), lots, lives)


def operating(view: View) -> int:
    """How many companies run trains now."""
    return sum(c.floated and view.president(c.id) is not None for c in view.companies())


def _lots(view: View, known: Knowledge) -> tuple[Lot, ...]:
    rate = max(0.8, known.sales * operating(view))
    found: list[Lot] = []
    rules = trains.rules_of(view)
    for ahead, train in enumerate(view.trains(DEPOT)):
        if all(lot.kind != train.kind for lot in found):
            found.append(Lot(train.kind, rules.price(view, train), ahead / rate, train))
    return tuple(found)


def has_run_out(view: View, company: str) -> bool:
    """Whether a company has had its last turn: the game ends with this round."""
    last = int(view.state.notes.get(ROUNDS_IN_SET) or 0)
    return is_bank_broken(view) and 0 < last <= view.cursor.part and company in view.cursor.done


def elapsed(view: View) -> float:
    """About how many operating rounds there were."""
    sets = int(view.state.notes.get(SETS, 0))
    here = view.cursor.part if view.cursor.round == "operating" else 0
    done = sets - 1 if view.cursor.round == "operating" else sets
    return max(0, done) * EARLY + max(0, here - 1)


def _rounds(view: View, known: Knowledge) -> int:
    """By what the bank still has and what it pays out, and by how long such games are."""
    usual = max(2.0, known.rounds - elapsed(view))
    earned = sum(c.last_revenue or 0 for c in view.companies() if c.floated)
    if earned <= 0:
        return round(usual)
    growth = max(known.growth * BANKED, 0.001)
    bank = math.log1p(max(0, view.cash(BANK)) * growth / (earned * 1.1)) / math.log1p(growth)
    return max(1, round(min(bank + 1.5, 1.5 * usual + 2)))

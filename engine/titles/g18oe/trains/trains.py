"""Trains of 18OE (11.3.2, 11.6): cards of two sides, levels in order, a 2+2 reserved for each railroad.

A card in the Locomotive Works (owner ``depot``) or the Open Market (``pool``) is of the kind of its local
side; the buyer turns it (`PositionWriter.turn_train`). A rusted train that nobody owns lies in the box of its
level in the Locomotive Works: its owner is ``out``, where no other train goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.errors import Violation
from engine.core.state import DEPOT, OUT, POOL, Train
from engine.core.view import View
from engine.message import say
from engine.rules.trains import BANKS, TrainRules
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.floats.phases import AUCTION, CONCESSIONS, REGIONAL_MINOR, in_phase, level
from engine.titles.g18oe.railroads.companies import MAJOR, MINOR, NATIONAL, REGIONAL, has_power
from engine.titles.g18oe.railroads.ending import is_last_round
from engine.titles.g18oe.railroads.marks import SWIFT

PULLMAN = "pullman"
RESERVED, PRESERVED = "reserved_bought", SWIFT
"""Data: of a railroad that has taken its reserved 2+2 (11.6.1), of the train of the Swift line (14.10)."""
FIRST_LEVEL, SECOND_LEVEL, SEVENTH_LEVEL, LAST_LEVEL = 2, 3, 7, 8


# --- what a card is --------------------------------------------------------------------------------


def level_of(view: View, train: Train) -> int:
    """The level of a train; 0 of a Pullman (11.3.2)."""
    return level(view.data.trains[train.kind])


def other_side(view: View, train: Train) -> str | None:
    """The kind of the other side of a card, where it has one (11.3.2)."""
    found: str | None = view.data.trains[train.kind].extras.get("other")
    return found


def local_side(view: View, train: Train) -> str:
    """The kind of the local side of a card: the one with as many towns as its level."""
    other = other_side(view, train)
    if other is None or view.data.trains[train.kind].extras["towns"]:
        return train.kind
    return other


def first_kind(view: View) -> str:
    """The kind of the reserved trains (11.6.1)."""
    return next(t.kind for t in view.data.trains.values() if level(t) == FIRST_LEVEL)


def is_rusted(view: View, train: Train) -> bool:
    """Whether the phase in force, or one before, has rusted trains of its level (5.2)."""
    by = view.data.trains[train.kind].rusted_by
    return by is not None and any(phase.train == by for phase in view.phases)


def is_preserved(train: Train) -> bool:
    """Whether it is the 2+2 of the Swift Metropolitan Line (14.10)."""
    return bool(train.data.get(PRESERVED))


def pullmans(view: View, company: str) -> list[Train]:
    """The Pullman of a railroad, if it has one (11.6.2)."""
    return [t for t in view.trains(company) if t.kind == PULLMAN]


def rusted_box(view: View) -> list[Train]:
    """The rusted trains that nobody owns, in the boxes of the Locomotive Works (11.6.3)."""
    return [t for t in view.trains(OUT) if is_rusted(view, t)]


# --- levels ----------------------------------------------------------------------------------------


def owes_reserved(view: View, company: str) -> bool:
    """Whether a railroad has yet to take the 2+2 that is reserved for it (11.6.1)."""
    record = view.company(company)
    small = view.spec(company).kind in (MINOR, REGIONAL) and record.kind != NATIONAL
    return small and not record.data.get(RESERVED) and _level_two_lives(view)


def _level_two_lives(view: View) -> bool:
    by = next(t.rusted_by for t in view.data.trains.values() if level(t) == FIRST_LEVEL)
    return not any(phase.train == by for phase in view.phases)


def reserved(view: View) -> int:
    """How many 2+2 trains are kept for railroads that have floated or will (11.6.1)."""
    if not _level_two_lives(view):
        return 0
    minors = [view.company(s.id) for s in view.data.of_kind(MINOR)]
    regionals = [view.company(s.id) for s in view.data.of_kind(REGIONAL)]
    coming = view.data.figures(Figures).regional_floor - sum(r.floated for r in regionals)
    waiting = sum(not m.closed and not m.data.get(RESERVED) for m in minors)
    return waiting + max(0, coming) + sum(r.floated and owes_reserved(view, r.id) for r in regionals)


def levels_on_sale(view: View, company: str) -> list[int]:
    """The levels that the Locomotive Works sell to a railroad now; to all of them while none is in turn.

    Reserved trains are sold to those for which they are kept (11.6, 11.6.1).
    """
    left = Counter(level_of(view, t) for t in view.trains(DEPOT) if not is_rusted(view, t))
    firsts, running = [FIRST_LEVEL] * (left[FIRST_LEVEL] > 0), company in view.state.companies
    if running and owes_reserved(view, company):
        return firsts
    left[FIRST_LEVEL] -= reserved(view)
    lowest = min((n for n, count in left.items() if n and count > 0), default=None)
    found = [] if lowest is None or (lowest == SECOND_LEVEL and not _third_level(view)) else [lowest]
    found += [LAST_LEVEL] if _eights_out(view, left) and LAST_LEVEL not in found else []
    return found if running else list(dict.fromkeys([*firsts, *found]))


def _third_level(view: View) -> bool:
    """Level 3 is not sold until the first operating round is over, nor before the Major phase (8.3, 11.6)."""
    over = (view.cursor.number, view.cursor.part) > (1, 1)
    return over and not in_phase(view, AUCTION, CONCESSIONS, REGIONAL_MINOR)


def _eights_out(view: View, left: Counter[int]) -> bool:
    """Level 8 is sold once the card above it is reached (3.1)."""
    printed = sum(t.count or 0 for t in view.data.trains.values() if level(t) == SEVENTH_LEVEL)
    sold = printed - left[SEVENTH_LEVEL]
    return sold >= view.data.figures(Figures).level_eight_after and left[LAST_LEVEL] > 0


def has_pullmans(view: View) -> bool:
    """Whether Pullmans are on sale: from Train Phase 4 on (11.6.2)."""
    first = view.data.figures(Figures).minors.free_pullman_phase
    return any(phase.key == first for phase in view.phases)


class Trains(TrainRules):
    """Who sells which trains to whom, and for how much."""

    discards_excess = False
    """At the end of the step in which the phase began (11.6.3)."""
    aids_trades = False

    def faces(self, view: View, source: str, card: Train) -> Sequence[Train]:
        """Either side of a card that no railroad owns; between railroads it stays what it is (11.6)."""
        other = other_side(view, card)
        if source not in BANKS or other is None:
            return (card,)
        return card, Train(card.id, other, card.owner, card.data)

    def on_sale(self, view: View) -> tuple[str, ...]:
        levels = levels_on_sale(view, view.cursor.actor)
        kinds = [t.kind for t in view.data.trains.values() if level(t) in levels]
        return (*kinds, PULLMAN) if has_pullmans(view) else tuple(kinds)

    def nothing_on_sale(self, view: View) -> str:
        """The rest is reserved for first turns, or of a level that is not sold yet (8.3, 11.6, 11.6.1)."""
        left = {level_of(view, t) for t in view.trains(DEPOT) if not is_rusted(view, t)}
        later = say(
            "level {SECOND_LEVEL} is sold in the Major Railroad Phase, after the first operating round",
            SECOND_LEVEL=SECOND_LEVEL,
        )
        if left and not _third_level(view):
            kept = say(
                "Trains of level {FIRST_LEVEL} are kept for first turns; {later}.",
                FIRST_LEVEL=FIRST_LEVEL,
                later=later,
            )
            return (
                kept
                if FIRST_LEVEL in left
                else say(
                    "No train of level {FIRST_LEVEL} is left; {later}.", FIRST_LEVEL=FIRST_LEVEL, later=later
                )
            )
        return super().nothing_on_sale(view)

    def resold(self, view: View) -> tuple[str, ...]:
        """Nothing before the reserved train is bought (11.6.1), nothing that rusts in this step (11.6.3)."""
        if owes_reserved(view, view.cursor.actor):
            return ()
        gone = {t.kind for t in view.trains(POOL) if is_rusted(view, t)}
        return tuple(kind for kind in super().resold(view) if kind not in gone)

    def price(self, view: View, train: Train) -> int:
        """Minor J and its major pay 10 % less, rounded in their favour (15.9)."""
        face, actor = super().price(view, train), view.cursor.actor
        if actor in view.state.companies and has_power(view, actor, "J"):
            return face * (100 - view.data.figures(Figures).minors.train_discount) // 100
        return face

    def lifespan(self, view: View, train: Train) -> str:
        """Nothing takes the preserved train out of the game (14.10)."""
        return "" if is_preserved(train) else super().lifespan(view, train)

    def counts(self, view: View, train: Train) -> bool:
        """Neither a Pullman nor, from Train Phase 4 on, the preserved train (11.6)."""
        return bool(level_of(view, train)) and not is_preserved(train)

    def limited(self, view: View, company: str) -> list[Train]:
        """No Pullman, not the preserved train (11.6.2, 14.10)."""
        return [t for t in view.trains(company) if level_of(view, t) and not is_preserved(t)]

    def has_room(self, view: View, company: str, train: Train) -> bool:
        """One Pullman; trains up to the limit (11.6, 11.6.2)."""
        return (
            not pullmans(view, company) if train.kind == PULLMAN else super().has_room(view, company, train)
        )

    def limit_text(self, view: View, company: str, train: Train | None = None) -> str:
        """One Pullman, whatever the limit of trains (11.6.2)."""
        if train is not None and train.kind == PULLMAN:
            return say("{company} has a Pullman, and a railroad may own one.", company=company)
        return super().limit_text(view, company, train)

    def too_poor(self, view: View, company: str, most: int) -> Violation:
        """The president sells no stock to raise cash: he surrenders (11.6.4, 11.6.5)."""
        have = view.money(most)
        text = (
            say(
                "Treasury and purse together have {have}, and no stock is sold for a train: {company} closes "
                "as a national.",
                have=have,
                company=company,
            )
            if view.company(company).kind == MAJOR
            else say(
                "Treasury and purse together have {have}, and no stock is sold for a train: {company} is "
                "insolvent.",
                have=have,
                company=company,
            )
        )
        return Violation("must_surrender", text, {"most": most})

    def trade(self, view: View, buyer: str, train: Train) -> tuple[int, int | None] | None:
        """From 1 to the whole treasury, 75 for a Pullman; never of a national nor rusted (11.6, 14.10)."""
        early = in_phase(view, AUCTION, CONCESSIONS, REGIONAL_MINOR)
        seller = view.company(train.owner).kind
        kept = seller == NATIONAL or is_preserved(train) or is_rusted(view, train)
        if early or owes_reserved(view, buyer) or kept:
            return None
        price = view.data.figures(Figures).pullman["between"]
        return (price, price) if train.kind == PULLMAN else (1, None)

    def must_own(self, view: View, company: str) -> bool:
        """Every major; a minor or regional in its first operating round (11.6, 11.6.1)."""
        if is_last_round(view):  # 13: nobody buys trains
            return False
        return view.company(company).kind == MAJOR or owes_reserved(view, company)

    def label(self, view: View, train: Train) -> str:
        """``4+4`` is a local train, ``4`` an express (11.3.2)."""
        return "Pullman" if train.kind == PULLMAN else say("{kind} train", kind=train.kind)

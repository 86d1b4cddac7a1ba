"""What the first sale of a band of trains changes (7.9, 9)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.state import OUT, Train
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import PhaseSpec
from engine.message import joined, say
from engine.rules.phases import PhasePolicy
from engine.rules.trains import TRAINS, rules_of
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import is_shorter, is_simple
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.bands import EXPIRING, rusted_by, warranties

tell(
    Rank.RUST,
    rusts_1862="{company} scraps its {band} trains: {count}.",
    expires_1862="{company} keeps {count:train|trains} of band {band} until the warranties are used up.",
    scrapped_1862=Told("{company} scraps its {band} trains: {trains}.", reads={"trains": TRAINS}),
    expiring_1862=Told(
        "{company} keeps until their warranties are used up: {trains}.", reads={"trains": TRAINS}
    ),
)
"""The first two tell what logs of before tell."""


def first_sale(writer: PositionWriter, band: str) -> None:
    """The bank has sold a train of this band: if it is the first, the phase and all its effects begin now.

    What lasts is asked by phase (tiles, companies, limits, values); operating rounds count from the next
    set; trains over a new limit are kept (7.9).
    """
    bands = list(writer.data.phases)
    if bands.index(band) <= bands.index(writer.state.phase):
        return
    writer.begin_phase(band)
    for old in bands:
        if rusted_by(writer, old) == band:
            rust(writer, old)


def rust(writer: PositionWriter, band: str) -> None:
    """Scrap the trains of a band without compensation, but for those under warranty (7.10)."""
    for company in writer.state.companies:
        mine = [t for t in writer.trains(company) if t.kind == band]
        lost = [t for t in mine if not warranties(t)]
        kept = [t for t in mine if t not in lost]
        if lost:
            writer.say("scrapped_1862", company=company, band=band, trains=_named(writer, lost))
        if kept:
            writer.say("expiring_1862", company=company, trains=_named(writer, kept))
        for train in lost:
            writer.move_train(train.id, OUT)
        for train in kept:
            writer.note_train(train.id, EXPIRING, True)


def _named(view: View, trains: Sequence[Train]) -> str:
    return joined(", ", (rules_of(view).label(view, train) for train in trains))


def train_limits(view: View, phase: PhaseSpec | None = None) -> tuple[int | None, int | None]:
    """(of each type, in all): with so many a company may not buy one more; None: no limit (7.9, 11.1).

    In the phase in force, or another one.
    """
    asked = phase or view.phase
    if is_simple(view):
        return None, view.data.figures(Figures).simple_train_limit[asked.key]
    each = asked.train_limit.get(say("of a type"))
    return (each, None) if each is not None else (None, asked.train_limit["major"])


def last_band(view: View) -> str:
    """The band whose first sale brings on the LNER: H, in the shorter game E (10.3, 11.2)."""
    return "E" if is_shorter(view) else "H"


def reached(view: View, phase: str) -> bool:
    """Whether the phase in force is this one or a later one."""
    phases = list(view.data.phases)
    return phases.index(view.state.phase) >= phases.index(phase)


class Phases(PhasePolicy):
    """The first sale of a band begins its phase."""

    def sold(self, writer: PositionWriter, kind: str, buyer: str) -> None:
        first_sale(writer, kind)

"""Minor C chooses its place in the operating order anew at the start of each operating round (15.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.recorded import one_of
from engine.core.rounds import ForcedStep, Move
from engine.core.state import Pending
from engine.core.story import Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import MAJOR, MINOR, has_power

GIVER = "C"
FIRST, LAST, NORMAL = "first", "last", "normal"
PLACES = {FIRST: word("first"), LAST: word("last"), NORMAL: say("in its normal position")}
tell(
    minor_c=Told(
        "{company} operates {place} in this operating round.", reads={"place": one_of(*PLACES.values())}
    )
)
PLACE = "minor_c"
NOTES = {PLACE: "the end of the operating round"}
"""Note: the place that minor C or its major has chosen."""
ASKED = "choose_order"


def holder(view: View) -> str | None:
    """The unmerged minor C, or the major that owns it, once it runs."""
    running = (c for c in view.companies(MINOR, MAJOR) if c.floated and has_power(view, c.id, GIVER))
    return next((c.id for c in running if view.president(c.id) is not None), None)


def ask(writer: PositionWriter) -> None:
    """Open the choice before any railroad operates."""
    company = holder(writer)
    president = None if company is None else writer.president(company)
    if president is not None:
        writer.push(Pending(ASKED, (president,), {"company": company}))


def forget(writer: PositionWriter) -> None:
    """Write that the operating round is over."""
    writer.note(PLACE, None)


def placed(view: View, order: Iterable[str]) -> list[str]:
    """An operating order with minor C, or its major, where it chose to be."""
    listed, company = list(order), holder(view)
    place = view.state.notes.get(PLACE, NORMAL)
    if company not in listed or place == NORMAL:
        return listed
    others = [c for c in listed if c != company]
    return [company, *others] if place == FIRST else [*others, company]


class ChooseOrder(Move):
    """Operate first, last, or in the normal position."""

    kind = ASKED
    args: ClassVar = {"place": str}

    def choice(self, view: View, player: str) -> Choice | None:
        company = holder(view)
        label, fields = (
            say("Order of {company}", company=company),
            (Field("place", say("When does it operate?")),),
        )
        note = say(
            "Does {company} operate first, last or in its normal position in this operating round?",
            company=company,
        )
        return Choice(self.kind, label, fields, note, company=company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(place, say("Operate {words}", words=words)) for place, words in PLACES.items()]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("place") in PLACES:
            return None
        return Violation("no_place", say("It operates {values}.", values=joined(", ", PLACES.values())))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        place = action.args["place"]
        writer.pop()
        writer.note(PLACE, place)
        writer.say("minor_c", company=holder(writer), place=PLACES[place])


class OrderStep(ForcedStep):
    """The president of minor C, or of its major, announces the choice."""

    name = ASKED
    label = say("operating order")
    subject: ClassVar[Subject] = Subject.ORDER
    moves: Sequence[Move] = (ChooseOrder(),)

    def company(self, view: View) -> str | None:
        return holder(view)

"""The binding events of our game in the words of recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Json
from engine.core.events import Event, Floated, Paid, PhaseBegan, PriceMoved, Said
from engine.core.log import Record
from engine.core.story import floated_in
from engine.core.view import View
from engine.recorded.facts import space

Story = Mapping[str, tuple[str, Mapping[str, str]]]
Binding = Mapping[str, tuple[str, ...]]
BINDING: Binding = {
    "price": ("corporation", "from", "to"),
    "pays_out": ("corporation", "amount", "to"),
    "withholds": ("corporation", "amount"),
    "capital": ("corporation", "amount"),
    "floats": ("corporation",),
    "president": ("corporation", "player"),
    "rust": ("trains",),
    "phase": ("phase",),
    "priority": ("player",),
}
"""Events that bind in the records of several titles, with what each states."""
STORY: Story = {
    "dividend_paid": ("pays_out", {"corporation": "company", "amount": "revenue"}),
    "dividend_withheld": ("withholds", {"corporation": "company", "amount": "revenue"}),
    "company_funded": ("capital", {"corporation": "company", "amount": "money"}),
    "company_floats": ("floats", {"corporation": "company"}),
    "new_president": ("president", {"corporation": "company", "player": "player"}),
    "priority": ("priority", {"player": "player"}),
}
"""Lines of the story that records have as binding events, and where each finds what it states."""


def bound(event: Mapping[str, Json], binding: Binding) -> dict[str, Json] | None:
    """What a recorded event states, reduced to what binds; None for an event that does not."""
    kind = event["event"]
    return {"event": kind, **{key: event.get(key) for key in binding[kind]}} if kind in binding else None


class Teller:
    """Reads the events of one record; most are told by the story, some by themselves."""

    story: ClassVar[Story] = STORY

    def __init__(self, view: View, happened: Sequence[Event]) -> None:
        self.view = view
        self.happened = happened

    @classmethod
    def tell(cls, view: View, records: Iterable[Record]) -> list[Json]:
        """The binding events of some records."""
        return [told for record in records for told in cls(view, record.events).all()]

    def all(self) -> Iterator[Json]:
        """The binding events of the record."""
        for i, event in enumerate(self.happened):
            if isinstance(event, PhaseBegan):
                yield {"event": "phase", "phase": event.after}
            elif isinstance(event, PriceMoved):
                yield from self.moved(event)
            elif isinstance(event, Paid):
                yield from self.paid(event)
            elif isinstance(event, Floated) and (told := floated_in(self.view, self.happened, i)):
                yield from self.said(told, i)
            elif isinstance(event, Said):
                yield from self.said(event, i)

    def moved(self, moved: PriceMoved) -> Iterator[Json]:
        """A price that goes from one space to another."""
        if moved.before is not None and moved.after is not None and moved.before != moved.after:
            spaces = {"from": space(self.view, moved.before), "to": space(self.view, moved.after)}
            yield {"event": "price", "corporation": moved.company, **spaces}

    def paid(self, paid: Paid) -> Iterator[Json]:
        """What a payment tells by itself."""
        return iter(())

    def said(self, said: Said, at: int) -> Iterator[Json]:
        """What the story tells at this place."""
        if said.key not in self.story:
            return
        kind, names = self.story[said.key]
        found: dict[str, Json] = {"event": kind}
        for theirs, ours in names.items():
            value = said.params[ours]
            found[theirs] = self.view.name(value) if theirs == "player" else value
        if kind == "pays_out":
            found |= {"amount": found.get("amount"), "to": self._holders(at)}
        yield found

    def _holders(self, at: int) -> dict[str, Json]:
        """To whom the dividend went that the story tells at this place: the payments just before."""
        to: dict[str, Json] = {}
        for event in reversed(self.happened[:at]):
            if not isinstance(event, Paid) or event.why != "dividend":
                break
            to[self.view.name(event.payee)] = event.amount
        return to

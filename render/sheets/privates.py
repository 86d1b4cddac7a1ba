"""The sheet of the private and minor companies: price, revenue, owner, and what each is good for."""

from __future__ import annotations

from collections.abc import Sequence

from engine import View
from engine.core.state import OUT
from engine.data.schema import CompanySpec
from engine.message import joined, say, word
from engine.rules.abilities import explained
from render.cards.doc import Doc, Section
from render.pen.words import holder

KINDS = (word("private"), word("minor"))
# What each of more companies than these has in common is said once.
_MANY = 8


def privates_doc(view: View) -> Doc:
    """Every company with a single certificate in printed order; those that closed are only named, last."""
    sections = [section for kind in KINDS for section in _of_kind(view, kind)]
    gone = [spec for kind in KINDS for spec in view.data.of_kind(kind) if view.company(spec.id).closed]
    sections += [Section(say("Closed"), [[_heading(spec)] for spec in gone])] if gone else []
    if not sections:
        return Doc(say("Private companies"), say("this game has none"))
    return Doc(say("Private companies"), say("what each brings its owner"), sections)


def _of_kind(view: View, kind: str) -> list[Section]:
    specs = [spec for spec in view.data.of_kind(kind) if not view.company(spec.id).closed]
    told = {spec.id: explained(view, spec.id) for spec in specs}
    shared = _shared(list(told.values()))
    sections = [_company(view, spec, [s for s in told[spec.id] if s not in shared]) for spec in specs]
    return [*([Section(say("Each {kind}", kind=kind), [[joined(" ", shared)]])] if shared else []), *sections]


def _shared(told: Sequence[Sequence[str]]) -> list[str]:
    """The sentences that would be said of each of many companies."""
    return [s for s in told[0] if all(s in other for other in told)] if len(told) > _MANY else []


def _heading(spec: CompanySpec) -> str:
    return say("{id} · {name}", id=spec.id, name=spec.name)


def _company(view: View, spec: CompanySpec, told: Sequence[str]) -> Section:
    owner = view.owner(spec.id)
    whose = say("out of play") if owner == OUT else holder(view, owner)
    line = say("Owner: {whose} · price {money}", whose=whose, money=view.money(spec.price))
    return Section(_heading(spec), [[line], *([[joined(" ", told)]] if told else [])])


def privates_alt(view: View) -> str:
    """The open companies in a sentence."""
    found = [s for kind in KINDS for s in view.data.of_kind(kind) if not view.company(s.id).closed]
    owners = joined(
        ", ", (say("{id} ({holder})", id=s.id, holder=holder(view, view.owner(s.id))) for s in found)
    )
    return say("Private and minor companies that are open: {owners}", owners=owners or word("none"))

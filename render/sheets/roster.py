"""The roster of the trains: what the bank has, what rusts when, and what each phase changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine import View
from engine.api import round_state
from engine.api.table import train_key
from engine.core.display import Display
from engine.core.state import DEPOT, OUT, POOL
from engine.data.schema import PhaseSpec, TrainSpec
from engine.message import AND, joined, say, word
from render.cards.doc import Cell, Chip, Doc, Item, Section, TrainCard
from render.cards.fleet import phase_of, tile_colour
from render.map.scene import company_badge
from render.pen.speech import Verbatim, said
from render.pen.words import holder, round_name
from render.pen.words import tint as tint_name

_WIDTHS = (2.5, 2.15, 2.25, 5.1)
_COLUMNS = ("", word("price"), word("left"), "")


MAX_BRIEF_PHASES = 2
"""The phases with trains to buy that a brief roster shows."""


def trains_doc(view: View, *, brief: bool = False) -> Doc:
    """The trains by the phase that begins with them, and who has which.

    ``brief``: only the next phases with trains to buy; the trains of the companies whose president acts have
    a row each, those of the others one row together.
    """
    phases = _phases_on_sale(view) if brief else list(view.data.phases.values())
    sections = [_phase(view, phase) for phase in phases]
    beside = [spec for spec in view.data.trains.values() if phase_of(view, spec.kind) is None]
    if brief:
        beside = [spec for spec in beside if _is_on_sale(view, spec)]
    if beside:
        sections.append(_kinds(view, Section(say("Sold beside them")), beside, ""))
    held = Section(
        say("Trains held"),
        _held_in_brief(view) if brief else _held(view),
        widths=(2, 6),
        empty=say("no company has a train"),
    )
    return Doc(
        say("Trains and phases"),
        say("phase {key} · {round_name}", key=view.phase.key, round_name=round_name(view)),
        [*sections, *([held] if held.rows or not brief else [])],
    )


def _phases_on_sale(view: View) -> list[PhaseSpec]:
    """The present phase, and the first phases of whose trains the bank has some or any number."""
    on_sale = [phase_of(view, spec.kind) for spec in view.data.trains.values() if _is_on_sale(view, spec)]
    first = list(dict.fromkeys(phase.key for phase in on_sale if phase is not None))[:MAX_BRIEF_PHASES]
    return [phase for phase in view.data.phases.values() if phase.key in (view.state.phase, *first)]


def _is_on_sale(view: View, spec: TrainSpec) -> bool:
    """Whether the bank has a train of a kind."""
    return spec.count is None or any(train.kind == spec.kind for train in view.trains(DEPOT))


def _led_beside(view: View) -> set[str]:
    """The company that the next decision is about, and the others of its president."""
    actor = round_state.deciding_company(view)
    president = view.president(actor) if actor is not None else None
    led = {c.id for c in view.companies() if view.president(c.id) == president}
    return {*([actor] if actor else []), *(led if president is not None else ())}


def _phase(view: View, phase: PhaseSpec) -> Section:
    """A phase with what holds in it, over the trains that the bank sells from then on."""
    here = phase.key == view.state.phase
    notes = view.policy(Display).phase_notes(view, phase) if here else ""
    section = Section(
        say("Phase {key}", key=phase.key),
        tint=phase.tiles[-1] if phase.tiles else "white",
        current=here,
        note=_changes(view, phase),
        empty=notes or say("no new train"),
    )
    specs = [spec for spec in view.data.trains.values() if phase_of(view, spec.kind) is phase]
    return _kinds(view, section, specs, notes)


def _kinds(view: View, section: Section, specs: Sequence[TrainSpec], notes: str) -> Section:
    """A section with a row for each kind of train; ``notes`` stand under the last."""
    told = [[_reach(view, spec), _rusting(view, spec)] for spec in specs]
    for lines in told[-1:]:
        lines.append(notes)
    under = {i: [line for line in lines if line] for i, lines in enumerate(told)}
    return replace(
        section,
        rows=[_train_row(view, spec) for spec in specs],
        columns=_COLUMNS,
        widths=_WIDTHS,
        right=frozenset({1, 2}),
        strong=frozenset(i for i, spec in enumerate(specs) if spec.kind == view.depot_kind()),
        under={i: lines for i, lines in under.items() if lines},
    )


def _changes(view: View, phase: PhaseSpec) -> str:
    """Tiles, train limits and operating rounds of a phase."""
    limits = said(view.policy(Display).phase_limits(view, phase))
    newest = said(tint_name(phase.tiles[-1])) if phase.tiles else ""
    rounds = said(say("{count:OR|ORs}", count=phase.operating_rounds))
    parts = [newest, said(say("limit: {limits}", limits=limits)) if limits else "", rounds]
    return Verbatim(" · ".join(filter(None, parts)))


def _train_row(view: View, spec: TrainSpec) -> list[Cell]:
    left = sum(train.kind == spec.kind for train in view.trains(DEPOT))
    cards = [train for train in view.state.trains.values() if train.kind == spec.kind]
    second = spec.count == 0 and not left
    gone = all(train.owner == OUT for train in cards) and (bool(cards) or not second)
    count = (
        say("no limit")
        if spec.count is None
        else say("2nd side")
        if second
        else say("{name} of {source_name}", name=left, source_name=len(cards))
    )
    first = view.policy(Display).rusted_by(view, spec.kind)
    lifespan = (
        say("out of play")
        if gone
        else say("rusts by the first {first}", first=first)
        if first
        else say("never rusts")
    )
    copies = 0 if gone else 4 if spec.count is None else 1 if second else left
    card = TrainCard(spec.kind, tile_colour(view, spec.kind), copies)
    return [card, Verbatim(view.money(spec.price)), count, lifespan]


def _reach(view: View, spec: TrainSpec) -> str:
    """How far a kind of train runs, where the title tells."""
    how = view.policy(Display).train_facts(view).get(spec.kind, "")
    return say("runs {how}", how=how) if how else ""


def _rusting(view: View, spec: TrainSpec) -> str:
    """What the first sale of a kind of train scraps; empty for nothing, or when it is sold."""
    rusted_by = view.policy(Display).rusted_by
    doomed = [kind for kind in view.data.trains if rusted_by(view, kind) == spec.kind]
    sold = any(t.kind == spec.kind and t.owner != DEPOT for t in view.state.trains.values())
    if not doomed or sold:
        return ""
    kinds = joined(AND, (say("{kind}-trains", kind=kind) for kind in doomed))
    return say("the first one rusts the {doomed}", doomed=kinds)


def _held(view: View, only: Collection[str] | None = None) -> list[list[Cell]]:
    """A row for each company with trains, among ``only`` if these are given, and for the open market."""
    rows: list[list[Cell]] = []
    owners = [c.id for c in view.companies() if view.trains(c.id) and (only is None or c.id in only)]
    for owner in [*owners, *([POOL] if view.trains(POOL) else [])]:
        chips: tuple[Item, ...] = tuple(Chip(train_key(view, train)) for train in view.trains(owner))
        rows.append([holder(view, owner) if owner == POOL else company_badge(view, owner), chips])
    return rows


def _held_in_brief(view: View) -> list[list[Cell]]:
    """The rows of `_held` for the companies whose president acts, and a single row for all others."""
    led = _led_beside(view)
    rows, others = _held(view, led), list[Item]()
    for company in view.companies():
        if company.id not in led and view.trains(company.id):
            others.append(company_badge(view, company.id))
            others += [Chip(train_key(view, train)) for train in view.trains(company.id)]
    if others:
        row: list[Cell] = [word("others"), tuple(others)]
        rows.insert(len(rows) - bool(view.trains(POOL)), row)
    return rows


def trains_alt(view: View, *, brief: bool = False) -> str:
    """The roster in a line."""
    left: dict[str, int] = {}
    for train in view.trains(DEPOT):
        left[train.kind] = left.get(train.kind, 0) + 1
    counts = joined(
        ", ", (say("{count} of kind {kind}", count=count, kind=kind) for kind, count in left.items())
    )
    return say(
        "Trains and phases, phase {key}. In the bank: {counts}",
        key=view.phase.key,
        counts=counts or word("none"),
    )

"""What cards, map and chart say of 1862 besides the usual."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.display import GONE, HOME, Display, Mark, ParArea
from engine.core.state import POOL, Company, Train
from engine.core.view import View
from engine.data.schema import PhaseSpec
from engine.message import AND, joined, say, word
from engine.rules.ending import is_bank_broken
from engine.titles.g1862.companies.companies import OBLIGATION, is_chartered, is_started
from engine.titles.g1862.companies.receivership import in_receivership
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.market import at_top
from engine.titles.g1862.data.options import types_in_play
from engine.titles.g1862.phases.bands import EXPIRING, rusted_by, train_name, type_of, warranties
from engine.titles.g1862.phases.ending import lner_formed
from engine.titles.g1862.phases.phases import last_band, reached, train_limits


class Shown(Display):
    """What 1862 says besides the usual."""

    no_president = say("in receivership")

    def facts(self, view: View, holder: str) -> list[tuple[str, str]]:
        """Permits, charter, warranties, dividends that move the price (7.8.5, 7.10); obligations (4.3)."""
        return _obligations(view, holder) if holder in view.seats else _company(view, holder)

    def brief(self, view: View, company: str) -> list[str]:
        """Permits, no charter, no director, who must float it (4.3, 6.5.3, 8)."""
        return _brief(view, company)

    def common(self, view: View) -> list[tuple[str, str]]:
        """Which companies can be started in a later phase (3.2)."""
        return [
            (say("From phase {phase}", phase=phase), joined(", ", ids))
            for phase, ids in _later(view).items()
            if ids
        ]

    def later(self, view: View) -> list[str]:
        """The same companies in a row (3.2)."""
        return [company for ids in _later(view).values() for company in ids]

    def train_facts(self, view: View) -> dict[str, str]:
        """What each band can be bought as (2.2, 9)."""
        kinds = types_in_play(view)
        return {
            b: joined(", ", (train_name(spec, kind) for kind in kinds))
            for b, spec in view.data.trains.items()
        }

    def rusted_by(self, view: View, kind: str) -> str | None:
        """In the shorter game D trains stay (11.2)."""
        return rusted_by(view, kind)

    def phase_limits(self, view: View, phase: PhaseSpec) -> str:
        """Of each type, or in all (7.9, 11.1)."""
        each, total = train_limits(view, phase)
        return (
            say("{each} of each type", each=each) if each is not None else say("{total} in all", total=total)
        )

    def phase_notes(self, view: View, phase: PhaseSpec) -> str:
        """What it changes in this game, by its variants (9, 11); what happens at the end (10)."""
        return joined(" ", filter(None, [phase.notes, *_changes(view, phase), _end(view, phase)]))

    def marks(self, view: View) -> list[Mark]:
        """The homes of companies that are not on the board yet, and of those out of play (2.1, 2.4.1)."""
        homes = view.board().hexmap.homes
        waiting = (c for c in view.state.companies.values() if c.id in homes and not view.stations(c.id))
        return [_home(view, record, homes[record.id][0]) for record in waiting]

    def par_chart(self, view: View) -> list[ParArea]:
        """The par chart: chartered companies, and the others (4.2, 6.5.3, 7.5.4)."""
        areas = ((word("chartered"), True), (say("not chartered"), False))
        return [_area(view, label, chartered) for label, chartered in areas]


def _later(view: View) -> dict[str, list[str]]:
    """The companies of each phase that has not begun."""
    phases = [phase for phase in view.data.phases if not reached(view, phase)]
    return {p: [c.id for c in view.companies() if c.data.get("from") == p] for p in phases}


def _obligations(view: View, player: str) -> list[tuple[str, str]]:
    due = [c.id for c in view.companies() if c.data.get(OBLIGATION) == player]
    return [(say("Must float"), joined(", ", due))] if due else []


def _company(view: View, company: str) -> list[tuple[str, str]]:
    record = view.company(company)
    if record.closed:
        return []
    shown = [(word("Permits"), joined(", ", map(word, record.data.get("permits", ()))) or word("none"))]
    if not is_started(view, company):
        return [*shown, (say("Can start"), say("from phase {get}", get=record.data.get("from", "A")))]
    shown.append(
        (word("Charter"), word("chartered") if is_chartered(view, company) else say("not chartered"))
    )
    if in_receivership(view, company):
        shown.append((word("Director"), say("none: in receivership")))
    if record.data.get(OBLIGATION):
        shown.append(
            (word("Obligation"), say("{name} must float it", name=view.name(record.data[OBLIGATION])))
        )
    if view.trains(company):
        shown.append((word("Warranties"), _warranties(view, company)))
    price = view.price(company)
    if price:
        times = range(1, view.data.market.dividend_bands + 1)
        bands = joined(", ", (f"{view.money(price * n)}" for n in times))
        shown.append((say("Steps right"), say("at a dividend of {bands}", bands=bands)))
    return shown


def _brief(view: View, company: str) -> list[str]:
    record = view.company(company)
    shown = [joined(AND, map(word, record.data.get("permits", ()))) or say("no permit")]
    if not is_started(view, company):
        return shown
    shown += [] if is_chartered(view, company) else [say("not chartered")]
    shown += [Shown.no_president] if view.owner(company) == POOL else []
    if record.data.get(OBLIGATION):
        shown.append(say("{name} must float it", name=view.name(record.data[OBLIGATION])))
    return shown


def _warranties(view: View, company: str) -> str:
    """How many lie on each train."""
    covered = (t for t in view.trains(company) if warranties(t))
    return joined(
        ", ",
        (
            say("{warranties} on {covered}", warranties=warranties(t), covered=_covered(view, t))
            for t in covered
        ),
    ) or word("none")


def _covered(view: View, train: Train) -> str:
    name = train_name(view.data.trains[train.kind], type_of(train))
    return say("{name} (obsolete)", name=name) if train.data.get(EXPIRING) else name


# --- the phases ----------------------------------------------------------------------------------------


def _changes(view: View, phase: PhaseSpec) -> Iterator[str]:
    """What its first train scraps, and a new train limit."""
    phases = list(view.data.phases.values())
    yield from (
        say("{band} trains rust.", band=band)
        for band in view.data.trains
        if rusted_by(view, band) == phase.key
    )
    at = phases.index(phase)
    each, total = train_limits(view, phase)
    if at and train_limits(view, phases[at - 1]) != (each, total):
        yield (
            say("At most {each} trains of each type.", each=each)
            if each is not None
            else say("At most {total} trains in all.", total=total)
        )


def _end(view: View, phase: PhaseSpec) -> str:
    """Whether the LNER has formed, or is about to; a broken bank or the market end the game first (10)."""
    phases = list(view.data.phases)
    if phases.index(phase.key) < phases.index(last_band(view)):
        return ""
    if lner_formed(view):
        return say("The LNER has formed.")
    ends = is_bank_broken(view) or bool(at_top(view))
    return "" if ends else say("The LNER forms after this set of operating rounds.")


# --- the map -------------------------------------------------------------------------------------------


def _home(view: View, record: Company, coord: str) -> Mark:
    if record.closed:
        return Mark(GONE, coord, say("home of {id}, which is out of play", id=record.id), record.id)
    phase = record.data.get("from", "A")
    since = "" if reached(view, phase) else say(", from phase {phase}", phase=phase)
    return Mark(HOME, coord, say("home of {id}{since}", id=record.id, since=since), record.id)


# --- the par chart -------------------------------------------------------------------------------------


def _area(view: View, label: str, chartered: bool) -> ParArea:
    values = view.data.figures(Figures).charter_pars
    here = [c for c in view.companies() if c.par is not None and is_chartered(view, c.id) == chartered]
    return ParArea(label, values, {par: [c.id for c in here if c.par == par] for par in values})

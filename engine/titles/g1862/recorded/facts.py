"""The position and the events of a game in the words of recorded games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.actions import Json
from engine.core.events import Paid, PhaseBegan, PriceMoved, Said, TrainMoved
from engine.core.state import OUT, Company, Train
from engine.core.view import View
from engine.recorded import events, facts
from engine.recorded.facts import components, counts, homes, shares
from engine.rules.market import operating_order
from engine.titles.g1862.companies import companies
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.mergers.absorb import REMOVE, pending_plan
from engine.titles.g1862.mergers.share_merge import NOTE
from engine.titles.g1862.phases.bands import EXPIRING, train_name, type_of, warranties
from engine.titles.g1862.phases.ending import lner_formed, shares_held

BINDING: events.Binding = {
    **events.BINDING,
    "subsidy": ("corporation", "amount"),
    "receivership": ("corporation",),
    "bankrupt": ("corporation",),
    "rust_after_warranty": ("train",),
}
"""The events that bind, with what each states."""


# --- the position ------------------------------------------------------------------------------------


LNER_END, BANK_END = "lner_formed", "bank_broken"
SETUP_PLAIN = ("bank", "starting_cash", "certificate_limit", "market")
SETUP_LISTS = ("par_chartered", "par_unchartered", "removed_corporations")
"""Keys of the set-up that are compared; the lists of the second kind have no order."""


def stated_setup(setup: Mapping[str, Json]) -> dict[str, Json]:
    """What the set-up line states of the components, beside the position."""
    found = {key: setup[key] for key in SETUP_PLAIN if key in setup}
    found |= {key: sorted(setup[key]) for key in SETUP_LISTS if key in setup}
    told = homes(setup)
    return {**found, "homes": told} if told else found


def setup_facts(view: View, stated: Mapping[str, Json]) -> dict[str, Json]:
    """Our components in the words of `stated_setup`, as far as they are stated."""
    figures, chart = view.data.figures(Figures), view.data.market
    ours: dict[str, Json] = {
        "market": list(chart.rows[0]),
        "par_chartered": sorted(figures.charter_pars),
        "par_unchartered": sorted(chart.value(cell) for cell in chart.par_cells),
    }
    return {key: ours[key] for key in stated if key in ours} | components(view, stated)


def end_told(view: View, told: Json) -> Json:
    """Why the game ended. The last set after the LNER also ends a game without a bank (10.2, 10.3)."""
    both = (view.state.ended, told) == (LNER_END, BANK_END) and view.state.bank <= 0
    return told if both else view.state.ended or None


class Position(facts.Position):
    """Permits, warranties, treasuries and obligations besides what any position has.

    ``directors`` are those when the record last stood still.
    """

    def __init__(self) -> None:
        self.directors: Mapping[str, str | None] = {}

    def stated(self, after: Mapping[str, Json]) -> dict[str, Json]:
        found = super().stated(after)
        return found | ({"order": list(dict.fromkeys(found["order"]))} if "order" in found else {})

    def of_company(self, told: Mapping[str, Json]) -> dict[str, Json]:
        permits, holds = list(dict.fromkeys(told["permits"])), counts(told.get("holds") or {})
        return super().of_company({**told, "permits": permits, "holds": holds})

    def of_train(self, told: Mapping[str, Json]) -> dict[str, Json]:
        """A train; one that is not obsolete, or has no warranty, need not say so."""
        found = {**told, "warranties": told.get("warranties") or 0}
        return found if found.get("expiring") else {k: v for k, v in found.items() if k != "expiring"}

    def of_player(self, told: Mapping[str, Json]) -> dict[str, Json]:
        found = super().of_player(told)
        due = found.pop("obligations", None)
        return {**found, "obligations": sorted(due)} if due else found

    def facts(self, view: View, after: Mapping[str, Json]) -> dict[str, Json]:
        found = super().facts(view, after)
        return found | ({"order": _order_as_told(view, after["order"])} if "order" in after else {})

    def is_started(self, view: View, company: Company) -> bool:
        return companies.is_started(view, company.id)

    def player(self, view: View, player: str, after: Mapping[str, Json]) -> dict[str, Json]:
        told = after["players"].get(view.name(player), {}).get("certs")
        record = {**super().player(view, player, after), "certs": _certs(view, player, told)}
        due = sorted(c.id for c in view.companies() if c.data.get(companies.OBLIGATION) == player)
        return {**record, "obligations": due} if due else record

    def company(self, view: View, record: Company) -> dict[str, Json]:
        held = shares(view, record.id)
        return {
            **super().company(view, record),
            "chartered": companies.is_chartered(view, record.id),
            "receivership": record.floated and self.president(view, record.id) is None,
            "permits": sorted(record.data["permits"]),
            "treasury": held.pop(record.id, 0),
            "holds": held,
        }

    def president(self, view: View, company: str) -> str | None:
        """The director by name; in the middle of a merger that of before.

        The record changes the director of the surviving company when all shares are merged (5.2.5), whatever
        becomes of certificates till then; the other company keeps its own until it leaves.
        """
        leaving = [pending_plan(view)["other"] for p in view.state.pending if p.kind == REMOVE]
        if company in self.directors and (view.state.notes.get(NOTE) or company in leaving):
            return self.directors[company]
        return super().president(view, company)

    def presidents(self, view: View) -> dict[str, str | None]:
        """The directors of started companies."""
        return {c.id: self.president(view, c.id) for c in view.companies() if self.is_started(view, c)}

    def tokens_left(self, view: View, company: str) -> int:
        return companies.unplaced(view, company)

    def train(self, view: View, train: Train) -> dict[str, Json]:
        found = {
            "level": train.kind,
            "type": train_name(view.data.trains[train.kind], type_of(train)),
            "kind": type_of(train),
            "warranties": warranties(train),
        }
        return {**found, "expiring": True} if train.data.get(EXPIRING) else found


def _certs(view: View, player: str, told: Json) -> int:
    """Certificates; once the LNER has formed its limit is one of shares, and either may be told (6.5.2)."""
    certs, held = len(view.certs(player)), shares_held(view, player)
    return held if lner_formed(view) and told == held else certs


def order(view: View) -> list[str]:
    """The operating order of the round: who had a turn, then who will.

    While markers over the limit are removed the surviving company already stands for the other one.
    """
    gone = [pending_plan(view)["other"] for p in view.state.pending if p.kind == REMOVE]
    running = [c.id for c in view.companies() if c.floated and c.id not in gone]
    begun = [c for c in (*view.cursor.done, view.cursor.actor) if c in running]
    return begun + [c for c in operating_order(view, running) if c not in begun]


def _order_as_told(view: View, told: Sequence[str]) -> list[str]:
    """Our order, in the record's words where both agree.

    The record keeps companies that left the game during the round, and names one that survived a merger of
    another's turn at both places.
    """
    running = {c.id for c in view.companies() if c.floated}
    ours, still = order(view), [c for c in told if c in running]
    once = (list(dict.fromkeys(still)), list(dict.fromkeys(reversed(still)))[::-1])
    return list(dict.fromkeys(told)) if ours in once else ours


# --- the events --------------------------------------------------------------------------------------


STORY: events.Story = {
    **events.STORY,
    "price_moved": ("price", {"corporation": "company", "from": "before", "to": "value"}),
    "dividend_topped_up": ("pays_out", {"corporation": "company"}),
    "started_1862": ("president", {"corporation": "company", "player": "player"}),
    "started_above_1862": ("president", {"corporation": "company", "player": "player"}),
    "receivership_1862": ("receivership", {"corporation": "company"}),
    "merge_receivership": ("receivership", {"corporation": "company"}),
    "company_bankrupt": ("bankrupt", {"corporation": "company"}),
}
"""Lines of the story that are binding events, and where each finds what it states."""


class Teller(events.Teller):
    """Most is told by the story, trains and subsidies by themselves."""

    story = STORY

    def all(self) -> Iterator[Json]:
        yield from super().all()
        yield from self._rust()

    def moved(self, moved: PriceMoved) -> Iterator[Json]:
        """The story tells it."""
        return iter(())

    def paid(self, paid: Paid) -> Iterator[Json]:
        if paid.why == "subsidy":
            yield {"event": "subsidy", "corporation": paid.payee, "amount": paid.amount}

    def _rust(self) -> Iterator[Json]:
        lost: dict[bool, list[str]] = {True: [], False: []}
        for event in self._scrapped():
            train = self.view.state.trains[event.train]
            name = train_name(self.view.data.trains[train.kind], type_of(train))
            lost[bool(train.data.get(EXPIRING))].append(name)
        if lost[False] and any(isinstance(event, PhaseBegan) for event in self.happened):
            yield {"event": "rust", "trains": sorted(set(lost[False]))}
        for name in lost[True]:
            yield {"event": "rust_after_warranty", "train": name}

    def _scrapped(self) -> Iterator[TrainMoved]:
        """The trains that left the game, but for those of a company that went bankrupt (7.12)."""
        bankrupt: set[str] = set()
        for event in self.happened:
            if isinstance(event, Said) and event.key == "company_bankrupt":
                bankrupt.add(event.params["company"])
            elif isinstance(event, TrainMoved) and event.after == OUT and event.before not in bankrupt:
                yield event

"""The position and the events of a game in the words of recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.board.faces import CITY
from engine.core.actions import Json
from engine.core.events import Event, Paid, PhaseBegan, Said, TrainMoved
from engine.core.log import Record
from engine.core.state import DEPOT, IPO, OUT, POOL, Company
from engine.core.view import View
from engine.recorded.track import drawn_face
from engine.rules.market import operating_order
from engine.titles.g1862 import companies
from engine.titles.g1862.absorb import REMOVE, pending_plan
from engine.titles.g1862.bands import EXPIRING, train_name, type_of, warranties
from engine.titles.g1862.ending import lner_formed, shares_held
from engine.titles.g1862.figures import Figures
from engine.titles.g1862.share_merge import NOTE

BINDING: Mapping[str, tuple[str, ...]] = {
    "price": ("corporation", "from", "to"),
    "pays_out": ("corporation", "amount", "to"),
    "withholds": ("corporation", "amount"),
    "subsidy": ("corporation", "amount"),
    "capital": ("corporation", "amount"),
    "floats": ("corporation",),
    "president": ("corporation", "player"),
    "receivership": ("corporation",),
    "bankrupt": ("corporation",),
    "rust": ("trains",),
    "rust_after_warranty": ("train",),
    "phase": ("phase",),
    "priority": ("player",),
}
"""The events that bind, with what each states."""


def binding(event: Mapping[str, Json]) -> Json:
    """What a recorded event states, reduced to what binds; None for an event that does not."""
    kind = event["event"]
    if kind not in BINDING:
        return None
    found = {"event": kind, **{key: event.get(key) for key in BINDING[kind]}}
    if kind == "rust":
        found["trains"] = sorted({train.rstrip("*") for train in found["trains"]})
    return found


# --- the position ------------------------------------------------------------------------------------


LNER_END, BANK_END = "lner_formed", "bank_broken"
_COUNTS = ("pool", "ipo", "depot")
SETUP_PLAIN = ("bank", "starting_cash", "certificate_limit", "market")
SETUP_LISTS = ("par_chartered", "par_unchartered", "removed_corporations")
"""Keys of the set-up that are compared; the lists of the second kind have no order."""


def stated_setup(setup: Mapping[str, Json]) -> dict[str, Json]:
    """What the set-up line states of the components, beside the position."""
    found = {key: setup[key] for key in SETUP_PLAIN if key in setup}
    found |= {key: sorted(setup[key]) for key in SETUP_LISTS if key in setup}
    homes = {c["id"]: c["home"] for c in setup["corporations"] if "home" in c}
    return {**found, "homes": homes} if homes else found


def setup_facts(view: View, stated: Mapping[str, Json]) -> dict[str, Json]:
    """Our components in the words of `stated_setup`, as far as they are stated."""
    figures, chart = view.data.figures(Figures), view.data.market
    ours: dict[str, Json] = {
        "bank": view.data.bank,
        "starting_cash": view.data.starting_cash[len(view.seats)],
        "certificate_limit": view.data.certificate_limit[len(view.seats)],
        "market": list(chart.rows[0]),
        "par_chartered": sorted(figures.charter_pars),
        "par_unchartered": sorted(chart.value(cell) for cell in chart.par_cells),
        "removed_corporations": sorted(c.id for c in view.state.companies.values() if c.closed),
    }
    ours["homes"] = {c: view.board().hexmap.homes[c][0] for c in stated.get("homes", ())}
    return {key: ours[key] for key in stated}


def stated(after: Mapping[str, Json]) -> dict[str, Json]:
    """A recorded position with tokens, trains and permits in one order, and without what is 0 or not so."""
    found = {key: _some(value) if key in _COUNTS else value for key, value in after.items()}
    found["corporations"] = {c: _sorted(record) for c, record in after["corporations"].items()}
    found["players"] = {name: _of_player(record) for name, record in after["players"].items()}
    if "order" in found:
        found["order"] = list(dict.fromkeys(found["order"]))
    if "tiles" in found:
        found["tiles"] = {coord: list(tile) for coord, tile in found["tiles"].items()}
    return found


def _some(counts: Mapping[str, Json]) -> dict[str, Json]:
    return {name: count for name, count in counts.items() if count}


def _sorted(record: Mapping[str, Json]) -> dict[str, Json]:
    found = dict(record)
    found["permits"] = sorted(set(found["permits"]))
    found["tokens"] = sorted(found["tokens"])
    found["trains"] = sorted((_of_train(train) for train in found["trains"]), key=_train_key)
    found["holds"] = _some(found.get("holds") or {})
    return found


def _of_train(train: Mapping[str, Json]) -> dict[str, Json]:
    """A train; one that is not obsolete, or has no warranty, need not say so."""
    found = {**train, "warranties": train.get("warranties") or 0}
    return found if found.get("expiring") else {k: v for k, v in found.items() if k != "expiring"}


def _of_player(record: Mapping[str, Json]) -> dict[str, Json]:
    found = {**record, "shares": _some(record["shares"])}
    due = found.pop("obligations", None)
    return {**found, "obligations": sorted(due)} if due else found


def _train_key(train: Mapping[str, Json]) -> tuple[Any, ...]:
    return train["level"], train["type"], train["warranties"], bool(train.get("expiring"))


def end_told(view: View, told: Json) -> Json:
    """Why the game ended. The last set after the LNER also ends a game without a bank (10.2, 10.3)."""
    both = (view.state.ended, told) == (LNER_END, BANK_END) and view.state.bank <= 0
    return told if both else view.state.ended or None


def presidents(view: View, before: Mapping[str, str | None]) -> dict[str, str | None]:
    """The directors of started companies by name; in the middle of a merger those of ``before``.

    The record changes the director of the surviving company when all shares are merged (5.2.5), whatever
    becomes of certificates till then; the other company keeps its own until it leaves.
    """
    leaving = [pending_plan(view)["other"] for p in view.state.pending if p.kind == REMOVE]
    found: dict[str, str | None] = {}
    for company in (c.id for c in view.companies() if companies.is_started(view, c.id)):
        president = view.president(company)
        found[company] = None if president is None else view.name(president)
        if company in before and (view.state.notes.get(NOTE) or company in leaving):
            found[company] = before[company]
    return found


def facts(view: View, after: Mapping[str, Json], before: Mapping[str, str | None]) -> dict[str, Json]:
    """Our position in the words of ``after``, as far as it goes.

    ``before`` are the directors as they were when the record last stood still.
    """
    directors = presidents(view, before)
    started = [c for c in view.companies() if companies.is_started(view, c.id)]
    found: dict[str, Json] = {
        "players": {view.name(p): _player(view, p, after["players"]) for p in view.seats},
        "corporations": {c.id: _company(view, c, directors[c.id]) for c in started},
        "bank": view.state.bank,
        "phase": view.state.phase,
        "pool": _place(view, POOL),
        "ipo": _place(view, IPO, [c.id for c in started]),
        "depot": _depot(view),
    }
    found = {key: value for key, value in found.items() if key in after}
    if "order" in after:
        found["order"] = _order_as_told(view, after["order"])
    if "tiles" in after:
        found["tiles"] = {coord: _tile(view, coord, tile) for coord, tile in after["tiles"].items()}
    return found


def _player(view: View, player: str, told: Mapping[str, Json]) -> dict[str, Json]:
    record: dict[str, Json] = {
        "cash": view.cash(player),
        "certs": _certs(view, player, told.get(view.name(player), {}).get("certs")),
        "shares": _shares(view, player),
    }
    due = sorted(c.id for c in view.companies() if c.data.get(companies.OBLIGATION) == player)
    return {**record, "obligations": due} if due else record


def _certs(view: View, player: str, told: Json) -> int:
    """Certificates; once the LNER has formed its limit is one of shares, and either may be told (6.5.2)."""
    certs, shares = len(view.certs(player)), shares_held(view, player)
    return shares if lner_formed(view) and told == shares else certs


def _shares(view: View, owner: str, names: Iterable[str] | None = None) -> dict[str, Json]:
    wanted = view.state.companies if names is None else names
    return {c: percent for c in wanted if (percent := view.percent(owner, c))}


def _place(view: View, place: str, names: Iterable[str] | None = None) -> dict[str, Json]:
    return _shares(view, place, names)


def _company(view: View, record: Company, president: str | None) -> dict[str, Json]:
    company = record.id
    return {
        "cash": record.cash,
        "price": _price(view, record),
        "par": record.par,
        "floated": record.floated,
        "chartered": companies.is_chartered(view, company),
        "president": president,
        "receivership": record.floated and president is None,
        "permits": sorted(record.data["permits"]),
        "trains": sorted((_train(view, t) for t in view.trains(company)), key=_train_key),
        "treasury": view.percent(company, company),
        "holds": {c: p for c, p in _shares(view, company).items() if c != company},
        "tokens": sorted(_station(view, place) for place in view.stations(company)),
        "tokens_left": companies.unplaced(view, company),
    }


def _price(view: View, record: Company) -> Json:
    if record.cell is None:
        return None
    value = view.data.market.value(record.cell)
    return {
        "column": record.cell[1],
        "value": value,
        "rank": view.state.market[record.cell].index(record.id),
    }


def _train(view: View, train: Any) -> dict[str, Json]:
    found = {
        "level": train.kind,
        "type": train_name(view.data.trains[train.kind], type_of(train)),
        "kind": type_of(train),
        "warranties": warranties(train),
    }
    return {**found, "expiring": True} if train.data.get(EXPIRING) else found


def _station(view: View, place: tuple[str, int]) -> list[Json]:
    coord, stop = place
    return [coord, view.board().face(coord).indices(CITY).index(stop)]


def _depot(view: View) -> dict[str, Json]:
    lots = [t.kind for t in view.trains(DEPOT)]
    return {band: lots.count(band) for band, spec in view.data.trains.items()
            if band in lots and not _unlimited(view, band)}  # fmt: skip


def _unlimited(view: View, band: str) -> bool:
    return band == list(view.data.trains)[-1]


def _tile(view: View, coord: str, recorded: Sequence[Json]) -> list[Json]:
    """Our tile, as the record names it where both look the same."""
    if coord not in view.state.tiles:
        return []
    name, rotation = view.state.tiles[coord]
    catalogue, theirs = view.board().catalogue, recorded[0]
    alike = theirs in catalogue and catalogue[theirs].base == catalogue[name].base
    if alike and drawn_face(catalogue[theirs].face(recorded[1])) == drawn_face(
        catalogue[name].face(rotation)
    ):
        return list(recorded)
    return [name, rotation]


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


def events(view: View, records: Iterable[Record], before: Mapping[str, str | None]) -> list[Json]:
    """The binding events of some records; a director who takes his own certificate again is none."""
    found: list[Json] = []
    for record in records:
        found += _Teller(view, record.events).tell()
    return [e for e in found if e["event"] != "president" or before.get(e["corporation"]) != e["player"]]


class _Teller:
    """Reads the events of one record: most are told by the story, money and trains by themselves."""

    def __init__(self, view: View, happened: Sequence[Event]) -> None:
        self.view = view
        self.happened = happened
        self.phase = any(isinstance(event, PhaseBegan) for event in happened)

    def tell(self) -> list[Json]:
        found: list[Json] = []
        for i, event in enumerate(self.happened):
            if isinstance(event, Said):
                found += self._said(event, i)
            elif isinstance(event, PhaseBegan):
                found.append({"event": "phase", "phase": event.after})
            elif isinstance(event, Paid) and event.why == "subsidy":
                found.append({"event": "subsidy", "corporation": event.payee, "amount": event.amount})
        return found + list(self._rust())

    def _said(self, said: Said, at: int) -> Iterator[Json]:
        told = _STORY.get(said.key)
        if told is None:
            return
        kind, names = told
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

    def _rust(self) -> Iterator[Json]:
        lost: dict[bool, list[str]] = {True: [], False: []}
        for event in self._scrapped():
            train = self.view.state.trains[event.train]
            name = train_name(self.view.data.trains[train.kind], type_of(train))
            lost[bool(train.data.get(EXPIRING))].append(name)
        if lost[False] and self.phase:
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


_STORY: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "price_moved": ("price", {"corporation": "company", "from": "before", "to": "value"}),
    "dividend_paid": ("pays_out", {"corporation": "company", "amount": "revenue"}),
    "dividend_topped_up": ("pays_out", {"corporation": "company"}),
    "dividend_withheld": ("withholds", {"corporation": "company", "amount": "revenue"}),
    "company_funded": ("capital", {"corporation": "company", "amount": "money"}),
    "company_floats": ("floats", {"corporation": "company"}),
    "started_1862": ("president", {"corporation": "company", "player": "player"}),
    "new_president": ("president", {"corporation": "company", "player": "player"}),
    "receivership_1862": ("receivership", {"corporation": "company"}),
    "merge_receivership": ("receivership", {"corporation": "company"}),
    "company_bankrupt": ("bankrupt", {"corporation": "company"}),
    "priority": ("priority", {"player": "player"}),
}
"""Lines of the story that are binding events, and where each finds what it states."""

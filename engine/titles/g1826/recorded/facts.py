"""The position and the events of a game in the words of recorded games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.core import state as states
from engine.core.actions import Json
from engine.core.events import Event, Paid, PriceMoved, Said
from engine.core.log import Record
from engine.core.state import POOL
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.recorded import events as shared
from engine.recorded.events import bound
from engine.recorded.facts import counts, name_or_none, shares, space
from engine.recorded.reader import Line
from engine.titles.g1826.companies.companies import loans
from engine.titles.g1826.finance import bonds
from engine.titles.g1826.nationals.nationals import MERGED
from engine.titles.g1826.recorded.setup import item_of

BINDING: Mapping[str, tuple[str, ...]] = {
    "price": ("corporation", "from", "to"),
    "payout": ("to", "amount"),
    "split_kept": ("corporation", "amount"),
    "interest": ("corporation", "amount", "source"),
    "bond_interest": ("to", "amount"),
    "floats": ("corporation", "amount"),
    "president": ("corporation", "player"),
    "bankrupt": ("player",),
    "rust": ("train",),
    "phase": ("phase",),
}
"""The events that are compared, with what each states; who has priority is compared at each round's start."""
POOL_NAME = "Pool"


def binding(event: Mapping[str, Json], players: Sequence[str]) -> Json:
    """What a recorded event states, reduced to what binds; None for an event that does not.

    A price that stays, capital of 0 and interest to the pool state nothing that happens.
    """
    found = bound(event, BINDING)
    if found is None or not found.get("amount", True):
        return None
    stays = found["event"] == "price" and found["from"] == found["to"]
    to_pool = found["event"] == "bond_interest" and found["to"] not in players
    return None if stays or to_pool else found


def told_twice(events: Sequence[Mapping[str, Json]], ours: Sequence[Json]) -> Json:
    """The last interest of the issuer, where it is what its bonds pay, which has events of its own; or None.

    Loans come first: what the others come to is the interest on loans.
    """
    found = [e for e in events if (e["event"], e.get("corporation")) == ("interest", bonds.ISSUER)]
    paid = sum(e["amount"] for e in events if e["event"] == "bond_interest")
    loans = sum(e["amount"] for e in ours if (e["event"], e.get("corporation")) == ("interest", bonds.ISSUER))
    told = sum(e["amount"] for e in found)
    twice = found and paid and found[-1]["amount"] == paid and told == loans + paid
    return found[-1] if twice else None


def bankrupts(lines: Sequence[Line]) -> set[str]:
    """The players who are bankrupt by the events of some lines."""
    events = (event for line in lines for event in line.get("events") or [])
    return {event["player"] for event in events if event["event"] == "bankrupt"}


# --- the position ------------------------------------------------------------------------------------


def as_of(game: Game, is_then: Callable[[View, Event | None], bool]) -> View:
    """An earlier position: the last one that, with the event that came next, satisfies the condition."""
    writer = PositionWriter(game.title, states.from_json(states.to_json(game.state)))
    undone: Event | None = None
    for record in reversed(game.active_records):
        for event in reversed(record.events):
            if is_then(writer, undone):
                return writer
            event.revert(writer.state)
            undone = event
    return game.view


def pays_privates(event: Event | None) -> bool:
    """Whether it tells that the privates pay as all have passed."""
    return isinstance(event, Said) and event.key == "privates_pay_1826"


def borrows(record: Record, company: str) -> bool:
    """Whether a company takes a loan in a record."""
    return any(isinstance(e, Paid) and (e.why, e.payee) == ("loan", company) for e in record.events)


def forms_national(records: Iterable[Record]) -> bool:
    """Whether a national is formed in some records."""
    return any(isinstance(e, Said) and e.key == "forms_1826" for r in records for e in r.events)


def stated(line: Line) -> dict[str, Json]:
    """What a line states of the position: money and prices at the end of a round, members of a national."""
    if "starting_cash" in line:
        return _stated_setup(line)
    found: dict[str, Json] = {key: dict(value) for key, value in (line.get("after") or {}).items()}
    for key, value in (line.get("derived") or {}).items():
        found[key] = _READ[key](value) if key in _READ else value
    if line.get("action", {}).get("type") == "national_forms":
        named = [e["player"] for e in line.get("events") or [] if e["event"] == "president"]
        president = named[-1] if named else None
        found["minors"] = sorted(line["action"]["minors"])
        found["national"] = {"id": line["action"]["corporation"], "president": president}
    return found


def _stated_setup(setup: Mapping[str, Json]) -> dict[str, Json]:
    """The money that is dealt, and the components, as far as they are stated."""
    found: dict[str, Json] = {"players": {p: {"cash": setup["starting_cash"]} for p in setup["players"]}}
    if "bank_after_deal" in setup:
        found["bank"] = setup["bank_after_deal"]
    if "corporations" in setup:
        found["setup"] = {"corporations": sorted(setup["corporations"])}
    if "privates" in setup and "private_prices" in setup:
        items = map(item_of, setup["privates"])
        found["private_prices"] = dict(zip(items, setup["private_prices"], strict=True))
    return found


def _read_trains(trains: Mapping[str, Sequence[str]]) -> Json:
    return {company: sorted(kinds) for company, kinds in trains.items() if kinds}


def _read_bonds(held: Mapping[str, Json]) -> Json:
    """Bonds by holder, told by holder or by issuer; those that the issuer bought back are nobody's."""
    by_issuer = isinstance(held.get(bonds.ISSUER), dict)
    by_holder = held[bonds.ISSUER] if by_issuer else {h: n for h, n in held.items() if h != bonds.ISSUER}
    told = {h: sum(n.values()) if isinstance(n, dict) else n for h, n in by_holder.items()}
    return counts({_holder(holder): count for holder, count in told.items()})


def _holder(name: str) -> str:
    return POOL_NAME if name.lower() == POOL_NAME.lower() else name


def _read_shares(told: Mapping[str, Mapping[str, int]]) -> Json:
    return counts({player: counts(held) for player, held in told.items()})


_READ: Mapping[str, Callable[..., Json]] = {
    "trains": _read_trains,
    "bonds": _read_bonds,
    "loans": counts,
    "shares": _read_shares,
}


def facts(view: View, wanted: Mapping[str, Json]) -> dict[str, Json]:
    """Our position in the words of `stated`, as far as that has them."""
    return {key: _FACTS[key](view, value) for key, value in wanted.items() if key in _FACTS}


def _players(view: View, _: Mapping[str, Json]) -> Json:
    return {view.name(p): {"cash": view.cash(p)} for p in view.seats}


def _corporations(view: View, named: Mapping[str, Json]) -> Json:
    """Of corporations; one without money may be left out by the record."""
    return {c.id: {"cash": c.cash} for c in view.state.companies.values() if c.cash or c.id in named}


def _shares(view: View, _: Mapping[str, Json]) -> Json:
    companies = [c.id for c in view.companies() if c.kind != "private"]
    return counts({view.name(p): shares(view, p, companies) for p in view.seats})


def _prices(view: View, named: Mapping[str, Mapping[str, Json]]) -> Json:
    """Of the corporations named; the record knows the space of a token only once it has moved."""
    found: dict[str, Json] = {}
    for company, said in named.items():
        cell = space(view, view.company(company).cell)
        found[company] = {key: cell.get(key) for key in said}
    return found


def _trains(view: View, _: Mapping[str, Json]) -> Json:
    return _read_trains({c.id: [t.kind for t in view.trains(c.id)] for c in view.companies()})


def _loans(view: View, named: Mapping[str, Json]) -> Json:
    """Of each corporation; a record may keep the loans of one that has merged."""
    kept = {c.id: named.get(c.id, 0) for c in view.state.companies.values() if c.closed}
    return counts(kept | {c.id: loans(view, c.id) for c in view.companies() if not c.closed})


def _bonds(view: View, named: Mapping[str, int]) -> Json:
    """Of the players, and of the pool where the record tells it."""
    held = {POOL_NAME if h == POOL else view.name(h): n for h, n in bonds.holders(view).items()}
    return {holder: n for holder, n in held.items() if holder != POOL_NAME or holder in named}


def _minors(view: View, named: Sequence[str]) -> Json:
    merged = (c.data.get(MERGED, []) for c in map(view.company, view.state.companies))
    return next((sorted(m) for m in merged if set(m) & set(named)), [])


def _national(view: View, named: Mapping[str, Json]) -> Json:
    return {"id": named["id"], "president": name_or_none(view, view.president(named["id"]))}


def _components(view: View, _: Mapping[str, Json]) -> Json:
    return {"corporations": sorted(c.id for c in view.data.companies.values() if c.kind != "private")}


def _private_prices(view: View, _: Mapping[str, Json]) -> Json:
    return {c.id: c.price for c in view.data.companies.values() if c.kind == "private"}


_FACTS: Mapping[str, Callable[..., Json]] = {
    "setup": _components,
    "private_prices": _private_prices,
    "bank": lambda view, _: view.state.bank,
    "players": _players,
    "corporations": _corporations,
    "shares": _shares,
    "prices": _prices,
    "trains": _trains,
    "loans": _loans,
    "bonds": _bonds,
    "minors": _minors,
    "national": _national,
}


# --- the events --------------------------------------------------------------------------------------


def events(view: View, records: Iterable[Record]) -> list[Json]:
    """The binding events of some records; capital that comes in parts is told as one."""
    found: list[Json] = []
    capital: dict[str, int] = {}
    for told in Teller.tell(view, records):
        if told["event"] == "floats":
            capital[told["corporation"]] = capital.get(told["corporation"], 0) + told["amount"]
        else:
            found.append(told)
    whole = [{"event": "floats", "corporation": c, "amount": paid} for c, paid in capital.items()]
    return [*found, *whole]


STORY: shared.Story = {
    "new_president": ("president", {"corporation": "company", "player": "player"}),
    "bankrupt": ("bankrupt", {"player": "player"}),
    "train_rusted": ("rust", {"train": "kind"}),
}


class Teller(shared.Teller):
    """Payments are told one by one; a price and a president that a start brings are not told."""

    story = STORY

    def paid(self, paid: Paid) -> Iterator[Json]:
        if paid.why == "dividend":
            yield {"event": "payout", "to": self.view.name(paid.payee), "amount": paid.amount}
        elif paid.why == "capital":
            yield {"event": "floats", "corporation": paid.payee, "amount": paid.amount}
        elif paid.why == "interest" and paid.payee in self.view.state.players:
            yield {"event": "bond_interest", "to": self.view.name(paid.payee), "amount": paid.amount}

    def moved(self, moved: PriceMoved) -> Iterator[Json]:
        if not self._is_founded(moved.company):
            yield from super().moved(moved)

    def said(self, said: Said, at: int) -> Iterator[Json]:
        named = said.params
        if said.key in ("interest_paid_1826", "interest_1826", "interest_revenue_1826"):
            yield from _interest(named)
        elif said.key == "dividend_half" and named["amount"]:
            yield {"event": "split_kept", "corporation": named["company"], "amount": named["amount"]}
        elif said.key != "new_president" or not self._is_founded(named["company"]):
            yield from super().said(said, at)

    def _is_founded(self, company: str) -> bool:
        """Whether the company's token comes onto the market, or leaves it, in the record."""
        moved = (e for e in self.happened if isinstance(e, PriceMoved) and e.company == company)
        return any(event.before is None or event.after is None for event in moved)


def _interest(named: Mapping[str, Json]) -> Iterator[Json]:
    """What the revenue and the treasury paid for loans; interest on bonds has an event of its own."""
    owed = named["loans"]
    withheld = min(int(named.get("cash", 0)), owed)
    for source, amount in (("revenue", withheld), ("treasury", owed - withheld)):
        if amount > 0:
            yield {"event": "interest", "corporation": named["company"], "amount": amount, "source": source}

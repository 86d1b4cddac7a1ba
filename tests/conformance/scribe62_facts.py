"""Positions and events of a game of 1862 in the words of the format's description; nothing of the replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.events import Event, Floated, Paid, PhaseBegan, Said, TrainMoved
from engine.core.state import DEPOT, IPO, OUT, POOL, State, Train
from engine.core.view import View
from engine.rules.market import operating_order

Line = dict[str, Any]
_LETTER = {"freight": "F", "local": "L", "express": "E"}
_PLAIN: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "dividend_paid": ("pays_out", {"corporation": "company", "amount": "revenue"}),
    "dividend_topped_up": ("pays_out", {"corporation": "company", "amount": "revenue"}),
    "dividend_withheld": ("withholds", {"corporation": "company", "amount": "revenue"}),
    "price_moved": ("price", {"corporation": "company", "from": "before", "to": "value"}),
    "company_funded": ("capital", {"corporation": "company", "amount": "money"}),
    "company_bankrupt": ("bankrupt", {"corporation": "company"}),
    "priority": ("priority", {"player": "player"}),
}
"""Lines of the story that bind in a replay, with the fields of the record."""
_FREE: Mapping[str, str] = {
    "fine_1862": "fine",
    "displaced_1862": "home_token_displaces",
    "treasury_sold": "treasury_sold",
    "compensated": "bankruptcy_compensation",
    "lner_1862": "lner_formed",
    "refinanced": "refinanced",
    "marker_over": "token_removed",
    "merge_sells": "merge_sell",
    "option_sold": "option_relinquished",
    "director_splits": "merge_split_director",
    "director_is_option": "director_is_option",
}
"""Others, which bind nobody; they tell what a game went through."""


def kind_of(train: Train) -> str:
    return str(train.data["type"])


def type_name(view: View, train: Train, kind: str | None = None) -> str:
    """The printed name, such as 2/3E."""
    kind = kind or kind_of(train)
    figures = view.data.trains[train.kind].extras[kind]
    return "/".join(dict.fromkeys(str(n) for n in figures)) + _LETTER[kind]


# --- the position ----------------------------------------------------------------------------


def after(view: View, directors: Mapping[str, str | None], tiles: Mapping[str, Any]) -> Line:
    """The position; ``directors`` by company as the record has them, ``tiles`` before the line."""
    state = view.state
    started = [c for c in state.companies.values() if c.par is not None and not c.closed]
    found: Line = {
        "players": {view.name(p): _player(view, p) for p in state.seats},
        "corporations": {c.id: _company(view, c.id, directors.get(c.id)) for c in started},
        "bank": state.bank,
        "phase": state.phase,
        "pool": _held(state, POOL),
        "ipo": {c.id: n for c in started if (n := _held(state, IPO).get(c.id))},
        "depot": _depot(view),
        "tiles": {c: list(tile) for c, tile in state.tiles.items() if tiles.get(c) != tile},
    }
    if state.cursor.round == "operating" and not state.pending and not state.notes.get("merging"):
        found["order"] = _order(view)
    return found


def _held(state: State, owner: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for cert in state.certs.values():
        if cert.owner == owner:
            found[cert.company] = found.get(cert.company, 0) + cert.percent
    return found


def _player(view: View, player: str) -> Line:
    state = view.state
    certs = sum(cert.owner == player for cert in state.certs.values())
    due = [c.id for c in state.companies.values() if c.data.get("obligation") == player]
    found: Line = {"cash": state.players[player].cash, "certs": certs, "shares": _held(state, player)}
    return found | ({"obligations": due} if due else {})


def _company(view: View, company: str, director: str | None) -> Line:
    state, record = view.state, view.state.companies[company]
    own = _held(state, company)
    placed = [t.place for t in state.tokens.values() if t.company == company and t.place is not None]
    found: Line = {
        "cash": record.cash,
        "price": None,
        "par": record.par,
        "floated": record.floated,
        "chartered": bool(record.data.get("chartered")),
        "president": director,
        "receivership": record.floated and director is None,
        "permits": list(record.data["permits"]),
        "trains": [_train(view, t) for t in state.trains.values() if t.owner == company],
        "treasury": own.pop(company, 0),
        "tokens": [[coord, 0] for coord, _ in placed],
        "tokens_left": int(record.data.get("tokens_bought") or 0) - len(placed),
    }
    if own:
        found["holds"] = own
    if record.cell is not None:
        column = record.cell[1]
        value = view.data.market.rows[0][column]
        found["price"] = {"column": column, "value": value, "rank": state.market[record.cell].index(company)}
    return found


def _train(view: View, train: Train) -> Line:
    left = int(train.data.get("warranties") or 0)
    found: Line = {"level": train.kind, "type": type_name(view, train), "kind": kind_of(train)}
    return found | {"warranties": left} | ({"expiring": True} if train.data.get("expiring") else {})


def _depot(view: View) -> dict[str, int]:
    found: dict[str, int] = {}
    for train in view.state.trains.values():
        if train.owner == DEPOT and train.kind != "H":
            found[train.kind] = found.get(train.kind, 0) + 1
    return found


def _order(view: View) -> list[str]:
    """Who had a turn, among them those that are gone, then who will."""
    cursor, companies = view.state.cursor, view.state.companies
    begun = [c for c in (*cursor.done, cursor.actor) if c]
    running = [c.id for c in companies.values() if c.floated]
    return [*begun, *(c for c in operating_order(view, running) if c not in begun)]


# --- events ----------------------------------------------------------------------------------


def events(view: View, happened: Iterable[Event]) -> list[Line]:
    """What followed by rule, directors and receivership apart."""
    found: list[Line] = []
    holders: dict[str, int] = {}
    gone: list[Train] = []
    phase, bankrupt = False, set[str]()
    for event in happened:
        if isinstance(event, Paid) and event.why == "dividend":
            holders[view.name(event.payee)] = event.amount
        elif isinstance(event, Paid) and event.why == "subsidy":
            found.append({"event": "subsidy", "corporation": event.payee, "amount": event.amount})
        elif isinstance(event, PhaseBegan):
            phase = True
            found.append({"event": "phase", "phase": event.after})
        elif isinstance(event, TrainMoved) and event.after == OUT and event.before not in bankrupt:
            gone.append(view.state.trains[event.train])
        elif isinstance(event, Floated):
            found.append({"event": "floats", "corporation": event.company})
        elif isinstance(event, Said):
            found += _said(view, event, holders)
            bankrupt |= {event.params["company"]} if event.key == "company_bankrupt" else set()
    return found + _scrapped(view, gone, phase)


def _said(view: View, said: Said, holders: dict[str, int]) -> list[Line]:
    if said.key in _FREE:
        return [{"event": _FREE[said.key]}]
    if said.key not in _PLAIN:
        return []
    word, names = _PLAIN[said.key]
    told: Line = {"event": word, **{theirs: said.params[ours] for theirs, ours in names.items()}}
    if word == "priority":
        told["player"] = view.name(told["player"])
    if word == "pays_out":
        told["to"] = dict(holders)
        holders.clear()
    return [told]


def _scrapped(view: View, gone: Iterable[Train], phase: bool) -> list[Line]:
    """Trains that rust with a phase in one event, others that lived on warranty one by one."""
    rusted = sorted({type_name(view, t) for t in gone if phase and not t.data.get("expiring")})
    worn = [type_name(view, t) for t in gone if t.data.get("expiring")]
    found: list[Line] = [{"event": "rust", "trains": rusted}] if rusted else []
    return found + [{"event": "rust_after_warranty", "train": name} for name in worn]

"""What is at stake as cards: an auction, a share round, the turn of a company, all companies at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine import Json, View
from engine.face import stake
from engine.face.stake import Glance, Lot, Purse, Ran, Sale
from engine.rules.abilities import explained
from render.doc import Cell, Chip, Doc, Item, Section
from render.scene import company_badge
from render.speech import Verbatim, said
from render.words import round_name

Runs = Mapping[str, Sequence[Json]]
NO_RUNS: Runs = {}
_FEW = 2
"""Lots for sale of which the card also tells what they bring."""
_SOME = 8
"""Lots without a bid that are told by name."""


def stake_doc(view: View, *, ran: Runs = NO_RUNS) -> Doc:
    """What is at stake in the round in progress; ``ran`` is what the log knows of last runs."""
    scene = stake.scene(view)
    if scene == stake.AUCTION:
        return _auction(view)
    if scene == stake.OPERATING:
        return _turn(view, ran)
    tables = [] if stake.crowded(view) else _tables(view, ran)
    sections = [_purses(view), *tables, _trains(view, stake.started(view)), *_common(view)]
    return Doc(Verbatim(said(round_name(view))), _subtitle(view), sections)


def companies_doc(view: View, *, ran: Runs = NO_RUNS) -> Doc:
    """All companies at a glance, in the order in which they run."""
    sections = [*_tables(view, ran), *_order(view), _trains(view, stake.started(view))]
    return Doc("Companies", _joined(said(round_name(view)), said(f"phase {view.phase.key}")), sections)


def _auction(view: View) -> Doc:
    sections = [*_lots(view), _purses(view), *_common(view)]
    return Doc(Verbatim(said(round_name(view))), _subtitle(view), sections)


def _turn(view: View, ran: Runs) -> Doc:
    """The company in turn first, then its money and what it may buy."""
    actor = view.cursor.actor
    here = [actor] if actor in view.state.companies else []
    table = _table(view, ran, here, "In turn") if here else []
    sections = [*table, _trains(view, here), *_order(view), _purses(view)]
    return Doc(Verbatim(said(round_name(view))), _subtitle(view), sections)


# --- heads -----------------------------------------------------------------------------------------


def _joined(*parts: str) -> Verbatim:
    return Verbatim(" · ".join(filter(None, parts)))


def _subtitle(view: View) -> str:
    actor, passed = view.cursor.actor, stake.passes(view)
    parts = [said(f"phase {view.phase.key}"), _lot_number(view)]
    if actor:
        parts.append(f"{said('in turn')}: {view.name(actor)}")
    if passed is not None:
        parts.append(said(f"passes in a row: {passed.count} of {passed.of}"))
    return _joined(*parts)


def _lot_number(view: View) -> str:
    """Which lot of a packet is up."""
    found = stake.lots(view)
    up = next((i for i, lot in enumerate(found) if lot.going or lot.on_sale), None)
    if up is None or found[up].price is None:
        return ""
    total = stake.lots_in_all(view, found)
    return said(f"lot {total - len(found) + up + 1} of {total}")


# --- lots ------------------------------------------------------------------------------------------


def _lots(view: View) -> list[Section]:
    found = stake.lots(view)
    up = [lot for lot in found if lot.going]
    sale = [lot for lot in found if lot.on_sale]
    wanted = [lot for lot in found if lot.bids and not lot.going and not lot.on_sale]
    rest = [lot for lot in found if not lot.bids and not lot.going and not lot.on_sale]
    groups = [("Auctioned now", up), ("For sale now", sale), ("Later, with bids", wanted)]
    sections = [_lot_section(view, heading, group) for heading, group in groups if group]
    return sections + ([_rest(view, rest, bool(up))] if rest else [])


def _lot_section(view: View, heading: str, group: Sequence[Lot]) -> Section:
    rows: list[list[Cell]] = [_lot_row(view, lot) for lot in group]
    under = {i: lines for i, lot in enumerate(group) if (lines := _under_lot(view, lot, len(group)))}
    strong = frozenset({0}) if group[0].going else frozenset[int]()
    names, widths = ("", "price", "bids"), (5.2, 1.8, 5)
    return Section(heading, rows, names, widths, frozenset({1}), strong, under=under)


def _lot_row(view: View, lot: Lot) -> list[Cell]:
    name = view.spec(lot.item).name
    price = "" if lot.price is None else view.money(lot.price)
    return [(company_badge(view, lot.item), Verbatim(name)), price, _bids(view, lot)]


def _bids(view: View, lot: Lot) -> Cell:
    """The bids that stand, the highest first."""
    if not lot.bids:
        return "no bid" if lot.least is not None else ""
    first, *others = [Verbatim(f"{view.name(p)} {view.money(amount)}") for p, amount in lot.bids.items()]
    return (Chip(first, "yellow", note="leads"), *map(Chip, others))


def _under_lot(view: View, lot: Lot, beside: int) -> list[str]:
    lines = [_answer(view, lot)]
    if lot.going or (lot.on_sale and beside <= _FEW):
        lines.append(" ".join(explained(view, lot.item)))
    return [line for line in lines if line]


def _answer(view: View, lot: Lot) -> str:
    if lot.least is None:
        return ""
    if not lot.going:
        return f"next bid {view.money(lot.least)} or more"
    if not lot.answering:
        return ""
    names = ", ".join(view.name(player) for player in lot.answering)
    return Verbatim(f"{names}: {said(f'may bid {view.money(lot.least)} or more')}")


def _rest(view: View, rest: Sequence[Lot], later: bool) -> Section:
    """Lots without a bid: by name where they are few, else in brief."""
    heading = "Later, no bid" if rest[0].price is not None else "May follow" if later else "May be auctioned"
    if len(rest) > _SOME:
        return Section(heading, [[tuple(Chip(lot.item, note=_rest_note(view, lot)) for lot in rest)]])
    rows: list[list[Cell]] = [
        [(company_badge(view, lot.item), Verbatim(view.spec(lot.item).name)), _rest_note(view, lot)]
        for lot in rest
    ]
    return Section(heading, rows, widths=(9, 3), right=frozenset({1}))


def _rest_note(view: View, lot: Lot) -> str:
    if lot.price is not None:
        return Verbatim(view.money(lot.price))
    return ", ".join(stake.brief(view, lot.item))


# --- players ---------------------------------------------------------------------------------------


def _purses(view: View) -> Section:
    found = stake.purses(view)
    bound = any(purse.bound for purse in found)
    rows = [_purse(view, purse, bound) for purse in found]
    names = ("", "cash", *(("bound", "free cash") if bound else ()), "certificates")
    widths = (3.1, 2, *((2.2, 2.4) if bound else ()), 2.7)
    right = frozenset(range(1, len(names)))
    strong = frozenset(i for i, purse in enumerate(found) if purse.acts)
    under = {i: [Verbatim(", ".join(purse.wholes))] for i, purse in enumerate(found) if purse.wholes}
    return Section("Players", rows, names, widths, right, strong, under=under)


def _purse(view: View, purse: Purse, bound: bool) -> list[Cell]:
    name: Cell = Verbatim(view.name(purse.player))
    if purse.priority:
        name = (Verbatim(view.name(purse.player)), Chip("priority", "yellow"))
    money = [view.money(purse.cash)]
    money += [view.money(purse.bound), view.money(purse.free)] if bound else []
    limit = "" if purse.limit is None else f" / {purse.limit}"
    return [name, *money, f"{purse.certificates}{limit}"]


# --- companies -------------------------------------------------------------------------------------


def _tables(view: View, ran: Runs) -> list[Section]:
    begun, fresh = stake.started(view), stake.unstarted(view)
    sections = _table(view, ran, begun, "Companies in running order")
    if fresh:
        sections.append(Section("Not started", [[tuple(_fresh(view, c) for c in fresh)]]))
    return sections


def _fresh(view: View, company: str) -> Item:
    told = ", ".join(stake.brief(view, company))
    return Chip(company, note=told) if told else company_badge(view, company)


def _table(view: View, ran: Runs, companies: Sequence[str], heading: str) -> list[Section]:
    """Companies with shares, and apart from them those that have none."""
    known = stake.ran_from(ran)
    found = [stake.glance(view, company, known) for company in companies]
    shared, whole = [g for g in found if g.has_shares], [g for g in found if not g.has_shares]
    sections = [_whole(view, whole, heading if not shared else "Without shares")] if whole else []
    return [*sections, _shared(view, shared, heading)] if shared or not whole else sections


def _whole(view: View, found: Sequence[Glance], heading: str) -> Section:
    rows: list[list[Cell]] = [
        [
            company_badge(view, glance.company),
            Verbatim(", ".join(map(view.name, glance.holders))),
            view.money(glance.cash),
            tuple(Chip(held.key) for held in glance.trains) or "none",
            _last(view, glance.ran),
        ]
        for glance in found
    ]
    names = ("", "owner", "treasury", "trains", "last run")
    under = _notes([[_joined(*map(said, stake.brief(view, glance.company)))] for glance in found])
    return Section(
        heading, rows, names, (2, 4, 2.6, 3.2, 3), frozenset({2}), _acting(view, found), under=under
    )


def _shared(view: View, found: Sequence[Glance], heading: str) -> Section:
    own = any(glance.treasury for glance in found)
    names = ("", "price", "IPO", "pool", *(("own",) if own else ()), "trains", "last run")
    widths = (2.1, 2, 1.75, 1.75, *((1.75,) if own else ()), 2.75, 3)
    rows = [_row(view, glance, own) for glance in found]
    under = _notes([_under(view, glance) for glance in found])
    right = frozenset({1, 2, 3, 4} if own else {1, 2, 3})
    return Section(heading, rows, names, widths, right, _acting(view, found), "none has begun", under)


def _acting(view: View, found: Sequence[Glance]) -> frozenset[int]:
    return frozenset(i for i, glance in enumerate(found) if glance.company == view.cursor.actor)


def _notes(found: Sequence[Sequence[str]]) -> dict[int, Sequence[str]]:
    return {i: lines for i, told in enumerate(found) if (lines := [line for line in told if line])}


def _row(view: View, glance: Glance, own: bool) -> list[Cell]:
    price = glance.price if glance.price is not None else glance.par
    shares = [glance.offering, glance.market, *([glance.treasury] if own else [])]
    return [
        company_badge(view, glance.company),
        "" if price is None else view.money(price),
        *(f"{percent}%" if percent else "" for percent in shares),
        tuple(Chip(held.key) for held in glance.trains) or "none",
        _last(view, glance.ran) if glance.floated else "",
    ]


_KEPT = {"pay": "paid", "half": "half", "withhold": "kept", "split": "split"}


def _last(view: View, ran: Ran | None) -> Cell:
    if ran is None:
        return "none yet"
    word = _KEPT.get(ran.way, "")
    return (view.money(ran.revenue), word) if word else view.money(ran.revenue)


def _under(view: View, glance: Glance) -> list[str]:
    """Who owns how much, the treasury and what else is to be known: in two lines, of young ones in one."""
    first, rest = _holders(view, glance), [said(text) for text in _details(view, glance)]
    return [_joined(first, *rest)] if not glance.operated else [first, _joined(*rest)]


def _holders(view: View, glance: Glance) -> str:
    """Who owns how much, the president first."""
    order = sorted(glance.holders.items(), key=lambda held: held[0] != glance.president)
    mark = f" {said('(president)')}"
    told = [f"{view.name(h)} {percent}%{mark if h == glance.president else ''}" for h, percent in order]
    return Verbatim(", ".join(told) or said("no president"))


def _details(view: View, glance: Glance) -> Iterable[str]:
    if glance.price is None and glance.par is not None:
        yield "at par"
    yield f"treasury {view.money(glance.cash)}"
    if glance.ran is not None and glance.ran.each:
        yield f"paid {glance.ran.each} a share"
    here = view.cursor.actor == glance.company
    if here and not glance.tokens:
        yield "no token left"
    elif here or (glance.operated and glance.tokens):
        yield _tokens(glance, here)
    yield from _standing(view, glance)


def _tokens(glance: Glance, in_full: bool) -> str:
    left = "1 token left" if glance.tokens == 1 else f"{glance.tokens} tokens left"
    costs = list(dict.fromkeys(glance.token_costs))
    if costs == ["free"] or not costs:
        return left
    if len(costs) == 1 or in_full:
        return f"{left} at {', '.join(costs if len(costs) == 1 else glance.token_costs)}"
    return f"{left}, the next at {costs[0]}"


def _standing(view: View, glance: Glance) -> Iterable[str]:
    """Whether it has floated and operated, and what the title says."""
    if glance.lacks is not None:
        yield f"floats with {glance.lacks} % more"
    elif not glance.operated:
        yield "not yet operated" if glance.floated else "not floated"
    yield from stake.brief(view, glance.company)


def _order(view: View) -> list[Section]:
    order = stake.running_order(view)
    rows: list[list[Cell]] = []
    for label, wanted in (("done", True), ("next", False)):
        badges = tuple(company_badge(view, company) for company, done in order if done == wanted)
        if badges:
            rows.append([label, badges])
    return [Section("Running order", rows, widths=(1.5, 8))] if rows else []


# --- the trains, and what a title adds -------------------------------------------------------------


def _trains(view: View, companies: Sequence[str]) -> Section:
    """What the bank sells now, what that rusts, and how long the trains in use live."""
    rows = [_sale(view, sale) for sale in stake.depot(view)] or [["none", "", ""]]
    lines = [_rust(view), _fates(view, companies)]
    under = _notes([*([[]] * (len(rows) - 1)), lines])
    return Section("Next trains", rows, widths=(5, 2.5, 3), right=frozenset({1, 2}), under=under)


def _sale(view: View, sale: Sale) -> list[Cell]:
    """A card, its price and how many are left; each price beside its side where there are several."""
    if len(sale.faces) == 1:
        [(price, names)] = sale.faces.items()
        return [tuple(map(Chip, names)), view.money(price), _left(sale.left)]
    items: list[Item] = []
    for price, names in sale.faces.items():
        items += [*(["or"] if items else []), *(Chip(name, note=view.money(price)) for name in names)]
    return [tuple(items), "", _left(sale.left)]


def _left(count: int | None) -> str:
    return "no limit" if count is None else f"{count} left"


def _rust(view: View) -> str:
    rust = stake.next_rust(view)
    if rust is None:
        return ""
    doomed = " and ".join(f"{kind}-trains" for kind in rust.doomed)
    if not rust.before:
        return f"the next {rust.kind}-train rusts the {doomed}"
    return f"the first {rust.kind}-train ({rust.before} to go) rusts the {doomed}"


def _fates(view: View, companies: Sequence[str]) -> str:
    """The trains in use, with what takes them out of the game."""
    fates: dict[str, dict[str, None]] = {}
    for company in companies:
        for train in stake.glance(view, company).trains:
            fates.setdefault(train.fate, {})[train.key] = None
    return _joined(*(f"{', '.join(keys)} {said(fate or 'stays to the end')}" for fate, keys in fates.items()))


def _common(view: View) -> list[Section]:
    rows: list[list[Cell]] = [[label, text] for label, text in stake.common(view)]
    return [Section("Also", rows, widths=(3, 8))] if rows else []


# --- alt texts -------------------------------------------------------------------------------------


def stake_alt(view: View, *, ran: Runs = NO_RUNS) -> str:
    """The bids, or the players' money, in a sentence."""
    doc = stake_doc(view, ran=ran)
    told = [f"{lot.item}: {_bids_in_words(view, lot)}" for lot in stake.lots(view) if lot.bids]
    told = told or [f"{view.name(p.player)} {view.money(p.cash)}" for p in stake.purses(view)]
    return Verbatim(f"{doc.title}: {doc.subtitle}. {'; '.join(told)}")


def _bids_in_words(view: View, lot: Lot) -> str:
    return ", ".join(f"{view.name(player)} {view.money(amount)}" for player, amount in lot.bids.items())


def companies_alt(view: View, *, ran: Runs = NO_RUNS) -> str:
    """The companies with their prices in a sentence."""
    del ran
    found = [stake.glance(view, company) for company in stake.started(view)]
    told = [f"{g.company} {view.money(g.price)}" for g in found if g.price is not None]
    head = said(f"Companies in running order, phase {view.phase.key}")
    return Verbatim(f"{head}: {', '.join(told) or said('none')}")

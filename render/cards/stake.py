"""What is at stake as cards: an auction, a stock round, the turn of a company, all companies at a glance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from engine import View
from engine.api import round_state
from engine.api.round_state import Lot, PlayerSummary, Sale
from engine.message import AND, joined, say, word
from engine.rules.abilities import explained
from render.cards.doc import Cell, Chip, Doc, Item, Section
from render.cards.glances import Runs, in_line, notes, order, table, tables
from render.map.scene import company_badge
from render.pen.speech import Verbatim, said
from render.pen.words import round_name

NO_RUNS: Runs = {}
_FEW = 2
"""Lots for sale of which the card also tells what they bring."""
_SOME = 8
"""Lots without a bid that have a line each."""
_NUMBER = re.compile(r" \d+$")
"""The end of a name that is only a number."""


def stake_doc(view: View, *, ran: Runs = NO_RUNS, explains: bool = True) -> Doc:
    """What is at stake in the round in progress; ``ran`` is what the log knows of last runs.

    ``explains``: an auction also tells what the lots bring that can be had now, if they are few, the names of
    the later lots, and what the title adds.
    """
    scene = round_state.round_kind(view)
    if scene == round_state.AUCTION:
        return _auction(view, explains)
    if scene == round_state.OPERATING:
        return _turn(view, ran)
    glances = [] if round_state.has_companies_picture(view) else tables(view, ran)
    sections = [_players_section(view), *glances, _trains(view, round_state.started(view)), *_common(view)]
    return Doc(Verbatim(said(round_name(view))), _subtitle(view), sections)


def companies_doc(view: View, *, ran: Runs = NO_RUNS) -> Doc:
    """All companies at a glance, in the order in which they run."""
    sections = [*tables(view, ran), *order(view), _trains(view, round_state.started(view))]
    sections += _common(view) if round_state.later(view) else []
    return Doc(
        say("Companies"),
        in_line(said(round_name(view)), said(say("phase {key}", key=view.phase.key))),
        sections,
    )


def _auction(view: View, explains: bool) -> Doc:
    sections = [*_lots(view, explains), _players_section(view), *(_common(view) if explains else ())]
    return Doc(Verbatim(said(round_name(view))), _subtitle(view), sections)


def _turn(view: View, ran: Runs) -> Doc:
    """The company in turn first, then its money and what it may buy."""
    actor = view.cursor.actor
    here = [actor] if actor in view.state.companies else []
    glances = table(view, ran, here, say("In turn")) if here else []
    sections = [*glances, _trains(view, here), *order(view), _players_section(view)]
    return Doc(Verbatim(said(round_name(view))), _subtitle(view), sections)


# --- heads -----------------------------------------------------------------------------------------


def _subtitle(view: View) -> str:
    passed = round_state.passes(view)
    parts = [said(say("phase {key}", key=view.phase.key)), _lot_number(view)]
    if view.cursor.actor:
        parts.append(say("{said}: {name}", said=said(say("in turn")), name=_in_turn(view)))
    if passed is not None:
        parts.append(said(say("passes in a row: {count} of {of}", count=passed.count, of=passed.of)))
    return in_line(*parts)


def _in_turn(view: View) -> str:
    """Who is in turn; in a turn of a player, those that decide something in it before he goes on."""
    actor = view.cursor.actor
    deciding = [summary.player for summary in round_state.player_summaries(view) if summary.acts]
    if actor not in view.seats or actor in deciding or not deciding:
        return view.name(actor)
    return joined(AND, map(view.name, deciding))


def _lot_number(view: View) -> str:
    """Which lot of an initial auction is up."""
    found = round_state.lots(view)
    up = next((i for i, lot in enumerate(found) if lot.is_in_auction or lot.is_for_sale), None)
    if up is None or found[up].price is None:
        return ""
    total = round_state.lots_in_all(view, found)
    return said(say("lot {total} of {total2}", total=total - len(found) + up + 1, total2=total))


# --- lots ------------------------------------------------------------------------------------------


def _lots(view: View, explains: bool) -> list[Section]:
    found = round_state.lots(view)
    up = [lot for lot in found if lot.is_in_auction]
    sale = [lot for lot in found if lot.is_for_sale]
    wanted = [lot for lot in found if lot.bids and not lot.is_in_auction and not lot.is_for_sale]
    rest = [lot for lot in found if not lot.bids and not lot.is_in_auction and not lot.is_for_sale]
    groups = [(say("Auctioned now"), up), (say("For sale now"), sale), (say("Later, with bids"), wanted)]
    named = explains or len(found) <= _SOME
    sections = [_lot_section(view, heading, group, explains, named) for heading, group in groups if group]
    return sections + ([_rest(view, rest, bool(up), explains)] if rest else [])


def _lot_section(view: View, heading: str, group: Sequence[Lot], explains: bool, named: bool) -> Section:
    told = explains and (group[0].is_in_auction or (group[0].is_for_sale and len(group) <= _FEW))
    benefits = _benefits(view, group) if told else [""] * len(group)
    under = {
        i: lines
        for i, lot in enumerate(group)
        if (lines := [*filter(None, (_answer(view, lot), benefits[i]))])
    }
    strong = frozenset({0}) if group[0].is_in_auction else frozenset[int]()
    takes_bids = any(lot.bids or lot.lowest_bid is not None for lot in group)
    named = named or group[0].is_in_auction or group[0].is_for_sale
    names = ("", word("price"), word("bids") if takes_bids else "")
    widths = (9.6, 1.8, 0.6) if not takes_bids else (4.1, 1.8, 6.1) if named else (1.7, 1.8, 8.5)
    rows = [_lot_row(view, lot, named) for lot in group]
    return Section(heading, rows, names, widths, frozenset({1}), strong, under=under)


def _lot_row(view: View, lot: Lot, named: bool) -> list[Cell]:
    badge, name = company_badge(view, lot.item), Verbatim(view.spec(lot.item).name)
    price = "" if lot.price is None else view.money(lot.price)
    return [(badge, name) if named else badge, price, _bids(view, lot)]


def _bids(view: View, lot: Lot) -> Cell:
    """The bids that stand, the highest first."""
    if not lot.bids:
        return say("no bid") if lot.lowest_bid is not None else ""
    first, *others = [
        Verbatim(say("{money} {name}", name=view.name(p), money=view.money(amount)))
        for p, amount in lot.bids.items()
    ]
    return (Chip(first, "yellow", note=word("leads")), *map(Chip, others))


def _benefits(view: View, group: Sequence[Lot]) -> list[str]:
    """What each lot brings; what neighbours bring alike stands once, with the last of them."""
    found = list[str]()
    for text, alike in groupby(joined(" ", explained(view, lot.item)) for lot in group):
        count = len(list(alike))
        told = say("Each of them: {text}", text=text) if text and count > 1 else text
        found += [*[""] * (count - 1), told]
    return found


def _answer(view: View, lot: Lot) -> str:
    if lot.lowest_bid is None:
        return ""
    if not lot.is_in_auction:
        return say("next bid {money} or more", money=view.money(lot.lowest_bid))
    if not lot.bidders:
        return ""
    names = joined(", ", (view.name(player) for player in lot.bidders))
    return Verbatim(
        say(
            "{names}: {said}",
            names=names,
            said=said(say("may bid {money} or more", money=view.money(lot.lowest_bid))),
        )
    )


def _rest(view: View, rest: Sequence[Lot], later: bool, names: bool) -> Section:
    """Lots without a bid: a line each where they are few, else a line for each price, else in brief."""
    heading = (
        say("Later, no bid")
        if rest[0].price is not None
        else say("May follow")
        if later
        else say("May be auctioned")
    )
    if len(rest) > _SOME and rest[0].price is not None:
        return Section(heading, _by_price(view, rest, names), widths=(1.7, 9))
    if len(rest) > _SOME:
        return Section(heading, [[tuple(Chip(lot.item, note=_rest_note(view, lot)) for lot in rest)]])
    rows: list[list[Cell]] = [
        [(company_badge(view, lot.item), Verbatim(view.spec(lot.item).name)), _rest_note(view, lot)]
        for lot in rest
    ]
    return Section(heading, rows, widths=(9, 3), right=frozenset({1}))


def _by_price(view: View, rest: Sequence[Lot], names: bool) -> list[list[Cell]]:
    """A row for each price, with the ids of its lots and, with ``names``, their names.

    Numbered lots stand from the first to the last.
    """
    rows: list[list[Cell]] = []
    for price, group in groupby(rest, key=lambda lot: lot.price):
        items = [lot.item for lot in group]
        others = [item for item in items if not _number(view, item)]
        named = [f"{item} {view.spec(item).name}" for item in others] if names else others
        numbered = [view.spec(item).name for item in items if _number(view, item)]
        if numbered:
            last = numbered[-1].rpartition(" ")[2]
            named.append(numbered[0] if len(numbered) == 1 else f"{numbered[0]}-{last}")
        rows.append([Verbatim(view.money(price or 0)), Verbatim(" · ".join(named))])
    return rows


def _number(view: View, item: str) -> bool:
    """Whether a lot has only a number for a name, such as "Concession 3"."""
    return bool(_NUMBER.search(view.spec(item).name))


def _rest_note(view: View, lot: Lot) -> str:
    if lot.price is not None:
        return Verbatim(view.money(lot.price))
    return joined(", ", round_state.brief_facts(view, lot.item))


# --- players ---------------------------------------------------------------------------------------


def _players_section(view: View) -> Section:
    found = round_state.player_summaries(view)
    bound = any(summary.committed for summary in found)
    rows = [_player_row(view, summary, bound) for summary in found]
    names = ("", word("cash"), *((word("bound"), say("free cash")) if bound else ()), word("certificates"))
    widths = (3.1, 2.1, 2.05, 2.1, 2.75) if bound else (3.0, 2.1, 2.7)
    right = frozenset(range(1, len(names)))
    strong = frozenset(i for i, summary in enumerate(found) if summary.acts)
    under = {i: [Verbatim(joined(", ", summary.wholes))] for i, summary in enumerate(found) if summary.wholes}
    return Section(word("Players"), rows, names, widths, right, strong, under=under)


def _player_row(view: View, summary: PlayerSummary, bound: bool) -> list[Cell]:
    name: Cell = Verbatim(view.name(summary.player))
    if summary.priority:
        name = (Verbatim(view.name(summary.player)), Chip(word("priority"), "yellow"))
    money = [view.money(summary.cash)]
    money += [view.money(summary.committed), view.money(summary.free)] if bound else []
    limit = "" if summary.limit is None else f" / {summary.limit}"
    return [name, *money, f"{summary.certificates}{limit}"]


# --- the trains, and what a title adds -------------------------------------------------------------


def _trains(view: View, companies: Sequence[str]) -> Section:
    """What the bank sells now, what that rusts, and how long the trains in use live."""
    rows = [_sale(view, sale) for sale in round_state.depot(view)] or [[word("none"), "", ""]]
    lines = [_rust(view), _fates(view, companies)]
    under = notes([*([[]] * (len(rows) - 1)), lines])
    return Section(say("Next trains"), rows, widths=(5, 2.5, 3), right=frozenset({1, 2}), under=under)


def _sale(view: View, sale: Sale) -> list[Cell]:
    """A card, its price and how many are left; each price beside its side where there are several."""
    if len(sale.faces) == 1:
        [(price, names)] = sale.faces.items()
        return [tuple(map(Chip, names)), view.money(price), _left(sale.left)]
    items: list[Item] = []
    for price, names in sale.faces.items():
        items += [*([word("or")] if items else []), *(Chip(name, note=view.money(price)) for name in names)]
    return [tuple(items), "", _left(sale.left)]


def _left(count: int | None) -> str:
    return say("no limit") if count is None else say("{len} left", len=count)


def _rust(view: View) -> str:
    rust = round_state.next_rust(view)
    if rust is None:
        return ""
    doomed = joined(AND, (say("{kind}-trains", kind=kind) for kind in rust.rusted_kinds))
    if not rust.trains_before:
        return say("the next train, a {kind}-train, rusts the {doomed}", kind=rust.kind, doomed=doomed)
    return say(
        "the first {kind}-train rusts the {doomed}; others sold before it: {before}",
        kind=rust.kind,
        before=rust.trains_before,
        doomed=doomed,
    )


def _fates(view: View, companies: Sequence[str]) -> str:
    """The trains in use, with what takes them out of the game."""
    keys_by_lifespan: dict[str, dict[str, None]] = {}
    for company in companies:
        for train in round_state.company_summary(view, company).trains:
            keys_by_lifespan.setdefault(train.lifespan, {})[train.key] = None
    return in_line(
        *(
            say(
                "{keys} {said}",
                keys=joined(", ", keys),
                said=said(lifespan or _lasting(len(keys))),
            )
            for lifespan, keys in keys_by_lifespan.items()
        )
    )


def _lasting(kinds: int) -> str:
    """What is said of so many kinds of train that never leave the game."""
    return say("stays to the end") if kinds == 1 else say("stay to the end")


def _common(view: View) -> list[Section]:
    rows: list[list[Cell]] = [[label, text] for label, text in round_state.common(view)]
    return [Section(word("Also"), rows, widths=(3, 8))] if rows else []


# --- alt texts -------------------------------------------------------------------------------------


def stake_alt(view: View, *, ran: Runs = NO_RUNS, explains: bool = True) -> str:
    """The bids, or the players' money, in a sentence."""
    doc = stake_doc(view, ran=ran, explains=explains)
    told = [
        say("{item}: {bids_in_words}", item=lot.item, bids_in_words=_bids_in_words(view, lot))
        for lot in round_state.lots(view)
        if lot.bids
    ]
    told = told or [
        say("{name} {money}", name=view.name(p.player), money=view.money(p.cash))
        for p in round_state.player_summaries(view)
    ]
    return Verbatim(
        say("{title}: {subtitle}. {told}", title=doc.title, subtitle=doc.subtitle, told=joined("; ", told))
    )


def _bids_in_words(view: View, lot: Lot) -> str:
    return joined(
        ", ",
        (
            say("{name} {money}", name=view.name(player), money=view.money(amount))
            for player, amount in lot.bids.items()
        ),
    )


def companies_alt(view: View, *, ran: Runs = NO_RUNS) -> str:
    """The companies with their prices in a sentence."""
    del ran
    found = [round_state.company_summary(view, company) for company in round_state.started(view)]
    told = [
        say("{company} {money}", company=g.company, money=view.money(g.price))
        for g in found
        if g.price is not None
    ]
    head = said(say("Companies in running order, phase {key}", key=view.phase.key))
    return Verbatim(say("{head}: {told}", head=head, told=joined(", ", told) or said(word("none"))))

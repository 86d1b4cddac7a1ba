"""Companies at a glance as tables: those that run in running order, those not floated, those not started."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine import Json, View
from engine.api import stake
from engine.api.stake import CompanyGlance, Ran
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from render.cards.doc import Cell, Chip, Item, Section
from render.map.scene import company_badge
from render.pen.speech import Verbatim, said

Runs = Mapping[str, Sequence[Json]]
_MOST_ALIKE = 2
"""Trains of a kind that each have a chip."""


def in_line(*parts: str) -> Verbatim:
    """Parts of a line, those that say something."""
    return Verbatim(" · ".join(filter(None, parts)))


def tables(view: View, ran: Runs) -> list[Section]:
    """All companies, in groups."""
    begun, fresh = stake.started(view), stake.unstarted(view)
    running = [company for company, _ in stake.running_order(view)]
    ready = [company for company in begun if company in running or view.company(company).floated]
    waiting = [company for company in begun if company not in ready]
    sections = table(view, ran, ready, say("Companies in running order")) if ready or not waiting else []
    sections += table(view, ran, waiting, say("Started, not floated")) if waiting else []
    if fresh:
        sections.append(Section(say("Not started"), [[tuple(_fresh(view, c) for c in fresh)]]))
    return sections


def _fresh(view: View, company: str) -> Item:
    told = joined(", ", stake.brief(view, company))
    return Chip(company, note=told) if told else company_badge(view, company)


def table(view: View, ran: Runs, companies: Sequence[str], heading: str) -> list[Section]:
    """Companies with shares, and apart from them those that have none."""
    known = stake.ran_from(ran)
    found = [stake.glance(view, company, known) for company in companies]
    shared, whole = [g for g in found if g.has_shares], [g for g in found if not g.has_shares]
    sections = [_whole(view, whole, heading if not shared else say("Without shares"))] if whole else []
    return [*sections, _shared(view, shared, heading)] if shared or not whole else sections


def _whole(view: View, found: Sequence[CompanyGlance], heading: str) -> Section:
    rows: list[list[Cell]] = [
        [
            company_badge(view, glance.company),
            Verbatim(joined(", ", map(view.name, glance.holders))),
            view.money(glance.cash),
            tuple(Chip(held.key) for held in glance.trains) or word("none"),
            _last(view, glance.ran),
        ]
        for glance in found
    ]
    names = ("", word("owner"), word("treasury"), word("trains"), say("last run"))
    under = notes([[in_line(*map(said, stake.brief(view, glance.company)))] for glance in found])
    return Section(
        heading, rows, names, (2, 5, 2.4, 2.8, 2.8), frozenset({2}), _acting(view, found), under=under
    )


def _shared(view: View, found: Sequence[CompanyGlance], heading: str) -> Section:
    """Companies with shares; a column in which nothing would stand is left out."""
    running = any(glance.floated for glance in found) or not found
    columns = [
        (word("price"), 2.0, [_price(view, glance) for glance in found]),
        (word("IPO"), 1.75, [_percent(glance.offering) for glance in found]),
        (word("pool"), 1.75, [_percent(glance.market) for glance in found]),
        (word("own"), 1.75, [_percent(glance.treasury) for glance in found]),
    ]
    columns = [column for column in columns if any(column[2])]
    right = frozenset(range(1, len(columns) + 1))
    rows = [_begun(view, glance, [cells[i] for _, _, cells in columns]) for i, glance in enumerate(found)]
    names = ["", *(name for name, _, _ in columns)]
    widths = [2.1, *(width for _, width, _ in columns)]
    if running or any(glance.trains for glance in found):
        names, widths = [*names, word("trains"), say("last run")], [*widths, 2.75, 3]
        rows = [[*row, *_running(view, glance)] for row, glance in zip(rows, found, strict=True)]
    under = notes([_under(view, glance) for glance in found])
    return Section(heading, rows, names, widths, right, _acting(view, found), say("none has begun"), under)


def _acting(view: View, found: Sequence[CompanyGlance]) -> frozenset[int]:
    return frozenset(i for i, glance in enumerate(found) if glance.company == view.cursor.actor)


def notes(found: Sequence[Sequence[str]]) -> dict[int, Sequence[str]]:
    """The small lines of each row that has some."""
    return {i: lines for i, told in enumerate(found) if (lines := [line for line in told if line])}


def _begun(view: View, glance: CompanyGlance, cells: Sequence[str]) -> list[Cell]:
    return [company_badge(view, glance.company), *cells]


def _price(view: View, glance: CompanyGlance) -> str:
    price = glance.price if glance.price is not None else glance.par
    return "" if price is None else view.money(price)


def _percent(percent: int) -> str:
    return f"{percent}%" if percent else ""


def _running(view: View, glance: CompanyGlance) -> list[Cell]:
    return [_trains(glance) or word("none"), _last(view, glance.ran) if glance.floated else ""]


def _trains(glance: CompanyGlance) -> tuple[Item, ...]:
    """The trains as chips, one for many of a kind."""
    chips: list[Item] = []
    for kind, count in Counter(held.key for held in glance.trains).items():
        many = count > _MOST_ALIKE
        chips += [Chip(kind, note=Verbatim(f"\u00d7{count}"))] if many else [Chip(kind)] * count
    return tuple(chips)


_KEPT = {"pay": word("paid"), "half": word("half"), "withhold": word("kept"), "split": word("split")}


def _last(view: View, ran: Ran | None) -> Cell:
    if ran is None:
        return say("none yet")
    word = _KEPT.get(ran.way, "")
    return (view.money(ran.revenue), word) if word else view.money(ran.revenue)


def _under(view: View, glance: CompanyGlance) -> list[str]:
    """Who owns how much, the treasury and what else is to be known: in two lines, of young ones in one."""
    first, rest = _holders(view, glance), [said(text) for text in _details(view, glance)]
    return [in_line(first, *rest)] if not glance.operated else [first, in_line(*rest)]


def _holders(view: View, glance: CompanyGlance) -> str:
    """Who owns how much, the president first."""
    order = sorted(glance.holders.items(), key=lambda held: held[0] != glance.president)
    mark = say(" {said}", said=said(word("(president)")))
    told = [
        say(
            "{name} {percent}%{words}",
            name=view.name(h),
            percent=percent,
            words=mark if h == glance.president else "",
        )
        for h, percent in order
    ]
    return Verbatim(joined(", ", told) or said(say("no shareholder")))


def _details(view: View, glance: CompanyGlance) -> Iterable[str]:
    if glance.price is None and glance.par is not None:
        yield say("at par")
    yield say("treasury {money}", money=view.money(glance.cash))
    if glance.ran is not None and glance.ran.each:
        yield say("paid {each} a share", each=glance.ran.each)
    here = view.cursor.actor == glance.company
    if here and not glance.tokens:
        yield say("no token left")
    elif here or (glance.operated and glance.tokens):
        yield _tokens(glance, here)
    yield from _standing(view, glance)


def _tokens(glance: CompanyGlance, in_full: bool) -> str:
    left = say("1 token left") if glance.tokens == 1 else say("{tokens} tokens left", tokens=glance.tokens)
    costs = list(dict.fromkeys(glance.token_costs))
    if costs == ["free"] or not costs:
        return left
    if len(costs) == 1 or in_full:
        return say(
            "{text} at {money_of_merger}",
            text=left,
            money_of_merger=joined(", ", costs if len(costs) == 1 else glance.token_costs),
        )
    return say("{left}, the next at {costs}", left=left, costs=costs[0])


def _standing(view: View, glance: CompanyGlance) -> Iterable[str]:
    """Whether it has floated and operated, and what the title says."""
    if glance.lacks is not None:
        yield _lacking(view, glance)
    elif not glance.operated:
        yield say("not yet operated") if glance.floated else say("not floated")
    yield from stake.brief(view, glance.company)


def _lacking(view: View, glance: CompanyGlance) -> str:
    """How many shares must still be bought before a company floats."""
    count = -(-(glance.lacks or 0) // stock_rules(view).share(view, glance.company))
    return (
        say("floats with 1 more share") if count == 1 else say("floats with {count} more shares", count=count)
    )


def order(view: View) -> list[Section]:
    """Who has run in this round, and who is to come."""
    order = stake.running_order(view)
    rows: list[list[Cell]] = []
    for label, wanted in ((word("done"), True), (word("next"), False)):
        badges = tuple(company_badge(view, company) for company, done in order if done == wanted)
        if badges:
            rows.append([label, badges])
    return [Section(say("Running order"), rows, widths=(1.5, 8))] if rows else []

"""Companies at a glance as tables: those that run in running order, those not floated, those not started."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine import Json, View
from engine.api import round_state
from engine.api.round_state import CompanySummary, LastRun
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from render.cards.doc import Cell, Chip, Item, Section
from render.map.scene import company_badge
from render.pen.speech import Verbatim, said

Runs = Mapping[str, Sequence[Json]]
_MOST_LETTERS = 4
"""Letters of the trains of a kind that each have a chip: so many stand in a line."""
_FIGURES, _SPARE = 4, 0.5
"""The most columns of figures, and how much wider trains and last runs are for each that is left out."""


def in_line(*parts: str) -> Verbatim:
    """Parts of a line, those that say something."""
    return Verbatim(" · ".join(filter(None, parts)))


def tables(view: View, ran: Runs) -> list[Section]:
    """All companies, in groups."""
    begun, fresh = round_state.started(view), round_state.unstarted(view)
    running = [company for company, _ in round_state.running_order(view)]
    ready = [company for company in begun if company in running or view.company(company).floated]
    waiting = [company for company in begun if company not in ready]
    sections = table(view, ran, ready, say("Companies in running order")) if ready or not waiting else []
    sections += table(view, ran, waiting, say("Started, not floated")) if waiting else []
    if fresh:
        sections.append(Section(say("Not started"), [[tuple(_fresh(view, c) for c in fresh)]]))
    return sections


def _fresh(view: View, company: str) -> Item:
    told = joined(", ", round_state.brief_facts(view, company))
    return Chip(company, note=told) if told else company_badge(view, company)


def table(view: View, ran: Runs, companies: Sequence[str], heading: str) -> list[Section]:
    """Companies with shares, and apart from them those that have none."""
    known = round_state.last_runs_from(ran)
    found = [round_state.company_summary(view, company, known) for company in companies]
    shared, whole = [g for g in found if g.has_shares], [g for g in found if not g.has_shares]
    sections = [_whole(view, whole, heading if not shared else say("Without shares"))] if whole else []
    return [*sections, _shared(view, shared, heading)] if shared or not whole else sections


def _whole(view: View, found: Sequence[CompanySummary], heading: str) -> Section:
    rows: list[list[Cell]] = [
        [
            company_badge(view, summary.company),
            Verbatim(joined(", ", map(view.name, summary.holders))),
            view.money(summary.cash),
            tuple(Chip(held.key) for held in summary.trains) or word("none"),
            _last(view, summary.last_run),
        ]
        for summary in found
    ]
    names = ("", word("owner"), word("treasury"), word("trains"), say("last run"))
    under = notes(
        [[in_line(*map(said, round_state.brief_facts(view, summary.company)))] for summary in found]
    )
    return Section(
        heading, rows, names, (1.8, 4.9, 2.1, 2.3, 3.9), frozenset({2}), _acting(view, found), under=under
    )


def _shared(view: View, found: Sequence[CompanySummary], heading: str) -> Section:
    """Companies with shares; a column in which nothing would stand is left out."""
    running = any(summary.floated for summary in found) or not found
    columns = [
        (word("price"), 2.1, [_price(view, summary) for summary in found]),
        _percents(word("IPO"), [summary.offering for summary in found]),
        _percents(word("pool"), [summary.market for summary in found]),
        _percents(word("own"), [summary.treasury for summary in found]),
    ]
    columns = [column for column in columns if any(column[2])]
    right = frozenset(range(1, len(columns) + 1))
    rows = [_begun(view, summary, [cells[i] for _, _, cells in columns]) for i, summary in enumerate(found)]
    names = ["", *(name for name, _, _ in columns)]
    widths = [2.1, *(width for _, width, _ in columns)]
    if running or any(summary.trains for summary in found):
        names = [*names, word("trains"), say("last run")]
        spare = _SPARE * (_FIGURES - len(columns))
        widths = [*widths, 2.75 + spare, 3 + spare]
        rows = [[*row, *_running(view, summary)] for row, summary in zip(rows, found, strict=True)]
    under = notes([_under(view, summary) for summary in found])
    return Section(heading, rows, names, widths, right, _acting(view, found), say("none has begun"), under)


def _acting(view: View, found: Sequence[CompanySummary]) -> frozenset[int]:
    return frozenset(i for i, summary in enumerate(found) if summary.company == view.cursor.actor)


def notes(found: Sequence[Sequence[str]]) -> dict[int, Sequence[str]]:
    """The small lines of each row that has some."""
    return {i: lines for i, told in enumerate(found) if (lines := [line for line in told if line])}


def _begun(view: View, summary: CompanySummary, cells: Sequence[str]) -> list[Cell]:
    return [company_badge(view, summary.company), *cells]


def _price(view: View, summary: CompanySummary) -> str:
    price = summary.price if summary.price is not None else summary.par
    return "" if price is None else view.money(price)


def _percents(name: str, percents: Sequence[int]) -> tuple[str, float, list[str]]:
    """A column of percentages: its name, its width, which has room for "100%", and its cells."""
    return name, 2.2 if 100 in percents else 1.85, [f"{p}%" if p else "" for p in percents]


def _running(view: View, summary: CompanySummary) -> list[Cell]:
    return [_trains(summary) or word("none"), _last(view, summary.last_run) if summary.floated else ""]


def _trains(summary: CompanySummary) -> tuple[Item, ...]:
    """The trains as chips, one for many of a kind."""
    chips: list[Item] = []
    for kind, count in Counter(held.key for held in summary.trains).items():
        many = count > 2 and count * len(kind) > _MOST_LETTERS
        chips += [Chip(kind, note=Verbatim(f"\u00d7{count}"))] if many else [Chip(kind)] * count
    return tuple(chips)


_KEPT = {"pay": word("paid"), "half": word("half"), "withhold": word("kept"), "split": word("split")}


def _last(view: View, ran: LastRun | None) -> Cell:
    if ran is None:
        return say("none yet")
    word = _KEPT.get(ran.way, "")
    return (view.money(ran.revenue), word) if word else view.money(ran.revenue)


def _under(view: View, summary: CompanySummary) -> list[str]:
    """Who owns how much, the treasury and what else is to be known: in two lines, of young ones in one."""
    first, rest = _holders(view, summary), [said(text) for text in _details(view, summary)]
    return [in_line(first, *rest)] if not summary.operated else [first, in_line(*rest)]


def _holders(view: View, summary: CompanySummary) -> str:
    """Who owns how much, the president first."""
    order = sorted(summary.holders.items(), key=lambda held: held[0] != summary.president)
    mark = say(" {said}", said=said(word("(president)")))
    told = [
        say(
            "{name} {percent}%{words}",
            name=view.name(h),
            percent=percent,
            words=mark if h == summary.president else "",
        )
        for h, percent in order
    ]
    return Verbatim(joined(", ", told) or said(say("no shareholder")))


def _details(view: View, summary: CompanySummary) -> Iterable[str]:
    if summary.price is None and summary.par is not None:
        yield say("at par")
    yield say("treasury {money}", money=view.money(summary.cash))
    if summary.last_run is not None and summary.last_run.each:
        yield say("paid {each} a share", each=summary.last_run.each)
    here = view.cursor.actor == summary.company
    if here and not summary.tokens:
        yield say("no token left")
    elif here or (summary.operated and summary.tokens):
        yield _tokens(summary, here)
    yield from _standing(view, summary)


def _tokens(summary: CompanySummary, in_full: bool) -> str:
    left = say("1 token left") if summary.tokens == 1 else say("{tokens} tokens left", tokens=summary.tokens)
    costs = list(dict.fromkeys(summary.token_costs))
    if costs == ["free"] or not costs:
        return left
    if len(costs) == 1 or in_full:
        return say(
            "{text} at {money_of_merger}",
            text=left,
            money_of_merger=joined(", ", costs if len(costs) == 1 else summary.token_costs),
        )
    return say("{left}, the next at {costs}", left=left, costs=costs[0])


def _standing(view: View, summary: CompanySummary) -> Iterable[str]:
    """What it lacks to float, and what the title says; where it has not run yet, its last run tells that."""
    if summary.lacks is not None:
        yield _lacking(view, summary)
    elif not (summary.operated or summary.floated):
        yield say("not floated")
    yield from round_state.brief_facts(view, summary.company)


def _lacking(view: View, summary: CompanySummary) -> str:
    """How many shares must still be bought before a company floats."""
    count = -(-(summary.lacks or 0) // stock_rules(view).share(view, summary.company))
    return (
        say("floats with 1 more share") if count == 1 else say("floats with {count} more shares", count=count)
    )


def order(view: View) -> list[Section]:
    """Who has run in this round, and who is to come."""
    order = round_state.running_order(view)
    rows: list[list[Cell]] = []
    for label, wanted in ((word("done"), True), (word("next"), False)):
        badges = tuple(company_badge(view, company) for company, done in order if done == wanted)
        if badges:
            rows.append([label, badges])
    return [Section(say("Running order"), rows, widths=(1.5, 8))] if rows else []

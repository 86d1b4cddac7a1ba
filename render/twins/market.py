"""The share price chart in words: prices, zones, bands of dividends, the par chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine import View
from engine.core.display import Display
from engine.core.state import Cell
from engine.message import in_words, joined, say, word
from render.pen.words import round_name

Move = tuple[str, Cell | None, Cell | None]
PLAIN_PAR = "par"
"""The zone of par spaces that any company may take: their heavy frame says enough."""


@dataclass(frozen=True)
class Price:
    """A company's price, its par, and its price before a move."""

    company: str
    price: int
    par: int | None
    before: int | None


def cell_of(raw: Cell) -> Cell:
    """A space as it comes from JSON."""
    return raw[0], raw[1]


def legend_rows(view: View, moves: Sequence[Move]) -> list[Price]:
    """The companies on the chart, the dearest first, stacks from the top."""
    value = view.data.market.value
    before = {company: value(cell_of(cell)) for company, cell, _ in moves if cell is not None}
    placed = [
        (-value(cell), -cell[1], i, company)
        for cell, stack in view.state.market.items()
        for i, company in enumerate(stack)
    ]
    return [
        Price(company, -price, view.company(company).par, before.get(company))
        for price, _, _, company in sorted(placed)
    ]


def price_words(view: View, row: Price, spelt: bool = False) -> str:
    """Such as: $70 → $80 (par 60); spelt out: $70 to $80 (par 60)."""
    price = view.money(row.price)
    if row.before is not None and row.before != row.price:
        before = view.money(row.before)
        price = say("{money} to {money2}", money=before, money2=price) if spelt else f"{before} → {price}"
    start = price + say(" (par {par})", par=row.par) if row.par else price
    return joined(", ", filter(None, (start, view.policy(Display).became(view, row.company))))


# --- zones and bands -------------------------------------------------------------------------------


def zone_letters(view: View) -> dict[str, str]:
    """A letter for each kind of space that is not only a par space, from the top left or the bottom on."""
    zones = view.data.market.zones
    found = dict.fromkeys(zones[cell] for cell in sorted(zones) if zones[cell] != PLAIN_PAR)
    return {zone: chr(ord("A") + i) for i, zone in enumerate(found)}


def zone_lines(view: View) -> list[str]:
    """Each letter with its prices and what it means."""
    words = view.data.market.zone_words
    return [
        say(
            "{letter} ({prices}): {words}",
            letter=letter,
            prices=_prices(view, zone),
            words=words.get(zone) or in_words(zone),
        )
        for zone, letter in zone_letters(view).items()
    ]


def _prices(view: View, zone: str) -> str:
    """The prices of a zone: of a single row each stretch, of a grid the lowest and the highest."""
    market = view.data.market
    cells = sorted(cell for cell, name in market.zones.items() if name == zone)
    if len(market.rows) > 1:
        return _span(view, [market.value(cell) for cell in cells])
    stretches = groupby(enumerate(cells), key=lambda pair: pair[1][1] - pair[0])
    return joined(", ", (_span(view, [market.value(cell) for _, cell in part]) for _, part in stretches))


def _span(view: View, values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    return (
        view.money(low)
        if low == high
        else say("{money} to {money2}", money=view.money(low), money2=view.money(high))
    )


def band_words(view: View) -> str:
    """What the amounts beside the chart mean; empty where there are none."""
    bands = view.data.market.dividend_bands
    if not bands:
        return ""
    return say(
        "→1 to →{bands}: a dividend of at least this in all moves the price so many spaces right", bands=bands
    )


# --- text and alt ----------------------------------------------------------------------------------


def market_text(view: View, *, moves: Sequence[Move] = (), brief: bool = False, pars: bool = False) -> str:
    """Prices from the dearest on, each with par and move; then, unless brief, par values, zones and bands.

    pars: no zones and bands.
    """
    lines = [say("Share prices, {round_name}", round_name=round_name(view))]
    for row in legend_rows(view, moves):
        lines.append(f"- {row.company}: " + price_words(view, row, spelt=True))
    if len(lines) == 1:
        lines.append(say("- no company has a price yet"))
    if brief:
        return joined("\n", lines)
    if pars:
        return joined("\n", [*lines, *par_lines(view)])
    market = view.data.market
    if market.shape == "zigzag":
        lines.append(say("The chart is a zigzag: right or left is two of its spaces, a share sold is one."))
    if market.dividend_bands:
        lines.append(
            say(
                "A dividend of 1 to {dividend_bands} times the price moves it as many spaces right.",
                dividend_bands=market.dividend_bands,
            )
        )
    lines += par_lines(view)
    zones = zone_lines(view)
    return joined("\n", lines + ([say("Zones: {zones}", zones=joined("; ", zones))] if zones else []))


def par_lines(view: View) -> list[str]:
    """The par chart with who stands where, and the par values of the price chart."""
    lines = []
    for area in view.policy(Display).par_chart(view):
        taken = [
            say("{value}: {companies}", value=value, companies=joined(", ", area.companies[value]))
            for value in area.values
            if area.companies[value]
        ]
        lines.append(
            say(
                "Par chart, {area}: {taken}",
                area=area.label,
                taken=joined("; ", taken) or word("empty"),
            )
        )
    market = view.data.market
    pars = joined(", ", (view.money(v) for v in sorted({market.value(c) for c in market.par_cells})))
    return lines + ([say("Par values: {pars}", pars=pars)] if pars else [])


def market_alt(view: View, *, moves: Sequence[Move] = (), brief: bool = False, pars: bool = False) -> str:
    """All prices in one line."""
    parts = [
        say("{company} {price_words}", company=row.company, price_words=price_words(view, row))
        for row in legend_rows(view, moves)
    ]
    return (
        say("Share price chart: {parts}", parts=joined(", ", parts))
        if parts
        else say("Share price chart without companies")
    )

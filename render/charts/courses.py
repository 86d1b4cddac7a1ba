"""The course of a game as lines of a chart, and in words: worth, prices, income, certificates, trains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from engine import Json, View
from engine.message import joined, say
from render.map.scene import company_badge
from render.pen.speech import said
from render.pen.theme import Colour

WORTH, PRICES, INCOME = "worth", "prices", "income"
CERTIFICATES, TRAINS = "certificates", "trains"
CHARTS = (WORTH, PRICES, INCOME, CERTIFICATES, TRAINS)
COUNTED = (CERTIFICATES, TRAINS)
"""Charts whose values are no money."""
TITLES = {
    WORTH: say("Worth of the players"),
    PRICES: say("Share prices"),
    INCOME: say("Income of the players by round"),
    CERTIFICATES: say("Certificates of the players"),
    TRAINS: say("Trains in use by kind"),
}

# Told apart with each of the common kinds of colour blindness.
_PLAYERS: tuple[Colour, ...] = (
    (0, 90, 160), (205, 80, 0), (0, 130, 95), (170, 60, 130), (90, 60, 20), (20, 20, 20), (60, 150, 210),
    (150, 130, 0),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart: its name, its colour, and its value in each round (None: not there)."""

    name: str
    colour: Colour
    values: Sequence[int | None]


def shown_rounds(chart: str, rounds: Sequence[Mapping[str, Json]]) -> Sequence[Mapping[str, Json]]:
    """The rounds that one of `CHARTS` shows: of incomes those in which somebody had one (the last one if
    there is none), of share prices those from the first in which a company had one; else all.
    """
    if chart == INCOME:
        return [r for r in rounds if any(r[INCOME].values())] or list(rounds[-1:])
    if chart == PRICES:
        return list(dropwhile(lambda r: not r[PRICES], rounds)) or rounds
    return rounds


def lines_of(view: View, chart: str, rounds: Sequence[Mapping[str, Json]]) -> list[Line]:
    """The lines of one of `CHARTS`: players by seat, companies that had a price, or kinds of train."""
    values = [r[chart] for r in rounds]
    if chart == TRAINS:
        kinds = list(dict.fromkeys(kind for now in values for kind in now))
        return [
            Line(kind, _PLAYERS[i % len(_PLAYERS)], [now.get(kind) for now in values])
            for i, kind in enumerate(kinds)
        ]
    if chart == PRICES:
        there = [c for c in view.state.companies if any(c in now for now in values)]
        return [Line(c, company_badge(view, c).ground, [now.get(c) for now in values]) for c in there]
    missing = 0 if chart == INCOME else None
    return [
        Line(view.name(p), _PLAYERS[i % len(_PLAYERS)], [now.get(p, missing) for now in values])
        for i, p in enumerate(view.seats)
        if chart == INCOME or any(p in now for now in values)
    ]


def amount(view: View, chart: str, value: int) -> str:
    """A value of a chart as it is written."""
    return str(value) if chart in COUNTED else view.money(value)


def chart_text(view: View, *, chart: str, rounds: Sequence[Mapping[str, Json]]) -> str:
    """The same in words, a line a round."""
    rounds = shown_rounds(chart, rounds)
    told = [f"{TITLES[chart]}:"]
    lines = lines_of(view, chart, rounds)
    for number, round_ in enumerate(rounds):
        now = [(line.name, line.values[number]) for line in lines]
        values = joined(
            ", ",
            (
                say("{name} {money}", name=name, money=amount(view, chart, value))
                for name, value in now
                if value is not None
            ),
        )
        told.append(say("{said}: {values}", said=said(round_["title"]), values=values or "-"))
    return joined("\n", told)


def chart_alt(view: View, *, chart: str, rounds: Sequence[Mapping[str, Json]]) -> str:
    """The last round of the chart in a sentence."""
    last = [(line.name, line.values[-1]) for line in lines_of(view, chart, rounds[-1:])]
    ordered = sorted(((name, v) for name, v in last if v is not None), key=lambda pair: -pair[1])
    return say(
        "{TITLES}: {value}",
        TITLES=TITLES[chart],
        value=joined(
            ", ",
            (say("{name} {money}", name=name, money=amount(view, chart, value)) for name, value in ordered),
        ),
    )

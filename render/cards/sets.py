"""A set of operating rounds that is over, as a card: runs, prices, trains, what the players are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from engine import Json, View
from engine.message import joined, say, word
from render.cards.doc import Cell, Chip, Doc, Item, Section
from render.map.scene import company_badge
from render.pen import theme
from render.pen.speech import Verbatim, said

WAYS = {"pay": word("paid"), "half": word("half"), "withhold": word("kept"), "split": word("split")}
TINTS = {"pay": "green", "half": "yellow", "split": "yellow", "withhold": "white", "none": "gray"}
"""What became of the income of a run, in a word and as a colour, by `engine.api.round_state.LastRun.way`."""
Told = Mapping[str, Json]
"""`engine.api.sets.OperatingSet` as JSON."""


def set_doc(view: View, *, told: Told | None = None) -> Doc:
    """The card of a set; one that says so where none is over yet."""
    if not told:
        return Doc(say("No set of operating rounds is over yet"), Verbatim(view.data.name))
    first, last = said(told["first"]), said(told["last"])
    rounds = first if first == last else say("{first} to {last}", first=first, last=last)
    return Doc(
        say("What {rounds} brought", rounds=rounds),
        say("{name} · phase {key}", name=view.data.name, key=view.phase.key),
        [_runs(view, told["companies"]), *_trains(told), _worth(view, told["worth"])],
    )


def _runs(view: View, companies: Mapping[str, Json]) -> Section:
    rows: list[list[Cell]] = []
    for company, year in companies.items():
        runs = tuple(_run(view, *run) for run in year["runs"])
        rows.append([company_badge(view, company), runs or word("none"), _price(view, year)])
    names = ("", word("runs"), word("price"))
    return Section(say("The companies"), rows, names, (1.4, 7.15, 3.25), frozenset({2}))


def _run(view: View, revenue: int, way: str, routes: int) -> Item:
    """A run in the colour of what became of it, with the word for it and the colours of its routes."""
    money, became = view.money(revenue), WAYS.get(way, "") if revenue else ""
    stripes = tuple(colour for colour, _, _ in islice(cycle(theme.ROUTES), routes))
    return Chip(Verbatim(f"{money} {said(became)}".strip()), TINTS.get(way, "white"), stripes=stripes)


def _price(view: View, year: Mapping[str, Json]) -> Verbatim:
    before, after = year["before"], year["after"]
    if before is None and after is None:
        return Verbatim("")
    if after is None:
        return Verbatim(say("{before} → gone", before=view.money(before)))
    if before in (None, after):
        return Verbatim(view.money(after))
    arrow = "▲" if after > before else "▼"
    return Verbatim(f"{view.money(before)} {arrow} {view.money(after)}")


def _trains(told: Told) -> list[Section]:
    rows: list[list[Cell]] = []
    for label, trains in ((word("gone"), told["gone"]), (word("new"), told["bought"])):
        if trains:
            rows.append([label, tuple(_kind(kind, n) for kind, n in trains.items())])
    return [Section(word("Trains"), rows, widths=(2, 9))] if rows else []


def _kind(kind: str, count: int) -> Item:
    return Chip(kind, note=Verbatim(f"\u00d7{count}") if count > 1 else "")


def _worth(view: View, worth: Mapping[str, Sequence[int]]) -> Section:
    """The players, the richest first, each with the difference."""
    order = sorted(worth, key=lambda player: -worth[player][1])
    rows: list[list[Cell]] = [
        [Verbatim(view.name(p)), view.money(worth[p][1]), f"{worth[p][1] - worth[p][0]:+d}"] for p in order
    ]
    return Section(say("Worth of the players"), rows, widths=(6, 3, 3), right=frozenset({1, 2}))


def set_alt(view: View, *, told: Told | None = None) -> str:
    """What the players are worth after the set, in a sentence."""
    doc = set_doc(view, told=told)
    worth = told["worth"] if told else {}
    pairs = ((view.name(p), view.money(after)) for p, (_, after) in worth.items())
    text = joined(", ", (say("{name} {money}", name=name, money=money) for name, money in pairs))
    return say("{title}: {text}", title=doc.title, text=text) if text else doc.title

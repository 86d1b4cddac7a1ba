"""A run put together stop by stop with menus, for those who would rather not type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.press import GameItem, button, select
from bot.searches import as_one
from bot.texts import t
from bot.ui import words
from bot.ui.figures import company_line, plain
from bot.ui.frame import GOOD, SHOWN, Sheet
from bot.ui.pages import chooser
from bot.ui.pages.desk import Desk
from bot.ui.pages.draft import Draft, tag_of
from bot.ui.runs.routes import parsed, runners
from engine import Option, View
from engine.face import runs as rules
from engine.face.table import Place, hex_name, train_label

HAND = "hand"
"""Where a draft keeps the stops that are chosen, and the train they are chosen for."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The stops of each train so far, the train at hand (empty: none), and which run as one with another."""

    stops: Mapping[str, tuple[Place, ...]]
    train: str = ""
    heads: Mapping[str, str] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """Tells one state from another, so that a press counts once."""
        return tag_of(self.to_json())

    @property
    def here(self) -> tuple[Place, ...]:
        """The stops of the train at hand."""
        return self.stops.get(self.train, ())

    def with_stops(self, stops: Sequence[Place]) -> Hand:
        """The same with other stops for the train at hand."""
        return replace(self, stops={**self.stops, self.train: tuple(stops)})

    def with_train(self, other: str) -> Hand:
        """The same where another train runs as one with that at hand, or no longer if it did."""
        if self.heads.get(other) == self.train:
            return replace(self, heads={train: head for train, head in self.heads.items() if train != other})
        moved = {train: self.train if head == other else head for train, head in self.heads.items()}
        return replace(self, heads={**moved, other: self.train})

    def named(self) -> dict[str, str]:
        """The stops by coordinate, as `bot.searches.by_names` reads them."""
        lines = {train: ", ".join(coord for coord, _ in stops) for train, stops in self.stops.items()}
        return lines | {train: as_one(head) for train, head in self.heads.items()}

    def to_json(self) -> dict[str, Any]:
        """The form in which a draft keeps it."""
        return {
            "train": self.train,
            "stops": {t: [list(p) for p in stops] for t, stops in self.stops.items()},
            "heads": dict(self.heads),
        }


def hand_of(draft: Draft) -> Hand | None:
    """What a draft keeps, or None."""
    raw = draft.more.get(HAND)
    if raw is None:
        return None
    stops = {t: tuple((str(c), int(i)) for c, i in places) for t, places in raw["stops"].items()}
    return Hand(stops, raw["train"], raw.get("heads", {}))


def kept(draft: Draft, hand: Hand) -> Draft:
    """The draft with these stops."""
    return replace(draft, more={HAND: hand.to_json()}, page=0)


def begun(desk: Desk, routes: Sequence[Any]) -> Hand:
    """The stops of the routes that were shown; the first train is at hand."""
    view, shown = desk.view, parsed(routes)
    stops = {route.train: tuple(rules.stops_of(view, route)) for route in shown}
    heads = {train: route.train for route in shown for train in route.joined}
    trains = [train.id for train in runners(view, desk.company or "")]
    first = next((train for train in trains if train not in heads), "")
    return Hand({train: stops.get(train, ()) for train in trains}, first, heads)


def onward(desk: Desk, hand: Hand) -> list[Option]:
    """The stops that may follow."""
    found = rules.next_stops(desk.view, desk.company or "", hand.train, hand.here)
    return [Option(coord, hex_name(desk.view, coord)) for coord in dict.fromkeys(coord for coord, _ in found)]


def place_at(desk: Desk, hand: Hand, coord: str) -> Place | None:
    """The stop on a hex that may follow, or None."""
    found = rules.next_stops(desk.view, desk.company or "", hand.train, hand.here)
    return next((place for place in found if place[0] == coord), None)


async def hand_sheet(desk: Desk, draft: Draft, hand: Hand) -> Sheet:
    """The page on which the stops are chosen."""
    company = desk.company or ""
    sheet = desk.sheet()
    sheet.texts = [words.header(desk.game, desk.seat), company_line(desk.view, company)]
    sheet.texts.append("\n".join(_line(desk.view, hand, train) for train in hand.stops))
    sheet.pictures = await desk.draw("crop", company=company)
    press = [draft.tag, hand.mark]
    if len(hand.stops) - len(hand.heads) > 1:
        sheet.rows.append([_trains(desk, hand, press)])
    options = onward(desk, hand)
    pages = max(1, -(-len(options) // SHOWN))
    page = draft.page % pages
    if options:
        here = options[page * SHOWN : (page + 1) * SHOWN]
        entries = [chooser.menu_option(i, o) for i, o in enumerate(here, 1)]
        word = t("Next stop") if hand.here else t("First stop")
        sheet.rows.append([select(desk.press("w_hand", *press, "stop"), entries, placeholder=word)])
    sheet.buttons(_buttons(desk, hand, press, page + 1 if pages > 1 else None))
    return sheet


def _line(view: View, hand: Hand, train: str) -> str:
    name = _name(view, train)
    if train in hand.heads:
        return f"**{name}** {t('runs as one with {train}', train=_name(view, hand.heads[train]))}"
    way = " - ".join(rules.stop_name(view, place) for place in hand.stops[train])
    return f"{'▶ ' if train == hand.train else ''}**{name}** {plain(way) or t('stands still')}"


def _name(view: View, train: str) -> str:
    return train_label(view, view.state.trains[train])


def _trains(desk: Desk, hand: Hand, press: Sequence[str]) -> GameItem:
    view, entries = desk.view, []
    for number, train in enumerate((train for train in hand.stops if train not in hand.heads), 1):
        option = Option(train, _name(view, train))
        entries.append(chooser.menu_option(number, option, ticked=train == hand.train))
    return select(desk.press("w_hand", *press, "train"), entries[:SHOWN], placeholder=t("Which train?"))


def partners(view: View, company: str, hand: Hand) -> list[str]:
    """The trains that may run as one with that at hand."""
    able = rules.joinable(view, company)
    return [train for train in able if train != hand.train] if hand.train in able else []


def _buttons(desk: Desk, hand: Hand, press: Sequence[str], following: int | None) -> list[GameItem]:
    def item(label: str, *what: str, **style: Any) -> GameItem:
        return button(desk.press("w_hand", *press, *what), label, **style)

    items = [item(t("Show this run"), "show", style=GOOD)]
    items += [item(t("Last stop away"), "back"), item(t("Clear this train"), "clear")] if hand.here else []
    for train in partners(desk.view, desk.company or "", hand):
        name, apart = _name(desk.view, train), hand.heads.get(train) == hand.train
        label = t("{train} runs apart", train=name) if apart else t("As one with {train}", train=name)
        items.append(item(label, "join", train))
    if following is not None:
        items.append(button(desk.press("w_list", press[0], following, "f"), t("More stops ▶")))
    return [*items, button(desk.press("w_next", press[0], 0), t("Best routes"))]

"""The page on which a run is set stop by stop with menus, for players who prefer not to type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.chat.figures import company_line, plain
from bot.chat.frame import GOOD, MAX_OPTIONS, Sheet
from bot.chat.press import GameItem, button, select
from bot.turn import chooser, words
from bot.turn.draft import Draft, tag_of
from bot.turn.routes import parsed, runners
from bot.turn.session import TurnSession
from bot.words import known, t
from bot.work.searches import as_one_with
from engine import Option, View
from engine.api import runs as rules
from engine.api.table import Place, hex_name, train_label

HAND = "hand"
"""The key in ``Draft.more`` of the stops chosen so far and the train at hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The stops of each train so far, and the train at hand (empty: none).

    joined: trains that run as one, the first of which has their stops.
    """

    stops: Mapping[str, tuple[Place, ...]]
    train: str = ""
    joined: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """A checksum of this state, so that a second press of a button has no effect."""
        return tag_of(self.to_json())

    @property
    def here(self) -> tuple[Place, ...]:
        """The stops of the train at hand."""
        return self.stops.get(self.train, ())

    @property
    def runs(self) -> list[str]:
        """The trains that have stops of their own: all but those joined to another."""
        return [train for train in self.stops if train not in self.joined[1:]]

    def as_one(self, trains: Collection[str]) -> Hand:
        """Return the state with these trains joined, over the stops of the first that has any.

        Fewer than two: none is joined.
        """
        joined = tuple(train for train in self.stops if train in trains)
        if len(joined) < 2:
            return replace(self, joined=())
        way = next((self.stops[train] for train in joined if self.stops[train]), ())
        stops = {**self.stops, **dict.fromkeys(joined, ()), joined[0]: way}
        return Hand(stops, joined[0], joined)

    def with_stops(self, stops: Sequence[Place]) -> Hand:
        """Return the state with these stops for the train at hand."""
        return replace(self, stops={**self.stops, self.train: tuple(stops)})

    def typed_stops(self) -> dict[str, str]:
        """Return the coordinates of each train's stops, as `bot.work.searches.by_names` parses them."""
        typed_stops = {train: ", ".join(coord for coord, _ in stops) for train, stops in self.stops.items()}
        return typed_stops | {train: as_one_with(self.joined[0]) for train in self.joined[1:]}

    def to_json(self) -> dict[str, Any]:
        """Return the form in which a draft stores it."""
        return {
            "train": self.train,
            "joined": list(self.joined),
            "stops": {t: [list(p) for p in stops] for t, stops in self.stops.items()},
        }


def hand_of(draft: Draft) -> Hand | None:
    """Return the stops that a draft stores; None if its run is not set stop by stop."""
    raw = draft.more.get(HAND)
    if raw is None:
        return None
    stops = {t: tuple((str(c), int(i)) for c, i in places) for t, places in raw["stops"].items()}
    return Hand(stops, raw["train"], tuple(raw.get("joined", ())))


def with_hand(draft: Draft, hand: Hand) -> Draft:
    """Return the draft with these stops."""
    return replace(draft, more={HAND: hand.to_json()}, page=0)


def hand_from_routes(session: TurnSession, routes: Sequence[Any]) -> Hand:
    """Return the stops of the shown routes, with the first train at hand."""
    view = session.view
    stops = {route.train: tuple(rules.stops_of(view, route)) for route in parsed(routes)}
    trains = [train.id for train in runners(view, session.company or "")]
    joined = next((route.trains for route in parsed(routes) if route.joined), ())
    hand = Hand({train: stops.get(train, ()) for train in trains}, trains[0] if trains else "")
    return hand.as_one(joined) if joined else hand


def next_stop_options(session: TurnSession, hand: Hand) -> list[Option]:
    """Return the hexes that can follow as the next stop of the train at hand."""
    found = rules.next_stops(session.view, session.company or "", hand.train, hand.here)
    return [
        Option(coord, hex_name(session.view, coord)) for coord in dict.fromkeys(coord for coord, _ in found)
    ]


def next_stop_at(session: TurnSession, hand: Hand, coord: str) -> Place | None:
    """Return the stop on a hex that can follow; None if none can."""
    found = rules.next_stops(session.view, session.company or "", hand.train, hand.here)
    return next((place for place in found if place[0] == coord), None)


async def hand_sheet(session: TurnSession, draft: Draft, hand: Hand) -> Sheet:
    """Build the page on which a run is set stop by stop."""
    company = session.company or ""
    sheet = session.sheet()
    sheet.texts = [words.header(session.game, session.seat), company_line(session.view, company)]
    sheet.texts.append("\n".join(_line(session.view, hand, train) for train in hand.runs))
    sheet.pictures = await session.draw("crop", company=company)
    press = [draft.tag, hand.mark]
    if len(hand.runs) > 1:
        sheet.rows.append([_trains(session, hand, press)])
    if able := rules.joinable(session.view, company):
        sheet.rows.append([_joins(session, hand, press, able)])
    options = next_stop_options(session, hand)
    pages = max(1, -(-len(options) // MAX_OPTIONS))
    page = draft.page % pages
    if options:
        here = options[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]
        entries = [chooser.menu_option(i, o) for i, o in enumerate(here, 1)]
        word = t("Next stop") if hand.here else t("First stop")
        sheet.rows.append([select(session.press("w_hand", *press, "stop"), entries, placeholder=word)])
    sheet.add_buttons(_buttons(session, hand, press, page + 1 if pages > 1 else None))
    return sheet


def _line(view: View, hand: Hand, train: str) -> str:
    """Return a train with its stops so far; the train at hand is marked."""
    way = " - ".join(rules.stop_name(view, place) for place in hand.stops[train])
    name = _as_one(view, hand) if train in hand.joined else _label(view, train)
    return f"{'▶ ' if train == hand.train else ''}**{name}** {plain(way) or t('stands still')}"


def _as_one(view: View, hand: Hand) -> str:
    """Return the joined trains, and how many stops and towns they reach together."""
    reach, towns = rules.joined_reach(view, hand.joined)
    trains = " + ".join(_label(view, train) for train in hand.joined)
    if towns:
        return t("{trains}, joined: {reach} stops and {towns} towns", trains=trains, reach=reach, towns=towns)
    return t("{trains}, joined: {reach} stops", trains=trains, reach=reach)


def _label(view: View, train: str) -> str:
    return known(train_label(view, view.state.trains[train]))


def _joins(session: TurnSession, hand: Hand, press: Sequence[str], able: Sequence[str]) -> GameItem:
    """Return the menu in which joined trains are ticked; fewer than two run alone."""
    entries = [
        chooser.menu_option(i, Option(train, _label(session.view, train)), ticked=train in hand.joined)
        for i, train in enumerate(able[:MAX_OPTIONS], 1)
    ]
    aim = known(rules.joined_for(session.view, session.company or ""))
    word = t("Join trains for this: {bonus}", bonus=aim)
    return select(
        session.press("w_hand", *press, "join"), entries, placeholder=word, minimum=0, maximum=len(entries)
    )


def _trains(session: TurnSession, hand: Hand, press: Sequence[str]) -> GameItem:
    """Return the menu of the train at hand."""
    view, entries = session.view, []
    for number, train in enumerate(hand.runs, 1):
        name = _label(view, train)
        entries.append(chooser.menu_option(number, Option(train, name), ticked=train == hand.train))
    return select(
        session.press("w_hand", *press, "train"), entries[:MAX_OPTIONS], placeholder=t("Which train?")
    )


def _buttons(session: TurnSession, hand: Hand, press: Sequence[str], following: int | None) -> list[GameItem]:
    """Return the buttons of the page; ``following`` is the next page of stops, None if there is only one."""

    def item(label: str, what: str, **style: Any) -> GameItem:
        return button(session.press("w_hand", *press, what), label, **style)

    items = [item(t("Show this run"), "show", style=GOOD)]
    items += [item(t("Last stop away"), "back"), item(t("Clear this train"), "clear")] if hand.here else []
    if following is not None:
        items.append(button(session.press("w_list", press[0], following, "f"), t("More stops ▶")))
    return [*items, button(session.press("w_next", press[0], 0), t("Best routes"))]

"""The manual run page: routes are set stop by stop with menus, by players who prefer not to type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.cards.texts import company_line
from bot.chat.frame import MAX_OPTIONS, SUCCESS, PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import BotItem, button, select_menu
from bot.turn.choosing import lists
from bot.turn.session import button_names, words
from bot.turn.session.draft import Draft, checksum
from bot.turn.session.routes import parse_json_routes, trains_to_run
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from bot.work.typed_routes import combined_train_text
from engine import Option, View
from engine.api import runs as rules
from engine.api.table import Place, hex_name, train_label

MANUAL_RUN_KEY = "hand"
"""The key in ``Draft.page_state`` of the stops chosen so far and the current train."""


@dataclass(frozen=True, slots=True)
class ManualRun:
    """A run that is set stop by stop: the stops of each train so far, and the train whose stops are set now.

    ``joined`` are trains that run as one; the first of them has their stops.
    """

    stops: Mapping[str, tuple[Place, ...]]
    train: str = ""
    joined: tuple[str, ...] = ()

    @property
    def checksum(self) -> str:
        """Return a checksum of the run: of its stops, the current train and the joined trains.

        A press carries the checksum of its page; a press with an outdated one, such as a double press, is
        ignored.
        """
        return checksum(self.to_json())

    @property
    def current_stops(self) -> tuple[Place, ...]:
        """Return the stops chosen so far for the train whose route is set now; () if there are none."""
        return self.stops.get(self.train, ())

    @property
    def separate_trains(self) -> list[str]:
        """Return the trains (ids) with routes of their own; of joined trains, only the first is included."""
        return [train for train in self.stops if train not in self.joined[1:]]

    def with_joined_trains(self, trains: Collection[str]) -> ManualRun:
        """Return the run in which ``trains`` (ids) run as one, with the stops of the first that has any.

        The stops of the others are dropped. The first of the trains becomes the current train. Ids of trains
        that the run does not have are ignored. If fewer than two are left, no trains are joined.
        """
        joined_trains = tuple(train for train in self.stops if train in trains)
        if len(joined_trains) < 2:
            return replace(self, joined=())
        shared_stops = next((self.stops[train] for train in joined_trains if self.stops[train]), ())
        stops = {**self.stops, **dict.fromkeys(joined_trains, ()), joined_trains[0]: shared_stops}
        return ManualRun(stops, joined_trains[0], joined_trains)

    def with_stops(self, stops: Sequence[Place]) -> ManualRun:
        """Return the run with these stops, pairs of hex and number of the stop, for the current train."""
        return replace(self, stops={**self.stops, self.train: tuple(stops)})

    def typed_stops(self) -> dict[str, str]:
        """Return the stops of each train, by train id, as a member would type them, such as "A1, B2".

        The text is "" for a train without stops. For a train that is joined to another one, it is "= " and
        the id of that other train. `bot.work.typed_routes` parses these texts.
        """
        text_by_train = {train: ", ".join(coord for coord, _ in stops) for train, stops in self.stops.items()}
        return text_by_train | {train: combined_train_text(self.joined[0]) for train in self.joined[1:]}

    def to_json(self) -> dict[str, Any]:
        """Return the run that is set stop by stop as JSON values for the stored draft.

        The keys are "train" (the id of the current one), "joined" (train ids) and "stops": by train id, a
        list of pairs of hex and number of the stop.
        """
        return {
            "train": self.train,
            "joined": list(self.joined),
            "stops": {train_id: [list(place) for place in stops] for train_id, stops in self.stops.items()},
        }


def manual_run_of(draft: Draft) -> ManualRun | None:
    """Return the run that the player has set stop by stop, from the draft of a run.

    Returns None if the draft has no such run, or if an older version of the bot stored it in another form.
    """
    run_json = draft.page_state.get(MANUAL_RUN_KEY)
    if not isinstance(run_json, dict) or not {"train", "stops"} <= run_json.keys():
        return None
    stops = {
        train_id: tuple((str(coord), int(stop_number)) for coord, stop_number in places)
        for train_id, places in run_json["stops"].items()
    }
    return ManualRun(stops, run_json["train"], tuple(run_json.get("joined", ())))


def with_manual_run(draft: Draft, manual_run: ManualRun) -> Draft:
    """Return the draft of a run with ``manual_run``, whose stops are set by hand, as its only page state."""
    return replace(draft, page_state={MANUAL_RUN_KEY: manual_run.to_json()}, list_page=0)


def manual_run_from_routes(session: TurnSession, routes: Sequence[Any]) -> ManualRun:
    """Return the ``routes`` of the run page (JSON) as a run whose stops the player may change by menus.

    The current train is the first of those that run as one, or else the first that can run ("" if none can).
    Trains without a route have no stops.
    """
    view = session.view
    stops = {route.train: tuple(rules.stops_of(view, route)) for route in parse_json_routes(routes)}
    trains = [train.id for train in trains_to_run(view, session.company or "")]
    joined_trains = next((route.trains for route in parse_json_routes(routes) if route.joined), ())
    manual_run = ManualRun({train: stops.get(train, ()) for train in trains}, trains[0] if trains else "")
    return manual_run.with_joined_trains(joined_trains) if joined_trains else manual_run


def next_stop_options(session: TurnSession, manual_run: ManualRun) -> list[Option]:
    """Return, as options, the hexes that the current train of a manual run can visit next; [] if none."""
    next_places = rules.next_stops(
        session.view, session.company or "", manual_run.train, manual_run.current_stops
    )
    return [
        Option(coord, hex_name(session.view, coord))
        for coord in dict.fromkeys(coord for coord, _ in next_places)
    ]


def next_stop_at(session: TurnSession, manual_run: ManualRun, coord: str) -> Place | None:
    """Return the stop on the hex ``coord`` that the current train of a manual run can visit next.

    Returns None if the train cannot visit this hex next.
    """
    next_places = rules.next_stops(
        session.view, session.company or "", manual_run.train, manual_run.current_stops
    )
    return next((place for place in next_places if place[0] == coord), None)


async def manual_run_page(session: TurnSession, draft: Draft, manual_run: ManualRun) -> PageBuilder:
    """Build the manual run page, on which routes are set stop by stop, with menus of trains and next stops.

    ``manual_run`` has the stops so far; ``draft.list_page`` is the page of the menu of next stops, from 0.
    """
    company = session.company or ""
    builder = session.new_page()
    builder.texts = [words.turn_page_heading(session.game, session.seat), company_line(session.view, company)]
    builder.texts.append(
        "\n".join(_train_line(session.view, manual_run, train) for train in manual_run.separate_trains)
    )
    builder.pictures = await session.draw("crop", company=company)
    checksums = [draft.checksum, manual_run.checksum]
    if len(manual_run.separate_trains) > 1:
        builder.rows.append([_train_menu(session, manual_run, checksums)])
    if joinable_trains := rules.joinable(session.view, company):
        builder.rows.append([_join_trains_menu(session, manual_run, checksums, joinable_trains)])
    options = next_stop_options(session, manual_run)
    pages = max(1, -(-len(options) // MAX_OPTIONS))
    page = draft.list_page % pages
    if options:
        page_options = options[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]
        entries = [lists.menu_option(index, option) for index, option in enumerate(page_options, 1)]
        placeholder = t("Next stop") if manual_run.current_stops else t("First stop")
        builder.rows.append(
            [
                select_menu(
                    session.press_for(button_names.SET_ROUTE_BY_HAND, *checksums, "stop"),
                    entries,
                    placeholder=placeholder,
                )
            ]
        )
    builder.add_buttons(_manual_run_buttons(session, manual_run, checksums, page + 1 if pages > 1 else None))
    return builder


def _train_line(view: View, manual_run: ManualRun, train: str) -> str:
    """Return the line with a train (id) and its stops for the manual run page; ▶ marks the current train.

    Trains that run as one have one line, which names all of them.
    """
    stops_text = " - ".join(rules.stop_name(view, place) for place in manual_run.stops[train])
    name = _joined_trains_text(view, manual_run) if train in manual_run.joined else _train_label(view, train)
    return f"{'▶ ' if train == manual_run.train else ''}**{name}** {escape(stops_text) or t('stands still')}"


def _joined_trains_text(view: View, manual_run: ManualRun) -> str:
    """Return the text on the joined trains of a manual run: labels, and how many stops and towns count."""
    stop_count, town_count = rules.joined_reach(view, manual_run.joined)
    trains = " + ".join(_train_label(view, train) for train in manual_run.joined)
    if town_count:
        return t(
            "{trains}, joined: {reach} stops and {towns} towns",
            trains=trains,
            reach=stop_count,
            towns=town_count,
        )
    return t("{trains}, joined: {reach} stops", trains=trains, reach=stop_count)


def _train_label(view: View, train: str) -> str:
    """Return the label of a train (id) for the manual run page, in the member's language."""
    return translated(train_label(view, view.state.trains[train]))


def _join_trains_menu(
    session: TurnSession,
    manual_run: ManualRun,
    checksums: Sequence[str],
    joinable_trains: Sequence[str],
) -> BotItem:
    """Return the menu of the manual run page that selects trains to be combined and run as one.

    It lists at most 25 of ``joinable_trains`` (ids). Selecting fewer than two combines none. ``checksums``
    are the first arguments of the menu's press: the checksums of the draft and of the stops.
    """
    entries = [
        lists.menu_option(
            index, Option(train, _train_label(session.view, train)), is_selected=train in manual_run.joined
        )
        for index, train in enumerate(joinable_trains[:MAX_OPTIONS], 1)
    ]
    bonus = translated(rules.joined_for(session.view, session.company or ""))
    placeholder = t("Join trains for this: {bonus}", bonus=bonus)
    return select_menu(
        session.press_for(button_names.SET_ROUTE_BY_HAND, *checksums, "join"),
        entries,
        placeholder=placeholder,
        minimum=0,
        maximum=len(entries),
    )


def _train_menu(session: TurnSession, manual_run: ManualRun, checksums: Sequence[str]) -> BotItem:
    """Return the menu of the manual run page that chooses the train whose stops are set; at most 25 trains.

    ``checksums`` are the first arguments of the menu's press: the checksums of the draft and of the stops.
    """
    view, entries = session.view, []
    for number, train in enumerate(manual_run.separate_trains, 1):
        name = _train_label(view, train)
        entries.append(lists.menu_option(number, Option(train, name), is_selected=train == manual_run.train))
    return select_menu(
        session.press_for(button_names.SET_ROUTE_BY_HAND, *checksums, "train"),
        entries[:MAX_OPTIONS],
        placeholder=t("Which train?"),
    )


def _manual_run_buttons(
    session: TurnSession, manual_run: ManualRun, checksums: Sequence[str], next_page: int | None
) -> list[BotItem]:
    """Return the buttons of the manual run page: show the run, change its stops, return to the best routes.

    The second group removes the current train's last stop or all of them, and opens the next page of the menu
    of stops. ``next_page`` is that page, from 0; None if the menu has one page. ``checksums`` are the first
    arguments of each button's press: the checksums of the draft and of the stops.
    """

    def action_button(label: str, action: str, **style: Any) -> BotItem:
        """Return a button whose press has ``checksums`` and an action: "show", "back" or "clear"."""
        return button(session.press_for(button_names.SET_ROUTE_BY_HAND, *checksums, action), label, **style)

    items = [action_button(t("Show this run"), "show", style=SUCCESS)]
    if manual_run.current_stops:
        items += [action_button(t("Last stop away"), "back"), action_button(t("Clear this train"), "clear")]
    if next_page is not None:
        items.append(
            button(
                session.press_for(button_names.TURN_LIST_PAGE, checksums[0], next_page, "f"),
                t("More stops ▶"),
            )
        )
    return [
        *items,
        button(session.press_for(button_names.CHOOSE_ROUTE_SET, checksums[0], 0), t("Best routes")),
    ]

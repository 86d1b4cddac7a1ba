"""What the buttons and menus of the run page do: other routes, routes by hand, run and pay out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discord import ui

from bot.chat.bounds import read_whole_number, value_at
from bot.chat.buttons import button_handler
from bot.chat.press import Press
from bot.chat.respond import Ack, Interaction, Modal, Response, UserError, respond_to
from bot.games.outcome import Outcome
from bot.turn.pages import best_runs, runs_by_hand
from bot.turn.pages.workspace import (
    OTHER_MOVE_CHOSEN_TEXT,
    handle_modal_text,
    session_at_current_draft,
    turn_page_button_handler,
)
from bot.turn.session import button_names
from bot.turn.session.draft import Draft, checksum
from bot.turn.session.routes import (
    parse_json_routes,
    route_text_of_train,
    routes_with_uncounted_stops,
    trains_to_run,
)
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.searches import RouteSets, best_route_sets, bonus_route_sets, cached_route_sets
from bot.work.typed_routes import find_typed_routes
from engine.api.moves import DIVIDEND, PAY
from engine.api.runs import bonuses_open, joinable, uncounted_stop_choices
from engine.api.table import train_label

MAX_TRAIN_LINES, MAX_LINE_LENGTH = 5, 400
"""The number of lines that a modal has, and the maximum number of characters of each."""


async def _shown_routes(session: TurnSession) -> list[Any]:
    """Return the routes that the run page shows, as JSON; [] if it shows none.

    The session must have a draft of a run.
    """
    return best_runs.shown_routes(session.current_draft, await best_runs.find_route_sets(session))


@turn_page_button_handler(button_names.CHOOSE_ROUTES)
async def _choose_route_set_in_menu(session: TurnSession, press: Press) -> None:
    """Handle the menu "Other routes" of the run page: show the selected route set.

    The menu's value is the index of the set, from 0. Raises InvalidInput if it is not a number.
    """
    session.set_draft(
        best_runs.with_chosen_routes(session.current_draft, None, read_whole_number(press.value))
    )


@turn_page_button_handler(button_names.CHOOSE_ROUTE_SET)
async def _choose_route_set(session: TurnSession, press: Press) -> None:
    """Handle "Next best" and "Best routes": show the route set whose index (from 0) the press carries.

    Raises InvalidInput if the press carries no number.
    """
    session.set_draft(best_runs.with_chosen_routes(session.current_draft, None, press.number_argument(1)))


@turn_page_button_handler(button_names.SEARCH_LONGER)
async def _search_longer(session: TurnSession, press: Press) -> None:
    """Handle "Look longer": search for the best routes with more time, and show the best set."""
    await best_route_sets(
        session.response.bot.pool, session.cache_key, session.game, session.company or "", longer=True
    )
    session.set_draft(best_runs.with_chosen_routes(session.current_draft, None))


@turn_page_button_handler(button_names.SEARCH_BONUS_ROUTES)
async def _search_bonus_routes(session: TurnSession, press: Press) -> None:
    """Handle the bonus button of the run page: search for routes that earn a bonus, and show the best.

    Other routes may earn more. If none are found, or if the search fails, a notice says so.
    """
    route_sets = await bonus_route_sets(session.response.bot.pool, session.game, session.company or "")
    if route_sets.sets:
        session.set_draft(best_runs.with_chosen_routes(session.current_draft, route_sets.sets[0][1]))
    else:
        session.notice = route_sets.failure or _no_bonus_routes_text(
            route_sets, ", ".join(bonuses_open(session.view, session.company or ""))
        )


def _no_bonus_routes_text(route_sets: RouteSets, names: str) -> str:
    """Return the sentence that no routes earn the bonuses, or that the search ended early and found none.

    ``names`` are the bonuses as text, separated by commas.
    """
    if route_sets.proven:
        return t("No routes earn this: {bonus}.", bonus=names)
    return t("The search was cut before it found routes that earn this: {bonus}. Try again.", bonus=names)


@turn_page_button_handler(button_names.CHOOSE_LAST_ROUTES)
async def _choose_last_routes(session: TurnSession, press: Press) -> None:
    """Handle "As last time" on the run page: show the routes of the company's last run.

    If they are not legal any more, or if the company has not run yet, no routes are shown.
    """
    session.set_draft(best_runs.with_chosen_routes(session.current_draft, best_runs.last_routes(session)))


@turn_page_button_handler(button_names.SET_UNCOUNTED_STOPS)
async def _set_uncounted_stops(session: TurnSession, press: Press) -> None:
    """Handle "Uncounted stops…" on the run page, and the menus that it shows, one for each train.

    The button shows the menus. An entry of a menu leaves some stops of a route out of the revenue: the press
    carries the index of the route after the checksum of the draft, the menu's value is the index of the
    entry, both from 0. Raises InvalidInput for a route or entry that does not exist.
    """
    draft = session.current_draft
    if len(press.arguments) > 1:
        routes, route_index = await _shown_routes(session), press.number_argument(1)
        stops = value_at(
            uncounted_stop_choices(session.view, value_at(parse_json_routes(routes), route_index)),
            read_whole_number(press.value),
        )
        draft = best_runs.with_chosen_routes(draft, routes_with_uncounted_stops(routes, route_index, stops))
    session.set_draft(replace(draft, page_state={**draft.page_state, best_runs.UNCOUNTED_STOPS_KEY: True}))


@turn_page_button_handler(button_names.RUN_TRAINS, needs_current_revision=False)
async def _run_trains(session: TurnSession, press: Press) -> Outcome | None:
    """Handle the buttons that run the trains on the routes of the run page, and return the outcome.

    The press carries the checksums of the draft and of the routes; if it has a third argument, the revenue is
    also paid out. If the payout is refused, the trains only run. If other routes were chosen meanwhile, a
    notice says so and None is returned. Raises InvalidInput if the press has no checksum of routes.
    """
    routes_checksum, payout_arguments = press.argument(1), press.arguments[2:]
    routes = await _shown_routes(session)
    if checksum(routes) != routes_checksum:
        session.notice = t("Other routes were chosen meanwhile; these are they.")
        return None
    run_move = session.current_draft.kind, {"routes": routes}
    if payout_arguments:
        outcome = await session.submit(
            Draft(DIVIDEND, {"payout": PAY}, moves_before=(run_move,)), press.revision
        )
        if outcome.kind != "refused":
            return outcome
    return await session.submit(Draft(*run_move), press.revision)


@turn_page_button_handler(button_names.SET_ROUTE_BY_HAND)
async def _edit_manual_run(session: TurnSession, press: Press) -> None:
    """Handle a press on the manual run page, which sets routes stop by stop.

    The press's arguments are the checksum of the draft, the checksum of the stops, and the action: "begin"
    opens the page with the shown routes, "show" returns to the run page with the new routes, any other action
    changes the stops (`_manual_run_after_press`). If the stops were changed meanwhile, or make no route, a
    notice says so instead. Raises InvalidInput if the press has fewer than three arguments.
    """
    stops_checksum, action = press.argument(1), press.argument(2)
    manual_run = runs_by_hand.manual_run_of(session.current_draft)
    if action == "begin":
        session.set_draft(
            runs_by_hand.with_manual_run(
                session.current_draft,
                runs_by_hand.manual_run_from_routes(session, await _shown_routes(session)),
            )
        )
    elif manual_run is None or manual_run.checksum != stops_checksum:
        session.notice = t(OTHER_MOVE_CHOSEN_TEXT)
    elif action == "show":
        session.notice = await _choose_typed_routes(session, manual_run.typed_stops())
    else:
        session.set_draft(
            runs_by_hand.with_manual_run(
                session.current_draft, _manual_run_after_press(session, manual_run, action, press)
            )
        )


def _manual_run_after_press(
    session: TurnSession, manual_run: runs_by_hand.ManualRun, action: str, press: Press
) -> runs_by_hand.ManualRun:
    """Return the manual run after a press: with another current train, joined trains, or other stops.

    ``action`` is "train", "join" or "stop" for a value of a menu, "back" to remove the current train's last
    stop, or "clear" to remove all of them. A train or stop that is not possible changes nothing.
    """
    if action == "train":
        return (
            replace(manual_run, train=press.value)
            if press.value in manual_run.separate_trains
            else manual_run
        )
    if action == "join":
        joinable_trains = joinable(session.view, session.company or "")
        return manual_run.with_joined_trains([train for train in press.values if train in joinable_trains])
    if action == "stop":
        place = runs_by_hand.next_stop_at(session, manual_run, press.value)
        return manual_run.with_stops([*manual_run.current_stops, place]) if place else manual_run
    return manual_run.with_stops(manual_run.current_stops[:-1] if action == "back" else ())


async def _choose_typed_routes(session: TurnSession, stops_by_train: dict[str, str]) -> str:
    """Put the best routes through the typed stops (by train id) into the draft of a run; return "".

    If that fails, the draft does not change, and a sentence on the reason is returned. There must be a draft
    of a run.
    """
    routes, problem = await find_typed_routes(
        session.response.bot.pool, session.game, session.company or "", stops_by_train
    )
    if not problem:
        session.set_draft(best_runs.with_chosen_routes(session.current_draft, routes))
    return problem


class RoutesModal(Modal):
    """The modal in which the routes of a run are typed, a line with the stops of each train."""

    def __init__(self, session: TurnSession, press: Press, routes: list[Any]) -> None:
        """Add a text input for each of the company's first five trains, with the stops of its route.

        ``routes`` are the routes that the run page shows, as JSON. ``press`` opened the modal.
        """
        super().__init__(title=t("Routes by hand"), timeout=900)
        company = session.company or ""
        self.press, self.text_inputs = press, {}
        placeholder = t("The stops in order, such as A, B, C; empty: stands still")
        if joinable_trains := joinable(session.view, company):
            placeholder = t(
                "Stops in order: A, B, C; = {train}: joined to that train", train=joinable_trains[0]
            )
        for train in trains_to_run(session.view, company)[:MAX_TRAIN_LINES]:
            text_input: ui.TextInput[RoutesModal] = ui.TextInput(
                placeholder=placeholder,
                default=route_text_of_train(session.game, company, routes, train.id)[:MAX_LINE_LENGTH],
                required=False, max_length=MAX_LINE_LENGTH,
            )  # fmt: skip
            self.text_inputs[train.id] = text_input
            label = f"{train_label(session.view, train)} ({train.id})"
            self.add_item(ui.Label(text=label[:45], component=text_input))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Handle the submitted routes as a step on the member's turn page.

        Errors are shown to the member as messages. Raises NotAcknowledged if Discord does not accept a
        response to the interaction.
        """
        async with respond_to(interaction) as response:
            await handle_modal_text(response, self.press, self.apply_stops)

    async def apply_stops(self, session: TurnSession, press: Press) -> None:
        """Choose the best routes through the typed stops for the run page.

        Raises UserError if there are no such routes, or if the search for them fails.
        """
        problem = await _choose_typed_routes(
            session, {train: line.value[:MAX_LINE_LENGTH] for train, line in self.text_inputs.items()}
        )
        if problem:
            raise UserError(problem)


@button_handler(button_names.TYPE_ROUTES, ack=Ack.NONE, needs_current_revision=True)
async def _open_routes_modal(response: Response, press: Press) -> None:
    """Handle "By hand…" on the run page: open the modal in which the shown routes can be changed.

    If the search's result is not cached, the modal begins with the routes of the last run, or without routes.
    Raises StalePress if the press is from an older turn page, UserError if the game is gone or the user has
    no seat any more.
    """
    session = await session_at_current_draft(response, press)
    route_sets = cached_route_sets(response.bot.pool, session.cache_key, session.game, session.company or "")
    routes = best_runs.shown_routes(session.current_draft, best_runs.add_last_run(session, route_sets))
    await response.open_modal(RoutesModal(session, press, routes))

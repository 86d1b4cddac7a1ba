"""The run page of a turn: a company runs its trains on routes that are found, repeated, or set by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.cards.texts import company_line
from bot.chat.frame import MAX_OPTIONS, SUCCESS, PageBuilder
from bot.chat.markdown import escape
from bot.chat.menu import split_overflow_into_menu
from bot.chat.press import OVERFLOW_MENU, BotItem, button, press_encoded_in, select_menu
from bot.turn.choosing import lists
from bot.turn.help import whynot
from bot.turn.pages.last_buttons import last_buttons
from bot.turn.session import button_names, words
from bot.turn.session.draft import Draft, checksum, legal_move_of_kind
from bot.turn.session.routes import (
    bonuses_of,
    parse_json_routes,
    revenue,
    route_lines,
    routes_with_uncounted_stops,
    subsidy,
)
from bot.turn.session.session import TurnSession
from bot.words import t, translated, with_ellipsis
from bot.work.searches import LONG_SECONDS, RouteSets, best_route_sets
from engine import Action, Option
from engine.api import runs as rules
from engine.api.moves import PAY, RUN, SKIP
from engine.api.table import Place, train_label

OWN_ROUTES_KEY = "own"
"""The key in ``Draft.page_state`` of routes that were set by hand."""

ALL_MOVES = "all"
"""The argument of a press that asks for all legal moves, even if the run is the only one."""

UNCOUNTED_STOPS_KEY = "leave"
"""The key in ``Draft.page_state`` that is set while uncounted stops are chosen."""

MAX_BUTTONS = 6
"""The maximum number of buttons on the page besides that of the hint; the others are entries of a menu."""

FIRST_BUTTONS = (
    button_names.RUN_TRAINS,
    button_names.CHOOSE_ROUTE_SET,
    button_names.BEGIN_MOVE,
    button_names.SET_ROUTE_BY_HAND,
    button_names.UNDO_MOVE,
    button_names.SEARCH_LONGER,
)
"""The names of the buttons that come first."""

MAX_MENUS = 3
"""The maximum number of trains whose uncounted stops are asked for on one page."""

SET_INDEX_KEY = "at"
"""The key in ``Draft.page_state`` of the index of the route set that is shown, from 0."""


async def run_page(session: TurnSession, draft: Draft) -> PageBuilder:
    """Build the run page, on which a company runs its trains: the routes, their revenue and the buttons.

    ``draft`` is the member's draft (a move begun and not completed) of a run, or of another kind of move that
    needs routes; if that one is illegal with the shown routes, the page says why.
    """
    company, route_sets = session.company or "", await find_route_sets(session)
    routes = shown_routes(draft, route_sets)
    builder = session.new_page()
    builder.texts = [words.turn_page_heading(session.game, session.seat), company_line(session.view, company)]
    builder.texts.append("\n".join(route_lines(session.game, company, routes)) or t("No train runs."))
    builder.texts.append(_total_revenue_text(session, company, routes))
    builder.texts.append(f"-# {_search_result_text(session, route_sets, draft)}")
    whynot.add_skipped_step_reasons(session, builder)
    refusal = _routes_refusal(session, draft, routes)
    if draft.kind != RUN:
        builder.texts[1:1] = [f"**{_draft_move_label(session, draft)}**"]
        builder.texts.append(refusal)
    if routes:
        builder.pictures = await session.draw("routes", company=company, routes=routes)
    chooses_stops = bool(draft.page_state.get(UNCOUNTED_STOPS_KEY))
    builder.rows += _uncounted_stop_menus(session, draft, routes) if chooses_stops else []
    items = [
        *_run_buttons(session, draft, route_sets, [] if refusal else routes),
        *_leave_run_page_buttons(session),
        *last_buttons(session),
    ]
    items.sort(key=_button_sort_key)
    shown_buttons, overflow_menu = split_overflow_into_menu(
        items, MAX_BUTTONS, session.press_for(OVERFLOW_MENU), t("More ways to run…")
    )
    builder.add_buttons(shown_buttons)
    if len(route_sets.sets) > 1 and not chooses_stops:
        builder.rows.append([_routes_menu(session, draft, route_sets)])
    builder.rows += [overflow_menu] if overflow_menu else []
    builder.put_rows_above_pictures()
    return builder


def _leave_run_page_buttons(session: TurnSession) -> list[BotItem]:
    """Return the run page's buttons that skip the run and that show other moves, as far as possible."""
    items = []
    if skip := legal_move_of_kind(session.game, session.seat, SKIP):
        items.append(button(session.press_for(button_names.BEGIN_MOVE, skip.kind), translated(skip.label)))
    if session.company_moves_at_any_time():
        press = session.press_for(button_names.SHOW_FIRST_PAGE, ALL_MOVES)
        items.append(button(press, t("Other choices…")))
    return items


def _button_sort_key(item: BotItem) -> int:
    """Return the sort key of a button on the run page: its place in FIRST_BUTTONS; all others come last."""
    name = press_encoded_in(item).button_name
    return FIRST_BUTTONS.index(name) if name in FIRST_BUTTONS else len(FIRST_BUTTONS)


def _draft_move_label(session: TurnSession, draft: Draft) -> str:
    """Return the label of the draft's kind of move on the run page, or "" if this kind is not legal."""
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    return translated(legal_move.label) if legal_move else ""


def _routes_refusal(session: TurnSession, draft: Draft, routes: Sequence[Any]) -> str:
    """Return why the engine refuses ``routes`` (JSON) for a move of the run page that is not a run.

    Returns "" if the engine accepts the routes, if the draft is a run, or if there are no routes.
    """
    if draft.kind == RUN or not routes:
        return ""
    refusal = session.game.check(Action(draft.kind, session.seat, {"routes": list(routes)}))
    return "" if refusal is None else escape(translated(refusal.text))


async def find_route_sets(session: TurnSession) -> RouteSets:
    """Search for the best route sets for the run page, and return those found in time.

    Unless they are proven to be the best, the last run's routes come first if they earn more than each set.
    If the search fails, `failure` of the result says why; nothing is raised.
    """
    route_sets = await best_route_sets(
        session.response.bot.pool, session.cache_key, session.game, session.company or ""
    )
    return add_last_run(session, route_sets)


def add_last_run(session: TurnSession, route_sets: RouteSets) -> RouteSets:
    """Return the route sets of the run page, with the company's last run first if it earns more than each.

    If the sets are proven to be the best, they are returned unchanged.
    """
    last_run = [] if route_sets.proven else last_routes(session)
    last_revenue = revenue(session.game, session.company or "", last_run) if last_run else 0
    if last_revenue <= max((revenue_of_set for revenue_of_set, _ in route_sets.sets), default=0):
        return route_sets
    return replace(route_sets, sets=((last_revenue, tuple(last_run)), *route_sets.sets))


def shown_routes(draft: Draft, route_sets: RouteSets) -> list[Any]:
    """Return the routes (JSON) that the run page shows: those set by hand, or a set found by the search.

    The draft has the index of that set (from 0, the best). Returns [] if the search has found no such set.
    """
    own_routes = draft.page_state.get(OWN_ROUTES_KEY)
    if own_routes is not None:
        return list(own_routes)
    index = int(draft.page_state.get(SET_INDEX_KEY, 0))
    return list(route_sets.sets[index][1]) if index < len(route_sets.sets) else []


def _total_revenue_text(session: TurnSession, company: str, routes: Sequence[Any]) -> str:
    """Return the run page's line on the revenue and subsidy of all ``routes`` (JSON); "" if there are none.

    If some stops in the lines on the routes have marks, a second line explains the marks.
    """
    if not routes:
        return ""
    view = session.view
    text = t("**Together {money}**", money=view.money(revenue(session.game, company, routes)))
    if subsidy_amount := subsidy(session.game, company, routes):
        text = t(
            "**Together {money}** of income, and a subsidy of **{subsidy}** for the treasury",
            money=view.money(revenue(session.game, company, routes)),
            subsidy=view.money(subsidy_amount),
        )
    legend = rules.legend(view, company, parse_json_routes(routes))
    return f"{text}\n-# {escape(translated(legend))}" if legend else text


def _incomplete_search_text(best: str, bound: str, route_sets: RouteSets) -> str:
    """Return the run page's sentence on a search that ended early: the best revenue found, and the bound.

    ``best`` and ``bound``, which no run can exceed, are money as text. If known, the cause is given, too.
    """
    if route_sets.was_uncompiled:
        return t(
            "The search was cut, since the bot has only just started; the best found earns {best}, "
            "none can earn more than {bound}.",
            best=best, bound=bound,
        )  # fmt: skip
    if route_sets.was_longer_search:
        return t(
            "The search was cut after {seconds} seconds; the best found earns {best}, "
            "none can earn more than {bound}.",
            best=best, bound=bound, seconds=int(LONG_SECONDS),
        )  # fmt: skip
    return t(
        "The search was cut; the best found earns {best}, none can earn more than {bound}.",
        best=best,
        bound=bound,
    )


def _search_result_text(session: TurnSession, route_sets: RouteSets, draft: Draft) -> str:
    """Return the run page's sentence on the result of the search: whether the shown routes earn the most.

    For routes set by hand, or another set than the first, it gives the best set's revenue. If the search
    ended early, found no route or failed, it says so.
    """
    if route_sets.failure:
        return route_sets.failure
    if not route_sets.sets:
        return (
            t("No route was found.")
            if route_sets.proven
            else t("The search was cut before it found a route.")
        )
    best = session.view.money(route_sets.sets[0][0])
    if not route_sets.proven:
        return _incomplete_search_text(best, session.view.money(route_sets.bound), route_sets)
    if draft.page_state.get(OWN_ROUTES_KEY) is None and not draft.page_state.get(SET_INDEX_KEY):
        return t("No better run exists.")
    return t("The best routes earn {best}.", best=best)


def _routes_menu(session: TurnSession, draft: Draft, route_sets: RouteSets) -> BotItem:
    """Return the run page's menu of all route sets found, each with its bonuses, revenue and stops.

    The value of an entry is the index of the set, from 0.
    """
    company, options = session.company or "", []
    for number, (revenue_of_set, routes) in enumerate(route_sets.sets, 1):
        stops = "; ".join(rules.descriptions(session.view, company, parse_json_routes(routes)))
        bonuses = bonuses_of(session.game, company, routes)
        label = " ".join(
            [
                *bonuses,
                f"{_revenue_text(session, revenue_of_set, subsidy(session.game, company, routes))}: {stops}",
            ]
        )
        options.append(lists.menu_option(number, Option(str(number - 1), label), is_numbered=True))
    return select_menu(
        session.press_for(button_names.CHOOSE_ROUTES, draft.checksum), options, placeholder=t("Other routes")
    )


def _run_buttons(
    session: TurnSession, draft: Draft, route_sets: RouteSets, routes: Sequence[Any]
) -> list[BotItem]:
    """Return the buttons of the run page that run ``routes`` (JSON), show other routes, or set them by hand.

    If ``routes`` is empty, the buttons that run them are left out.
    """
    draft_checksum, press_for = draft.checksum, session.press_for
    items = _run_routes_buttons(session, draft, routes) if routes else []
    next_index = int(draft.page_state.get(SET_INDEX_KEY, 0)) + 1
    is_set_by_hand = draft.page_state.get(OWN_ROUTES_KEY) is not None or bool(
        draft.page_state.get(UNCOUNTED_STOPS_KEY)
    )
    if not is_set_by_hand and next_index < len(route_sets.sets):
        items.append(
            button(press_for(button_names.CHOOSE_ROUTE_SET, draft_checksum, next_index), t("Next best ▸"))
        )
    elif is_set_by_hand or next_index > 1:
        items.append(button(press_for(button_names.CHOOSE_ROUTE_SET, draft_checksum, 0), t("Best routes")))
    items += _bonus_search_buttons(session, draft, routes)
    if last_routes(session) and parse_json_routes(last_routes(session)) != parse_json_routes(routes):
        items.append(button(press_for(button_names.CHOOSE_LAST_ROUTES, draft_checksum), t("As last time")))
    if any(
        rules.uncounted_stop_choices(session.view, route) for route in parse_json_routes(routes)
    ) and not draft.page_state.get(UNCOUNTED_STOPS_KEY):
        items.append(
            button(press_for(button_names.SET_UNCOUNTED_STOPS, draft_checksum), t("Uncounted stops…"))
        )
    if not route_sets.proven and not route_sets.was_longer_search:
        items.append(button(press_for(button_names.SEARCH_LONGER, draft_checksum), t("Look longer")))
    items.append(
        button(press_for(button_names.SET_ROUTE_BY_HAND, draft_checksum, "", "begin"), t("Stop by stop…"))
    )
    return [*items, button(press_for(button_names.TYPE_ROUTES, draft_checksum), t("By hand…"))]


def _run_routes_buttons(session: TurnSession, draft: Draft, routes: Sequence[Any]) -> list[BotItem]:
    """Return the run page's button that makes the draft's move with ``routes`` (JSON).

    If the move is a run that earns revenue, [Run and pay out] follows.
    """
    company, routes_checksum = session.company or "", checksum(list(routes))
    earned_revenue = revenue(session.game, company, routes)
    revenue_text = _revenue_text(session, earned_revenue, subsidy(session.game, company, routes))
    label = (
        t("Run {earned}", earned=revenue_text)
        if draft.kind == RUN
        else f"{_draft_move_label(session, draft)}: {revenue_text}"
    )
    press_args = (button_names.RUN_TRAINS, draft.checksum, routes_checksum)
    items = [button(session.press_for(*press_args), label, style=SUCCESS)]
    if earned_revenue and draft.kind == RUN:
        items.append(button(session.press_for(*press_args, PAY), t("Run and pay out")))
    return items


def _bonus_search_buttons(session: TurnSession, draft: Draft, routes: Sequence[Any]) -> list[BotItem]:
    """Return the run page's button that searches for routes with the bonuses that ``routes`` do not earn.

    ``routes`` are the shown ones (JSON). The result is a list of one button; [] if no bonus is missed.
    """
    company = session.company or ""
    earned_bonuses = bonuses_of(session.game, company, routes)
    missed_bonuses = [
        name for name in rules.bonuses_open(session.view, company) if name not in earned_bonuses
    ]
    press = session.press_for(button_names.SEARCH_BONUS_ROUTES, draft.checksum)
    return [button(press, with_ellipsis(", ".join(missed_bonuses)))] if missed_bonuses else []


def _revenue_text(session: TurnSession, run_revenue: int, subsidy_amount: int) -> str:
    """Return the revenue of a run as money, for example "$120"; with a subsidy for example "$120 + $40"."""
    return session.view.money(run_revenue) + (
        f" + {session.view.money(subsidy_amount)}" if subsidy_amount else ""
    )


def _uncounted_stop_menus(session: TurnSession, draft: Draft, routes: Sequence[Any]) -> list[list[BotItem]]:
    """Return the run page's menus for trains that visit more stops than they may count, one for each train.

    Each entry leaves some stops uncounted. At most three menus of 25 entries; [] if no train visits too many.
    """
    rows: list[list[BotItem]] = []
    for route_index, route in enumerate(parse_json_routes(routes)):
        alternatives = rules.uncounted_stop_choices(session.view, route)
        options = [
            _uncounted_stops_option(session, routes, route_index, index, uncounted)
            for index, uncounted in enumerate(alternatives[:MAX_OPTIONS])
        ]
        if options:
            name = train_label(session.view, session.view.state.trains[route.train])
            press = session.press_for(button_names.SET_UNCOUNTED_STOPS, draft.checksum, route_index)
            rows.append(
                [select_menu(press, options, placeholder=t("{name}: which stops do not count?", name=name))]
            )
    return rows[:MAX_MENUS]


def _uncounted_stops_option(
    session: TurnSession, routes: Sequence[Any], route_index: int, index: int, uncounted: Sequence[Place]
) -> discord.SelectOption:
    """Return the run page's menu entry that leaves the stops ``uncounted`` of a route out of its revenue.

    Its label names these stops and the revenue of the whole run without them; its value is ``index``, its own
    index in the menu. Both indexes count from 0.
    """
    new_routes = routes_with_uncounted_stops(routes, route_index, uncounted)
    money = session.view.money(revenue(session.game, session.company or "", new_routes))
    names = ", ".join(rules.stop_name(session.view, place) for place in uncounted)
    return lists.menu_option(
        index, Option(str(index), t("Without {names}: {earned} together", names=names, earned=money))
    )


def last_routes(session: TurnSession) -> list[Any]:
    """Return the routes of the company's last run as JSON, for [As last time] on the run page.

    Returns [] if no company acts, if the company has not run yet, or if the routes are no longer legal.
    """
    company = session.company
    routes = list(rules.last_run(session.view, company)) if company else []
    if not routes:
        return []
    refusal = session.game.check(Action(RUN, session.seat, {"routes": routes}))
    return [] if refusal else routes


def with_chosen_routes(draft: Draft, routes: Sequence[Any] | None, index: int = 0) -> Draft:
    """Return the draft of a run with ``routes`` (JSON) set by hand; if None, with a set of the search.

    ``index`` is the index of that set (from 0, the best). Whatever else the run page has stored is dropped.
    """
    page_state: Mapping[str, Any] = (
        {SET_INDEX_KEY: index} if routes is None else {OWN_ROUTES_KEY: list(routes)}
    )
    return replace(draft, page_state=page_state)

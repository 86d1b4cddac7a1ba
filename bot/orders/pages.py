"""The private page of standing orders: running and ended ones, and buttons to give new ones."""

from __future__ import annotations

import discord

from bot.chat.frame import MAX_OPTIONS, SUCCESS, PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button, select
from bot.computers.words import LEVELS
from bot.orders import service as order_service
from bot.orders.give import stop_conditions
from bot.orders.order import StandingOrder
from bot.orders.words import STOP_CONDITION_TEXTS, describe_order, stop_text
from bot.turn.pages.trials import TRIAL_PARTS
from bot.turn.pages.workspace import PAGE_PARTS
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession
from bot.words import msg, t, translate_stored_text, translated
from engine.api.table import company_steps
from engine.api.trading import Sale, bids, sales

ABOUT_ORDERS_TEXT = msg(
    "-# An order plays for you while you are away, as the rules allow and no further. Nobody else sees it "
    "before it does something; then the table is told why."
)
KIND_LABELS = {
    "pass": msg("pass"), "buy": msg("buy"), "bid": msg("bid"), "run": msg("run"), "accept": msg("accept"),
    "turn": msg("plan"),
}  # fmt: skip
KEPT_PLAN_TEXT = msg(
    "-# A kept plan is carried out on that turn if all of it is still legal; else you are asked."
)

MAX_COMPANIES = 2
"""The most companies for which the page offers orders to run."""

MAX_ON_PAGE = 3
"""The most running orders shown on other pages."""


async def orders_of_session(session: TurnSession) -> list[StandingOrder]:
    """Return the member's standing orders in the game of his turn page, ended ones too, by their numbers."""
    return await order_service.orders_of_user(
        session.response.bot.games, session.info.id, session.response.user.id
    )


@PAGE_PARTS.add("standing orders")
async def add_standing_orders(session: TurnSession, builder: PageBuilder) -> None:
    """Add the member's first three running standing orders to a turn page, each with a button [Off].

    The last one that has ended is added, too, until he moves again. Without such orders nothing is added.
    """
    orders = await orders_of_session(session)
    running_orders = [order for order in orders if order.is_running]
    ended_orders = [
        order for order in orders if not order.is_running and not _has_moved_since_end(session, order)
    ]
    builder.texts += [
        t("-# Standing order **on**: {order}", order=_order_with_stops(session, order))
        for order in running_orders[:MAX_ON_PAGE]
    ]
    builder.texts += [
        t("-# Your standing order has ended: {why}.", why=_end_reason(order)) for order in ended_orders[-1:]
    ]
    builder.add_buttons(
        _off_button(session, order, is_on_turn_page=True) for order in running_orders[:MAX_ON_PAGE]
    )


@TRIAL_PARTS.add("standing orders")
async def add_keep_button(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of a trial the button that keeps the planned moves as a standing order.

    In a trial a member tries a turn on a copy of the game. Nothing is added if this turn has come
    already, or if no move is planned.
    """
    if session.trial is not None and session.trial.is_later_turn and session.trial.moves:
        builder.texts.append(t(KEPT_PLAN_TEXT))
        builder.add_buttons(
            [button(session.press(button_names.KEEP_TRIAL_TURN), t("Keep for my next turn"), style=SUCCESS)]
        )


def _has_moved_since_end(session: TurnSession, order: StandingOrder) -> bool:
    """Return True if the player has moved since his standing order ended."""
    return any(
        record.by == order.seat and record.number > order.ended_revision
        for record in session.game.active_records
    )


async def standing_orders_page(session: TurnSession) -> PageBuilder:
    """Build the page of the member's standing orders, numbered from 1, with menus to give new ones.

    Ended ones are listed, too, until he deletes or replaces them. Without any, a sentence says so.
    """
    builder, orders = session.new_page(), await orders_of_session(session)
    builder.texts = [
        t("### Standing orders"),
        *[f"{number}. {_order_line(session, order)}" for number, order in enumerate(orders, 1)],
    ]
    builder.texts += [] if orders else [t("You have none in this game.")]
    builder.texts.append(t(ABOUT_ORDERS_TEXT))
    builder.add_buttons(_off_button(session, order) for order in orders[:MAX_OPTIONS])
    _add_pass_menu(session, builder)
    _add_deal_menus(session, builder)
    _add_run_and_accept_buttons(session, builder)
    _add_computer_menu(session, builder)
    builder.add_buttons([button(session.press(button_names.SHOW_FIRST_PAGE), t("All choices"))])
    return builder


def _order_line(session: TurnSession, order: StandingOrder) -> str:
    """Return a standing order as a line for its owner: what it does and how often it has moved.

    If it has ended, the line says why instead.
    """
    count_text = " · " + t("{count} so far", count=order.move_count) if order.move_count else ""
    return (
        _order_with_stops(session, order) + count_text
        if order.is_running
        else f"~~{describe_order(session.view, order)}~~ · {_end_reason(order)}"
    )


def _order_with_stops(session: TurnSession, order: StandingOrder) -> str:
    """Return what a standing order does and when it stops, for its owner, with Markdown escaped."""
    return escape(f"{describe_order(session.view, order)}; {stop_text(session.view, order)}")


def _end_reason(order: StandingOrder) -> str:
    """Return why a standing order has ended, in its owner's language, with Markdown escaped."""
    return escape(translate_stored_text(order.end_reason) if order.end_reason else order.end_text)


def _off_button(session: TurnSession, order: StandingOrder, is_on_turn_page: bool = False) -> BotItem:
    """Return the button that ends and deletes a standing order: [Off], or [Forget] if it has ended.

    On a turn page (``is_on_turn_page``) it is always [Off].
    """
    subject = order.args.get("company") or order.args.get("item") or ""
    text = f"{t(KIND_LABELS[order.kind])} {subject}".strip()
    label = (
        t("Off: {order}", order=text)
        if order.is_running or is_on_turn_page
        else t("Forget: {order}", order=text)
    )
    return button(session.press("auto_off", order.number), label)


def _add_pass_menu(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the menu "Pass until…", and what a player misses by passing.

    That is a line with the moves that he may make at any time, if any. Nothing is added in rounds in which
    companies act, as nobody passes there.
    """
    options = [
        discord.SelectOption(label=t(STOP_CONDITION_TEXTS[key])[:100], value=key)
        for key in stop_conditions(session.game)
    ]
    if options:
        builder.rows.append([select(session.press("auto_pass"), options, placeholder=t("Pass until…"))])
        move_labels = _any_time_move_labels(session)
        builder.texts += [
            t("-# While it passes you also let go: {choices}.", choices=escape(", ".join(move_labels)))
        ] * bool(move_labels)


def _any_time_move_labels(session: TurnSession) -> list[str]:
    """Return the labels of the moves that are legal for the player now and may be made at any time.

    Those of companies are left out. A standing order to pass makes none of these moves. [] if there are none.
    """
    return [translated(choice.label) for choice in session.moves_at_any_time() if not choice.company]


def _add_deal_menus(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the menu to bid in an auction, or to buy shares in a stock round.

    The menu lists the items or shares on sale. In an operating round, or with nothing on sale, nothing is
    added.
    """
    if bids(session.view) is not None:
        items = [
            company
            for company in session.view.companies()
            if session.view.owner(company.id) not in session.view.state.players
        ]
        options = [
            discord.SelectOption(
                label=company.id, value=company.id, description=session.view.spec(company.id).name[:100]
            )
            for company in items[:MAX_OPTIONS]
        ]
        if options:
            builder.rows.append(
                [select(session.press("auto_bid"), options, placeholder=t("Bid up to a maximum for…"))]
            )
    elif not company_steps(session.view):
        options = [
            discord.SelectOption(
                label=_sale_label(session, sale),
                value=f"{sale.company}|{sale.source}",
            )
            for sale in sales(session.view)[:MAX_OPTIONS]
        ]  # fmt: skip
        if options:
            builder.rows.append(
                [select(session.press("auto_buy"), options, placeholder=t("Buy turn by turn…"))]
            )


def _sale_label(session: TurnSession, sale: Sale) -> str:
    """Return a share on sale as the label of a menu entry, of at most 100 characters."""
    return t(
        "{company} {percent} % · {price} from {where}",
        company=sale.company, percent=sale.percent, price=session.view.money(sale.price), where=sale.where,
    )[:100]  # fmt: skip


def _add_run_and_accept_buttons(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the buttons for orders to run companies and to accept offers.

    The first two of the member's companies with trains have a button to run them until turned off. In an
    operating round, each also has a button to run it in this round.
    """
    companies = [company for company in session.view.presided(session.seat) if session.view.trains(company)][
        :MAX_COMPANIES
    ]
    items = []
    for company in companies:
        if company_steps(session.view):
            items.append(
                button(
                    session.press("auto_run", company, "round"),
                    t("Run {company} this round", company=company),
                )
            )
        items.append(
            button(
                session.press("auto_run", company, "lasts"),
                t("Run {company} until turned off", company=company),
            )
        )
    builder.add_buttons([*items, button(session.press("auto_accept"), t("Accept offers from…"))])


def _add_computer_menu(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the menu that hands the member's seat to a computer, by level.

    Nothing is added unless the game is running, or if a computer plays the seat already.
    """
    if session.info.status != "running" or session.seat in session.info.computer_levels:
        return
    options = [discord.SelectOption(label=t(name), value=level) for level, name in LEVELS.items()]
    press = Press(session.info.id, session.game.revision, "computer_on", session.seat)
    builder.rows.append([select(press, options, placeholder=t("Let a computer play for me…"))])

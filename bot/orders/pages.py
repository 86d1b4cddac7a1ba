"""The private page of standing orders: active and ended ones, and controls to set new ones."""

from __future__ import annotations

import discord

from bot.absence.pages import play_myself_again_button
from bot.chat.frame import MAX_OPTIONS, SUCCESS, PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button, select_menu
from bot.computers.words import COMPUTER_LEVELS
from bot.orders import service as order_service
from bot.orders.order import StandingOrder
from bot.orders.requests import auto_pass_stop_keys
from bot.orders.words import STOP_CONDITION_TEXTS, describe_order, order_end_text
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
"""The maximum number of companies for which the page offers orders to run."""

MAX_ON_PAGE = 3
"""The maximum number of active orders shown on other pages."""


async def orders_of_session(session: TurnSession) -> list[StandingOrder]:
    """Return the member's standing orders in the game of the turn page, ended ones included.

    They are sorted by number.
    """
    return await order_service.orders_of_user(
        session.response.bot.games, session.info.id, session.response.user.id
    )


@PAGE_PARTS.add("standing orders")
async def add_standing_orders(session: TurnSession, builder: PageBuilder) -> None:
    """Add the member's first three active standing orders to a turn page, each with a button [Off].

    The last one that has ended is added, too, until the player moves again. Nothing is added if there are no
    such orders.
    """
    orders = await orders_of_session(session)
    active_orders = [order for order in orders if order.is_active]
    ended_orders = [
        order for order in orders if not order.is_active and not _has_moved_since_order_ended(session, order)
    ]
    builder.texts += [
        t("-# Standing order **on**: {order}", order=_order_and_end_conditions(session, order))
        for order in active_orders[:MAX_ON_PAGE]
    ]
    builder.texts += [
        t("-# Your standing order has ended: {why}.", why=_end_reason(order)) for order in ended_orders[-1:]
    ]
    builder.add_buttons(
        _delete_order_button(session, order, is_on_turn_page=True) for order in active_orders[:MAX_ON_PAGE]
    )


@TRIAL_PARTS.add("standing orders")
async def add_keep_button(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of a trial turn the button that keeps the planned moves as a standing order.

    In a trial turn a member tries a turn on a copy of the game. Nothing is added if this turn has come
    already, or if no move is planned.
    """
    if session.trial is not None and session.trial.is_later_turn and session.trial.moves:
        builder.texts.append(t(KEPT_PLAN_TEXT))
        builder.add_buttons(
            [
                button(
                    session.press_for(button_names.KEEP_TRIAL_TURN), t("Keep for my next turn"), style=SUCCESS
                )
            ]
        )


def _has_moved_since_order_ended(session: TurnSession, order: StandingOrder) -> bool:
    """Return True if the player has moved since the player's standing order ended."""
    return any(
        record.by == order.seat and record.number > order.ended_revision
        for record in session.game.active_records
    )


async def standing_orders_page(session: TurnSession) -> PageBuilder:
    """Build the page of the member's standing orders, numbered from 1, with controls to set new ones.

    If a computer player plays the member's seat, the page says so first, with a button that ends this. Ended
    orders are listed, too, until the member deletes or replaces them. If there are no orders, a sentence says
    so.
    """
    builder, orders = session.new_page(), await orders_of_session(session)
    computer_level = session.info.computer_levels.get(session.seat)
    if computer_level:
        builder.add_buttons([play_myself_again_button(session.info.id, session.revision, session.seat)])
    builder.texts = [
        t("### Standing orders"),
        t("A computer plays for you ({level}).", level=t(COMPUTER_LEVELS[computer_level]))
        if computer_level
        else "",
        *[f"{number}. {_order_line(session, order)}" for number, order in enumerate(orders, 1)],
    ]
    builder.texts += [] if orders else [t("You have no standing orders in this game.")]
    builder.texts.append(t(ABOUT_ORDERS_TEXT))
    builder.add_buttons(_delete_order_button(session, order) for order in orders[:MAX_OPTIONS])
    _add_auto_pass_menu(session, builder)
    _add_bid_or_buy_menu(session, builder)
    _add_run_and_accept_buttons(session, builder)
    _add_computer_menu(session, builder)
    builder.add_buttons([button(session.press_for(button_names.SHOW_FIRST_PAGE), t("All choices"))])
    return builder


def _order_line(session: TurnSession, order: StandingOrder) -> str:
    """Return a line about a standing order for its owner: what it does and how many moves it has made so far.

    If the order has ended, the line says why instead of how many.
    """
    count_text = " · " + t("{count} so far", count=order.move_count) if order.move_count else ""
    return (
        _order_and_end_conditions(session, order) + count_text
        if order.is_active
        else f"~~{describe_order(session.view, order)}~~ · {_end_reason(order)}"
    )


def _order_and_end_conditions(session: TurnSession, order: StandingOrder) -> str:
    """Return what a standing order does and when it ends, for its owner, with Markdown escaped."""
    return escape(f"{describe_order(session.view, order)}; {order_end_text(session.view, order)}")


def _end_reason(order: StandingOrder) -> str:
    """Return why a standing order has ended, in its owner's language, with Markdown escaped."""
    return escape(translate_stored_text(order.end_reason) if order.end_reason else order.end_text)


def _delete_order_button(
    session: TurnSession, order: StandingOrder, is_on_turn_page: bool = False
) -> BotItem:
    """Return the button that ends and deletes a standing order: [Off], or [Forget] if it has ended.

    On a turn page (``is_on_turn_page``) it is always [Off].
    """
    subject = order.args.get("company") or order.args.get("item") or ""
    text = f"{t(KIND_LABELS[order.kind])} {subject}".strip()
    label = (
        t("Off: {order}", order=text)
        if order.is_active or is_on_turn_page
        else t("Forget: {order}", order=text)
    )
    return button(session.press_for("auto_off", order.number), label)


def _add_auto_pass_menu(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the menu "Pass until…".

    A line names the moves that the player gives up while the order passes, if any: those that may be made at
    any time. Nothing is added in rounds in which companies act, as nobody passes there.
    """
    options = [
        discord.SelectOption(label=t(STOP_CONDITION_TEXTS[key])[:100], value=key)
        for key in auto_pass_stop_keys(session.game)
    ]
    if options:
        builder.rows.append(
            [select_menu(session.press_for("auto_pass"), options, placeholder=t("Pass until…"))]
        )
        move_labels = _any_time_move_labels(session)
        builder.texts += [
            t("-# While it passes you also let go: {choices}.", choices=escape(", ".join(move_labels)))
        ] * bool(move_labels)


def _any_time_move_labels(session: TurnSession) -> list[str]:
    """Return the labels of the moves that are legal for the player now and may be made at any time.

    Moves of companies are left out. [] if there are none.
    """
    return [
        translated(legal_kind.label) for legal_kind in session.moves_at_any_time() if not legal_kind.company
    ]


def _add_bid_or_buy_menu(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the menu to bid in an auction, or to buy shares in a stock round.

    The menu lists the items or shares on sale. Nothing is added in an operating round, or if nothing is on
    sale.
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
                [
                    select_menu(
                        session.press_for("auto_bid"), options, placeholder=t("Bid up to a maximum for…")
                    )
                ]
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
                [select_menu(session.press_for("auto_buy"), options, placeholder=t("Buy turn by turn…"))]
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
                    session.press_for("auto_run", company, "round"),
                    t("Run {company} this round", company=company),
                )
            )
        items.append(
            button(
                session.press_for("auto_run", company, "lasts"),
                t("Run {company} until turned off", company=company),
            )
        )
    builder.add_buttons([*items, button(session.press_for("auto_accept"), t("Accept offers from…"))])


def _add_computer_menu(session: TurnSession, builder: PageBuilder) -> None:
    """Add to the page of standing orders the menu that lets a computer player play the member's seat.

    The menu lists the levels of computer players. Nothing is added if the game is not running, or if a
    computer player already plays the seat.
    """
    if session.info.status != "running" or session.seat in session.info.computer_levels:
        return
    options = [discord.SelectOption(label=t(name), value=level) for level, name in COMPUTER_LEVELS.items()]
    press = Press(session.info.id, session.game.revision, "computer_on", session.seat)
    builder.rows.append([select_menu(press, options, placeholder=t("Let a computer play for me…"))])

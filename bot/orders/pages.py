"""A member's standing orders on his private pages: what is on, why one has ended, and new ones to give."""

from __future__ import annotations

import discord

from bot.chat.figures import plain
from bot.chat.frame import SHOWN, Sheet
from bot.chat.press import GameItem, button, select
from bot.orders import service as standing
from bot.orders.give import untils
from bot.orders.order import Order
from bot.orders.words import UNTIL, does, stops
from bot.turn.session import Desk
from bot.turn.workspace import PAGE_PARTS
from bot.words import known, msg, t, told
from engine.face.deeds import Sale, bids, sales
from engine.face.table import company_steps

ABOUT = msg(
    "-# An order plays for you while you are away, as the rules allow and no further. Nobody else sees it "
    "before it does something; then the table is told why."
)
KINDS = {
    "pass": msg("pass"), "buy": msg("buy"), "bid": msg("bid"), "run": msg("run"), "accept": msg("accept"),
}  # fmt: skip
COMPANIES = 2
"""Companies for which a page has buttons to run by themselves."""

ON_PAGE = 3
"""Orders that other pages tell of."""


async def orders_of(desk: Desk) -> list[Order]:
    """The member's orders in this game."""
    return await standing.orders_of(desk.answer.bot.games, desk.info.id, desk.answer.user.id)


@PAGE_PARTS.add("standing orders")
async def add_standing(desk: Desk, sheet: Sheet) -> None:
    """Tell on another page what is on, with a button that turns it off, and what has just ended."""
    orders = await orders_of(desk)
    on = [order for order in orders if order.running]
    ended = [order for order in orders if not order.running and not _has_acted(desk, order)]
    sheet.texts += [
        t("-# Standing order **on**: {order}", order=_told(desk, order)) for order in on[:ON_PAGE]
    ]
    sheet.texts += [t("-# Your standing order has ended: {why}.", why=_why(o)) for o in ended[-1:]]
    sheet.buttons(_off(desk, order, short=True) for order in on[:ON_PAGE])


def _has_acted(desk: Desk, order: Order) -> bool:
    return any(r.by == order.seat and r.seq > order.over for r in desk.game.active)


async def standing_sheet(desk: Desk) -> Sheet:
    """The page of standing orders."""
    sheet, orders = desk.sheet(), await orders_of(desk)
    sheet.texts = [t("### Standing orders"), *[f"{n}. {_line(desk, o)}" for n, o in enumerate(orders, 1)]]
    sheet.texts += [] if orders else [t("You have none in this game.")]
    sheet.texts.append(t(ABOUT))
    sheet.buttons(_off(desk, order) for order in orders[:SHOWN])
    _passing(desk, sheet)
    _dealing(desk, sheet)
    _others(desk, sheet)
    sheet.buttons([button(desk.press("w_home"), t("All choices"))])
    return sheet


def _line(desk: Desk, order: Order) -> str:
    made = " · " + t("{count} so far", count=order.fired) if order.fired else ""
    return _told(desk, order) + made if order.running else f"~~{does(desk.view, order)}~~ · {_why(order)}"


def _told(desk: Desk, order: Order) -> str:
    return plain(f"{does(desk.view, order)}; {stops(desk.view, order)}")


def _why(order: Order) -> str:
    """Why it has ended."""
    return plain(told(order.why) if order.why else order.ended)


def _off(desk: Desk, order: Order, short: bool = False) -> GameItem:
    about = order.args.get("company") or order.args.get("item") or ""
    what = f"{t(KINDS[order.kind])} {about}".strip()
    label = t("Off: {order}", order=what) if order.running or short else t("Forget: {order}", order=what)
    return button(desk.press("auto_off", order.number), label)


def _passing(desk: Desk, sheet: Sheet) -> None:
    """Pass until something happens."""
    options = [discord.SelectOption(label=t(UNTIL[key])[:100], value=key) for key in untils(desk.game)]
    if options:
        sheet.rows.append([select(desk.press("auto_pass"), options, placeholder=t("Pass until…"))])
        more = _passed_up(desk)
        sheet.texts += [
            t("-# While it passes you also let go: {choices}.", choices=plain(", ".join(more)))
        ] * bool(more)


def _passed_up(desk: Desk) -> list[str]:
    """What the seat may do at any time: an order to pass leaves it, too."""
    return [known(choice.label) for choice in desk.aside() if not choice.company]


def _dealing(desk: Desk, sheet: Sheet) -> None:
    """A sealed maximum in auctions; shares to be bought turn by turn in share rounds."""
    if bids(desk.view) is not None:
        items = [c for c in desk.view.companies() if desk.view.owner(c.id) not in desk.view.state.players]
        options = [
            discord.SelectOption(label=c.id, value=c.id, description=desk.view.spec(c.id).name[:100])
            for c in items[:SHOWN]
        ]
        if options:
            sheet.rows.append(
                [select(desk.press("auto_bid"), options, placeholder=t("Bid up to a maximum for…"))]
            )
    elif not company_steps(desk.view):
        options = [
            discord.SelectOption(
                label=_on_sale(desk, s),
                value=f"{s.company}|{s.source}",
            )
            for s in sales(desk.view)[:SHOWN]
        ]  # fmt: skip
        if options:
            sheet.rows.append([select(desk.press("auto_buy"), options, placeholder=t("Buy turn by turn…"))])


def _on_sale(desk: Desk, s: Sale) -> str:
    return t(
        "{company} {percent} % · {price} from {where}",
        company=s.company, percent=s.percent, price=desk.view.money(s.price), where=s.where,
    )[:100]  # fmt: skip


def _others(desk: Desk, sheet: Sheet) -> None:
    """Companies that run by themselves, and offers that are accepted."""
    mine = [c for c in desk.view.presided(desk.seat) if desk.view.trains(c)][:COMPANIES]
    items = []
    for company in mine:
        if company_steps(desk.view):
            items.append(
                button(
                    desk.press("auto_run", company, "round"), t("Run {company} this round", company=company)
                )
            )
        items.append(
            button(
                desk.press("auto_run", company, "lasts"), t("Run {company} until turned off", company=company)
            )
        )
    sheet.buttons([*items, button(desk.press("auto_accept"), t("Accept offers from…"))])

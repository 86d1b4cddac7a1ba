"""The texts of standing orders: their action and stops for the owner, and the public reason of a move."""

from __future__ import annotations

from collections.abc import Callable

from bot.orders.order import Order
from bot.words import known, msg, t, tn
from engine import View

UNTIL = {
    "acts": msg("anybody does more than pass"),
    "sold": msg("anybody sells shares"),
    "mine": msg("anybody buys or sells shares of a company of which you hold some"),
    "bids": msg("anybody bids"),
    "round": msg("the round is over"),
}
"""When passing stops, by key; in any case with the round."""

PASSED = {
    "acts": msg("by standing order: passing until anybody does more than pass"),
    "sold": msg("by standing order: passing until anybody sells shares"),
    "mine": msg(
        "by standing order: passing until anybody deals in a company of which the player holds shares"
    ),
    "bids": msg("by standing order: passing until anybody bids"),
    "round": msg("by standing order: passing until the round is over"),
}
"""The same as the log tells it; there it stays in English until somebody reads it."""


def order_text(view: View, order: Order) -> str:
    """Return for the owner what an order does."""
    return _DOES[order.kind](view, order)


def stop_text(view: View, order: Order) -> str:
    """Return for the owner when an order stops."""
    ends = [t("{round} is over", round=known(order.title))] if order.round else []
    when = [*_STOPS[order.kind](view, order), *ends] or [t("you turn it off")]
    reasons, *more = when
    for each in more[:-1]:
        reasons = t("{reasons}, when {next}", reasons=reasons, next=each)
    if more:
        reasons = t("{reasons} or when {last}", reasons=reasons, last=more[-1])
    return t("stops when {reasons}", reasons=reasons)


def reason(order: Order) -> str:
    """Return the public reason of an order's move, without private information."""
    return PASSED[order.args["until"]] if order.kind == "pass" else _REASON[order.kind]


def _does_pass(view: View, order: Order) -> str:
    """Return when an order to pass stops, as its description."""
    if order.args["until"] == "round":
        return t("Pass until {round} is over", round=known(order.title))
    return t("Pass until {reason}", reason=t(UNTIL[order.args["until"]]))


def _does_buy(view: View, order: Order) -> str:
    """Describe an order to buy shares."""
    company, percent, price = (order.args[key] for key in ("company", "percent", "price"))
    return t(
        "Buy {company} until you hold {percent} %, for at most {price} each",
        company=company, percent=percent, price=view.money(price),
    )  # fmt: skip


def _does_bid(view: View, order: Order) -> str:
    """Describe an order to bid, and what it does beyond its maximum."""
    item, most = order.args["item"], view.money(order.args["most"])
    if order.args["then"] == "pass":
        return t("Bid for {item} up to {most}, and pass when that is not enough", item=item, most=most)
    return t("Bid for {item} up to {most}, and ask you when that is not enough", item=item, most=most)


def _does_run(view: View, order: Order) -> str:
    company = order.args["company"]
    return t("Run the best routes of {company}, pay out and end the turn", company=company)


def _does_accept(view: View, order: Order) -> str:
    least = view.money(order.args["least"])
    return t("Accept any offer that brings you or a company of yours {least} or more", least=least)


def _does_turn(view: View, order: Order) -> str:
    """Describe an order for a rehearsed turn."""
    company, count = order.args["company"], len(order.args["moves"])
    if not company:
        return tn("Your next turn: {count} planned move", "Your next turn: {count} planned moves", count)
    return tn(
        "The next turn of {company}: {count} planned move",
        "The next turn of {company}: {count} planned moves",
        count, company=company,
    )  # fmt: skip


_DOES: dict[str, Callable[[View, Order], str]] = {
    "pass": _does_pass, "buy": _does_buy, "bid": _does_bid, "run": _does_run, "accept": _does_accept,
    "turn": _does_turn,
}  # fmt: skip


def _stops_pass(view: View, order: Order) -> list[str]:
    """Return the conditions that end an order to pass."""
    until = order.args["until"]
    first = [] if until == "round" else [t(UNTIL[until])]
    return [*first, t("something becomes possible for you that was not")]


def _stops_buy(view: View, order: Order) -> list[str]:
    """Return the conditions that end an order to buy shares."""
    company, price = order.args["company"], view.money(order.args["price"])
    return [
        t("you hold {percent} %", percent=order.args["percent"]),
        t("a certificate costs more than {price}", price=price),
        t("anybody sells shares of {company}", company=company),
    ]


def _stops_run(view: View, order: Order) -> list[str]:
    """Return the conditions that end an order to run a company."""
    return [
        t("{company} has no train", company=order.args["company"]),
        t("its run earns less than {least}", least=view.money(order.args["least"])),
        t("it must decide anything else"),
    ]


_STOPS: dict[str, Callable[[View, Order], list[str]]] = {
    "pass": _stops_pass,
    "buy": _stops_buy,
    "bid": lambda view, order: [t("{item} is sold", item=order.args["item"])],
    "run": _stops_run,
    "accept": lambda view, order: [],
    "turn": lambda view, order: [t("the turn is over"), t("a move of it is not legal any more")],
}


_REASON = {
    "buy": msg("by standing order: buying shares"),
    "bid": msg("by standing order: bidding up to a limit"),
    "run": msg("by standing order: the best run, paid out"),
    "accept": msg("by standing order: accepting offers from a certain sum on"),
    "turn": msg("by standing order: a planned turn"),
}
"""Whole sentences, so that each can be read in another language; the move itself names what it is about."""

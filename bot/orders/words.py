"""The texts of standing orders: what they do and when they end, for the owner, and public notes on moves."""

from __future__ import annotations

from collections.abc import Callable

from bot.orders.order import StandingOrder
from bot.words import msg, t, tn, translated
from engine import View

STOP_CONDITION_TEXTS = {
    "acts": msg("anybody does more than pass"),
    "sold": msg("anybody sells shares"),
    "mine": msg("anybody buys or sells shares of a company of which you hold some"),
    "bids": msg("anybody bids"),
    "round": msg("the round is over"),
}
"""The conditions that end a standing order to pass, by key; it also ends with the round."""

PASS_NOTES = {
    "acts": msg("by standing order: passing until anybody does more than pass"),
    "sold": msg("by standing order: passing until anybody sells shares"),
    "mine": msg(
        "by standing order: passing until anybody deals in a company of which the player holds shares"
    ),
    "bids": msg("by standing order: passing until anybody bids"),
    "round": msg("by standing order: passing until the round is over"),
}
"""The notes in the log for the moves of orders to pass, by the key of the condition; translated when read."""


def describe_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order does, for its owner: a sentence without a full stop, in their language."""
    return _DESCRIPTIONS[order.kind](view, order)


def order_end_text(view: View, order: StandingOrder) -> str:
    """Return the text for the owner of a standing order that says when it ends, with all conditions.

    If there is no condition, it says that the order ends when the owner turns it off.
    """
    round_end = [t("{round} is over", round=translated(order.round_title))] if order.round else []
    conditions = [*_END_CONDITIONS[order.kind](view, order), *round_end] or [t("you turn it off")]
    text, *others = conditions
    for condition in others[:-1]:
        text = t("{text}, when {next}", text=text, next=condition)
    if others:
        text = t("{text} or when {last}", text=text, last=others[-1])
    return t("stops when {text}", text=text)


def order_note_template(order: StandingOrder) -> str:
    """Return the public reason for a move of a standing order, without the owner's limits or prices.

    It is an English template for the record of the log, and is translated when the log is read.
    """
    return PASS_NOTES[order.args["until"]] if order.kind == "pass" else _RECORD_NOTES[order.kind]


def _describe_pass_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order to pass does, for its owner: until when it passes."""
    if order.args["until"] == "round":
        return t("Pass until {round} is over", round=translated(order.round_title))
    return t("Pass until {reason}", reason=t(STOP_CONDITION_TEXTS[order.args["until"]]))


def _describe_buy_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order to buy shares does, for its owner: up to which percent and price."""
    company, percent, price = (order.args[key] for key in ("company", "percent", "price"))
    return t(
        "Buy {company} until you hold {percent} %, for at most {price} each",
        company=company, percent=percent, price=view.money(price),
    )  # fmt: skip


def _describe_bid_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order to bid does, for its owner.

    The text has its maximum, and says whether the order passes or asks the owner if that is not enough.
    """
    item, max_bid = order.args["item"], view.money(order.args["most"])
    if order.args["then"] == "pass":
        return t("Bid for {item} up to {most}, and pass when that is not enough", item=item, most=max_bid)
    return t("Bid for {item} up to {most}, and ask you when that is not enough", item=item, most=max_bid)


def _describe_run_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order to run a company does, for its owner."""
    company = order.args["company"]
    return t("Run the best routes of {company}, pay out and end the turn", company=company)


def _describe_accept_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order to accept offers does, for its owner: its minimum gain."""
    min_gain = view.money(order.args["least"])
    return t("Accept any offer that brings you or a company of yours {least} or more", least=min_gain)


def _describe_planned_turn_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order for a planned turn does, for its owner: the number of its moves."""
    company, count = order.args["company"], len(order.args["moves"])
    if not company:
        return tn("Your next turn: {count} planned move", "Your next turn: {count} planned moves", count)
    return tn(
        "The next turn of {company}: {count} planned move",
        "The next turn of {company}: {count} planned moves",
        count, company=company,
    )  # fmt: skip


_DESCRIPTIONS: dict[str, Callable[[View, StandingOrder], str]] = {
    "pass": _describe_pass_order, "buy": _describe_buy_order, "bid": _describe_bid_order,
    "run": _describe_run_order, "accept": _describe_accept_order, "turn": _describe_planned_turn_order,
}  # fmt: skip


def _pass_order_end_conditions(view: View, order: StandingOrder) -> list[str]:
    """Return the texts of the conditions that end a standing order to pass, except the end of the round."""
    until = order.args["until"]
    condition = [] if until == "round" else [t(STOP_CONDITION_TEXTS[until])]
    return [*condition, t("something becomes possible for you that was not")]


def _buy_order_end_conditions(view: View, order: StandingOrder) -> list[str]:
    """Return the texts of the conditions that end a standing order to buy shares, for its owner."""
    company, price = order.args["company"], view.money(order.args["price"])
    return [
        t("you hold {percent} %", percent=order.args["percent"]),
        t("a certificate costs more than {price}", price=price),
        t("anybody sells shares of {company}", company=company),
    ]


def _run_order_end_conditions(view: View, order: StandingOrder) -> list[str]:
    """Return the texts of the conditions that end a standing order to run a company, for its owner."""
    return [
        t("{company} has no train", company=order.args["company"]),
        t("its run earns less than {least}", least=view.money(order.args["least"])),
        t("it must decide anything else"),
    ]


_END_CONDITIONS: dict[str, Callable[[View, StandingOrder], list[str]]] = {
    "pass": _pass_order_end_conditions,
    "buy": _buy_order_end_conditions,
    "bid": lambda view, order: [t("{item} is sold", item=order.args["item"])],
    "run": _run_order_end_conditions,
    "accept": lambda view, order: [],
    "turn": lambda view, order: [t("the turn is over"), t("a move of it is not legal any more")],
}


_RECORD_NOTES = {
    "buy": msg("by standing order: buying shares"),
    "bid": msg("by standing order: bidding up to a limit"),
    "run": msg("by standing order: the best run, paid out"),
    "accept": msg("by standing order: accepting offers from a certain sum on"),
    "turn": msg("by standing order: a planned turn"),
}
"""The notes in the log for the moves of the other kinds of orders; translated when read."""

"""The texts of standing orders: their action and stops for the owner, and the public reason of a move."""

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
"""When passing stops, by key; in any case with the round."""

PASS_NOTES = {
    "acts": msg("by standing order: passing until anybody does more than pass"),
    "sold": msg("by standing order: passing until anybody sells shares"),
    "mine": msg(
        "by standing order: passing until anybody deals in a company of which the player holds shares"
    ),
    "bids": msg("by standing order: passing until anybody bids"),
    "round": msg("by standing order: passing until the round is over"),
}
"""The same as the log tells it; there it stays in English until somebody reads it."""


def describe_order(view: View, order: StandingOrder) -> str:
    """Return what a standing order does, for its owner: a sentence without a full stop, in his language."""
    return _DESCRIPTIONS[order.kind](view, order)


def stop_text(view: View, order: StandingOrder) -> str:
    """Return the text that tells the owner of a standing order when it stops, with all conditions.

    If there is no condition, it says that the order stops when he turns it off.
    """
    round_end = [t("{round} is over", round=translated(order.round_title))] if order.round else []
    conditions = [*_STOP_TEXTS[order.kind](view, order), *round_end] or [t("you turn it off")]
    text, *others = conditions
    for condition in others[:-1]:
        text = t("{text}, when {next}", text=text, next=condition)
    if others:
        text = t("{text} or when {last}", text=text, last=others[-1])
    return t("stops when {text}", text=text)


def record_note(order: StandingOrder) -> str:
    """Return the public reason for a move of a standing order, without the owner's limits or prices.

    It is an English template for the record of the log, and is translated when the log is read.
    """
    return PASS_NOTES[order.args["until"]] if order.kind == "pass" else _RECORD_NOTES[order.kind]


def _describe_pass(view: View, order: StandingOrder) -> str:
    """Return what a standing order to pass does, for its owner: until when it passes."""
    if order.args["until"] == "round":
        return t("Pass until {round} is over", round=translated(order.round_title))
    return t("Pass until {reason}", reason=t(STOP_CONDITION_TEXTS[order.args["until"]]))


def _describe_buy(view: View, order: StandingOrder) -> str:
    """Return what a standing order to buy shares does, for its owner: up to which percent and price."""
    company, percent, price = (order.args[key] for key in ("company", "percent", "price"))
    return t(
        "Buy {company} until you hold {percent} %, for at most {price} each",
        company=company, percent=percent, price=view.money(price),
    )  # fmt: skip


def _describe_bid(view: View, order: StandingOrder) -> str:
    """Return what a standing order to bid does, for its owner: up to its maximum, and above it."""
    item, max_bid = order.args["item"], view.money(order.args["most"])
    if order.args["then"] == "pass":
        return t("Bid for {item} up to {most}, and pass when that is not enough", item=item, most=max_bid)
    return t("Bid for {item} up to {most}, and ask you when that is not enough", item=item, most=max_bid)


def _describe_run(view: View, order: StandingOrder) -> str:
    """Return what a standing order to run a company does, for its owner."""
    company = order.args["company"]
    return t("Run the best routes of {company}, pay out and end the turn", company=company)


def _describe_accept(view: View, order: StandingOrder) -> str:
    """Return what a standing order to accept offers does, for its owner: from which sum on."""
    min_gain = view.money(order.args["least"])
    return t("Accept any offer that brings you or a company of yours {least} or more", least=min_gain)


def _describe_turn(view: View, order: StandingOrder) -> str:
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
    "pass": _describe_pass, "buy": _describe_buy, "bid": _describe_bid, "run": _describe_run,
    "accept": _describe_accept, "turn": _describe_turn,
}  # fmt: skip


def _pass_stop_texts(view: View, order: StandingOrder) -> list[str]:
    """Return the texts of the conditions that end a standing order to pass, without the end of the round."""
    until = order.args["until"]
    condition = [] if until == "round" else [t(STOP_CONDITION_TEXTS[until])]
    return [*condition, t("something becomes possible for you that was not")]


def _buy_stop_texts(view: View, order: StandingOrder) -> list[str]:
    """Return the texts of the conditions that end a standing order to buy shares, for its owner."""
    company, price = order.args["company"], view.money(order.args["price"])
    return [
        t("you hold {percent} %", percent=order.args["percent"]),
        t("a certificate costs more than {price}", price=price),
        t("anybody sells shares of {company}", company=company),
    ]


def _run_stop_texts(view: View, order: StandingOrder) -> list[str]:
    """Return the texts of the conditions that end a standing order to run a company, for its owner."""
    return [
        t("{company} has no train", company=order.args["company"]),
        t("its run earns less than {least}", least=view.money(order.args["least"])),
        t("it must decide anything else"),
    ]


_STOP_TEXTS: dict[str, Callable[[View, StandingOrder], list[str]]] = {
    "pass": _pass_stop_texts,
    "buy": _buy_stop_texts,
    "bid": lambda view, order: [t("{item} is sold", item=order.args["item"])],
    "run": _run_stop_texts,
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
"""Whole sentences, so that each can be read in another language; the move itself names what it is about."""

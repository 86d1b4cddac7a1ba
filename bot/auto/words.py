"""Standing orders in words: for their owner what they do and when they stop, for all why one fired."""

from __future__ import annotations

from collections.abc import Callable

from bot.auto.order import MARK, Order
from engine import View

UNTIL = {
    "acts": "anybody does more than pass",
    "sold": "anybody sells shares",
    "mine": "anybody buys or sells shares of a company of which you hold some",
    "bids": "anybody bids",
    "round": "",
}
"""When passing stops, by key; in any case with the round."""

NEW = "something becomes possible for you that was not"


def does(view: View, order: Order) -> str:
    """What an order does, for its owner."""
    return _DOES[order.kind](view, order)


def stops(view: View, order: Order) -> str:
    """When it stops, for its owner."""
    when = [*_STOPS[order.kind](view, order), *([f"{order.title} is over"] if order.round else [])]
    when = when or ["you turn it off"]
    return f"stops when {', when '.join(when[:-1])}{' or when ' if len(when) > 1 else ''}{when[-1]}"


def reason(view: View, order: Order) -> str:
    """Why it fired, for all: nothing that the others may not know."""
    return f"{MARK}: {_REASON[order.kind](view, order)}"


def _does_pass(view: View, order: Order) -> str:
    until = UNTIL[order.args["until"]]
    return f"Pass until {until}" if until else f"Pass until {order.title} is over"


def _does_buy(view: View, order: Order) -> str:
    a = order.args
    return f"Buy {a['company']} until you hold {a['percent']} %, for at most {view.money(a['price'])} each"


def _does_bid(view: View, order: Order) -> str:
    a = order.args
    then = "pass when that is not enough" if a["then"] == "pass" else "ask you when that is not enough"
    return f"Bid for {a['item']} up to {view.money(a['most'])}, and {then}"


def _does_run(view: View, order: Order) -> str:
    return f"Run the best routes of {order.args['company']}, pay out and end the turn"


def _does_accept(view: View, order: Order) -> str:
    least = view.money(order.args["least"])
    return f"Accept any offer that brings you or a company of yours {least} or more"


_DOES: dict[str, Callable[[View, Order], str]] = {
    "pass": _does_pass, "buy": _does_buy, "bid": _does_bid, "run": _does_run, "accept": _does_accept,
}  # fmt: skip


def _stops_pass(view: View, order: Order) -> list[str]:
    until = UNTIL[order.args["until"]]
    return [*([until] if until else []), NEW]


def _stops_buy(view: View, order: Order) -> list[str]:
    a = order.args
    dearer = f"a certificate costs more than {view.money(a['price'])}"
    return [f"you hold {a['percent']} %", dearer, f"anybody sells shares of {a['company']}"]


def _stops_run(view: View, order: Order) -> list[str]:
    a = order.args
    earns = f"its run earns less than {view.money(a['least'])}"
    return [f"{a['company']} has no train", earns, "it must decide anything else"]


_STOPS: dict[str, Callable[[View, Order], list[str]]] = {
    "pass": _stops_pass,
    "buy": _stops_buy,
    "bid": lambda view, order: [f"{order.args['item']} is sold"],
    "run": _stops_run,
    "accept": lambda view, order: [],
}


def _why_pass(view: View, order: Order) -> str:
    until = UNTIL[order.args["until"]].replace("you hold", "the player holds")
    return f"passing until {until or 'the round is over'}"


_REASON: dict[str, Callable[[View, Order], str]] = {
    "pass": _why_pass,
    "buy": lambda view, order: f"buying shares of {order.args['company']}",
    "bid": lambda view, order: f"bidding for {order.args['item']} up to a limit",
    "run": lambda view, order: f"the best run of {order.args['company']}, paid out",
    "accept": lambda view, order: "accepting offers from a certain sum on",
}

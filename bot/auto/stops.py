"""Whether a standing order is over. Only what happened after it was given counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.auto.order import Order, place_of, possible, since
from engine import Game, Record
from engine.face.deeds import Deed, deeds
from engine.face.moves import BID, DONE, PASS, SKIP

Test = Callable[[Game, Order, Record], str]
IDLE = (PASS, DONE, SKIP)
"""Moves that are no deed of their own."""


def why_over(game: Game, order: Order, user: int | None) -> str:
    """Why an order is over, as its owner is told; empty while it is not. ``user`` holds the seat now."""
    if user != order.user:
        return "the seat has another holder"
    if game.state.ended:
        return "the game is over"
    if order.round is not None and place_of(game) != order.round:
        return f"{order.title} is over"
    return _RULES[order.kind](game, order)


def others(game: Game, order: Order) -> Iterable[Record]:
    """What others have done since the order was given."""
    return (r for r in since(game, order.since) if r.by != order.seat)


# --- passing ---------------------------------------------------------------------------------------


def _over_pass(game: Game, order: Order) -> str:
    test = TESTS[order.args["until"]]
    return next((why for r in others(game, order) if (why := test(game, order, r))), "")


def _acts(game: Game, order: Order, record: Record) -> str:
    assert record.action is not None
    return f"{game.view.name(record.by)} did more than pass" if record.action.kind not in IDLE else ""


def _bids(game: Game, order: Order, record: Record) -> str:
    assert record.action is not None
    return f"{game.view.name(record.by)} bid" if record.action.kind == BID else ""


def _sold(game: Game, order: Order, record: Record) -> str:
    return _deed(game, (d for d in deeds(game.view, record) if d.what == "sold" and d.player != order.seat))


def _mine(game: Game, order: Order, record: Record) -> str:
    found = (d for d in deeds(game.view, record) if d.player != order.seat)
    return _deed(game, (d for d in found if game.view.percent(order.seat, d.company)))


def _deed(game: Game, found: Iterable[Deed]) -> str:
    deed = next(iter(found), None)
    return f"{game.view.name(deed.player)} {deed.what} shares of {deed.company}" if deed else ""


TESTS: dict[str, Test] = {
    "acts": _acts, "sold": _sold, "mine": _mine, "bids": _bids, "round": lambda game, order, record: "",
}  # fmt: skip
"""What ends passing, by the keys of `bot.auto.words.UNTIL`."""


def newly_possible(game: Game, order: Order) -> str:
    """What the seat could do besides passing that was not there when the order was given."""
    more = possible(game, order.seat) - set(order.args["known"])
    labels = [choice.label for choice in game.choices(order.seat) if choice.kind in more]
    offers = [kind for kind in more if kind.startswith("offer ")]
    told = [*labels, *["an offer"] * bool(offers)]
    return f"you can also choose: {', '.join(told)}" if more else ""


# --- the others ------------------------------------------------------------------------------------


def _over_buy(game: Game, order: Order) -> str:
    company, view = order.args["company"], game.view
    held = view.percent(order.seat, company)
    if held >= order.args["percent"]:
        return f"you hold {held} % of {company}"
    sold = (d for r in others(game, order) for d in deeds(view, r) if d.what == "sold")
    return _deed(game, (d for d in sold if d.company == company and d.player != order.seat))


def _over_bid(game: Game, order: Order) -> str:
    item, view = order.args["item"], game.view
    if view.company(item).closed:
        return f"{item} is closed"
    owner = view.owner(item)
    if owner in view.state.players:
        return f"{item} went to {view.name(owner)}"
    return ""


def _over_run(game: Game, order: Order) -> str:
    company, view = order.args["company"], game.view
    if view.company(company).closed or view.president(company) != order.seat:
        return f"{company} is not yours to run"
    return ""


_RULES: dict[str, Callable[[Game, Order], str]] = {
    "pass": _over_pass, "buy": _over_buy, "bid": _over_bid, "run": _over_run,
    "accept": lambda game, order: "",
}  # fmt: skip

"""Decides whether a standing order has ended. Only events after it was given count."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from bot.orders.order import StandingOrder, current_round_id, moves_since, possible_move_kinds
from bot.words import LazyText, t_lazy
from engine import Game, Record
from engine.api.moves import BID, DONE, PASS, SKIP
from engine.api.trading import ShareDeal, share_deals
from engine.message import joined

StopTest = Callable[[Game, StandingOrder, Record], LazyText | None]
PASSIVE_MOVES = (PASS, DONE, SKIP)
"""Moves that do not count as doing something."""


def find_end_reason(game: Game, order: StandingOrder, own_seats: Container[str]) -> LazyText | None:
    """Return why a standing order has ended, for its owner; None if it has not.

    Every order ends when its owner (who plays ``own_seats``, ids) no longer plays its seat, when the game is
    over, and when the round with which it ends is over. Each kind has a rule of its own besides.
    """
    if order.seat not in own_seats:
        return t_lazy("the seat has another holder")
    if game.state.ended:
        return t_lazy("the game is over")
    if order.round is not None and current_round_id(game) != order.round:
        return t_lazy("{round} has ended", round=order.round_title)
    return _END_RULES[order.kind](game, order)


def moves_of_others(game: Game, order: StandingOrder) -> Iterable[Record]:
    """Return the records of other players' moves since a standing order was given, without undone ones."""
    return (record for record in moves_since(game, order.given_revision) if record.by != order.seat)


# --- passing ---------------------------------------------------------------------------------------


def _pass_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order to pass has ended: the first move of others that stops it; None if none.

    Which moves stop it is the order's ``until``, a key of STOP_TESTS.
    """
    stop_test = STOP_TESTS[order.args["until"]]
    return next(
        (reason for record in moves_of_others(game, order) if (reason := stop_test(game, order, record))),
        None,
    )


def _reason_if_not_pass(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to stop a standing order to pass if another player did more than pass, else None.

    ``record`` must be the other player's move. Ending a turn or skipping a step counts as passing.
    """
    assert record.action is not None
    name = game.view.name(record.by)
    return None if record.action.kind in PASSIVE_MOVES else t_lazy("{name} did more than pass", name=name)


def _reason_if_bid(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to stop a standing order to pass if another player's move was a bid, else None.

    ``record`` must be the other player's move.
    """
    assert record.action is not None
    name = game.view.name(record.by)
    return t_lazy("{name} bid", name=name) if record.action.kind == BID else None


def _reason_if_sold(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to stop a standing order to pass if another player's move sold shares, else None."""
    return _share_deal_reason(
        game,
        (
            deal
            for deal in share_deals(game.view, record)
            if deal.what == "sold" and deal.player != order.seat
        ),
    )


def _reason_if_own_company(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to stop a standing order to pass after a deal in a company of its seat, else None.

    The deal is a purchase or sale by another player of shares of a company of which the seat holds some.
    """
    deals = (deal for deal in share_deals(game.view, record) if deal.player != order.seat)
    return _share_deal_reason(game, (deal for deal in deals if game.view.percent(order.seat, deal.company)))


def _share_deal_reason(game: Game, deals: Iterable[ShareDeal]) -> LazyText | None:
    """Return the first of these purchases and sales of shares as the reason to stop a standing order.

    None if there are none.
    """
    first_deal = next(iter(deals), None)
    if first_deal is None:
        return None
    name, company = game.view.name(first_deal.player), first_deal.company
    if first_deal.what == "sold":
        return t_lazy("{name} sold shares of {company}", name=name, company=company)
    return t_lazy("{name} bought shares of {company}", name=name, company=company)


STOP_TESTS: dict[str, StopTest] = {
    "acts": _reason_if_not_pass, "sold": _reason_if_sold, "mine": _reason_if_own_company,
    "bids": _reason_if_bid, "round": lambda game, order, record: None,
}  # fmt: skip
"""What ends passing, by the keys of `bot.orders.words.STOP_CONDITION_TEXTS`."""


def new_moves_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return the reason to end a standing order to pass if something new is possible now, else None.

    New is a kind of move, or an offer to the seat, that is not in ``known`` of the order's arguments.
    """
    new_kinds = possible_move_kinds(game, order.seat) - set(order.args["known"])
    labels = [choice.label for choice in game.choices(order.seat) if choice.kind in new_kinds]
    if labels:
        return t_lazy("you can also choose: {choices}", choices=joined(", ", labels))
    return t_lazy("somebody has made you an offer") if new_kinds else None


# --- the others ------------------------------------------------------------------------------------


def _buy_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order to buy shares has ended; None if it has not.

    It ends when the seat holds enough percent of the company, and when another player has sold its shares.
    """
    company, view = order.args["company"], game.view
    percent_held = view.percent(order.seat, company)
    if percent_held >= order.args["percent"]:
        return t_lazy("you hold {held} % of {company}", held=percent_held, company=company)
    sales = (
        deal
        for record in moves_of_others(game, order)
        for deal in share_deals(view, record)
        if deal.what == "sold"
    )
    return _share_deal_reason(
        game, (deal for deal in sales if deal.company == company and deal.player != order.seat)
    )


def _bid_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order to bid has ended; None if it has not.

    It ends when the item is closed, or when any player owns it.
    """
    item, view = order.args["item"], game.view
    if view.company(item).closed:
        return t_lazy("{item} is closed", item=item)
    owner = view.owner(item)
    if owner in view.state.players:
        return t_lazy("{item} went to {name}", item=item, name=view.name(owner))
    return None


def _run_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order to run a company has ended; None if it has not.

    It ends when the company is closed, or when the order's seat is not its president.
    """
    company, view = order.args["company"], game.view
    if view.company(company).closed or view.president(company) != order.seat:
        return t_lazy("{company} is not yours to run", company=company)
    return None


def _turn_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order for a planned turn has ended; None if it has not.

    It ends when all its moves are made, and when its company, if any, is closed or has another president.
    """
    if order.move_count >= len(order.args["moves"]):
        return t_lazy("the plan is done")
    return _run_end_reason(game, order) if order.args["company"] else None


_END_RULES: dict[str, Callable[[Game, StandingOrder], LazyText | None]] = {
    "pass": _pass_end_reason, "buy": _buy_end_reason, "bid": _bid_end_reason, "run": _run_end_reason,
    "accept": lambda game, order: None, "turn": _turn_end_reason,
}  # fmt: skip

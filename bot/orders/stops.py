"""Decides whether a standing order has ended. Only events after it was set count."""

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
"""Kinds of moves that count as passing."""


def find_end_reason(game: Game, order: StandingOrder, own_seats: Container[str]) -> LazyText | None:
    """Return why a standing order has ended, for its owner; None if it has not.

    Every order ends when its seat is not among ``own_seats`` (ids of the seats that its owner plays), when
    the game is over, and when the round with which it ends is over. Each kind of order has one further rule
    in _END_RULES.
    """
    if order.seat not in own_seats:
        return t_lazy("the seat has another holder")
    if game.state.ended:
        return t_lazy("the game is over")
    if order.round is not None and current_round_id(game) != order.round:
        return t_lazy("{round} has ended", round=order.round_title)
    return _END_RULES[order.kind](game, order)


def moves_of_others_since_order(game: Game, order: StandingOrder) -> Iterable[Record]:
    """Return the records of other players' moves since a standing order was set, without undone ones."""
    return (record for record in moves_since(game, order.start_revision) if record.by != order.seat)


# --- passing ---------------------------------------------------------------------------------------


def _pass_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order to pass has ended: the first move of others that ends it; None if none.

    The order's ``until``, a key of STOP_TESTS, says which moves end it.
    """
    stop_test = STOP_TESTS[order.args["until"]]
    return next(
        (
            reason
            for record in moves_of_others_since_order(game, order)
            if (reason := stop_test(game, order, record))
        ),
        None,
    )


def _stop_reason_unless_passed(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to end a standing order to pass if another player did more than pass, else None.

    ``record`` must be the other player's move. Ending a turn or skipping a step counts as passing.
    """
    assert record.action is not None
    name = game.view.name(record.by)
    return None if record.action.kind in PASSIVE_MOVES else t_lazy("{name} did more than pass", name=name)


def _stop_reason_if_bid(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to end a standing order to pass if another player's move was a bid, else None.

    ``record`` must be the other player's move.
    """
    assert record.action is not None
    name = game.view.name(record.by)
    return t_lazy("{name} bid", name=name) if record.action.kind == BID else None


def _stop_reason_if_sold(game: Game, order: StandingOrder, record: Record) -> LazyText | None:
    """Return the reason to end a standing order to pass if another player's move sold shares, else None."""
    return _stop_reason_for_share_deal(
        game,
        (
            deal
            for deal in share_deals(game.view, record)
            if deal.what == "sold" and deal.player != order.seat
        ),
    )


def _stop_reason_for_deal_in_held_company(
    game: Game, order: StandingOrder, record: Record
) -> LazyText | None:
    """Return the reason to end a standing order to pass if a held company was dealt in, else None.

    That is so if, in this record, another player bought or sold shares of a company in which the order's seat
    holds shares.
    """
    deals = (deal for deal in share_deals(game.view, record) if deal.player != order.seat)
    return _stop_reason_for_share_deal(
        game, (deal for deal in deals if game.view.percent(order.seat, deal.company))
    )


def _stop_reason_for_share_deal(game: Game, deals: Iterable[ShareDeal]) -> LazyText | None:
    """Return the first of these purchases and sales of shares as the reason to end a standing order.

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
    "acts": _stop_reason_unless_passed, "sold": _stop_reason_if_sold,
    "mine": _stop_reason_for_deal_in_held_company,
    "bids": _stop_reason_if_bid, "round": lambda game, order, record: None,
}  # fmt: skip
"""The tests whether a move ends an order to pass, by the keys of `bot.orders.words.STOP_CONDITION_TEXTS`."""


def new_moves_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return the reason to end a standing order to pass if a new kind of move is legal now, else None.

    New is a kind of move, or an offer to the seat, that is not in ``known`` of the order's arguments.
    """
    new_kinds = possible_move_kinds(game, order.seat) - set(order.args["known"])
    labels = [legal_kind.label for legal_kind in game.choices(order.seat) if legal_kind.kind in new_kinds]
    if labels:
        return t_lazy("you can also choose: {choices}", choices=joined(", ", labels))
    return t_lazy("somebody has made you an offer") if new_kinds else None


# --- the others ------------------------------------------------------------------------------------


def _buy_end_reason(game: Game, order: StandingOrder) -> LazyText | None:
    """Return why a standing order to buy shares has ended; None if it has not.

    It ends when the seat holds enough percent of the company, and when another player has sold shares of the
    company.
    """
    company, view = order.args["company"], game.view
    percent_held = view.percent(order.seat, company)
    if percent_held >= order.args["percent"]:
        return t_lazy("you hold {held} % of {company}", held=percent_held, company=company)
    sales = (
        deal
        for record in moves_of_others_since_order(game, order)
        for deal in share_deals(view, record)
        if deal.what == "sold"
    )
    return _stop_reason_for_share_deal(
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

"""Proposes the next ordinary action of a standing order; only the engine decides whether it is legal."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.proposals import find_legal_kind, min_bid, routine_move, waits_for
from bot.orders.order import StandingOrder, StandingOrderEnded
from bot.orders.stops import new_moves_reason
from bot.words import LazyText, t_lazy
from engine import Action, Game, Range, Refused, copy_game
from engine.api.moves import ACCEPT, BID, BUY_ITEM, BUY_SHARE, DONE, PASS, RUN
from engine.api.runs import SearchNeeded, forced_run, revenue
from engine.api.trading import bids


def next_move(game: Game, order: StandingOrder) -> Action | None:
    """Return the next move of a standing order, without making it; None if the order has none now.

    Raises StandingOrderEnded if the order cannot go on as its owner wants, and SearchNeeded if the best
    routes must be searched first.
    """
    return _PROPOSE[order.kind](game, order)


# --- passing ---------------------------------------------------------------------------------------


def _propose_pass(game: Game, order: StandingOrder) -> Action | None:
    """Return the pass of a standing order to pass; None if its seat is not to act or cannot pass.

    None, too, if values must be chosen for the pass. Raises StandingOrderEnded if a kind of move has become
    legal for the seat that was not legal when the order was set.
    """
    legal_kind = find_legal_kind(game, order.seat, PASS) if waits_for(game, order.seat) else None
    if legal_kind is None or legal_kind.fields:
        return None
    end_reason = new_moves_reason(game, order)
    if end_reason:
        raise StandingOrderEnded(end_reason)
    return Action(PASS, order.seat)


# --- buying ----------------------------------------------------------------------------------------


def _propose_buy(game: Game, order: StandingOrder) -> Action | None:
    """Return the next purchase of a standing order to buy shares, without making it.

    None if the order's seat is not to act, cannot pass now, or is in an auction. Raises StandingOrderEnded if
    the purchase is illegal, or costs more than the order allows.
    """
    seat = order.seat
    if not waits_for(game, seat) or find_legal_kind(game, seat, PASS) is None or bids(game.view) is not None:
        return None
    action = Action(BUY_SHARE, seat, {"company": order.args["company"], "source": order.args["source"]})
    violation = game.check(action)
    if violation is not None:
        raise StandingOrderEnded(LazyText(violation.text, {}))
    cost = game.view.cash(seat) - game.preview(action).cash[seat]
    if cost > order.args["price"]:
        price, company = game.view.money(cost), order.args["company"]
        raise StandingOrderEnded(
            t_lazy("a certificate of {company} costs {price}", company=company, price=price)
        )
    return action


def turn_end_action(game: Game, order: StandingOrder) -> Action | None:
    """Return the action that ends the turn after a standing order has bought a share.

    None after orders of other kinds, and if the turn is over or cannot end. ``game`` is the state after the
    purchase.
    """
    if order.kind != "buy" or not waits_for(game, order.seat):
        return None
    return Action(DONE, order.seat) if find_legal_kind(game, order.seat, DONE) else None


# --- bidding ---------------------------------------------------------------------------------------


def _propose_bid(game: Game, order: StandingOrder) -> Action | None:
    """Return the minimum legal bid of a standing order to bid, or its pass, without making it.

    The bid is returned if it is within the order's maximum. If it is not, or if the seat leads already, an
    order with ``then`` "pass" passes if it can. None if the seat is not to act, if the item is not up for
    bids now, or if the seat leads and does not pass. Raises StandingOrderEnded if the item is for sale at its
    price, and if the player has to decide because the order neither bids nor passes.
    """
    seat, item, auction = order.seat, order.args["item"], bids(game.view)
    if not waits_for(game, seat) or auction is None or auction.lot not in (None, item):
        return None
    is_leading = auction.high.get(item, ("", 0))[0] == seat
    action = None if is_leading else min_bid(game, seat, item)
    if action is not None and action.args[_amount_field_name(game, seat)] <= order.args["most"]:
        return action
    if not is_leading and _can_buy_outright(game, seat, item):
        raise StandingOrderEnded(t_lazy("{item} is for sale at its price", item=item))
    if action is None and not is_leading and item not in (auction.lot, *auction.high):
        return None
    if order.args["then"] == "pass" and find_legal_kind(game, seat, PASS):
        return Action(PASS, seat)
    if is_leading:
        return None
    if action is None:
        raise StandingOrderEnded(t_lazy("you cannot bid for {item}", item=item))
    raise StandingOrderEnded(t_lazy("the next bid for {item} is above your maximum", item=item))


def _can_buy_outright(game: Game, seat: str, item: str) -> bool:
    """Return True if the seat can buy the item now at its price, without a bid."""
    if find_legal_kind(game, seat, BUY_ITEM) is None:
        return False
    options = game.options(seat, BUY_ITEM, "item")
    return not isinstance(options, Range) and item in [option.value for option in options]


def _amount_field_name(game: Game, seat: str) -> str:
    """Return the name of the field of a bid that holds its amount, for a standing order to bid.

    The seat must be able to bid.
    """
    legal_kind = find_legal_kind(game, seat, BID)
    assert legal_kind is not None
    return next(field.name for field in legal_kind.fields if field.kind == "amount")


# --- running ---------------------------------------------------------------------------------------


def _propose_run(game: Game, order: StandingOrder) -> Action | None:
    """Return the next move of a standing order to run a company: run, payout or end of the turn.

    The move is not made. Optional steps are skipped. None unless it is the company's turn and the order's
    seat is to act. Raises StandingOrderEnded if the company has no train, if its best run earns less than the
    order's minimum, or if the company has something else to decide; SearchNeeded if the best routes must be
    searched first.
    """
    next_decision, company = game.waiting(), order.args["company"]
    if next_decision is None or next_decision.company != company or order.seat not in next_decision.players:
        return None
    if not game.view.trains(company):
        raise StandingOrderEnded(t_lazy("{company} has no train to run", company=company))
    kinds = {legal_kind.kind for legal_kind in game.choices(order.seat)}
    if RUN in kinds:
        return _propose_best_run(game, order)
    action = routine_move(order.seat, kinds)
    if action is None or game.check(action):
        text = t_lazy(
            "{company} has something else to decide: {step}", company=company, step=next_decision.label
        )
        raise StandingOrderEnded(text)
    return action


def _propose_best_run(game: Game, order: StandingOrder) -> Action:
    """Return the run with the best routes, for a standing order to run a company, without making it.

    Raises StandingOrderEnded if the revenue of this run is below the order's minimum, and SearchNeeded if the
    routes must be searched first.
    """
    company = order.args["company"]
    routes = forced_run(game.view, company)
    run_revenue = revenue(game.view, company, routes)
    if run_revenue < order.args["least"]:
        money = game.view.money(run_revenue)
        raise StandingOrderEnded(
            t_lazy("the best run of {company} earns {earns}", company=company, earns=money)
        )
    return Action(RUN, order.seat, {"routes": [route.to_json() for route in routes]})


# --- planned turns -----------------------------------------------------------------------------


def _propose_planned_move(game: Game, order: StandingOrder) -> Action | None:
    """Return the next planned move of a turn that is kept as a standing order, without making it.

    None if it is not the turn of the order's company or player, if another decision must be made first, or if
    all moves have been made. Before the first move, raises StandingOrderEnded if one of the moves is no
    longer legal.
    """
    next_decision, company, moves = game.waiting(), order.args["company"], order.args["moves"]
    is_due = (
        next_decision is not None
        and (next_decision.company or "") == company
        and order.seat in next_decision.players
    )
    if not is_due or game.state.pending or order.move_count >= len(moves):
        return None
    if not order.move_count:
        _require_legal_moves(game, order)
    kind, args = moves[order.move_count]
    return Action(kind, order.seat, dict(args))


def _require_legal_moves(game: Game, order: StandingOrder) -> None:
    """Raise StandingOrderEnded if a planned move of a standing order is not legal after those before it.

    The moves are tried on a copy of the game. The check stops without an error at the first move for which
    routes must be searched.
    """
    game_copy = copy_game(game)
    game_copy.view.answers = {}
    for kind, args in order.args["moves"]:
        try:
            game_copy.submit(Action(kind, order.seat, dict(args)))
        except Refused as refusal:
            raise StandingOrderEnded(
                t_lazy("not all of your plan is legal now: {why}", why=refusal.violation.text)
            ) from refusal
        except SearchNeeded:
            return


# --- offers ----------------------------------------------------------------------------------------


def _propose_accept(game: Game, order: StandingOrder) -> Action | None:
    """Return the acceptance of the first offer that brings the standing order's minimum gain or more.

    It is not made. Offers are tried in the order of their ids. None if there is no such offer, or if the seat
    cannot accept any now.
    """
    if find_legal_kind(game, order.seat, ACCEPT) is None:
        return None
    for offer in sorted(game.state.offers):
        action = Action(ACCEPT, order.seat, {"offer": offer})
        if game.check(action) is None and cash_gain(game, action) >= order.args["least"]:
            return action
    return None


def cash_gain(game: Game, action: Action) -> int:
    """Return how much the cash of a player, and of the companies the player presides over, grows in total.

    That is if the player accepts an offer by ``action``; the result is negative for a loss. ``game`` is the
    state before; the action must be legal there.
    """
    cash_after = game.preview(action).cash
    holders = [action.player, *game.view.presided(action.player)]
    return sum(cash_after[holder] - game.view.cash(holder) for holder in holders)


_PROPOSE: dict[str, Callable[[Game, StandingOrder], Action | None]] = {
    "pass": _propose_pass, "buy": _propose_buy, "bid": _propose_bid, "run": _propose_run,
    "accept": _propose_accept, "turn": _propose_planned_move,
}  # fmt: skip

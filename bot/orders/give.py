"""Creates standing orders from the requests of members and checks them against the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.orders.order import OrderKind, StandingOrder, current_round_id, possible_move_kinds
from bot.orders.words import STOP_CONDITION_TEXTS
from bot.words import t
from engine import Game
from engine.api.moves import BID, BUY_ITEM, BUY_SHARE, DONE, OFFER_PRIVATE, PAR, PASS, SELL_SHARES, WITHDRAW
from engine.api.table import company_steps
from engine.api.trading import bids

ALWAYS_KNOWN_KINDS = {BID, BUY_ITEM, BUY_SHARE, DONE, OFFER_PRIVATE, PAR, PASS, SELL_SHARES, WITHDRAW}
"""Usual moves of rounds with passing. A new possible move outside of these ends an order to pass."""


@dataclass(frozen=True, slots=True)
class StandingOrderRequest:
    """A member's request for a standing order of their seat; ``is_permanent``: for later rounds, too."""

    seat: str
    user_id: int
    order_kind: str
    args: Mapping[str, Any]
    is_permanent: bool = False


def create_order(game: Game, request: StandingOrderRequest, number: int) -> StandingOrder | str:
    """Check a member's request for a standing order against the game, and create the order.

    ``request.args`` are those of `StandingOrder` for its kind, for "pass" without ``known``. Returns the
    order with this number, or a sentence on why the request is refused, as for an unknown kind. An order to
    pass always ends with the round.
    """
    check = _CHECKS.get(request.order_kind)
    if check is None:
        return t("Standing orders are: {kinds}.", kinds=", ".join(_CHECKS))
    args = check(game, request)
    if isinstance(args, str):
        return args
    is_permanent = request.is_permanent and request.order_kind != "pass"
    order_kind: OrderKind = request.order_kind  # type: ignore[assignment]
    round_id = None if is_permanent else current_round_id(game)
    return StandingOrder(
        number,
        request.seat,
        request.user_id,
        order_kind,
        args,
        game.revision,
        round_id,
        round_title=game.round_title(),
    )


def stop_conditions(game: Game) -> list[str]:
    """Return the keys (of STOP_CONDITION_TEXTS) of what can end a standing order to pass in this round.

    [] in a round in which companies act, since players do not pass turn by turn there.
    """
    if company_steps(game.view):
        return []
    return ["acts", "bids", "round"] if bids(game.view) is not None else ["acts", "sold", "mine", "round"]


def _check_pass_order(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to pass; return its arguments, or a sentence that refuses it.

    ``until`` in ``request.args`` must be one of the round's stop conditions. The arguments also get
    ``known``: the kinds of moves that do not end the order. These are the usual ones (ALWAYS_KNOWN_KINDS) and
    what the seat can do now.
    """
    until, conditions = request.args.get("until"), stop_conditions(game)
    if not conditions:
        return t("In this round nobody passes turn by turn; give this order in a stock round or an auction.")
    if until not in conditions:
        return t(
            "Passing can stop when: {reasons}.",
            reasons="; ".join(t(STOP_CONDITION_TEXTS[key]) for key in conditions),
        )
    return {"until": until, "known": sorted(ALWAYS_KNOWN_KINDS | possible_move_kinds(game, request.seat))}


def _check_buy_order(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to buy shares; return its arguments, or a refusal (a sentence).

    They are ``company``, ``source`` (the engine's id of where the share is sold, such as the pool; not
    checked here), ``percent`` to hold, and ``price`` of a certificate at most. The company must have shares,
    ``percent`` must be more than the player holds and at most 100, and ``price`` at least 1.
    """
    company, source, percent = (
        request.args.get("company"),
        request.args.get("source"),
        request.args.get("percent"),
    )
    price = request.args.get("price")
    if company not in game.state.companies or len(game.view.certs_of(str(company))) < 2:
        return t("Name a company that has shares.")
    if not isinstance(percent, int) or not game.view.percent(request.seat, company) < percent <= 100:
        percent_held = game.view.percent(request.seat, company)
        return t(
            "You hold {held} % of {company}; name more, up to 100 %.", held=percent_held, company=company
        )
    if not isinstance(price, int) or price < 1:
        return t("Name the most that a certificate may cost.")
    return {"company": company, "source": source, "percent": percent, "price": price}


def _check_bid_order(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to bid; return its arguments, or a sentence that refuses it.

    They are ``item`` (an id), ``most`` (the highest bid) and what to do ``then``: "ask" (the default) or
    "pass". The request is refused outside an auction, for an item that is unknown or that a player owns,
    unless ``most`` is a whole number from 0 on, and for another ``then``.
    """
    item, max_bid, then = request.args.get("item"), request.args.get("most"), request.args.get("then", "ask")
    if bids(game.view) is None:
        return t("No auction is going on; give this order in a round of auctions.")
    if item not in game.state.companies or game.view.owner(item) in game.state.players:
        return t("Name what is still to be sold, by its symbol.")
    if not isinstance(max_bid, int) or max_bid < 0 or then not in ("ask", "pass"):
        return t("Name the most that you want to pay, and whether to pass or to be asked beyond it.")
    return {"item": item, "most": max_bid, "then": then}


def _check_run_order(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to run a company; return its arguments, or a refusal (a sentence).

    They are ``company``, and ``least``, the revenue that it must earn at least (by default 0). The seat must
    be president, ``least`` must not be negative, and outside operating rounds the order must be permanent.
    """
    company, min_revenue = request.args.get("company"), request.args.get("least", 0)
    own_companies = game.view.presided(request.seat)
    if company not in own_companies:
        return (
            t("You run: {companies}.", companies=", ".join(own_companies))
            if own_companies
            else t("You run no company.")
        )
    if not company_steps(game.view) and not request.is_permanent:
        return t("No companies run in this round; let the order last until you turn it off.")
    if not isinstance(min_revenue, int) or min_revenue < 0:
        return t("Name the least that the run must earn.")
    return {"company": company, "least": min_revenue}


def _check_accept_order(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to accept offers; return its arguments, or a refusal (a sentence).

    The only argument is ``least``, the least cash that an offer must bring. It must be 1 or more.
    """
    min_gain = request.args.get("least")
    if not isinstance(min_gain, int) or min_gain < 1:
        return t("Name the least that an offer must bring you, 1 or more.")
    return {"least": min_gain}


def _check_turn_order(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request to keep a planned turn as a standing order; return its arguments, or a refusal.

    They are ``company`` ("": the player's own turn) and ``moves``, a list of [kind of action, arguments]. The
    request is refused without moves, and if the seat is not president of the company. Whether the moves are
    legal is checked only when the turn comes.
    """
    company, moves = str(request.args.get("company", "")), request.args.get("moves")
    if company and company not in game.view.presided(request.seat):
        return t("{company} is not yours to run.", company=company)
    if not isinstance(moves, list) or not moves:
        return t("Nothing is planned yet.")
    return {"company": company, "moves": moves}


_CHECKS: dict[str, Callable[[Game, StandingOrderRequest], dict[str, Any] | str]] = {
    "pass": _check_pass_order, "buy": _check_buy_order, "bid": _check_bid_order, "run": _check_run_order,
    "accept": _check_accept_order, "turn": _check_turn_order,
}  # fmt: skip

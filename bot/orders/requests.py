"""Checks requests of members for standing orders against the game, and makes standing orders of them."""

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

ALWAYS_IGNORED_KINDS = {BID, BUY_ITEM, BUY_SHARE, DONE, OFFER_PRIVATE, PAR, PASS, SELL_SHARES, WITHDRAW}
"""The usual kinds of moves of rounds with passing: they end no order to pass when they become legal."""


@dataclass(frozen=True, slots=True)
class StandingOrderRequest:
    """A member's request for a standing order of their seat; ``is_permanent``: for later rounds, too."""

    seat: str
    user_id: int
    order_kind: str
    args: Mapping[str, Any]
    is_permanent: bool = False


def order_from_request(game: Game, request: StandingOrderRequest, number: int) -> StandingOrder | str:
    """Check a member's request for a standing order against the game; return the order, or a refusal.

    ``request.args`` has the keys of `StandingOrder.args` for its kind, for "pass" without ``known``, which is
    added here. The order has this ``number``; the refusal is a sentence, for example for an unknown kind. An
    order to pass always ends with the round. Nothing is stored.
    """
    args_of_request = _ARGS_BY_KIND.get(request.order_kind)
    if args_of_request is None:
        return t("Standing orders are: {kinds}.", kinds=", ".join(_ARGS_BY_KIND))
    args = args_of_request(game, request)
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


def auto_pass_stop_keys(game: Game) -> list[str]:
    """Return the keys (of STOP_CONDITION_TEXTS) of what can end a standing order to pass in this round.

    [] in a round in which companies act, since players do not pass turn by turn there.
    """
    if company_steps(game.view):
        return []
    return ["acts", "bids", "round"] if bids(game.view) is not None else ["acts", "sold", "mine", "round"]


def _pass_order_args(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to pass; return its arguments, or a sentence that refuses it.

    ``until`` in ``request.args`` must be a key of `auto_pass_stop_keys`. The arguments also get ``known``:
    the kinds of moves that do not end the order, which are the usual ones (ALWAYS_IGNORED_KINDS) and those
    that are legal for the seat now.
    """
    until, conditions = request.args.get("until"), auto_pass_stop_keys(game)
    if not conditions:
        return t("In this round nobody passes turn by turn; give this order in a stock round or an auction.")
    if until not in conditions:
        return t(
            "Passing can stop when: {reasons}.",
            reasons="; ".join(t(STOP_CONDITION_TEXTS[key]) for key in conditions),
        )
    return {"until": until, "known": sorted(ALWAYS_IGNORED_KINDS | possible_move_kinds(game, request.seat))}


def _buy_order_args(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to buy shares; return its arguments, or a refusal (a sentence).

    They are ``company``, ``source`` (the engine's id of the place that sells the share, such as the pool; not
    checked here), ``percent`` (the holding at which the order is done) and ``price`` (the maximum for a
    certificate). The company must have shares, ``percent`` must be more than the player holds and at most
    100, and ``price`` at least 1.
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


def _bid_order_args(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to bid; return its arguments, or a sentence that refuses it.

    They are ``item`` (an id), ``most`` (the maximum bid) and ``then``, what to do above it: "ask" (the
    default) or "pass". The request is refused outside an auction, if the item is unknown or owned by a
    player, if ``most`` is not a whole number or negative, and if ``then`` is anything else.
    """
    item, max_bid = request.args.get("item"), request.args.get("most")
    above_max = request.args.get("then", "ask")
    if bids(game.view) is None:
        return t("No auction is going on; give this order in a round of auctions.")
    if item not in game.state.companies or game.view.owner(item) in game.state.players:
        return t("Name what is still to be sold, by its symbol.")
    if not isinstance(max_bid, int) or max_bid < 0 or above_max not in ("ask", "pass"):
        return t("Name the most that you want to pay, and whether to pass or to be asked beyond it.")
    return {"item": item, "most": max_bid, "then": above_max}


def _run_order_args(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to run a company; return its arguments, or a refusal (a sentence).

    They are ``company``, and ``least``, the minimum revenue (by default 0). The seat must be president,
    ``least`` must not be negative, and outside operating rounds the order must be permanent.
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


def _accept_order_args(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request for a standing order to accept offers; return its arguments, or a refusal (a sentence).

    The only argument is ``least``, the minimum gain of cash by an offer. It must be 1 or more.
    """
    min_gain = request.args.get("least")
    if not isinstance(min_gain, int) or min_gain < 1:
        return t("Name the least that an offer must bring you, 1 or more.")
    return {"least": min_gain}


def _planned_turn_args(game: Game, request: StandingOrderRequest) -> dict[str, Any] | str:
    """Check a request to keep a planned turn as a standing order; return its arguments, or a refusal.

    They are ``company`` ("": the player's own turn) and ``moves``, a list of [kind of action, arguments]. The
    request is refused if there are no moves, or if the seat is not president of the company. Whether the
    moves are legal is checked only when the turn comes. The refusal is a sentence.
    """
    company, moves = str(request.args.get("company", "")), request.args.get("moves")
    if company and company not in game.view.presided(request.seat):
        return t("{company} is not yours to run.", company=company)
    if not isinstance(moves, list) or not moves:
        return t("Nothing is planned yet.")
    return {"company": company, "moves": moves}


_ARGS_BY_KIND: dict[str, Callable[[Game, StandingOrderRequest], dict[str, Any] | str]] = {
    "pass": _pass_order_args, "buy": _buy_order_args, "bid": _bid_order_args, "run": _run_order_args,
    "accept": _accept_order_args, "turn": _planned_turn_args,
}  # fmt: skip

"""Why a player does something, in one sentence for people, with no figure that they could not check."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.flow import current_round
from engine.core.state import IPO, POOL
from engine.core.view import View
from engine.message import say
from engine.players.fork import Fork
from engine.players.knowledge import Reason, knowledge_of
from engine.rules import emergency
from engine.rules.stock import stock_rules
from engine.rules.track import hex_name
from engine.rules.trains import cheapest, find, rules_of
from engine.steps.stock.share_turn import may_still
from engine.steps.stock.stock_round import StockRound
from engine.steps.track import HEX, TILE

TRAINS = "trains"
"""The step in which companies buy trains."""

_ROOM = say("Without this certificate there is room for a share that brings more.")
_OTHER = say("Of what could be done, this leaves the best position.")
_WORDS = {
    "run": say("This is the best run that was found."),
    "bid": say("The lot is worth more than this bid."),
    "skip": say("Nothing that this step offers is worth its price."),
    "sell_treasury": say("The company needs the money more than its own shares."),
    "redeem": say("The company has no better use for the money than its own shares."),
    "decline": say("The offer brings less than it costs."),
}
_NOTHING = say("Nothing that is for sale now is worth its price, or there is no money for it.")
_NOTHING_MORE = say("Nothing more is worth its price in this turn.")
_ONLY = say("The rules allow nothing else now.")
_FREE = (_OTHER, _NOTHING, _NOTHING_MORE, _WORDS["skip"])
"""Reasons of who had a choice."""

_PAYOUTS = {
    "pay": say("The owners do best with the dividend, and with the price that follows it."),
    "half": say("Half of it for the owners and half for trains to come leaves the owners best off."),
    "withhold": say("The company needs the money for trains that it must still buy."),
}


def _share(view: View, action: Action) -> str:
    company = str(action.args["company"])
    record, revenue = view.company(company), view.company(company).last_revenue
    if not record.floated and view.president(company) == action.player:
        return say(
            "You are president of {company}, and it operates only when enough of it is sold.", company=company
        )
    if not revenue:
        return say(
            "In the rest of the game a share of {company} should bring more than it costs.", company=company
        )
    return say(
        "{company} last ran for {revenue}: in the rest of the game a share should bring more than it costs.",
        company=company, revenue=view.money(revenue),
    )  # fmt: skip


def par_reason(view: View, action: Action) -> str:
    """The reason to start the company of the action at its price."""
    return say(
        "Of all companies that could be started now, {company} at {price} promises most.",
        company=action.args["company"], price=view.money(int(action.args["price"])),
    )  # fmt: skip


def _sale(view: View, action: Action) -> str:
    company, actor, player = str(action.args["company"]), view.cursor.actor, action.player
    if actor in view.state.companies and emergency.missing(view, actor):
        return say("{company} needs the money, and its president must raise it.", company=actor)
    rules = stock_rules(view)
    if rules.excess(view, player) and rules.counts(view, company):
        return say(
            "{held} certificates are over the limit of {limit}: shares must be sold.", **_limit(view, player)
        )
    if company in rules.overheld(view, player):
        return say(
            "{held} % of {company} are over the limit of {limit} %: shares must be sold.",
            held=view.percent(player, company), company=company, limit=rules.holding_limit(view, company),
        )  # fmt: skip
    return say("Shares of {company} are worth more sold than kept.", company=company)


def _close(view: View, action: Action) -> str:
    if not stock_rules(view).excess(view, action.player):
        return _ROOM
    return say(
        "{held} certificates are over the limit of {limit}: one must go.", **_limit(view, action.player)
    )


def _limit(view: View, player: str) -> dict[str, int]:
    """How many certificates a player holds and may hold, for a sentence."""
    rules = stock_rules(view)
    return {"held": rules.certificates(view, player), "limit": rules.certificate_limit(view)}


def _lay(view: View, action: Action) -> str:
    where = hex_name(view, str(action.args["hex"]))
    return say("For the turns and trains to come, track on {where} helps the company most.", where=where)


def _token(view: View, action: Action) -> str:
    where = hex_name(view, str(action.args["hex"]))
    return say("A token on {where} keeps or opens a better run.", where=where)


def _payout(view: View, action: Action) -> str:
    return _PAYOUTS[str(action.args["payout"])]


def _train(view: View, action: Action) -> str:
    company, name = view.cursor.actor, str(action.args["train"])
    train = find(view, str(action.args["source"]), name)
    kind = train.kind if train is not None else name
    spec = view.data.trains.get(kind)
    if not view.trains(company):
        return say("Without a train {company} earns nothing.", company=company)
    if spec is None:
        return say("In the rest of the game the train should bring more than it costs.")
    if spec.rusted_by is None:
        return say("A {kind}-train never rusts.", kind=kind)
    return say(
        "Until the first {by}-train rusts it, the {kind}-train should bring more than it costs.",
        by=spec.rusted_by, kind=kind,
    )  # fmt: skip


def _pass(view: View, action: Action) -> str:
    return _no_purchase(view, action.player) or _NOTHING


def _no_purchase(view: View, player: str) -> str:
    """Why a player can buy no share: the certificate limit or the cash; "" if neither forbids all of them."""
    cash = view.cash(player)
    if isinstance(current_round(view), StockRound) and may_still(view, "b") and _is_full(view, player):
        limit = stock_rules(view).certificate_limit(view)
        return say("The limit of {limit} certificates allows no purchase.", limit=limit)
    if _is_every_share_above(view, cash):
        return say("Every share on sale costs more than the {cash} that are left.", cash=view.money(cash))
    return ""


def _is_full(view: View, player: str) -> bool:
    """Whether the certificate limit allows a player no share that is on sale; not if some do not count."""
    rules = stock_rules(view)
    on_sale = [
        company.id
        for company in view.companies()
        if rules.has_shares(view, company.id)
        and any(rules.on_sale(view, company.id, source) for source in rules.sources)
    ]
    full = rules.certificates(view, player) >= rules.certificate_limit(view)
    return full and not any(rules.has_room(view, player, company) for company in on_sale)


def _is_every_share_above(view: View, cash: int) -> bool:
    """Whether each share of a started company that is on sale costs more than the cash; not without any."""
    rules = stock_rules(view)
    prices = [
        rules.price(view, company.id, source)
        for company in view.companies()
        for source in (IPO, POOL)
        if company.par and view.percent(source, company.id)
    ]
    return bool(prices) and all(price is not None and price > cash for price in prices)


def _end(view: View, action: Action) -> str:
    company, price = view.cursor.actor, cheapest(view)
    if view.cursor.step != TRAINS or company not in view.state.companies:
        is_stock = company in view.state.players
        return (_no_purchase(view, company) if is_stock else "") or _NOTHING_MORE
    rules = rules_of(view)
    held, limit = len(rules.limited(view, company)), rules.limit(view, company)
    if held >= limit:
        return say("{company} has as many trains as it may own: {limit}.", company=company, limit=limit)
    if price is not None and view.cash(company) < price:
        return say("{company} cannot pay for the next train.", company=company)
    return say("A further train would not bring {company} what it costs.", company=company)


def _item(view: View, action: Action) -> str:
    return say("{item} pays more than it costs.", item=action.args["item"])


_TOLD: Mapping[str, Reason] = {
    "buy_share": _share,
    "par": par_reason,
    "sell_shares": _sale,
    "close_private": _close,
    "lay_tile": _lay,
    "place_token": _token,
    "dividend": _payout,
    "buy_item": _item,
    "buy_train": _train,
    "done": _end,
    "pass": _pass,
}
"""The reasons with values, by kind of action."""


def reason(view: View, action: Action, own: Mapping[str, Reason] | None = None) -> str:
    """The reason for an action, in a sentence; ``own``: those of the title's own kinds of action."""
    told = _TOLD.get(action.kind) or (own or {}).get(action.kind)
    if told is None and action.args.keys() >= {HEX.name, TILE.name}:
        told = _lay
    try:
        return told(view, action) if told is not None else _WORDS.get(action.kind, _OTHER)
    except (KeyError, TypeError, ValueError):
        return _OTHER


def reason_among(fork: Fork, seat: str, action: Action) -> str:
    """The reason for an action of a seat; a sentence of its own where the rules allow nothing else."""
    found = reason(fork.view, action, knowledge_of(fork.title).reasons)
    if found not in _FREE:
        return found
    choices = fork.choices(seat)
    return _ONLY if len(choices) == 1 and not choices[0].fields else found

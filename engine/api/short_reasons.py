"""The short form of a refusal behind the name of its thing, by code and filled with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say

__all__ = ["brief"]

OF_THING = frozenset({
    "sold_this_round", "bought_this_round", "holding_limit", "not_enough_money", "treasury_only",
    "pool_limit", "none_left", "no_space",
})  # fmt: skip
"""Codes whose short form needs the name of the thing."""

Words = Callable[[View, Mapping[str, object], bool], str | None]


def brief(view: View, found: Violation, many: bool = False) -> str:
    """A violation in a few words behind the name of the thing (``many``: of several); else its sentence."""
    words = SHORT.get(found.code)
    return (words(view, found.params, many) if words else None) or found.text


def _figures(params: Mapping[str, object], *names: str) -> list[int]:
    """The figures of these names; fewer when one is not given."""
    return [value for name in names if isinstance(value := params.get(name), int)]


def _sold(view: View, params: Mapping[str, object], many: bool) -> str:
    return say("you sold them this round") if many else say("you sold it this round")


def _bought(view: View, params: Mapping[str, object], many: bool) -> str | None:
    if params:
        return None
    return say("you bought them this round") if many else say("you bought it this round")


def _certificates(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "held", "limit"):
        case [held, limit]:
            return say("certificates {held} of {limit}", held=held, limit=limit)
    return None


def _holding(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "held", "limit"):
        case [held, limit]:
            return say("you own {held} %, {limit} % is the limit", held=held, limit=limit)
    return None


def _money(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "cost", "cash"):
        case [cost, cash]:
            price, free = view.money(cost), view.money(cash)
            return (
                say("cost {price}, you have {free} free", price=price, free=free)
                if many
                else say("costs {price}, you have {free} free", price=price, free=free)
            )
    return None


def _treasury(view: View, params: Mapping[str, object], many: bool) -> str | None:
    company = params.get("company")
    match _figures(params, "cost", "most"):
        case [cost, most]:
            price, money, rest = view.money(cost), view.money(most), view.money(cost - most)
            if many:
                return say(
                    "cost {price}, {company} has {money}: {rest} is missing",
                    price=price,
                    company=company,
                    money=money,
                    rest=rest,
                )
            return say(
                "costs {price}, {company} has {money}: {rest} is missing",
                price=price,
                company=company,
                money=money,
                rest=rest,
            )
    return None


def _pool(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "limit", "room"):
        case [limit, room]:
            return say("the open market takes {room} % more, {limit} % is the limit", room=room, limit=limit)
    return None


def _none(view: View, params: Mapping[str, object], many: bool) -> str:
    return say("no share is for sale")


def _full(view: View, params: Mapping[str, object], many: bool) -> str:
    return say("all circles are taken")


SHORT: Mapping[str, Words] = {
    "sold_this_round": _sold,
    "bought_this_round": _bought,
    "certificate_limit": _certificates,
    "holding_limit": _holding,
    "not_enough_money": _money,
    "treasury_only": _treasury,
    "pool_limit": _pool,
    "none_left": _none,
    "no_space": _full,
}
"""What lines say in place of the sentence of a violation, by code."""

"""The privates in plain words, from their data (O34, O41, O42, O50)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.view import View
from engine.data.schema import Ability
from engine.rules.abilities import first_train
from engine.rules.track import hex_name
from engine.steps.private_purchase import price_range
from engine.titles.g1826.auction import SHARE
from engine.titles.g1826.options import sells_privates
from engine.titles.g1826.powers import BRIDGE, EXTRA, MAIL


def sentences(view: View, company: str) -> list[str]:
    """What the private allows, to whom it can be sold, and when it closes."""
    spec = view.spec(company)
    if spec.kind != "private":
        return []
    told = [_TEXTS[ability.kind](view, ability) for ability in spec.abilities]
    sale = [_sale(view, company)] if sells_privates(view) else []
    return [*told, *sale, _end(view, company)]


def _bridge(view: View, ability: Ability) -> str:
    money, hexes = view.money(int(ability.params["discount"])), ability.params["hexes"]
    return (
        f"Once, it pays {money} of the first tile on a river hex ({', '.join(hexes)}) for a company "
        "of its owner, or for the company that owns it. It closes then."
    )


def _mail(view: View, ability: Ability) -> str:
    places = ", ".join(hex_name(view, h) for h in ability.params["hexes"])
    money, last = view.money(int(ability.params["amount"])), first_train(view, "powers_end")
    return (
        "Once, a company of its owner, or the one that owns it, places the mail and the private closes: "
        f"a city is worth {money} more to that company until the first {last}-train. Cities: {places}."
    )


def _extra(view: View, ability: Ability) -> str:
    count = ability.params["increase"]
    return (
        "It can be closed so that a company of its owner, or the one that owns it, may hold "
        f"{count} train more than its limit until the first {first_train(view, 'powers_end')}-train."
    )


def _share(view: View, ability: Ability) -> str:
    company = ability.params["corporation"]
    if not ability.params["president"]:
        return f"Its first buyer gets a share of {company} free of charge."
    what = f"the president's certificate of {company} ({view.spec(company).shares[0]} %)"
    return f"Its first buyer gets {what} free of charge and sets the par."


_TEXTS: Mapping[str, Callable[[View, Ability], str]] = {
    BRIDGE: _bridge,
    MAIL: _mail,
    EXTRA: _extra,
    SHARE: _share,
}
"""A text for each kind of ability."""


def _sale(view: View, company: str) -> str:
    low, high = map(view.money, price_range(view, company))
    train = first_train(view, "privates_to_companies")
    return f"From the first {train}-train on a company may buy it for {low} to {high}."


def _end(view: View, company: str) -> str:
    last, named = first_train(view, "privates_close"), view.spec(company).extras.get("closes_with")
    sooner = f"with the first train of {named}, or " if named else ""
    return f"It closes {sooner}at the latest with the first {last}-train."

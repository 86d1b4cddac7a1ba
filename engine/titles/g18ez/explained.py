"""The privates and minors in plain words, from their data (1.2, 2.12, appendix)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.display import Display
from engine.core.view import View
from engine.data.schema import Ability
from engine.rules.abilities import first_train
from engine.rules.track import hex_name
from engine.steps.private_purchase import price_range
from engine.titles.g18ez.black_line import system_of
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.powers import METROPOLIS
from engine.titles.g18ez.routes import HOTEL

PRESIDENCY = "presidency"


class Shown(Display):
    """Privates and minors in plain words."""

    def powers(self, view: View, company: str) -> list[str]:
        """What the company allows, to whom it can be sold, and when it closes."""
        spec = view.spec(company)
        if spec.kind == "minor":
            return _minor(view, company)
        if spec.kind != "private":
            return []
        told = [_TEXTS[ability.kind](view, ability) for ability in spec.abilities] or ["It has no power."]
        return [*told, _sale(view, company), _end(view, company)]


def _hotel(view: View, ability: Ability) -> str:
    more = view.money(int(ability.params["bonus"]))
    return (
        "A major that owns it may place the hotel on a city, large or small, at any time in its turn: that "
        f"city is worth {more} more to each of its trains. The private closes then."
    )


def _metropolis(view: View, ability: Ability) -> str:
    return (
        f"A major that owns it may lay one tile on {hex_name(view, ability.params['hex'])} and place one "
        "token there at the usual price, both besides its normal ones and without a route. "
        "The private closes with the token."
    )


def _presidency(view: View, ability: Ability) -> str:
    system: str = ability.params["company"]
    what = f"the president's certificate ({view.spec(system).shares[0]} %)"
    return f"When {view.spec(system).name} opens, the owner gets {what} for it."


_TEXTS: Mapping[str, Callable[[View, Ability], str]] = {
    HOTEL: _hotel,
    METROPOLIS: _metropolis,
    PRESIDENCY: _presidency,
}
"""A text for each kind of ability."""


def _sale(view: View, company: str) -> str:
    if view.spec(company).extras.get("not_to_companies"):
        return "It can be sold to players, never to a company."
    low, high = map(view.money, price_range(view, company))
    train = first_train(view, "privates_to_majors")
    return f"From the first {train}-train on a major may buy it for {low} to {high}."


def _end(view: View, company: str) -> str:
    if company == view.spec(system_of(view)).extras["president_from"]:
        return f"It closes when {system_of(view)} opens, {_opening(view)}."
    return f"It closes with the first {first_train(view, 'privates_close')}-train."


def _minor(view: View, company: str) -> list[str]:
    money, system = view.money(view.data.figures(Figures).minor_capital), system_of(view)
    home = view.board().hexmap.homes[company][0]
    runs = (
        f"A small railroad that runs from its purchase on: home {hex_name(view, home)}, {money} from the "
        "bank in its treasury, half of each income to its owner."
    )
    return [runs, f"It becomes a 10 % share of {system} when that opens, {_opening(view)}."]


def _opening(view: View) -> str:
    return f"after the operating round of the first {first_train(view, 'system_opens')}-train"

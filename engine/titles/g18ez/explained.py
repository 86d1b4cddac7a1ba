"""The minors in plain words (1.2, 2.12); the privates say themselves what they are."""

from __future__ import annotations

from engine.abilities import privates
from engine.core.display import Display
from engine.core.view import View
from engine.message import say
from engine.rules.abilities import first_train
from engine.rules.track import hex_name
from engine.titles.g18ez.black_line import system_of
from engine.titles.g18ez.figures import Figures


class Shown(Display):
    """Privates and minors in plain words."""

    def powers(self, view: View, company: str) -> list[str]:
        """What the company allows, to whom it can be sold, and when it closes."""
        kind = view.spec(company).kind
        if kind == "private":
            return privates.sentences(view, company)
        return _minor(view, company) if kind == "minor" else []


def _minor(view: View, company: str) -> list[str]:
    money, system = view.money(view.data.figures(Figures).minor_capital), system_of(view)
    home = view.board().hexmap.homes[company][0]
    opening = say(
        "after the operating round of the first {first_train}-train",
        first_train=first_train(view, "system_opens"),
    )
    runs = say(
        "A small railroad that runs from its purchase on: home {hex_name}, {money} from the "
        "bank in its treasury, half of each income to its owner.",
        hex_name=hex_name(view, home),
        money=money,
    )
    return [
        runs,
        say(
            "It becomes a 10 % share of {system} when that opens, {opening}.", system=system, opening=opening
        ),
    ]

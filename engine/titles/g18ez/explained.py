"""The minors in plain words (1.2, 2.12); the privates say themselves what they are."""

from __future__ import annotations

from engine.abilities import privates
from engine.core.view import View
from engine.rules.abilities import first_train
from engine.rules.track import hex_name
from engine.titles.g18ez.black_line import system_of


def sentences(view: View, company: str) -> list[str]:
    """What the company allows, to whom it can be sold, and when it closes."""
    kind = view.spec(company).kind
    if kind == "private":
        return privates.sentences(view, company)
    return _minor(view, company) if kind == "minor" else []


def _minor(view: View, company: str) -> list[str]:
    money, system = view.money(int(view.data.figures["minor_capital"])), system_of(view)
    home = view.board().hexmap.homes[company][0]
    opening = f"after the operating round of the first {first_train(view, 'system_opens')}-train"
    runs = (
        f"A small railroad that runs from its purchase on: home {hex_name(view, home)}, {money} from the "
        "bank in its treasury, half of each income to its owner."
    )
    return [runs, f"It becomes a 10 % share of {system} when that opens, {opening}."]

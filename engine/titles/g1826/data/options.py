"""What a table chooses before the game, and whose readings of open questions hold."""

from __future__ import annotations

from engine.core.view import View
from engine.message import say
from engine.rules.setup import chosen
from engine.title import SetupOption, switch
from engine.titles.g1826.data.figures import Figures

OPTIONS = (
    switch("two_players_70", say("Two players: up to 70 % of a company")),
    switch("plain_yellow", say("Plain yellow tiles 7, 8, 9 without limit")),
    switch("private_sales", say("Privates may be sold to companies")),
    SetupOption(
        "readings",
        say("Readings of open questions"),
        {"chosen": say("those of the rule pages"), "recorded": say("of the program that recorded games")},
        "chosen",
    ),
)


def holding_limit(view: View) -> int:
    """The most percent of a company that a player may buy up to: 60, or 70 by option with two players."""
    wide = len(view.seats) == 2 and chosen(view, "two_players_70") == "yes"
    figures = view.data.figures(Figures)
    return figures.holding_limit_two_players if wide else figures.holding_limit

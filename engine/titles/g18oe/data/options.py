"""What a table chooses before the game: concessions and the removal of regionals (3.3, 6.3, 8.2)."""

from __future__ import annotations

from engine.core.view import View
from engine.message import say
from engine.rules.setup import chosen
from engine.title import SCENARIO, SetupOption, switch

YES, NO = "yes", "no"
OPTIONS = (
    SetupOption(
        SCENARIO,
        "Map",
        {"europe": say("all of Europe"), "uk_france": say("UK and France: 2 or 3 players")},
        "europe",
    ),
    switch("concessions", say("Concessions (6.3)"), YES),
    switch("regional_removal", say("Regionals may go (8.2)"), YES),
)


def has_concessions(view: View) -> bool:
    """Whether concessions are sold with the start packet (6.3)."""
    return chosen(view, "concessions") == YES


def regionals_go(view: View) -> bool:
    """Whether regionals that have not floated may leave the game (8.2)."""
    return chosen(view, "regional_removal") == YES

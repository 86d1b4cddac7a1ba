"""What a table chooses before the game: concessions and the removal of regionals (3.3, 6.3, 8.2)."""

from __future__ import annotations

from engine.core.state import State
from engine.rules.setup import OPTIONS as NOTE
from engine.title import SCENARIO, SetupOption

YES, NO = "yes", "no"
_YES_NO = {YES: "yes", NO: "no"}
OPTIONS = (
    SetupOption(
        SCENARIO, "Map", {"europe": "all of Europe", "uk_france": "UK and France: 2 or 3 players"}, "europe"
    ),
    SetupOption("concessions", "Concessions (6.3)", _YES_NO, YES),
    SetupOption("regional_removal", "Regionals may go (8.2)", _YES_NO, YES),
)


def chosen(state: State, key: str) -> bool:
    """Whether the table chose an option."""
    value: str = state.notes[NOTE][key]
    return value == YES

"""The position before the first bid (1.1) and the seats that the players draw (1.2)."""

from __future__ import annotations

from engine.rules.setup import SetupRules
from engine.titles.g18ez.story import tell

tell(seats_drawn="The seats are drawn, clockwise: {order}. {player} takes the Priority Bid Card.")

SETUP = SetupRules("packet")

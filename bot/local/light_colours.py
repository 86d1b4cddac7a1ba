"""Light colours of the local chat: SimCord's page has dark ones only.

The browser's setting (`prefers-color-scheme`) decides which are shown.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.local.simcord_internals import append_to_stylesheet

if TYPE_CHECKING:
    import simcord

STYLESHEET = Path(__file__).with_name("light.css")


def add_light_colours(preview: simcord.Preview) -> None:
    """Add the light colours to a browser page of the local chat that is not yet served."""
    append_to_stylesheet(preview, STYLESHEET.read_text(encoding="utf-8"))

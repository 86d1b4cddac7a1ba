"""What the local chat adds to the stylesheet of SimCord's page, which is dark and made for wide screens.

The browser's setting (`prefers-color-scheme`) decides whether the page is light.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.local.simcord_internals import append_to_stylesheet

if TYPE_CHECKING:
    import simcord

STYLESHEET = Path(__file__).with_name("page.css")


def add_styles(preview: simcord.Preview) -> None:
    """Add light colours and narrow margins to the local chat's browser page; call it before it is served."""
    append_to_stylesheet(preview, STYLESHEET.read_text(encoding="utf-8"))

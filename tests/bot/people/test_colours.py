"""The names of the colours that members choose are those of the pictures."""

from __future__ import annotations

from bot.people import commands, server
from bot.words import colours
from render.pen.theme import THEMES


def test_members_and_servers_choose_among_all_themes() -> None:
    named = {
        colours.STANDARD,
        colours.DARK,
        colours.CONTRAST,
        colours.SAFE,
        colours.PRINTED,
    }
    assert named == set(THEMES)
    assert set(server.THEME_LABELS) == named
    assert set(commands.THEME_LABELS) == {"", *named}

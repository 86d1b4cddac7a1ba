"""The local chat is light in a browser that prefers light colours, and as wide as the screen of a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.local.stylesheet import STYLESHEET
from render.pen.theme import Colour, contrast
from tests.bot.browser import open_chat

KEPT = {"discord-brand", "discord-green", "discord-red"}
"""Colours of buttons with white writing: the same in both."""


def colours(css: str) -> dict[str, str]:
    """The colours that a stylesheet names."""
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", css))


def colour(written: str) -> Colour:
    digits = written.removeprefix("#")
    digits = "".join(2 * d for d in digits) if len(digits) == 3 else digits
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


async def test_all_colours_of_the_page_have_light_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        css = await page.read("/preview.css")
    dark, rule, light = css.partition("@media (prefers-color-scheme: light)")
    assert rule
    assert "color-scheme: light;" in light
    assert set(colours(dark)) - KEPT <= set(colours(light))
    margins = re.findall(r"\.message-components[^{}]*\{[^{}]*margin-left: (\d+)px", dark)
    assert margins[-1] == "12"


@pytest.mark.parametrize("text", ["text", "muted", "subtle"])
@pytest.mark.parametrize("ground", ["discord-bg", "discord-surface", "discord-control", "component-surface"])
def test_light_writing_can_be_read(text: str, ground: str) -> None:
    light = colours(STYLESHEET.read_text(encoding="utf-8"))
    assert contrast(colour(light[f"discord-{text}"]), colour(light[ground])) >= 4.5

"""Buttons and selects that work after any restart: all that they need is in their custom_id.

    x:<game36>:<rev36>:<verb>:<arg>          at most 100 characters, numbers in base 36

    button(Press(game.id, game.rev, "pay", "half"), "Half")

The handler of a verb is registered in `bot.chat.buttons`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.chat.bounds import MAX_DIGITS, UnreadableInput, read_whole_number, value_at

MAX_CUSTOM_ID = 100
ASIDE = "aside"
"""The argument of a "To the turn" button on a message other than the turn's card."""

ENTRY = "entry"
"""The verb of a menu whose entries are presses."""

NUMBER = rf"[0-9a-z]{{1,{MAX_DIGITS}}}"
CUSTOM_ID_PATTERN = rf"x:(?P<game>{NUMBER}):(?P<rev>{NUMBER}):(?P<verb>[a-z_]{{1,20}}):(?P<arg>.*)"


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button or a choice in a select menu, as its custom id says: ``values`` are the options."""

    game: int
    rev: int
    verb: str
    arg: str = ""
    values: tuple[str, ...] = ()

    @property
    def custom_id(self) -> str:
        """Return the custom id of the button for this press; raises ValueError if it would be too long."""
        custom_id = f"x:{base36(self.game)}:{base36(self.rev)}:{self.verb}:{self.arg}"
        if len(custom_id) > MAX_CUSTOM_ID:
            raise ValueError(f"custom_id of {len(custom_id)} characters: {custom_id}")
        return custom_id

    @property
    def arguments(self) -> list[str]:
        """Return the arguments in the button's custom id: those in ``arg``, separated by dots."""
        return self.arg.split(".")

    @property
    def value(self) -> str:
        """Return the first option chosen in a select menu; the custom id's ``arg`` if nothing was chosen."""
        return self.values[0] if self.values else self.arg

    def argument(self, index: int) -> str:
        """Return one argument of the button's custom id, from 0; raises UnreadableInput if it has fewer."""
        return str(value_at(self.arguments, index))

    def number(self, index: int = 0) -> int:
        """Return one argument of the button's custom id as a whole number; raises UnreadableInput."""
        return read_whole_number(self.argument(index))

    def require_value(self, allowed: Container[str]) -> str:
        """Return the value selected in a component if it is among the allowed ones.

        Raises UnreadableInput if not.
        """
        if self.value not in allowed:
            raise UnreadableInput(f"{self.verb} has no {self.value[:40]!r}")
        return self.value

    @classmethod
    def parse(cls, custom_id: str, values: Sequence[str] = ()) -> Press | None:
        """Parse the custom id of a button or menu of Discord, with the values chosen in a menu.

        None if it is not of this bot or too long.
        """
        match = re.fullmatch(CUSTOM_ID_PATTERN, custom_id)
        if match is None or len(custom_id) > MAX_CUSTOM_ID:
            return None
        return cls(int(match["game"], 36), int(match["rev"], 36), match["verb"], match["arg"], tuple(values))


def menu_entry_value(press: Press) -> str:
    """Return the value of the menu entry that stands for a button; the menu's verb is `ENTRY`."""
    return f"{press.verb}:{press.arg}"


def press_of_menu_entry(press: Press) -> Press:
    """Return the press of the button that a selected menu entry stands for.

    Any other press is returned unchanged.
    """
    verb, colon, arg = press.value.partition(":")
    if press.verb != ENTRY or not colon or verb == ENTRY:
        return press
    return replace(press, verb=verb, arg=arg, values=())


def base36(number: int) -> str:
    """Return a whole number of 0 or more in base 36 (0-9, a-z), for a custom id."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


class GameItem(ui.DynamicItem[Any], template=CUSTOM_ID_PATTERN):
    """Any button or select of this bot. Its presses reach the bot by `StationBot.on_interaction`."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> GameItem:
        """Wrap a button or menu of a Discord message; its custom id holds everything else."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do nothing: discord.py calls this only for items of known messages; see `bot.chat.entrance`."""


def press_of(item: GameItem) -> Press:
    """Return the press that a button or select menu of this bot sends, without chosen values."""
    press = Press.parse(item.custom_id)
    assert press is not None
    return press


def button(
    press: Press, label: str, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False, emoji: str | None = None,
) -> GameItem:  # fmt: skip
    """Return a button whose custom id holds a press; its label is cut at 80 characters."""
    return GameItem(
        ui.Button(label=label[:80], custom_id=press.custom_id, style=style, disabled=disabled, emoji=emoji)
    )


def select(
    press: Press, options: Sequence[discord.SelectOption], *, placeholder: str = "", minimum: int = 1,
    maximum: int = 1,
) -> GameItem:  # fmt: skip
    """Return a select menu whose custom id holds a press; Discord takes at most 25 options.

    ``minimum`` and ``maximum`` say how many may be chosen. The placeholder is cut at 150 characters.
    """
    return GameItem(
        ui.Select(
            custom_id=press.custom_id, options=list(options), placeholder=placeholder[:150] or None,
            min_values=minimum, max_values=maximum,
        )
    )  # fmt: skip

"""Buttons and selects that work after any restart: all they need is in their custom_id.

    x:<game36>:<rev36>:<verb>:<arg>          at most 100 characters, numbers in base 36

    button(Press(game.id, game.rev, "pay", "half"), "Half")

What a verb does is registered in `bot.chat.buttons`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.chat.bounds import DIGITS, Unreadable, at, number

LIMIT = 100
ASIDE = "aside"
"""The argument of a way to the turn on a message that is not the card of the turn."""

ENTRY = "entry"
"""The verb of a menu whose entries are presses."""

NUMBER = rf"[0-9a-z]{{1,{DIGITS}}}"
TEMPLATE = rf"x:(?P<game>{NUMBER}):(?P<rev>{NUMBER}):(?P<verb>[a-z_]{{1,20}}):(?P<arg>.*)"


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button or a choice in a select: ``values`` are the options chosen."""

    game: int
    rev: int
    verb: str
    arg: str = ""
    values: tuple[str, ...] = ()

    @property
    def custom_id(self) -> str:
        """The id that carries it; ValueError when it would be too long."""
        made = f"x:{base36(self.game)}:{base36(self.rev)}:{self.verb}:{self.arg}"
        if len(made) > LIMIT:
            raise ValueError(f"custom_id of {len(made)} characters: {made}")
        return made

    @property
    def parts(self) -> list[str]:
        """What the argument says, part by part."""
        return self.arg.split(".")

    @property
    def value(self) -> str:
        """The option chosen in a select of one, else the argument."""
        return self.values[0] if self.values else self.arg

    def part(self, index: int) -> str:
        """One part of the argument; raises Unreadable."""
        return str(at(self.parts, index))

    def number(self, index: int = 0) -> int:
        """A part that is a whole number; raises Unreadable."""
        return number(self.part(index))

    def one_of(self, known: Container[str]) -> str:
        """The value, where it is one of those that the page offers; raises Unreadable."""
        if self.value not in known:
            raise Unreadable(f"{self.verb} has no {self.value[:40]!r}")
        return self.value

    @classmethod
    def parse(cls, custom_id: str, values: Sequence[str] = ()) -> Press | None:
        """Read a custom_id; None when it is not of this scheme."""
        match = re.fullmatch(TEMPLATE, custom_id)
        if match is None or len(custom_id) > LIMIT:
            return None
        return cls(int(match["game"], 36), int(match["rev"], 36), match["verb"], match["arg"], tuple(values))


def as_entry(press: Press) -> str:
    """A press as the value of a menu of the verb `ENTRY`."""
    return f"{press.verb}:{press.arg}"


def meant(press: Press) -> Press:
    """The press for which an entry of such a menu stands; any other press as it is."""
    verb, colon, arg = press.value.partition(":")
    if press.verb != ENTRY or not colon or verb == ENTRY:
        return press
    return replace(press, verb=verb, arg=arg, values=())


def base36(number: int) -> str:
    """A whole number of 0 or more in base 36."""
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + digits
    return digits or "0"


class GameItem(ui.DynamicItem[Any], template=TEMPLATE):
    """Any button or select of the scheme. A press reaches the bot by `StationBot.on_interaction`."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> GameItem:
        """Take over the item of the message; its custom_id says the rest."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing: discord.py calls this only for what the message shows, the bot answers every press."""


def pressed(item: GameItem) -> Press:
    """What pressing a button or select is."""
    found = Press.parse(item.custom_id)
    assert found is not None
    return found


def button(
    press: Press, label: str, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False, emoji: str | None = None,
) -> GameItem:  # fmt: skip
    """A button for a press; the label is cut at 80 characters."""
    return GameItem(
        ui.Button(label=label[:80], custom_id=press.custom_id, style=style, disabled=disabled, emoji=emoji)
    )


def select(
    press: Press, options: Sequence[discord.SelectOption], *, placeholder: str = "", least: int = 1,
    most: int = 1,
) -> GameItem:  # fmt: skip
    """A select for a press; paging to 25 options is up to the caller."""
    return GameItem(
        ui.Select(
            custom_id=press.custom_id, options=list(options), placeholder=placeholder[:150] or None,
            min_values=least, max_values=most,
        )
    )  # fmt: skip

"""Buttons and select menus that work after any restart: all that they need is in their custom id.

    x:<game id>:<revision>:<button name>:<arg>     at most 100 characters, numbers in base 36

    button(Press(game.id, game.revision, "pay", "half"), "Half")

`bot.chat.buttons` finds the handler of a button by its name.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.chat.bounds import MAX_DIGITS, InvalidInput, read_whole_number, value_at

MAX_CUSTOM_ID = 100
NOT_A_TURN_CARD = "aside"
"""The argument of a button that opens the turn, on a message other than the turn's card."""

OVERFLOW_MENU = "entry"
"""The name of an overflow menu: a select menu each of whose options stands for a button."""

NUMBER = rf"[0-9a-z]{{1,{MAX_DIGITS}}}"
CUSTOM_ID_PATTERN = rf"x:(?P<game>{NUMBER}):(?P<rev>{NUMBER}):(?P<button>[a-z_]{{1,20}}):(?P<arg>.*)"


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button, or a selection in a select menu, as its custom id describes it.

    ``game_id`` is 0 for a button that belongs to no game; ``revision`` is the revision for which the button
    was made. ``argument_text`` has the arguments, separated by dots. ``values`` are the values of the
    selected options.
    """

    game_id: int
    revision: int
    button_name: str
    argument_text: str = ""
    values: tuple[str, ...] = ()

    @property
    def custom_id(self) -> str:
        """Return the custom id of the button or menu that sends this press.

        Raises ValueError if it has over 100 characters.
        """
        custom_id = (
            f"x:{to_base36(self.game_id)}:{to_base36(self.revision)}:{self.button_name}:{self.argument_text}"
        )
        if len(custom_id) > MAX_CUSTOM_ID:
            raise ValueError(f"custom_id of {len(custom_id)} characters: {custom_id}")
        return custom_id

    @property
    def arguments(self) -> list[str]:
        """Return the arguments in the custom id: ``argument_text`` split at its dots, [""] if it is empty."""
        return self.argument_text.split(".")

    @property
    def value(self) -> str:
        """Return the value of the first option selected in a menu; ``argument_text`` if none was selected."""
        return self.values[0] if self.values else self.argument_text

    def argument(self, index: int) -> str:
        """Return the argument at ``index`` (from 0); raise InvalidInput if the custom id has fewer."""
        return str(value_at(self.arguments, index))

    def number_argument(self, index: int = 0) -> int:
        """Return the argument at ``index`` (from 0) of the button's custom id as a whole number of 0 or more.

        Raises InvalidInput if the custom id has no such argument, or if the argument is not a whole number of
        at most 12 digits.
        """
        return read_whole_number(self.argument(index))

    def require_value(self, allowed: Container[str]) -> str:
        """Return the value of the selected option (`value`) if it is allowed; raise InvalidInput if not."""
        if self.value not in allowed:
            raise InvalidInput(f"{self.button_name} has no {self.value[:40]!r}")
        return self.value

    @classmethod
    def parse(cls, custom_id: str, values: Sequence[str] = ()) -> Press | None:
        """Return the press that a custom id describes, with the ``values`` of the options selected in a menu.

        Return None if the custom id is not one of this bot's or has over 100 characters.
        """
        match = re.fullmatch(CUSTOM_ID_PATTERN, custom_id)
        if match is None or len(custom_id) > MAX_CUSTOM_ID:
            return None
        return cls(
            int(match["game"], 36), int(match["rev"], 36), match["button"], match["arg"], tuple(values)
        )


def option_value_of_button(press: Press) -> str:
    """Return the value of the option that stands for a button in an overflow menu.

    ``press`` is the press on the button. `resolve_overflow_press` turns the value back into this press.
    """
    return f"{press.button_name}:{press.argument_text}"


def resolve_overflow_press(press: Press) -> Press:
    """Convert a selection in an overflow menu into a press on the button that the selected option stands for.

    The name of an overflow menu is `OVERFLOW_MENU`. Any other press, and an option that stands for no button,
    is returned unchanged.
    """
    button_name, colon, arg = press.value.partition(":")
    if press.button_name != OVERFLOW_MENU or not colon or button_name == OVERFLOW_MENU:
        return press
    return replace(press, button_name=button_name, argument_text=arg, values=())


def press_without_game(button_name: str, arg: str = "", values: tuple[str, ...] = ()) -> Press:
    """Return the press on a button or menu that belongs to no game: game id and revision are 0."""
    return Press(0, 0, button_name, arg, values)


def to_base36(number: int) -> str:
    """Return a whole number of 0 or more in base 36 (0-9, a-z), for a custom id."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


class BotItem(ui.DynamicItem[Any], template=CUSTOM_ID_PATTERN):
    """A button or select menu of this bot. Its presses reach the bot by `StationBot.on_interaction`."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> BotItem:
        """Return the item for a button or menu of a Discord message whose custom id matches the pattern.

        discord.py calls this. ``interaction`` and ``match`` (of `CUSTOM_ID_PATTERN`) are not used.
        """
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do nothing: `bot.chat.entrance` handles every press.

        discord.py calls this, too, if this process sent the pressed message.
        """


def press_encoded_in(item: BotItem) -> Press:
    """Return the press that a button or select menu sends, without selected values; its custom id encodes it.

    Raises AssertionError if the custom id is not one of this bot's, as `button` and `select_menu` build it.
    """
    press = Press.parse(item.custom_id)
    assert press is not None
    return press


def button(
    press: Press, label: str, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False, emoji: str | None = None,
) -> BotItem:  # fmt: skip
    """Return a Discord button that sends this press; its label is cut at 80 characters.

    Raises ValueError if the custom id would have more than 100 characters.
    """
    return BotItem(
        ui.Button(label=label[:80], custom_id=press.custom_id, style=style, disabled=disabled, emoji=emoji)
    )


def select_menu(
    press: Press, options: Sequence[discord.SelectOption], *, placeholder: str = "", minimum: int = 1,
    maximum: int = 1, component_id: int | None = None,
) -> BotItem:  # fmt: skip
    """Return a select menu that sends this press with the selected values; Discord takes at most 25 options.

    ``minimum`` and ``maximum`` limit the number of selected options. The placeholder (the text of the closed
    menu) is cut at 150 characters. ``component_id`` is the menu's id in its message, from 1; None
    leaves it to Discord. Raises ValueError if the custom id would have more than 100 characters.
    """
    return BotItem(
        ui.Select(
            custom_id=press.custom_id, options=list(options), placeholder=placeholder[:150] or None,
            min_values=minimum, max_values=maximum, id=component_id,
        )
    )  # fmt: skip

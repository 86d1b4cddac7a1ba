"""The entrance of interactions: each is checked for size and channel before anything is done for it.

discord.py handles a press only while the message shows its button, and a modal only while it is known. Here
every interaction gets a response, so that no member waits in vain.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.bounds import MAX_TEXT, is_storable
from bot.chat.buttons import dispatch
from bot.chat.discord_internals import disable_component_dispatch, event_parsers
from bot.chat.press import Press
from bot.chat.respond import Ack, NotAcknowledged, UserError, respond_to
from bot.words import language_of, msg, t, use_language

log = logging.getLogger(__name__)


GROUP_TYPES = (1, 2)
"""Discord's option types of subcommands and of groups of them."""

VALUE_TYPES: dict[discord.AppCommandOptionType, tuple[type, ...]] = {
    discord.AppCommandOptionType.integer: (int,),
    discord.AppCommandOptionType.boolean: (bool,),
    discord.AppCommandOptionType.number: (int, float),
}
"""Python types of an option's value by Discord's option type; all others are texts."""

MODAL_SUBMIT = discord.InteractionType.modal_submit.value
WITHHELD_MODAL, CLOSED_MODAL = "withheld", "closed"
"""In place of the custom id of a submitted modal that cannot be read, or is not open; no modal has it."""

ROW_TYPE, LABEL_TYPE = discord.ComponentType.action_row.value, discord.ComponentType.label.value
"""Discord's types of the components of a modal that contain others."""

COMMAND_CLASS = app_commands.Command
COMMAND_CLASSES = (app_commands.Command, app_commands.Group)
Interaction = discord.Interaction[Any]


async def handle_interaction(interaction: Interaction) -> None:
    """Dispatch a pressed button or menu to its handler; refuse a submitted modal that is not open.

    A modal is open if this process has opened it and still waits for it. A press is refused, too, if its data
    is forged, too large or from another version, or if its channel belongs to another server. Slash commands
    and open modals are left to discord.py.
    """
    if interaction.type is discord.InteractionType.modal_submit and not _submits_open_modal(interaction):
        data: Any = interaction.data or {}
        is_withheld = data.get("custom_id") == WITHHELD_MODAL
        await refuse(interaction, unreadable_text() if is_withheld else modal_closed_text())
    if interaction.type is not discord.InteractionType.component:
        return
    refusal = refusal_reason(interaction)
    press = None if refusal else _parse_press(interaction)
    if press is None:
        await refuse(interaction, refusal or unknown_button_text())
    else:
        await dispatch(interaction, press)


def _parse_press(interaction: Interaction) -> Press | None:
    """Return the press on a button or menu that the data of an interaction describes.

    The keys "custom_id" and "values" of the data are read. Return None if the data is forged or the custom id
    is not one of this bot's.
    """
    data: Any = interaction.data or {}
    values = data.get("values") or ()
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        return None
    return Press.parse(str(data.get("custom_id", "")), tuple(values))


def _submits_open_modal(interaction: Interaction) -> bool:
    """Return True if an interaction submits a modal that this process has open.

    A modal that was submitted successfully or has timed out is not open, though its object may still exist.
    """
    data: Any = interaction.data or {}
    modal = interaction.client.open_modals.get(data.get("custom_id"))
    return modal is not None and modal.is_dispatching()


def modal_closed_text() -> str:
    """Return the refusal (an English text to translate) of a modal that is not open, as after a restart."""
    return msg("This window is no longer open here, so nothing was done; press its button again.")


def server_only_text() -> str:
    """Return the refusal (an English text to translate) of a server-only command in a direct message."""
    return msg("This works in the channels of a server only, where the tables are.")


def wrong_server_text() -> str:
    """Return the refusal (an English text to translate) of an interaction in a channel of another server."""
    return msg("This channel belongs to another server, so nothing was done.")


def unknown_button_text() -> str:
    """Return the refusal (an English text to translate) of a button press that cannot be parsed."""
    return msg("This button is of another version of the bot; /turn shows the game as it is.")


def unreadable_text() -> str:
    """Return the refusal (an English text to translate) of an interaction with unreadable data."""
    return msg("Something in this cannot be read, so nothing was done; write it anew, and shorter.")


async def refuse(interaction: Interaction, refusal: str) -> None:
    """Respond to an interaction in private with a refusal (an English text marked by `msg`), translated here.

    The language is the member's. Autocompletion gets an empty list instead. Nothing is raised if Discord no
    longer accepts a response.
    """
    use_language(language_of(interaction.locale))
    if interaction.type is discord.InteractionType.autocomplete:
        with suppress(discord.DiscordException, OSError):
            await interaction.response.autocomplete([])
        return
    with suppress(NotAcknowledged):
        async with respond_to(interaction, Ack.PRIVATE):
            raise UserError(t(refusal))


def install_event_parsers(client: discord.Client) -> None:
    """Replace the parsers of gateway events of a Discord client, so that no failure of a parser ends the bot.

    Failures are logged. From now on button presses are handled by `handle_interaction` and not by discord.py,
    and no modal gets a submission that cannot be read.
    """
    parsers = event_parsers(client)
    parsers["INTERACTION_CREATE"] = partial(_parse_interaction, client, parsers["INTERACTION_CREATE"])
    for name, parser in parsers.items():
        parsers[name] = partial(_parse_event, name, parser)
    disable_component_dispatch(client)


def _parse_interaction(client: Any, parser: Callable[[Any], Any], data: Any) -> None:
    """Let discord.py's ``parser`` parse an interaction that Discord sends; ``data`` is its JSON.

    If a submitted modal is not open or its data cannot be read, the data is first replaced by a placeholder
    that matches no modal. `handle_interaction` then refuses the interaction, even if the modal has been
    opened by then.
    """
    if data.get("type") == MODAL_SUBMIT:
        modal_data = data.get("data") or {}
        modal = client.open_modals.get(modal_data.get("custom_id"))
        if modal is None or not modal.is_dispatching():
            data = {**data, "data": {"custom_id": CLOSED_MODAL, "components": []}}
        elif not _is_modal_submission_valid(modal, modal_data):
            data = {**data, "data": {"custom_id": WITHHELD_MODAL, "components": []}}
    parser(data)


def _is_modal_submission_valid(modal: ui.Modal, data: Any) -> bool:
    """Return True if the data of a submitted modal can be stored and has a text for each of its text inputs.

    No text may be longer than its input allows.
    """
    try:
        texts = dict(_submitted_texts(data["components"]))
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError):
        return False
    inputs = [item for item in modal.walk_children() if isinstance(item, ui.TextInput)]
    return is_storable(data) and all(
        isinstance(text := texts.get(item.custom_id), str) and len(text) <= (item.max_length or MAX_TEXT)
        for item in inputs
    )


def _submitted_texts(components: Any) -> Iterator[tuple[str, Any]]:
    """Yield the custom id and the text of each text input of a submitted modal; a missing text is "".

    Raises LookupError, TypeError, AttributeError, ValueError or RecursionError if the components (JSON) are
    forged; a text may then have any type.
    """
    for component in components:
        if component["type"] == ROW_TYPE:
            yield from _submitted_texts(component["components"])
        elif component["type"] == LABEL_TYPE:
            yield from _submitted_texts([component["component"]])
        elif component["type"] == discord.ComponentType.text_input.value:
            text = component.get("value")
            yield component["custom_id"], "" if text is None else text


def _parse_event(name: str, parser: Callable[[Any], Any], data: Any) -> None:
    """Let ``parser`` parse a gateway event of Discord; any failure is logged and not raised.

    ``name`` is the name of the event. The log gets at most 200 characters of the error.
    """
    try:
        parser(data)
    except Exception as error:
        log.warning("an event %s cannot be read: %s: %s", name, type(error).__name__, str(error)[:200])


def refusal_reason(interaction: Interaction) -> str | None:
    """Return why an interaction of any type is refused, as an English text to translate; None if it is not.

    It is refused if its data is too large or cannot be stored, or if its channel belongs to another server.
    """
    if not is_storable(interaction.data):
        return unreadable_text()
    return None if is_channel_in_named_server(interaction) else wrong_server_text()


def is_channel_in_named_server(interaction: Interaction) -> bool:
    """Return True if the channel of an interaction belongs to the server (guild) that the interaction names.

    True also for a channel that the bot does not know, and for a direct message.
    """
    channel_id = interaction.channel_id
    channel = interaction.client.get_channel(channel_id) if channel_id is not None else None
    guild = getattr(channel, "guild", None)
    return guild is None or guild.id == interaction.guild_id


def command_refusal(tree: app_commands.CommandTree[Any], interaction: Interaction) -> str | None:
    """Return why a slash command is refused, as an English text to translate; None if it is not.

    It is refused for the reasons of `refusal_reason`, if it is a server-only command in a direct message, or
    if an option has a wrong type or value.
    """
    data: Any = interaction.data or {}
    command = tree.get_command(str(data.get("name")))
    if interaction.guild_id is None and isinstance(command, COMMAND_CLASSES) and command.guild_only:
        return server_only_text()
    refusal = refusal_reason(interaction)
    return unreadable_text() if refusal is None and not _options_fit(interaction, data) else refusal


def _options_fit(interaction: Interaction, data: Any) -> bool:
    """Return True if all options of a slash command have the type, choices and bounds of their parameters.

    ``data`` is the data of the interaction; its key "options" has them, nested for a subcommand. Options that
    are unknown or still being typed pass.
    """
    command, options = interaction.command, data.get("options", [])
    while options and options[0].get("type") in GROUP_TYPES:
        options = options[0].get("options", [])
    parameters = (
        {parameter.display_name: parameter for parameter in command.parameters}
        if isinstance(command, COMMAND_CLASS)
        else {}
    )
    return all(_option_fits(option, parameters.get(option.get("name"))) for option in options)


def _option_fits(option: Any, parameter: app_commands.Parameter | None) -> bool:
    """Return True if an option of a slash command has the type, choices and bounds of its parameter.

    ``option`` is as Discord sends it, with the keys "value", "type" and, while it is typed, "focused".
    Options that are unknown (``parameter`` None) or still being typed pass.
    """
    if parameter is None or option.get("focused"):
        return True  # discord.py refuses unknown options; an option that is still being typed is a text
    value, types = option.get("value"), VALUE_TYPES.get(parameter.type, (str,))
    is_type = isinstance(value, types) and (not isinstance(value, bool) or types == (bool,))
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    return is_type and option.get("type") == parameter.type.value and _is_within_bounds(value, parameter)


def _is_within_bounds(value: Any, parameter: app_commands.Parameter) -> bool:
    """Return True if the value of a slash command's option is within the bounds of its parameter.

    The bounds limit a number itself, and a text by its length. A bool and values of other types always pass.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return True
    size = len(value) if isinstance(value, str) else value
    minimum, maximum = parameter.min_value, parameter.max_value
    return (minimum is None or size >= minimum) and (maximum is None or size <= maximum)

"""`/server`: the settings of a server, and a check of the bot's permissions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.bounds import parse_discord_id
from bot.chat.buttons import button_handler
from bot.chat.frame import SECONDARY, SUCCESS, Page, action_row, build_layout
from bot.chat.locale import LANGUAGE_NAMES, server_language
from bot.chat.press import BotItem, Press, button, press_without_game, select_menu
from bot.chat.respond import Ack, Response, UserError, respond_to
from bot.chat.selftest import missing_permissions_report, permissions_report
from bot.store.preferences import EVERYBODY, MANAGERS, ServerPreferences
from bot.words import msg, t
from bot.words.colours import CONTRAST, DARK, PRINTED, SAFE, STANDARD

THEME_LABELS = {
    STANDARD: msg("Pictures: usual colours"),
    DARK: msg("Pictures: dark"),
    CONTRAST: msg("Pictures: high contrast"),
    SAFE: msg("Pictures: colour-blind safe"),
    PRINTED: msg("Pictures: like printed games"),
}
PACE_LABELS = {
    "": msg("Pings wait some minutes"),
    "at once": msg("Pings come at once"),
    "live": msg("Live: cards without pings"),
}
TIME_LIMIT_HOURS = (0, 24, 48, 72, 120, 168)
CREATOR_LABELS = {EVERYBODY: msg("Everybody may make games"), MANAGERS: msg("Only who manages the server")}
TOGGLE_LABELS = {"log_thread": msg("Log thread"), "talk_thread": msg("Talk thread")}
MAX_CHANNELS = 25
CHANNEL_TYPE = discord.SelectDefaultValueType.channel
CHANNEL_KINDS = [discord.ChannelType.text, discord.ChannelType.public_thread]


@app_commands.command(name="server", description="Settings of this server, and what the bot lacks here")
@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
async def server_command(interaction: discord.Interaction[Any]) -> None:
    """Handle `/server`: show the page of the server's settings, in private; only its managers see menus."""
    async with respond_to(interaction, Ack.PRIVATE) as response:
        await response.show(await server_settings_page(response))


async def server_settings_page(response: Response, *extra: str) -> Page:
    """Build the page of `/server`: the server's settings, menus to change them, then the ``extra`` texts.

    Members who do not manage the server see only who may create games, and in which channels.
    """
    preferences = await response.bot.preferences.server_preferences(response.interaction.guild_id)
    header = t("## Settings of this server")
    if not response.is_game_master:
        return Page(
            build_layout(
                header, _game_creation_text(preferences), t("-# Those who manage the server change them.")
            )
        )
    default_language = server_language(response.bot, response.interaction.guild_id)
    return Page(
        build_layout(
            header,
            _game_creation_text(preferences),
            *_setting_menus(preferences, default_language),
            _toggle_row(preferences),
            *extra,
        )
    )


def _game_creation_text(preferences: ServerPreferences) -> str:
    """Return the text of `/server` on the channels in which games may be created, and by whom."""
    channels = ", ".join(f"<#{channel_id}>" for channel_id in preferences.channels) or t("every channel")
    creators = (
        t(CREATOR_LABELS[preferences.creators])
        if preferences.creators in CREATOR_LABELS
        else f"<@&{preferences.creators}>"
    )
    lines = [
        t("**Games are made in** {places}", places=channels),
        t("**Who makes games** {who}", who=creators),
    ]
    return "\n".join(lines)


def _setting_menus(preferences: ServerPreferences, default_language: str) -> list[ui.ActionRow[Any]]:
    """Return the rows of select menus on the page of `/server`, with the current settings selected.

    ``default_language`` is the code of the server's language at Discord, such as "de".
    """
    languages = {
        "": t("Language of the server at Discord ({language})", language=LANGUAGE_NAMES[default_language]),
        **LANGUAGE_NAMES,
    }
    time_limits = {str(hours): _turn_time_limit_label(hours) for hours in TIME_LIMIT_HOURS}
    creators = {key: t(text) for key, text in CREATOR_LABELS.items()}
    return [
        _setting_menu("language", languages, preferences.language),
        _setting_menu("theme", {key: t(text) for key, text in THEME_LABELS.items()}, preferences.theme),
        _setting_menu("pace", {key: t(text) for key, text in PACE_LABELS.items()}, preferences.pace),
        _setting_menu("clock", time_limits, str(preferences.clock)),
        _setting_menu(
            "creators", creators, preferences.creators if preferences.creators in CREATOR_LABELS else ""
        ),
        action_row(_role_menu()),
        action_row(_channel_menu(preferences)),
    ]


def _turn_time_limit_label(hours: int) -> str:
    """Return the label of an option in the time limit menu of `/server`.

    ``hours`` is the time limit for a turn in new games, 0 if there is none.
    """
    return t("New tables: a clock of {hours} hours", hours=hours) if hours else t("New tables: no clock")


def _setting_menu(setting_name: str, labels_by_value: dict[str, str], chosen_value: str) -> ui.ActionRow[Any]:
    """Return the row of `/server` with the select menu of a setting, such as "theme".

    ``labels_by_value`` are the menu's options, in their order; ``chosen_value`` is selected, or nothing if it
    is not among them. Labels are cut to 100 characters. The value "" is sent to Discord as "-", since an
    option's value must not be empty. The placeholder is that of the setting "creators", the only one in which
    nothing may be selected.
    """
    options = [
        discord.SelectOption(label=label[:100], value=value or "-", default=value == chosen_value)
        for value, label in labels_by_value.items()
    ]
    return action_row(
        select_menu(press_without_game("srv", setting_name), options, placeholder=t("Who makes games"))
    )


def _role_menu() -> BotItem:
    """Return the role select menu of `/server`, which limits the creation of games to a role.

    No role is preselected.
    """
    press = press_without_game("srv", "role")
    placeholder = t("Or only a role makes games")
    return BotItem(ui.RoleSelect(custom_id=press.custom_id, placeholder=placeholder))


def _channel_menu(preferences: ServerPreferences) -> BotItem:
    """Return the channel select menu of `/server`: the channels in which games may be created.

    The channels allowed now are preselected. An empty selection allows every channel; at most 25 channels can
    be selected.
    """
    press, placeholder = press_without_game("srv", "channels"), t("Channels for games; none: every channel")
    default_values = [
        discord.SelectDefaultValue(id=channel_id, type=CHANNEL_TYPE) for channel_id in preferences.channels
    ]
    return BotItem(
        ui.ChannelSelect(
            custom_id=press.custom_id, placeholder=placeholder, min_values=0, max_values=MAX_CHANNELS,
            default_values=default_values, channel_types=CHANNEL_KINDS,
        )
    )  # fmt: skip


def _toggle_row(preferences: ServerPreferences) -> ui.ActionRow[Any]:
    """Return the row of buttons of `/server`: two that turn settings on and off, and [Check permissions]."""
    buttons = []
    for name, label in TOGGLE_LABELS.items():
        is_on = bool(getattr(preferences, name))
        text = t("{setting}: on", setting=t(label)) if is_on else t("{setting}: off", setting=t(label))
        buttons.append(
            button(
                press_without_game("srv", f"{name}.{int(not is_on)}"),
                text,
                style=SUCCESS if is_on else SECONDARY,
            )
        )
    return action_row(*buttons, button(press_without_game("srv_test"), t("Check permissions")))


@button_handler("srv")
async def _change_setting(response: Response, press: Press) -> None:
    """Handle the menus and buttons of `/server`: store the setting, and show the page again.

    The page also names permissions that the bot lacks, if any. For the data of the press see
    `_parse_server_setting`. Raises UserError in direct messages and for members who do not manage the server,
    and InvalidInput for an unknown setting or value.
    """
    _require_server_manager(response)
    guild_id = response.interaction.guild_id
    assert guild_id is not None
    await response.bot.preferences.update_server_preferences(guild_id, **_parse_server_setting(press))
    await response.show(
        await server_settings_page(response, *filter(None, [await missing_permissions_report(response)]))
    )


def _parse_server_setting(press: Press) -> dict[str, Any]:
    """Return ``{name: new value}`` for the setting that a press on the `/server` page changes.

    The first argument of the custom id is the setting's name; a button's second argument is "1" (on) or "0"
    (off), and what was selected in a menu is in ``press.values``. The new value is a bool for "log_thread"
    and "talk_thread", a tuple of at most 25 ids for "channels", hours for "clock", and a string for
    "creators" (a key of CREATOR_LABELS or a role's id, from the menu "role"), "language", "theme" and "pace".
    Raises InvalidInput for an unknown setting or value.
    """
    setting_name = press.argument(0)
    if setting_name in TOGGLE_LABELS:
        return {setting_name: press.argument(1) == "1"}
    if setting_name == "channels":
        return {"channels": tuple(parse_discord_id(channel_id) for channel_id in press.values[:MAX_CHANNELS])}
    if setting_name == "role":
        return {"creators": str(parse_discord_id(press.value))}
    value = press.require_value([option or "-" for option in _setting_menu_values(setting_name)])
    return {setting_name: int(value) if setting_name == "clock" else "" if value == "-" else value}


def _setting_menu_values(setting_name: str) -> Iterable[str]:
    """Return the values that can be selected in the `/server` menu of a setting, such as "theme".

    Return () for a setting without a menu of fixed values, such as those of roles and channels.
    """
    menus: dict[str, Iterable[str]] = {
        "language": ("", *LANGUAGE_NAMES), "theme": THEME_LABELS, "pace": PACE_LABELS,
        "clock": map(str, TIME_LIMIT_HOURS), "creators": CREATOR_LABELS,
    }  # fmt: skip
    return menus.get(setting_name, ())


def _require_server_manager(response: Response) -> None:
    """Raise UserError unless the member has the right to manage this server.

    In direct messages UserError is always raised.
    """
    if not response.is_game_master or response.interaction.guild_id is None:
        raise UserError(t("Only those who manage this server change its settings."))


@button_handler("srv_test")
async def _check_permissions(response: Response, press: Press) -> None:
    """Handle [Check permissions]: show the page of `/server` with a report on the bot's permissions.

    Raises UserError in direct messages, and for members who do not manage the server.
    """
    _require_server_manager(response)
    await response.show(await server_settings_page(response, await permissions_report(response)))


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command `/server`."""
    tree.add_command(server_command)

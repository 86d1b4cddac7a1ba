"""The first card of the local chat: what this is, games to start at once, who one is, and other channels.

Its buttons belong to no game (number 0). Like all others they need no state in the view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import discord
from discord import app_commands

from bot.chat.bot_client import BotClient
from bot.chat.buttons import button_handler
from bot.chat.completion import Completions, completions
from bot.chat.frame import PRIMARY, SUCCESS, Page, action_row, build_layout
from bot.chat.locale import LANGUAGE_NAMES, apply_server_preferences
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button, press_without_game, select_menu
from bot.chat.respond import Ack, Interaction, Response, UserError, respond_to
from bot.chat.table_option import STATUS_LABELS
from bot.games import stored_games
from bot.games.outcome import CHANNEL_TAKEN, Outcome
from bot.local.world import World
from bot.store.game_rows import GameInfo
from bot.table import service as tables
from bot.table.opponents import solo_intro, start_solo_game, start_tutorial, tutorial_intro
from bot.table.starting import JOIN_ORDER
from bot.turn.pages.workspace import show_first_turn
from bot.words import join_and, language, msg, t
from engine import TITLES

MAX_OTHER_MEMBERS = 2
"""Other members who join an immediate game."""

WELCOME = msg("Stationmaster: 18xx railway games, a turn at a time")


@dataclass(frozen=True, slots=True)
class ChatChannel:
    """A channel or a thread in which a game can be played."""

    id: int
    plain_name: str
    is_thread: bool

    @property
    def name(self) -> str:
        """Return the name of the local chat's channel as members see it: "#name", or "thread “name”"."""
        return t("thread “{bare}”", bare=self.plain_name) if self.is_thread else f"#{self.plain_name}"


@dataclass(frozen=True, slots=True)
class ChatDirectory:
    """The channels of the local chat, and the names of its members by user id.

    ``next_channel_by_user`` has the id of the channel that a user's page is to show next, by user id.
    """

    guild_id: int
    channels: Sequence[ChatChannel]
    member_names: Mapping[int, str]
    next_channel_by_user: dict[int, int] = field(default_factory=dict)


_DIRECTORIES: WeakKeyDictionary[discord.Client, ChatDirectory] = WeakKeyDictionary()


def register_chat_directory(client: discord.Client, world: World) -> ChatDirectory:
    """Register the channels and members of the local chat's server for the chat's buttons; return them.

    The command `/go` is added to the bot, and the bot then uses the server's language for all members.
    """
    channels = [ChatChannel(channel.id, channel.name or "", channel.is_thread) for channel in world.channels]
    directory = ChatDirectory(world.home.guild.id if world.home.guild else 0, channels, world.member_names)
    _DIRECTORIES[client] = directory
    if isinstance(client, BotClient):
        client.tree.add_command(go_command)
        client.has_one_language = True
    return directory


async def greet(client: discord.Client, directory: ChatDirectory) -> None:
    """Post the greeting in every channel and thread of the local chat, in the server's language.

    It notifies nobody. For a Discord client that is no `BotClient`, nothing is posted. Raises
    discord.HTTPException if a message cannot be sent.
    """
    if not isinstance(client, BotClient):
        return
    await apply_server_preferences(client, directory.guild_id)
    for chat_channel in directory.channels:
        channel: Any = client.get_channel(chat_channel.id) or await client.fetch_channel(chat_channel.id)
        await channel.send(**greeting().send_kwargs(), silent=True)


def greeting() -> Page:
    """Build the page that greets members in a channel of the local chat, with buttons that start games.

    At most 5 titles get a button and 25 stand in the menu.
    """
    first, *other_titles = list(TITLES)[:5]
    solo_buttons = [
        button(press_without_game("play_solo", first), t("Play {first} now", first=first), style=PRIMARY)
    ]
    solo_buttons += [
        button(press_without_game("play_solo", title), t("Play {title} now", title=title))
        for title in other_titles
    ]
    titles = [discord.SelectOption(label=title, value=title) for title in list(TITLES)[:25]]
    menu = select_menu(press_without_game("play_now"), titles, placeholder=t("Play with two more members …"))
    return Page(
        build_layout(
            f"## {t(WELCOME)}",
            t(
                "**Play {first} now** makes a table with you and two computers and starts it. "
                "When a card calls you, press **Take turn** on it.",
                first=first,
            ),
            action_row(*solo_buttons),
            action_row(
                button(
                    press_without_game("learn"), t("I have never played an 18xx: teach me"), style=SUCCESS
                ),
                button(press_without_game("first_steps_open"), t("New to 18xx? Six cards")),
            ),
            t(
                "**With other members**: choose a title below, and play them all. **Who you are** stands in "
                "“Viewing as” above the chat; when a card calls somebody else, become that member there."
            ),
            action_row(menu),
            t(
                "**Commands**: type `/` and pick one, or write it out, such as `/game new title: "
                "{first}`, and press the arrow. `/help` explains more.",
                first=first,
            ),
            t("**Another table** has its own channel or thread: press **Other channels** or type `/go`."),
            action_row(button(press_without_game("places"), t("Other channels")), *_language_buttons()),
        )
    )


def _language_buttons() -> list[BotItem]:
    """Return the buttons that change the local chat to another language, each labelled in that language."""
    codes = [name for name in LANGUAGE_NAMES if name != language()]
    return [button(press_without_game("tongue", name), LANGUAGE_NAMES[name]) for name in codes]


@button_handler("tongue", ack=Ack.SILENT)
async def _change_language(response: Response, press: Press) -> None:
    """Handle a language button ("tongue") of the greeting: change the language of the whole local chat.

    The greeting is updated. Raises InvalidInput for a code that is not in `LANGUAGE_NAMES`, and UserError
    if the bot runs on Discord itself.
    """
    directory, message = _require_local_chat(response), response.interaction.message
    language = press.require_value(LANGUAGE_NAMES)
    await response.bot.preferences.update_server_preferences(directory.guild_id, language=language)
    await response.use_preferences()
    if message is not None:
        await message.edit(**greeting().edit_kwargs())


# --- a table at once -----------------------------------------------------------------------------


@button_handler("play_now", ack=Ack.PRIVATE)
async def _handle_play_now(response: Response, press: Press) -> None:
    """Handle "Play with two more members" in the local chat: start a game and say who begins.

    If the channel has a game, the list of channels is shown; any other refusal is shown as a sentence. Raises
    InvalidInput for an unknown title (`press.value`), and UserError if the bot runs on Discord itself.
    """
    directory = _require_local_chat(response)
    title = press.require_value(TITLES)
    outcome = await _create_and_start_game(response, directory, title, response.interaction.channel_id)
    if await _is_started_or_told(response, directory, outcome):
        await response.show_text(await _start_message(response, directory, outcome.game_id))


@button_handler("learn", ack=Ack.PRIVATE)
async def _handle_learn(response: Response, press: Press) -> None:
    """Handle "teach me" in the local chat: start a tutorial and show its first turn.

    If the channel has a game, the list of channels is shown; any other refusal is shown as a sentence. Raises
    UserError if the game is gone by then, and if the bot runs on Discord itself.
    """
    directory, channel = _require_local_chat(response), response.interaction.channel_id
    outcome = await start_tutorial(response, channel, directory.guild_id)
    if await _is_started_or_told(response, directory, outcome):
        await show_first_turn(response, outcome.game_id, await tutorial_intro(response, outcome.game_id))


@button_handler("play_solo", ack=Ack.PRIVATE)
async def _handle_play_solo(response: Response, press: Press) -> None:
    """Handle "Play now" in the local chat: start a game against computers and show its first turn.

    If the channel has a game, the list of channels is shown; any other refusal is shown as a sentence. Raises
    InvalidInput for an unknown title (`press.value`), and UserError if the bot runs on Discord itself.
    """
    directory, channel = _require_local_chat(response), response.interaction.channel_id
    outcome = await start_solo_game(
        response, press.require_value(TITLES), channel_id=channel, guild_id=directory.guild_id
    )
    if await _is_started_or_told(response, directory, outcome):
        await show_first_turn(response, outcome.game_id, await solo_intro(response, outcome.game_id))


async def _is_started_or_told(response: Response, directory: ChatDirectory, outcome: Outcome) -> bool:
    """Return True if ``outcome`` says that a game was started; else tell the member why not.

    If the channel has a game already, the list of channels is shown instead.
    """
    if outcome.code == CHANNEL_TAKEN:
        await response.show(
            await _channels_page(response, directory, t("There is a table here already; its card is below."))
        )
        return False
    return await response.ok_or_show_refusal(outcome)


async def _start_message(response: Response, directory: ChatDirectory, game_id: int) -> str:
    """Return the text for the member who has started a game in the local chat: who plays and who begins.

    If another member begins, it says how to act as that member.
    """
    info, game = await response.bot.games.info(game_id), await response.bot.games.game(game_id)
    decision = game.waiting() if game else None
    users_to_act = [info.holder_id_of(seat) for seat in decision.players] if info and decision else []
    starting_player = next(
        (name for user, name in directory.member_names.items() if user in users_to_act), ""
    )
    names = [escape(seat_info.name) for seat_info in info.seats] if info else []
    seat_order = t("You sit in this order: {names}.", names=join_and(names))
    if response.user.id in users_to_act:
        return t(
            "{with_you} The first turn is yours: press **Take turn** on the card below.", with_you=seat_order
        )
    return t(
        "{with_you} {first} begins: become {first} in “Viewing as”, then press **Take turn**.",
        with_you=seat_order,
        first=starting_player,
    )


async def _create_and_start_game(
    response: Response, directory: ChatDirectory, title: str, channel_id: int | None
) -> Outcome:
    """Create a game of a title in a channel of the local chat, let two other members join, and start it.

    The member who pressed the button owns it. Return the refusal of the new game, or the outcome of the
    start. Members who cannot join are left out.
    """
    games, user_id = response.bot.games, response.user.id
    name = response.user.display_name
    outcome = await tables.create_game(games,
        user_id, title=title, name=f"{name}: {title}"[:100],
        guild_id=directory.guild_id, channel_id=channel_id, owner_name=name,
        settings={"order": JOIN_ORDER}, interaction_id=response.id,
    )  # fmt: skip
    if not outcome.ok:
        return outcome
    for member_id in _other_members(directory, user_id):
        await tables.join_game(
            games,
            outcome.game_id,
            member_id,
            directory.member_names[member_id],
            interaction_id=f"{response.id}:{member_id}",
        )
    return await tables.start_game(games, outcome.game_id, user_id, interaction_id=f"{response.id}:start")


def _other_members(directory: ChatDirectory, user_id: int) -> list[int]:
    """Return the ids of the local chat's other members (at most 2) who join a game that this user starts."""
    return [member_id for member_id in directory.member_names if member_id != user_id][:MAX_OTHER_MEMBERS]


# --- channels and threads ------------------------------------------------------------------------


@app_commands.command(name="go", description="Go to another channel or thread of this chat")
@app_commands.describe(place="Its name; empty: all of them are listed")
async def go_command(interaction: Interaction, place: str = "") -> None:
    """Handle `/go`: switch the member's browser page to another channel or thread of the local chat.

    ``place`` is its id or whole name. If it is empty or nothing has this name, all channels are listed.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        directory = _require_local_chat(response)
        search = place.strip().lstrip("#").casefold()
        matches = [
            channel
            for channel in directory.channels
            if search and search in (str(channel.id), channel.plain_name)
        ]
        if matches:
            await _switch_channel(response, directory, matches[0])
        else:
            await response.show(
                await _channels_page(
                    response, directory, t("There is no “{place}”.", place=escape(place)) if place else ""
                )
            )


@go_command.autocomplete("place")
async def _complete_channels(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the channel or thread of `/go` in the local chat, each with its game; [] elsewhere."""
    directory = _DIRECTORIES.get(interaction.client)
    games = await _games_by_channel(interaction.client, directory) if directory else {}
    channels = directory.channels if directory else ()
    return completions(
        [
            (f"{channel.name}: {_game_text(games.get(channel.id))}", channel.plain_name)
            for channel in channels
        ],
        typed,
    )


@button_handler("places", ack=Ack.PRIVATE)
async def _list_channels(response: Response, press: Press) -> None:
    """Handle [Other channels] of the greeting: list the channels and threads of the local chat.

    Raises UserError if the bot runs on Discord itself.
    """
    await response.show(await _channels_page(response, _require_local_chat(response)))


@button_handler("go")
async def _handle_channel_menu(response: Response, press: Press) -> None:
    """Handle the menu "Go to …" of the local chat: switch the browser page to the selected channel.

    The selected value is the channel's id. Raises InvalidInput for any other value, and UserError if the bot
    runs on Discord itself.
    """
    directory = _require_local_chat(response)
    channels = {str(channel.id): channel for channel in directory.channels}
    await _switch_channel(response, directory, channels[press.require_value(channels)])


async def _switch_channel(response: Response, directory: ChatDirectory, channel: ChatChannel) -> None:
    """Let the member's browser page of the local chat show a channel next, and confirm it."""
    directory.next_channel_by_user[response.user.id] = channel.id
    await response.show(Page(build_layout(t("You went to {name}.", name=channel.name))))


def _channel_line(name: str, game_text: str, is_here: bool) -> str:
    """Return a line of the list of the local chat's channels; ``is_here`` marks the current channel."""
    if is_here:
        return t("{place}: {table} (here)", place=name, table=game_text)
    return f"{name}: {game_text}"


async def _channels_page(response: Response, directory: ChatDirectory, remark: str = "") -> Page:
    """Build the page with all channels of the local chat and their games, and a menu to go to another one.

    ``remark`` stands above them; "" is left out.
    """
    games = await _games_by_channel(response.bot, directory)
    current_channel = response.interaction.channel_id
    lines = [
        _channel_line(channel.name, _game_text(games.get(channel.id)), channel.id == current_channel)
        for channel in directory.channels
    ]
    options = [
        discord.SelectOption(
            label=channel.name, value=str(channel.id), description=_game_text(games.get(channel.id))[:100]
        )
        for channel in directory.channels
        if channel.id != current_channel
    ]
    menu = action_row(select_menu(press_without_game("go"), options, placeholder=t("Go to …")))
    return Page(build_layout(remark, t("### Channels and threads"), "\n".join(lines), menu))


async def _games_by_channel(bot: BotClient, directory: ChatDirectory) -> dict[int, GameInfo]:
    """Return the local chat's open games (at most 100) by channel id; those without one are left out."""
    return {
        info.channel_id: info
        for info in await stored_games.list_games(bot.games, guild_id=directory.guild_id)
        if info.channel_id
    }


def _game_text(info: GameInfo | None) -> str:
    """Return the name and status of a game in a list of the local chat's channels; "free" for None."""
    return t("free") if info is None else f"{escape(info.name)}, {t(STATUS_LABELS[info.status])}"


def _require_local_chat(response: Response) -> ChatDirectory:
    """Return the local chat's channels and members; raises UserError if the bot runs on Discord itself."""
    directory = _DIRECTORIES.get(response.bot)
    if directory is None:
        raise UserError(t("This button belongs to the local chat; `/game new` makes a table here."))
    return directory

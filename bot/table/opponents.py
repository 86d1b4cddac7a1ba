"""Computer players of a game before its start, and `/game solo`: a game against computer players only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat import selftest
from bot.chat.buttons import button_handler
from bot.chat.completion import Completions, completions
from bot.chat.current_game import game_info_of_press
from bot.chat.frame import SUCCESS, Page, action_row, build_layout
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button
from bot.chat.respond import Response, UserError, respond_to
from bot.computers.hints import TUTORIAL_SETTING
from bot.computers.words import COMPUTER_LEVELS, EASY, STEADY, name_with_level
from bot.games.loading import title_with_options
from bot.games.outcome import Outcome
from bot.store.game_rows import GameInfo
from bot.table import service as game_setup
from bot.table.creating import require_game_creation_allowed
from bot.table.starting import JOIN_ORDER
from bot.table.titles import autocomplete_titles, require_title
from bot.words import join_and, msg, t
from engine import TITLES

DEFAULT_COMPUTER_COUNT = 2
"""Computer players in a `/game solo`, if the title allows so many."""

LIVE_PACE = "live"
"""The pace of a game against computer players only: its cards are posted, and nobody is pinged."""

MAX_PROPOSED_COMPUTERS = 5
"""The maximum number of computer players that autocompletion proposes."""

LEVEL_DESCRIPTIONS = {
    "easy": msg("mild, for a first game"),
    "steady": msg("plays by rules of thumb, at once"),
    "strong": msg("looks ahead; a turn may take it ten seconds"),
}


def computer_players_page(info: GameInfo) -> Page:
    """Build the page on which the owner adds computer players to a game in the lobby, or removes them.

    The buttons that add a computer player are disabled if all seats are taken.
    """
    computers = [seat_info for seat_info in info.seats if seat_info.computer_level]
    is_full = len(info.seats) >= title_with_options(info).data.max_players
    levels = [
        f"**{t(COMPUTER_LEVELS[level])}**: {t(description)}"
        for level, description in LEVEL_DESCRIPTIONS.items()
    ]
    names_text = (
        t("Here: {names}.", names=join_and([escape(name_with_level(computer)) for computer in computers]))
        if computers
        else t("None is here yet.")
    )
    add_buttons = [_button_to_add_computer_player(info, level, is_full) for level in COMPUTER_LEVELS]
    drop_buttons = [
        button(
            Press(info.id, 0, "computer_drop", seat_info.name),
            t("Without {name}", name=name_with_level(seat_info))[:80],
        )
        for seat_info in computers
    ]
    rows = [action_row(*drop_buttons[index : index + 5]) for index in range(0, len(drop_buttons), 5)]
    return Page(
        build_layout(t("### Computers"), "\n".join(levels), names_text, action_row(*add_buttons), *rows)
    )


def _button_to_add_computer_player(info: GameInfo, level: str, is_full: bool) -> BotItem:
    """Return the button that adds a computer player of a level ("easy", "steady", "strong") in the lobby.

    The button is disabled if the game is full (``is_full``).
    """
    label = t("Add: {level}", level=t(COMPUTER_LEVELS[level]))
    return button(Press(info.id, 0, "computer_add", level), label, style=SUCCESS, disabled=is_full)


@button_handler("computers")
async def _show_computer_players(response: Response, press: Press) -> None:
    """Handle [Add a computer] on the set-up card: show the page of computer players in private.

    Raises UserError for all but the owner and game masters, and if the game no longer exists.
    """
    info = await game_info_of_press(response, press)
    if response.user.id != info.owner_id and not response.is_game_master:
        raise UserError(t("Only the owner of the game adds computers; anybody may press **Join**."))
    await response.show(computer_players_page(info))


@button_handler("computer_add")
async def _add_computer_player(response: Response, press: Press) -> None:
    """Handle [Add: …]: add a computer player to the lobby, and show the page of computer players again.

    ``press.value`` is the computer's level. If this is refused (no free seat, the game has started, or the
    member is neither owner nor game master), the member is sent the reason. Raises InvalidInput for an
    unknown level.
    """
    level = press.require_value(COMPUTER_LEVELS)
    outcome = await game_setup.add_computer_player(
        response.bot.games, press.game_id, response.user.id, level, **response.request_args
    )
    await _show_computer_players_again(response, press, outcome)


@button_handler("computer_drop")
async def _remove_computer_player(response: Response, press: Press) -> None:
    """Handle [Without …]: remove a computer player from the lobby, and show the page of them again.

    ``press.argument_text`` is the computer player's name. If this is refused, the member is sent the reason.
    """
    outcome = await game_setup.remove_computer_player(
        response.bot.games, press.game_id, response.user.id, press.argument_text, **response.request_args
    )
    await _show_computer_players_again(response, press, outcome)


async def _show_computer_players_again(response: Response, press: Press, outcome: Outcome) -> None:
    """Show the page of computer players after a change in the lobby, or send the reason for its refusal.

    Raises UserError if the game no longer exists.
    """
    if await response.ok_or_show_refusal(outcome):
        await response.show(computer_players_page(await game_info_of_press(response, press)))


# --- typed -----------------------------------------------------------------------------------------


def parse_computer_levels(typed: str) -> list[str]:
    """Parse the computer players typed in `/game new`, such as "2 steady, strong", into their levels.

    The list has one level for each computer player. A number without a level means steady ones; "" gives [].
    Raises UserError for anything else.
    """
    levels: list[str] = []
    for part in filter(None, (part.strip().lower() for part in typed.split(","))):
        match = re.fullmatch(r"(\d{1,2})?\s*([a-z]*)", part)
        if match is None or (match[2] or STEADY) not in COMPUTER_LEVELS:
            raise UserError(t("Write computers such as “2 steady” or “easy, strong”."))
        levels += [match[2] or STEADY] * int(match[1] or 1)
    return levels


def autocomplete_computer_players(typed: str) -> Completions:
    """Return the autocomplete choices for the computer players of `/game new`: 1 to 5 of each level.

    Only those that contain the typed text are returned.
    """
    pairs = [(number, level) for number in range(1, MAX_PROPOSED_COMPUTERS + 1) for level in COMPUTER_LEVELS]
    return completions(
        [(f"{number} {t(COMPUTER_LEVELS[level])}", f"{number} {level}") for number, level in pairs], typed
    )


# --- a game at once --------------------------------------------------------------------------------


async def start_solo_game(
    response: Response, title: str, *, computer_level: str = STEADY, computer_count: int | None = None,
    channel_id: int | None, guild_id: int | None, settings: dict[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> Outcome:  # fmt: skip
    """Create and start a game of the user against computer players of one level, for `/game solo`.

    Returns the outcome of the start; if the creation is refused, that outcome. ``title`` is a known title's
    key. ``computer_count`` None stands for the title's usual number. Nobody is pinged: in ``settings``,
    ``order`` and ``pace`` are replaced. ``options`` are the chosen values of the title's options, by key;
    ``channel_id`` and ``guild_id`` are Discord ids.
    """
    games, user_id, name = response.bot.games, response.user.id, response.user.display_name
    creation = await game_setup.create_game(
        games, user_id, title=title, name=f"{name}: {title}"[:100], guild_id=guild_id, channel_id=channel_id,
        owner_name=name, options=options,
        settings={**(settings or {}), "order": JOIN_ORDER, "pace": LIVE_PACE},
        computer_levels=[computer_level] * (
            _default_computer_count(title) if computer_count is None else computer_count
        ),
        interaction_id=response.id,
    )  # fmt: skip
    if not creation.ok:
        return creation
    return await game_setup.start_game(
        games, creation.game_id, user_id, interaction_id=f"{response.id}:start"
    )


def _default_computer_count(title: str) -> int:
    """Return the number of computer players in a `/game solo` if the member gives none; ``title`` is a key.

    The number is 2; more if the title needs more players, 1 if the title is for two players only.
    """
    data = TITLES[title].played({}).data
    return min(max(DEFAULT_COMPUTER_COUNT, data.min_players - 1), data.max_players - 1)


async def solo_intro(response: Response, game_id: int) -> str:
    """Return the text that begins a game of `/game solo`: the computer players, and what to do first."""
    return t(
        "You play against {names}. They act by themselves. When it is your turn, a card here says so: "
        "press **Take turn** on it. **What would you do?** on your page tells what a strong player would do.",
        names=await _computer_players_text(response, game_id),
    )  # fmt: skip


async def _computer_players_text(response: Response, game_id: int) -> str:
    """Return as one text the names and levels of the computer players in a `/game solo` or `/game learn`.

    The text is "" if there is no such game.
    """
    info = await response.bot.games.info(game_id)
    return join_and(
        [escape(name_with_level(seat)) for seat in info.seats if seat.computer_level] if info else []
    )


TUTORIAL_TEXT = msg(
    "You buy shares and run railway companies; the richest player wins when the bank is empty. Each page "
    "explains one thing and advises a move. Your first dividend comes after about fifteen presses."
)

Level = Literal["easy", "steady", "strong"]


@app_commands.command(name="solo", description="Play a game against computers at once")
@app_commands.describe(title="Which game", computers="How many computers", level="How well they play")
async def solo_command(
    interaction: discord.Interaction[Any], title: str,
    computers: app_commands.Range[int, 1, 19] | None = None, level: Level = "steady",
) -> None:  # fmt: skip
    """Handle `/game solo`: create and start a game against computer players, and explain its beginning.

    ``title`` is as the member typed it. An error is shown instead if it is unknown, if the member may not
    create games here, or if the game is refused.
    """
    async with respond_to(interaction) as response:
        preferences = await require_game_creation_allowed(response)
        outcome = await start_solo_game(
            response, require_title(title), computer_level=level, computer_count=computers,
            channel_id=interaction.channel_id, guild_id=interaction.guild_id,
            settings=preferences.settings_of_new_games(),
        )  # fmt: skip
        if await response.ok_or_show_refusal(outcome):
            await response.show_text(await solo_intro(response, outcome.game_id))
            await selftest.warn_of_missing_permissions(response, interaction.channel_id)


def tutorial_title_and_options() -> tuple[str, dict[str, str]]:
    """Return the key of the title with which `/game learn` teaches, and its options (values by key).

    The title is the first one that has options for a first game. Raises RuntimeError if none has.
    """
    options_by_title = {
        title: {option.key: option.first_game for option in TITLES[title].options if option.first_game}
        for title in TITLES
    }
    for title, options in options_by_title.items():
        if options:
            return title, options
    raise RuntimeError("no title has options for a first game")


async def start_tutorial(response: Response, channel_id: int | None, guild_id: int | None) -> Outcome:
    """Create and start a tutorial of the user against easy computer players, for `/game learn`.

    Returns the outcome of the start; if the creation is refused, that outcome. ``channel_id`` and
    ``guild_id`` are Discord ids. Raises RuntimeError if no title has options for a first game.
    """
    title, options = tutorial_title_and_options()
    preferences = await response.bot.preferences.server_preferences(guild_id)
    settings = {**preferences.settings_of_new_games(), TUTORIAL_SETTING: True}
    return await start_solo_game(
        response,
        title,
        computer_level=EASY,
        channel_id=channel_id,
        guild_id=guild_id,
        settings=settings,
        options=options,
    )


async def tutorial_intro(response: Response, game_id: int) -> str:
    """Return the text that begins a tutorial of `/game learn`, with its title and the opponents' names.

    Raises RuntimeError if no title has options for a first game.
    """
    names = await _computer_players_text(response, game_id)
    game_text = t("You play {title} against {names}.", title=tutorial_title_and_options()[0], names=names)
    return f"{t(TUTORIAL_TEXT)}\n{game_text}"


@app_commands.command(name="learn", description="Learn the game: a tutorial, against computers")
async def learn_command(interaction: discord.Interaction[Any]) -> None:
    """Handle `/game learn`: create and start a tutorial, and explain its beginning.

    An error is shown instead if the member may not create games here, or if the game is refused.
    """
    async with respond_to(interaction) as response:
        await require_game_creation_allowed(response)
        outcome = await start_tutorial(response, interaction.channel_id, interaction.guild_id)
        if await response.ok_or_show_refusal(outcome):
            card_text = t("Your turn's card comes below: press **Take turn** on it. It opens the tutorial.")
            await response.show_text(f"{await tutorial_intro(response, outcome.game_id)}\n{card_text}")
            await selftest.warn_of_missing_permissions(response, interaction.channel_id)


@solo_command.autocomplete("title")
async def _autocomplete_titles(interaction: discord.Interaction[Any], typed: str) -> Completions:
    """Autocomplete the title of `/game solo`; each label also has the numbers of players."""
    return autocomplete_titles(typed)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register `/game solo` and `/game learn` in the command group `/game`, which must exist already."""
    group = tree.get_command("game")
    assert isinstance(group, app_commands.Group)
    group.add_command(solo_command)
    group.add_command(learn_command)

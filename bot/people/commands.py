"""`/me`: a member's preferences, games, statistics and stored data; also in direct messages."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.calls.model import HOUR, MINUTE
from bot.chat.bounds import InvalidInput
from bot.chat.buttons import button_handler
from bot.chat.frame import SECONDARY, SUCCESS, Page, action_row, build_layout
from bot.chat.locale import LANGUAGE_NAMES
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button, press_without_game, select_menu
from bot.chat.respond import Ack, Response, respond_to
from bot.chat.table_option import STATUS_LABELS
from bot.games import stored_games
from bot.people import service as people_service
from bot.people import stats
from bot.store.game_rows import GameInfo
from bot.store.preferences import CONFIRM_ALWAYS, CONFIRM_DANGER, MemberPreferences
from bot.table.confirm import action_result_page, confirmation_page
from bot.words import msg, t, tn
from bot.words.colours import CONTRAST, DARK, PRINTED, SAFE, STANDARD

THEME_LABELS = {
    "": msg("Pictures: as on the server"),
    STANDARD: msg("Pictures: usual colours"),
    DARK: msg("Pictures: dark"),
    CONTRAST: msg("Pictures: high contrast"),
    SAFE: msg("Pictures: colour-blind safe"),
    PRINTED: msg("Pictures: like printed games"),
}
CONFIRM_LABELS = {
    CONFIRM_ALWAYS: msg("Confirm: every move"),
    CONFIRM_DANGER: msg("Confirm: only what is final"),
}
DISCORD_LANGUAGE_LABEL = msg("The language of your Discord")
CHAT_LANGUAGE_LABEL = msg("The language of this chat")
TOGGLES = ("text_first", "guide")
"""Preferences that are on or off."""

MAX_GAMES = 25
"""The maximum number of games in the list."""

DATA_LABELS = {
    "seat": msg("seats that you hold"),
    "tenure": msg("seats that you held, with times"),
    "record": msg("moves that you made"),
    "game": msg("tables that you made"),
    "draft": msg("unfinished turns"),
    "plan": msg("plans"),
    "interaction": msg("answers of the last seven days"),
    "audit": msg("interventions as owner or game master"),
    "member_pref": msg("your settings, and the words that were explained to you"),
    "follower": msg("tables that you follow"),
    "standing_order": msg("standing orders"),
    "member_hours": msg("your time zone, hours and pings"),
    "vacation": msg("vacations"),
    "muted": msg("games that you muted"),
    "nudge": msg("games where you nudged somebody"),
    "wait": msg("games that wait for you"),
    "proxy": msg("seats that you play for others"),
    "vote": msg("seats or moves for which you asked your table"),
    "ballot": msg("votes that you cast"),
}
"""What each database table holds about a member, in words."""

ALL_INSTALLATIONS = app_commands.AppInstallationType(guild=True, user=True)
ALL_CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
Interaction = discord.Interaction[Any]


class DataCommands(app_commands.Group, name="data", description="What is stored of you"):
    """The command group `/me data`: what is stored about a member."""

    @app_commands.command(description="What is stored of you, in short")
    async def what(self, interaction: Interaction) -> None:
        """Handle `/me data what`: show the member how many rows of each kind are stored about them.

        If nothing is stored, a sentence says so.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            counts = await people_service.count_rows_about_user(response.bot.games, response.user.id)
            lines = [
                f"- {t(DATA_LABELS[name]) if name in DATA_LABELS else name}: {count}"
                for name, count in counts.items()
            ]
            header, nothing_text = t("## What is stored of you"), t("Nothing is stored of you.")
            remark = t(
                "-# `/me data get` hands it out, `/me data forget` takes it away; PRIVACY.md says more."
            )
            await response.show(Page(build_layout(header, "\n".join(lines) or nothing_text, remark)))

    @app_commands.command(description="All that is stored of you, as a file")
    async def get(self, interaction: Interaction) -> None:
        """Handle `/me data get`: send the member a private JSON file with all data stored about them."""
        async with respond_to(interaction, Ack.PRIVATE) as response:
            data = await people_service.data_about_user(response.bot.games, response.user.id)
            text = await asyncio.to_thread(json.dumps, data, ensure_ascii=False, indent=1, default=str)
            file = discord.File(io.BytesIO(text.encode()), "stationmaster-data.json")
            await response.show(Page(text=t("All that is stored of you."), files=[file]))

    @app_commands.command(description="Forget you: your seats get a number, your games go on")
    async def forget(self, interaction: Interaction) -> None:
        """Handle `/me data forget`: ask the member to confirm the deletion of their data."""
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await response.show(await _confirm_data_deletion_page(response))


class MeCommands(
    app_commands.Group, name="me", description="Your settings, your games, what is stored of you"
):
    """The command group `/me`: a member's games, statistics, preferences and data."""

    data = DataCommands()

    @app_commands.command(description="Your games on all servers")
    async def games(self, interaction: Interaction) -> None:
        """Handle `/me games`: show links to the member's open games, first those that wait for the member.

        If there are no games, a sentence says so. The list is cut to 3500 characters.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            lines = await _own_game_lines(response)
            nothing_text = t("You play in no game; `/game new` makes one in a channel of a server.")
            await response.show(
                Page(build_layout(t("## Your games"), "\n".join(lines)[:3500] or nothing_text))
            )

    @app_commands.command(description="Games, wins and the time of your turns; only you see it")
    async def stats(self, interaction: Interaction) -> None:
        """Handle `/me stats`: show the member their results by title and the average time of their turns."""
        async with respond_to(interaction, Ack.PRIVATE) as response:
            await response.show(await _stats_page(response))

    @app_commands.command(description="Your language, how pictures look, what asks before it is done")
    async def prefs(self, interaction: Interaction) -> None:
        """Handle `/me prefs`: show the member the page of their preferences, with controls to change them."""
        async with respond_to(interaction, Ack.PRIVATE) as response:
            preferences = await response.bot.preferences.member_preferences(response.user.id)
            await response.show(preferences_page(preferences, _default_language_label(response)))


async def _own_game_lines(response: Response) -> list[str]:
    """Return a line for each of the 25 newest open games in which the member holds a seat, for `/me games`.

    Games that wait for the member come first. Return [] if there are no such games.
    """
    games, user_id = response.bot.games, response.user.id
    waiting_lines: list[str] = []
    other_lines: list[str] = []
    for info in (await stored_games.list_games(games, user_id=user_id))[:MAX_GAMES]:
        is_own_turn = await people_service.is_waiting_for(games, info, user_id)
        (waiting_lines if is_own_turn else other_lines).append(_game_line(info, is_own_turn))
    return [*waiting_lines, *other_lines]


def _game_line(info: GameInfo, is_own_turn: bool) -> str:
    """Return the line of a game in `/me games`: its name, linked to its channel if any, its title and status.

    If ``is_own_turn``, the line says "your turn" instead of the status.
    """
    url = f"https://discord.com/channels/{info.guild_id or '@me'}/{info.channel_id}"
    name = f"[{escape(info.name)}]({url})" if info.channel_id else escape(info.name)
    status_text = t("**your turn**") if is_own_turn else t(STATUS_LABELS[info.status])
    return f"- {name} · {info.title} · {status_text}"


async def _stats_page(response: Response) -> Page:
    """Build the page of `/me stats`: the member's results by title and the average length of their turns.

    The page also counts the games that the member plays now. Finished games with computer players are counted
    apart. The lines are cut to 3500 characters.
    """
    games, user_id = response.bot.games, response.user.id
    results, (turn_count, average_seconds) = await response.bot.store.read(
        partial(stats.statistics_of_user, user_id=user_id)
    )
    present_games = [
        info
        for info in await stored_games.list_games(games, user_id=user_id)
        if info.status in ("running", "paused")
    ]
    lines = [
        tn("You play at {count} table now.", "You play at {count} tables now.", len(present_games)),
        _finished_games_line([result for result in results if not result.has_computers]),
        *_title_lines([result for result in results if not result.has_computers]),
    ]
    if with_computers := [result for result in results if result.has_computers]:
        lines += [
            t("**Against computers, or with them**: {told}", told=_finished_games_text(with_computers)),
            *_title_lines(with_computers),
        ]
    if turn_count:
        duration = _duration_text(average_seconds)
        lines.append(
            tn(
                "{count} turn taken, {span} after it came on average",
                "{count} turns taken, {span} after they came on average",
                turn_count, span=duration,
            )
        )  # fmt: skip
    remark = t("-# Games that were ended by hand do not count. Nobody else sees this.")
    return Page(build_layout(t("## What you have played"), "\n".join(lines)[:3500], remark))


def _finished_games_line(results: Sequence[stats.Result]) -> str:
    """Return the bold line of `/me stats` with how many games the member has finished and won."""
    return f"**{_finished_games_text(results)}**"


def _finished_games_text(results: Sequence[stats.Result]) -> str:
    """Return the text of `/me stats` with the number of these finished games and how many the member won."""
    wins = sum(result.place == 1 for result in results)
    return tn("{count} game finished, {won} won", "{count} games finished, {won} won", len(results), won=wins)


def _title_lines(results: Sequence[stats.Result]) -> list[str]:
    """Return one line of `/me stats` for each title, sorted by title, with the member's places.

    A line has the places of the last 25 games of the title. ``results`` must be sorted, the oldest first.
    Return [] if there are no results.
    """
    return [_title_line(title, results) for title in sorted({result.title for result in results})]


def _title_line(title: str, results: Sequence[stats.Result]) -> str:
    """Return the line of `/me stats` with a title and the member's places in the last 25 games of it.

    ``results`` may include other titles, and must be sorted, the oldest first.
    """
    title_results = [result for result in results if result.title == title]
    places = ", ".join(
        t("{place} of {players}", place=result.place, players=result.players)
        for result in title_results[-MAX_GAMES:]
    )
    return t("- {title}: places {places}", title=title, places=places)


def _duration_text(seconds: int) -> str:
    """Return the average length of a member's turns as text, for `/me stats`.

    The text is in seconds below 2 minutes, in whole minutes below 2 hours, else in whole hours, rounded down.
    """
    if seconds < 2 * MINUTE:
        return tn("{count} second", "{count} seconds", seconds)
    if seconds < 2 * HOUR:
        return tn("{count} minute", "{count} minutes", seconds // MINUTE)
    return tn("{count} hour", "{count} hours", seconds // HOUR)


# --- settings ----------------------------------------------------------------------------------------


def _default_language_label(response: Response) -> str:
    """Return the label of the menu entry in `/me prefs` with which a member chooses no language.

    The label says which language the bot then uses: that of the member's Discord client, or of the chat in
    the browser.
    """
    return t(CHAT_LANGUAGE_LABEL) if response.bot.has_one_language else t(DISCORD_LANGUAGE_LABEL)


def preferences_page(preferences: MemberPreferences, default_language_label: str) -> Page:
    """Build the page of `/me prefs`: a member's preferences, with buttons and select menus to change them.

    ``default_language_label`` is the label of the entry of the language menu that chooses no language.
    """
    is_text_first, has_guide = preferences.text_first, preferences.guide
    words_label = t("Words before pictures: on") if is_text_first else t("Words before pictures: off")
    tips_label = t("Tips in the first turns: on") if has_guide else t("Tips in the first turns: off")
    languages = {"": default_language_label, **LANGUAGE_NAMES}
    return Page(
        build_layout(
            t("## Your settings"),
            t("-# Only you see what follows these; what all see is in the language of the server."),
            _preference_menu("language", languages, preferences.language),
            _preference_menu("theme", THEME_LABELS, preferences.theme),
            _preference_menu("confirm", CONFIRM_LABELS, preferences.confirm),
            action_row(
                _toggle_button("text_first", words_label, is_text_first),
                _toggle_button("guide", tips_label, has_guide),
            ),
        )
    )


def _toggle_button(preference: str, label: str, is_on: bool) -> BotItem:
    """Return the button of `/me prefs` that turns a preference, such as "text_first", on or off.

    ``is_on`` is the current value; a press on the button sets the other value.
    """
    press = press_without_game("pref", f"{preference}.{int(not is_on)}")
    return button(press, label, style=SUCCESS if is_on else SECONDARY)


def _preference_menu(
    preference: str, labels_by_value: dict[str, str], chosen_value: str
) -> ui.ActionRow[Any]:
    """Return the row of `/me prefs` with the select menu of a member's preference, such as "theme".

    ``labels_by_value`` are the menu's options, in their order; ``chosen_value`` is selected. Labels are
    translated and cut to 100 characters. The value "" is sent to Discord as "-", since an option's value must
    not be empty.
    """
    options = [
        discord.SelectOption(label=t(label)[:100], value=value or "-", default=value == chosen_value)
        for value, label in labels_by_value.items()
    ]
    return action_row(select_menu(press_without_game("pref", preference), options))


@button_handler("pref")
async def _change_preference(response: Response, press: Press) -> None:
    """Handle the buttons and menus of `/me prefs`: store the preference, and show the page again with it.

    The custom id's arguments are the preference's name and, from a button, "1" (on) or "0" (off); a menu has
    the new value as its value. Raises InvalidInput for an unknown preference or value.
    """
    values = _parse_changed_preference(press.argument(0), press)
    preferences = await response.bot.preferences.update_member_preferences(response.user.id, **values)
    await response.use_preferences()
    await response.show(preferences_page(preferences, _default_language_label(response)))


def _parse_changed_preference(name: str, press: Press) -> dict[str, Any]:
    """Return ``{name: new value}`` for the member's preference that a press on `/me prefs` changes.

    The value is a bool for "text_first" and "guide", and a string ("": none) for "theme", "confirm" and
    "language". Raises InvalidInput for an unknown preference or value.
    """
    if name in TOGGLES:
        return {name: press.argument(1) == "1"}
    menu = {
        "theme": THEME_LABELS,
        "confirm": CONFIRM_LABELS,
        "language": {"": DISCORD_LANGUAGE_LABEL, **LANGUAGE_NAMES},
    }.get(name, {})
    value = press.require_value([option or "-" for option in menu])
    return {name: "" if value == "-" else value}


# --- forgetting ------------------------------------------------------------------------------------


async def _confirm_data_deletion_page(response: Response) -> Page:
    """Build the page of `/me data forget` that asks a member to confirm the deletion of their data.

    The page lists the open games in which the member holds a seat.
    """
    games = await stored_games.list_games(response.bot.games, user_id=response.user.id)
    names = ", ".join(escape(info.name) for info in games) or t("none")
    texts = [
        t("### Forget you?"),
        t("Your seats in these games get a number in place of your name, and are free: {names}", names=names),
        t("The games go on and keep your moves without you. Your settings, drafts and plans are gone."),
    ]
    return confirmation_page(press_without_game("forget", str(response.user.id)), t("forget me"), texts)


@button_handler("forget")
async def _forget_member(response: Response, press: Press) -> None:
    """Handle the confirmed `/me data forget`: delete the member's data, and show whether that was stored.

    The custom id's argument is the member's user id. Raises InvalidInput if it is another member's id.
    """
    user = response.user
    if press.argument_text != str(user.id):
        raise InvalidInput("that page was somebody else's")
    outcomes = await people_service.forget_user(
        response.bot.games, user.id, [user.display_name, user.name], response.id
    )
    response.bot.preferences.drop_member_from_caches(user.id)
    if all(outcome.ok for outcome in outcomes):
        await response.show(
            action_result_page(
                t("You are forgotten. What was posted in channels stays until somebody deletes it.")
            )
        )
    else:
        await response.show(
            action_result_page(t("Not all could be saved; use the command again in a while."))
        )


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/me`."""
    tree.add_command(MeCommands(allowed_installs=ALL_INSTALLATIONS, allowed_contexts=ALL_CONTEXTS))

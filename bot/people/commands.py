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
from bot.chat.bounds import Unreadable
from bot.chat.buttons import verb
from bot.chat.figures import STATUS, plain
from bot.chat.frame import GOOD, PLAIN, layout, row
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Ack, Answer, Page, answering
from bot.games import shelf
from bot.people import service as privacy
from bot.people import stats
from bot.settings.colours import CONTRAST, DARK, PRINTED, SAFE, STANDARD
from bot.settings.locale import SPEECH
from bot.settings.service import ALWAYS, DANGER, Member
from bot.store.game_rows import GameInfo
from bot.table.confirm import done, question
from bot.words import msg, t, tn

THEMES = {
    "": msg("Colours of the server"),
    STANDARD: msg("Usual colours"),
    DARK: msg("Dark"),
    CONTRAST: msg("High contrast"),
    SAFE: msg("For the colour-blind"),
    PRINTED: msg("Like printed games"),
}
CONFIRMS = {
    ALWAYS: msg("Ask before every move"),
    DANGER: msg("Ask only before what cannot be mended"),
}
OWN = msg("The language of your Discord")
OF_TABLE = msg("The language of this chat")
SWITCHES = ("text_first", "guide")
"""Preferences that are on or off."""

MOST = 25
"""Games in the list."""

KEPT = {
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
"""What the tables of the database hold of a member, in words."""

BOTH = app_commands.AppInstallationType(guild=True, user=True)
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
Interaction = discord.Interaction[Any]


class DataCommands(app_commands.Group, name="data", description="What is stored of you"):
    """What is stored of a member."""

    @app_commands.command(description="What is stored of you, in short")
    async def what(self, interaction: Interaction) -> None:
        """Count what is kept."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            found = await privacy.traces(answer.bot.games, answer.user.id)
            lines = [f"- {t(KEPT[name]) if name in KEPT else name}: {count}" for name, count in found.items()]
            head, none = t("## What is stored of you"), t("Nothing is stored of you.")
            note = t("-# `/me data get` hands it out, `/me data forget` takes it away; PRIVACY.md says more.")
            await answer.show(Page(layout(head, "\n".join(lines) or none, note)))

    @app_commands.command(description="All that is stored of you, as a file")
    async def get(self, interaction: Interaction) -> None:
        """Hand it out as JSON."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            found = await privacy.data_of(answer.bot.games, answer.user.id)
            text = await asyncio.to_thread(json.dumps, found, ensure_ascii=False, indent=1, default=str)
            file = discord.File(io.BytesIO(text.encode()), "stationmaster-data.json")
            await answer.show(Page(text=t("All that is stored of you."), files=[file]))

    @app_commands.command(description="Forget you: your seats get a number, your games go on")
    async def forget(self, interaction: Interaction) -> None:
        """Ask once more, and say what becomes of the games."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            await answer.show(await _forget_page(answer))


class MeCommands(
    app_commands.Group, name="me", description="Your settings, your games, what is stored of you"
):
    """Everything about oneself."""

    data = DataCommands()

    @app_commands.command(description="Your games on all servers")
    async def games(self, interaction: Interaction) -> None:
        """List them with links, those that wait for the member first."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            lines = await _my_games(answer)
            none = t("You play in no game; `/game new` makes one in a channel of a server.")
            await answer.show(Page(layout(t("## Your games"), "\n".join(lines)[:3500] or none)))

    @app_commands.command(description="Games, wins and the time of your turns; only you see it")
    async def stats(self, interaction: Interaction) -> None:
        """Count what is finished, by title, and how long turns take."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            await answer.show(await _stats_page(answer))

    @app_commands.command(description="Your language, how pictures look, what asks before it is done")
    async def prefs(self, interaction: Interaction) -> None:
        """Show the panel."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            await answer.show(prefs_page(await answer.bot.settings.member(answer.user.id), _own(answer)))


async def _my_games(answer: Answer) -> list[str]:
    """Return a line for each game of the member, those that wait for the member first."""
    games, user = answer.bot.games, answer.user.id
    waiting: list[str] = []
    others: list[str] = []
    for info in (await shelf.list_games(games, user=user))[:MOST]:
        game = await games.game(info.id) if info.status == "running" else None
        waiting_for = game.waiting() if game is not None else None
        mine = waiting_for is not None and bool(set(info.seats_of(user)) & set(waiting_for.players))
        (waiting if mine else others).append(_game_line(info, mine))
    return [*waiting, *others]


def _game_line(info: GameInfo, mine: bool) -> str:
    """Return the line of a game: a link to its channel, the title, and whose turn or what status it has."""
    place = f"https://discord.com/channels/{info.guild or '@me'}/{info.channel}"
    name = f"[{plain(info.name)}]({place})" if info.channel else plain(info.name)
    state = t("**your turn**") if mine else t(STATUS[info.status])
    return f"- {name} · {info.title} · {state}"


async def _stats_page(answer: Answer) -> Page:
    """Return the page of the member's statistics: results by title and the average time of a turn."""
    games, user = answer.bot.games, answer.user.id
    results, (turns, average) = await answer.bot.store.read(partial(stats.of_user, user=user))
    running = [
        info for info in await shelf.list_games(games, user=user) if info.status in ("running", "paused")
    ]
    lines = [
        tn("You play at {count} table now.", "You play at {count} tables now.", len(running)),
        _finished([r for r in results if not r.computers]),
        *_of_titles([r for r in results if not r.computers]),
    ]
    if against := [r for r in results if r.computers]:
        lines += [
            t("**Against computers, or with them**: {told}", told=_counted(against)),
            *_of_titles(against),
        ]
    if turns:
        span = _duration(average)
        lines.append(
            tn(
                "{count} turn taken, {span} after it came on average",
                "{count} turns taken, {span} after they came on average",
                turns, span=span,
            )
        )  # fmt: skip
    note = t("-# Games that were ended by hand do not count. Nobody else sees this.")
    return Page(layout(t("## What you have played"), "\n".join(lines)[:3500], note))


def _finished(results: Sequence[stats.Result]) -> str:
    return f"**{_counted(results)}**"


def _counted(results: Sequence[stats.Result]) -> str:
    won = sum(result.place == 1 for result in results)
    return tn("{count} game finished, {won} won", "{count} games finished, {won} won", len(results), won=won)


def _of_titles(results: Sequence[stats.Result]) -> list[str]:
    return [_of_title(title, results) for title in sorted({r.title for r in results})]


def _of_title(title: str, results: Sequence[stats.Result]) -> str:
    mine = [result for result in results if result.title == title]
    places = ", ".join(t("{place} of {players}", place=r.place, players=r.players) for r in mine[-MOST:])
    return t("- {title}: places {places}", title=title, places=places)


def _duration(seconds: int) -> str:
    """Return a duration in seconds, minutes or hours in words."""
    if seconds < 2 * MINUTE:
        return tn("{count} second", "{count} seconds", seconds)
    if seconds < 2 * HOUR:
        return tn("{count} minute", "{count} minutes", seconds // MINUTE)
    return tn("{count} hour", "{count} hours", seconds // HOUR)


# --- settings ----------------------------------------------------------------------------------------


def _own(answer: Answer) -> str:
    """Return the label for having no preferred language."""
    return t(OF_TABLE) if answer.bot.one_language else t(OWN)


def prefs_page(settings: Member, own: str) -> Page:
    """Return the page of a member's preferences, with their buttons and menus."""
    words = t("Words before pictures: on") if settings.text_first else t("Words before pictures: off")
    tips = t("Tips in the first turns: on") if settings.guide else t("Tips in the first turns: off")
    return Page(
        layout(
            t("## Your settings"),
            t("-# Only you see what follows these; what all see is in the language of the server."),
            _menu("language", {"": own, **SPEECH}, settings.language),
            _menu("theme", THEMES, settings.theme),
            _menu("confirm", CONFIRMS, settings.confirm),
            row(_switch("text_first", words, settings.text_first), _switch("guide", tips, settings.guide)),
        )
    )


def _switch(key: str, label: str, on: bool) -> GameItem:
    """Return the button that turns a preference on or off."""
    return button(Press(0, 0, "pref", f"{key}.{int(not on)}"), label, style=GOOD if on else PLAIN)


def _menu(key: str, values: dict[str, str], now: str) -> ui.ActionRow[Any]:
    """Return the menu of a preference; `now` is the present value."""
    options = [
        discord.SelectOption(label=t(label)[:100], value=value or "-", default=value == now)
        for value, label in values.items()
    ]
    return row(select(Press(0, 0, "pref", key), options))


@verb("pref")
async def _change(answer: Answer, press: Press) -> None:
    """Store the preference that was pressed, and show the page again."""
    wanted = _preference(press.part(0), press)
    settings = await answer.bot.settings.set_member(answer.user.id, **wanted)
    await answer.use_preferences()
    await answer.show(prefs_page(settings, _own(answer)))


def _preference(key: str, press: Press) -> dict[str, Any]:
    """Return the preference that a press changes. Raises Unreadable."""
    if key in SWITCHES:
        return {key: press.part(1) == "1"}
    menu = {"theme": THEMES, "confirm": CONFIRMS, "language": {"": OWN, **SPEECH}}.get(key, {})
    value = press.require_value([known or "-" for known in menu])
    return {key: "" if value == "-" else value}


# --- forgetting ------------------------------------------------------------------------------------


async def _forget_page(answer: Answer) -> Page:
    """Return the page that asks for confirmation before a member's data is deleted."""
    games = await shelf.list_games(answer.bot.games, user=answer.user.id)
    names = ", ".join(plain(info.name) for info in games) or t("none")
    texts = [
        t("### Forget you?"),
        t("Your seats in these games get a number in place of your name, and are free: {names}", names=names),
        t("The games go on and keep your moves without you. Your settings, drafts and plans are gone."),
    ]
    return question(Press(0, 0, "forget", str(answer.user.id)), t("forget me"), texts)


@verb("forget")
async def _forget(answer: Answer, press: Press) -> None:
    """Delete the member's data after confirmation. Raises Unreadable on another member's page."""
    user = answer.user
    if press.arg != str(user.id):
        raise Unreadable("that page was somebody else's")
    outcomes = await privacy.forget(answer.bot.games, user.id, [user.display_name, user.name], answer.id)
    answer.bot.settings.drop_member(user.id)
    if all(outcome.ok for outcome in outcomes):
        await answer.show(
            done(t("You are forgotten. What was posted in channels stays until somebody deletes it."))
        )
    else:
        await answer.show(done(t("Not all could be saved; use the command again in a while.")))


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Put the commands into the tree."""
    tree.add_command(MeCommands(allowed_installs=BOTH, allowed_contexts=ANYWHERE))

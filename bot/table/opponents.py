"""Computer players of a table before its start, and `/game solo`: a game against computers only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat import selftest
from bot.chat.buttons import verb
from bot.chat.completion import Hints, hints
from bot.chat.current_table import info_pressed
from bot.chat.figures import join_and, plain
from bot.chat.frame import GOOD, layout, row
from bot.chat.press import GameItem, Press, button
from bot.chat.respond import Answer, Page, UserError, answering
from bot.computers.hints import GUIDED
from bot.computers.words import EASY, LEVELS, STEADY
from bot.games.opening import title_in_play
from bot.games.outcome import Outcome
from bot.store.game_rows import GameInfo
from bot.table import service as tables
from bot.table.creating import check_creation
from bot.table.service import JOIN
from bot.table.titles import title_hints, title_named
from bot.words import msg, t
from engine import TITLES

OPPONENTS = 2
"""Computers of a game that somebody plays at once, where the title is for so many."""

LIVE = "live"
"""The pace of a game against computers alone: its card is there, and nobody is called."""

MANY = 5
"""Computers that are proposed while somebody types."""

ABOUT = {
    "easy": msg("mild, for a first game"),
    "steady": msg("plays by rules of thumb, at once"),
    "strong": msg("looks ahead; a turn may take it ten seconds"),
}


def opponents_page(info: GameInfo) -> Page:
    """Return the page with a button for each level, and one to remove each computer."""
    here = [chair for chair in info.seats if chair.computer]
    full = len(info.seats) >= title_in_play(info).data.max_players
    levels = [f"**{t(LEVELS[level])}**: {t(about)}" for level, about in ABOUT.items()]
    told = (
        t("Here: {names}.", names=join_and([plain(c.name) for c in here])) if here else t("None is here yet.")
    )
    add = [_add_button(info, level, full) for level in LEVELS]
    drop = [
        button(Press(info.id, 0, "computer_drop", chair.name), t("Without {name}", name=chair.name)[:80])
        for chair in here
    ]
    rows = [row(*drop[i : i + 5]) for i in range(0, len(drop), 5)]
    return Page(layout(t("### Computers"), "\n".join(levels), told, row(*add), *rows))


def _add_button(info: GameInfo, level: str, full: bool) -> GameItem:
    label = t("Add: {level}", level=t(LEVELS[level]))
    return button(Press(info.id, 0, "computer_add", level), label, style=GOOD, disabled=full)


@verb("computers")
async def _open(answer: Answer, press: Press) -> None:
    """Show the owner the page of computer players. Raises UserError for others."""
    info = await info_pressed(answer, press)
    if answer.user.id != info.owner and not answer.is_master:
        raise UserError(t("Only the owner of the game adds computers; anybody may press **Join**."))
    await answer.show(opponents_page(info))


@verb("computer_add")
async def _add(answer: Answer, press: Press) -> None:
    level = press.require_value(LEVELS)
    done = await tables.add_computer(answer.bot.games, press.game, answer.user.id, level, **answer.asked)
    await _changed(answer, press, done)


@verb("computer_drop")
async def _drop(answer: Answer, press: Press) -> None:
    done = await tables.drop_computer(answer.bot.games, press.game, answer.user.id, press.arg, **answer.asked)
    await _changed(answer, press, done)


async def _changed(answer: Answer, press: Press, done: Outcome) -> None:
    if await answer.accepts(done):
        await answer.show(opponents_page(await info_pressed(answer, press)))


# --- typed -----------------------------------------------------------------------------------------


def levels_of(typed: str) -> list[str]:
    """Parse levels of computers such as "2 steady, strong". Raises UserError."""
    found: list[str] = []
    for part in filter(None, (part.strip().lower() for part in typed.split(","))):
        read = re.fullmatch(r"(\d{1,2})?\s*([a-z]*)", part)
        if read is None or (read[2] or STEADY) not in LEVELS:
            raise UserError(t("Write computers such as “2 steady” or “easy, strong”."))
        found += [read[2] or STEADY] * int(read[1] or 1)
    return found


def level_hints(typed: str) -> Hints:
    """Return the autocomplete choices for levels of computers."""
    told = [(n, level) for n in range(1, MANY + 1) for level in LEVELS]
    return hints([(f"{n} {t(LEVELS[level])}", f"{n} {level}") for n, level in told], typed)


# --- a game at once --------------------------------------------------------------------------------


async def play_alone(
    answer: Answer, title: str, *, level: str = STEADY, count: int | None = None,
    channel: int | None, guild: int | None, settings: dict[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> Outcome:  # fmt: skip
    """Create and start a table of the user and computers. Return the first refusal, if any."""
    games, user, name = answer.bot.games, answer.user.id, answer.user.display_name
    made = await tables.create(
        games, user, title=title, name=f"{name}: {title}"[:100], guild=guild, channel=channel,
        owner_name=name, options=options, settings={**(settings or {}), "order": JOIN, "pace": LIVE},
        computers=[level] * (_usual(title) if count is None else count), interaction_id=answer.id,
    )  # fmt: skip
    if not made.ok:
        return made
    return await tables.start(games, made.game, user, interaction_id=f"{answer.id}:start")


def _usual(title: str) -> int:
    data = TITLES[title].played({}).data
    return min(max(OPPONENTS, data.min_players - 1), data.max_players - 1)


async def against(answer: Answer, number: int) -> str:
    """Return the text about the opponents and the user's first step."""
    info = await answer.bot.games.info(number)
    names = [plain(chair.name) for chair in info.seats if chair.computer] if info else []
    return t(
        "You play against {names}. They act by themselves. When it is your turn, a card here says so: "
        "press **Take turn** on it. **What would you do?** on your page tells what a strong player would do.",
        names=join_and(names),
    )  # fmt: skip


LESSON = msg(
    "You are a railway investor: you buy shares, found companies, lay their track and run their trains; the "
    "richest player wins when the bank is empty. Your page says what each step is about and advises a move: "
    "press **Choose that**, or do something else. A dividend comes after about a dozen turns."
)

LEVEL = Literal["easy", "steady", "strong"]


@app_commands.command(name="solo", description="Play a game against computers at once")
@app_commands.describe(title="Which game", computers="How many computers", level="How well they play")
async def solo_command(
    interaction: discord.Interaction[Any], title: str,
    computers: app_commands.Range[int, 1, 19] | None = None, level: LEVEL = "steady",
) -> None:  # fmt: skip
    """Make a table with computers, and start it."""
    async with answering(interaction) as answer:
        wishes = await check_creation(answer)
        done = await play_alone(
            answer, title_named(title), level=level, count=computers, channel=interaction.channel_id,
            guild=interaction.guild_id, settings=wishes.of_tables(),
        )  # fmt: skip
        if await answer.accepts(done):
            await answer.say(await against(answer, done.game))
            await selftest.warn_at_start(answer, interaction.channel_id)


def lesson() -> tuple[str, dict[str, str]]:
    """Return the title that teaches the game, with its options for a first game."""
    options = {key: {o.key: o.first_game for o in TITLES[key].options if o.first_game} for key in TITLES}
    return next((key, chosen) for key, chosen in options.items() if chosen)


async def play_lesson(answer: Answer, channel: int | None, guild: int | None) -> Outcome:
    """Create and start a guided game against mild computers. Return the first refusal, if any."""
    title, options = lesson()
    server = await answer.bot.settings.server(guild)
    settings = {**server.of_tables(), GUIDED: True}
    return await play_alone(
        answer, title, level=EASY, channel=channel, guild=guild, settings=settings, options=options
    )


async def welcome(answer: Answer, number: int) -> str:
    """Return the text that begins a guided game."""
    return "\n".join([await against(answer, number), t(LESSON)])


@app_commands.command(
    name="learn", description="Learn the game: a first game with a guide, against computers"
)
async def learn_command(interaction: discord.Interaction[Any]) -> None:
    """Make and start a guided game."""
    async with answering(interaction) as answer:
        await check_creation(answer)
        done = await play_lesson(answer, interaction.channel_id, interaction.guild_id)
        if await answer.accepts(done):
            await answer.say(await welcome(answer, done.game))
            await selftest.warn_at_start(answer, interaction.channel_id)


@solo_command.autocomplete("title")
async def _titles(interaction: discord.Interaction[Any], typed: str) -> Hints:
    return title_hints(typed)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Put the command into the group of the table's commands."""
    group = tree.get_command("game")
    assert isinstance(group, app_commands.Group)
    group.add_command(solo_command)
    group.add_command(learn_command)

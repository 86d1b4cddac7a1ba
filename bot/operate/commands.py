"""`/owner`: tools for the bot's operator in their home server: queue, backups, draining, replay."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.chat.frame import Page, build_layout
from bot.chat.markdown import escape
from bot.chat.respond import Ack, Response, UserError, respond_to
from bot.config import Config
from bot.games import stored_games
from bot.games.core import Games
from bot.games.failed_rule_checks import FailedRuleChecks
from bot.games.outcome import closed_game_text
from bot.operate.backup import BackupFailed, back_up
from bot.post import pending
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo
from bot.store.messages.outbox import OutboxRow
from bot.words import msg, t
from bot.work.metrics import METRICS, resident_memory
from engine import EngineError

log = logging.getLogger(__name__)

ROW_LABELS = {
    "setup_card": msg("the table's card"), "turn_card": msg("the card of the turn"), "call": msg("a call"),
    "step_card": msg("the step on a card"),
    "close_card": msg("the end of an old card"),
    "lost_card": msg("that moves of a card are no more"),
    "undone_cards": msg("that moves of cards were taken back"), "table_full": msg("the call of the owner"),
    "again": msg("the call to a table made again"),
    "offer": msg("an offer"), "offer_closed": msg("the end of an offer"), "notice": msg("a notice"),
    "game_over": msg("the ranking"), "followed": msg("a message for those who follow"),
    "log_lines": msg("lines for the log"), "talk": msg("the thread for talk"),
    "reminder": msg("a ping"), "reminder_over": msg("the end of a ping"),
    "offer_call": msg("a call to an offer"), "told": msg("that a table waits long"),
    "digest": msg("a daily digest"), "vote": msg("a vote"), "oops_over": msg("the end of an Oops"),
    "seat_free": msg("a seat that is to be had"), "seat_taken": msg("a seat that was taken"),
    "computer_begins": msg("the begin of a vacation"), "computer_ends": msg("the end of a vacation"),
    "own_pages": msg("the renewal of private pages"),
}  # fmt: skip
DRAINED = msg(
    "No moves are taken any more, and what is owed to the tables is still posted. Restart the bot, or open "
    "it again by the same command with `on: False`."
)
OPENED = msg("Moves are taken again.")
VERIFY_SECONDS = 14 * 60
"""Seconds that a replay of all games may take: Discord waits little longer for an answer."""

STAGE_LABELS = {
    "acknowledged": msg("Acknowledged"), "answered": msg("Answered"), "saved": msg("Saved"),
    "picture": msg("Pictures drawn"), "search": msg("Routes searched"), "queued": msg("Waited for a worker"),
    "message": msg("Posted after the move"),
}  # fmt: skip
MAX_SHOWN = 15
"""Tables on the page."""
MAX_FAILED_CHECKS = 5
"""Laws that failed, on the page."""


class OwnerCommands(
    app_commands.Group,
    name="owner",
    description="For whoever runs this bot",
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
):
    """The command group `/owner`: tools that only the operator of the bot may use."""

    @app_commands.command(description="What waits to be posted at which table, and why")
    async def health(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/owner health`: show games with unsent messages or faults, and metrics.

        A user who is not the bot's operator is told that only the operator may see this.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            _require_operator(response)
            await response.show(await health_page(response))

    @app_commands.command(description="Copies the database now, as each hour")
    async def backup(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/owner backup`: copy the database into the folder of backups, and show the result.

        A user who is not the bot's operator is told that only the operator may do this.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            _require_operator(response)
            await response.show(Page(text=await _back_up(response.bot.config)))

    @app_commands.command(description="Takes no more moves, so that nobody is cut off by a restart")
    @app_commands.describe(on="False takes moves again")
    async def drain(self, interaction: discord.Interaction[Any], on: bool = True) -> None:
        """Handle `/owner drain`: stop accepting moves before a restart; with ``on`` False, accept them again.

        A user who is not the bot's operator is told that only the operator may do this.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            _require_operator(response)
            response.bot.games.is_draining = on
            await response.show(Page(text=t(DRAINED) if on else t(OPENED)))

    @app_commands.command(name="replay-all", description="Replays all open games on this version")
    async def replay_all(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/owner replay-all`: replay all open games in another process, and show the result.

        A user who is not the bot's operator is told that only the operator may do this.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            _require_operator(response)
            await response.show(Page(text=await _replay_open_games(response.bot.config)))


async def _back_up(config: Config) -> str:
    """Back up the operator's database for `/owner backup`; return a sentence about the result.

    It also says so if the backup fails, or if the database is not a SQLite file.
    """
    try:
        backup = await back_up(config.database, config.data / "backups")
    except BackupFailed as error:
        log.exception("no backup")
        return t("No copy was made: {why}", why=escape(str(error)[:300]))
    if backup is None:
        return t("This database is a server with tools of its own: `pg_dump` copies it.")
    size = await asyncio.to_thread(lambda: backup.stat().st_size)
    return t("Copied: `{name}`, {size} kB.", name=backup.name, size=size // 1000)


async def _replay_open_games(config: Config) -> str:
    """Replay all open games in another process, for `/owner replay-all`; return the result as Markdown.

    It has the first 15 lines and the last line of what that process printed, each cut at 150 characters.
    After 14 minutes, the text says that this takes too long.
    """
    try:
        code, lines = await asyncio.to_thread(run_verify, config.database)
    except subprocess.TimeoutExpired:
        return t("This takes too long here: run `python -m bot verify` on the bot's machine.")
    details = "\n".join(f"-# {escape(line[:150])}" for line in [*lines[:-1][:MAX_SHOWN], *lines[-1:]])
    header = t("All games replay.") if code == 0 else t("**Not all games replay.**")
    return f"{header}\n{details}"


def run_verify(url: str) -> tuple[int, list[str]]:
    """Run `python -m bot verify` for a database URL in another process; return its exit code and lines.

    The code is 0 if all games are valid, 1 if not, 2 if the database cannot be read; the lines are what the
    process printed. Raises subprocess.TimeoutExpired after 14 minutes.
    """
    command, env = (sys.executable, "-m", "bot", "verify", "--gently"), {**os.environ, "DATABASE_URL": url}
    process = subprocess.run(
        command, capture_output=True, text=True, timeout=VERIFY_SECONDS, env=env, check=False
    )
    return process.returncode, (process.stdout + process.stderr).strip().splitlines()


def setup(tree: app_commands.CommandTree[Any], home_guild_id: int) -> None:
    """Register the command group `/owner` in the operator's home server (its Discord id)."""
    tree.add_command(OwnerCommands(), guild=discord.Object(home_guild_id))


def _require_operator(response: Response) -> None:
    """Raise UserError unless the user of `/owner` owns the bot's Discord application or is in its team."""
    application = response.bot.application
    team = application.team if application else None
    owners = [member.id for member in team.members] if team else [application.owner.id] if application else []
    if response.user.id not in owners:
        raise UserError(t("Only who runs this bot may see this."))


async def health_page(response: Response) -> Page:
    """Build the page of `/owner health`: metrics, games with faults, and games with unsent messages.

    A game has a fault if it cannot be read, its checksum is wrong or a rule check has failed. At most 15
    games of each kind and five failed rule checks are listed. Errors of the database are raised.
    """
    games = response.bot.games
    failed_by_game: dict[int, list[OutboxRow]] = defaultdict(list)
    for row in await pending.failed_messages(games):
        failed_by_game[row.game_id].append(row)
    title, count = t("## Health"), len(await stored_games.list_games(games))
    lag = round(response.bot.latency * 1000)
    fault_lines = "\n".join(_fault_lines(games))
    header = "\n".join(
        [t("Open tables: {count} · {lag} ms to Discord", count=count, lag=lag), *metric_lines(response)]
    )
    if not failed_by_game:
        return Page(
            build_layout(
                title, header, fault_lines, t("Nothing waits: all that is owed to the tables was posted.")
            )
        )
    infos = [await stored_games.info_of_game(games, game) for game in list(failed_by_game)[:MAX_SHOWN]]
    lines = [_waiting_messages_line(info, failed_by_game[info.id]) for info in infos if info is not None]
    lines += (
        [t("-# … {count} more", count=len(failed_by_game) - MAX_SHOWN)]
        if len(failed_by_game) > MAX_SHOWN
        else []
    )
    return Page(
        build_layout(
            title,
            header,
            fault_lines,
            t("**Tables with something that waits: {count}**", count=len(failed_by_game)),
            "\n".join(lines),
        )
    )


def _fault_lines(games: Games) -> list[str]:
    """Return warnings for the operator about games that cannot be read, fail rule checks or are changed.

    A changed game is one whose checksum is wrong. At most 15 games of each kind are named.
    """
    return [
        *(
            _unreadable_game_line(game, error)
            for game, error in sorted(games.unreadable_games.items())[:MAX_SHOWN]
        ),
        *_failed_check_lines(games.failed_rule_checks),
        *map(_wrong_checksum_line, sorted(games.ids_of_games_with_wrong_checksum)[:MAX_SHOWN]),
    ]


def _wrong_checksum_line(game_id: int) -> str:
    """Return a warning for the operator about a game whose row or seats do not match their checksum.

    ``game_id`` is the game's id.
    """
    return t(
        "⚠ Table {game}: its title, name, place, status, settings or seats are not as they were stored; "
        "its moves are. Put right what is wrong with `/gm replace`, `/gm pause` or `/gm table`.",
        game=game_id,
    )


def _unreadable_game_line(game_id: int, error: EngineError) -> str:
    """Return a warning for the operator about a game whose log cannot be read.

    The warning is a sentence on the damage or the missing title, or else the text of ``error``, cut at 150
    characters.
    """
    if isinstance(error, Damaged):
        return f"⚠ {closed_game_text(error)}"
    return t("⚠ Table {game} cannot be opened: {fault}", game=game_id, fault=escape(str(error)[:150]))


def _failed_check_lines(failed_rule_checks: FailedRuleChecks) -> list[str]:
    """Return warnings for the operator about the latest failed rule checks, the newest first.

    At most five are named, and a last line counts the others. Returns [] if no rule check has failed.
    """
    newest = list(failed_rule_checks.newest)[: -MAX_FAILED_CHECKS - 1 : -1]
    lines = [
        t(
            "⚠ {name} (table {game}), after move {record}: the rule check `{law}` failed: {text} "
            "The game goes on.",
            name=escape(failure.name[:40]), game=failure.game_id, record=failure.record, law=failure.law,
            text=escape(_as_sentence(failure.text[:120])),
        )
        for failure in newest
    ]  # fmt: skip
    others = failed_rule_checks.count - len(newest)
    return [*lines, t("-# … {count} more", count=others)] if others else lines


def _as_sentence(text: str) -> str:
    """Return a text of the engine with a capital at its start and a full stop, for the operator's page."""
    return f"{text[:1].upper()}{text[1:]}."


def metric_lines(response: Response) -> list[str]:
    """Return the lines of metrics for `/owner health`.

    They say how long members wait at each stage (a stage that has not occurred is left out), how many games
    are in memory, how many calls wait for a worker, how much memory is used, and the longest pause of the
    garbage collector. Times are in milliseconds, memory in megabytes.
    """
    lines = []
    for stage, label in STAGE_LABELS.items():
        percentiles = METRICS.median_and_p95(stage)
        if percentiles is not None:
            median, p95 = (round(1000 * seconds) for seconds in percentiles)
            lines.append(
                t(
                    "{name}: half within {half} ms, nearly all within {most} ms",
                    name=t(label),
                    half=median,
                    most=p95,
                )
            )
    pool, megabyte = response.bot.pool, 1 << 20
    loaded_games, waiting_calls = response.bot.games.loaded_count, len(pool.queue)
    lines.append(
        t("In memory: {held} games · waiting for a worker: {waits}", held=loaded_games, waits=waiting_calls)
    )
    main_megabytes, worker_megabytes = (
        resident_memory(os.getpid()) // megabyte,
        sum(map(resident_memory, pool.pids)) // megabyte,
    )
    lines.append(t("Memory: {main} MB, workers {workers} MB", main=main_megabytes, workers=worker_megabytes))
    if response.bot.garbage is not None:
        pause = round(1000 * response.bot.garbage.longest_pause)
        lines.append(t("Longest pause: {pause} ms", pause=pause))
    return [f"-# {line}" for line in lines]


def _waiting_messages_line(info: GameInfo, rows: Sequence[OutboxRow]) -> str:
    """Return the operator's line about a game's messages that wait: since when, attempts and last error.

    ``rows`` has at least one, the oldest first; their kinds are named in the operator's language. The error
    is cut at 80 characters.
    """
    kinds = [
        t(ROW_LABELS[row.kind]) if row.kind in ROW_LABELS else row.kind.replace("_", " ") for row in rows
    ]
    oldest, messages = rows[0], ", ".join(dict.fromkeys(kinds))
    place = f"<#{info.channel_id}>" if info.channel_id else t("no channel")
    details = t(
        "{what}, since <t:{since}:R>, tries: {tries}, next <t:{due}:R>",
        what=messages, since=oldest.owed_since // 1000, tries=oldest.attempts, due=oldest.due // 1000,
    )  # fmt: skip
    return f"**{escape(info.name[:40])}** · {place} · {details} · {escape(oldest.error[:80])}"

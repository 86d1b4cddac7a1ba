"""`/owner`: for whoever runs this bot, in his home guild only: what waits to be posted, and why."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.metrics import METRICS, memory
from bot.respond import Ack, Answer, Page, Sorry, answering
from bot.service import GameInfo
from bot.store.outbox import Row
from bot.texts import msg, t
from bot.ui.figures import plain
from bot.ui.frame import layout

TOLD = {
    "setup_card": msg("the table's card"), "turn_card": msg("the card of the turn"), "call": msg("a call"),
    "close_card": msg("the end of an old card"), "table_full": msg("the call of the owner"),
    "offer": msg("an offer"), "offer_closed": msg("the end of an offer"), "notice": msg("a notice"),
    "game_over": msg("the ranking"), "followed": msg("a message for those who follow"),
    "log_lines": msg("lines for the log"), "talk": msg("the thread for talk"),
    "undo_vote": msg("a vote on taking moves back"), "undo_closed": msg("the end of a vote"),
    "reminder": msg("a ping"), "reminder_over": msg("the end of a ping"),
    "offer_call": msg("a call to an offer"), "told": msg("that a table waits long"),
    "digest": msg("a daily digest"), "vote": msg("a vote"),
    "seat_free": msg("a seat that is to be had"), "seat_taken": msg("a seat that was taken"),
}  # fmt: skip
SPENT = {
    "acknowledged": msg("Acknowledged"), "answered": msg("Answered"), "saved": msg("Saved"),
    "picture": msg("Pictures drawn"), "search": msg("Routes searched"), "queued": msg("Waited for a worker"),
    "message": msg("Posted after the move"),
}  # fmt: skip
SHOWN = 15
"""Tables on the page."""


class OwnerCommands(
    app_commands.Group,
    name="owner",
    description="For whoever runs this bot",
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
):
    """What only the operator may see."""

    @app_commands.command(description="What waits to be posted at which table, and why")
    async def health(self, interaction: discord.Interaction[Any]) -> None:
        """The state of the queue."""
        async with answering(interaction, Ack.PRIVATE) as answer:
            _check_owner(answer)
            await answer.show(await health_page(answer))


def setup(tree: app_commands.CommandTree[Any], home: int) -> None:
    """Register the group in the home guild."""
    tree.add_command(OwnerCommands(), guild=discord.Object(home))


def _check_owner(answer: Answer) -> None:
    application = answer.bot.application
    team = application.team if application else None
    owners = [m.id for m in team.members] if team else [application.owner.id] if application else []
    if answer.user.id not in owners:
        raise Sorry(t("Only who runs this bot may see this."))


async def health_page(answer: Answer) -> Page:
    """How many messages wait, and for each table what has waited longest."""
    service = answer.bot.service
    waiting: dict[int, list[Row]] = defaultdict(list)
    for row in await service.backlog():
        waiting[row.game].append(row)
    title, games = t("## Health"), len(await service.list_games())
    lag = round(answer.bot.latency * 1000)
    head = "\n".join([t("Open tables: {count} · {lag} ms to Discord", count=games, lag=lag), *spent(answer)])
    if not waiting:
        return Page(layout(title, head, t("Nothing waits: all that is owed to the tables was posted.")))
    infos = [await service.info(game) for game in list(waiting)[:SHOWN]]
    lines = [_line(info, waiting[info.id]) for info in infos if info is not None]
    lines += [t("-# … {count} more", count=len(waiting) - SHOWN)] if len(waiting) > SHOWN else []
    return Page(
        layout(
            title,
            head,
            t("**Tables with something that waits: {count}**", count=len(waiting)),
            "\n".join(lines),
        )
    )


def spent(answer: Answer) -> list[str]:
    """What the figures say: how long members wait, and what it takes."""
    lines = []
    for stage, name in SPENT.items():
        found = METRICS.usual(stage)
        if found is not None:
            half, most = (round(1000 * seconds) for seconds in found)
            lines.append(
                t(
                    "{name}: half within {half} ms, nearly all within {most} ms",
                    name=t(name),
                    half=half,
                    most=most,
                )
            )
    pool, megabyte = answer.bot.pool, 1 << 20
    held, waits = answer.bot.service.held, len(pool.line)
    lines.append(t("In memory: {held} games · waiting for a worker: {waits}", held=held, waits=waits))
    main, workers = memory(os.getpid()) // megabyte, sum(map(memory, pool.pids)) // megabyte
    lines.append(t("Memory: {main} MB, workers {workers} MB", main=main, workers=workers))
    if answer.bot.garbage is not None:
        pause = round(1000 * answer.bot.garbage.longest)
        lines.append(t("Longest pause: {pause} ms", pause=pause))
    return [f"-# {line}" for line in lines]


def _line(info: GameInfo, rows: Sequence[Row]) -> str:
    kinds = [t(TOLD[row.kind]) if row.kind in TOLD else row.kind.replace("_", " ") for row in rows]
    first, what = rows[0], ", ".join(dict.fromkeys(kinds))
    where = f"<#{info.channel}>" if info.channel else t("no channel")
    told = t(
        "{what}, since <t:{since}:R>, tries: {tries}, next <t:{due}:R>",
        what=what, since=first.since // 1000, tries=first.attempts, due=first.due // 1000,
    )  # fmt: skip
    return f"**{plain(info.name[:40])}** · {where} · {told} · {plain(first.error[:80])}"

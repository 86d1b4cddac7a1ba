"""`/owner`: for whoever runs this bot, in his home guild only: what waits to be posted, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.respond import Ack, Answer, Page, Sorry, answering
from bot.service import GameInfo
from bot.store.outbox import Row
from bot.ui.figures import plain
from bot.ui.frame import layout

TOLD = {
    "setup_card": "the table's card", "turn_card": "the card of the turn", "call": "a call",
    "close_card": "the end of an old card", "table_full": "the call of the owner", "offer": "an offer",
    "offer_closed": "the end of an offer", "notice": "a notice", "game_over": "the ranking",
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
        raise Sorry("Only who runs this bot may see this.")


async def health_page(answer: Answer) -> Page:
    """How many messages wait, and for each table what has waited longest."""
    service = answer.bot.service
    waiting: dict[int, list[Row]] = defaultdict(list)
    for row in await service.backlog():
        waiting[row.game].append(row)
    head = f"{len(await service.list_games())} open tables · {round(answer.bot.latency * 1000)} ms to Discord"
    if not waiting:
        return Page(layout("## Health", head, "Nothing waits: all that is owed to the tables was posted."))
    infos = [await service.info(game) for game in list(waiting)[:SHOWN]]
    lines = [_line(info, waiting[info.id]) for info in infos if info is not None]
    lines += [f"-# … {len(waiting) - SHOWN} more tables"] if len(waiting) > SHOWN else []
    return Page(layout("## Health", head, f"**What waits at {len(waiting)} tables**", "\n".join(lines)))


def _line(info: GameInfo, rows: Sequence[Row]) -> str:
    what = ", ".join(dict.fromkeys(TOLD.get(row.kind, row.kind.replace("_", " ")) for row in rows))
    first = rows[0]
    where = f"<#{info.channel}>" if info.channel else "no channel"
    return (
        f"**{plain(info.name[:40])}** · {where} · {what}, since <t:{first.since // 1000}:R>, "
        f"{first.attempts} tries, next <t:{first.due // 1000}:R> · {plain(first.error[:80])}"
    )

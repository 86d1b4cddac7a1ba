"""What presses do: a handler is registered for a verb and finds everything by the press.

@verb("pay")
async def _pay(answer: Answer, press: Press) -> None: ...
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.bounds import Unreadable
from bot.chat.current_table import check_place
from bot.chat.press import ENTRY, Press, meant
from bot.chat.respond import Ack, Answer, Lost, Stale, Unanswered, UserError, answering
from bot.games import shelf
from bot.words import t
from bot.work.logs import note
from bot.work.registry import Registry

Handler = Callable[[Answer, Press], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """What a press does. ``current``: only when the game still is at the revision of the press."""

    handler: Handler
    ack: Ack = Ack.AUTO
    current: bool = False


VERBS = Registry[Verb]("presses")


def verb(name: str, *, ack: Ack = Ack.AUTO, current: bool = False) -> Callable[[Handler], Handler]:
    """Register the handler of a verb; a verb that opens a modal takes ``ack=Ack.NONE``."""

    def register(handler: Handler) -> Handler:
        VERBS.add(name)(Verb(handler, ack, current))
        return handler

    return register


async def dispatch(interaction: discord.Interaction[Any], press: Press) -> None:
    """Answer a press; what was chosen in a menu of buttons is the press of that button."""
    press = meant(press)
    found = VERBS.get(press.verb)
    note(game=press.game, rev=press.rev)
    with suppress(Unanswered):
        async with answering(interaction, found.ack if found else Ack.PRIVATE) as answer:
            if found is None:
                raise UserError(
                    t("This button is of another version of the bot; /turn shows the game as it is.")
                )
            await _check(answer, press, found)
            await found.handler(answer, press)


async def _check(answer: Answer, press: Press, found: Verb) -> None:
    """Whether the press may do anything: its table is open to the member, its revision is not gone."""
    await check_place(answer, press.game)
    if await _lost(answer, press):
        raise Lost(press.game, press.rev)
    if found.current and (rev := await _moved_on(answer, press)) is not None:
        raise Stale(press.game, rev)


async def _lost(answer: Answer, press: Press) -> bool:
    """Whether the message is from before a copy was restored, of moves that the copy does not have."""
    message = answer.interaction.message
    if message is None or press.verb == "turn":
        return False
    made = int(message.created_at.timestamp() * 1000)
    return await shelf.is_lost(answer.bot.games, press.game, press.rev, made)


async def _moved_on(answer: Answer, press: Press) -> int | None:
    info = await answer.bot.games.info(press.game)
    return None if info is None or info.rev == press.rev else info.rev


@verb(ENTRY)
async def _no_entry(answer: Answer, press: Press) -> None:
    raise Unreadable(f"no entry of a menu: {press.value[:40]!r}")

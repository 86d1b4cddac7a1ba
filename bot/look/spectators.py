"""What spectators read: messages for those who follow, the log in its thread, and the thread for talk."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Literal

import discord

from bot.cards.lines import lines_of
from bot.chat.figures import brief, heading, plain, player_line
from bot.chat.frame import layout
from bot.chat.respond import Page
from bot.games.history import record_sentences
from bot.games.turns import turns
from bot.look.following import LOG, TALK
from bot.post.deliver import posts
from bot.post.message import Post
from bot.post.sender import Obsolete
from bot.words import known, t
from engine import Game

log = logging.getLogger(__name__)

FEW = 3
"""Lines of what happened for those who follow everything."""

ROOM, LINE = 1700, 300
"""Characters of a message in the log thread, and of a line."""

MINUTES: Literal[10080] = 10080
"""A thread is put away after a week; what is posted in it brings it back."""


@posts("followed")
async def _followed(post: Post) -> None:
    game, users = post.running(), [int(user) for user in post.payload["users"]]
    parts = PAGES[post.payload["what"]](post, game)
    for_whom = t("-# For those who follow: {names}", names=", ".join(f"<@{user}>" for user in users))
    place = await _thread(post, LOG, make=False)
    await post.send(Page(layout(*parts, for_whom)), ping=users, to=place)


def _round(post: Post, game: Game) -> list[str]:
    """A round has ended: what begins, and how everybody stands."""
    head = t("### {name}: {round} begins", name=plain(post.info.name), round=known(game.round_title()))
    return [head, _standing(post, game)]


def _end(post: Post, game: Game) -> list[str]:
    return [t("### {name}: the game is over", name=plain(post.info.name)), _standing(post, game)]


def _turn(post: Post, game: Game) -> list[str]:
    return [heading(post.info, game, mention=False), lines_of(turns(game, int(post.payload["rev"]) - 1), FEW)]


PAGES = {"round": _round, "end": _end, "turn": _turn}


def _standing(post: Post, game: Game) -> str:
    scores = game.scores()
    order = sorted(game.view.seats, key=lambda seat: -scores.get(seat, 0))
    return "\n".join(player_line(game.view, post.info, seat, scores.get(seat)) for seat in order)


# --- threads ---------------------------------------------------------------------------------------


@posts("log_lines")
async def _log_lines(post: Post) -> None:
    game, card = post.running(), post.cards.get(LOG)
    first = card.rev if card is not None else 0
    lines = log_lines(game, first)
    if not lines:
        raise Obsolete("nothing is new for the log")
    place = await _thread(post, LOG, make=True)
    if place is None:
        raise Obsolete("there can be no thread for the log here")
    await post.send(Page(layout("\n".join(_fitting(lines)))), card=LOG, to=place)


def log_lines(game: Game, first: int) -> list[str]:
    """A line for each record after one, those that were taken back struck through."""
    active = {record.seq for record in game.active}
    lines = []
    for record in game.log[first:]:
        said = " ".join(record_sentences(game, record))
        if said:
            text = brief(said, LINE)
            gone = record.kind == "action" and record.seq not in active
            lines.append(f"`{record.seq}` ~~{text}~~" if gone else f"`{record.seq}` {text}")
    return lines


def _fitting(lines: Sequence[str]) -> list[str]:
    """The newest lines that fit a message, and how many do not."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(kept) + len(line) > ROOM:
            return [t("-# … {count} earlier lines under Log", count=len(lines) - len(kept)), *reversed(kept)]
        kept.append(line)
    return list(reversed(kept))


@posts("talk")
async def _talk(post: Post) -> None:
    if TALK in post.cards:
        raise Obsolete("there is a thread for talk")
    place = await _thread(post, TALK, make=True)
    if place is None:
        raise Obsolete("there can be no thread for talk here")
    name, cards = plain(post.info.name), post.info.channel
    text = t("Talk about “{name}” here; its cards stay in <#{channel}>.", name=name, channel=cards)
    await post.send(Page(layout(text)), card=TALK, to=place)


async def _thread(post: Post, kind: str, *, make: bool) -> Any:
    """The thread of a kind, made where it is not there; None where there can be none."""
    card = post.cards.get(kind)
    if card is not None:
        try:
            return await post.channel(card.channel)
        except discord.NotFound:
            log.info("the thread %s of game %s is gone", kind, post.info.id)
    parent = await post.channel(post.info.channel) if make else None
    if not isinstance(parent, discord.TextChannel):
        return None
    names = {LOG: t("{name} · log", name=post.info.name), TALK: t("{name} · talk", name=post.info.name)}
    kind_of = discord.ChannelType.public_thread
    return await parent.create_thread(name=names[kind][:100], type=kind_of, auto_archive_duration=MINUTES)

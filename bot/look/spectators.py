"""Messages for spectators: news for those who follow a game, its log thread and its talk thread."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Literal

import discord

from bot.cards.lines import turns_as_text
from bot.cards.past_turns import turns_after
from bot.cards.texts import card_heading, player_line
from bot.chat.frame import Page, build_layout
from bot.chat.markdown import escape, escape_and_shorten
from bot.games.history import sentences_of_record
from bot.look.following import LOG, TALK
from bot.post.deliver import posts
from bot.post.message import PostContext
from bot.post.sender import Obsolete
from bot.words import t, translated
from engine import Game

log = logging.getLogger(__name__)

MAX_LINES = 3
"""The maximum number of lines about a turn for those who follow everything."""

MAX_TEXT, MAX_LINE = 1700, 300
"""The maximum number of characters of a message in the log thread, and of a line."""

ARCHIVE_MINUTES: Literal[10080] = 10080
"""The number of minutes without a message after which Discord archives a thread: a week."""


@posts("followed")
async def _post_followed(post: PostContext) -> None:
    """Post news (a new round, a turn or the end) to the game's followers, and ping them.

    The message goes to the log thread if there is one, else to the game's channel. The payload has the event
    (``what``: "round", "turn" or "end"), the game's revision at that event (``rev``) and the followers
    (``users``, their ids). Raises Obsolete before the start or if the message was replaced, Postpone if the
    bot cannot write there, and discord.HTTPException or discord.RateLimited.
    """
    game, user_ids = post.require_started_game(), [int(user_id) for user_id in post.payload["users"]]
    parts = NEWS_BY_EVENT[post.payload["what"]](post, game)
    followers_line = t(
        "-# For those who follow: {names}", names=", ".join(f"<@{user_id}>" for user_id in user_ids)
    )
    thread = await _find_or_create_thread(post, LOG, create_if_missing=False)
    await post.send(Page(build_layout(*parts, followers_line)), mentions=user_ids, recipient=thread)


def _round_news(post: PostContext, game: Game) -> list[str]:
    """Return the news for followers of the game that a round has begun: a heading, and the standings."""
    header = t(
        "### {name}: {round} begins", name=escape(post.info.name), round=translated(game.round_title())
    )
    return [header, _standings_text(post, game)]


def _end_news(post: PostContext, game: Game) -> list[str]:
    """Return the news for followers that the game is over: a heading, and the standings."""
    return [t("### {name}: the game is over", name=escape(post.info.name)), _standings_text(post, game)]


def _turn_news(post: PostContext, game: Game) -> list[str]:
    """Return the news of a turn for followers: a heading (who is to act), and lines on what was done.

    At most 3 lines describe the moves from record number ``payload["rev"]`` on.
    """
    return [
        card_heading(post.info, game, mention=False),
        turns_as_text(turns_after(game, int(post.payload["rev"]) - 1), MAX_LINES),
    ]


NEWS_BY_EVENT = {"round": _round_news, "end": _end_news, "turn": _turn_news}


def _standings_text(post: PostContext, game: Game) -> str:
    """Return a line with cash, worth and shares of each player, the richest first, as news for followers."""
    scores = game.scores()
    seats = sorted(game.view.seats, key=lambda seat: -scores.get(seat, 0))
    return "\n".join(player_line(game.view, post.info, seat, scores.get(seat)) for seat in seats)


# --- threads ---------------------------------------------------------------------------------------


@posts("log_lines")
async def _post_log_lines(post: PostContext) -> None:
    """Post new lines of the log for spectators in the game's log thread, which is created if missing.

    They are the lines since the last post, whose revision is stored with the thread. Raises Obsolete before
    the start, if there are no new lines, or if there can be no thread; Postpone if the bot cannot write
    there, and discord.HTTPException or discord.RateLimited.
    """
    game, card = post.require_started_game(), post.cards.get(LOG)
    last_posted = card.revision if card is not None else 0
    lines = log_lines(game, last_posted)
    if not lines:
        raise Obsolete("nothing is new for the log")
    thread = await _find_or_create_thread(post, LOG, create_if_missing=True)
    if thread is None:
        raise Obsolete("there can be no thread for the log here")
    await post.send(
        Page(build_layout("\n".join(_newest_lines_that_fit(lines)))), card_kind=LOG, recipient=thread
    )


def log_lines(game: Game, last_posted: int) -> list[str]:
    """Return the lines of the log thread for spectators: one for each record after number ``last_posted``.

    If it is 0, all records have lines. Undone moves are struck through, and each line is cut to 300
    characters. Records that say nothing are left out.
    """
    active_numbers = {record.number for record in game.active_records}
    lines = []
    for record in game.log[last_posted:]:
        sentence = " ".join(sentences_of_record(game, record))
        if sentence:
            text = escape_and_shorten(sentence, MAX_LINE)
            is_undone = record.kind == "action" and record.number not in active_numbers
            lines.append(f"`{record.number}` ~~{text}~~" if is_undone else f"`{record.number}` {text}")
    return lines


def _newest_lines_that_fit(lines: Sequence[str]) -> list[str]:
    """Return the newest of ``lines`` that fit in 1700 characters, a message of the spectators' log thread.

    If some do not fit, a first line counts those left out. ``lines`` come oldest first, as do those returned.
    """
    newest_lines: list[str] = []
    for line in reversed(lines):
        if sum(map(len, newest_lines)) + len(newest_lines) + len(line) > MAX_TEXT:
            return [
                t("-# … {count} earlier lines under Log", count=len(lines) - len(newest_lines)),
                *reversed(newest_lines),
            ]
        newest_lines.append(line)
    return list(reversed(newest_lines))


@posts("talk")
async def _open_talk_thread(post: PostContext) -> None:
    """Open a thread in which players talk with spectators of the game, with a first message.

    Raises Obsolete if the thread exists already or cannot be created in this channel, Postpone if the bot
    cannot write there, and discord.HTTPException or discord.RateLimited.
    """
    if TALK in post.cards:
        raise Obsolete("there is a thread for talk")
    thread = await _find_or_create_thread(post, TALK, create_if_missing=True)
    if thread is None:
        raise Obsolete("there can be no thread for talk here")
    name, channel_id = escape(post.info.name), post.info.channel_id
    text = t("Talk about “{name}” here; its cards stay in <#{channel}>.", name=name, channel=channel_id)
    await post.send(Page(build_layout(text)), card_kind=TALK, recipient=thread)


async def _find_or_create_thread(post: PostContext, kind: str, *, create_if_missing: bool) -> Any:
    """Return the game's thread for spectators of this ``kind``: its log (LOG) or the place to talk (TALK).

    If ``create_if_missing``, a missing or deleted thread is created. Returns None if there is no thread and
    none is to be created, or if the game's channel is not a text channel. Raises discord.HTTPException if
    Discord refuses, and Postpone if the bot cannot write in the thread or the channel.
    """
    card = post.cards.get(kind)
    if card is not None:
        try:
            return await post.find_channel(card.channel_id)
        except discord.NotFound:
            log.info("the thread %s of game %s is gone", kind, post.info.id)
    parent = await post.find_channel(post.info.channel_id) if create_if_missing else None
    if not isinstance(parent, discord.TextChannel):
        return None
    names = {LOG: t("{name} · log", name=post.info.name), TALK: t("{name} · talk", name=post.info.name)}
    thread_type = discord.ChannelType.public_thread
    return await parent.create_thread(
        name=names[kind][:100], type=thread_type, auto_archive_duration=ARCHIVE_MINUTES
    )

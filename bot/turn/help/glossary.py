"""Explains the words of a title's rulebook on the page where a member meets one for the first time.

The words are the title's (`TitleData.words`). What a member has met is kept with his settings; a line stays
on the pages of the revision on which it came.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui
from sqlalchemy.exc import SQLAlchemyError

from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.store.preferences import MemberPreferences
from bot.turn.session.session import TurnSession
from bot.words import translated
from engine.api.table import Word

log = logging.getLogger(__name__)

MAX_WORDS = 2
"""The most words that one page explains."""


async def explanations(session: TurnSession, builder: PageBuilder) -> list[str]:
    """Return a line for each rulebook term that the reader of a turn page meets first there.

    There are at most MAX_WORDS lines, for below the page. The terms are stored as met in the member's
    settings. [] if the database fails.
    """
    settings, user = session.answer.bot.preferences, session.answer.user.id
    words_on_page = words_in(session.game.title.data.words, page_text(builder))
    try:
        title, game_and_rev = session.info.title, [session.info.id, session.game.rev]
        new_words = words_to_explain(await settings.member(user), title, words_on_page, game_and_rev)
        await settings.store_explained_words(user, title, [word.word for word in new_words], game_and_rev)
    except (SQLAlchemyError, OSError):
        log.exception("what a member has read cannot be kept; no word is explained")
        return []
    return [f"-# {word_line(word)}" for word in new_words]


def words_to_explain(
    member: MemberPreferences, title: str, words: Sequence[Word], game_and_rev: Sequence[int]
) -> list[Word]:
    """Return the terms among ``words`` on a turn page that the member has not met before, at most MAX_WORDS.

    ``words`` are in the order of the page. Terms stored at this game and revision (``game_and_rev``) count as
    not met, so that the page explains them again.
    """
    explained = member.words.get(title, {})
    candidates = [
        word for word in words if list(explained.get(word.word, game_and_rev)) == list(game_and_rev)
    ]
    return sorted(candidates, key=lambda word: word.word not in explained)[:MAX_WORDS]


def word_line(word: Word) -> str:
    """Return a term of the rulebook and its meaning as one line for a turn page."""
    name = translated(word.word)
    return f"**{escape(name[:1].upper() + name[1:])}**: {escape(translated(word.text))}"


def words_in(words: Sequence[Word], text: str) -> list[Word]:
    """Return the terms of the rulebook that the text of a turn page contains, in the text's order."""
    places = ((_position_in_text(word, text), word) for word in words)
    return [
        word
        for place, word in sorted(places, key=lambda place_and_word: place_and_word[0])
        if place < len(text)
    ]


def _position_in_text(word: Word, text: str) -> int:
    """Return the index at which a turn page's text first contains a term or one of its forms.

    Its length if nowhere.
    """
    matches = (_pattern(translated(form)).search(text) for form in (word.word, *word.also))
    return min((match.start() for match in matches if match), default=len(text))


def _pattern(form: str) -> re.Pattern[str]:
    """Return the regular expression that finds a form of a rulebook's term on a turn page.

    It matches whole words; a form with capitals must match exactly.
    """
    exact = form != form.lower()
    return re.compile(rf"(?<!\w){re.escape(form)}(?!\w)", 0 if exact else re.IGNORECASE)


def page_text(builder: PageBuilder) -> str:
    """Return all text of a turn page: its paragraphs, buttons and menus."""
    return "\n".join(
        [
            *builder.texts,
            *builder.captions,
            *builder.below,
            *(text for items in builder.all_rows() for item in items for text in _item_texts(item)),
        ]
    )


def _item_texts(item: ui.Item[Any]) -> Iterator[str]:
    """Yield the texts of a turn page's button or menu: its label, or its placeholder and entries."""
    inner = item.item if isinstance(item, ui.DynamicItem) else item
    if isinstance(inner, ui.Button):
        yield inner.label or ""
    elif isinstance(inner, ui.Select):
        yield inner.placeholder or ""
        yield from (f"{option.label} {option.description or ''}" for option in inner.options)

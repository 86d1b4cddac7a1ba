"""Explains the terms of a title's rulebook on the page where a member meets one for the first time.

The terms are the title's (`TitleData.words`). Which terms were explained to a member is stored with the
member's preferences; an explanation stays on the pages of the revision at which it was first shown.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
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

MAX_TERMS = 2
"""The maximum number of terms that one page explains."""


async def explanation_lines(session: TurnSession, builder: PageBuilder) -> list[str]:
    """Return a line for each rulebook term that the reader of a turn page sees for the first time.

    At most two lines are returned. They stay if the page is shown again at this revision. The terms are
    stored in the member's preferences as explained once the page is shown (`TurnSession.store_explanations`).
    [] if there are no new terms, and if the preferences cannot be read.
    """
    preferences, user_id = session.response.bot.preferences, session.response.user.id
    terms_on_page = terms_in(session.game.title.data.words, page_text(builder))
    try:
        title, game_and_revision = session.info.title, [session.info.id, session.game.revision]
        new_terms = terms_to_explain(
            await preferences.member_preferences(user_id), title, terms_on_page, game_and_revision
        )
    except (SQLAlchemyError, OSError):
        log.exception("what a member has read is not known; no word is explained")
        return []
    if words := [term.word for term in new_terms]:
        session.explanations_to_store.append(
            partial(preferences.store_explained_terms, user_id, title, words, game_and_revision)
        )
    return [f"-# {glossary_line(term)}" for term in new_terms]


def terms_to_explain(
    member: MemberPreferences, title: str, terms: Sequence[Word], game_and_revision: Sequence[int]
) -> list[Word]:
    """Return those ``terms`` of a title's rulebook that a turn page explains to a member, at most two.

    ``terms`` are those on the page, in its order. Terms that were explained to the member before are left
    out, but those explained in this game at this revision come first again (``game_and_revision``: the game's
    id and its revision).
    """
    explained = member.words.get(title, {})
    candidates = [
        term for term in terms if list(explained.get(term.word, game_and_revision)) == list(game_and_revision)
    ]
    return sorted(candidates, key=lambda term: term.word not in explained)[:MAX_TERMS]


def glossary_line(term: Word) -> str:
    """Return a term of the rulebook with its meaning, as one line of a turn page."""
    name = translated(term.word)
    return f"**{escape(name[:1].upper() + name[1:])}**: {escape(translated(term.text))}"


def terms_in(terms: Sequence[Word], text: str) -> list[Word]:
    """Return those ``terms`` of a rulebook that occur in the text of a turn page, in the text's order."""
    positions = ((_position_in_text(term, text), term) for term in terms)
    return [
        term
        for position, term in sorted(positions, key=lambda position_and_term: position_and_term[0])
        if position < len(text)
    ]


def _position_in_text(term: Word, text: str) -> int:
    """Return the index at which a text first contains a term or a form of it; the text's length if none."""
    matches = (_term_pattern(translated(form)).search(text) for form in (term.word, *term.also))
    return min((match.start() for match in matches if match), default=len(text))


@lru_cache(maxsize=1024)
def _term_pattern(form: str) -> re.Pattern[str]:
    """Return the regular expression that finds a form of a rulebook's term in a text, as whole words.

    A form with capitals must match exactly; others are found ignoring case.
    """
    exact = form != form.lower()
    return re.compile(rf"(?<!\w){re.escape(form)}(?!\w)", 0 if exact else re.IGNORECASE)


def page_text(builder: PageBuilder) -> str:
    """Return all text of a turn page that is being built: its paragraphs, buttons and menus."""
    return "\n".join(
        [
            *builder.texts,
            *builder.captions,
            *builder.texts_below_pictures,
            *builder.notes,
            *(text for items in builder.all_rows() for item in items for text in _item_texts(item)),
        ]
    )


def _item_texts(item: ui.Item[Any]) -> Iterator[str]:
    """Yield the texts of a turn page's button (its label) or select menu (its placeholder and entries).

    Nothing is yielded for other items.
    """
    inner = item.item if isinstance(item, ui.DynamicItem) else item
    if isinstance(inner, ui.Button):
        yield inner.label or ""
    elif isinstance(inner, ui.Select):
        yield inner.placeholder or ""
        yield from (f"{option.label} {option.description or ''}" for option in inner.options)

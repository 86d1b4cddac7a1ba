"""Tips: one sentence on what a step is about, in a member's first turns in a title; a button turns tips off.

The sentences are the title's (`TitleData.guide`). Which tips a member has seen is stored with the member's
preferences. A tutorial has lessons instead (`bot.turn.help.tutorial`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import button
from bot.computers.hints import is_tutorial
from bot.store.preferences import MemberPreferences
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession
from bot.words import t, translated

log = logging.getLogger(__name__)

MAX_TURNS_WITH_TIP = 3
"""The maximum number of a member's turns with a tip, for each step of a title."""


async def add_tip(session: TurnSession, builder: PageBuilder) -> None:
    """Add a tip about the current step to a turn page, in the member's first three turns with this step.

    Turns are counted for each title and step; this turn is stored as one of them once the page is shown
    (`TurnSession.store_explanations`). The first page also gets [No more tips]. Nothing is added if the title
    has no tip for the step, if the member wants none, in a tutorial, if the player is not to act or has
    chosen a value, or if the member's preferences cannot be read.
    """
    next_decision = session.next_decision
    text = (
        session.game.title.data.guide.get(next_decision.step) if next_decision and session.is_to_act else None
    )
    if next_decision is None or not text or (session.draft is not None and session.draft.args):
        return
    if is_tutorial(session.info):
        return
    preferences, user_id, title = (
        session.response.bot.preferences,
        session.response.user.id,
        session.info.title,
    )
    try:
        turn_ids = turns_with_tip(
            await preferences.member_preferences(user_id), title, next_decision.step, turn_id(session)
        )
    except (SQLAlchemyError, OSError):
        log.exception("what a member has read is not known; the step is not explained")
        return
    if turn_ids is None:
        return
    session.explanations_to_store.append(
        partial(preferences.store_explained_step, user_id, title, next_decision.step, turn_ids)
    )
    builder.notes.append(f"-# 💡 {escape(translated(text))}")
    if session.draft is None:
        builder.append_button(button(session.press_for(button_names.TURN_TIPS_OFF), t("No more tips")))


def turns_with_tip(
    member: MemberPreferences, title_key: str, step_name: str, current_turn_id: str
) -> Sequence[str] | None:
    """Return the ids of the turns in which a tip about this step was shown to a member, including this turn.

    They are to be stored in the member's preferences. None if no tip is to be shown: after three other turns,
    or if the member wants no tips. ``current_turn_id`` is the id of this turn (`turn_id`), ``title_key`` the
    key of the title.
    """
    if not member.guide:
        return None
    turns = list(member.guided.get(title_key, {}).get(step_name, ()))
    if current_turn_id in turns:
        return turns
    return [*turns, current_turn_id] if len(turns) < MAX_TURNS_WITH_TIP else None


def turn_id(session: TurnSession) -> str:
    """Return an id of the current turn, by which members' preferences count the turns with a tip.

    It consists of the game's id, the round and the company that acts; if no company acts, the game's revision
    takes its place.
    """
    cursor = session.game.state.cursor
    actor = cursor.actor if session.company else session.game.revision
    return f"{session.info.id}.{cursor.round}.{cursor.number}.{cursor.part}.{actor}"

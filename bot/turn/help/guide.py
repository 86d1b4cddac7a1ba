"""One sentence on what a step is about, for a member's first turns in a title; a button turns it off.

The sentences are the title's (`TitleData.guide`). What a member has read is kept with the member's settings.
A guided game explains each step and advises a move on each turn.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from bot.cards.income import had_dividend, received_by
from bot.chat.frame import Sheet
from bot.chat.markdown import escape
from bot.chat.press import button
from bot.chat.respond import UserError
from bot.computers.hints import is_guided
from bot.games.outcome import Outcome
from bot.store.preferences import Member
from bot.turn.help.advice import advice_text, computer_choice
from bot.turn.session.session import TurnSession
from bot.words import t, translated

log = logging.getLogger(__name__)

TURNS = 3
"""The turns of a member in which a step is explained, for each step of a title."""


async def add_guide(session: TurnSession, sheet: Sheet) -> None:
    """Add a tip about the current step to the turn page, in a member's first turns with this step.

    A guided game always has it. Nothing is added out of turn, or if the database fails.
    """
    waiting = session.waiting
    text = session.game.title.data.guide.get(waiting.step) if waiting and session.on_turn else None
    if waiting is None or not text or (session.draft is not None and session.draft.args):
        return
    if is_guided(session.info):
        sheet.texts.append(_tip(text))
        return
    settings, user, title = session.answer.bot.settings, session.answer.user.id, session.info.title
    try:
        turns_explained = turns_to_keep(await settings.member(user), title, waiting.step, turn_of(session))
        if turns_explained is None:
            return
        await settings.keep_guided(user, title, waiting.step, turns_explained)
    except (SQLAlchemyError, OSError):
        log.exception("what a member has read cannot be kept; the step is not explained")
        return
    sheet.texts.append(_tip(text))
    if session.draft is None:
        sheet.append_button(button(session.press("w_no_guide"), t("No more tips")))


async def advise(session: TurnSession) -> None:
    """Put a computer's advice on the first page of a turn, and on that of its run, in a guided game.

    None is put there if it cannot be found in time.
    """
    if is_guided(session.info) and session.on_turn and not session.advice and _begins_choice(session):
        try:
            session.advice = advice_text(session, await computer_choice(session))
        except UserError as error:
            log.info("game %s: no advice: %s", session.info.id, error)


def dividend_text(session: TurnSession, outcome: Outcome) -> str:
    """Return the sentence on what the member's moves brought him as a dividend; "" if nothing.

    A guided game explains the first one.
    """
    amount = received_by(session.game, outcome.seqs, session.seat)
    if not amount:
        return ""
    money = session.view.money(amount)
    text = t("💰 **You receive {money} in dividends.**", money=money)
    if is_guided(session.info) and not had_dividend(session.game, min(outcome.seqs), session.seat):
        text += " " + t("That is your first: your part, as a shareholder, of what the trains have earned.")
    return text


def _begins_choice(session: TurnSession) -> bool:
    """Return True if this is the first page of a turn, or the page of a run that shows the best routes."""
    if session.draft is None:
        return True
    next_field = None if session.draft.args else session.next_field()
    return next_field is not None and next_field.kind == "routes"


def _tip(text: str) -> str:
    """Return the line of small text that explains a step of the turn."""
    return f"-# 💡 {escape(translated(text))}"


def turns_to_keep(member: Member, title: str, step_name: str, turn: str) -> Sequence[str] | None:
    """Return the keys of the turns in which a tip on the turn page explained this step, with this turn.

    None to explain it no more: after TURNS of them, or if the member wants no tips.
    """
    if not member.guide:
        return None
    turns = list(member.guided.get(title, {}).get(step_name, ()))
    if turn in turns:
        return turns
    return [*turns, turn] if len(turns) < TURNS else None


def turn_of(session: TurnSession) -> str:
    """Return the key that tells one turn from another for tips.

    It has the game, its round and who acts, or the revision outside of companies' turns.
    """
    cursor = session.game.state.cursor
    actor = cursor.actor if session.company else session.game.rev
    return f"{session.info.id}.{cursor.round}.{cursor.number}.{cursor.part}.{actor}"

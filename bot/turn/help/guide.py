"""One sentence on what a step is about, for a member's first turns in a title; a button turns it off.

The sentences are the title's (`TitleData.guide`). What a member has read is kept with the member's settings.
A guided game explains each step and advises a move on each turn.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from bot.cards.income import dividends_in, dividends_of_seat, had_dividend
from bot.cards.past_turns import turns_after
from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import button
from bot.computers.hints import is_guided
from bot.games.outcome import Outcome
from bot.store.preferences import MemberPreferences
from bot.turn.help.advice import advice_text
from bot.turn.session.advised import guided_choice
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine.api.stories import CursorMoved, Part

log = logging.getLogger(__name__)

MAX_TURNS_WITH_TIP = 3
"""The turns of a member in which a step is explained, for each step of a title."""


async def add_tip(session: TurnSession, builder: PageBuilder) -> None:
    """Add a tip about the current step to a turn page, in a member's first turns with this step.

    There are MAX_TURNS_WITH_TIP. The turn is stored as explained, and [No more tips] is added to the
    first page. A guided game adds its lesson instead. Nothing is added out of turn, after a value is chosen,
    or if the database fails.
    """
    waiting = session.waiting
    text = session.game.title.data.guide.get(waiting.step) if waiting and session.is_on_turn else None
    if waiting is None or not text or (session.draft is not None and session.draft.args):
        return
    if is_guided(session.info):
        builder.below[:0] = [
            _tip_line(lesson) for lesson in [_tip_for_step(session, waiting.step, text)] if lesson
        ]
        return
    settings, user, title = session.answer.bot.preferences, session.answer.user.id, session.info.title
    try:
        turns_explained = turns_with_tip(await settings.member(user), title, waiting.step, turn_id(session))
        if turns_explained is None:
            return
        await settings.store_explained_step(user, title, waiting.step, turns_explained)
    except (SQLAlchemyError, OSError):
        log.exception("what a member has read cannot be kept; the step is not explained")
        return
    builder.texts.append(_tip_line(text))
    if session.draft is None:
        builder.append_button(button(session.press("w_no_guide"), t("No more tips")))


async def set_advice(session: TurnSession) -> None:
    """Set the computer's advice (``session.advice``) for the first page of a turn in a guided game.

    None is set out of turn, if it is not found in time, or if it is to run the routes that the page shows.
    """
    if (
        not is_guided(session.info)
        or not session.is_on_turn
        or session.advice
        or not _is_before_choice(session)
    ):
        return
    choice = await guided_choice(session)
    if choice is not None and (session.draft is None or choice.moves[0][0] != session.draft.kind):
        session.advice = advice_text(session, choice)


def dividend_text(session: TurnSession, outcome: Outcome) -> str:
    """Return the sentence on the dividends that the moves of ``outcome`` brought the player; "" if none.

    A guided game explains his first ones.
    """
    amount = dividends_of_seat(session.game, outcome.seqs, session.seat)
    if not amount:
        return ""
    money = session.view.money(amount)
    text = t("💰 **You receive {money} in dividends.**", money=money)
    if is_guided(session.info) and not had_dividend(session.game, min(outcome.seqs), session.seat):
        text += " " + t("That is your first: your part, as a shareholder, of what the trains have earned.")
    return text


def _is_before_choice(session: TurnSession) -> bool:
    """Return True if the turn page is the first one, or that of a run whose best routes are still shown.

    It may fill in values of the unfinished move that leave no choice.
    """
    if session.draft is None:
        return True
    next_field = None if session.draft.args else session.next_field()
    return next_field is not None and next_field.kind == "routes"


def news_since_last_move(session: TurnSession) -> str:
    """Return what has happened to a player with his last move and since, for the top of his turn page.

    It tells that move, and names rounds that began and what privates and other companies paid him. "" before
    his first move, out of turn, after his choice has begun, and in a game that is not guided.
    """
    if not is_guided(session.info) or not session.is_on_turn or not _is_before_choice(session):
        return ""
    game, seat, money = session.game, session.seat, session.view.money
    own_last = next((record.seq for record in reversed(game.active) if record.by == seat), 0)
    news = list[str]()
    for turn in turns_after(game, own_last - 1) if own_last else ():
        news += [t("🚂 {round} begins.", round=turn.begun_round)] if turn.begun_round else []
        for line in turn.lines:
            if line.part is Part.PAID and line.values.get("player") == seat:
                name, amount = session.view.spec(str(line.values["private"])).name, line.values["amount"]
                news.append(t("💴 {private} pays you {money}.", private=escape(name), money=money(amount)))
            elif turn.first_record == own_last and line.part is not Part.PAID:
                news.append(f"✔ {escape(line.text)}")
            elif turn.player != seat and (amount := dividends_in([line], [seat]).get(seat, 0)):
                news.append(t("💰 {line} You receive {money}.", line=escape(line.text), money=money(amount)))
    return "\n".join(news)


def _tip_for_step(session: TurnSession, step_name: str, text: str) -> str:
    """Return what a guided game explains about a step now: another lesson for each move made there.

    ``text`` is the tip on the step, which is told where the title has no lessons for it. "" once all are
    told.
    """
    lessons = session.game.title.data.lessons.get(step_name)
    if lessons is None:
        return text
    moves_made = _count_decisions_at(session, step_name)
    return lessons[moves_made] if moves_made < len(lessons) else ""


def _count_decisions_at(session: TurnSession, step_name: str) -> int:
    """Return how many moves the player has made so far in this game while his turn was at a step."""
    count, current = 0, ""
    for record in session.game.active:
        count += record.by == session.seat and current == step_name
        moves = [event.after.step for event in record.events if isinstance(event, CursorMoved)]
        current = moves[-1] if moves else current
    return count


def _tip_line(text: str) -> str:
    """Return the line of small text that explains a step of the turn."""
    return f"-# 💡 {escape(translated(text))}"


def turns_with_tip(member: MemberPreferences, title: str, step_name: str, turn: str) -> Sequence[str] | None:
    """Return the keys of the turns in which a tip explained this step to a member, with this turn added.

    They are to be stored in his settings. None if the step is not to be explained: after MAX_TURNS_WITH_TIP
    other turns, or if the member wants no tips.
    """
    if not member.guide:
        return None
    turns = list(member.guided.get(title, {}).get(step_name, ()))
    if turn in turns:
        return turns
    return [*turns, turn] if len(turns) < MAX_TURNS_WITH_TIP else None


def turn_id(session: TurnSession) -> str:
    """Return the key that tells one turn from another for tips.

    It has the game, its round and who acts, or the revision outside of companies' turns.
    """
    cursor = session.game.state.cursor
    actor = cursor.actor if session.company else session.game.rev
    return f"{session.info.id}.{cursor.round}.{cursor.number}.{cursor.part}.{actor}"

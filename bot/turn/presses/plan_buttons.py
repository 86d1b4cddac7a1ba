"""What the buttons of a rehearsed turn do: begin it, let a computer propose it, change a part, do it all."""

from __future__ import annotations

from dataclasses import replace

from bot.chat.press import Press
from bot.chat.respond import UserError
from bot.computers.hints import are_hints_allowed, whole_turn
from bot.games import moves
from bot.games.outcome import Outcome
from bot.turn.pages import whole
from bot.turn.pages.workspace import step
from bot.turn.session.rehearsal import Plan
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.pool import PoolFault


def _require_plan(session: TurnSession) -> Plan:
    """Return the plan of the rehearsal; raises UserError without one."""
    if session.plan is None:
        raise UserError(t("There is no rehearsal any more; `/turn` shows what you can do."))
    return session.plan


def _list(session: TurnSession, *, listed: bool = True) -> None:
    """Show the list of the plan's parts, or the page of its next part."""
    assert session.plan is not None
    session.plan, session.changed = replace(session.plan, listed=listed), True


@step("w_whole", chosen=False)
async def _whole(session: TurnSession, press: Press) -> None:
    """Let a strong computer propose the turn, or the rest of it, as one plan."""
    if not are_hints_allowed(session.info):
        raise UserError(t("This table plays without hints."))
    if session.plan is None and not session.on_turn:
        raise UserError(t("You are not on turn now."))
    bot, plan = session.answer.bot, session.plan or Plan(session.company or "")
    try:
        turn_moves = await whole_turn(bot.games, bot.pool, session.info, session.game, session.seat)
    except PoolFault as error:
        raise UserError(t("Nothing was found in time; ask again.")) from error
    session.rehearse(replace(plan, moves=(*plan.moves, *turn_moves), rest=()))
    _list(session)


@step("w_ahead", chosen=False)
async def _ahead(session: TurnSession, press: Press) -> None:
    """Rehearse the next turn of a company, or of the player where none is named."""
    if not session.rehearse(Plan(press.arg, ahead=not session.on_turn)):
        raise UserError(t("This turn cannot be rehearsed now."))


@step("w_part_anew", chosen=False)
async def _anew(session: TurnSession, press: Press) -> None:
    """Choose a part of the plan anew; the parts after it follow as far as they can."""
    plan = _require_plan(session)
    session.rehearse(plan.changing(whole.part_at(plan, press.value)))


@step("w_by_hand", chosen=False)
async def _by_hand(session: TurnSession, press: Press) -> None:
    """Go on with the turn by its pages."""
    _require_plan(session)
    _list(session, listed=False)


@step("w_listed", chosen=False)
async def _listed(session: TurnSession, press: Press) -> None:
    """Show the whole plan."""
    session.rehearse(_require_plan(session))
    _list(session)


@step("w_shorten", chosen=False)
async def _shorten(session: TurnSession, press: Press) -> None:
    """Take back the last part of the plan."""
    plan = _require_plan(session)
    session.rehearse(whole.shortened(plan, press.number()))
    _list(session, listed=plan.listed)


@step("w_leave_plan", chosen=False)
async def _leave(session: TurnSession, press: Press) -> None:
    """Forget the plan and show the game as it is."""
    session.rehearse(None)


@step("w_all", chosen=False, current=False)
async def _all(session: TurnSession, press: Press) -> Outcome:
    """Do all parts of the plan as one: all of them, or none if one is refused."""
    plan = _require_plan(session)
    if plan.ahead or not plan.moves:
        raise UserError(t("This turn has not come yet."))
    return await moves.act_all(
        session.answer.bot.games, session.info.id, session.answer.user.id, list(plan.moves),
        rev=press.rev, interaction_id=session.answer.id, seat=session.seat,
    )  # fmt: skip

"""The hint on a page of a turn: the move that a computer player suggests, found in a worker process."""

from __future__ import annotations

import logging

from bot.chat.respond import UserError
from bot.computers.choose import ComputerDecision
from bot.computers.hints import are_hints_allowed, give_hint, is_tutorial
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.pool import PoolError

log = logging.getLogger(__name__)


async def find_hint_for_turn(session: TurnSession) -> ComputerDecision:
    """Return the move that a computer player suggests for the seat of this turn page, with its reason.

    A worker process searches for it for at most 4 seconds. Except in a tutorial, it is counted as a hint that
    this seat took, once for each position. Raises UserError if the player is not to act, if the game is not
    running or has no hints, or if the search fails or takes too long.
    """
    if not session.is_to_act:
        raise UserError(t("You are not on turn now."))
    if not are_hints_allowed(session.info):
        raise UserError(t("This table plays without hints."))
    bot = session.response.bot
    try:
        return await give_hint(bot.games, bot.pool, session.info, session.game, session.seat)
    except PoolError as error:
        raise UserError(t("Nothing was found in time; ask again.")) from error


async def find_tutorial_hint(session: TurnSession) -> ComputerDecision | None:
    """Return the move that a tutorial suggests on this turn page, with its reason.

    Return None if the game is no tutorial, in a trial, if the player is not to act, and if
    `find_hint_for_turn` raises UserError, which is logged.
    """
    if not is_tutorial(session.info) or not session.is_to_act or session.trial is not None:
        return None
    try:
        return await find_hint_for_turn(session)
    except UserError as error:
        log.info("game %s: no hint: %s", session.info.id, error)
        return None

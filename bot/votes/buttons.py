"""Handlers of the buttons of votes."""

from __future__ import annotations

from bot.chat.buttons import button_handler
from bot.chat.press import Press
from bot.chat.respond import Ack, Answer, UserError
from bot.votes import rows, service
from bot.votes.kinds import vote_kind_of
from bot.votes.undo_vote import NO, YES
from bot.words import t


@button_handler("vote", ack=Ack.PRIVATE)
@button_handler("vote_proxy", ack=Ack.PRIVATE)
async def _handle_vote(answer: Answer, press: Press) -> None:
    """Handle a button or menu of a vote's card ("vote_proxy": of an old card): cast the member's ballot.

    The custom id's argument is the vote's number; a button adds "." and the ballot. The member is told if the
    ballot is refused or the vote is gone. Raises UserError if the number now belongs to a later vote (after a
    restored backup), and InvalidInput without a number.
    """
    vote = await service.vote_of(answer.bot.games, press.number())
    if press.button_name == "vote" and vote is not None and vote.revision != press.revision:
        raise UserError(t("This vote is no longer there."))
    choice = press.value if press.values else press.arg.partition(".")[2]
    await _cast_and_show(answer, press.game_id, press.number(), choice)


@button_handler("undo_yes", ack=Ack.PRIVATE)
@button_handler("undo_no", ack=Ack.PRIVATE)
async def _vote_on_undo(answer: Answer, press: Press) -> None:
    """Handle a button of an old undo card, whose vote had no number yet: cast the member's ballot.

    If no open vote on undo belongs to the card, the member is told that it is gone. Raises UserError if the
    vote has gone after the ballot was cast.
    """
    open_votes = await service.open_votes(answer.bot.games, press.game_id)
    number = next(
        (vote.id for vote in open_votes if (vote.kind, vote.revision) == (rows.UNDO_VOTE, press.revision)), 0
    )
    await _cast_and_show(answer, press.game_id, number, YES if press.button_name == "undo_yes" else NO)


async def _cast_and_show(answer: Answer, game_id: int, vote_id: int, ballot: str) -> None:
    """Cast the member's ballot in a vote and confirm it in private, or say why it is refused.

    Raises UserError if the vote has gone after the ballot was cast.
    """
    games = answer.bot.games
    outcome = await service.cast_vote(games, game_id, vote_id, answer.user.id, ballot, **answer.request_args)
    if not await answer.check_outcome(outcome):
        return
    vote = await service.vote_of(games, vote_id)
    if vote is None:
        raise UserError(t("This vote is no longer there."))
    await answer.show_text(vote_kind_of(vote).confirmation(outcome, ballot))

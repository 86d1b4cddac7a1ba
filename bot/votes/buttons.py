"""Handlers of the buttons of votes."""

from __future__ import annotations

from bot.chat.buttons import button_handler
from bot.chat.press import Press
from bot.chat.respond import Ack, Response, UserError
from bot.votes import rows, service
from bot.votes.kinds import vote_kind_of
from bot.votes.undo_vote import NO, YES
from bot.words import t


@button_handler("vote", ack=Ack.PRIVATE)
@button_handler("vote_proxy", ack=Ack.PRIVATE)
async def _handle_ballot(response: Response, press: Press) -> None:
    """Cast the member's ballot on a press of a button or menu on a vote's card ("vote_proxy": an old card).

    The custom id's argument is the vote's id; a button adds "." and the ballot, a menu has the ballot as its
    value. The member gets a private confirmation, or the reason why the ballot is refused. Raises UserError
    if the id now belongs to a later vote (after a restored backup), and InvalidInput without an id.
    """
    vote = await service.vote_by_id(response.bot.games, press.number_argument())
    if press.button_name == "vote" and vote is not None and vote.revision != press.revision:
        raise UserError(t("This vote is no longer there."))
    ballot = press.value if press.values else press.argument_text.partition(".")[2]
    await _cast_and_confirm(response, press.game_id, press.number_argument(), ballot)


@button_handler("undo_yes", ack=Ack.PRIVATE)
@button_handler("undo_no", ack=Ack.PRIVATE)
async def _vote_on_undo(response: Response, press: Press) -> None:
    """Cast the member's ballot in an undo vote on a press of a button of an earlier version of the bot.

    The custom id of such a button lacks the vote's id: the vote is the one that was opened at the revision of
    the press. The member gets a private confirmation, or the reason why the ballot is refused, for example
    because the vote is gone.
    """
    open_votes = await service.list_open_votes(response.bot.games, press.game_id)
    vote_id = next(
        (vote.id for vote in open_votes if (vote.kind, vote.revision) == (rows.UNDO_VOTE, press.revision)), 0
    )
    await _cast_and_confirm(response, press.game_id, vote_id, YES if press.button_name == "undo_yes" else NO)


async def _cast_and_confirm(response: Response, game_id: int, vote_id: int, ballot: str) -> None:
    """Cast the member's ballot in a vote (its id); show a private confirmation, or why the ballot is refused.

    ``ballot`` is the name of a vote option, or "name:user id" if the option names a member. Raises UserError
    if the vote is gone after the ballot was cast.
    """
    games = response.bot.games
    outcome = await service.cast_vote(
        games, game_id, vote_id, response.user.id, ballot, **response.request_args
    )
    if not await response.ok_or_show_refusal(outcome):
        return
    vote = await service.vote_by_id(games, vote_id)
    if vote is None:
        raise UserError(t("This vote is no longer there."))
    await response.show_text(vote_kind_of(vote).confirmation(outcome, ballot))

"""What the first page of a turn says to a player who is not to act."""

from __future__ import annotations

from bot.chat.markdown import escape
from bot.computers.offers import are_only_computers_to_act, awaited_offer
from bot.turn.session.session import TurnSession
from bot.words import join_and, msg, t

NOT_ON_TURN_TEXT = msg("You are not on turn now. What you can do at any time is under More.")
AT_ANY_TIME_TEXT = msg("What you can do at any time is under More.")


def out_of_turn_text(session: TurnSession) -> str:
    """Return the text for a player who is not to act.

    If only computer players are to act, it names them, or says for whose answer to an offer they wait.
    """
    next_decision = session.next_decision
    if next_decision is not None and are_only_computers_to_act(session.info, next_decision):
        names = join_and([escape(session.view.name(seat)) for seat in next_decision.players])
        text = _awaited_answer_text(session) or t(
            "⏳ {names} is playing. This page shows your turn when it comes; **Refresh** looks at once.",
            names=names,
        )
        return text if not session.moves_at_any_time() else f"{text}\n{t(AT_ANY_TIME_TEXT)}"
    return t(NOT_ON_TURN_TEXT) if session.moves_at_any_time() else t("You are not on turn now.")


def _awaited_answer_text(session: TurnSession) -> str:
    """Return that computer players wait for a person's answer to an offer, and whose; "" if they do not.

    A trial turn has no offers to answer, so the result is "".
    """
    offer = awaited_offer(session.response.bot.games, session.info, session.game)
    if offer is None or session.trial is not None:
        return ""
    maker, recipient = escape(session.view.name(offer.by)), escape(session.view.name(offer.to))
    if offer.to == session.seat:
        return t("⏳ The computers wait for your answer to the offer of {computer}.", computer=maker)
    return t(
        "⏳ The computers wait for the answer of {player} to the offer of {computer}.",
        player=recipient,
        computer=maker,
    )

"""Answers to the offers of others, by what they are worth to whoever is asked."""

from __future__ import annotations

from engine.core.actions import Action
from engine.game import Game
from engine.message import say
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.seat import Decision
from engine.players.worth.appraisal import Appraiser, gain
from engine.steps.offers import AcceptOffer, DeclineOffer

ACCEPTED = say("The offer leaves this seat better off.")
DECLINED = say("The offer brings this seat too little.")


def answer_offer(game: Game, seat: str, offer: str) -> Decision:
    """Accept an open offer where the position after it is worth more to the seat, else decline it."""
    fork, taken = Fork(game), Action(AcceptOffer.kind, seat, {"offer": offer})
    if fork.legal(taken):
        eye = Appraiser(fork, knowledge_of(fork.title))
        before = eye.worths()
        with fork.after(taken):
            won = gain(before, eye.refreshed().worths(), seat)
        if won > 0:
            return Decision((taken,), ACCEPTED)
    return Decision((Action(DeclineOffer.kind, seat, {"offer": offer}),), DECLINED)

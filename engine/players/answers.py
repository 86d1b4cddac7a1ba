"""Answers to the offers of others, by what they are worth to whoever is asked."""

from __future__ import annotations

from engine.core.actions import Action
from engine.game import Game
from engine.message import say
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.seat import Decision
from engine.players.worth.appraisal import Appraiser, gain
from engine.players.worth.belongings import belongings, gives_for_nothing
from engine.steps.offers import AcceptOffer, DeclineOffer

ACCEPTED = say("The offer leaves this seat better off.")
DECLINED = say("The offer brings this seat too little.")


def answer_offer(game: Game, seat: str, offer: str) -> Decision:
    """Accept an open offer where the position after it is worth more to the seat, else decline it.

    An offer for which the seat gives something and pays, too, is declined.
    """
    fork, taken = Fork(game), Action(AcceptOffer.kind, seat, {"offer": offer})
    if fork.legal(taken):
        eye = Appraiser(fork, knowledge_of(fork.title))
        before, had = eye.worths(), belongings(fork.view, seat)
        with fork.after(taken) as view:
            won = gain(before, eye.refreshed().worths(), seat)
            loses = gives_for_nothing(had, belongings(view, seat))
        if won > 0 and not loses:
            return Decision((taken,), ACCEPTED)
    return Decision((Action(DeclineOffer.kind, seat, {"offer": offer}),), DECLINED)

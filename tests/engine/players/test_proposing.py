"""Offers to others: they leave both better off, are accepted by worth, and are not made twice."""

from __future__ import annotations

from engine import Game
from engine.api.table import Offer
from engine.players.answers import answer_offer
from engine.players.proposing import deal_of, propose
from engine.players.seat import Budget
from engine.steps.offers import ACCEPTED
from tests.engine.players.proposals import WORK, before_an_offer, offered


def asking(game: Game) -> str:
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def made(game: Game) -> Offer:
    """The offer that the seat to act proposes to p1, made in the game."""
    found = offered(game, asking(game), "p1")
    assert found is not None
    [action] = found.actions
    game.submit(action)
    [offer] = game.state.offers.values()
    return offer


def test_an_offer_is_one_that_its_receiver_accepts_by_worth() -> None:
    game = before_an_offer()
    offer = made(game)
    assert offer.to == "p1"
    assert offer.price > 0
    answer = answer_offer(game, "p1", offer.id)
    assert [action.kind for action in answer.actions] == ["accept_offer"]
    record = game.submit(answer.actions[0])
    assert any(getattr(event, "how", "") == ACCEPTED for event in record.events)


def test_nobody_is_asked_but_partners() -> None:
    game = before_an_offer()
    seat = asking(game)
    others = [other for other in game.view.seats if other not in (seat, "p1")]
    found = offered(game, seat, *others)
    if found is not None:
        game.submit(found.actions[0])
        assert [offer.to for offer in game.state.offers.values()] == others
    assert offered(game, seat) is None


def test_what_was_refused_is_not_proposed_again() -> None:
    game = before_an_offer()
    seat, trial = asking(game), before_an_offer()
    refused = deal_of(made(trial))
    found = propose(game, seat, Budget(WORK), ["p1"], [refused])
    if found is not None:
        game.submit(found.actions[0])
        assert refused not in map(deal_of, game.state.offers.values())


def test_without_work_nothing_is_proposed() -> None:
    game = before_an_offer()
    assert propose(game, asking(game), Budget(0), ["p1"]) is None

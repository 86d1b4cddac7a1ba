"""Offers to others: they leave both better off, are accepted by worth, and are not made twice."""

from __future__ import annotations

import pytest

from engine import Game
from engine.api.table import Offer
from engine.players.answers import answer_offer
from engine.players.proposing import deal_of, propose
from engine.players.seat import Budget
from engine.players.worth.belongings import belongings, gives_for_nothing
from engine.steps.offers import ACCEPTED
from tests.engine.players.proposals import WORK, before_an_offer, offered
from tests.scenario import act
from tests.titles.g18oe.oe_late import major_phase, stock, with_major, with_minor
from tests.titles.g18oe.test_18oe_trades import table


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


@pytest.mark.parametrize(
    ("back", "payer", "price", "answer"),
    [
        ("nothing", "p2", 10, "decline_offer"),  # p2 would give a private and pay for that
        ("nothing", "p2", 0, "accept_offer"),
        ("nothing", "p1", 10, "accept_offer"),
        ("WS", "p2", 10, "accept_offer"),
    ],
)
def test_nobody_pays_to_be_rid_of_a_private_even_if_that_seems_a_gain(
    monkeypatch: pytest.MonkeyPatch, back: str, payer: str, price: int, answer: str
) -> None:
    monkeypatch.setattr("engine.players.answers.gain", lambda *_: 100.0)
    game = stock(table(p1=100, p2=100))
    act(game, "p1", "offer_trade", item="CCTC" if back == "nothing" else back, to="p2",
        back=back if back == "nothing" else "CCTC", payer=payer, price=price)  # fmt: skip
    assert answer_offer(game, "p2", "o1").actions[0].kind == answer


def test_no_deal_is_proposed_in_which_the_other_gives_a_private_and_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "engine.players.proposing.gain", lambda before, after, _: 1000.0 + after["p1"] - before["p1"]
    )
    owners = with_minor(major_phase("B", "SHTC", "CCTC"), "B", owner="p2", zone="FR").own(
        "p2", "SHTC", "CCTC"
    )
    game = stock(with_major(owners, p3=60).cash(p1=100, p2=100))
    found = propose(game, "p1", Budget(WORK), ["p2"])
    assert found is not None
    act(game, "p1", found.actions[0].kind, **found.actions[0].args)
    had = {seat: belongings(game.view, seat) for seat in ("p1", "p2")}
    act(game, "p2", "accept_offer", offer="o1")
    assert not any(gives_for_nothing(had[seat], belongings(game.view, seat)) for seat in had)

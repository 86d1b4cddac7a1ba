"""Computers propose deals: one a round, to people at a live table, and wait a moment for the answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.computers.choose import DueDecision
from bot.computers.driver import ANSWER_SECONDS
from bot.computers.offers import (
    first_computer_offer_to_person,
    has_made_offer,
    rejected_or_lapsed_deals,
    with_deal_partners,
)
from bot.games.outcome import Outcome, refused_outcome
from engine import Action
from engine.api.players import deal_of
from tests.bot.computers.test_playing import Idle, go_on
from tests.bot.playing import IN_ORDER, deal_by
from tests.bot.tables import Table
from tests.engine.players.proposals import before_an_offer, offered


@pytest.fixture
async def asked(room: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ann plays 1889 with two steady computers, one of which has just made her an offer."""
    await begin_before_an_offer(room, monkeypatch)
    return room


async def begin_before_an_offer(room: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann begins the game in which a computer makes her an offer as soon as it may act."""
    deal_by(monkeypatch, IN_ORDER)
    position = before_an_offer()
    monkeypatch.setattr("bot.table.starting.new_game", lambda *_, **__: position)
    await room.member("Ann").slash("/game solo", title="1889", level="steady")


async def test_computers_wait_for_a_persons_answer_to_an_offer(asked: Table) -> None:
    game, ann = await asked.game(), asked.member("Ann")
    [offer] = game.state.offers.values()
    assert offer.to == "p1"
    card = asked.with_button("Decline")
    await ann.click(card, "Decline")
    assert deal_of(offer) in rejected_or_lapsed_deals(await asked.game(), offer.by)
    await asked.later(2)
    assert (await asked.game()).revision > game.revision + 1


async def test_card_and_page_say_that_they_wait_until_it_is_answered(
    room: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, ann = room.bot.computer_players, room.member("Ann")
    room.bot.computer_players = Idle()  # type: ignore[assignment]
    await begin_before_an_offer(room, monkeypatch)
    page = await ann.slash("/turn")
    assert "is playing" in page.text
    await go_on(room, driver)
    [offer] = (await room.game()).state.offers.values()
    by = (await room.game()).view.name(offer.by)
    [card] = room.posts(f"The computers wait for the answer of Ann to the offer of {by}")
    assert "It plays by itself" not in card.text
    assert f"The computers wait for your answer to the offer of {by}." in page.text
    assert "is playing" not in page.text
    assert "Decline the offer" in page.labels
    await ann.click(room.with_button("Decline"), "Decline")
    assert "It plays by itself" in card.text
    assert "is playing" in page.text


async def test_they_no_longer_say_so_when_the_time_for_an_answer_is_over(
    asked: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def search_on(*_: object) -> Outcome:
        return refused_outcome("still searching", "")

    page, [card] = await asked.member("Ann").slash("/turn"), asked.posts("The computers wait")
    assert "The computers wait" in page.text
    monkeypatch.setattr("bot.computers.driver.make_computer_decision", search_on)
    await asked.later(ANSWER_SECONDS + 2)
    assert (await asked.game()).state.offers
    assert "It plays by itself" in card.text
    assert "is playing" in page.text


async def test_they_go_on_without_an_answer(asked: Table) -> None:
    [offer] = (await asked.game()).state.offers.values()
    await asked.later(ANSWER_SECONDS + 2)
    game = await asked.game()
    assert offer.id not in game.state.offers
    assert deal_of(offer) in rejected_or_lapsed_deals(game, offer.by)


def test_whom_a_computer_may_ask(solo_info) -> None:
    info, game = solo_info
    seat = game.waiting().players[0]
    due = with_deal_partners(info, game, DueDecision(seat))
    others = [other for other in game.view.seats if other != seat]
    assert sorted(due.partners) == sorted(others)
    slow = replace(info, settings={**info.settings, "pace": ""})
    assert with_deal_partners(slow, game, DueDecision(seat)).partners == tuple(o for o in others if o != "p1")
    easy = tuple(replace(each, computer_level="easy") if each.computer_level else each for each in info.seats)
    assert with_deal_partners(replace(info, seats=easy), game, DueDecision(seat)).partners == ()
    held = tuple(replace(each, user_id=7) for each in info.seats)
    assert with_deal_partners(replace(info, seats=held), game, DueDecision(seat)).partners == ()


def test_one_offer_a_round_and_none_that_was_refused(solo_info) -> None:
    info, game = solo_info
    seat = game.waiting().players[0]
    proposal = offered(game, seat, "p1")
    assert proposal is not None
    assert not has_made_offer(game, seat)
    game.submit(proposal.actions[0])
    offer = first_computer_offer_to_person(info, game)
    assert offer is not None
    assert has_made_offer(game, seat)
    assert with_deal_partners(info, game, DueDecision(seat)).partners == ()
    game.submit(Action("decline_offer", "p1", {"offer": offer.id}))
    assert first_computer_offer_to_person(info, game) is None
    assert list(rejected_or_lapsed_deals(game, seat)) == [deal_of(offer)]


@pytest.fixture
async def solo_info(solo: Table):
    """A table of Ann and two steady computers, and a game in which one of them has an offer for her."""
    info = await solo.info()
    seats = tuple(
        replace(each, computer_level="steady") if each.computer_level else each for each in info.seats
    )
    return replace(info, seats=seats), before_an_offer()

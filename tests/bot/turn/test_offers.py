"""Deals on the page of a turn: offered, accepted, countered, withdrawn; what they change for others."""

from __future__ import annotations

from bot.games import stored_games
from engine import Action
from tests.bot.places import Speaks
from tests.bot.scenes import chosen
from tests.bot.tables import Table
from tests.bot.turn.test_workspace import begin_bid, last_said
from tests.simtable import SimAnswer, SimMember


async def private_of(table: Table) -> tuple[SimMember, SimMember]:
    """The first member bought a private; returns him and another one who is not on turn."""
    ann, cy = table.member("Ann"), table.member("Cy")
    await table.act(ann, "buy_item", item="SLR")
    return ann, cy


async def offered(table: Table, price: str = "30") -> tuple[SimMember, SimMember, SimAnswer]:
    ann, cy = await private_of(table)
    page = await ann.slash("/turn")
    assert "You are not on turn now" in page.text
    await ann.click(page, "More")
    assert "### At any time" in page.text
    assert "You have no open offers." not in page.text
    await ann.click(page, "Offer a deal on a private company")
    await chosen(ann, page, await table.seat_of(cy))
    modal = await ann.click(page, "Another amount")
    await ann.submit_modal(modal, {"Amount": price})
    await ann.click(page, "Confirm")
    assert "Ann offers Cy: Ann sells Short Line Railroad to Cy for $30." in page.text
    return ann, cy, page


async def test_an_offer_is_made_and_accepted_outside_ones_turn(table: Table) -> None:
    ann, cy, _ = await offered(table)
    page = await cy.slash("/turn")
    await cy.click(page, "More")
    assert "1. Ann offers you: Ann sells Short Line Railroad to Cy for $30" in page.text
    await cy.click(page, "Accept 1")
    assert "Cash: Ann $580 → $610, Cy $600 → $570" in page.text
    await cy.click(page, "Confirm")
    game = await table.game()
    assert game.view.owner("SLR") == await table.seat_of(cy)
    assert game.state.players[await table.seat_of(ann)].cash == 610


async def test_an_offer_on_the_page_of_ones_own_turn_is_not_taken_for_a_move_of_the_turn(
    table: Table,
) -> None:
    ann, ben = await private_of(table), table.member("Ben")
    await table.act(ann[0], "offer_private", private="SLR", to=await table.seat_of(ben), price=5)
    page = await ben.slash("/turn")
    buttons = {part.label: part.raw.get("style") for part in page.message.components}
    assert buttons["Accept the offer"] == buttons["Decline the offer"] == buttons["Pass"]
    labels = list(buttons)
    assert labels.index("Pass") < labels.index("Accept the offer") < labels.index("Refresh")
    await ben.click(page, "Accept the offer")
    await ben.click(page, "Confirm")
    assert (await table.game()).view.owner("SLR") == await table.seat_of(ben)


async def test_an_offer_is_told_in_the_language_of_who_reads_it(table: Table, speaks: Speaks) -> None:
    _, cy, _ = await offered(table)
    speaks(cy, "de")
    page = await cy.slash("/turn")
    await cy.click(page, "Mehr")
    assert "1. Ann bietet dir an: Ann verkauft Short Line Railroad an Cy für $30" in page.text


async def test_a_counter_is_a_decline_and_a_new_offer_in_one(table: Table) -> None:
    ann, cy, _ = await offered(table)
    page = await cy.slash("/turn")
    await cy.click(page, "More")
    await cy.click(page, "Counter 1")
    assert "Counter to: Ann offers you" in page.text
    await cy.click(page, "$20")
    assert "You decline, and offer the same deal for $20." in page.text
    await cy.click(page, "Confirm")
    [offer] = (await table.game()).state.offers.values()
    assert (offer.by, offer.to, offer.price) == (await table.seat_of(cy), await table.seat_of(ann), 20)
    page = await ann.slash("/turn")
    await ann.click(page, "More")
    await ann.click(page, "Decline 1")
    await ann.click(page, "Confirm")
    assert not (await table.game()).state.offers


async def test_ones_own_offer_is_withdrawn(table: Table) -> None:
    ann, _, _ = await offered(table)
    page = await ann.slash("/turn")
    await ann.click(page, "More")
    assert "You offer Cy:" in page.text
    await ann.click(page, "Withdraw 1")
    await ann.click(page, "Confirm")
    assert not (await table.game()).state.offers


async def test_anothers_offer_does_not_void_what_the_player_on_turn_has_chosen(table: Table) -> None:
    ann, cy = await private_of(table)
    ben = table.member("Ben")
    page = await ben.slash("/turn")
    await begin_bid(ben, page, "TWO")
    await table.act(ann, "offer_private", private="SLR", to=await table.seat_of(cy), price=5)
    reply = await ben.click(page, "$165")
    assert "moved on" in last_said(reply)
    fresh = await ben.slash("/turn")
    assert "Bid: Twopelo Railroad (TWO) from $165" in fresh.text
    await ben.click(fresh, "$165")
    await ben.click(fresh, "Confirm")
    assert "Ben bids $165" in fresh.text


async def test_what_is_no_longer_legal_is_dropped_from_a_kept_choice(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    page = await ann.slash("/turn")
    await ann.click(page, "Buy")
    info = await table.info()
    kept = await stored_games.find_draft(table.bot.games, info.id, int(ann.id))
    await table.act(ann, "buy_item", item="SLR")
    await table.act(ben, "pass")
    await table.act(table.member("Cy"), "pass")
    assert kept is not None
    assert Action("buy_item", "p1", {"item": "SLR"}).kind == kept.body["kind"]
    await stored_games.store_draft(table.bot.games, info.id, int(ann.id), kept.body, kept.revision)
    assert "Confirm" not in (await ann.slash("/turn")).labels

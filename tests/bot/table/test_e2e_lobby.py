"""A table from `/game new` to its end, as its members see it on a simulated Discord."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import engine
from bot.chat.press import Press
from tests import toy
from tests.bot.tables import Table, confirmed, open_table
from tests.loopback import Message
from tests.loopback.wire import PNG_MAGIC
from tests.simtable import SimMember


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with open_table(tmp_path) as made:
        yield made


async def count(table: Table, by: int = 1) -> SimMember:
    """One turn of the toy title by whoever is to act; returns him."""
    [actor] = await table.on_move()
    await table.act(actor, "count", by=by)
    return actor


# --- the lobby ---------------------------------------------------------------------------------


async def test_the_set_up_card_follows_who_joins_and_leaves(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    made = await ann.slash("/game new", title="TOY", name="Tuesday", players=3)
    assert made.ephemeral
    card = table.with_button("Join")
    assert "## Tuesday" in card.text
    assert f"- {ann.mention}" in card.text
    await ben.click(card, "Join")
    assert f"- {ben.mention}" in card.text
    again = await ben.click(card, "Join")
    assert again.messages[-1].text.startswith("You have a seat in this game already")
    await ben.click(card, "Leave")
    assert ben.mention not in card.text
    assert table.posts("## Tuesday") == [card]
    assert table.pinged(card) == set()


async def test_the_owner_is_called_when_all_he_looks_for_have_joined(table: Table) -> None:
    await table.member("Ann").slash("/game new", title="TOY", name="Tuesday", players=3)
    card = table.with_button("Join")
    assert "1 taken · 3 wanted (2 to 4 can play)" in card.text
    await table.member("Ben").click(card, "Join")
    assert table.posts("press **Start**") == []
    await table.member("Cy").click(card, "Join")
    [call] = table.posts("3 players have joined")
    assert table.pinged(call) == {"Ann"}


async def test_a_channel_has_one_open_game(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await ann.slash("/game new", title="TOY", name="Tuesday")
    refused = await ben.slash("/game new", title="TOY", name="Wednesday")
    assert refused.text.startswith("This channel has an open game")
    assert not table.posts("Wednesday")


async def test_only_the_owner_starts_and_sets_options(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await ann.slash("/game new", title="TOY", name="Tuesday")
    card = table.with_button("Join")
    assert card.find("Start").disabled
    await ben.click(card, "Join")
    assert "Only the owner" in (await ben.click(card, "Start")).messages[-1].text
    assert "Only the owner" in (await ben.click(card, "Options")).text
    page = await ann.click(card, "Options")
    assert page.ephemeral
    await ann.select(
        page, "Length: 2 rounds", custom_id=Press((await table.info()).id, 0, "option", "length").custom_id
    )
    assert "Length: 2 rounds" in card.text
    await ann.select(page, "join", custom_id=Press((await table.info()).id, 0, "order").custom_id)
    assert "as the players joined" in card.text


async def test_the_order_of_seats_is_told_until_they_are_drawn(table: Table) -> None:
    await table.started("Ann", "Ben", order="join")
    card = table.posts("**Seats**")[-1]
    assert "Length: " in card.text
    assert "as the players joined" not in card.text
    assert "as the players joined" not in (await table.member("Ann").slash("/game info")).text


async def test_seats_are_arranged_by_the_owner(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await ann.slash("/game new", title="TOY", name="Tuesday")
    await ben.slash("/game join")
    assert "once, such as" in (await ann.slash("/game seats", order="2 2")).text
    assert "arranged" in (await ann.slash("/game seats", order="2 1")).text
    assert f"1. {ben.mention}" in table.with_button("Join").text
    assert "Only the owner" in (await ben.slash("/game seats", order="2 1")).text
    assert "Your seat is free" in (await ben.slash("/game leave")).text


async def test_titles_and_variants_are_proposed(table: Table) -> None:
    ann = table.member("Ann")
    titles = await ann.autocomplete("/game new", "title", "counting")
    assert [c["value"] for c in titles] == ["TOY"]
    variants = await ann.autocomplete("/game new", "options", "", title="TOY")
    assert [c["value"] for c in variants] == ["length=short", "length=long"]
    bad = await ann.slash("/game new", title="Monopoly")
    assert bad.text.startswith("These games can be played")
    assert "options" in (await ann.slash("/game new", title="TOY", options="x=y")).text


async def test_info_and_list_tell_of_the_table(table: Table) -> None:
    ann = table.member("Ann")
    assert "no game in this channel" in (await ann.slash("/game info")).text
    await ann.slash("/game new", title="18EZ", name="A *table*")
    told = await ann.slash("/game info")
    assert r"A \*table\*" in told.text
    assert "(reconstructed)" in told.text
    listed = await ann.slash("/game list", whose="mine")
    assert f"<#{table.channel.id}>" in listed.text
    assert "There are none" in (await ann.slash("/game list", whose="ended")).text


# --- turns -------------------------------------------------------------------------------------


async def test_a_game_starts_with_one_card_and_one_ping(table: Table) -> None:
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    card = table.with_button("Take turn")
    assert "Count 1" in card.text
    assert card.labels == ["Take turn", "Map", "Market", "Log", "More", "Pass"]
    setup = table.posts("## Tuesday")[0]
    assert setup.labels == []
    assert "running" in setup.text
    assert {m.id: table.pinged(m) for m in table.channel_messages() if table.pinged(m)} == {
        card.id: {actor.name}
    }


async def test_a_turn_makes_one_new_card_and_closes_the_old_one(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy")
    old = table.with_button("Take turn")
    first = await count(table, 2)
    [second] = await table.on_move()
    new = table.with_button("Take turn")
    assert new.id != old.id
    assert table.pinged(new) == {second.name}
    assert old.labels == []
    assert f"{first.name} counts to 2" in old.text
    assert f"{first.name} counts to 2" in new.text
    assert len(table.channel_messages()) == 3


async def test_steps_within_a_turn_ping_nobody(table: Table) -> None:
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    before = [m.id for m in table.channel_messages()]
    seat = next(s.id for s in (await table.info()).seats if str(s.user_id) != actor.id)
    await table.act(actor, "pay", to=seat, amount=3)
    assert [m.id for m in table.channel_messages()] == before


async def test_old_buttons_work_after_a_restart(table: Table) -> None:
    await table.started("Ann", "Ben")
    await count(table)
    card = table.with_button("Take turn")
    await table.restart()
    [actor] = await table.on_move()
    assert (await actor.click(card, "More")).ephemeral
    assert (await actor.click(card, "Take turn")).ephemeral
    messages = len(table.channel_messages())
    await count(table)
    assert len(table.channel_messages()) == messages + 1
    assert card.labels == []


async def test_the_pictures_of_a_real_title_are_on_the_card(table: Table) -> None:
    await table.started("Ann", "Ben", title="18EZ")
    [actor] = await table.on_move()
    card = table.with_button("Take turn")
    [(state, alt)] = card.images
    assert state[:8] == PNG_MAGIC
    assert alt.startswith("SDR 1 (startpacket): phase 2 · lot 1 of 8")
    for label in ("Map", "Market"):
        seen = await actor.click(card, label)
        assert seen.ephemeral
        assert len(seen.message.images) == 1
    more = await table.member("Flo").click(card, "More")
    assert f"**{actor.name}**" in more.text
    company = await table.member("Flo").select(more, "Company M&R")
    assert len(company.message.images) == 1


async def test_without_pictures_the_card_has_words(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr(table.bot.pictures, "draw", late)
    await table.started("Ann", "Ben", title="18EZ")
    card = table.with_button("Take turn")
    assert card.images == []
    assert "For sale now" in card.text
    [actor] = await table.on_move()
    assert "Map" in (await actor.click(card, "Map")).text


# --- offers ------------------------------------------------------------------------------------


async def offered(table: Table) -> tuple[SimMember, SimMember, Message]:
    """An offer of the one who has just counted to the one who is to act."""
    await table.started("Ann", "Ben")
    seller = await count(table, 3)
    [buyer] = await table.on_move()
    await table.act(seller, "offer_counts", to=await table.seat_of(buyer), price=4)
    return seller, buyer, table.with_button("Accept")


async def test_an_offer_calls_the_other_side_once_and_is_closed(table: Table) -> None:
    seller, buyer, offer = await offered(table)
    deal = f"{seller.name} sells 1 to {buyer.name} for $4"
    assert table.pinged(offer) == {buyer.name}
    assert deal in offer.text
    stranger = await table.member("Flo").click(offer, "Accept")
    assert "Only players" in stranger.text
    assert f"{buyer.name} alone is asked this" in (await seller.click(offer, "Accept")).text
    await buyer.click(offer, "Accept")
    assert offer.labels == []
    assert "accepted" in offer.text
    assert deal in offer.text
    assert (await table.game()).view.cash(await table.seat_of(seller)) == 34


async def test_an_offer_can_be_declined(table: Table) -> None:
    seller, buyer, offer = await offered(table)
    await buyer.click(offer, "Decline")
    assert offer.labels == []
    assert "declined" in offer.text
    assert f"{seller.name} sells 1 to {buyer.name} for $4" in offer.text


# --- the game master ---------------------------------------------------------------------------


async def test_interventions_are_the_owners_and_are_told_to_all(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy")
    ann, cy = table.member("Ann"), table.member("Cy")
    for command in ("/gm pause", "/gm resume"):
        assert "Only the owner" in (await cy.slash(command)).text
    await ann.slash("/gm pause")
    card = table.with_button("Take turn")
    assert "paused" in card.text
    assert card.find("Take turn").disabled
    assert table.posts("Game master", "paused the game")
    await ann.slash("/gm resume")
    [actor] = await table.on_move()
    new = table.with_button("Take turn")
    assert not new.find("Take turn").disabled
    assert table.pinged(new) == {actor.name}


async def test_acting_for_a_seat(table: Table) -> None:
    await table.started("Ann", "Ben")
    ann = table.member("Ann")
    [actor] = await table.on_move()
    seat = await table.seat_of(actor)
    assert seat in [c["value"] for c in await ann.autocomplete("/gm act-as", "seat", actor.name)]
    kinds = [c["value"] for c in await ann.autocomplete("/gm act-as", "move", "", seat=seat)]
    assert {"count", "pass"} <= set(kinds)
    amounts = await ann.autocomplete("/gm act-as", "move", "count", seat=seat)
    assert [c["value"] for c in amounts] == ["count by=1", "count by=3"]
    assert "1, 2 or 3" in (await ann.slash("/gm act-as", seat=seat, move="count by=9")).text
    await ann.slash("/gm act-as", seat=seat, move="count by=3")
    assert (await table.on_move()) != [actor]
    assert table.posts("Game master", f"acted for {actor.name}")


async def test_undo_to_an_earlier_move_calls_the_earlier_player(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy")
    first = await count(table)
    await count(table)
    ann = table.member("Ann")
    past = await ann.autocomplete("/gm undo-to", "move", "")
    assert [c["value"] for c in past] == ["2", "1"]
    assert f"{first.name} counts to 1." in past[0]["name"]
    await confirmed(ann, "/gm undo-to", move="1")
    assert await table.on_move() == [first]
    # Ann took it back herself, so she need not be called.
    assert table.pinged(table.with_button("Take turn")) == {first.name} - {"Ann"}
    assert table.posts("Game master", "took back everything after move 1")
    assert "earlier move" in (await ann.slash("/gm undo-to", move="77")).text


async def test_a_seat_changes_hands(table: Table) -> None:
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    ann, dee = table.member("Ann"), table.member("Dee")
    await ann.slash("/gm replace", seat=actor.name, user=dee)
    assert await table.on_move() == [dee]
    assert table.pinged(table.with_button("Take turn")) == {"Dee"}
    assert "no_seat" not in table.with_button("Take turn").text
    refused = await actor.click(table.with_button("Take turn"), "Take turn")
    assert "Take turn" not in refused.labels
    assert (await table.info()).holder_id_of("p1") != (await table.info()).holder_id_of("p2")


async def test_resigning_frees_the_seat(table: Table) -> None:
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    await confirmed(actor, "/game resign")
    card = table.with_button("Take turn")
    assert "the seat is free" in card.text
    assert table.pinged(card) == set()


async def test_ending_by_hand(table: Table) -> None:
    await table.started("Ann", "Ben")
    assert "Only the owner" in (await table.member("Ben").slash("/game end", reason="bored")).text
    await confirmed(table.member("Ann"), "/game end", reason="We must *sleep*")
    [end] = table.posts("the game is over")
    assert r"We must \*sleep\*" in end.text
    assert (await table.info()).status == "ended"


# --- files -------------------------------------------------------------------------------------


async def test_a_game_goes_out_as_a_file_and_back_in(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.started("Ann", "Ben")
    await count(table, 3)
    ann = table.member("Ann")
    [data] = (await ann.slash("/game export")).files.values()
    digest = (await table.game()).digest()
    assert json.loads(data)["digest"] == digest
    await confirmed(ann, "/game end", reason="moves to another table")
    for text in (b"{", b"[]"):
        assert (await table.import_file(ann, text)).text.startswith("The file is no")
    told = await table.import_file(ann, data)
    assert "paused" in told.text
    assert (await table.game()).digest() == digest
    info = await table.info()
    assert (info.status, [s.user_id for s in info.seats]) == ("paused", [None, None])
    for seat, name in (("p1", "Ann"), ("p2", "Cy")):
        await ann.slash("/gm replace", seat=seat, user=table.member(name))
    await ann.slash("/gm resume")
    await count(table)

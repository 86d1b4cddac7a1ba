"""The public card: what matters first, always of the position that is in force, under the names of today."""

from __future__ import annotations

import json
import pickle
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import engine
from engine import TITLES
from engine.core.story import TEMPLATES, Rank, Told, tell
from tests import toy
from tests.bot.playing import IN_ORDER, NoPictures, check_message, deal_by
from tests.bot.tables import Table, confirmed, open_table


@pytest_asyncio.fixture
async def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A game of the toy title."""
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with open_table(tmp_path) as made:
        await made.started("Ann", "Ben", "Cy", order="join")
        yield made


# --- what the engine tells -------------------------------------------------------------------------


def test_a_story_is_told_under_one_rank() -> None:
    with pytest.raises(ValueError, match="two templates for tile_laid"):
        tell(Rank.DEAL, tile_laid=TEMPLATES["tile_laid"])
    with pytest.raises(ValueError, match="two templates for tile_laid"):
        tell(Rank.LAY, tile_laid=Told(TEMPLATES["tile_laid"].text))


@pytest.mark.parametrize(
    ("rank", "keys"),
    [
        (Rank.FORMATION, "forms_1826 lner_1862 system_opens"),
        (Rank.MERGER, "merged merging minor_merged"),
        (Rank.BANKRUPTCY, "bankrupt company_bankrupt closed_1826"),
        (Rank.PHASE, "phase packet_sold"),
        (Rank.RUST, "train_rusted rusts_1862 private_closed"),
        (Rank.PRESIDENT, "new_president receivership_1862 national_president_1826"),
        (Rank.FLOAT, "company_floats company_started started_1862 minor_funded"),
        (Rank.DIVIDEND, "dividend_paid dividend_withheld"),
        (Rank.LAY, "tile_laid token_placed small_station_1862"),
        (Rank.DETAIL, "passes train_ran seats_drawn"),
    ],
)
def test_the_engine_says_what_each_line_is_about(rank: Rank, keys: str) -> None:
    stories = [TEMPLATES, *(title.story for title in TITLES.values())]
    told = {key: {story[key].rank for story in stories if key in story} for key in keys.split()}
    assert told == {key: {rank} for key in told}


# --- the position in force -------------------------------------------------------------------------


async def test_a_card_follows_what_is_taken_back_within_a_turn(table: Table) -> None:
    ann = table.member("Ann")
    await ann.slash("/gm pause")
    await ann.slash("/gm resume")
    await table.act(ann, "bid", item="MIT", price=175)
    moved = table.with_button("Take turn")
    assert "Ann bids $175" in moved.text
    await confirmed(ann, "/gm undo-to", move="1")
    card = table.with_button("Take turn")
    assert "bids" not in card.text
    assert "move 3" in card.text
    assert table.posts("Game master", "took back everything after move 1")


async def test_a_card_made_amid_a_turn_does_not_keep_what_was_taken_back(toys: Table) -> None:
    [actor] = await toys.on_move()
    other = next(m for m in (toys.member("Ann"), toys.member("Ben")) if m is not actor)
    await toys.act(actor, "pay", to=await toys.seat_of(other), amount=7)
    await toys.member("Ann").slash("/game card")
    assert "$13" in toys.with_button("Take turn").text
    before = len(toys.channel_messages())
    await confirmed(toys.member("Ann"), "/gm undo-to", move="1")
    card = toys.with_button("Take turn")
    assert "$20" in card.text
    assert "move 3" in card.text
    assert "pays" not in card.text
    assert "took back everything after move 1" in toys.channel_messages()[-1].text
    assert len(toys.channel_messages()) == before + 1
    assert toys.pinged(card) == set()


async def test_a_player_who_takes_back_his_own_step_corrects_the_card(toys: Table) -> None:
    [actor] = await toys.on_move()
    other = next(m for m in (toys.member("Ann"), toys.member("Ben")) if m is not actor)
    await toys.act(actor, "pay", to=await toys.seat_of(other), amount=7)
    await toys.member("Ann").slash("/game card")
    await actor.slash("/act undo")
    assert "$20" in toys.with_button("Take turn").text
    assert "took back" not in toys.with_button("Take turn").text


async def test_going_back_into_an_earlier_round_closes_the_card_of_the_later_one(toys: Table) -> None:
    first = await toys.on_move()
    for _ in range(12):
        [actor] = await toys.on_move()
        await toys.act(actor, "pass")
        if (await toys.game()).round_title() == "Count 2" and await toys.on_move() == first:
            break
    later = toys.with_button("Take turn")
    assert "Count 2" in later.text
    await confirmed(toys.member("Ann"), "/gm undo-to", move="1")
    card = toys.with_button("Take turn")
    assert await toys.on_move() == first
    assert (card.id != later.id, later.labels) == (True, [])
    assert "Count 1" in card.text
    assert "Count 2" in later.text


# --- names -----------------------------------------------------------------------------------------


async def test_a_seat_is_called_by_who_holds_it_now(toys: Table) -> None:
    [actor] = await toys.on_move()
    await toys.act(actor, "count", by=2)
    ann, dee = toys.member("Ann"), toys.member("Dee")
    seat = (await toys.info()).seats_played_by(int(actor.id))[0]
    await ann.slash("/gm replace", seat=seat, user=dee)
    assert "Dee counts to 2" in toys.with_button("Take turn").text
    assert toys.posts(f"gave the seat of {actor.name} to Dee")
    assert (await toys.game()).view.name(seat) == "Dee"
    await toys.restart()
    assert (await toys.game()).view.name(seat) == "Dee"
    assert "Dee counts to 2." in (await ann.slash("/show log")).text


async def test_an_imported_game_takes_the_names_of_its_new_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_by(monkeypatch, IN_ORDER)
    game = engine.new_game("18EZ", ["Player 1", "Player 2", "Player 3"], seed=IN_ORDER)
    async with open_table(tmp_path) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        ann = table.member("Ann")
        told = await table.import_file(ann, json.dumps(game.to_json()).encode())
        assert "paused" in told.text
        for seat, name in (("p1", "Ann"), ("p2", "Ben"), ("p3", "Cy")):
            await ann.slash("/gm replace", seat=seat, user=table.member(name))
        [setup] = table.posts("**Seats** 3")
        assert "Player" not in setup.text
        assert "paused" in setup.text
        await ann.slash("/gm resume")
        assert "running" in setup.text
        [actor] = await table.on_move()
        await table.act(actor, "pass")
        card = table.with_button("Take turn")
        assert f"{actor.name} passes" in card.text
        page = await (await table.on_move())[0].click(card, "Take turn")
        more = await ann.click(card, "More")
        log = (await ann.slash("/show log")).text.splitlines()
        seats, *rest = [line for line in log if line.startswith("`")]
        assert "Player 1, Player 2, Player 3" in seats, "the order that was drawn is told as it was then"
        assert not [t for t in (page.text, more.text, *rest) if "Player" in t]
        assert {o["label"] for o in more.message.pick().options} >= {
            "Player Ben",
            "Player Cy",
        }


async def test_pictures_carry_the_names_of_today(toys: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    async def run(
        _: object,
        __: object,
        title: str,
        pickled_state: bytes,
        *___: object,
        **____: object,
    ) -> str:
        seen.extend(player["name"] for player in pickle.loads(pickled_state)["players"])
        return ""

    monkeypatch.setattr(type(toys.bot.pool), "run", run)
    game = await toys.game()
    game.view.names = {"p1": "Dee"}
    await toys.bot.pictures.describe(game, "market")
    assert seen[0] == "Dee"
    assert game.state.players["p1"].name in ("Ann", "Ben", "Cy")


# --- the log ---------------------------------------------------------------------------------------


async def test_the_whole_log_opens_in_private_from_the_card(table: Table) -> None:
    card = table.with_button("Take turn")
    log = await table.member("Flo").click(card, "Log")
    assert log.ephemeral
    check_message(log.message)
    assert log.text.startswith("## What happened from move 1 on\n-# The seats are drawn, clockwise: ")
    moves = await table.member("Flo").click(log, "Move by move")
    assert moves.text.startswith("## Log · moves 1 to 1 of 1")


# --- one private page ------------------------------------------------------------------------------


def pages(table: Table, name: str) -> list[str]:
    """The private messages with something to press that a member sees."""
    public = {m.id for m in table.channel_messages()}
    seen = table.channel_messages(viewer=table.member(name))
    return [m.id for m in seen if m.id not in public and m.labels]


async def test_take_turn_uses_one_private_page(table: Table) -> None:
    ann, card = table.member("Ann"), table.with_button("Take turn")
    first = await ann.click(card, "Take turn")
    second = await ann.click(card, "Take turn")
    assert first.messages == []
    third = await ann.slash("/turn")
    assert pages(table, "Ann") == [third.message.id]
    assert second.messages == []
    await ann.click(third, "Pass")
    assert pages(table, "Ann") == [third.message.id]
    await table.member("Ben").click(card, "Take turn")
    assert len(pages(table, "Ann")) == len(pages(table, "Ben")) == 1


async def test_an_old_confirm_of_a_move_shows_the_turn_as_it_is(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/turn")
    await ann.click(page, "Buy")
    await table.act(ann, "pass")
    await ann.click(page, "Confirm")
    assert page.text.startswith("The game has moved on since this page was shown, so nothing was done.")
    assert pages(table, "Ann") == [page.message.id]


async def test_a_page_that_discord_keeps_is_no_fault(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(_: object) -> None:
        raise OSError

    monkeypatch.setattr("discord.Interaction.delete_original_response", refuses)
    ann = table.member("Ann")
    first = await ann.slash("/turn")
    second = await ann.slash("/turn")
    assert pages(table, "Ann") == [first.message.id, second.message.id]
    assert [m.text for m in second.messages] == [first.text]

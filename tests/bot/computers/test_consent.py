"""What computers agree to: moves taken back within a turn, and offers by what they are worth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.computers.choose import DueDecision, decide_in_worker
from bot.votes import undo
from engine.api.table import position
from engine.game import Game
from engine.titles.g18ez import TITLE
from tests.bot.scenes import staged
from tests.bot.tables import Table
from tests.scenario import Scenario, act
from tests.titles.g18ez.ez_deals import MINORS


async def test_they_agree_to_what_was_just_done(solo: Table) -> None:
    ann = solo.member("Ann")
    await solo.act(ann, "pass")
    revision = (await solo.game()).revision
    assert revision > 2
    page = await ann.slash("/turn")
    page = await ann.click(page, "Undo step…")
    assert f"This takes back “Ann passes” and the {revision - 2} move" in page.text
    assert (await solo.game()).revision == revision
    await ann.click(page, "Leave it")
    assert (await solo.game()).revision == revision
    page = await ann.click(await ann.click(page, "Undo step…"), "Take all of this back")
    game = await solo.game()
    assert [m.name for m in await solo.on_move()] == ["Ann"]
    assert len(game.active_records) == 1
    assert solo.posts("must agree") == []


async def test_oops_takes_back_what_computers_have_done_meanwhile(solo: Table) -> None:
    ann = solo.member("Ann")
    page = await ann.click(solo.with_button("Pass"), "Pass")
    assert {record.by for record in (await solo.game()).log[1:]} > {await solo.seat_of(ann)}
    await ann.click(page, "Oops")
    game = await solo.game()
    assert [m.name for m in await solo.on_move()] == ["Ann"]
    assert len(game.active_records) == 1


@pytest.mark.parametrize(("setting", "code"), [("ask", "asked"), ("master", "not_yours"), ("free", "")])
async def test_beyond_a_turn_the_table_decides(solo: Table, setting: str, code: str) -> None:
    ann = solo.member("Ann")
    await ann.slash("/gm table", undo=setting)
    for _ in range(2):
        await solo.act(ann, "pass")
    with solo.env._bot_scope():
        done = await undo.undo_or_redo(solo.bot.games, (await solo.info()).id, int(ann.id), target_record=1)
    await solo.env.settle()
    assert done.code == code
    assert (len((await solo.game()).active_records) == 1) is (setting == "free")


# --- offers ----------------------------------------------------------------------------------------


def dealt(price: int) -> Game:
    """p1 offers p2, who owns the Short Line of 18EZ, a price for it."""
    scenario = Scenario(TITLE, "Ann", "Ben", "Cy").own("p1", "HMH").own("p2", "SLR")
    scenario.own("p3", "MRTA", "OBS", *MINORS).start(*MINORS)
    game = scenario.at("shares", "p1", "turn", number=2).game()
    act(game, "p1", "offer_private", private="SLR", to="p2", price=price)
    return game


@pytest.mark.parametrize(("price", "kind"), [(1, "decline_offer"), (500, "accept_offer")])
def test_an_offer_is_answered_by_what_it_is_worth(price: int, kind: str) -> None:
    game = dealt(price)
    start = replace(game.setup, state=position(game))
    chosen = decide_in_worker(start, DueDecision("p2", "o1"), "steady", 1, 5.0)
    assert [move for move, _ in chosen.moves] == [kind]
    assert chosen.reason


async def test_at_a_table_it_is_answered_at_once_though_others_are_to_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(500)) as scene:
        await scene.ben.slash("/game computer", level="steady")
        game = await scene.table.game()
        assert not game.state.offers
        assert game.view.owner("SLR") == "p1"
        assert (await scene.table.on_move())[0].name == "Ann"

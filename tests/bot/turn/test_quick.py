"""Quick buttons on the card: a pass in one tap, a run in two, a bid in two; and Oops for a minute."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from bot.games.core import now_seconds
from bot.store.tables import outbox, turn_ping
from bot.work.searches import RouteSets
from engine import Game
from tests.bot.orders.test_turns import line_of_ar
from tests.bot.scenes import Scene, staged
from tests.loopback import Message
from tests.simtable import SimAnswer, SimMember
from tests.titles.g18ez.ez_deals import dealing
from tests.titles.g1862.mania import Mania
from tests.titles.g1889.shikoku import Shikoku

NAMES = ("Ann", "Ben", "Cy")


def dealt(actor: str = "p1"):
    scenario = dealing(*NAMES, actor=actor).shares("M&R", p1=50, p2=20, p3=10).par("M&R", 80)
    return scenario.cash(p1=500, p2=500, p3=500).game()


def asked_now(game: Game) -> str:
    """The only seat that the game waits for."""
    waiting = game.waiting()
    assert waiting is not None
    [seat] = waiting.players
    return seat


async def tap(scene: Scene, member: SimMember, label: str) -> SimAnswer:
    """One press on the newest card that has such a button; it opens no page of the turn first."""
    reply = await member.click(scene.table.with_button(label), label)
    assert reply.acknowledged
    assert reply.ephemeral
    return reply


async def test_a_pass_is_one_tap_and_oops_takes_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        page = await tap(scene, scene.ann, "Pass")
        assert page.text.startswith("✔ Ann passes.")
        assert scene.called() == ["Ben"]
        await scene.press(scene.ann, page, "Oops")
        assert "## SDR 2 · Ann\n" in page.text
        assert scene.called() == []
        assert asked_now(await scene.table.game()) == "p1"
        await scene.press(scene.ann, page, "Redo")
        assert scene.called() == ["Ben"]


async def test_oops_is_good_for_a_minute_and_while_nobody_else_has_acted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        games, clock = scene.table.bot.games, [1_000]
        games.now = lambda: clock[0]
        page = await tap(scene, scene.ann, "Pass")
        clock[0] += 61
        late = await scene.ann.click(page, "Oops")
        assert late.messages[-1].text.startswith("The minute is over")
        other = await tap(scene, scene.ben, "Pass")
        await tap(scene, scene.cy, "Pass")
        revision = (await scene.table.game()).revision
        stale = await scene.ben.click(other, "Oops")
        assert "moved on" in stale.messages[-1].text
        assert (await scene.table.game()).revision == revision


async def test_strangers_and_those_not_to_act_get_one_private_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        card = scene.table.with_button("Pass")
        for member in (scene.ben, scene.eli):
            said = await scene.outsider(member, card, "Pass")
            assert said == "This is for Ann alone; you can follow it here."


async def test_the_best_run_is_two_taps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = line_of_ar("2").turn("AR", "track").game()
    async with staged(tmp_path, monkeypatch, position, careful=False) as scene:
        page = await tap(scene, scene.ann, "Run best & pay ¥40, end…")
        assert "**¥40** are paid out, and the turn of AR ends." in page.text
        assert "All else that the turn offers is declined." in page.text
        assert (await scene.table.game()).revision == 1
        await scene.press(scene.ann, page, "Run and pay ¥40, end")
        assert "✔ AR, 2-train:" in page.text
        game = await scene.table.game()
        assert game.view.cash("p1") == 420 + 20
        assert game.state.cursor.actor != "AR"
        await scene.press(scene.ann, page, "Oops")
        assert (await scene.table.game()).view.cash("p1") == 420


async def test_no_run_button_where_the_best_run_earns_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> RouteSets:
        return RouteSets(((0, ()),), True, 0)

    monkeypatch.setattr("bot.cards.quick.proven_best_routes", nothing)
    monkeypatch.setattr("bot.cards.quick.rest_of_turn", lambda *_: ["run"])
    async with staged(
        tmp_path, monkeypatch, line_of_ar("2").turn("AR", "track").game(), careful=False
    ) as scene:
        assert not [
            label for label in scene.table.with_button("Take turn").labels if label.startswith("Run best")
        ]


async def test_no_run_button_where_something_must_be_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The only train is gone by the end of the turn, so a train must be bought: nothing to do in one go."""
    async with staged(tmp_path, monkeypatch, line_of_ar().turn("AR", "track").game(), careful=False) as scene:
        card = scene.table.with_button("Take turn")
        assert not [label for label in card.labels if label.startswith("Run best")]


async def test_a_bid_is_raised_in_two_taps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, Mania(*NAMES).parliament().game(), careful=False) as scene:
        await scene.table.act(scene.ann, "bid", company="ESR", amount=10)
        scene.called()
        page = await tap(scene, scene.ben, "Bid more for East Suffolk Railway (ESR)…")
        assert page.labels[:4] == [f"Bid £{amount}" for amount in (15, 20, 25, 35)]
        await scene.press(scene.ben, page, "Bid £20")
        assert page.text.startswith("✔ Ben bids £20 for ESR.")
        assert scene.called() == ["Cy"]
        await scene.press(scene.ben, page, "Oops")
        assert (await scene.table.game()).state.notes["auction"]["bid"] == 10


async def test_a_button_of_an_older_revision_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, Mania(*NAMES).parliament().game(), careful=False) as scene:
        await scene.table.act(scene.ann, "bid", company="ESR", amount=10)
        page = await tap(scene, scene.ben, "Bid more for East Suffolk Railway (ESR)…")
        for member, amount in ((scene.ben, 15), (scene.cy, 20), (scene.ann, 25)):
            await scene.table.act(member, "bid", amount=amount)
        stale = await scene.ben.click(page, "Bid £35")
        assert "moved on" in stale.messages[-1].text
        assert (await scene.table.game()).state.notes["auction"]["bid"] == 25


async def test_a_bid_on_one_of_several_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, Shikoku(*NAMES).auction().game(), careful=False) as scene:
        await scene.table.act(scene.ann, "bid", item="DR", price=65)
        card = scene.table.with_button("Pass")
        assert card.labels[-2:] == ["Bid more for Dougo Railway (DR)…", "Pass"]
        page = await tap(scene, scene.ben, "Bid more for Dougo Railway (DR)…")
        await scene.press(scene.ben, page, "Bid ¥75")
        assert (await scene.table.game()).state.notes["bid_DR"] == {"p1": 65, "p2": 75}


async def held(scene: Scene) -> Message:
    """The table holds its calls back for 30 seconds, and Ann has passed; the card of Ben's turn."""
    await scene.ann.slash("/gm table", hold=30)
    await scene.table.act(scene.ann, "pass")
    scene.called()
    return scene.table.with_button("Ann: oops, take it back")


async def test_the_card_offers_oops_to_who_moved_last_until_the_next_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        card = await held(scene)
        for member in (scene.ben, scene.eli):
            said = await scene.outsider(member, card, "Ann: oops, take it back")
            assert said == "Only Ann, whose move it is, may take it back here."
        assert asked_now(await scene.table.game()) == "p2"
        await scene.ann.click(card, "Ann: oops, take it back")
        assert asked_now(await scene.table.game()) == "p1"
        assert [r.kind for r in (await scene.table.game()).log][-1] == "undo"
        assert not [m for m in scene.table.channel_messages() if "Ann: oops, take it back" in m.labels]
        assert scene.called() == []


async def test_the_call_takes_oops_off_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        card = await held(scene)
        async with scene.table.bot.store.transaction() as conn:
            await conn.execute(update(outbox).where(outbox.c.kind == "call").values(due=0))
            await conn.execute(update(turn_ping).values(due=0))
        scene.table.bot.games.now = lambda: now_seconds() + 31
        with scene.table.env._bot_scope():
            await scene.table.bot.sender.send_all_due()
        await scene.table.env.settle()
        assert scene.called() == ["Ben"]
        assert scene.table.with_button("Take turn").id == card.id
        assert "Ann: oops, take it back" not in scene.table.with_button("Take turn").labels


async def test_a_card_says_which_move_and_what_was_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        page = await tap(scene, scene.ann, "Pass")
        [closed] = scene.table.posts("-# move 2")
        assert "Ann passes" in closed.text
        await scene.press(scene.ann, page, "Oops")
        [closed] = scene.table.posts("-# move 3")
        assert "Ann took back everything after move 1" in closed.text


async def test_a_card_that_stands_anew_below_leaves_nothing_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        await scene.ann.slash("/game card")
        [card] = scene.table.posts("Take turn") or [scene.table.with_button("Take turn")]
        assert [m.id for m in scene.table.channel_messages() if "Take turn" in m.labels] == [card.id]
        assert not scene.table.posts("follows below")

"""Standing orders by buttons and by `/auto`, in private; the table hears of one when it fires."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.orders.test_turns import line_of_ar
from tests.bot.scenes import staged
from tests.bot.turn.test_quick import NAMES, dealt, tap
from tests.titles.g1889.shikoku import Shikoku


async def test_auto_pass_by_buttons_stops_because_somebody_sold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        ben = scene.ben
        page = await scene.turn(ben)
        await scene.press(ben, page, "Auto…")
        assert "You have no standing orders in this game." in page.text
        await scene.pick(ben, page, "sold", "Pass until…")
        assert "1. Pass until anybody sells shares; stops when anybody sells shares, when" in page.text
        assert "or when SDR 2 is over" in page.text
        assert scene.called() == []
        await tap(scene, scene.ann, "Pass")
        assert scene.called() == ["Cy"]
        card = scene.table.with_button("Take turn")
        assert "Ben passes (order)" in card.text
        await scene.table.act(scene.cy, "sell_shares", company="M&R", percent=10)
        await scene.table.act(scene.cy, "done")
        await tap(scene, scene.ann, "Pass")
        assert scene.called() == ["Ben"]
        page = await scene.turn(ben)
        assert "Your standing order has ended: Cy sold shares of M&R." in page.text
        await scene.press(ben, page, "Pass")
        assert "has ended" not in page.text


async def test_the_page_of_the_turn_says_that_one_is_on_and_turns_it_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        ben = scene.ben
        given = await ben.slash("/auto pass", until="round")
        assert given.ephemeral
        page = await scene.turn(ben)
        assert "Standing order **on**: Pass until SDR 2 is over" in page.text
        seen = await scene.turn(scene.cy)
        assert "Standing order" not in seen.text
        await scene.press(ben, page, "Off: pass")
        assert "You have no standing orders in this game." in page.text
        await tap(scene, scene.ann, "Pass")
        assert scene.called() == ["Ben"]


async def test_a_sealed_maximum_by_menu_and_modal_against_one_by_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Shikoku(*NAMES).auction().note("bid_MF", {"p2": 35, "p3": 40}).game()
    async with staged(tmp_path, monkeypatch, position) as scene:
        ben, cy = scene.ben, scene.cy
        page = await scene.turn(ben)
        await scene.press(ben, page, "Auto…")
        modal = await ben.select(page, "MF", label="Bid up to a maximum for…")
        await ben.submit_modal(modal, {"Up to which amount? Then pass.": "¥61"})
        await cy.slash("/auto bid", item="MF", max=52, then="pass")
        listed = await cy.slash("/auto list")
        assert "Bid for MF up to ¥52, and pass when that is not enough" in listed.text
        assert "61" not in listed.text
        await scene.table.act(scene.ann, "buy_item", item="TER")
        assert scene.called() == ["Ben"]
        view = (await scene.table.game()).view
        assert (view.owner("MF"), view.cash("p2")) == ("p2", 420 - 55)
        public = " ".join(m.text for m in scene.table.channel_messages())
        assert "¥61" not in public
        assert "¥52" not in public


async def test_run_buy_and_accept_by_command_and_by_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, line_of_ar("2").game()) as scene:
        ann = scene.ann
        page = await scene.turn(ann)
        await scene.press(ann, page, "Auto…", "Run AR this round")
        assert "1. Run the best routes of AR, pay out and end the turn; stops when AR has no" in page.text
        modal = await ann.click(page, "Accept offers from…")
        await ann.submit_modal(modal, {"That bring you at least how much?": "200"})
        assert "2. Accept any offer that brings you or a company of yours ¥200 or more" in page.text
        refused = await ann.slash("/auto buy", share="KO", until=20)
        assert refused.text.startswith("On sale are shares of: ")
        await ann.slash("/auto run", company="AR", least=30, lasts="always")
        await scene.table.act(scene.ben, "done")
        game = await scene.table.game()
        assert game.view.cash("p1") == 420 + 20
        public = scene.table.channel_messages()[-1].text
        told = "AR (Ann): runs 1 train for ¥40 (order), pays ¥4 a share (Ann ¥20) (order) · ¥65 → ¥70"
        assert told in public
        await ann.slash("/auto off")
        assert "You have no standing orders" in (await ann.slash("/auto list")).text


async def test_buying_by_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, dealt("p1"), careful=False) as scene:
        page = await scene.turn(scene.ben)
        await scene.press(scene.ben, page, "Auto…")
        modal = await scene.ben.select(page, "M&R|ipo", label="Buy turn by turn…")
        answers = {"Until you hold how many percent?": "30 %", "For at most how much each?": "$80"}
        await scene.ben.submit_modal(modal, answers)
        assert "Buy M&R until you hold 30 %, for at most $80 each" in page.text
        await tap(scene, scene.ann, "Pass")
        assert scene.called() == ["Cy"]
        assert (await scene.table.game()).view.percent("p2", "M&R") == 30
        modal = await scene.ben.select(page, "M&R|ipo", label="Buy turn by turn…")
        refused = await scene.ben.submit_modal(modal, dict.fromkeys(answers, "many"))
        assert refused.messages[-1].text == "“many” is no amount; write a whole number."


async def test_strangers_have_no_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        said = await scene.eli.slash("/auto pass", until="round")
        assert said.text == "Only players who hold a seat of this game may do this."

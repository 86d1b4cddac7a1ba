"""1862 by the pages alone: parliament, mergers, runs of three kinds, refinancing, without typing a code."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game
from tests.bot.scenes import FIVE, staged
from tests.titles.g1862.mania import Mania
from tests.titles.g1862.mergers import merger
from tests.titles.g1862.test_1862_routes import F, L, enr

E = "express"


# --- a parliament round with five bidders ----------------------------------------------------------


async def test_five_bid_for_a_charter_and_the_winner_floats_the_company(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, Mania(*FIVE).parliament().game()) as scene:
        ann, ben, cy, dee, eli = scene.ann, scene.ben, scene.cy, scene.dee, scene.eli
        page = await scene.turn(ann)
        assert "A bid must leave £162 in cash, for three shares at the lowest par." in page.text
        menu = page.message.pick("Open an auction: all", None)
        assert ("ESR · £0 · freight permit · East Suffolk Railway", "home Ipswich (F11)") in [
            (o["label"], o.get("description")) for o in menu.options
        ]
        await scene.press(ann, page, "Open an auction: another amount…")
        await scene.pick(ann, page, "ESR")
        assert page.labels[:5] == ["£0", "£5", "£10", "£20", "Another amount…"]
        await scene.press(ann, page, "£0", "Confirm")
        assert scene.called() == ["Ben"]
        card = scene.table.with_button("Take turn")
        assert "Ann £0 (leads) · Ben, Cy, Dee, Eli may bid £5 or more" in card.text
        assert "Ann bids £0; also in" not in card.text
        assert "You are not on turn now." in await scene.outsider(dee, card, "Take turn")

        page = await scene.turn(ben)
        assert page.labels[:5] == [
            *(f"Bid for ESR: £{n}" for n in (5, 10, 15, 25)),
            "Bid for ESR: another amount…",
        ]
        await scene.press(ben, page, "Bid for ESR: £5", "Confirm")
        assert scene.called() == ["Cy"]
        page = await scene.turn(cy)
        await scene.press(cy, page, "Bid for ESR: £20", "Confirm")
        assert scene.called() == ["Dee"]
        page = await scene.turn(dee)
        assert "Leave the auction: You are out of this auction for good." in page.text
        await scene.press(dee, page, "Leave the auction", "Confirm")
        assert scene.called() == ["Eli"]
        page = await scene.turn(eli)
        await scene.press(eli, page, "Bid for ESR: another amount…")
        modal = await eli.click(page, "Another amount")
        await eli.submit_modal(modal, {"Amount": "50"})
        assert "Eli bids £50 for ESR." in page.text
        await scene.press(eli, page, "Confirm")
        for member, following in ((ann, "Ben"), (ben, "Cy"), (cy, "Eli")):
            assert scene.called() == [member.name]
            page = await scene.turn(member)
            await scene.press(member, page, "Leave the auction")
            await scene.press(member, page, "Confirm")
            assert f"{following} to act" in page.text
        assert scene.called() == ["Eli"]

        page = await scene.turn(eli)
        pars = page.message.pick("Start a company", None)
        assert "**Start ESR · par from £54 · East Suffolk Railway** · At which par?" in page.text
        assert [(o["label"], o["description"]) for o in pars.options][-1] == (
            "Start ESR at par £100 · pay £300", "costs £300 for 30 %",
        )  # fmt: skip
        await scene.pick(eli, page, "Start ESR at par £82 · pay £246")
        assert "Cash: Eli £430 → £184" in page.text
        assert "ESR: Eli 0 → 30 %" in page.text
        await scene.press(eli, page, "Confirm")
        assert "Obligation: Eli must float it" in page.text
        await scene.press(eli, page, "Buy ESR 10 %", "Confirm", "Buy ESR 10 %")
        assert "ESR receives £820 from the bank." in page.text
        assert "ESR buys 3 station markers for £180." in page.text
        await scene.press(eli, page, "Confirm")
        assert scene.called() == ["Ann"]
        game = await scene.table.game()
        assert (game.view.percent("p5", "ESR"), game.view.cash("p5")) == (50, 430 - 5 * 82)
        assert game.view.cash("ESR") == 820 - 180


# --- a merger with options for four holders --------------------------------------------------------


def four_options() -> Game:
    """Example 2 of the rulebook (5.2.7): both under Ben; each of four holders has an odd share."""
    scenario = Mania(*FIVE[:4])
    scenario.company("N&E", 100, p2=40, p4=30, p1=10)
    scenario.company("I&B", 74).shares("I&B", p2=50, p3=30, **{"I&B": 20})
    scenario.train("I&B", "A", "local").cash(p1=50, p2=50, p3=50, p4=50)
    return merger(scenario, "N&E", "I&B")


async def test_a_merger_asks_each_holder_of_an_option_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, four_options()) as scene:
        ann, ben, cy, dee = scene.ann, scene.ben, scene.cy, scene.dee
        page = await scene.turn(ben)
        assert "New share price £86, par £82." in page.text
        assert "Shares: Ben 9 → 5 (pay £43) or 4 (get £43)," in page.text
        assert "treasuries 2 → 1 or 0 (get £86)." in page.text
        await scene.press(ben, page, "Merge with I&B · N&E survives")
        assert "Price: N&E £100 → £86" in page.text
        await scene.press(ben, page, "Confirm")
        assert (
            "Ben has an odd share of N&E as an option: keep 10 % for £43, or give it up for £43" in page.text
        )
        assert "After this: Cy, Dee, Ann, the treasury." in page.text
        assert "**Keep N&E 10 % · pay £43**\n-# Cash: Ben £50 → £7" in page.text
        assert scene.called() == []  # Ben goes on at the page that he has open

        await scene.press(ben, page, "Keep N&E 10 %")
        await scene.press(ben, page, "Confirm")
        for member, following in ((cy, "Dee"), (dee, "Ann"), (ann, "Ben")):
            assert scene.called() == [member.name]
            card = scene.table.with_button("Take turn")
            assert f"{member.name} has an odd share of N&E as an option" in card.text
            page = await scene.turn(member)
            await scene.press(member, page, "Keep N&E 10 %")
            assert f"Cash: {member.name} £50 → £7" in page.text
            await scene.press(member, page, "Confirm")
            assert f"{following} to act" in page.text
        assert scene.called() == ["Ben"]
        view = (await scene.table.game()).view
        assert [view.percent(p, "N&E") for p in ("p1", "p2", "p3", "p4")] == [10, 50, 20, 20]
        assert [view.cash(p) for p in ("p1", "p2", "p3", "p4")] == [7, 7, 7, 7]


def two_directors() -> Game:
    scenario = Mania(*FIVE[:3]).cash(p1=500, p2=500, p3=500)
    scenario.company("N&E", 100, p1=50, p3=30)
    scenario.company("I&B", 74).shares("I&B", p2=50, p3=30, **{"I&B": 20})
    return merger(scenario.train("I&B", "A", "local"), "N&E", "I&B")


async def test_another_director_is_asked_for_a_merger_and_the_one_who_asked_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, two_directors()) as scene:
        ann, ben, cy = scene.ann, scene.ben, scene.cy
        page = await scene.turn(ann)
        await scene.press(ann, page, "Propose to I&B · I&B survives", "Confirm")
        assert (
            "You offer Ben: N&E merges with I&B, I&B survives at £86, par £82. Not answered yet." in page.text
        )
        assert scene.called() == ["Ben"]
        card = scene.table.with_button("Accept")
        assert "I&B survives at £86, its par is £82" in card.text
        assert "Price: I&B £74 → £86" in card.text
        for label in ("Accept", "Decline"):
            assert (await scene.outsider(cy, card, label)).startswith("Ben alone is asked this")
        look = await ben.click(card, "Look first")
        await scene.press(ben, look, "Decline", "Confirm")
        assert scene.called() == ["Ann"]
        assert "Ben declines the offer of Ann" in scene.table.with_button("Take turn").text

        page = await scene.turn(ann)
        await scene.press(ann, page, "Propose to I&B · N&E survives", "Confirm")
        assert scene.called() == ["Ben"]
        done = await ben.click(scene.table.with_button("Accept"), "Accept")
        assert "N&E survives at £86" in done.text
        assert scene.called() == ["Ann"]
        page = await scene.turn(ann)
        assert "Ann has the director's certificate of N&E as an option" in page.text
        await scene.press(ann, page, "Keep N&E 30 % · pay £43", "Confirm")
        assert len(scene.called()) == 1


# --- a run of three kinds --------------------------------------------------------------------------


def three_kinds() -> Game:
    """The ENR with a freight, an express and a local train at the end of the rulebook's table."""
    scenario = enr(("C", F), ("B", E), ("C", L))
    for player, name in zip(scenario.state.players.values(), FIVE, strict=False):
        player.name = name
    scenario.names = FIVE[:3]
    scenario.company("ENR", 54, permits=(F, L, E), p1=50, p2=20)
    return scenario.operating("ENR", "run").game()


async def test_three_kinds_of_trains_run_by_one_press_and_what_counts_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, three_kinds()) as scene:
        ann, ben = scene.ann, scene.ben
        card = scene.table.with_button("Take turn")
        assert "You are not on turn now." in await scene.outsider(ben, card, "Take turn")
        page = await scene.turn(ann)
        assert "**2/3E-train** Cromer port - Cromer - (Norwich) (£100)" in page.text
        assert "**3F-train** Ipswich - Beccles - Lowestoft (£120)" in page.text
        assert "**3L-train** Norwich - Beccles - Ipswich, 2 small stations (£110)" in page.text
        assert "**Together £330** of income, and a subsidy of **£50** for the treasury" in page.text
        assert "Stops in brackets are visited and not counted." in page.text
        assert "No better run exists." in page.text

        await scene.press(ann, page, "Uncounted stops")
        await scene.pick(ann, page, "Without Cromer: £310 together", label="2/3E-train: which stops")
        assert "**2/3E-train** Cromer port - (Cromer) - Norwich" in page.text
        assert "Run £310 + £50" in page.labels
        await scene.press(ann, page, "Best routes", "Run £330 + £50")
        assert "Cash: Ann £800 → £965, Ben £800 → £866, ENR £0 → £50 · Price: ENR £54 → £74" in page.text
        assert "Cash: ENR £0 → £380 · Price: ENR £54 → £50" in page.text

        await scene.press(ann, page, "Undo step", "Run and pay out")
        assert "✔ ENR gets a subsidy of £50." in page.text
        assert "✔ ENR pays £330, £33 a share." in page.text
        game = await scene.table.game()
        assert [game.view.cash(who) for who in ("p1", "p2", "ENR")] == [965, 866, 50]
        assert game.view.price("ENR") == 74
        assert scene.called() == []


@pytest.mark.usefixtures("pages_stay")
async def test_a_run_is_put_together_stop_by_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, three_kinds()) as scene:
        ann = scene.ann
        page = await scene.turn(ann)
        await scene.press(ann, page, "Stop by stop")
        assert "▶ **2/3E-train** Cromer port - Cromer - Norwich" in page.text
        stale = await scene.turn(ann)
        await scene.press(ann, page, "Clear this train")
        assert "▶ **2/3E-train** stands still" in page.text
        await scene.press(ann, stale, "Last stop away")
        assert stale.text.startswith("Something else was chosen meanwhile")
        await scene.pick(ann, page, "G8", label="First stop")
        ways = page.message.pick("Next stop", None)
        assert [o["label"] for o in ways.options] == ["Norwich (F5)", "Ipswich (F11)", "Lowestoft (H7)"]
        await scene.pick(ann, page, "F5", label="Next stop")
        await scene.press(ann, page, "Show this run")
        assert page.text.startswith("One run at least includes the home of ENR.")
        await scene.pick(ann, page, "F3", label="Next stop")
        await scene.press(ann, page, "Show this run")
        assert "**2/3E-train** (Beccles) - Norwich - Cromer (£60)" in page.text
        assert "The best routes earn £330." in page.text

        await scene.press(ann, page, "Stop by stop")
        train = page.message.pick("Which train?", None).options[1]
        assert train["label"] == "3F-train"
        await scene.pick(ann, page, train["value"], label="Which train?")
        await scene.press(ann, page, "Last stop away", "Last stop away", "Show this run")
        assert page.text.startswith("3F-train: no track leads so from stop to stop")
        assert "▶ **3F-train** Ipswich" in page.text
        await scene.press(ann, page, "Clear this train", "Show this run")
        assert page.text.startswith("Each train runs if it can: the freight train 3F can run, and must.")
        await scene.pick(ann, page, "H7", label="First stop")
        await scene.pick(ann, page, "G8", label="Next stop")
        await scene.press(ann, page, "Show this run")
        assert "**3F-train** Lowestoft - Beccles" in page.text
        [run] = [label for label in page.labels if label.startswith("Run £")]
        await scene.press(ann, page, run)
        assert "✔ ENR, 2/3E-train: " in page.text


# --- a refinancing ---------------------------------------------------------------------------------


def penniless() -> Game:
    """N&E has no train and £100; the bank's next one costs £200."""
    scenario = Mania(*FIVE[:3]).cash(p1=500, p2=500, p3=500)
    scenario.company("N&E", 68, cash=100, permits=("local",)).shares("N&E", p1=60, p2=30, **{"N&E": 10})
    return scenario.no_trains_left("A").phase("B").operating("N&E", "trains").game()


async def test_a_refinancing_asks_the_holder_of_an_option_and_ends_with_a_train(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, penniless()) as scene:
        ann, ben, cy = scene.ann, scene.ben, scene.cy
        page = await scene.turn(ann)
        assert "N&E needs a train for £200 and lacks £100." in page.text
        assert "Refinance N&E for £680**" in page.text
        assert "Shares two for one; the money goes to the treasury. Shares: Ann 6 → 3, Ben 3 → 2" in page.text
        await scene.press(ann, page, "Refinance")
        assert "N&E: Ann 60 → 30 %, Ben 30 → 20 %, open market 0 → 40 %" in page.text
        await scene.press(ann, page, "Confirm")
        assert scene.called() == ["Ben"]
        card = scene.table.with_button("Take turn")
        assert "You are not on turn now." in await scene.outsider(cy, card, "Take turn")
        page = await scene.turn(ben)
        assert "After this: the treasury." in page.text
        assert "**Give up N&E 10 % · get £34**\n-# Cash: Ben £500 → £534 · N&E: Ben 20 → 10 %" in page.text
        await scene.press(ben, page, "Give up N&E 10 %")
        await scene.press(ben, page, "Confirm")
        assert scene.called() == ["Ann"]

        page = await scene.turn(ann)
        assert "The treasury has an odd share of N&E as an option" in page.text
        await scene.press(ann, page, "Keep N&E")
        assert "N&E is refinanced and gets £680." in page.text
        await scene.press(ann, page, "Confirm")
        bought = [o["label"] for o in page.message.selects[0].options if "2/3L" in o["label"]]
        assert bought == [
            "Buy 2/3L-train, no warranty, £200", "Buy 2/3L-train, 1 warranty, £250",
            "Buy 2/3L-train, 2 warranties, £300", "Buy 2/3L-train, 3 warranties, £350",
        ]  # fmt: skip
        await scene.pick(ann, page, bought[1])
        assert "Cash: N&E £746 → £496" in page.text
        await scene.press(ann, page, "Confirm")
        view = (await scene.table.game()).view
        assert [view.percent(who, "N&E") for who in ("p1", "p2", "N&E")] == [30, 10, 10]
        assert (view.cash("p2"), view.cash("N&E")) == (534, 100 + 680 - 34 - 250)
        assert scene.called() == []

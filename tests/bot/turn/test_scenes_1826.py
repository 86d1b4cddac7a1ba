"""1826 by the pages alone: growth, consent, loans, bonds and the formation of nationals."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game
from engine.api.stories import lines
from tests.bot.scenes import FIVE, Scene, staged
from tests.titles.g1826.france import France
from tests.titles.g1826.french_nationals import Formation, stations
from tests.titles.g1826.french_turns import SE, SW, Turn

THREE = FIVE[:3]


# --- growth at the destination ---------------------------------------------------------------------


def arrived() -> Game:
    """Paris, led by Ann, is joined to Le Havre."""
    scenario = France(*THREE).corporation("Paris", 100, 500, p1=60, p2=20)
    for lay in (("F8", "9", 2), ("E7", "58", 5)):
        scenario.tile(*lay)
    scenario.state.companies["Paris"].data["destination"] = True
    return scenario.trains("Paris", "2H", "2H").turn("Paris", "growth").game()


async def test_a_corporation_that_has_arrived_grows_by_its_president(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, arrived()) as scene:
        ann, ben = scene.ann, scene.ben
        card = scene.table.with_button("Take turn")
        assert scene.table.pinged(card) == {"Ann"}
        assert "each share stays a share, of 10 % now; five more go to the treasury" in card.text
        assert "You are not on turn now." in await scene.outsider(ben, card, "Take turn")
        page = await scene.turn(ann)
        assert "Destination: Le Havre (E5), reached" in page.text
        assert "Paris: Ann 60 → 30 %, Ben 20 → 10 %, treasury 20 → 60 %" in page.text
        await scene.press(ann, page, "Make Paris a 10-share corporation", "Confirm")
        assert "✔ Paris is a 10-share corporation from now on." in page.text
        view = (await scene.table.game()).view
        assert [view.percent(who, "Paris") for who in ("p1", "p2", "Paris")] == [30, 10, 60]
        assert scene.called() == []


# --- own shares ------------------------------------------------------------------------------------


async def test_the_facts_of_a_company_stand_once_on_the_page_of_its_own_shares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = France(*THREE).corporation("Paris", 100, 500, p1=60, p2=20)
    async with staged(tmp_path, monkeypatch, scenario.turn("Paris", "own_shares").game()) as scene:
        page = await scene.turn(scene.ann)
        assert page.text.count("Divided into: ") == 1


# --- consent for the hexes around Paris ------------------------------------------------------------


def before_est() -> Game:
    """Nord, led by Ann, lays track beside Paris; the hex lies in front of Est's station, led by Ben."""
    scenario = Turn(*THREE).corporation("Nord", 100, cash=500, p1=60)
    scenario.corporation("Est", 90, cash=100, operated=True, p2=60)
    return scenario.lay("F10", "7", SW, SE).turn("Nord").game()


async def ask(scene: Scene) -> None:
    """Ann asks Ben for consent to a tile in front of Est's station; he is called."""
    page = await scene.turn(scene.ann)
    await scene.press(scene.ann, page, "Ask for consent")
    await scene.pick(scene.ann, page, "8|2")
    await scene.press(scene.ann, page, "Confirm")
    assert "You ask Ben: Nord may lay tile 8 on G11 beside Est's station. Not answered" in page.text
    assert "Ask for consent" in " ".join(page.labels)
    assert scene.called() == ["Ben"]


async def test_consent_is_refused_and_granted_and_the_builder_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, before_est()) as scene:
        ben, cy = scene.ben, scene.cy
        await ask(scene)
        card = scene.table.with_button("Accept")
        game = await scene.table.game()
        assert lines(game.view, game.log[-1]) == [
            "Ann asks Ben: Nord may lay tile 8 on G11 beside Est's station."
        ]
        assert "Nord may lay tile 8 on G11 beside Est's station" in card.text
        assert (await scene.outsider(cy, card, "Accept")).startswith("Ben alone is asked this")
        look = await ben.click(card, "Look first")
        assert "Ann asks you: Nord may lay tile 8 on G11" in look.text
        done = await ben.click(card, "Decline")
        assert done.acknowledged
        assert scene.called() == ["Ann"]
        assert "Ben declines the offer of Ann" in scene.table.with_button("Take turn").text
        assert "G11" not in (await scene.table.game()).state.tiles

        await ask(scene)
        look = await ben.click(scene.table.with_button("Accept"), "Look first")
        await scene.press(ben, look, "Accept")
        assert "Nord lays tile 8 on G11, turned to NW-E." in look.text
        await scene.press(ben, look, "Confirm")
        assert scene.called() == ["Ann"]
        assert (await scene.table.game()).state.tiles["G11"] == ("8", 2)


# --- loans -----------------------------------------------------------------------------------------


def poor() -> Game:
    """PLM, led by Ann, has no train and F150; the bank sells 6H trains for F300."""
    scenario = France(*THREE).ten("PLM").corporation("PLM", 100, 150, p1=60, p2=20)
    return scenario.no_trains_left("2H", "4H").phase("6H").turn("PLM", "trains").game()


async def test_a_loan_is_taken_for_a_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, poor()) as scene:
        ann = scene.ann
        page = await scene.turn(ann)
        assert "interest of F50 a turn, and the price goes left for each loan." in page.text
        assert "**Take a loan for F500**\n-# Cash: PLM F150 → F650 · Price: PLM F100 → F90" in page.text
        await scene.press(ann, page, "Take a loan for F500", "Confirm")
        assert "Loans: 1 of 2: F500, interest F50 a turn" in page.text
        await scene.press(ann, page, "Buy 6H-train F300 · 6 left")
        assert "Cash: PLM F650 → F350" in page.text
        await scene.press(ann, page, "Confirm")
        game = await scene.table.game()
        assert [t.kind for t in game.view.trains("PLM")] == ["6H"]
        assert scene.called() == []


def rich(loans: int = 2) -> Game:
    scenario = Turn(*THREE).ten("PLM").corporation("PLM", 100, 1300, p1=60, p2=20).loans("PLM", loans)
    return scenario.no_trains_left("2H", "4H").phase("6H").turn("PLM", "loans").game()


async def test_loans_are_repaid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, rich()) as scene:
        ann = scene.ann
        page = await scene.turn(ann)
        assert "**Repay a loan for F500**\n-# Cash: PLM F1,300 → F800 · Price: PLM F100 → F110" in page.text
        assert page.labels[:3] == ["Repay a loan for F500", "Repay 2 loans for F1,000", "Repay nothing"]
        await scene.press(ann, page, "Repay 2 loans")
        assert "PLM repays 2 loans: F1,000." in page.text
        await scene.press(ann, page, "Confirm")
        view = (await scene.table.game()).view
        assert (view.cash("PLM"), view.price("PLM")) == (300, 122)
        assert "loans" not in view.company("PLM").data


# --- bonds -----------------------------------------------------------------------------------------


async def test_players_buy_and_sell_bonds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = Turn(*THREE).national("SNCF", cash=550, p1=60).bonds(pool=2, p2=3).phase("E")
    game = scenario.cash(p1=500, p2=500).stock_round().game()
    async with staged(tmp_path, monkeypatch, game) as scene:
        ann, ben = scene.ann, scene.ben
        page = await scene.turn(ann)
        assert "Buy a bond of SNCF for F100" in page.labels
        await scene.press(ann, page, "Buy a bond", "Confirm")
        assert scene.called() == ["Ben"]
        page = await scene.turn(ben)
        assert "**Sell 3 bonds for F300**\n-# Cash: Ben F500 → F800" in page.text
        await scene.press(ben, page, "Sell 3 bonds", "Confirm")
        assert "✔ Ben sells 3 bonds of SNCF for F300." in page.text
        bonds = (await scene.table.game()).view.company("SNCF").data["bonds"]
        assert bonds == {"p1": 1, "pool": 4}


async def test_the_sncf_issues_bonds_for_a_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = Turn(*THREE).national("SNCF", cash=390, p1=60).bonds(p2=1)
    game = scenario.no_trains_left("2H", "4H", "6H", "10H").phase("E").turn("SNCF", "trains").game()
    async with staged(tmp_path, monkeypatch, game) as scene:
        ann = scene.ann
        page = await scene.turn(ann)
        assert "**Issue 5 bonds for F500**\n-# Cash: SNCF F390 → F890" in page.text
        assert "interest of F50 a turn to whoever holds them." in page.text
        await scene.press(ann, page, "Issue 5 bonds", "Confirm", "Buy E-train F800 · 4 left", "Confirm")
        assert "Bonds: 6 of 10: open market 5, Ben 1; interest F60 a turn" in page.text
        assert scene.called() == []


async def test_bonds_are_redeemed_and_it_is_said_whose_come_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = Turn(*THREE).national("SNCF", cash=250, p1=60).bonds(pool=1, p2=3).phase("E")
    game = scenario.turn("SNCF", "own_shares").game()
    async with staged(tmp_path, monkeypatch, game) as scene:
        ann = scene.ann
        page = await scene.turn(ann)
        assert "Redeem bonds: those of the open market come next." in page.text
        await scene.press(ann, page, "Redeem a bond for F100", "Confirm")
        assert "Redeem bonds: those of Ben come next." in page.text
        await scene.press(ann, page, "Redeem a bond for F100")
        assert "Cash: Ben F600 → F700, SNCF F150 → F50" in page.text
        await scene.press(ann, page, "Confirm")
        assert (await scene.table.game()).view.company("SNCF").data["bonds"] == {"p2": 2}


# --- nationals -------------------------------------------------------------------------------------


def forming(kind: str, **tokens: tuple[str, ...]) -> Game:
    """PO, led by Ann, is to buy the first train of a kind; companies of Ben without a train merge."""
    scenario = Formation(*THREE).buying(kind).tile("F12", "14")
    for company, hexes in tokens.items():
        scenario.ten_shares(company, 90, p2=60, p3=20).holds_tokens(company, *hexes)
    return scenario.game()


@pytest.mark.parametrize(("kind", "national"), [("6H", "Etat"), ("10H", "SNCF")])
async def test_a_national_forms_and_its_president_chooses_the_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, national: str
) -> None:
    game = forming(kind, Nord=("F12", "E15"), Als=("I13",))
    async with staged(tmp_path, monkeypatch, game) as scene:
        ann, ben, cy = scene.ann, scene.ben, scene.cy
        page = await scene.turn(ann)
        await scene.press(ann, page, f"Buy {kind}-train F")
        assert f"{national} is formed of Als and Nord, at a share value of F" in page.text
        assert "Ben exchanges 12 shares for 6" in page.text
        assert f"{national}: Ben 0 → 60 %, Cy 0 → 20 %" in page.text
        await scene.press(ann, page, "Confirm")
        assert scene.called() == ["Ben"]

        card = scene.table.with_button("Take turn")
        [told] = [line for line in card.text.splitlines() if line.startswith("-# PO (Ann): buys a ")]
        phase, formed = (
            told.index(f"Phase {kind} begins"),
            told.index(f"{national} is formed of Als and Nord"),
        )
        assert phase < formed
        assert f"Keep a token for {national}:" in card.text
        assert "You are not on turn now." in await scene.outsider(cy, card, "Take turn")
        page = await scene.turn(ben)
        assert f"**Keep a token for {national}** · Whose token?" in page.text
        assert "in Dijon (I13)" in page.text
        assert "in Reims (F12), Metz (E15)" in page.text
        await scene.press(ben, page, f"Keep a token for {national}: Nord…")
        await scene.pick(ben, page, "E15")
        assert f"A token of {national} takes the place of the one of Nord in Metz (E15)." in page.text
        await scene.press(ben, page, "Confirm")
        assert scene.called() == []
        await scene.press(ben, page, "Keep no more tokens")
        assert "The other tokens of" in page.text
        if "Confirm" in page.labels:
            await scene.press(ben, page, "Confirm")
        assert scene.called() == ["Ann"]
        assert stations(await scene.table.game(), national) == {"G9", "G19", "E15"}

"""What a title adds to the card of a company and to the map."""

from engine import TITLES
from engine.core.state import to_json
from engine.game import new_game
from render.api import twin
from render.cards.doc import Doc, Section
from render.cards.page import picture_of
from render.map.scene import Badge
from render.pen import theme
from tests.render.samples import count
from tests.rulemark import rule
from tests.titles.g1826.france import France
from tests.titles.g1862.mania import Mania


def shown(game, view, **params):
    return twin(game.title.key, to_json(game.state), view, **params)


def card(scene, company):
    return shown(scene, "company", company=company).splitlines()


@rule("1862", "2.4.1")
def test_permits_stand_on_the_card_and_homes_out_of_play_on_the_map():
    game = new_game(TITLES["1862"], ["Ann", "Ben", "Cy"], seed=1)
    inside = next(c for c in game.view.companies("major"))
    assert f"Permits: {inside.data['permits'][0]}" in shown(game, "company", company=inside.id)
    gone = {c.id for c in game.state.companies.values() if c.closed}
    board = shown(game, "map")
    assert len(gone) == 4
    assert all(f"home of {company}, which is out of play" in board for company in gone)
    assert f"home of {inside.id}, which" not in board
    assert f"home of {inside.id}" in board


def test_a_title_without_additions_has_none():
    game = new_game(TITLES["18EZ"], ["Ann", "Ben", "Cy"], seed=1)
    assert "Permits" not in shown(game, "company", company="M&R")
    assert "out of play" not in shown(game, "map")


# --- 1862 --------------------------------------------------------------------------------------------------


@rule("1862", "7.10")
def test_warranties_stand_on_the_card_of_the_company():
    scene = Mania().company("E&H", 62, permits=("local", "express"), p1=30)
    scene.train("E&H", "D", "local", 2).train("E&H", "B", "express", 1, expiring=True).train(
        "E&H", "E", "local"
    )
    assert "- Warranties: 1 on 2/3E (obsolete), 2 on 4L" in card(scene, "E&H")
    assert "- Permits: local, express" in card(scene, "E&H")
    assert "- Warranties: none" in card(Mania().company("E&H", 62, p1=30).train("E&H", "B", "local"), "E&H")


@rule("1862", "7.8.5")
def test_the_card_gives_the_dividends_that_move_the_price():
    assert "- Steps right: at a dividend of £62, £124, £186, £248" in card(Mania().company("E&H", 62), "E&H")


@rule("1862", "3.1")
def test_shares_of_its_own_are_in_the_treasury_and_markers_are_those_it_bought():
    scene = Mania().company("E&H", 60, chartered=False, markers=3, p1=30, p2=10).token("E&H", "C8", 0)
    said = card(scene, "E&H")
    assert "- Treasury: 60 %" in said
    assert "- Tokens left: free, free" in said
    assert "- Charter: not chartered" in said


@rule("1862", "4.3")
def test_an_obligation_stands_on_both_cards():
    scene = Mania("Ann", "Ben", "Cy").company("E&H", 62, floated=False, p1=30)
    scene.state.companies["E&H"].data["obligation"] = "p1"
    assert "- Obligation: Ann must float it" in card(scene, "E&H")
    assert "- Must float: E&H" in shown(scene, "player", player="p1")
    assert "Must float" not in shown(scene, "player", player="p2")


@rule("1862", "2.2")
def test_the_sheet_says_what_each_band_can_be():
    said = shown(Mania(), "trains").splitlines()
    assert "- B: price £200; left 6 of 6; rusts by the first E; runs 2F, 2/3L, 2/3E" in said
    simple = shown(Mania(trains="simple_freight"), "trains")
    assert "rusts by the first E; runs 2F\n" in simple


@rule("1862", "11.1")
def test_the_phases_have_the_train_limits_of_the_game_that_is_played():
    whole = shown(Mania(), "trains").splitlines()
    assert "Phase F: brown · limit: 2 of each type · 3 ORs" in whole
    simple = shown(Mania(trains="simple_freight").phase("E"), "trains").splitlines()
    limits = {line[6]: line for line in simple if line.startswith("Phase ")}
    assert all(f"{n} in all" in limits[phase] for phase, n in zip("DEG", (4, 3, 2), strict=True))
    assert any("B trains rust. At most 3 trains in all." in line for line in simple)
    scene = Mania(trains="simple_express").company("E&H", 62, p1=30).train("E&H", "A", "express")
    assert "limit 4" in shown(scene, "company", company="E&H")


@rule("1862", "11.2")
def test_in_the_shorter_game_d_trains_stay_and_e_brings_the_lner():
    said = shown(Mania(shorter="yes").phase("E"), "trains")
    assert "never rusts; runs 5F, 4L, 4E" in said
    assert "; B trains rust. At most 2 trains of each type. The LNER forms after this set" in said
    assert "D trains rust" not in shown(Mania(shorter="yes").phase("G"), "trains")


@rule("1862", "10.3")
def test_after_the_lner_it_does_not_form_once_more():
    assert "The LNER forms after this set of operating rounds." in shown(Mania().phase("H"), "trains")
    after = shown(Mania().phase("H").lner(12), "trains")
    assert "The LNER has formed." in after
    assert "The LNER forms" not in after


@rule("1862", "2.4.1")
def test_the_order_of_play_names_homes_and_permits_of_companies_to_start():
    said = shown(Mania().company("E&H", 62, p1=30), "order").splitlines()
    waiting = said[said.index("Not started:") + 1 :]
    assert "- ECR: home Witham (D13); local; from phase A" in waiting
    assert len(waiting) == 15
    assert not any(line.startswith("- E&H") for line in waiting)


# --- 1826 --------------------------------------------------------------------------------------------------


@rule("1826", "O127")
def test_loans_stand_on_the_card():
    scene = France().corporation("Nord", 100, p1=60)
    assert "- Loans: none of 2" in card(scene, "Nord")
    scene.state.companies["Nord"].data["loans"] = 2
    assert "- Loans: 2 of 2: F1,000, interest F100 a turn" in card(scene, "Nord")


@rule("1826", "O132")
def test_bonds_stand_on_the_card_of_the_issuer_and_of_their_holders():
    scene = France("Ann", "Ben", "Cy")
    assert "- Bonds: none issued" in card(scene, "SNCF")
    scene.state.companies["SNCF"].data["bonds"] = {"pool": 2, "p2": 3}
    assert "- Bonds: 5 of 10: open market 2, Ben 3; interest F50 a turn" in card(scene, "SNCF")
    assert "- Bonds: 3 of SNCF: F300" in shown(scene, "player", player="p2")
    assert "Bonds" not in shown(scene, "player", player="p1")
    assert not any("Bonds" in line for line in card(scene, "Nord"))


@rule("1826", "O87")
def test_destination_and_size_stand_on_the_card():
    scene = France().corporation("Nord", 100, p1=60)
    assert "- Divided into: 5 shares of 20 %" in card(scene, "Nord")
    assert "- Destination: Lille (C11), not reached" in card(scene, "Nord")
    assert not any("out of play" in line for line in card(scene, "Nord"))
    scene.state.companies["Nord"].data["destination"] = True
    assert "- Destination: Lille (C11), reached: may become a 10-share corporation" in card(scene, "Nord")
    ten = card(France().ten("Nord").corporation("Nord", 100, p1=60), "Nord")
    assert "- Divided into: 10 shares of 10 %" in ten
    assert not any("Destination" in line for line in ten)


def test_powers_that_a_company_has_used_stand_on_its_card():
    scene = France().corporation("Nord", 100, p1=60)
    scene.state.companies["Nord"].data |= {"mail": ["C13", 10], "extra_train": 1}
    assert "- Mail: Brussels (C13) is worth F10 more" in card(scene, "Nord")
    assert "- Train limit: 1 higher" in card(scene, "Nord")
    assert (
        "- Power: A company of its owner, or the one that owns it, may place the mail on one of the cities"
        in shown(scene, "company", company="Mail")
    )


@rule("1826", "O73")
def test_the_sheet_says_how_far_e_trains_run_now():
    scene = France()
    assert "runs 2 cities, doubled" in shown(scene, "trains")
    scene.trains("Nord", "E", "E")
    assert "- E: price F800; left 2 of 4; never rusts; runs 3 cities, doubled" in shown(scene, "trains")
    scene.trains("Nord", "TGV")
    assert "- E: price F800; left 2 of 4; never rusts; runs 5 cities" in shown(scene, "trains")


# --- the page ----------------------------------------------------------------------------------------------


def test_a_long_title_takes_a_second_line():
    short, long = (picture_of(Doc(text, "under")) for text in ("SNCF", "SNCF · " + "Chemins de Fer " * 4))
    assert long.height >= short.height + 30
    assert count(long, theme.WHITE, (780, 0, 800, 110)) == 0


def test_a_wide_badge_stays_in_its_column():
    badge = Badge("Belg-private", (1, 2, 3), theme.WHITE)
    image = picture_of(Doc("T", "", [Section("", [[badge, "x"]], widths=(2, 10))]))
    assert count(image, (1, 2, 3), (0, 60, 24 + 125, image.height)) > 800
    assert count(image, (1, 2, 3), (24 + 126, 60, 800, image.height)) == 0

"""18OE 4.1, 9.4-9.5, 10.5-10.6, 13: what a second reading of the sentences of 3-10 and 13 found."""

import re

import pytest

from engine.rules.stock import stock_rules
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.routes.connections import are_linked
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe
from tests.titles.g18oe.oe_late import (
    buying,
    cash,
    major_phase,
    no_more,
    operating,
    owner,
    stock,
    trains,
    with_major,
    with_minor,
    with_regional,
)
from tests.titles.g18oe.oe_start import values
from tests.titles.g18oe.test_18oe_over_the_limit import SEVEN, over

# --- 4.1 ---------------------------------------------------------------------------------------------


@rule("18OE", "4.1")
def test_who_is_two_over_the_limit_parts_with_two_privates():
    game = over("WS", "CCTC", phase="1")
    act(game, "p1", "close_private", private="WS")
    assert refusal(game, "p1", "pass") == "must_close"
    assert kinds(game, "p1") == {"close_private", "remove_private"}
    act(game, "p1", "remove_private", private="CCTC")
    assert refusal(game, "p1", "close_private", private="WS") == "one_private"
    act(game, "p1", "pass")


@rule("18OE", "4.1")
def test_a_share_sold_and_a_private_closed_mend_it_together():
    game = over("WS", "CCTC")
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    assert refusal(game, "p1", "done") == "must_sell"
    act(game, "p1", "close_private", private="WS")
    assert refusal(game, "p1", "close_private", private="CCTC") == "turn_order"
    act(game, "p1", "done")


@rule("18OE", "4.1", "10.5")
def test_who_is_deposed_by_his_own_action_mends_it_in_his_next_turn():
    """Bo's minor makes him president of Ada's Great Western: she gets two certificates for one."""
    scenario = with_major(major_phase("B", "WS", names=SEVEN, phase="4"), "GWR", p1=20, p2=20)
    with_minor(with_major(with_major(scenario, "KBS", p1=100), "MZA", p1=100), "B", owner="p2")
    game = stock(scenario.own("p1", "WS"))
    act(game, "p1", "offer_merger", minor="B", company="GWR", payer="p1", price=0)
    act(game, "p2", "accept_offer", offer="o1")
    act(game, "p2", "done")
    assert (owner(game, "GWR"), stock_rules(game.view).excess(game.view, "p1")) == ("p2", 1)
    for player in ("p2", "p3", "p4", "p5", "p6", "p7"):
        act(game, player, "pass")
    assert refusal(game, "p1", "pass") == "must_sell"


# --- 9.4, 9.5 ----------------------------------------------------------------------------------------


def closing(*powers, **minors):
    """Ada buys the first level 4 train; Bo's KBS may close, with these markers and minors."""
    scenario = with_major(major_phase(*minors, "SHTC", phase="3"), "GWR", cash=2000, p1=60)
    with_major(scenario, "KBS", p2=60).close("SHTC")
    for minor, zone in minors.items():
        scenario.own("KBS", minor).state.companies[minor].floated = True
        scenario.state.companies[minor].data.update(zone=zone, home="W6")
    scenario.state.companies["KBS"].data["powers"] = [*powers, *minors]
    scenario.state.companies["KBS"].data["chits"] = list(minors.values())
    return scenario


def close_kbs(scenario):
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    act(game, "p1", "decline")
    act(game, "p2", "form_national", company="KBS")
    return game


@rule("18OE", "9.4", "9.5", "11.6.2")
def test_the_pullman_that_m_received_goes_with_its_charter_when_a_national_forms():
    game = close_kbs(closing(M="SP"))
    assert (trains(game, "M"), trains(game, "pool"), owner(game, "M")) == (["pullman"], [], "pool")


@rule("18OE", "9.4")
def test_any_other_pullman_goes_to_the_open_market():
    game = close_kbs(closing().trains("KBS", "pullman"))
    assert (trains(game, "KBS"), trains(game, "pool")) == ([], ["pullman"])


@rule("18OE", "9.4", "14.5")
def test_a_star_harbor_token_leaves_the_map_with_its_marker():
    scenario = closing("SHTC")
    scenario.state.markers["SHTC"] = ("J27", 0)
    game = close_kbs(scenario)
    assert "SHTC" not in game.state.markers


@rule("18OE", "6.1", "10.5", "14.5")
def test_the_marker_of_a_private_goes_with_the_minor_to_its_major():
    """ "Markers given to RRs by privates will remain for the rest of the game"."""
    scenario = with_minor(with_major(major_phase("B", "SHTC"), "GWR", p1=40), "B").close("SHTC")
    scenario.state.companies["B"].data["powers"] = ["SHTC"]
    scenario.state.markers["SHTC"] = ("J27", 0)
    game = stock(scenario)
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert game.view.company("GWR").data["powers"] == ["B", "SHTC"]


@rule("18OE", "9.5", "14.5")
def test_the_token_of_a_private_leaves_the_map_with_an_abandoned_minor():
    scenario = with_minor(with_major(major_phase("B", "SHTC", phase="4"), "GWR", kind="national", p1=40), "B")
    scenario.close("SHTC").state.companies["B"].data["powers"] = ["SHTC"]
    scenario.state.markers["SHTC"] = ("J27", 0)
    game = stock(scenario)
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert "SHTC" not in game.state.markers


@rule("18OE", "9.4", "14.10")
def test_the_preserved_train_of_a_major_counts_once_it_is_a_national():
    scenario = closing().trains("KBS", "2+2")
    train = next(t for t in scenario.state.trains.values() if t.owner == "KBS")
    train.data["swift"] = True
    game = close_kbs(scenario)
    assert (trains(game, "KBS"), game.state.trains[train.id].data) == (["2+2"], {})


@rule("18OE", "11.2", "14.5")
@pytest.mark.parametrize(("kind", "may"), [("major", True), ("national", False)])
def test_a_national_places_no_star_harbor_token(kind, may):
    scenario = with_major(major_phase("SHTC", phase="4"), "GWR", kind=kind, p1=60).own("p1", "SHTC")
    assert ("star_harbor" in kinds(operating(scenario, "GWR", "token"), "p1")) == may


# --- 10.5 --------------------------------------------------------------------------------------------


@rule("18OE", "10.5", "15.1")
@pytest.mark.parametrize(("paid", "left"), [(False, 540), (True, 440)])
def test_minor_a_brings_its_cash_once_in_the_game(paid, left):
    scenario = with_major(major_phase("A", phase="6"), "GWR", value=100, cash=500, p1=60).own("pool", "A")
    scenario.state.companies["A"].floated = True
    scenario.state.companies["A"].data.update(zone="SP", home="W6", abandoned=True, banner_paid=paid)
    game = operating(scenario, "GWR", "own_shares")
    act(game, "p1", "take_minor", minor="A")
    assert cash(game, "GWR") == left


@rule("18OE", "10.5")
def test_a_major_with_one_token_left_chooses_which_of_two_it_takes():
    scenario = with_minor(with_major(major_phase("B"), "GWR", p1=40), "B").token("B", "AC8")
    for place in ("F25", "J15", "U32", "V27", "M36", "W40"):
        scenario.token("GWR", place)
    game = stock(scenario)
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert values(game, "p1", "decline_token", "hex") == ["W6", "AC8"]
    assert refusal(game, "p1", "done") == "too_many_tokens"
    act(game, "p1", "decline_token", hex="AC8")
    act(game, "p1", "done")
    assert "W6" in {place[0] for place in game.view.stations("GWR")}


def beside(*further, minor_at="AC8", major_at="AC16"):
    """Bo's minor B in Sevilla, a major in Murcia, track between them and further on."""
    scene = Europe("4").line(*ANDALUSIA, *further).token_at(major_at)
    scene.own("p2", "B").state.companies["B"].floated = True
    return scene.token_at(minor_at, company="B")


@rule("18OE", "10.5")
def test_track_links_a_merger_past_the_tokens_of_others():
    """Murcia between them is full of another railroad."""
    assert are_linked(beside().view, "B", US)
    assert not are_linked(beside(major_at="V55").view, "B", US)
    scene = beside("AB15", "AA14", "Z13", "Y14", minor_at="Y14", major_at="AC8")
    assert are_linked(scene.token_at("AC16", company="PLM").view, "B", US)


@rule("18OE", "10.5", "14.9")
@pytest.mark.parametrize(("player", "linked"), [("p1", False), ("p2", True)])
def test_track_of_another_player_does_not_connect_a_merger(player, linked):
    scene = beside().own(player, "BBE").mark("BBE1", "AC12")
    assert are_linked(scene.view, "B", US) == linked


@rule("18OE", "10.5")
def test_a_ferry_connects_a_merger_and_a_sea_crossing_does_not():
    """Gibraltar and Casablanca are joined by a ferry."""
    assert are_linked(beside(minor_at="AE6", major_at="AF5").view, "B", US)
    assert not are_linked(beside(minor_at="AE6", major_at="AF25").view, "B", US)


# --- 10.6 --------------------------------------------------------------------------------------------


def insolvent(scenario, company):
    scenario.state.certs[f"{company}:0"].owner = "pool"
    scenario.state.companies[company].data["insolvent"] = True
    return scenario


def consolidating():
    scenario = with_minor(with_regional(major_phase("B", phase="5", rr="consolidation"), "GWR", p2=25), "B")
    return with_major(insolvent(insolvent(scenario, "GWR"), "B").trains("GWR", "3+3"), "KBS", p2=60)


@rule("18OE", "5.1.5", "10.6", "11.6.5")
def test_what_nobody_bought_out_of_insolvency_goes_with_the_consolidation():
    """A minor is abandoned; a regional leaves the game, its shares without compensation."""
    scenario = consolidating().cash(p2=10).close("SHTC")
    scenario.state.companies["GWR"].data["powers"] = ["SHTC"]
    scenario.state.markers["SHTC"] = ("J27", 0)
    game = stock(scenario)
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert (game.view.company("B").data["abandoned"], owner(game, "B"), cash(game, "B")) == (True, "pool", 0)
    assert (game.view.company("GWR").closed, owner(game, "GWR"), cash(game, "p2")) == (True, "out", 10)
    assert (trains(game, "pool"), game.state.notes["order_track"], game.state.markers) == (["3+3"], [], {})


@rule("18OE", "10.6", "11.6.5")
def test_up_to_the_end_of_the_consolidation_it_may_be_bought():
    game = stock(consolidating().cash(p1=500), "p1")
    act(game, "p1", "rescue", company="GWR")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert refusal(game, "p1", "pass") == "must_expand"


@rule("18OE", "9.3", "11.6.5")
def test_an_insolvent_regional_is_not_expanded():
    """Its new president would be the Open Market."""
    scenario = insolvent(with_regional(major_phase(), "GWR", p2=50), "GWR").cash(p2=1000)
    assert refusal(stock(scenario, "p2"), "p2", "expand", company="GWR", first="no") == "insolvent"


# --- 13 ----------------------------------------------------------------------------------------------


def repeating(kind="major", way="pay", before=("7+7-1",), more=()):
    """The last operating round; in the one before GWR earned 100."""
    scenario = with_major(major_phase("WS", "SML", phase="8"), "GWR", kind=kind, cash=0, p1=60)
    scenario.trains("GWR", "7+7", *more).own("p1", "WS", "SML").cash(p1=0)
    scenario.state.companies["GWR"].data["again"] = {"revenue": 100, "way": way, "trains": list(before)}
    return scenario.note("eight_sold", [3, 1])


def again(scenario):
    game = operating(scenario, "GWR", "run", number=4, part=2)
    if TITLE.rounds["operating"].steps["run"].is_open(game.view):
        return game
    for _ in range(2):
        TITLE.rounds["operating"].advance(game._writer)
    return game


@rule("18OE", "13")
def test_a_new_pullman_is_no_train_to_count_with():
    game = again(repeating(more=("pullman",)))
    assert (cash(game, "p1"), game.view.company("GWR").last_revenue) == (60, 100)


@rule("18OE", "13", "11.4")
def test_who_has_become_a_national_pays_what_it_withheld_as_a_major():
    game = again(repeating(kind="national", way="withhold"))
    assert (cash(game, "p1"), cash(game, "GWR")) == (60, 0)


@rule("18OE", "13")
def test_who_does_not_count_anew_earns_the_same_again():
    scenario = repeating(before=())
    game = operating(scenario, "GWR", "run", number=4, part=2)
    for _ in range(2):
        TITLE.rounds["operating"].advance(game._writer)
    assert (cash(game, "p1"), cash(game, "GWR")) == (60, 40)


@rule("18OE", "13", "6.1")
def test_privates_and_the_mail_do_not_pay_in_the_last_round():
    """ "The second OR consists only of each RR paying again"."""
    scenario = with_major(major_phase("WS", "K", phase="8"), "GWR", cash=0, p1=60).trains("GWR", "7+7")
    scenario.own("p1", "WS").own("GWR", "K").cash(p1=0).note("eight_sold", [3, 1])
    scenario.state.companies["GWR"].data |= {"reserved_bought": True, "powers": ["K"]}
    game = operating(scenario, "GWR", "own_shares", number=4, part=1)
    act(game, "p1", "skip")
    assert (game.view.cursor.part, cash(game, "p1"), cash(game, "GWR")) == (2, 0, 0)


@rule("18OE", "13", "11.3.5", "14.10")
@pytest.mark.parametrize("part", [1, 2])
def test_no_port_authority_and_no_rusted_train_in_the_last_round(part):
    scenario = repeating(before=()).money({"GWR": 500}).phase("8")
    scenario.state.trains["2+2-30"].owner = "out"
    scenario.state.companies["SML"].data["face_down"] = True
    game = operating(scenario, "GWR", "run", number=4, part=part)
    assert ({"buy_port_authority", "swift"} <= kinds(game, "p1")) == (part == 1)


# --- the list ----------------------------------------------------------------------------------------


def test_the_list_of_sentences_names_tests_that_exist(root):
    """`READING.md` holds what the engine answered, and the tests that keep it so."""
    named = set(re.findall(r"`(test_\w+)`", (root / "engine/titles/g18oe/READING.md").read_text("utf-8")))
    files = (root / "tests").rglob("test_*.py")
    there = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))}
    assert len(named) > 100
    assert named - there == set()

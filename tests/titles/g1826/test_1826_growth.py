"""1826: growth from 5 to 10 shares by choice and by phase (O52-O54, O84-O90), what each phase changes."""

import pytest

from engine.rules.trains import train_limit
from tests.rulemark import rule
from tests.titles.g1826.france import France, act, cash, holds, kinds, price, refusal

JOINED = (("F8", "9", 2), ("E7", "58", 5))
"""Track from the home of Paris to Le Havre."""


def paris(joined=JOINED, **owners):
    scenario = France().corporation("Paris", 100, 500, **(owners or {"p1": 60, "p2": 20}))
    for lay in joined:
        scenario.tile(*lay)
    if len(joined) == len(JOINED):
        scenario.state.companies["Paris"].data["destination"] = True
    return scenario


@rule("1826", "O87", "O88")
def test_in_its_own_turn_it_may_grow_and_five_shares_join_the_treasury():
    game = paris().turn("Paris").game()
    assert "convert" in kinds(game, "p1")
    act(game, "p1", "convert")
    assert holds(game, "Paris") == {"p1": 30, "p2": 10, "Paris": 60}
    assert sorted(c.percent for c in game.view.certs_of("Paris")) == [10] * 8 + [20]
    assert (price(game, "Paris"), cash(game, "Paris")) == (100, 500)
    assert game.view.president("Paris") == "p1"
    assert train_limit(game.view, "Paris") == 4
    assert game.view.company("Paris").data["tokens"] == 3


@rule("1826", "O87")
@pytest.mark.parametrize(("actor", "player"), [("PLM", "p1"), ("Paris", "p2")])
def test_not_in_the_turn_of_another_nor_by_another(actor, player):
    game = paris().corporation("PLM", 100, 500, p2=60).turn(actor).game()
    assert "convert" not in kinds(game, player)
    assert refusal(game, player, "convert") == "not_your_turn"


@rule("1826", "O87")
def test_not_before_the_destination_is_reached():
    game = paris(JOINED[:1]).turn("Paris").game()
    assert "convert" not in kinds(game, "p1")
    assert refusal(game, "p1", "convert") == "destination_not_reached"


@rule("1826", "O86", "O87")
def test_the_tile_that_joins_home_and_destination_counts_whoever_lays_it_and_whatever_tokens_stand_there():
    game = paris(JOINED[:1]).turn("Paris").game()
    act(game, "p1", "lay_tile", hex="E7", tile="58", rotation=5)
    assert game.view.company("Paris").data["destination"] is True
    assert "convert" in kinds(game, "p1")


@rule("1826", "O86")
def test_a_city_full_of_foreign_tokens_on_the_way_does_not_matter():
    scenario = France().corporation("Est", 100, 500, p1=60).corporation("Nord", 90, 500, p2=60)
    for lay in (("G11", "8", 1), ("F12", "6", 4), ("F16", "4", 1)):
        scenario.tile(*lay)
    game = scenario.token("Nord", "F12").turn("Nord").game()
    assert game.view.board().blocks("F12", 0, "Est")
    assert not game.view.company("Est").data.get("destination")
    act(game, "p2", "lay_tile", hex="F14", tile="9", rotation=1)
    assert game.view.company("Est").data["destination"] is True


@rule("1826", "O86")
def test_track_joins_though_a_train_would_have_to_turn_back_at_a_junction():
    scenario = France().corporation("Paris", 100, 500, p1=60)
    for lay in (("F8", "8", 3), ("E9", "23", 3), ("D10", "4", 0)):
        scenario.tile(*lay)
    game = scenario.token("Paris", "C11").turn("Paris").game()
    assert not game.view.company("Paris").data.get("destination")
    act(game, "p1", "lay_tile", hex="E7", tile="4", rotation=1)
    assert game.view.company("Paris").data["destination"] is True


@rule("1826", "O87")
def test_it_is_asked_before_trains_are_bought():
    game = paris().trains("Paris", "2H", "2H").turn("Paris", "token").game()
    while game.waiting().step != "growth":
        kind = (
            "run" if "run" in kinds(game, "p1") else "dividend" if "dividend" in kinds(game, "p1") else "skip"
        )
        words = {"run": {"routes": game.suggest_routes()}, "dividend": {"payout": "pay"}}
        act(game, "p1", kind, **words.get(kind, {}))
    assert kinds(game, "p1") >= {"convert", "skip"}
    act(game, "p1", "skip")
    assert game.view.company("Paris").data["shares"] == 5


@rule("1826", "O89")
@pytest.mark.parametrize("company", ["Belg", "Paris"])
def test_ten_shares_do_not_grow(company):
    scenario = France().ten("Paris").corporation(company, 100, 500, p1=60)
    scenario.state.companies["Paris"].data["destination"] = True
    game = scenario.turn(company).game()
    assert "convert" not in kinds(game, "p1")
    assert refusal(game, "p1", "convert") == "not_five_shares"


# --- by phase --------------------------------------------------------------------------------------


def buyer(phase, *sold_out, train_cash=1000):
    """Belg buys the next train in the phase given."""
    scenario = France().cash(p1=500).corporation("Belg", 100, train_cash, p1=60).phase(phase)
    scenario.corporation("PLM", 90, 100, p2=60, p3=20).started("Nord", 82, p3=40)
    return scenario.no_trains_left(*sold_out).turn("Belg", "trains")


@rule("1826", "O21", "O25", "O67", "O84", "O106", "O52")
def test_the_first_6h_scraps_2h_and_makes_unstarted_corporations_10_share():
    game = buyer("4H").trains("PLM", "2H", "2H").no_trains_left("2H", "4H").game()
    act(game, "p1", "buy_train", source="depot", train="6H")
    assert game.state.phase == "6H"
    assert [t.kind for t in game.view.trains("PLM")] == []
    assert holds(game, "Midi") == {"ipo": 100}
    assert sorted(c.percent for c in game.view.certs_of("Midi")) == [10] * 8 + [20]
    assert game.view.company("Midi").data["shares"] == 10
    assert (holds(game, "PLM"), game.view.company("PLM").data["shares"]) == (
        {"p2": 60, "p3": 20, "PLM": 20},
        5,
    )
    assert (holds(game, "Nord"), game.view.company("Nord").data["shares"]) == ({"p3": 40, "ipo": 60}, 5)


@rule("1826", "O29", "O33", "O34", "O53", "O68", "O85", "O90")
def test_the_first_10h_scraps_4h_closes_privates_and_makes_all_10_share():
    scenario = buyer("6H").trains("PLM", "4H").own("p1", "Bridge", "Mail").own("p2", "Algerian")
    game = scenario.no_trains_left("2H", "4H", "6H").game()
    act(game, "p1", "buy_train", source="depot", train="10H")
    assert game.state.phase == "10H"
    assert game.view.trains("PLM") == []
    assert list(game.view.companies("private")) == []
    assert holds(game, "PLM") == {"p2": 30, "p3": 10, "PLM": 60}
    assert holds(game, "Nord") == {"p3": 20, "ipo": 80}
    assert all(game.view.company(c).data["shares"] == 10 for c in ("PLM", "Nord", "Midi", "Belg"))


@rule("1826", "O37", "O41", "O42", "O54", "O70")
def test_the_first_e_scraps_6h_and_ends_the_powers():
    scenario = buyer("10H").ten("PO").trains("PLM", "6H", "10H", "10H")
    scenario.state.companies["PLM"].data |= {"shares": 10, "mail": ["E15", 10], "extra_train": 1}
    scenario.state.markers["mail"] = ("E15", 0)
    game = scenario.no_trains_left("2H", "4H", "6H", "10H").game()
    assert train_limit(game.view, "PLM") == 3
    act(game, "p1", "buy_train", source="depot", train="E")
    assert game.state.phase == "E"
    assert [t.kind for t in game.view.trains("PLM")] == ["10H", "10H"]
    assert game.state.markers == {}
    assert "mail" not in game.view.company("PLM").data
    assert train_limit(game.view, "PLM") == 2


@rule("1826", "O9", "O15", "O45")
@pytest.mark.parametrize(
    ("phase", "out", "train", "after"),
    [
        ("2H", (), "2H", "2H"),
        ("2H", ("2H",), "4H", "4H"),
        ("E", ("2H", "4H", "6H", "10H", "E"), "TGV", "TGV"),
    ],
)
def test_2h_4h_and_tgv_trains_scrap_nothing(phase, out, train, after):
    scenario = buyer(phase, train_cash=2000)
    if phase == "2H":
        scenario.trains("PLM", "2H")
        kept = ["2H"]
    else:
        scenario.trains("PLM", "10H", "E")
        kept = ["10H", "E"]
    game = scenario.no_trains_left(*out).game()
    act(game, "p1", "buy_train", source="depot", train=train)
    assert game.state.phase == after
    assert [t.kind for t in game.view.trains("PLM")] == kept

"""1826: station tokens at the formation of a national (O159-O163, O174)."""

import pytest

from tests.rulemark import rule
from tests.titles.g1826.france import act, kinds, offered, refusal
from tests.titles.g1826.french_nationals import Formation, buy, stations

KEEP = "exchange_token"


def formed(kind: str, *, nord: tuple[str, ...] = (), als: tuple[str, ...] = (), **more: tuple[str, ...]):
    """A game in which Nord, Als and more have merged, led by p2, with these tokens beside their homes."""
    scenario = Formation("Tom", "Dick", "Harry").buying(kind).tile("F12", "14")
    for company, hexes in {"Nord": nord, "Als": als, **more}.items():
        scenario.ten_shares(company, 90, p2=60).holds_tokens(company, *hexes)
    game = scenario.game()
    buy(game, kind)
    return game


@rule("1826", "O159")
def test_home_tokens_are_exchanged():
    game = formed("6H")
    assert set(game.view.stations("Etat")) == {("G19", 0), ("G9", 3)}
    assert (stations(game, "Nord"), stations(game, "Als")) == (set(), set())
    assert not game.state.pending


@rule("1826", "O161")
def test_it_may_have_several_tokens_in_paris():
    game = formed("6H", Est=(), Ouest=())
    assert set(game.view.stations("Etat")) == {("G19", 0), ("G9", 3), ("G9", 4), ("G9", 1)}


@rule("1826", "O160")
def test_the_president_keeps_one_more_of_each_in_the_etat():
    game = formed("6H", nord=("F12", "E15"), als=("I13",))
    assert game.state.pending[-1].players == ("p2",)
    assert {KEEP, "done"} <= kinds(game, "p2")
    assert kinds(game, "p1").isdisjoint({KEEP, "done"})
    assert offered(game, "p2", KEEP, "company") == ["Als", "Nord"]
    assert offered(game, "p2", KEEP, "hex", company="Nord") == ["F12", "E15"]
    act(game, "p2", KEEP, company="Nord", hex="E15")
    assert refusal(game, "p2", KEEP, company="Nord", hex="F12") == "enough_tokens"
    act(game, "p2", KEEP, company="Als", hex="I13")
    assert stations(game, "Etat") == {"G9", "G19", "E15", "I13"}
    assert (game.state.pending, stations(game, "Nord"), stations(game, "Als")) == ([], set(), set())


@rule("1826", "O160")
def test_it_may_keep_none():
    game = formed("6H", nord=("F12",))
    act(game, "p2", "done")
    assert stations(game, "Etat") == {"G9", "G19"}
    assert stations(game, "Nord") == set()
    assert game.state.cursor.actor == "PO"


@rule("1826", "O160")
def test_only_tokens_of_merged_companies_that_stand_there():
    game = formed("6H", nord=("F12",))
    assert refusal(game, "p2", KEEP, company="PO", hex="G9") == "not_merged"
    assert refusal(game, "p2", KEEP, company="Nord", hex="E15") == "no_token_there"
    assert refusal(game, "p2", KEEP, company="Als", hex="G19") == "no_token_there"


@rule("1826", "O161")
def test_one_token_in_other_cities():
    game = formed("6H", nord=("L14",), als=("F12",), GC=("F12",))
    assert refusal(game, "p2", KEEP, company="Nord", hex="L14") == "already_here"  # the home of GC
    act(game, "p2", KEEP, company="GC", hex="F12")
    assert not game.state.pending  # so the one of Als cannot be kept either
    assert stations(game, "Etat") == {"G9", "G19", "L14", "F12"}


@rule("1826", "O161")
def test_later_too_a_national_may_add_a_token_in_paris_alone():
    several = Formation().game().title.rules.tokens.several
    game = formed("6H")
    assert several(game.view, "Etat", "G9")
    assert not several(game.view, "Etat", "L14")
    assert not several(game.view, "PO", "G9")


@rule("1826", "O163")
def test_the_etat_has_three_tokens_more():
    game = formed("6H", nord=("F12",))
    act(game, "p2", KEEP, company="Nord", hex="F12")
    assert game.view.company("Etat").data["tokens"] == 3 + 3
    game = formed("6H", Est=())
    assert game.view.company("Etat").data["tokens"] == 3 + 3


@rule("1826", "O163", "O168")
def test_the_sncf_has_four_tokens_more():
    game = formed("10H")
    assert game.view.company("SNCF").data["tokens"] == 2 + 4


@rule("1826", "O174")
def test_the_sncf_keeps_two_of_each():
    game = formed("10H", nord=("F12", "E15", "I13"), als=("B12",))
    for hex_ in ("F12", "E15"):
        act(game, "p2", KEEP, company="Nord", hex=hex_)
    assert refusal(game, "p2", KEEP, company="Nord", hex="I13") == "enough_tokens"
    act(game, "p2", "done")
    assert stations(game, "SNCF") == {"G9", "G19", "F12", "E15"}


@rule("1826", "O172", "O174")
def test_of_the_etat_the_homes_and_two_more():
    scenario = Formation("Tom", "Dick", "Harry").buying("6H")
    for company in ("Nord", "Als"):
        scenario.ten_shares(company, 90, p2=60)
    game = scenario.holds_tokens("Nord", "F12").game()
    buy(game, "6H")
    act(game, "p2", KEEP, company="Nord", hex="F12")
    second = later(game)
    act(second, "p1", "buy_train", source="depot", train="10H")
    assert set(second.view.stations("SNCF")) == {("G19", 0), ("G9", 3), ("G9", 4)}
    assert offered(second, "p2", KEEP, "hex", company="Etat") == ["F12"]
    act(second, "p2", KEEP, company="Etat", hex="F12")
    assert stations(second, "SNCF") == {"G19", "G9", "F12"}
    assert not second.state.pending


def later(game):
    """The same game when PO is to buy the first 10H; Etat and Est have no train."""
    scenario = Formation("Tom", "Dick", "Harry")
    scenario.state = game.state
    scenario.ten_shares("Est", 90, p3=60).operated("Etat").money({"PO": 1000})
    scenario.no_trains_left("2H", "4H", "6H").turn("PO", "trains")
    for train in scenario.state.trains.values():
        train.owner = "out" if train.owner == "PO" else train.owner
    return scenario.game()


@rule("1826", "O160", "O174")
@pytest.mark.parametrize("kind", ["6H", "10H"])
def test_the_turn_goes_on_when_the_tokens_are_chosen(kind):
    game = formed(kind, nord=("F12",))
    assert "buy_train" not in kinds(game, "p1")
    act(game, "p2", "done")
    assert (game.state.cursor.actor, game.state.cursor.step) == ("PO", "trains")
    assert "done" in kinds(game, "p1")


@rule("1826", "O174")
def test_trains_over_the_limit_are_discarded_before_tokens_are_chosen():
    scenario = Formation("Tom", "Dick", "Harry").buying("10H")
    for company in ("Nord", "Als"):
        scenario.ten_shares(company, 90, p2=60).holds_tokens(company, "F12" if company == "Nord" else "E15")
    scenario.ten_shares("Est", 90, p3=60)
    for n in (1, 2, 3):
        scenario.old_train("Est", f"6H-{n}")
    game = scenario.game()
    buy(game, "10H")
    assert [p.kind for p in game.state.pending] == [KEEP, "discard"]
    act(game, "p3", "discard_train", train="6H")
    act(game, "p2", KEEP, company="Nord", hex="F12")
    act(game, "p2", KEEP, company="Als", hex="E15")
    assert stations(game, "SNCF") == {"G9", "G19", "F12", "E15"}
    assert not game.state.pending

"""1826 O111-O113: who operates when, the steps of a turn, and the income of the privates."""

import pytest

from engine.titles.g1826.nationals.nationals import SITS_OUT
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, kinds
from tests.titles.g1826.french_turns import E, Turn, W, build


def round_begins(scenario: Turn) -> Turn:
    """All but the last player have passed: after p3's pass the operating round begins."""
    return scenario.at("shares", "p3", "turn", number=2, passes=2)


def actors(game) -> list[str]:
    """The companies that operate until a stock round comes, each doing as little as it may."""
    found = []
    while game.state.cursor.round == "operating":
        cursor = game.state.cursor
        if cursor.actor not in found:
            found.append(cursor.actor)
        president = game.view.president(cursor.actor)
        act(game, president, "done" if cursor.step == "trains" else "skip")
    return found


def three() -> Turn:
    """Nord at 110, PLM and Als at 100 (PLM on top), all with a train."""
    scenario = Turn().corporation("PLM", 100, p1=60).corporation("Als", 100, p2=60)
    scenario.corporation("Nord", 110, p3=60)
    for company in ("PLM", "Als", "Nord"):
        scenario.trains(company, "2H")
    return scenario


@rule("1826", "O112")
def test_the_highest_price_operates_first_then_the_top_of_the_stack():
    game = round_begins(three()).game()
    act(game, "p3", "pass")
    assert actors(game) == ["Nord", "PLM", "Als"]


@rule("1826", "O112")
def test_companies_that_have_not_floated_or_have_no_president_do_not_operate():
    scenario = three().started("Est", 90, p1=40)
    for cert in scenario.state.certs.values():
        if cert.company == "Als" and cert.owner == "p2":
            cert.owner = "pool"
    game = round_begins(scenario).game()
    act(game, "p3", "pass")
    assert actors(game) == ["Nord", "PLM"]


@rule("1826", "O112")
def test_a_company_sits_out_a_round_when_it_must():
    scenario = three().turn("PLM", "trains").note("rounds_in_set", 2).note(SITS_OUT, ["Nord"])
    game = scenario.game()
    seen = []
    while game.state.cursor.part == 1:
        cursor = game.state.cursor
        seen.append(cursor.actor)
        president = game.view.president(cursor.actor)
        assert president is not None
        act(game, president, "done" if cursor.step == "trains" else "skip")
    assert set(seen) == {"PLM", "Als"}
    assert game.state.cursor.actor == "Nord"


@rule("1826", "O112")
def test_the_steps_of_a_turn_in_order():
    scenario = Turn().ten("PLM").corporation("PLM", 100, cash=600, p1=60).trains("PLM", "2H")
    scenario.lay("H10", "9", 2, 5).lay("I13", "57", W, E).loans("PLM", 1)
    game = scenario.turn("PLM").game()
    seen = []
    while game.state.cursor.actor == "PLM":
        seen.append(game.state.cursor.step)
        act(game, "p1", "done" if game.state.cursor.step == "trains" else "skip")
    assert seen == ["track", "trains", "loans", "own_shares"]


@rule("1826", "O112")
@pytest.mark.parametrize("step", ["track", "token", "trains"])
def test_the_president_alone_decides(step):
    game = three().turn("PLM", step).game()
    waiting = game.waiting()
    assert waiting is not None
    assert waiting.players == ("p1",)
    assert not {"lay_tile", "done", "buy_train", "skip"} & kinds(game, "p2")


@rule("1826", "O112")
def test_a_first_turn_is_over_when_the_company_has_operated():
    scenario = Turn().corporation("Als", 100, cash=300, operated=False, p1=60).trains("Als", "2H")
    game = scenario.turn("Als").note("rounds_in_set", 2).game()
    build(game, "p1", "G17", "9", W, E)
    act(game, "p1", "skip")
    assert not game.view.company("Als").operated
    while game.state.cursor.part == 1:
        act(game, "p1", "done" if game.state.cursor.step == "trains" else "skip")
    assert game.view.company("Als").operated
    build(game, "p1", "G15", "9", W, E)
    assert game.state.cursor.step != "track"


@rule("1826", "O113")
def test_privates_pay_their_owners_at_the_start_of_each_round():
    game = round_begins(three().own("p1", "Bridge").own("p2", "Mail").own("PLM", "Algerian")).game()
    money = {holder: cash(game, holder) for holder in ("p1", "p2", "PLM", "bank")}
    act(game, "p3", "pass")
    assert {holder: cash(game, holder) - before for holder, before in money.items()} == {
        "p1": 5,
        "p2": 10,
        "PLM": 15,
        "bank": -30,
    }

"""The builder of positions says what it does not know; the order of a turn is told as the title has it."""

from dataclasses import replace

import pytest

from engine.rules.stock import StockRules
from engine.steps.offers import Deals
from engine.steps.private_deals import PrivateDeal
from engine.steps.private_purchase import PrivateToCompanyDeal
from engine.steps.stock.share_turn import DONE, refuse_order
from engine.titles.g1889 import TITLE
from tests.scenario import Scenario, act


def test_an_unknown_part_of_the_cursor_is_named():
    with pytest.raises(ValueError, match="at\\(\\) knows no 'order'; the nearest is 'done'"):
        Scenario(TITLE).at("operating", "IR", "track", order=("IR",))


def test_a_turn_without_a_step_begins_with_the_first_one():
    game = Scenario(TITLE).at("shares", "p2").game()
    act(game, "p2", "pass")
    assert game.state.cursor.actor == "p3"
    assert Scenario(TITLE).at("operating", "IR").game().state.cursor.step == "track"


def test_an_unknown_round_or_step_is_named_with_those_that_there_are():
    with pytest.raises(ValueError, match=r"no round is called 'stock'; rounds: .*shares"):
        Scenario(TITLE).at("stock", "p1").game()
    with pytest.raises(ValueError, match="'operating' has no step 'tack'; steps: track, token, run"):
        Scenario(TITLE).at("operating", "IR", "tack").game()


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda s: s.trains("IR", "9"), "no kind of train is called '9'; the nearest is"),
        (
            lambda s: s.no_trains_left("5").trains("IR", "5"),
            "the depot has no train of the kind '5' left to give",
        ),
        (lambda s: s.par("IR", 66), r"66 is no par \(65, 70, .*\); name the market space as `cell`"),
        (lambda s: s.shares("IRR", p1=20), "no company is called 'IRR'; the nearest is 'IR'"),
        (lambda s: s.own("p1", "TRR"), "no company is called 'TRR'; the nearest is 'TR'"),
        (lambda s: s.money({"p9": 5}), "no player or company is called 'p9'; the nearest is 'p"),
        (lambda s: s.tile("E2", "5999"), "no tile is called '5999'"),
        (lambda s: s.tile("E22", "57"), "no hex is called 'E22'; the nearest is 'E2'"),
        (lambda s: s.token("IR", "E2").token("IR", "E2").token("IR", "E2"), "IR has no station token left"),
        (lambda s: s.phase("33"), "no phase is called '33'; the nearest is '3'"),
    ],
)
def test_what_the_title_does_not_have_is_named(build, words):
    with pytest.raises(ValueError, match=words):
        build(Scenario(TITLE))


def test_an_operating_round_is_the_last_of_its_set_unless_a_note_says_otherwise():
    def after(**notes):
        start = Scenario(TITLE).shares("IR", p1=60).par("IR", 90).token("IR", "E2").trains("IR", "2")
        for key, value in notes.items():
            start.note(key, value)
        game = start.at("operating", "IR", "trains", number=2, part=1).game()
        act(game, "p1", "done")
        return game.state.cursor

    assert after().round == "shares"
    again = after(rounds_in_set=2)
    assert (again.round, again.part) == ("operating", 2)


class Stock(StockRules):
    """The common rules with turns of some patterns."""

    def __init__(self, *patterns):
        self.patterns = frozenset(patterns)


@pytest.mark.parametrize(
    ("patterns", "words"),
    [
        (("b", "s", "sb"), "A turn is sales, then one purchase, and you have had yours."),
        (
            ("b", "s", "sb", "bs"),
            "A turn is one purchase, sales, or both in either order, and you have had yours.",
        ),
        (
            ("b", "s", "sb", "bs", "sbs"),
            "A turn is sales, one purchase and sales again, and you have had yours.",
        ),
    ],
)
def test_a_second_purchase_is_refused_with_the_order_of_the_turn(patterns, words):
    title = replace(TITLE, rules=replace(TITLE.rules, stock=Stock(*patterns)))
    view = Scenario(title).note(DONE, "b").at("shares", "p2", "turn", number=2).game().view
    refused = refuse_order(view, "b")
    assert refused is not None
    assert refused.text == words


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ((PrivateToCompanyDeal(),), "It is never sold to a company."),
        ((PrivateToCompanyDeal(), PrivateDeal()), "It can be sold to players, never to a company."),
        ((), None),
    ],
)
def test_a_private_is_for_sale_to_players_where_the_title_has_such_a_deal(deals, words):
    spec = replace(TITLE.data.companies["DR"], extras={"not_to_companies": True})
    data = replace(TITLE.data, companies={**TITLE.data.companies, "DR": spec})
    title = replace(TITLE, data=data, rules=replace(TITLE.rules, deals=Deals.of(*deals)))
    told = title.display.powers(Scenario(title).game().view, "DR")
    assert [text for text in told if "sold" in text] == ([words] if words else [])

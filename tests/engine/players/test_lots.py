"""What the lots of an auction are worth by the rest of the game."""

from functools import cache

import pytest

from engine import TITLES, new_game
from engine.core.flow import current_step
from engine.core.state import BANK, to_json
from engine.players.bidding import Bidder
from engine.players.fork import Fork, fork_for_player
from engine.players.judge import Judge
from engine.players.kinds import player
from engine.players.knowledge import knowledge_of
from engine.players.lots import LEAST, MOST, Lots
from engine.players.outline.sheet import private_sales
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.appraisal import Appraiser
from engine.rules.initial_auction import place_bid
from engine.steps.auction.initial_auction import sell_item
from tests.scenario import Scenario

TITLE = TITLES["18EZ"]


def opening(seed=3):
    return new_game("18EZ", ["Ann", "Bob", "Cleo", "Dan"], seed=seed, options={})


def lots_of(game, seat, work=4000):
    return Lots(Judge(Fork(game), seat, None, 1), seat, Budget(work))


@pytest.fixture
def few_plays(monkeypatch):
    """The rest of the game is played less often than for players."""
    monkeypatch.setattr("engine.players.lots.TIMES", 8)


@cache
def judged_once():
    """What the lots of the opening are worth to who is first, and that position before and after."""
    game = opening()
    found = lots_of(game, first_of(game))
    before = to_json(found.fork.writer.state)
    return found.values(), before, to_json(found.fork.writer.state)


@pytest.fixture
def judged(few_plays):
    """See `judged_once`."""
    return judged_once()


def on_sale(found):
    step = current_step(found.view)
    assert step is not None
    return step.lots(found.view)


def first_of(game):
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def test_each_lot_that_can_be_judged_has_a_value_near_its_price(judged):
    game = opening()
    prices = {lot.item: lot.price or 0 for lot in on_sale(lots_of(game, first_of(game)))}
    values = judged[0]
    assert values
    assert all(LEAST * prices[item] <= value <= MOST * prices[item] for item, value in values.items())


def test_a_position_is_left_as_it_is_and_judged_the_same_twice(judged):
    game = opening()
    values, before, after = judged
    assert lots_of(game, first_of(game)).values() == values
    assert after == before


def test_what_costs_more_is_less_good_to_have():
    game = opening()
    found = lots_of(game, first_of(game))
    lots = on_sale(found)
    first = lots[0]
    assert found._better(first, lots, 1) > found._better(first, lots, 400)


def test_who_cannot_pay_a_price_is_not_judged_at_it():
    game = opening()
    found = lots_of(game, first_of(game))
    lots = on_sale(found)
    assert found._better(lots[0], lots, 5000) is None


def test_outside_an_auction_no_lot_is_judged():
    game = Scenario(TITLE).cash(p1=100, p2=100, p3=100).at("shares", "p1", "turn", number=3).game()
    assert lots_of(game, "p1").values() == {}


def test_a_bidder_believes_what_was_judged():
    fork = Fork(opening())
    seat = first_of(fork)
    eye = Appraiser(fork, knowledge_of(TITLE))
    usual = Bidder(eye, seat, Budget(100)).value("ONE")
    assert Bidder(eye, seat, Budget(100), {"ONE": usual - 60.0}).value("ONE") == usual - 60
    assert Bidder(eye, seat, Budget(100), {"TWO": 1.0}).value("ONE") == usual


def test_four_strong_players_leave_no_auction_standing():
    game = opening()
    for turn in range(120):
        if game.state.cursor.round != "packet" or game.state.cursor.number > 1:
            break
        seat = first_of(game)
        game.submit(player("strong", turn).choose(fork_for_player(game), seat, Budget(60)).actions[0])
    assert game.state.cursor.round == "shares"


def test_what_companies_may_pay_for_a_private_counts_in_part():
    fork = Fork(new_game("1889", ["Ann", "Bob", "Cleo", "Dan"], seed=3))
    eye = Appraiser(fork, knowledge_of(TITLES["1889"]))
    seat, face = first_of(fork), fork.view.spec("UTF").price
    plain, hopeful = (Bidder(eye, seat, Budget(100), resale=part).value("UTF") for part in (0.0, 0.5))
    assert private_sales(fork.view)[0] == 2
    assert hopeful - plain == 0.5 * face


def test_lots_that_the_title_prices_itself_are_worth_that():
    fork = Fork(opening())
    eye = Appraiser(fork, knowledge_of(TITLE))
    values = {Bidder(eye, first_of(fork), Budget(100), resale=part).value("HMH") for part in (0.0, 0.5)}
    assert values == {knowledge_of(TITLE).lots["HMH"]}


def test_strong_keeps_its_money_where_a_title_knows_that_a_lot_costs_too_much():
    known = knowledge_of(TITLES["1826"])
    game = new_game("1826", ["Ann", "Bob", "Cleo", "Dan"], seed=3)
    seat = first_of(game)
    bids = {}
    for level in ("steady", "strong"):
        decision = player(level, 1).choose(fork_for_player(game), seat, Budget(200))
        looked_at = [*decision.actions, *(each.action for each in decision.weighed)]
        bids[level] = {a.args["item"] for a in looked_at if a.kind == "bid"}
    assert {"Paris-private", "Als-private"} <= bids["steady"]
    assert bids["strong"] == {"Belg-private"}
    assert known.shrewd["Belg-private"] > known.lots["Belg-private"]


def test_half_of_what_the_rest_of_the_game_says_of_a_lot_counts(judged):
    game = opening()
    seat = first_of(game)
    thought = Thought(Fork(game), seat, Budget(200))
    values = Strong(1)._lots(thought, Budget(4000))
    usual = Bidder(thought.eye, seat, Budget(100)).usual
    assert values
    assert values == {item: (usual(item) + value) / 2 for item, value in judged[0].items()}


def auction_of_1889():
    """The fork, the eye and the first seat of the auction of four players, who have sold nothing yet."""
    fork = Fork(new_game("1889", ["Ann", "Bob", "Cleo", "Dan"], seed=3))
    return fork, Appraiser(fork, knowledge_of(TITLES["1889"])), first_of(fork)


def bids_on(bidder, fork, seat):
    """The lots for which a bidder would buy or bid."""
    choices = [c for c in fork.choices(seat) if c.kind in ("buy_item", "bid")]
    return {each.action.args["item"] for each in bidder.offers(choices)}


def test_nothing_is_expected_of_lots_where_nobody_has_to_wait_for_the_dearest():
    game = new_game("1889", ["Ann", "Bob", "Cleo"], seed=3)
    fork = Fork(game)
    eye, seat = Appraiser(fork, knowledge_of(TITLES["1889"])), first_of(game)
    with fork.branch():
        sell_item(fork.writer, "SMR", seat, 55)
        sell_item(fork.writer, "TER", seat, 20)
        assert fork.view.cash(seat) == 345
        assert bids_on(Bidder(eye, seat, Budget(100), payouts=9.0), fork, seat) == set()


def test_who_raises_a_bid_needs_only_the_difference():
    fork, eye, seat = auction_of_1889()
    other = fork.view.left_of(seat)
    with fork.branch():
        place_bid(fork.writer, seat, "SIR", 85)
        place_bid(fork.writer, other, "SIR", 90)
        found = bids_on(Bidder(eye, seat, Budget(100), {"SIR": 200.0, "DR": 200.0}), fork, seat)
        assert fork.view.cash(seat) - 85 - 325 == 10
        assert found == {"SIR"}


def test_until_the_lots_have_paid_once_nobody_counts_on_it():
    fork, eye, seat = auction_of_1889()
    with fork.branch():
        sell_item(fork.writer, "SIR", seat, 90)
        sell_item(fork.writer, "TER", seat, 20)
        patient = Bidder(eye, seat, Budget(100), payouts=3.0)
        assert bids_on(patient, fork, seat) == set()
        fork.writer.pay(BANK, fork.view.left_of(seat), 25, "private_income")
        assert bids_on(patient, fork, seat) == {"MF", "SMR", "DR"}


def test_what_lots_will_pay_counts_as_money_for_the_next_but_not_for_the_dearest():
    fork, eye, seat = auction_of_1889()
    with fork.branch():
        sell_item(fork.writer, "SIR", seat, 90)
        sell_item(fork.writer, "TER", seat, 20)
        fork.writer.pay(BANK, fork.view.left_of(seat), 25, "private_income")
        plain, patient = Bidder(eye, seat, Budget(100)), Bidder(eye, seat, Budget(100), payouts=3.0)
        assert fork.view.cash(seat) == 310
        assert bids_on(plain, fork, seat) == set()
        assert bids_on(patient, fork, seat) == {"MF", "SMR", "DR"}


def test_strong_counts_on_what_lots_pay_where_the_title_says_how_often():
    fork, _, seat = auction_of_1889()
    thought = Thought(fork, seat, Budget(200))
    Strong(1)._weighed(thought, Budget(200))
    assert (
        thought.payouts == knowledge_of(TITLES["1889"]).payouts > 0 == Thought(fork, seat, Budget(1)).payouts
    )

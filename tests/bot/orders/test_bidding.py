"""Sealed maximum bids: the least that leads, up to a sum that only their owners know."""

import json

from bot.cards.round_state import round_state_text
from bot.games.history import sentences_of_record
from bot.orders import service as standing
from bot.table import transfer
from bot.votes import undo
from bot.words import using_language
from engine.api.table import position
from render.api import twin
from tests.bot.orders.sitting import Sitting
from tests.titles.g1862.mania import Mania
from tests.titles.g1889.shikoku import Shikoku


def auctioned(*bids: int):
    """1889: three have bid on MF, which comes up once TER is bought by p1."""
    game = Shikoku(*"ABCD").auction()
    game.note("bid_MF", {f"p{i}": amount for i, amount in enumerate(bids, 2)})
    return game.game()


async def test_two_rivals_bid_each_other_up_and_the_higher_maximum_wins(sit: Sitting):
    await sit.at(auctioned(35, 40))
    await sit.give(2, "bid", item="MF", most=61, then="pass")
    await sit.give(3, "bid", item="MF", most=52, then="pass")
    await sit.do(1, "buy_item", item="TER")
    view = (await sit.live()).view
    assert view.owner("MF") == "p2"
    assert view.cash("p2") == 420 - 55
    assert [order.end_text for order in await standing.orders_of_user(sit.games, sit.id, 3)] == [
        "MF went to B"
    ]
    assert (await sit.order(2)).end_text == "MF went to B"
    assert sit.logged() == [("p1", "button"), ("p2", "auto"), ("p3", "auto"), ("p2", "auto"), ("p3", "auto")]
    assert await sit.asked() == [2]
    assert await sit.called() == [2]


async def test_nobody_reads_the_maximum(sit: Sitting):
    await sit.at(auctioned(35, 40))
    await sit.give(2, "bid", item="MF", most=357, then="pass")
    done = await sit.do(1, "buy_item", item="TER")
    assert "B bids $45 on Mitsubishi Ferry. (by standing order: bidding up to a limit)" in [
        line.replace("¥", "$") for line in done.lines
    ]
    assert "357" not in json.dumps(await transfer.export_game(sit.games, sit.id)) + " ".join(done.lines)
    assert await standing.orders_of_user(sit.games, sit.id, 3) == []
    game = await sit.live()
    assert "357" not in round_state_text(game) + twin("1889", position(game), "stake")


async def test_beyond_the_maximum_its_owner_is_asked_if_he_wants_that(sit: Sitting):
    await sit.at(auctioned(35, 40))
    await sit.give(2, "bid", item="MF", most=44)
    await sit.do(1, "buy_item", item="TER")
    assert (await sit.order(2)).end_text == "the next bid for MF is above your maximum"
    assert await sit.asked() == [2]
    assert await sit.called() == [2]


async def test_the_first_bid_of_a_turn_and_no_bid_over_ones_own(sit: Sitting):
    await sit.at(Shikoku(*"ABC").auction().game())
    await sit.give(1, "bid", item="DR", most=80, then="pass")
    assert (await sit.live()).state.notes["bid_DR"] == {"p1": 65}
    await sit.do(2, "pass")
    await sit.do(3, "pass")
    assert (await sit.live()).state.notes["bid_DR"] == {"p1": 65}
    assert await sit.asked() == [2]
    await sit.do(2, "bid", item="DR", price=71)
    await sit.do(3, "pass")
    assert (await sit.live()).state.notes["bid_DR"] == {"p1": 76, "p2": 71}


async def test_what_is_for_sale_is_not_passed_up(sit: Sitting):
    await sit.at(Shikoku(*"ABC").auction().game())
    await sit.give(1, "bid", item="TER", most=80, then="pass")
    assert (await sit.order(1)).end_text == "TER is for sale at its price"
    assert await sit.asked() == [1]


async def test_a_bid_by_order_is_no_free_look_at_a_maximum(sit: Sitting):
    """Who made somebody's order bid cannot take his own bid back alone."""
    await sit.at(Shikoku(*"ABC").auction().game())
    await sit.give(2, "bid", item="DR", most=300, then="pass")
    await sit.do(1, "bid", item="DR", price=100)
    assert (await sit.live()).state.notes["bid_DR"] == {"p1": 100, "p2": 105}
    assert (await undo.undo_or_redo(sit.games, sit.id, 1)).code == "asked"


async def test_charters_of_parliament(sit: Sitting):
    """1862, 4.1: who passes leaves the auction for good; two maxima settle it while both are away."""
    await sit.at(Mania("Ann", "Ben", "Cy").parliament().game())
    await sit.give(2, "bid", item="ESR", most=40, then="pass")
    await sit.give(3, "bid", item="ESR", most=33, then="pass")
    await sit.do(1, "bid", company="ESR", amount=10)
    game = await sit.live()
    assert (await sit.asked(), game.state.notes["auction"]["bid"]) == ([1], 20)
    await sit.do(1, "bid", amount=25)
    assert await sit.asked() == [1]
    assert (await sit.live()).state.notes["auction"] == {
        "company": "ESR", "bid": 30, "by": "p2", "in": ["p1", "p2"],
    }  # fmt: skip
    await sit.do(1, "pass")
    assert await sit.asked() == [2]
    game = await sit.live()
    waiting = game.waiting()
    assert waiting is not None
    assert (waiting.label, game.view.cash("p2")) == ("starting a chartered company", 800 - 30)


async def test_passing_in_parliament_until_somebody_bids(sit: Sitting):
    await sit.at(Mania("Ann", "Ben", "Cy").parliament().game())
    for user in (2, 3):
        await sit.give(user, "pass", until="bids")
    await sit.do(1, "bid", company="ESR", amount=10)
    assert (await sit.order(2)).end_text == "Ann bid"
    assert await sit.asked() == [2]


async def test_why_an_order_fired_is_read_in_ones_own_language(sit: Sitting):
    await sit.at(auctioned(35, 40))
    await sit.give(2, "bid", item="MF", most=357, then="pass")
    await sit.do(1, "buy_item", item="TER")
    game = await sit.live()
    fired = next(record for record in game.log if record.note)
    with using_language("de"):
        assert sentences_of_record(game, fired)[0].endswith("(nach Dauerauftrag: bietet bis zu einer Grenze)")

"""Standing orders that run companies, buy shares and accept offers."""

from bot.orders import service as standing
from bot.orders.words import describe_order, order_end_text
from tests.bot.orders.sitting import Sitting
from tests.titles.g18ez.ez_deals import dealing
from tests.titles.g1889.shikoku import Shikoku


def line_of_ar(*trains: str, rounds: int = 1) -> Shikoku:
    """IR of p2 operates before AR of p1, which can run for 40."""
    made = Shikoku("Ann", "Ben", "Cy").company("IR", 100, cash=500, p2=50).company("AR", 65, cash=500, p1=50)
    made.lay("K8", "57", 1, 4).lay("J9", "58", 2, 4).trains("AR", *trains).trains("IR", "2")
    return made.turn("IR", "trains", rounds=rounds)


# --- running ---------------------------------------------------------------------------------------


async def test_the_best_run_is_paid_out_and_the_turn_ended(sit: Sitting):
    await sit.at(line_of_ar("2").game())
    await sit.give(1, "run", company="AR", least=30)
    done = await sit.do(2, "done")
    game = await sit.live()
    assert game.round_title().startswith("Stock")
    assert game.view.cash("p1") == 420 + 20
    assert any("AR pays" in line for line in done.lines)
    assert (await sit.order(1)).end_text == "OR 1.1 has ended"
    assert {via for seat, via in sit.logged() if seat == "p1"} == {"auto"}


async def test_it_goes_on_in_the_next_round_only_if_that_was_said(sit: Sitting):
    await sit.at(line_of_ar("2", rounds=2).game())
    await sit.give(1, "run", lasts=True, company="AR", least=30)
    await sit.do(2, "done")
    game = await sit.live()
    assert (game.round_title(), await sit.asked()) == ("OR 1.2", [2])
    assert (await sit.order(1)).is_active
    assert order_end_text(game.view, await sit.order(1)) == (
        "stops when AR has no train, when its run earns less than ¥30 or when it must decide anything else"
    )


async def test_without_a_train_its_owner_decides(sit: Sitting):
    await sit.at(line_of_ar().game())
    await sit.give(1, "run", company="AR")
    await sit.do(2, "done")
    assert (await sit.order(1)).end_text == "AR has no train to run"
    assert await sit.asked() == [1]
    assert await sit.called() == [1]


async def test_a_worse_run_is_shown_to_its_owner(sit: Sitting):
    await sit.at(line_of_ar("2").game())
    await sit.give(1, "run", company="AR", least=41)
    await sit.do(2, "done")
    assert (await sit.order(1)).end_text == "the best run of AR earns ¥40"
    assert await sit.asked() == [1]


async def test_only_ones_own_company_in_a_round_in_which_companies_run(sit: Sitting):
    await sit.at(Shikoku(*"ABC").company("AR", p1=50).stock_round().game())
    assert (
        await standing.set_standing_order(sit.games, sit.id, 2, "run", {"company": "AR"})
    ).text == "You run no company."
    early = await standing.set_standing_order(sit.games, sit.id, 1, "run", {"company": "AR"})
    assert early.text == "No companies run in this round; let the order last until you turn it off."


async def test_where_runs_are_searched_elsewhere_the_move_waits_for_it(sit: Sitting):
    """As in the bot: the search is a worker's, and the position is judged again with its answer."""
    from engine.api.runs import answer
    from engine.api.table import view_of

    asked = []

    async def finder(title, state, company):
        asked.append(company)
        return answer(view_of(title, state), company)

    await sit.at(line_of_ar("2").game())
    sit.games.route_finder = finder
    sit.games.drop_from_memory(sit.id)
    await sit.give(1, "run", company="AR")
    await sit.do(2, "done")
    assert asked == ["AR"]
    assert (await sit.live()).view.cash("p1") == 420 + 20


# --- buying ----------------------------------------------------------------------------------------


def offering():
    scenario = dealing().shares("M&R", p1=50).par("M&R", 80).shares("PS&W", p3=50).par("PS&W", 80)
    return scenario.cash(p1=500, p2=500, p3=500).game()


async def test_it_buys_in_each_turn_until_so_much_is_held(sit: Sitting):
    await sit.at(offering())
    await sit.give(2, "buy", company="M&R", source="ipo", percent=20, price=80)
    await sit.do(1, "pass")
    assert await sit.asked() == [3]
    assert (await sit.live()).view.percent("p2", "M&R") == 10
    await sit.do(3, "buy_share", company="M&R", source="ipo")
    await sit.do(3, "done") if await sit.asked() == [3] else None
    await sit.do(1, "pass")
    assert (await sit.order(2)).end_text == "you hold 20 % of M&R"
    assert await sit.asked() == [3]
    assert (await sit.live()).view.cash("p2") == 500 - 160


async def test_it_never_pays_more_than_was_said(sit: Sitting):
    await sit.at(offering())
    await sit.give(2, "buy", company="M&R", source="ipo", percent=20, price=79)
    await sit.do(1, "pass")
    assert (await sit.order(2)).end_text == "a certificate of M&R costs $80"
    assert await sit.asked() == [2]


async def test_a_sale_by_somebody_else_stops_it(sit: Sitting):
    await sit.at(offering())
    await sit.give(2, "buy", company="M&R", source="ipo", percent=20, price=80)
    await sit.do(1, "sell_shares", company="M&R", percent=10)
    await sit.do(1, "done")
    assert (await sit.order(2)).end_text == "Tom sold shares of M&R"
    assert await sit.asked() == [2]


async def test_what_the_engine_refuses_ends_it_with_its_sentence(sit: Sitting):
    await sit.at(offering())
    await sit.give(2, "buy", company="BCRR", source="ipo", percent=20, price=80)
    await sit.do(1, "pass")
    assert (await sit.order(2)).end_text == "The first certificate of BCRR to be bought is its president's."


async def test_one_order_for_one_company(sit: Sitting):
    await sit.at(offering())
    await sit.give(2, "buy", company="M&R", source="ipo", percent=20, price=80)
    await sit.give(2, "buy", company="PS&W", source="ipo", percent=20, price=80)
    await sit.give(2, "buy", company="M&R", source="ipo", percent=30, price=80)
    view = (await sit.live()).view
    assert [describe_order(view, order) for order in await standing.orders_of_user(sit.games, sit.id, 2)] == [
        "Buy PS&W until you hold 20 %, for at most $80 each",
        "Buy M&R until you hold 30 %, for at most $80 each",
    ]


# --- offers ----------------------------------------------------------------------------------------


async def test_an_offer_that_brings_enough_is_accepted_at_once_and_its_maker_is_called(sit: Sitting):
    await sit.at(line_of_ar("2", "2").game())
    await sit.give(1, "accept", least=200)
    await sit.do(2, "offer_train", source="AR", train="2", price=199)
    [offer] = (await sit.live()).state.offers
    await sit.do(2, "withdraw_offer", offer=offer)
    done = await sit.do(2, "offer_train", source="AR", train="2", price=200)
    assert any(
        line.endswith("(by standing order: accepting offers from a certain sum on)") for line in done.lines
    )
    view = (await sit.live()).view
    assert (view.cash("AR"), len(view.trains("IR"))) == (700, 2)


async def test_an_offer_at_least_something_is_asked_for(sit: Sitting):
    await sit.at(line_of_ar("2").game())
    assert (
        await standing.set_standing_order(sit.games, sit.id, 1, "accept", {"least": 0})
    ).code == "bad_order"

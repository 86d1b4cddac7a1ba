"""Passing by standing order: until something happens after it was given, and never beyond the round."""

import json

import pytest

from bot.absence import proxies
from bot.games import moves
from bot.games.outcome import refused_outcome
from bot.orders import service as standing
from bot.orders.chain import MOVES_UNDONE, NOBODY_ACTED
from bot.table import game_master, transfer
from bot.votes import undo
from tests.titles.g18ez.ez_deals import dealing
from tests.titles.g1889.shikoku import Shikoku


def dealt(actor="p1"):
    """A stock round of 18EZ in which three hold shares of M&R."""
    scenario = dealing(actor=actor).shares("M&R", p1=50, p2=20, p3=10).par("M&R", 80)
    return scenario.cash(p1=500, p2=500, p3=500).game()


async def test_it_passes_in_the_transaction_of_the_move_before_and_calls_the_next_alone(sit):
    await sit.at(dealt())
    given = await sit.give(2, "pass", until="sold")
    assert given.record_numbers == ()
    assert await sit.called() == []
    done = await sit.do(1, "pass")
    assert done.lines[-1] == "Dick passes. (by standing order: passing until anybody sells shares)"
    assert await sit.asked() == [3]
    assert await sit.called() == [3]
    assert sit.logged() == [("p1", "button"), ("p2", "auto")]
    assert (await sit.order(2)).move_count == 1


async def test_it_stops_because_somebody_sold_and_its_owner_is_called(sit):
    await sit.at(dealt())
    await sit.give(2, "pass", until="sold")
    await sit.do(1, "sell_shares", company="M&R", percent=10)
    await sit.do(1, "done")
    assert (await sit.order(2)).end_text == "Tom sold shares of M&R"
    assert await sit.asked() == [2]
    assert await sit.called() == [2]


async def test_what_was_sold_before_it_was_given_does_not_stop_it(sit):
    await sit.at(dealt())
    await sit.do(1, "sell_shares", company="M&R", percent=10)
    await sit.give(2, "pass", until="sold")
    await sit.do(1, "done")
    assert (await sit.order(2)).is_active
    assert await sit.asked() == [3]


async def test_a_sale_that_is_done_again_after_it_was_given_stops_it(sit):
    await sit.at(dealt())
    await sit.do(1, "sell_shares", company="M&R", percent=10)
    assert (await undo.undo_or_redo(sit.games, sit.id, 1)).ok
    await sit.give(2, "pass", until="sold")
    assert (await undo.undo_or_redo(sit.games, sit.id, 1, "redo")).ok
    assert (await sit.order(2)).end_text == "Tom sold shares of M&R"


@pytest.mark.parametrize(
    ("until", "company", "ended"),
    [
        ("mine", "M&R", "Tom bought shares of M&R"),
        ("mine", "PS&W", ""),
        ("acts", "PS&W", "Tom did more than pass"),
        ("sold", "M&R", ""),
        ("round", "M&R", ""),
    ],
)
async def test_what_ends_it_is_what_was_said(sit, until, company, ended):
    scenario = dealing().shares("M&R", p1=50, p2=20).par("M&R", 80)
    await sit.at(scenario.shares("PS&W", p3=50).par("PS&W", 80).cash(p1=500, p2=500, p3=500).game())
    await sit.give(2, "pass", until=until)
    await sit.do(1, "buy_share", company=company, source="ipo")
    if "done" in {c.kind for c in (await sit.live()).choices("p1")}:
        await sit.do(1, "done")
    assert (await sit.order(2)).end_text == ended
    assert await sit.asked() == ([2] if ended else [3])


async def test_it_ends_with_the_round_and_passes_nothing_of_the_next(sit):
    await sit.at(dealt())
    title = (await sit.live()).round_title()
    for user in (2, 3):
        await sit.give(user, "pass", until="round")
    await sit.do(1, "pass")
    assert (await sit.live()).round_title() != title
    assert [(await sit.order(user)).end_text for user in (2, 3)] == [f"{title} has ended"] * 2
    assert [via for _, via in sit.logged()] == ["button", "auto", "auto"]


async def test_given_in_ones_own_turn_it_passes_at_once(sit):
    await sit.at(dealt())
    given = await sit.give(1, "pass", until="acts")
    assert given.lines == ("Tom passes. (by standing order: passing until anybody does more than pass)",)
    assert await sit.called() == [2]


async def test_a_power_that_was_there_when_it_was_given_does_not_stop_it(sit):
    """A private may be exchanged for a share at any time; its owner knew that when he gave the order."""
    game = Shikoku().company("IR", p1=50).own("p2", "DR").stock_round("p1").game()
    await sit.at(game)
    given = await sit.give(2, "pass", until="round")
    powers = {c.kind for c in (await sit.live()).choices("p2")}
    assert "exchange_private" in powers
    await sit.do(1, "pass")
    assert (await sit.order(2)).is_active, given
    assert await sit.asked() == [3]


async def test_what_becomes_possible_after_it_was_given_stops_it(sit, monkeypatch):
    await sit.at(Shikoku().company("IR", p1=50).own("p2", "DR").stock_round("p1").game())
    live = await sit.live()
    monkeypatch.setattr("bot.orders.requests.possible_move_kinds", lambda *_: set())
    await sit.give(2, "pass", until="round")
    await sit.do(1, "pass")
    label = next(c.label for c in live.choices("p2") if c.kind == "exchange_private")
    assert (await sit.order(2)).end_text == f"you can also choose: {label}"
    assert await sit.asked() == [2]


async def test_round_and_round_without_anybody_acting_it_asks(sit):
    """In the auction nothing ends when all pass: the privates pay, again and again."""
    await sit.at(Shikoku(*"ABC").own("p1", "TER").auction().game())
    for user in (2, 3):
        await sit.give(user, "pass", until="round")
    await sit.give(1, "pass", until="round")
    assert (await sit.order(1)).end_text == str(NOBODY_ACTED)
    assert await sit.asked() == [1]
    assert len(sit.logged()) == 3


async def test_a_pass_that_is_taken_back_is_not_made_again(sit):
    await sit.at(dealt(actor="p2"))
    for user in (2, 3):
        await sit.do(user, "buy_share", company="M&R", source="ipo")
    await sit.give(2, "pass", until="round")
    await sit.do(1, "pass")
    assert (await undo.undo_or_redo(sit.games, sit.id, 2)).ok
    assert (await sit.order(2)).end_text == str(MOVES_UNDONE)
    assert await sit.asked() == [2]


async def test_passes_by_order_do_not_hinder_the_undo_of_the_move_before_them(sit):
    await sit.at(dealt())
    await sit.give(2, "pass", until="round")
    await sit.do(1, "pass")
    assert (await undo.undo_or_redo(sit.games, sit.id, 1)).ok
    assert await sit.asked() == [1]
    assert (await sit.order(2)).is_active
    await sit.do(1, "buy_share", company="M&R", source="ipo")
    assert await sit.asked() == [3]


async def test_it_is_private_until_it_fires(sit):
    await sit.at(dealt())
    await sit.give(2, "pass", until="sold")
    assert await standing.orders_of_user(sit.games, sit.id, 1) == []
    assert "standing" not in json.dumps(await transfer.export_game(sit.games, sit.id))
    assert await sit.queued() == []
    await sit.do(1, "pass")
    assert "by standing order: passing" in json.dumps(await transfer.export_game(sit.games, sit.id))


async def test_a_restart_keeps_it_and_a_new_holder_of_the_seat_does_not(sit):
    await sit.at(dealt())
    await sit.give(2, "pass", until="round")
    await sit.give(3, "pass", until="round")
    await sit.restart()
    assert (await game_master.reassign_seat(sit.games, sit.id, 1, "p3", 9, "Nina")).ok
    await sit.do(1, "pass")
    assert await sit.asked() == [3]
    assert (await sit.order(3)).end_text == "the seat has another holder"


async def test_a_proxy_gives_one_and_the_holders_own_goes_on_beside_a_proxy(sit):
    await sit.at(dealt())
    await sit.give(3, "pass", until="round")
    assert (await proxies.set_proxy(sit.games, sit.id, 1, "p2", 9)).ok
    assert (await proxies.set_proxy(sit.games, sit.id, 1, "p3", 8)).ok
    await sit.give(9, "pass", until="round")
    await sit.do(1, "pass")
    assert sit.logged()[1:] == [("p2", "auto"), ("p3", "auto")]
    assert (await sit.order(3)).move_count == (await sit.order(9)).move_count == 1


async def test_an_order_of_a_proxy_ends_with_his_time(sit):
    await sit.at(dealt())
    assert (await proxies.set_proxy(sit.games, sit.id, 1, "p2", 9)).ok
    await sit.give(9, "pass", until="round")
    assert (await proxies.set_proxy(sit.games, sit.id, 1, "p2", None)).ok
    await sit.do(1, "pass")
    assert await sit.asked() == [2]
    assert (await sit.order(9)).end_text == "the seat has another holder"


async def test_a_failed_commit_leaves_neither_the_move_nor_the_pass(sit, monkeypatch):
    await sit.at(dealt())
    await sit.give(2, "pass", until="round")

    async def full(*_):
        raise OSError("disk full")

    monkeypatch.setattr("bot.games.core.store_feature_data", full)
    assert (await moves.make_move(sit.games, sit.id, 1, "pass")).kind == "not_saved"
    assert await sit.asked() == [1]
    assert (await sit.order(2)).move_count == 0


async def test_what_was_due_when_the_bot_went_down_fires_at_the_start(sit, monkeypatch):
    await sit.at(dealt(actor="p2"))
    monkeypatch.setattr(
        "bot.orders.service.make_order_moves", lambda game, orders, seats: ([], tuple(orders))
    )
    await sit.give(2, "pass", until="round")
    monkeypatch.undo()
    await sit.restart()
    await standing.make_due_order_moves(sit.games)
    assert await sit.asked() == [3]
    assert await sit.called() == [3]
    await standing.make_due_order_moves(sit.games)
    assert len(sit.logged()) == 1


@pytest.mark.parametrize(("kind", "args"), [("pass", {"until": "bids"}), ("pass", {}), ("sleep", {})])
async def test_what_is_no_order_is_refused_with_what_would_be_one(sit, kind, args):
    await sit.at(dealt())
    no = await standing.set_standing_order(sit.games, sit.id, 2, kind, args)
    assert no.code == "bad_order"
    assert "Passing can stop when" in no.text or "Standing orders are" in no.text
    assert (
        await standing.set_standing_order(sit.games, sit.id, 77, "pass", {"until": "round"})
    ).kind == "not_seated"


async def test_a_refusal_keeps_its_code(sit, monkeypatch):
    await sit.at(dealt())
    monkeypatch.setattr(standing, "apply_and_record", lambda *_, **__: refused_outcome("not_now", "Not now."))
    no = await standing.set_standing_order(sit.games, sit.id, 2, "pass", {"until": "round"})
    assert (no.ok, no.code) == (False, "not_now")


async def test_off_means_off(sit):
    await sit.at(dealt())
    await sit.give(2, "pass", until="round")
    assert (await standing.delete_orders(sit.games, sit.id, 3)).code == "no_order"
    assert (await standing.delete_orders(sit.games, sit.id, 2, (await sit.order(2)).number)).ok
    await sit.do(1, "pass")
    assert await sit.asked() == [2]

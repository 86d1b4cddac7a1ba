"""Seats that are to be had: how their messages end, and how a holder keeps his."""

from __future__ import annotations

from bot.votes import service as voting
from tests.bot.absence.test_absence import list_open_votes, start
from tests.bot.sitting import Sitting
from tests.bot.tables import confirmed


async def test_who_offered_his_seat_may_keep_it(sit: Sitting) -> None:
    actor, one, two = await start(sit)
    seat, flo = await sit.table.seat_of(actor), sit.table.member("Flo")
    assert "it is yours until" in (await actor.slash("/game offer-seat")).text
    [post] = sit.table.posts("is to be had")
    await flo.click(post, "Take the seat")
    [card] = sit.table.posts("would like the seat")
    await one.click(card, "Agree")
    keep = f"{actor.name}: keep it"
    assert "Only who holds the seat" in (await one.click(post, keep)).text
    assert "You keep the seat" in (await actor.click(post, keep)).text
    assert await list_open_votes(sit) == []
    assert card.labels == post.labels == []
    assert "is to be had no more" in post.text
    assert "This vote is over" in (await voting.cast_vote(sit.table.bot.games, 1, 1, int(two.id), "yes")).text
    assert "not to be had" in (await flo.slash("/game take-seat", seat=seat)).text
    assert (await sit.table.info()).holder_id_of(seat) == int(actor.id)


async def test_keeping_a_seat_ends_no_vote_about_its_clock(sit: Sitting) -> None:
    actor, _, _ = await start(sit, clock=24)
    await sit.later(25 * 3600)
    [vote] = await list_open_votes(sit)
    await actor.slash("/game offer-seat")
    await actor.click(sit.table.posts("is to be had")[-1], f"{actor.name}: keep it")
    assert await list_open_votes(sit) == [vote]


async def test_a_seat_that_the_game_master_gives_is_offered_no_more(sit: Sitting) -> None:
    actor, _, _ = await start(sit)
    seat = await sit.table.seat_of(actor)
    await confirmed(actor, "/game resign")
    [post] = sit.table.posts("is to be had")
    assert (
        "The free seat is posted here anew."
        in (await sit.table.member("Ann").slash("/game offer-seat", seat=seat)).text
    )
    [post] = sit.table.posts("is to be had")
    assert post.labels == ["Take the seat"]
    await sit.table.member("Ann").slash("/gm replace", seat=seat, user=sit.table.member("Flo"))
    assert "is to be had no more" in post.text
    assert post.labels == []

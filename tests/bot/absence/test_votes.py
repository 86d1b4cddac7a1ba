"""Votes of a table that stand open: when they end, and who counts no more."""

from __future__ import annotations

from typing import Any

from bot.people import service as privacy
from bot.votes import service as voting
from bot.votes.pages import vote_page
from tests.bot.absence.test_absence import list_open_votes, ran_out, start, vote_card
from tests.bot.sitting import DAY, MINUTE, Sitting
from tests.bot.tables import confirmed


async def asked_for_a_seat(sit: Sitting) -> tuple[Any, ...]:
    """One has freed his seat, Flo would like it; the card of the vote and who decides."""
    actor, one, two = await start(sit)
    await confirmed(actor, "/game resign")
    flo = sit.table.member("Flo")
    await flo.click(sit.table.posts("is to be had")[-1], "Take the seat")
    return sit.table.posts("would like the seat")[-1], flo, one, two


async def test_a_seat_vote_ends_after_three_days_by_the_votes_that_were_cast(sit: Sitting) -> None:
    card, flo, one, _ = await asked_for_a_seat(sit)
    assert "Open until <t:" in card.text
    await one.click(card, "Agree")
    await sit.later(3 * DAY - MINUTE)
    assert (await sit.table.info()).seats_played_by(int(flo.id)) == ()
    await sit.later(2 * MINUTE)
    assert (await sit.table.info()).seats_played_by(int(flo.id)) != ()
    assert "The table agreed." in card.text
    assert await list_open_votes(sit) == []


async def test_a_vote_that_waits_for_an_answer_stands_on_ones_own_page(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    page = await one.slash("/turn")
    assert "What is to be done?" in page.text
    assert "Free the seat" in page.labels
    assert "What is to be done?" not in (await actor.slash("/turn")).text
    await one.click(page, "Wait on")
    assert "What is to be done?" not in (await one.slash("/turn")).text
    await two.click(await two.slash("/turn"), "Wait on")
    assert await list_open_votes(sit) == []


async def test_a_seat_vote_in_which_nobody_votes_lapses(sit: Sitting) -> None:
    card, flo, one, _ = await asked_for_a_seat(sit)
    await sit.later(3 * DAY + MINUTE)
    assert "Nobody decided in time" in card.text
    assert card.labels == []
    assert sit.table.posts("would like the seat") == []
    assert (
        "This vote is over"
        in (await voting.cast_vote(sit.table.bot.games, 1, 1, int(one.id), "yes", interaction_id=1)).text
    )
    await flo.slash("/game take-seat")
    assert len(sit.table.posts("would like the seat")) == 1


async def test_a_vote_whose_message_was_deleted_is_posted_anew_with_the_card(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    sit.table.env.backend.delete_message(sit.table.channel.id, int(vote_card(sit).id))
    assert sit.table.posts("What is to be done?") == []
    await one.slash("/game card")
    card = vote_card(sit)
    assert sit.table.pinged(card) == set()
    for voter in (one, two):
        await voter.click(card, "Play it safe: Pass")
    assert "The safe default was taken." in card.text
    assert await sit.actor() != actor


async def test_a_vote_without_anybody_to_vote_names_who_decides(sit: Sitting) -> None:
    _, one, two = await ran_out(sit)
    for other in (one, two):
        await confirmed(other, "/game resign")
    await one.slash("/game card")
    assert "The owner of the game or a game master decides." in vote_card(sit).text
    assert "of you decide" not in vote_card(sit).text


async def test_a_clock_that_is_set_later_begins_when_it_is_set(sit: Sitting) -> None:
    await start(sit)
    await sit.later(3 * DAY)
    ann = sit.table.member("Ann")
    assert "Done" in (await ann.slash("/gm clock", hours=1)).text
    assert sit.table.posts("set the clock to an hour a turn")
    await sit.later(DAY // 24 - MINUTE)
    assert sit.table.posts("What is to be done?") == []
    await ann.slash("/gm clock", first_ping=5)
    await sit.later(2 * MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 1


async def test_time_without_the_bot_is_no_time_to_vote(sit: Sitting) -> None:
    card, flo, one, _ = await asked_for_a_seat(sit)
    await one.click(card, "Agree")
    await sit.look()
    sit.moved += 4 * DAY
    await sit.restart()
    await sit.look()
    assert (await sit.table.info()).seats_played_by(int(flo.id)) == ()
    await sit.later(3 * DAY + MINUTE)
    assert (await sit.table.info()).seats_played_by(int(flo.id)) != ()


async def test_a_tied_vote_about_an_expired_clock_begins_the_clock_anew(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    card = vote_card(sit)
    await one.click(card, "Play it safe: Pass")
    await two.click(card, "Free the seat")
    await sit.later(3 * DAY + MINUTE)
    assert "the clock begins anew" in card.text
    assert await sit.actor() == actor
    await sit.later(DAY + MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 2


async def test_the_end_of_a_game_ends_its_votes(sit: Sitting) -> None:
    card, *_ = await asked_for_a_seat(sit)
    await confirmed(sit.table.member("Ann"), "/game end", reason="no time")
    assert (await sit.table.info()).status == "ended"
    assert "nothing left to decide" in card.text
    assert await list_open_votes(sit) == []


async def test_nobody_is_a_proxy_who_is_not_asked(sit: Sitting) -> None:
    _, one, two = await ran_out(sit)
    [vote] = await list_open_votes(sit)
    for voter in (one, two):
        done = await voting.cast_vote(sit.table.bot.games, 1, vote, int(voter.id), "proxy:4711")
        assert done.code == "no_such_choice"
    assert (await sit.table.info()).proxies == {}


async def test_a_forgotten_proxy_is_nobody_in_an_old_vote(sit: Sitting) -> None:
    _, one, two = await ran_out(sit)
    card = vote_card(sit)
    for voter in (one, two):
        await voter.select(card, f"{one.name} plays for 7 days")
    await privacy.forget_user(sit.table.bot.games, int(one.id), [one.name], 77)
    found = await voting.vote_by_id(sit.table.bot.games, 1)
    assert found is not None
    page = vote_page(await sit.table.info(), await sit.table.game(), found)
    assert page.view is not None
    told = "\n".join(item.content for item in page.view.walk_children() if hasattr(item, "content"))
    assert "Another member played for the seat for 7 days." in told
    assert "<@0>" not in told


async def test_an_open_vote_for_a_forgotten_proxy_counts_no_more(sit: Sitting) -> None:
    _, one, two = await ran_out(sit)
    await two.select(vote_card(sit), f"{one.name} plays for 7 days")
    await privacy.forget_user(sit.table.bot.games, int(one.id), [one.name], 77)
    found = await voting.vote_by_id(sit.table.bot.games, 1)
    assert found is not None
    assert found.ballots == ()

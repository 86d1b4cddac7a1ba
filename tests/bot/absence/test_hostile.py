"""Presses and commands that nobody should make, at a table where somebody is away."""

from __future__ import annotations

from typing import Any

import pytest

from bot.absence import votes as seat_votes
from bot.calls import service as reminders
from bot.table import game_master
from bot.votes import service as voting
from tests.bot.absence.test_absence import list_open_votes, ran_out, start, vote_card
from tests.bot.absence.test_votes import asked_for_a_seat
from tests.bot.sitting import DAY, HOUR, MINUTE, Sitting
from tests.bot.tables import confirmed


async def test_strangers_put_nothing_off_and_vote_on_nothing(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    flo, card, ping = sit.table.member("Flo"), vote_card(sit), sit.table.with_button("In 1 h")
    assert "does not wait for you" in (await flo.click(ping, "In 1 h")).text
    assert "does not wait for you" in (await one.click(ping, "Tomorrow 9:00")).text
    assert "does not wait for you" in (await two.click(ping, "Another time")).text
    assert "The other players of this table decide" in (await flo.click(card, "Free the seat")).text
    assert "Only players of this game" in (await flo.slash("/remind nudge")).text
    found = await voting.vote_by_id(sit.table.bot.games, (await list_open_votes(sit))[0])
    assert found is not None
    assert found.ballots == ()
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, (await sit.table.info()).id)
    assert (reminder.snoozed_until, reminder.nudger_id) == (None, None)
    assert await sit.actor() == actor


async def test_a_clock_that_changes_during_a_vote_neither_doubles_nor_undoes_it(sit: Sitting) -> None:
    _, one, two = await ran_out(sit)
    ann = sit.table.member("Ann")
    await one.click(vote_card(sit), "Wait on")
    await ann.slash("/gm clock", hours=48)
    await sit.later(MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 1
    await ann.slash("/gm clock", hours=1)
    await sit.later(HOUR + MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 1
    assert len(await list_open_votes(sit)) == 1
    await two.click(vote_card(sit), "Wait on")
    assert await list_open_votes(sit) == []
    await sit.later(HOUR + MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 2


async def test_a_clock_that_is_taken_away_ends_its_vote(sit: Sitting) -> None:
    _, one, _ = await ran_out(sit)
    card, ann = vote_card(sit), sit.table.member("Ann")
    await one.click(card, "Free the seat")
    await ann.slash("/gm clock", hours=0)
    assert await list_open_votes(sit) == []
    assert "The clock was taken away, so there is nothing left to decide." in card.text
    assert card.labels == []
    await ann.slash("/gm clock", hours=1)
    await sit.later(HOUR + MINUTE)
    assert len(await list_open_votes(sit)) == 1


async def test_a_vote_that_somebody_asked_for_needs_no_clock(sit: Sitting) -> None:
    _, one, _ = await start(sit, clock=24)
    info = await sit.table.info()
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, info.id)
    assert (await seat_votes.start_absence_vote(sit.table.bot.games, info.id, int(one.id), reminder.seat)).ok
    await sit.table.member("Ann").slash("/gm clock", hours=0)
    assert len(await list_open_votes(sit)) == 1
    await sit.table.member("Ann").slash("/gm clock", hours=1)
    await sit.later(HOUR + MINUTE)
    assert len(await list_open_votes(sit)) == 1


async def test_a_stale_vote_card_decides_nothing(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    [vote] = await list_open_votes(sit)
    await sit.table.act(actor, "pass")
    for voter in (one, two):
        done = await voting.cast_vote(sit.table.bot.games, 1, vote, int(voter.id), "free")
        assert done.code == "vote_over"
    assert None not in [s.user_id for s in (await sit.table.info()).seats]


async def test_a_pause_during_a_vote_ends_it(sit: Sitting) -> None:
    await ran_out(sit)
    await sit.table.member("Ann").slash("/gm pause")
    assert await list_open_votes(sit) == []
    await sit.later(5 * DAY)
    assert len(sit.table.posts("What is to be done?")) == 1


async def test_a_candidate_who_got_another_seat_meanwhile_gets_no_second(sit: Sitting) -> None:
    card, flo, one, two = await asked_for_a_seat(sit)
    info = await sit.table.info()
    await game_master.reassign_seat(
        sit.table.bot.games, info.id, int(info.owner_id), await sit.table.seat_of(one), int(flo.id), "Flo"
    )
    await two.click(card, "Agree")
    await sit.later(3 * DAY + MINUTE)
    assert len((await sit.table.info()).seats_held_by(int(flo.id))) == 1


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("/remind timezone", {"zone": "Mars/Olympus"}, "Choose one of the zones"),
        ("/remind timezone", {"zone": "../../etc/passwd"}, "Choose one of the zones"),
        ("/remind snooze", {"for": "-3 h"}, "Write a time such as"),
        ("/remind snooze", {"for": "99999 d"}, "Write a time such as"),
        ("/remind snooze", {"for": "9999-12-31 23:59"}, "Write a time such as"),
        ("/remind snooze", {"for": "25:00"}, "Write a time such as"),
        ("/remind quiet", {"from": "99:99", "to": "7"}, "two different times"),
        ("/remind vacation", {"until": "9999-12-31"}, "Write days such as"),
        ("/remind vacation", {"from": "9999-12-31", "until": "9999-12-31"}, "Write days such as"),
        ("/remind vacation", {"until": "2026-02-31"}, "Write days such as"),
        ("/auto off", {"program": "²"}, "Choose the order"),
        ("/auto buy", {"share": "DROP TABLE", "until": 100}, "No shares are on sale"),
        ("/auto bid", {"item": "x" * 300, "max": 1_000_000}, ""),
        ("/auto run", {"company": "x" * 300, "least": 1_000_000}, ""),
        ("/auto pass", {"until": "doomsday"}, ""),
        ("/show history", {"to": "-1"}, "Name a move from 1"),
    ],
)
async def test_absurd_figures_are_told_in_a_sentence(
    sit: Sitting, command: str, options: dict[str, Any], said: str
) -> None:
    actor, _, _ = await start(sit)
    answer = await actor.slash(command, **options)
    assert said in answer.text
    assert answer.ephemeral
    assert "error" not in answer.text
    assert "made a mistake" not in answer.text


async def test_a_second_press_on_a_seat_and_on_forget_changes_nothing_more(sit: Sitting) -> None:
    actor, one, two = await start(sit)
    await confirmed(actor, "/game resign")
    flo = sit.table.member("Flo")
    post = sit.table.posts("is to be had")[-1]
    for _ in range(3):
        await flo.click(post, "Take the seat")
    assert len(await list_open_votes(sit)) == 1
    card = sit.table.posts("would like the seat")[-1]
    for _ in range(2):
        for voter in (one, two):
            if card.labels:
                await voter.click(card, "Agree")
    assert len((await sit.table.info()).seats_held_by(int(flo.id))) == 1
    page = await flo.slash("/me data forget")
    await flo.click(page, page.labels[0])
    assert (await sit.table.info()).seats_held_by(int(flo.id)) == ()

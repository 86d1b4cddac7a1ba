"""Members who are away: the clock on the card, votes of the others, proxies, seats given away and taken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.absence import service as absences
from bot.calls import service as reminders
from bot.votes import rows as votes
from bot.votes import service as voting
from tests.bot.kept import RECORD, TENURE, kept
from tests.bot.sitting import DAY, HOUR, MINUTE, Sitting
from tests.bot.tables import confirmed
from tests.simtable import SimMember


async def start(sit: Sitting, **options: Any) -> tuple[SimMember, SimMember, SimMember]:
    """A table of three; whoever is to act, and the two others in the order of their seats."""
    await sit.table.started("Ann", "Ben", "Cy", **options)
    actor = await sit.actor()
    others = [sit.table.member(n) for n in ("Ann", "Ben", "Cy") if n != actor.name]
    return actor, others[0], others[1]


async def ran_out(sit: Sitting, **options: Any) -> tuple[SimMember, SimMember, SimMember]:
    """The same, a day later: the clock ran out."""
    people = await start(sit, clock=24, **options)
    await sit.later(DAY + MINUTE)
    return people


def vote_card(sit: Sitting):
    return sit.table.posts("What is to be done?")[-1]


async def test_the_clock_stands_on_the_card(sit: Sitting) -> None:
    await start(sit, clock=24)
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, (await sit.table.info()).id)
    assert f"due <t:{reminder.waiting_since + DAY}:R>" in sit.table.with_button("Take turn").text


async def test_a_table_without_a_clock_never_votes_by_itself(sit: Sitting) -> None:
    await start(sit)
    assert "due <t:" not in sit.table.with_button("Take turn").text
    await sit.later(20 * DAY)
    assert sit.table.posts("What is to be done?") == []


async def test_the_others_let_it_be_played_safe(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    card = vote_card(sit)
    assert sit.table.pinged(card) == {one.name, two.name}
    assert card.labels == ["Wait on", "Play it safe: Pass", "A computer plays on", "Free the seat", "A proxy"]
    assert "2 of you decide" in card.text
    assert "The other players of this table decide" in (await actor.click(card, "Play it safe: Pass")).text
    assert "Your vote is counted" in (await one.click(card, "Play it safe: Pass")).text
    assert "safe default: 1" in card.text
    assert await sit.actor() == actor
    await two.click(card, "Play it safe: Pass")
    assert await sit.actor() != actor
    assert card.labels == []
    assert "The safe default was taken." in card.text
    assert (await kept(sit.table.bot.games, RECORD, (await sit.table.info()).id))[-1].via == "absence"


async def test_where_all_that_is_open_costs_something_a_person_must_decide(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("bot.absence.pages", "bot.absence.safely"):
        monkeypatch.setattr(f"{place}.safe_action", lambda game, seat: None)
    actor, *_ = await ran_out(sit)
    card = vote_card(sit)
    assert card.labels == ["Wait on", "A computer plays on", "Free the seat", "A proxy"]
    must = f"All that {actor.name} can do now costs something: a person must decide."
    assert must in card.text
    done = await absences.play_for_absent_player(
        sit.table.bot.games, (await sit.table.info()).id, 1, is_game_master=True
    )
    assert (done.kind, done.text) == ("refused", must)
    assert await sit.actor() == actor


async def test_a_vote_may_be_changed_and_waiting_begins_the_clock_anew(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    card = vote_card(sit)
    await one.click(card, "Free the seat")
    await one.click(card, "Wait on")
    await two.click(card, "Wait on")
    assert "the clock begins anew" in card.text
    assert await sit.actor() == actor
    await sit.later(DAY - MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 1
    await sit.later(2 * MINUTE)
    assert len(sit.table.posts("What is to be done?")) == 2


async def test_the_same_press_twice_is_one_vote(sit: Sitting) -> None:
    _, one, _ = await ran_out(sit)
    [vote] = await list_open_votes(sit)
    game = (await sit.table.info()).id
    for _ in range(2):
        done = await voting.cast_vote(sit.table.bot.games, game, vote, int(one.id), "wait", interaction_id=7)
        assert done.ok
    found = await voting.vote_by_id(sit.table.bot.games, vote)
    assert found is not None
    assert found.ballots == ((int(one.id), "wait"),)


async def list_open_votes(sit: Sitting) -> list[int]:
    async with sit.table.bot.store.transaction() as conn:
        return [v.id for v in await votes.list_open_votes(conn, (await sit.table.info()).id)]


async def test_a_move_ends_the_vote(sit: Sitting) -> None:
    actor, one, _ = await ran_out(sit)
    card = vote_card(sit)
    await one.click(card, "Wait on")
    await sit.table.act(actor, "pass")
    assert "nothing left to decide" in card.text
    assert await list_open_votes(sit) == []


async def test_a_proxy_plays_for_the_seat_until_his_time_is_over(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    card = vote_card(sit)
    for voter in (one, two):
        await voter.select(card, f"{one.name} plays for 7 days")
    assert f"{one.mention} plays for the seat" in card.text
    assert await sit.on_move_now() == int(one.id)
    turn = sit.table.with_button("Take turn")
    assert f"{one.mention} for {actor.name} to act" in turn.text
    page = await one.click(turn, "Take turn")
    assert "Pass" in page.labels
    await sit.table.act(one, "pass")
    stored = (await kept(sit.table.bot.games, RECORD, (await sit.table.info()).id))[-1]
    assert (stored.seat, stored.user_id) == (await sit.table.seat_of(actor), int(one.id))
    await sit.later(8 * DAY)
    assert (await sit.table.info()).proxies == {}


async def test_a_free_seat_is_posted_and_taken_with_the_majority(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    seat, dee = await sit.table.seat_of(actor), sit.table.member("Dee")
    for voter in (one, two):
        await voter.click(vote_card(sit), "Free the seat")
    [post] = sit.table.posts("is to be had")
    assert f"The seat of {actor.name} is free" in post.text
    assert "no shares" in post.text
    assert "have a seat in this game already" in (await one.click(post, "Take the seat")).text
    assert "The others are asked" in (await dee.click(post, "Take the seat")).text
    assert "The others are asked" in (await dee.click(post, "Take the seat")).text
    [card] = sit.table.posts("would like the seat")
    assert sit.table.pinged(card) == {one.name, two.name}
    assert "The other players" in (await dee.click(card, "Agree")).text
    await one.click(card, "Agree")
    assert (await sit.table.info()).holder_id_of(seat) is None
    await two.click(card, "Agree")
    assert await sit.actor() == dee
    assert sit.table.pinged(sit.table.with_button("Take turn")) == {"Dee"}
    assert "is to be had no more" in post.text
    assert f"{dee.mention} asked for a seat of" in card.text
    mine = [t for t in await kept(sit.table.bot.games, TENURE, (await sit.table.info()).id) if t.seat == seat]
    assert [t.user_id for t in mine] == [int(actor.id), int(dee.id)]
    assert [t.until is None for t in mine] == [False, True]


async def test_the_table_may_decline(sit: Sitting) -> None:
    actor, one, two = await start(sit)
    await confirmed(actor, "/game resign")
    [post] = sit.table.posts("is to be had")
    await sit.table.member("Flo").click(post, "Take the seat")
    [card] = sit.table.posts("would like the seat")
    for voter in (one, two):
        await voter.click(card, "Decline")
    assert "The table declined." in card.text
    assert (await sit.table.info()).seats_played_by(int(sit.table.member("Flo").id)) == ()


async def test_an_offered_seat_stays_its_holders_until_it_is_taken(sit: Sitting) -> None:
    actor, one, two = await start(sit)
    dee, seat = sit.table.member("Dee"), await sit.table.seat_of(actor)
    assert "No seat of this game" in (await dee.slash("/game take-seat")).text
    assert "Offer your own seat" in (await one.slash("/game offer-seat", seat=actor.name)).text
    assert "You hold no seat" in (await dee.slash("/game offer-seat")).text
    assert "The seat is posted" in (await actor.slash("/game offer-seat")).text
    assert f"is offered by {actor.mention}" in sit.table.posts("is to be had")[-1].text
    [found] = await dee.autocomplete("/game take-seat", "seat", "")
    assert found["value"] == seat
    assert "The others are asked" in (await dee.slash("/game take-seat", seat=actor.name)).text
    [card] = sit.table.posts("would like the seat")
    assert (await sit.table.info()).holder_id_of(seat) == int(actor.id)
    for voter in (one, two):
        await voter.click(card, "Agree")
    assert (await sit.table.info()).holder_id_of(seat) == int(dee.id)
    assert await absences.available_seats(sit.table.bot.games, (await sit.table.info()).id) == []


async def test_a_member_who_left_the_server_is_noticed(sit: Sitting) -> None:
    actor, one, two = await start(sit)
    await sit.later(HOUR)
    sit.table.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10007)
    await sit.later(8 * HOUR)
    assert sit.table.posts(f"{actor.name} has left this server")
    card = vote_card(sit)
    for voter in (one, two):
        await voter.click(card, "Free the seat")
    assert sit.table.posts("is to be had")


async def test_a_proxy_who_left_the_server_plays_no_more(sit: Sitting) -> None:
    actor, _, _ = await start(sit)
    dee = sit.table.member("Dee")
    await actor.slash("/gm proxy", seat=actor.name, user=dee, days=30)
    await sit.later(HOUR)
    assert sit.pinged()[-1] == {"Dee"}
    sit.table.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10007)
    await sit.later(8 * HOUR)
    assert sit.table.posts(f"The proxy of {actor.name} has left this server")
    assert (await sit.table.info()).proxies == {}
    assert sit.table.posts("What is to be done?") == []
    await sit.later(HOUR)
    assert sit.pinged()[-1] == {actor.name}


@pytest.mark.parametrize("command", ["/gm skip", "/gm clock"])
async def test_only_masters_use_their_commands(sit: Sitting, command: str) -> None:
    await start(sit)
    options: dict[str, Any] = {"hours": 48} if command == "/gm clock" else {}
    said = await sit.table.member("Flo").slash(command, **options)
    assert "Only the owner" in said.text


async def test_the_owner_sets_the_clock_of_a_running_game(sit: Sitting) -> None:
    await start(sit)
    ann = sit.table.member("Ann")
    assert "Say what is to change" in (await ann.slash("/gm clock")).text
    await ann.slash("/gm clock", hours=72, first_ping=5)
    assert "due <t:" in sit.table.with_button("Take turn").text
    assert sit.table.posts("set the clock to 72 hours a turn")
    assert sit.table.posts("set the first ping to 5 minutes after the turn begins")
    assert (await sit.table.info()).settings["clock"] == 72
    await ann.slash("/gm clock", hours=0)
    assert "due <t:" not in sit.table.with_button("Take turn").text


async def test_the_owner_takes_the_safe_default(sit: Sitting) -> None:
    actor, _, _ = await start(sit)
    await sit.table.member("Ann").slash("/gm skip")
    assert await sit.actor() != actor
    assert sit.table.posts("Game master", f"took the safe default for {actor.name}")


async def test_a_player_names_a_proxy_and_ends_it(sit: Sitting) -> None:
    actor, one, _ = await start(sit)
    dee = sit.table.member("Dee")
    if one.name != "Ann":
        assert "Only the owner" in (await one.slash("/gm proxy", seat=actor.name, user=dee)).text
    await actor.slash("/gm proxy", seat=actor.name, user=dee, days=3)
    assert (await sit.table.info()).seats_played_by(int(dee.id)) == ((await sit.table.seat_of(actor)),)
    page = await dee.slash("/turn")
    assert "Pass" in page.labels
    await actor.slash("/gm proxy", seat=actor.name)
    assert (await sit.table.info()).seats_played_by(int(dee.id)) == ()
    assert "Only the players" in (await dee.slash("/turn")).text


async def test_the_last_seat_needs_nobodys_consent(sit: Sitting) -> None:
    people = await start(sit)
    for person in people:
        await confirmed(person, "/game resign")
    dee = sit.table.member("Dee")
    assert (await dee.slash("/game take-seat")).text == "The seat is yours."
    assert (await sit.table.info()).seats_played_by(int(dee.id))


async def test_a_vacation_stops_the_clock(sit: Sitting) -> None:
    actor, _, _ = await start(sit, clock=24)
    before = sit.table.with_button("Take turn").text
    last = datetime.fromtimestamp(sit.now, UTC).date() + timedelta(3)
    await actor.slash("/remind vacation", until=str(last))
    assert sit.table.with_button("Take turn").text != before
    await sit.later(3 * DAY)
    assert sit.table.posts("What is to be done?") == []
    await sit.later(2 * DAY)
    assert sit.table.posts("What is to be done?")


async def test_a_seat_that_nobody_takes_is_played_on_by_the_others(sit: Sitting) -> None:
    actor, one, two = await start(sit)
    await confirmed(actor, "/game resign")
    await sit.later(2 * DAY + MINUTE)
    [told] = sit.table.posts("nobody has taken it")
    await one.click(told, "Let the table vote")
    for voter in (one, two):
        await voter.select(vote_card(sit), f"{two.name} plays for 7 days")
    assert await sit.on_move_now() == int(two.id)


async def test_a_proxy_is_called_although_the_card_stands_already(sit: Sitting) -> None:
    actor, one, _ = await start(sit, pace="at once")
    assert {one.name} not in sit.pinged()
    await actor.slash("/gm proxy", seat=actor.name, user=one)
    await sit.look()
    assert {one.name} in sit.pinged()

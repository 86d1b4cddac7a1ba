"""Pings as members get them: in the channel or by direct message, put off, muted, asked for by others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.calls import service as reminders
from bot.calls.buttons import QuietModal, SnoozeModal, reminder_settings_page
from bot.calls.model import ReminderSettings
from bot.chat.press import Press
from bot.people import rows as traces
from tests.bot.limits import check_modal, check_page
from tests.bot.sitting import DAY, HOUR, MINUTE, Sitting
from tests.simtable import SimAnswer, SimMember

SLOW = "after 2 minutes"


async def start(sit: Sitting, *names: str, **options: Any) -> None:
    options.setdefault("pace", SLOW)
    await sit.table.started(*(names or ("Ann", "Ben")), **options)


async def quiet(member: SimMember, start: str, end: str) -> SimAnswer:
    hours: dict[str, Any] = {"from": start, "to": end}
    return await member.slash("/remind quiet", **hours)


async def test_the_first_ping_waits_and_tells_what_waits(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    assert sit.pinged() == []
    await sit.later(MINUTE)
    assert sit.pinged() == []
    await sit.later(MINUTE + 5)
    [(called, ping)] = sit.pings()
    assert called == {actor.name}
    assert "“Tuesday” waits for you" in ping.text
    assert "Count 1 · count, pay or pass (a quick decision)" in ping.text
    assert ping.labels == ["To the turn", "In 1 h", "In 4 h", "Tomorrow 9:00", "Another time"]
    await sit.later(MINUTE)
    assert len(sit.pings()) == 1


async def test_the_way_to_the_turn_leaves_the_ping_where_it_is(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await sit.later(3 * MINUTE)
    [(_, ping)] = sit.pings()
    assert (await actor.click(ping, "To the turn")).ephemeral
    assert "To the turn" in sit.table.with_button("In 1 h").labels


async def test_the_first_ping_is_dropped_when_the_state_moved_on(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await sit.table.act(actor, "pass")
    other = await sit.actor()
    await sit.later(3 * MINUTE)
    assert sit.pinged() == [{other.name}]


async def test_a_ping_on_its_way_is_dropped_when_the_state_moves_on(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    sit.table.env.inject_error("POST", "/channels/*/messages*", status=403, code=50013)
    await sit.later(3 * MINUTE)
    assert sit.pinged() == []
    await sit.table.act(actor, "pass")
    async with sit.table.bot.store.transaction() as conn:
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")
    await sit.look()
    assert {actor.name} not in sit.pinged()


async def test_a_reminder_takes_the_place_of_the_one_before_and_goes_with_the_turn(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await sit.later(2 * MINUTE)
    await sit.later(8 * HOUR)
    [(_, second)] = sit.pings()
    await sit.table.act(actor, "pass")
    assert second.deleted
    assert sit.pings() == []


async def test_the_table_is_told_at_last(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    for span in (2 * MINUTE, 8 * HOUR, 24 * HOUR, 48 * HOUR, 48 * HOUR):
        assert not sit.table.posts("again and again")
        await sit.later(span)
    [told] = sit.table.posts("again and again")
    assert actor.name in told.text
    other = sit.table.member(next(n for n in ("Ann", "Ben") if n != actor.name))
    await other.click(told, "Let the table vote")
    assert sit.table.posts("What is to be done?")
    for _ in range(5):
        await sit.later(48 * HOUR)
    assert len(sit.table.posts("again and again")) == 1


async def test_snooze_by_button(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await sit.later(2 * MINUTE)
    [(_, ping)] = sit.pings()
    stranger = await sit.table.member("Flo").click(ping, "In 4 h")
    assert "does not wait for you" in stranger.text
    said = await actor.click(ping, "In 4 h")
    assert said.ephemeral
    assert f"<t:{sit.now + 4 * HOUR}:R>"[:10] in said.text
    before = sit.table.channel_messages()[-1].id
    await sit.later(4 * HOUR - 30)
    assert sit.table.channel_messages()[-1].id == before
    await sit.later(60)
    assert sit.pinged() == [{actor.name}]
    assert sit.table.channel_messages()[-1].id != before


async def test_snooze_to_a_time_of_ones_own(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await sit.later(2 * MINUTE)
    [(_, ping)] = sit.pings()
    opened = await actor.click(ping, "Another time")
    [line] = opened.modal["components"]
    label = line["label"]
    assert label.endswith("for you (UTC)")
    refused = await actor.submit_modal(opened, {label: "yesterday"})
    assert "Write a time such as" in refused.text
    opened = await actor.click(ping, "Another time")
    assert "You are called again" in (await actor.submit_modal(opened, {label: "90 min"})).text
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, (await sit.table.info()).id)
    assert reminder.snoozed_until is not None
    assert abs(reminder.snoozed_until - sit.now - 90 * MINUTE) < 5
    span: dict[str, Any] = {"for": "3 h"}
    assert "does not wait" in (await sit.table.member("Flo").slash("/remind snooze", **span)).text


async def test_pings_by_direct_message(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    panel = await actor.slash("/remind settings")
    await actor.click(panel, "By direct message")
    assert "**Pings** by direct message" in panel.text
    await sit.later(2 * MINUTE)
    assert sit.pings() == []
    [message] = actor.direct_messages()
    assert "waits for you" in message.text
    user, handle = actor.actor.user, sit.table.handle(message)
    await user.click(handle, custom_id=message.find("In 1 h").custom_id)
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, (await sit.table.info()).id)
    assert reminder.snoozed_until is not None
    assert abs(reminder.snoozed_until - sit.now - HOUR) < 5


async def test_a_refused_direct_message_falls_back_to_the_channel_once(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await actor.click(await actor.slash("/remind settings"), "By direct message")
    sit.table.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await sit.later(2 * MINUTE)
    [(called, ping)] = sit.pings()
    assert called == {actor.name}
    assert "Discord refused a direct message" in ping.text
    assert not (
        await reminders.reminder_settings_of_member(sit.table.bot.games, int(actor.id))
    ).by_direct_message
    await sit.later(8 * HOUR)
    assert "refused" not in sit.pings()[-1][1].text


async def test_a_nudge_says_who_and_comes_once_in_six_hours(sit: Sitting) -> None:
    await start(sit, "Ann", "Ben", "Cy")
    actor = await sit.actor()
    await sit.later(2 * MINUTE)
    one, two = (sit.table.member(n) for n in ("Ann", "Ben", "Cy") if n != actor.name)
    assert "Only players" in (await sit.table.member("Flo").slash("/remind nudge")).text
    assert "any such player" in (await one.slash("/remind nudge", player=two.name)).text
    assert f"{actor.name} is called" in (await one.slash("/remind nudge", player=actor.name)).text
    await sit.look()
    [(called, ping)] = sit.pings()
    assert called == {actor.name}
    assert f"{one.mention} nudges you" in ping.text
    assert "You nudged here not long ago" in (await one.slash("/remind nudge")).text
    assert "is called" in (await two.slash("/remind nudge")).text
    await sit.later(6 * HOUR)
    assert "is called" in (await one.slash("/remind nudge")).text


async def test_quiet_hours_hold_pings_until_their_end(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    wall = sit.now % DAY // MINUTE
    around = [f"{m // 60}:{m % 60:02}" for m in ((wall - 30) % 1440, (wall + 60) % 1440)]
    assert "two different times" in (await quiet(actor, "22:00", "")).text
    panel = await quiet(actor, around[0], around[1])
    assert f"**Quiet hours** {around[0]} to {around[1]}" in panel.text
    await sit.later(10 * MINUTE)
    assert sit.pings() == []
    await sit.later(50 * MINUTE + 5)
    assert sit.pinged() == [{actor.name}]


async def test_quiet_hours_by_the_panel(sit: Sitting) -> None:
    ann = sit.table.member("Ann")
    panel = await ann.slash("/remind settings")
    opened = await ann.click(panel, "Quiet hours")
    labels = [part["label"] for part in opened.modal["components"]]
    shown = await ann.submit_modal(opened, dict(zip(labels, ("22", "7:30"), strict=True)))
    assert "**Quiet hours** 22:00 to 7:30" in shown.text
    await ann.click(panel, "Weekends off")
    assert "**Weekends** off" in panel.text
    await ann.select(panel, "30", custom_id="x:0:0:r_gap:")
    assert "**Between two pings** 30 minutes" in panel.text


async def test_zones_are_proposed_and_checked(sit: Sitting) -> None:
    ann = sit.table.member("Ann")
    first = await ann.autocomplete("/remind timezone", "zone", "")
    assert len(first) == 25
    assert first[0]["value"] == "Europe/London"
    found = [c["value"] for c in await ann.autocomplete("/remind timezone", "zone", "lord howe")]
    assert found == ["Australia/Lord_Howe"]
    assert "Choose one of the zones" in (await ann.slash("/remind timezone", zone="Mars/Olympus")).text
    assert "Australia/Lord_Howe" in (await ann.slash("/remind timezone", zone="Australia/Lord_Howe")).text


async def test_a_muted_game_pings_nobody(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    assert "not called there any more" in (await actor.slash("/remind mute")).text
    await sit.later(DAY)
    assert sit.pings() == []
    [game] = await actor.autocomplete("/remind mute", "game", "tue")
    assert "called there again" in (await actor.slash("/remind mute", game=game["value"])).text
    await sit.look()
    assert sit.pinged() == [{actor.name}]


async def test_a_live_table_pings_nobody(sit: Sitting) -> None:
    await start(sit, pace="live")
    actor = await sit.actor()
    for _ in range(10):
        await sit.later(DAY)
    assert sit.pings() == []
    assert actor.mention in sit.table.with_button("Take turn").text
    other = sit.table.member(next(n for n in ("Ann", "Ben") if n != actor.name))
    assert "it is a live table" in (await other.slash("/remind nudge")).text


async def test_a_table_may_call_at_once(sit: Sitting) -> None:
    await start(sit, pace="at once")
    actor = await sit.actor()
    assert sit.pinged() == [{actor.name}]
    await sit.later(3 * MINUTE)
    assert len(sit.pings()) == 1


async def test_nobody_is_flooded_after_a_time_away(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await sit.later(2 * MINUTE)
    sit.moved += 9 * DAY
    await sit.restart()
    await sit.look()
    await sit.later(MINUTE)
    assert sit.pinged() == [{actor.name}]
    [reminder] = await reminders.reminders_of_game(sit.table.bot.games, (await sit.table.info()).id)
    assert reminder.ping_count == 2


async def test_a_vacation_is_noted_and_ended(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    assert "Write days" in (await actor.slash("/remind vacation", until="2020-01-01")).text
    assert "at most 30 days" in (await actor.slash("/remind vacation", until="2099-01-01")).text
    last = datetime.fromtimestamp(sit.now, UTC).date() + timedelta(5)
    assert "You are away" in (await actor.slash("/remind vacation", until=str(last))).text
    await sit.later(2 * DAY)
    assert sit.pings() == []
    assert "Welcome back" in (await actor.slash("/remind vacation")).text
    await sit.look()
    assert sit.pinged() == [{actor.name}]


async def test_what_is_kept_of_a_member_can_be_told_and_forgotten(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    await actor.slash("/remind timezone", zone="Europe/Berlin")
    await actor.slash("/remind mute")
    async with sit.table.bot.store.transaction() as conn:
        kept = await traces.rows_about_user(conn, int(actor.id))
        assert kept["member_hours"][0]["zone"] == "Europe/Berlin"
        assert [row["game"] for row in kept["muted"]] == [(await sit.table.info()).id]
        await traces.erase_user(conn, int(actor.id))
        assert not {"member_hours", "vacation", "muted"} & set(
            await traces.rows_about_user(conn, int(actor.id))
        )


async def test_more_leads_to_pings(sit: Sitting) -> None:
    await start(sit)
    actor = await sit.actor()
    other = sit.table.member(next(n for n in ("Ann", "Ben") if n != actor.name))
    card = sit.table.with_button("Take turn")
    assert "Nudge" not in (await sit.table.member("Flo").click(card, "More")).labels
    mine, theirs = await actor.click(card, "More"), await other.click(card, "More")
    assert (await actor.click(mine, "Remind me later")).modal["title"].startswith("When")
    assert "is called in your name" in (await other.click(theirs, "Nudge")).text
    assert "How you are called" in (await other.click(theirs, "My pings")).text
    await sit.look()
    assert sit.pinged() == [{actor.name}]


async def test_the_pages_of_pings_keep_discords_limits() -> None:
    member = ReminderSettings(1, "America/Argentina/ComodRivadavia", (1320, 450), True, True, HOUR, 23,
                    frozenset(range(9)), tuple((n, n + DAY) for n in range(9)))  # fmt: skip
    check_page(reminder_settings_page(member, 0))
    check_page(reminder_settings_page(ReminderSettings(2), 0))
    check_modal(QuietModal(member))
    check_modal(SnoozeModal(Press(36**6, 36**3, "snooze_own"), member, 2**31))


async def rest(sit: Sitting, member: SimMember, span: int = 60) -> None:
    """Quiet hours from now on for so many minutes."""
    wall = sit.now % DAY // MINUTE
    times = [f"{m // 60}:{m % 60:02}" for m in (wall % 1440, (wall + span + 1) % 1440)]
    await quiet(member, *times)


async def test_an_offer_calls_one_who_rests_when_he_does_no_more(sit: Sitting) -> None:
    await start(sit, pace="at once")
    seller = await sit.actor()
    buyer = sit.table.member(next(n for n in ("Ann", "Ben") if n != seller.name))
    await rest(sit, buyer)
    await sit.table.act(seller, "count", by=3)
    await sit.table.act(seller, "offer_counts", to=await sit.table.seat_of(buyer), price=4)
    offer = sit.table.with_button("Accept")
    assert sit.table.pinged(offer) == set()
    async with sit.table.bot.store.transaction() as conn:
        [(due,)] = (await conn.exec_driver_sql("SELECT due FROM outbox WHERE kind = 'offer_call'")).all()
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")
    assert 59 * MINUTE < due / 1000 - sit.now < 62 * MINUTE
    await sit.later(62 * MINUTE)
    with sit.table.env._bot_scope():
        sit.table.bot.wake()
    await sit.table.env.settle()
    [told] = sit.table.posts("an offer", "waits for your answer")
    assert sit.table.pinged(told) == {buyer.name}


async def test_a_card_that_comes_late_does_not_call_in_quiet_hours(sit: Sitting) -> None:
    await start(sit, pace="at once")
    actor = await sit.actor()
    other = sit.table.member(next(n for n in ("Ann", "Ben") if n != actor.name))
    sit.table.env.inject_error("POST", "/channels/*/messages*", status=403, code=50013)
    await sit.table.act(actor, "pass")
    await rest(sit, other)
    async with sit.table.bot.store.transaction() as conn:
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")
    with sit.table.env._bot_scope():
        sit.table.bot.wake()
    await sit.table.env.settle()
    assert other.mention in sit.table.with_button("Take turn").text
    assert {other.name} not in sit.pinged()
    await sit.later(62 * MINUTE)
    assert {other.name} in sit.pinged()

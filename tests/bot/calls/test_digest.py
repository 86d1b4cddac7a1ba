"""The daily digest: all games that wait for a member, in one direct message."""

from __future__ import annotations

import pytest

from engine import BadLog
from tests.bot.calls.test_calls import start
from tests.bot.places import server
from tests.bot.sitting import DAY, HOUR, Sitting


async def test_the_daily_digest_lists_all_tables(sit: Sitting) -> None:
    await start(sit, pace="live")
    actor = await sit.actor()
    hour = (sit.now // HOUR + 2) % 24
    assert f"**Daily digest** {hour}:00" in (await actor.slash("/remind digest", hour=hour)).text
    await sit.later(2 * HOUR)
    [digest] = actor.direct_messages()
    assert "you are on move at 1 table." in digest.text
    assert f"/{sit.table.channel.id}" in digest.text
    await sit.table.act(actor, "pass")
    await sit.later(DAY)
    assert len(actor.direct_messages()) == 1
    assert "**Daily digest** none" in (await actor.slash("/remind digest")).text


async def test_a_game_that_cannot_be_read_keeps_no_other_off_the_digest(sit: Sitting) -> None:
    await start(sit, pace="live", order="join")
    first = (await sit.table.info()).id
    sit.table.channel = server(sit.table).create_text_channel("elsewhere")
    await start(sit, pace="live", order="join")
    actor = await sit.actor()
    await actor.slash("/remind digest", hour=(sit.now // HOUR + 2) % 24)
    await sit.table.damage((await sit.table.info()).id)
    await sit.later(2 * HOUR)
    [digest] = actor.direct_messages()
    assert "you are on move at 1 table." in digest.text
    await sit.table.damage(first)
    with pytest.raises(BadLog):
        await sit.table.bot.games.game(first)
    await sit.later(DAY)
    assert len(actor.direct_messages()) == 1

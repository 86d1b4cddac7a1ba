"""Context menus on cards and on members."""

from __future__ import annotations

import pytest

import engine
from tests import toy
from tests.bot.sitting import HOUR, Sitting, sitting
from tests.simtable import SimAnswer, SimMember


@pytest.fixture
async def sit(tmp_path, monkeypatch):
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with sitting(tmp_path) as made:
        await made.table.started("Ann", "Ben", "Cy")
        yield made


async def menu(sit: Sitting, member: SimMember, name: str, target) -> SimAnswer:
    found = target.actor if isinstance(target, SimMember) else sit.table.handle(target)
    return SimAnswer(sit.table.env, await member.actor.context_menu(sit.table.channel, name, found))


async def test_a_card_nudges_who_is_to_act_and_once_in_six_hours(sit: Sitting) -> None:
    actor = await sit.actor()
    other = next(m for m in map(sit.table.member, ("Ann", "Ben", "Cy")) if m != actor)
    card = sit.table.with_button("Take turn")
    assert (
        f"{actor.name} is called in your name" in (await menu(sit, other, "Nudge who is to act", card)).text
    )
    await sit.later(1)
    assert sit.pinged()[-1] == {actor.name}
    assert f"{other.mention} nudges you" in sit.pings()[-1][1].text
    assert "not long ago" in (await menu(sit, other, "Nudge who is to act", card)).text
    stranger = await menu(sit, sit.table.member("Flo"), "Nudge who is to act", card)
    assert "Only players of this game" in stranger.text


async def test_a_member_is_nudged_if_the_game_waits_for_him(sit: Sitting) -> None:
    actor = await sit.actor()
    one, two = (m for m in map(sit.table.member, ("Ann", "Ben", "Cy")) if m != actor)
    await sit.later(HOUR)
    assert "does not wait for any such player" in (await menu(sit, one, "18xx: nudge", two)).text
    assert "plays for no seat" in (await menu(sit, one, "18xx: nudge", sit.table.member("Flo"))).text
    said = await menu(sit, one, "18xx: nudge", actor)
    assert said.message.ephemeral
    assert f"{actor.name} is called in your name" in said.text


async def test_an_old_card_shows_the_game_as_it_was_then(sit: Sitting) -> None:
    card, revision = sit.table.with_button("Take turn"), (await sit.table.game()).revision
    await sit.table.act(await sit.actor(), "pass")
    later = sit.table.with_button("Take turn")
    assert (
        f"move {revision + 1} of {revision + 1}"
        in (await menu(sit, sit.table.member("Flo"), "Show game at this card", later)).text
    )
    said = await menu(sit, sit.table.member("Flo"), "Show game at this card", card)
    assert said.message.ephemeral
    assert "History · move" in said.text

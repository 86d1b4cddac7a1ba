"""What a step is about: told in a member's first turns with it, off by a button, on again in the settings."""

from __future__ import annotations

import pytest

from bot.store.preferences import MemberPreferences
from bot.turn.help.guide import MAX_TURNS_WITH_TIP, turns_with_tip
from bot.words import translated, using_language
from engine import TITLES
from engine.core.rounds import Agenda
from engine.data.loader import SHARED_GUIDE, guide_of
from tests.bot.tables import Table


def steps_of(title: str) -> set[str]:
    """The steps at which a title asks for a decision."""
    agenda = TITLES[title].policy(Agenda)
    steps = {name for each in agenda.rounds.values() for name in each.steps}
    return steps | {step.name for step in agenda.pendings.values()}


TIP, OFF = "💡", "No more tips"


@pytest.mark.parametrize("title", TITLES)
def test_every_title_says_what_its_steps_are_about(title: str) -> None:
    guide = TITLES[title].data.guide
    assert set(guide) == steps_of(title) | set(guide_of(SHARED_GUIDE))
    for text in guide.values():
        assert text.endswith(".")
        assert len(text) < 260
        with using_language("de"):
            assert translated(text) != text


def test_a_step_is_explained_in_three_turns_and_again_in_each_of_them() -> None:
    member, turns = MemberPreferences(), ("a", "b", "c")
    for number, turn in enumerate(turns, 1):
        seen = turns_with_tip(member, "1889", "track", turn)
        assert seen == list(turns[:number])
        member = MemberPreferences(guided={"1889": {"track": seen}})
        assert turns_with_tip(member, "1889", "track", turn) == seen
    assert len(turns) == MAX_TURNS_WITH_TIP
    assert turns_with_tip(member, "1889", "track", "d") is None
    assert turns_with_tip(member, "1889", "run", "d") == ["d"]
    assert turns_with_tip(member, "1862", "track", "d") == ["d"]
    assert turns_with_tip(MemberPreferences(guide=False), "1889", "track", "a") is None


async def test_the_page_explains_the_auction_until_the_button_turns_it_off(solo: Table) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/turn")
    assert "Private companies are sold first" in page.text
    page = await ann.slash("/turn")
    assert page.text.count(TIP) == 1
    page = await ann.click(page, OFF)
    assert TIP not in page.text
    assert "No more tips" in page.text
    assert OFF not in (await ann.slash("/turn")).labels
    settings = await ann.slash("/me prefs")
    await ann.click(settings, "Tips in the first turns: off")
    assert OFF in (await ann.slash("/turn")).labels


async def test_who_is_not_on_turn_reads_no_tip(table: Table) -> None:
    [actor] = await table.on_move()
    other = next(m for m in (table.member("Ann"), table.member("Ben")) if m.name != actor.name)
    assert TIP not in (await other.slash("/turn")).text

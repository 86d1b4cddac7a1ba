"""Moves of others are taken back by those whose moves they are, or by the game master."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from bot.store.messages.outbox import PING_AFTER
from bot.votes import rows
from bot.votes import service as voting
from tests.bot.scenes import Scene, staged
from tests.bot.turn.test_quick import asked_now, dealt, tap
from tests.bot.turn.test_workspace import last_said
from tests.loopback import Message


async def all_passed_but_cy(scene: Scene) -> None:
    await tap(scene, scene.ann, "Pass")
    await tap(scene, scene.ben, "Pass")
    scene.called()


def vote_of(scene: Scene) -> Message:
    return scene.table.with_button("Agree")


async def test_undo_by_consent_with_one_refusal_and_then_all_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        ann, ben, cy = scene.ann, scene.ben, scene.cy
        await tap(scene, ann, "Pass")
        await tap(scene, ben, "Pass")
        await scene.table.act(cy, "buy_share", company="M&R", source="ipo")
        scene.called()
        revision = (await scene.table.game()).revision
        asked = await ann.slash("/act undo", to="1")
        assert asked.text.startswith("Ben and Cy must agree; they are asked here.")
        card = vote_of(scene)
        assert scene.called() == ["Ben", "Cy"]
        assert "Take back everything after move 1?" in card.text
        assert "Ann and Ben pass" in card.text
        stranger = await scene.outsider(scene.eli, card, "Agree")
        assert stranger == "Asked are Ben and Cy, or the game master."
        page = await scene.turn(ben)
        assert "Ann asks to take back 3 moves, of yours, too" in page.text
        said = await ben.click(page, "Agree")
        assert last_said(said) == "You agreed; the card shows who is still asked."
        assert "asks to take back" not in (await scene.turn(ben)).text
        assert "✔ Ben\n⏳ Cy" in vote_of(scene).text.replace(f"<@{ben.id}>", "Ben").replace(
            f"<@{cy.id}>", "Cy"
        )
        await cy.click(vote_of(scene), "Refuse")
        assert (await scene.table.game()).revision == revision
        [ended] = scene.table.posts("refused: the moves stay.")
        assert ended.labels == []
        assert scene.called() == []

        await ann.slash("/act undo", to="1")
        card = vote_of(scene)
        await ben.click(card, "Agree")
        await cy.click(card, "Agree")
        game = await scene.table.game()
        assert (game.revision, len(game.active_records)) == (revision + 1, 1)
        assert asked_now(game) == "p1"
        assert scene.called() == ["Ann"]
        assert scene.table.posts("Everybody asked has agreed")
        log = await scene.eli.slash("/show log")
        assert "~~Ben passes.~~" in log.text
        assert "Ann took back everything after move 1." in log.text
        await ann.slash("/act redo")
        assert asked_now(await scene.table.game()) == "p2"


async def test_the_card_of_a_lost_vote_is_no_ballot_in_a_later_one_of_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        await all_passed_but_cy(scene)
        await scene.ann.slash("/act undo", to="1")
        games, before = scene.table.bot.games, (await scene.table.game()).revision
        [vote] = await voting.list_open_votes(games, (await scene.table.info()).id)
        later = update(rows.vote).where(rows.vote.c.id == vote.id).values(rev=vote.revision + 1)
        async with games.store.transaction() as conn:
            await conn.execute(later)
        answer = await scene.ben.click(vote_of(scene), "Agree")
        assert answer.text == "This vote is no longer there."
        assert (await scene.table.game()).revision == before


async def test_any_move_ends_the_vote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        await all_passed_but_cy(scene)
        await scene.ann.slash("/act undo", to="1")
        await tap(scene, scene.cy, "Pass")
        assert scene.table.posts("The game has moved on: the moves stay.")
        assert not [m for m in scene.table.channel_messages() if "Agree" in m.labels]
        games, info = scene.table.bot.games, await scene.table.info()
        assert await voting.list_open_votes(games, info.id) == []
        outcome = await voting.cast_vote(games, info.id, 1, int(scene.ben.id), "yes")
        assert outcome.code == "vote_over"


async def test_who_asked_withdraws_and_the_game_master_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        await all_passed_but_cy(scene)
        ben, cy = scene.ben, scene.cy
        await tap(scene, cy, "Pass")
        await ben.slash("/act undo", to="2")
        await ben.click(vote_of(scene), "Refuse")
        assert scene.table.posts("has withdrawn the question")
        await ben.slash("/act undo", to="2")
        scene.called()
        await scene.ann.click(vote_of(scene), "Agree")  # the owner, who is not asked
        assert scene.table.posts(f"<@{scene.ann.id}> has decided it as the game master")
        assert scene.called() == ["Ben"]
        assert asked_now(await scene.table.game()) == "p2"


@pytest.mark.parametrize("undo", ["free", "master"])
async def test_the_table_says_who_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undo: str) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        refused = await scene.ben.slash("/gm table", undo=undo)
        assert refused.text == "Only the owner of the game or a game master may do this."
        await scene.ann.slash("/gm table", undo=undo)
        assert scene.table.posts(f"set undo to {undo}: ")
        await all_passed_but_cy(scene)
        said = await scene.ann.slash("/act undo", to="1")
        if undo == "free":
            assert asked_now(await scene.table.game()) == "p1"
            assert scene.table.posts("took back moves of Ben")
        else:
            assert said.text.startswith("Others have acted since; at this table the owner")
            assert asked_now(await scene.table.game()) == "p3"


async def later(scene: Scene) -> None:
    """The hold is over."""
    async with scene.table.bot.store.transaction() as conn:
        await conn.exec_driver_sql("UPDATE outbox SET due = 0")
        await conn.exec_driver_sql("UPDATE call SET due = 0")
    with scene.table.env._bot_scope():
        scene.table.bot.wake()
    await scene.table.env.settle()


@pytest.mark.parametrize("oops", [True, False])
async def test_the_next_is_called_after_the_hold_and_not_at_all_after_an_oops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, oops: bool
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        await scene.ann.slash("/gm table", hold=30)
        assert (await scene.table.info()).settings[PING_AFTER] == 30
        page = await tap(scene, scene.ann, "Pass")
        assert scene.called() == []
        if oops:
            await scene.press(scene.ann, page, "Oops")
        await later(scene)
        assert scene.called() == ([] if oops else ["Ben"])


async def test_who_plays_for_another_is_not_asked_about_his_own_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        ann, ben, cy = scene.ann, scene.ben, scene.cy
        await tap(scene, ann, "Pass")
        await ben.slash("/gm proxy", seat="p2", user=ann)
        await tap(scene, ann, "Pass")
        await scene.table.act(cy, "buy_share", company="M&R", source="ipo")
        asked = await ann.slash("/act undo", to="1")
        assert asked.text.startswith("Cy must agree; they are asked here.")
        await cy.click(vote_of(scene), "Agree")
        assert asked_now(await scene.table.game()) == "p1"

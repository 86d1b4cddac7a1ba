"""A trial turn that is kept: done when the turn comes if all of it is legal, else its owner is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.computers.choose import Move
from bot.orders.chain import make_order_moves
from bot.orders.order import StandingOrder
from engine import Game, copy_game
from tests.bot.moments import moment, turn_of
from tests.bot.scenes import staged
from tests.bot.turn.test_whole_turn import NAMES, moves_of

TURN = turn_of("lay_tile", "run", "dividend")


def kept(game: Game, seat: str, moves: Sequence[Move]) -> StandingOrder:
    waiting = game.waiting()
    assert waiting is not None
    args = {"company": waiting.company or "", "moves": [list(move) for move in moves]}
    return StandingOrder(1, seat, 1, "turn", args, game.revision)


def test_all_of_a_plan_is_done_when_its_turn_comes() -> None:
    found, seat, acts = moment("1889", TURN)
    game = copy_game(found)
    moves = moves_of(game, acts)
    fired, [order] = make_order_moves(game, [kept(game, seat, moves)], lambda user: {seat})
    made = [each.record.action for each in fired]
    assert [action.kind for action in made if action is not None] == [kind for kind, _ in moves]
    assert order.end_text == "the plan is done"


def test_nothing_of_a_plan_is_done_if_a_part_is_not_legal_any_more() -> None:
    found, seat, acts = moment("1889", TURN)
    game = copy_game(found)
    moves = moves_of(game, acts)
    spoilt = [*moves[:1], ("place_token", {"city": "nowhere"}), *moves[1:]]
    fired, [order] = make_order_moves(game, [kept(game, seat, spoilt)], lambda user: {seat})
    assert fired == []
    assert order.end_text.startswith("not all of your plan is legal now: ")
    assert game.waiting() == found.waiting()


async def test_a_trial_turn_is_kept_by_a_button(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat, _ = moment("18EZ", TURN)
    view = game.view
    owner = next(
        s for s in view.seats if s != seat and any(view.company(c).floated for c in view.presided(s))
    )
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        member = scene.table.member(NAMES[owner])
        page = await scene.turn(member)
        label = next(label for label in page.labels if label.startswith("Try out "))
        await scene.press(member, page, label)
        assert "Keep for my next turn" not in page.labels
        leave = next((label for label in page.labels if label in ("Lay no track", "End the turn")), "")
        assert leave, page.labels
        await scene.press(member, page, leave, "The whole plan", "Keep for my next turn")
        company = label.removeprefix("Try out ")
        assert f"Standing order **on**: The next turn of {company}: 1 planned move" in page.text
        assert "Trial of" not in page.text

"""A preview tells an action apart from what others do by the rules after it."""

from __future__ import annotations

import pytest

from engine import TITLES, Action, Game, new_game
from engine.core.events import CursorMoved, Paid
from tests.walks import Walk

NAMES = ["Ann", "Ben", "Cy"]
MOVES = 150


def games(key: str):
    """Positions of a random game, each with a legal action of it."""
    game, walk = new_game(key, NAMES, seed=1), Walk(key, NAMES, 1)
    for _ in range(MOVES):
        record = walk.step()
        assert record.action is not None
        yield game, record.action
        game.fold(record)


@pytest.mark.parametrize("key", TITLES)
def test_the_figures_are_those_before_another_turn_begins(key: str) -> None:
    ended = 0
    for game, action in games(key):
        seen, before, digest = game.preview(action), game.state.cursor, game.digest()
        assert game.digest() == digest
        assert (*seen.own_events, *seen.later_events) == seen.events
        for player in game.view.seats:
            assert seen.cash[player] == game.view.cash(player) + earned(seen.own_events, player)
        moved = [e.after for e in seen.own_events if isinstance(e, CursorMoved)]
        assert all(c.same_turn(before) and c.step == before.step for c in moved)
        ended += bool(seen.later_events)
    assert ended


def earned(events, holder: str) -> int:
    """What a holder gets by events, less what it pays."""
    paid = [e for e in events if isinstance(e, Paid)]
    return sum(e.amount * ((e.payee == holder) - (e.payer == holder)) for e in paid)


def test_the_last_pass_itself_brings_nobody_money() -> None:
    """Privates pay at the start of the round that the last pass begins: by the rules, not by the pass."""
    for game, action in games("1889"):
        if action.kind == "pass" and pays(game, action):
            seen = game.preview(action)
            assert not [e for e in seen.own_events if isinstance(e, Paid)]
            assert seen.cash == {h: game.view.cash(h) for h in seen.cash}
            return
    pytest.fail("no pass began a round with incomes")


def pays(game: Game, action: Action) -> bool:
    return any(isinstance(e, Paid) for e in game.preview(action).later_events)

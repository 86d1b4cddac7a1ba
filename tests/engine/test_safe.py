"""What is done for a player who is away costs him nothing that the rules do not force on him."""

import pytest

from engine import TITLES, Action, new_game
from engine.checks.random_play import RandomPlayer
from engine.safe import QUIET, own, safe_action
from tests import toy

SEEDS = (3, 8)


def awaited(game):
    """The players who are asked."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players


def position_cost(game, player, action):
    """Shares and money that an action takes, as `safe_action` must not."""
    seen, mine = game.preview(action), own(game.view, player)
    money = sum(seen.cash.get(h, 0) for h in mine) - sum(game.view.cash(h) for h in mine)
    sold = sum(
        max(0, sum(game.view.percent(h, c) for h in mine) - sum(held.get(h, 0) for h in mine))
        for c, held in seen.shares.items()
    )
    return sold, max(0, -money)


def walk(key, seed, actions):
    title = TITLES[key]
    names = [f"Player {i}" for i in range(max(3, title.data.min_players))]
    game, dice = new_game(title.key, names, seed=seed), RandomPlayer(title, seed)
    for _ in range(actions):
        if game.state.ended:
            return
        yield game, dice
        game.submit(dice.action(game))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", sorted(TITLES))
def test_every_decision_has_a_safe_default_that_is_legal(key, seed):
    seen, open_quiet = set(), 0
    for number, (game, dice) in enumerate(walk(key, seed, 260)):
        here = (game.waiting().step, game.state.cursor.round)
        if number % 4 and here in seen:
            continue
        seen.add(here)
        player = awaited(game)[0]
        action = safe_action(game, player, 200)
        assert action is not None, game.waiting()
        assert game.check(action) is None
        offered = {c.kind: c for c in game.choices(player)}
        quiet = [k for k in QUIET if k in offered and not offered[k].fields]
        runs = [f for c in offered.values() for f in c.fields if f.kind == "routes"]
        if quiet and not runs:
            assert action.kind in QUIET
            open_quiet += 1
        elif not runs:
            cheaper = [position_cost(game, player, a) for a in sample(game, dice, player, offered)]
            assert position_cost(game, player, action) <= min(cheaper, default=(999, 0))
    assert len(seen) > 4
    assert open_quiet > 5


def sample(game, dice, player, offered):
    """Other ways out of the decision, of the step's own choices."""
    anytime = {move.kind for move in game.title.anytime}
    made = [
        dice.complete(game, player, c) for c in offered.values() if c.kind not in anytime and not c.danger
    ]
    return [a for a in made if a is not None and game.check(a) is None]


@pytest.mark.parametrize("key", sorted(TITLES))
def test_a_game_in_which_everybody_is_away_goes_on(key):
    """Safe defaults alone never hang: each decision has one, for a long while."""
    title = TITLES[key]
    game = new_game(title.key, ["Ann", "Ben", "Cy"], seed=4)
    for _ in range(150):
        if game.state.ended:
            break
        action = safe_action(game, awaited(game)[0], 100)
        assert action is not None, game.waiting()
        game.submit(action)
    assert game.rev > 10


def test_a_seat_that_is_not_asked_has_no_default():
    game = new_game(next(iter(TITLES)), ["Ann", "Ben", "Cy"], seed=4)
    idle = next(p for p in game.view.seats if p not in awaited(game))
    assert safe_action(game, idle) is None


def test_a_forced_decision_takes_what_costs_least(monkeypatch):
    monkeypatch.setitem(TITLES, "TOY", toy.TITLE)
    game = new_game("TOY", ["Ann", "Ben"], seed=1)
    while "prize" not in {c.kind for c in game.choices(awaited(game)[0])}:
        player = awaited(game)[0]
        counts = "count" in {c.kind for c in game.choices(player)}
        game.submit(Action("count", player, {"by": 3}) if counts else Action("pass", player))
    player = awaited(game)[0]
    taken = safe_action(game, player)
    assert taken is not None
    assert taken.kind == "prize"
    assert position_cost(game, player, taken) == (0, 0)

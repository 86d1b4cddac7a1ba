"""What is done for a player who is away costs him nothing that the rules do not force on him."""

import pytest

from engine import TITLES, Action, new_game
from engine.checks.random_play import RandomPlayer
from engine.core.events import OfferMade, TrainMoved
from engine.safe import QUIET, own, safe_action
from tests import toy
from tests.titles.g1862.mania import Mania
from tests.walks import TWO_EACH, Walk


def awaited(game):
    """The players who are asked."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players


def position_cost(game, player, action):
    """Shares, money and trains that an action takes, as `safe_action` must not."""
    seen, mine = game.preview(action), own(game.view, player)
    money = sum(seen.cash.get(h, 0) for h in mine) - sum(game.view.cash(h) for h in mine)
    sold = sum(
        max(0, sum(game.view.percent(h, c) for h in mine) - sum(held.get(h, 0) for h in mine))
        for c, held in seen.shares.items()
    )
    gone = [e.train for e in seen.events if isinstance(e, TrainMoved) and e.before in mine]
    return sold, max(0, -money), len(gone)


def walk(key, seed, actions):
    played, dice = Walk(key, ["Ann", "Ben", "Cy"], seed), RandomPlayer(TITLES[key], seed)
    for _ in range(actions):
        if played.game.state.ended:
            return
        yield played.game, dice
        played.step()


@pytest.mark.parametrize(("key", "seed"), TWO_EACH)
def test_every_decision_has_a_safe_default_that_is_legal(key, seed):
    seen, open_quiet = set(), 0
    for number, (game, dice) in enumerate(walk(key, seed, 260)):
        here = (game.waiting().step, game.state.cursor.round)
        if number % 4 and here in seen:
            continue
        seen.add(here)
        player = awaited(game)[0]
        action = safe_action(game, player, 200)
        offered = {c.kind: c for c in game.choices(player)}
        quiet = [k for k in QUIET if k in offered and not offered[k].fields]
        runs = [f for c in offered.values() for f in c.fields if f.kind == "routes"]
        if action is None:
            assert not quiet
            others = sample(game, dice, player, offered)
            assert all(any(position_cost(game, player, a)) for a in others if not proposes(game, a))
            continue
        assert game.check(action) is None
        if quiet and not runs:
            assert action.kind in QUIET
            open_quiet += 1
        elif not runs:
            assert position_cost(game, player, action) == (0, 0, 0)
    assert len(seen) > 4
    assert open_quiet > 5


def proposes(game, action):
    """Whether others are asked by an action, which costs nothing yet."""
    return any(isinstance(e, OfferMade) for e in game.preview(action).events)


def sample(game, dice, player, offered):
    """Other ways out of the decision, of the step's own choices."""
    kinds_at_any_time = {move.kind for move in game.title.moves_at_any_time}
    made = [
        dice.complete(game, player, c)
        for c in offered.values()
        if c.kind not in kinds_at_any_time and not c.danger
    ]
    return [a for a in made if a is not None and game.check(a) is None]


@pytest.mark.parametrize("key", sorted(TITLES))
def test_a_game_in_which_everybody_is_away_goes_on_until_a_person_must_decide(key):
    """Safe defaults alone cost nobody anything but what the rules take by themselves."""
    title = TITLES[key]
    game = new_game(title.key, ["Ann", "Ben", "Cy"], seed=4)
    for _ in range(150):
        player = awaited(game)[0]
        action = safe_action(game, player, 100)
        if action is None or game.state.ended:
            break
        assert action.kind in QUIET or position_cost(game, player, action) == (0, 0, 0)
        game.submit(action)
    assert game.revision > 2


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
    assert position_cost(game, player, taken) == (0, 0, 0)


def test_a_train_that_must_be_bought_is_left_to_a_person():
    """The company of p1 has a permit for local trains alone, and the other company a train for sale."""
    scenario = Mania().phase("B").company("E&H", 62, cash=400, permits=("local",), p1=50)
    scenario.company("ECR", 62, permits=("freight",), p2=50).train("ECR", "A", "freight")
    game = scenario.operating("E&H", "trains").game()
    assert {"buy_train", "offer_train"} <= {c.kind for c in game.choices("p1")}
    assert safe_action(game, "p1") is None

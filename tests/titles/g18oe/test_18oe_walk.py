"""18OE: random play of the first phases breaks no law, and all that they know happens."""

from collections import Counter

import pytest

from engine.checks.random_play import RandomPlayer
from engine.checks.selfcheck import Shadow, check_offers
from engine.core.events import Said
from engine.game import Game, new_game
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.railroads.companies import order_track

TOLD = {
    "item_bought", "item_bid", "minor_treasury", "concession", "regional_floats_in", "regional_removed",
    "minor_floats", "patronage_paid", "share_reserved", "share_bought", "rr_phase",
}  # fmt: skip


def walk(seed: int, players: int, eager: bool = False, full: bool = False, **options: str) -> Game:
    """Play from the set-up to the first operating round.

    ``full``: what is offered is tried where it is of new kinds, and at every fourth move.
    """
    names = [f"P{i}" for i in range(players)]
    game, dice = new_game(TITLE, names, seed=seed, options=options), RandomPlayer(TITLE, seed)
    if eager:
        dice.weights, dice.modest = {**dice.weights, "bid": 2.0, "overbid": 1.0, "pass": 3.0}, []
    shadow, tried = Shadow(game) if full else None, set[tuple[str, ...]]()
    while game.state.cursor.round != "operating":
        offered = tuple(choice.kind for seat in game.state.seats for choice in game.choices(seat))
        if shadow and (offered not in tried or game.revision % 4 == 0):
            tried.add(offered)
            check_offers(game, dice.complete)
        game.submit(dice.action(game))
        if shadow:
            shadow.follow(game)
    return game


def told(game: Game) -> Counter[str]:
    return Counter(e.key for r in game.log for e in r.events if isinstance(e, Said))


def test_all_that_the_first_phases_know_happens():
    seen = Counter[str]()
    for seed in range(1, 9):
        game = walk(seed, 2 + seed % 6, eager=bool(seed % 2))
        seen += told(game)
        assert len(order_track(game.view)) == len(set(order_track(game.view)))
        assert not any(game.view.owner(f"CON{n}") != "out" for n in range(1, 11))
    assert TOLD - set(seen) == set()


@pytest.mark.parametrize(
    "options",
    [{"concessions": "no"}, {"regional_removal": "no"}, {"scenario": "uk_france"}],
    ids="-".join,
)
def test_each_option_is_played_with_offers_that_hold(options):
    game = walk(5, 3, full=True, **options)
    assert game.state.phase == "2"
    assert all(game.view.company(m.id).floated for m in game.view.data.of_kind("minor"))

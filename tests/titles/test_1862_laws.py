"""1862: the laws that are watched after every action, each broken once; mergers at random keep them."""

from random import Random

import pytest

from engine.state import IPO, POOL
from tests.rulemark import rule
from tests.titles.mania import act, actor
from tests.titles.mergers import hold

PAIR = ("N&E", "I&B")
HOLDERS = ("p1", "p2", "p3", POOL, IPO, "charter")


def dealt(rng):
    """A game in which p1 directs N&E and I&B; all other shares lie anywhere, often on the charters."""
    parts = {name: [0, 0] for name in HOLDERS}
    for i in (0, 1):
        parts["p1"][i] = 10 * rng.randint(3, 4)
        for name in rng.choices(HOLDERS, k=10 - parts["p1"][i] // 10):
            parts[name][i] += 10
    a, b = parts.pop("charter")
    del parts[IPO]
    held = {name: (x, y) for name, (x, y) in parts.items()}
    prices = (rng.choice((54, 100, 210)), rng.choice((62, 90, 400)))
    purses = (rng.choice((0, 300)), rng.choice((0, 300)))
    return hold(
        prices=prices, money=rng.choice((0, 500)), treasury=(a, b), treasuries=purses,
        step=rng.choice(("merge", "acquire")), **held,
    )  # fmt: skip


@rule("1862", "5.2.4", "7.5.5", "7.5.6")
@pytest.mark.parametrize("survivor", PAIR)
@pytest.mark.parametrize("seed", range(80))
def test_the_shares_of_both_charters_lie_with_the_survivor_in_the_end(seed, survivor):
    rng = Random(seed)
    game = dealt(rng)
    both = sum(game.view.percent(c, c) for c in PAIR) // 10
    act(game, "p1", game.state.cursor.step, company="I&B", survivor=survivor)
    while game.state.pending:
        act(game, actor(game), "option_share", choice=rng.choice(("redeem", "sell")))
    gone = PAIR[survivor == PAIR[0]]
    assert game.view.holdings(gone) == {IPO: 100}
    assert game.view.holdings(survivor).keys() <= {"p1", "p2", "p3", POOL, survivor}
    assert game.view.percent(survivor, survivor) // 10 <= -(-both // 2)

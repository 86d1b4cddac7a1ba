"""1862: what is told of a merger before it, and what comes of it (5.2.4)."""

from random import Random

import pytest

from engine.core.choices import Range
from engine.core.state import IPO
from engine.steps.offers import offer_note
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor
from tests.titles.g1862.mergers import hold, labels, notes
from tests.titles.g1862.test_1862_laws import PAIR, dealt_to_two


def told(game):
    """What the open offer says of each holder: the shares before, the ways it may end."""
    offer = next(iter(game.state.offers.values()))
    lines = offer_note(game.view, offer).removeprefix("Shares: ").removesuffix(".").split(", ")
    return {name: line for name, _, line in (line.partition(" ") for line in lines)}


def way(kept, paid):
    """A result as it is told."""
    return f"{kept} (pay £{paid})" if paid > 0 else f"{kept} (get £{-paid})" if paid else str(kept)


@rule("1862", "5.2.4", "7.5.1")
@pytest.mark.parametrize("survivor", PAIR)
def test_what_an_offer_says_of_each_holder_is_what_can_come_of_it(survivor):
    for seed in range(60):
        follow_an_offer(Random(seed), survivor)


def follow_an_offer(rng, survivor):
    """What the offer of a merger says, and what comes of it by chance."""
    game = dealt_to_two(rng)
    act(game, "p1", "offer_merger", company="I&B", survivor=survivor)
    said, start = told(game), {p: game.view.cash(p) for p in game.view.seats}
    act(game, "p2", "accept_offer", offer="o1")
    while game.state.pending:
        act(game, actor(game), "option_share", choice=rng.choice(("redeem", "sell")))
    for player in game.view.seats:
        kept = game.view.percent(player, survivor) // 10
        line = said.get(game.view.name(player), "0 → 0")
        ways = line.partition(" → ")[2].split(" or ")
        if " to " in line:
            most, least = (int(end) for end in reversed(ways[0].split(" to ")))
            assert least <= kept <= most
        else:
            assert way(kept, start[player] - game.view.cash(player)) in ways


@rule("1862", "5.2.4")
def test_a_directors_certificate_that_is_the_option_is_three_shares_or_none():
    """p1 has the certificate of N&E and two more shares of it, and the pool is empty."""
    game = hold(p1=(50, 0), p2=(50, 60), p3=(0, 40), prices=(90, 52))
    act(game, "p1", "offer_merger", company="I&B", survivor="N&E")
    assert told(game)["Tom"] == "5 → 3 (pay £47) or 0 (get £237)"


@rule("1862", "5.2.4")
def test_the_choice_of_the_survivor_tells_what_becomes_of_the_holdings():
    """p2's certificate of I&B is the option if N&E survives, for which three shares of the pool are found."""
    game = hold(p1=(60, 30), p2=(10, 0), p3=(0, 10), money=44)
    found = notes(game.options("p1", "merge", "survivor", {"company": "I&B"}))
    assert found[0] == "Shares: Tom 9 → 4 (get £45), Dick 1 → 0 (get £45), Harry 1 → 0 (get £45)."


@rule("1862", "6.5.3")
def test_a_start_without_a_charter_says_the_par_that_it_gives():
    game = Mania().cash(p1=1000).dealing().game()
    found = labels(game.options("p1", "par", "price", {"company": "E&H"}))
    assert "Start E&H at £166, par £100 · pay £498" in found
    assert "Start E&H at par £54 · pay £162" in found


@rule("1862", "5.2.4", "7.5.3", "7.12")
@pytest.mark.parametrize("survivor", PAIR)
def test_of_a_merger_at_the_bottom_the_bankruptcy_is_told_and_no_holding(survivor):
    """Half of 7, and half of half of 7, are less than the first price: the bottom."""
    game = hold(p1=(60, 30), p2=(10, 0), p3=(0, 10), prices=(7, 7), trains=False)
    options = game.options("p1", "merge", "survivor", {"company": "I&B"})
    assert not isinstance(options, Range)
    said = {o.value: o.note for o in options}[survivor]
    assert said == f"{survivor} is bankrupt at once, as its share price is £0: no share is kept."
    act(game, "p1", "merge", company="I&B", survivor=survivor)
    while game.state.pending:
        act(game, actor(game), "option_share", choice="redeem")
    assert [game.view.holdings(company) for company in PAIR] == [{IPO: 100}, {IPO: 100}]
    assert [game.view.cash(p) for p in game.view.seats] == [500, 500, 500]


@rule("1862", "5.2.4", "7.5.3", "10.1")
def test_of_a_merger_at_the_top_the_end_of_the_game_is_told():
    game = hold(p1=(60, 30), p2=(10, 0), p3=(0, 10), prices=(850, 610))
    found = notes(game.options("p1", "merge", "survivor", {"company": "I&B"}))
    assert all(note.endswith("At £1,000 the game ends after this operating round.") for note in found)
    assert all(note.startswith("Shares: Tom 9 → ") for note in found)
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.state.notes["market_top"] == "N&E"


@rule("1862", "5.2.4", "7.11.2")
@pytest.mark.parametrize("choice", ["redeem", "sell"])
def test_refinancing_tells_what_becomes_of_the_holdings(choice):
    """p1 has the certificate and two more shares of the N&E, and the pool is empty."""
    scenario = Mania().cash(p1=500, p2=500, p3=33).company("N&E", 68, cash=100, p1=50, p2=40, p3=10)
    game = scenario.no_trains_left("A").phase("B").operating("N&E", "trains").game()
    options = game.options("p1", "emergency", "method")
    assert not isinstance(options, Range)
    found = {o.value: o.note for o in options}
    held = "Tom 5 → 3 (pay £34) or 0 (get £170), Dick 4 → 2, Harry 1 → 0 (get £34)"
    assert found["refinance"] == f"Shares two for one; the money goes to the treasury. Shares: {held}."
    act(game, "p1", "emergency", method="refinance")
    act(game, "p1", "option_share", choice=choice)
    kept = {"redeem": (30, 466), "sell": (0, 670)}[choice]
    assert (game.view.percent("p1", "N&E"), game.view.cash("p1")) == kept

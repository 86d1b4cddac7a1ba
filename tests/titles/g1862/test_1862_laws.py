"""1862: the laws that are watched after every action, each broken once; mergers at random keep them."""

from random import Random
from typing import Any

import pytest

from engine.core.errors import BrokenInvariant
from engine.core.flow import settle
from engine.core.laws import Deeds
from engine.core.state import IPO, POOL
from engine.core.view import View
from engine.titles.g1862.laws.laws import LAWS, POSITION_LAWS
from engine.titles.g1862.mergers import share_merge
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor
from tests.titles.g1862.mergers import hold, propose

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
    held: dict[str, Any] = {name: (x, y) for name, (x, y) in parts.items()}
    prices = (rng.choice((54, 100, 210)), rng.choice((62, 90, 400)))
    purses = (rng.choice((0, 300)), rng.choice((0, 300)))
    return hold(
        prices=prices, money=rng.choice((0, 500)), treasury=(a, b), treasuries=purses,
        step=rng.choice(("merge", "acquire")), **held,
    )  # fmt: skip


@rule("1862", "5.2.4", "7.5.5", "7.5.6")
@pytest.mark.parametrize("survivor", PAIR)
def test_the_shares_of_both_charters_lie_with_the_survivor_in_the_end(survivor):
    gone = PAIR[survivor == PAIR[0]]
    for seed in range(80):
        rng = Random(seed)
        game = dealt(rng)
        both = sum(game.view.percent(c, c) for c in PAIR) // 10
        act(game, "p1", game.state.cursor.step, company="I&B", survivor=survivor)
        while game.state.pending:
            act(game, actor(game), "option_share", choice=rng.choice(("redeem", "sell")))
        assert game.view.holdings(gone) == {IPO: 100}, seed
        assert game.view.holdings(survivor).keys() <= {"p1", "p2", "p3", POOL, survivor}, seed
        assert game.view.percent(survivor, survivor) // 10 <= -(-both // 2), seed


def dealt_to_two(rng):
    """A game in which p1 directs N&E and p2 I&B, most often with less than 60 % of both."""
    parts = {name: [0, 0] for name in HOLDERS}
    for i, director in ((0, "p1"), (1, "p2")):
        parts[director][i] = 10 * rng.randint(3, 4)
        others = HOLDERS[i:]  # who is named first directs: p1 has none of the I&B
        for name in rng.choices(others, weights=(8, 8, 8, 1, 1, 3)[i:], k=10 - parts[director][i] // 10):
            parts[name][i] += 10 if parts[name][i] < parts[director][i] else 0
    a, b = parts.pop("charter")
    del parts[IPO]
    held: dict[str, Any] = {name: (x, y) for name, (x, y) in parts.items()}
    return hold(prices=(90, 100), money=rng.choice((0, 500)), treasury=(a, b), **held)


@rule("1862", "5.2.4")
@pytest.mark.parametrize("survivor", PAIR)
def test_nobody_is_sold_out_while_a_holder_to_come_can_exchange(survivor):
    for seed in range(150):
        rng = Random(seed)
        game = dealt_to_two(rng)
        propose(game, "p1", "p2", survivor)
        while game.state.pending:
            act(game, actor(game), "option_share", choice=rng.choice(("redeem", "sell")))
        assert game.view.holdings(PAIR[survivor == PAIR[0]]) == {IPO: 100}, seed


@rule("1862", "5.2.4")
@pytest.mark.parametrize("lenient", [False, True])
def test_who_returns_no_half_breaks_a_law(monkeypatch, lenient):
    """A game that is to go on goes on, with the breach told."""
    monkeypatch.setattr(share_merge, "_return_half", lambda *_: None)
    game = hold(p1=(60, 0), p2=(20, 60), p3=(10, 10))
    game.lenient = lenient
    act(game, "p1", "offer_merger", company="I&B", survivor="N&E")
    if not lenient:
        with pytest.raises(BrokenInvariant, match="p2 keeps 70 % of 80 % that are merged"):
            act(game, "p2", "accept_offer", offer="o1")
        return
    act(game, "p2", "accept_offer", offer="o1")
    assert [breach.law for _, breach in game.breaches] == ["halves"]
    assert game.view.percent("p1", "N&E") == 60


# --- each law broken ---------------------------------------------------------------------------------------


def running(**options):
    """The ENR of p1 has a train, a marker and a share on its charter; the EUR is in receivership."""
    scenario = Mania(**options).phase("B").company("ENR", 100, p1=30, p2=20, pool=40, ENR=10)
    scenario.company("EUR", 90, pool=80, p2=20).train("ENR", "B", "freight").tile("D11", "57")
    return scenario.token("ENR", "D11").dealing()


def fault(scenario):
    """What the laws say to a position."""
    view = View(scenario.title, scenario.state)
    said = (*(law(view) for law in POSITION_LAWS), *(law.broken(view, Deeds(())) for law in LAWS))
    return next(filter(None, said), None)


def certificate(scenario, company, n):
    return scenario.state.certs[f"{company}:{n}"]


def train(scenario):
    return next(t for t in scenario.state.trains.values() if t.owner == "ENR")


def give(company, n, owner):
    return lambda s: setattr(certificate(s, company, n), "owner", owner)


def set_data(company, **data):
    return lambda s: s.state.companies[company].data.update(data)


def set_record(company, **values):
    def change(s):
        for key, value in values.items():
            setattr(s.state.companies[company], key, value)

    return change


def on_train(**data):
    return lambda s: train(s).data.update(data)


def markers_on(company, *places):
    def do(scenario):
        tokens = [t for t in scenario.state.tokens.values() if t.company == company]
        for token, place in zip(tokens, places, strict=False):
            token.place = place

    return do


def round_of(kind, **more):
    return lambda s: s.at(kind, **more)


def both(*changes):
    return lambda s: [change(s) for change in changes]


BREACHES = {
    "2.4.1 a company out of play": (give("WVR", 1, "p1"), "certificate of WVR lies with p1"),
    "2.4.1 in the IPO": (give("ESR", 1, "p1"), "certificate of ESR lies with p1"),
    "6.5 with another company": (give("ENR", 5, "EUR"), "certificate of ENR lies with EUR"),
    "6.5 a director on a charter": (give("EUR", 0, "EUR"), "certificate of EUR lies with EUR"),
    "3.1 without a charter": (both(give("ENR", 5, IPO), set_data("ENR", chartered=False)), "lies with ipo"),
    "10.3 after the LNER": (both(give("ENR", 5, IPO), lambda s: s.note("lner", 9)), "lies with ipo"),
    "6.3 more than the director": (both(give("ENR", 3, "p2"), give("ENR", 4, "p2")), "p2 holds 40 % of ENR"),
    "8 three shares": (give("EUR", 3, "p2"), "p2 holds 30 % of EUR"),
    "7.12 money": (lambda s: s.money({"ESR": 10}), "ESR has not started"),
    "7.12 a train": (lambda s: setattr(train(s), "owner", "ESR"), "ESR has not started"),
    "7.12 floated": (set_record("ESR", floated=True), "ESR has not started"),
    "7.5.7 markers bought": (set_data("ESR", tokens_bought=2), "ESR has not started"),
    "4.3 an obligation": (set_data("ESR", obligation="p1"), "ESR has not started"),
    "7.5.4 a par off the chart": (set_record("ENR", par=60), "par of 60"),
    "6.4.2 no price": (set_record("ENR", cell=None), "price token"),
    "6.5.4.3 no permit": (set_data("ENR", permits=[]), "permits"),
    "7.5.6 a permit twice": (set_data("ENR", permits=["local", "local"]), "permits"),
    "4.3 not floated": (
        both(set_record("ENR", floated=False, cell=None), markers_on("ENR", None), give("ENR", 7, "p1"),
             round_of("operating")), "has not floated",
    ),
    "6.5.4 a marker before it floats": (
        both(set_record("ENR", floated=False, cell=None), give("ENR", 7, "p1")), "has a station marker",
    ),
    "7.7 more than bought": (set_data("ENR", tokens_bought=0), "more station markers"),
    "11.4 more than seven": (set_data("ENR", tokens_bought=8), "more station markers"),
    "7.7 two on a hex": (markers_on("ENR", ("C6", 0), ("C6", 0)), "two station markers on a hex"),
    "7.6.5 two in London": (markers_on("ENR", ("B15", 1), ("D15", 1)), "two station markers in London"),
    "2.2 a train without a type": (lambda s: train(s).data.clear(), "of no type"),
    "11.1 a type out of play": (on_train(type="steam"), "type that is not in play"),
    "7.10 four warranties": (on_train(warranties=4), "4 warranties"),
    "9 a train that rusted": (lambda s: s.phase("E"), "should have rusted"),
    "7.10 a train kept without a warranty": (both(on_train(expiring=True), lambda s: s.phase("E")), "rusted"),
    "7.1 twice in a round": (round_of("operating", actor="ENR", done=("ENR",)), "more often"),
    "10.3 a Parliament Round": (both(round_of("parliament"), lambda s: s.lner(9)), "Parliament"),
    "9 green in phase A": (both(lambda s: s.phase("A"), lambda s: s.tile("C6", "14")), "tile on C6"),
    "7.6.1 a small station on a town": (lambda s: s.tile("C6", "8850"), "tile on C6"),
    "7.6.1 a letter on none": (lambda s: s.tile("C6", "201"), "tile on C6"),
    "4.1 a bid without three shares": (
        lambda s: s.note("auction", {"company": "ESR", "bid": 640, "by": "p1", "in": []}), "bid of 640",
    ),
    "10.2 broken and formed": (lambda s: s.lner(9).note("bank_broken", True), "the bank is broken"),
}  # fmt: skip


@rule(
    "1862", "2.4.1", "3.1", "4.1", "4.3", "6.3", "6.5.4", "7.1", "7.6.1", "7.6.5", "7.7", "7.10", "7.12", "8",
    "9", "10.2", "10.3", "11.1", "11.4",
)  # fmt: skip
@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_of_a_law_is_named(name):
    scenario = running()
    assert fault(scenario) is None
    change, words = BREACHES[name]
    change(scenario)
    found = fault(scenario)
    assert found is not None
    assert words in found


@rule("1862", "5.2.4", "6.3")
def test_while_shares_are_merged_the_laws_about_shares_rest():
    scenario = running()
    certificate(scenario, "ENR", 5).owner = "EUR"
    assert fault(scenario) is not None
    scenario.note("merging", {"queue": []})
    assert fault(scenario) is None


@rule("1862", "11.3")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (give("ENR", 7, "ENR"), "certificate of ENR lies with ENR"),
        (on_train(warranties=2), "2 warranties"),
    ],
)
def test_new_players_have_no_shares_on_charters_and_no_bought_warranties(change, words):
    scenario = running(novice="yes", trains="simple_freight")
    give("ENR", 7, POOL)(scenario)
    for company in ("ENR", "EUR"):
        set_data(company, permits=["freight"])(scenario)
    assert fault(scenario) is None
    change(scenario)
    found = fault(scenario)
    assert found is not None
    assert words in found


@rule("1862", "10.3")
@pytest.mark.parametrize(("turns", "broken"), [(3, False), (4, True)])
def test_in_the_last_round_a_company_operates_three_times(turns, broken):
    scenario = running().lner(9).at("operating", "ENR", done=("ENR",) * (turns - 1))
    assert (fault(scenario) is not None) == broken


@rule("1862", "7.5.6")
def test_an_action_that_breaks_a_law_is_taken_back(monkeypatch):
    game = running().game()

    def spoil(play):
        settle(play)
        play.note_company("ENR", "permits", [])

    monkeypatch.setattr("engine.game.settle", spoil)
    before = game.digest()
    with pytest.raises(BrokenInvariant, match="ENR has the permits"):
        act(game, "p1", "pass")
    assert game.digest() == before

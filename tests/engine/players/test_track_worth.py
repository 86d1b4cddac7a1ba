"""Track weighed by what it adds to the runs of its company."""

import pytest

from engine.players.building import is_lay
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.track import LATE, track_worth
from tests.engine.players.test_fleets import KNOWN, expanding, eye, running
from tests.titles.g18oe.oe_majors import cell_of, expanded, late, tidy


def worth(scenario, known=KNOWN):
    return track_worth(eye(scenario, known).foresight, "IR")


@pytest.mark.parametrize("earned", [40, 70])
def test_track_is_worth_its_run_while_the_trains_live_and_a_later_one_after_that(earned):
    scenario = running("2", earned=earned)
    sight = eye(scenario).foresight
    rounds, lives = sight.rounds_of("IR"), sight.outlook.life("2")
    assert 0 < lives < rounds
    late = max(sight.income("IR"), sight.later("IR"))
    assert late > 0
    assert worth(scenario) == pytest.approx(sight.income("IR") * lives + LATE * late * (rounds - lives))


def test_track_without_a_train_is_worth_the_run_of_the_next_one():
    scenario = running()
    sight = eye(scenario).foresight
    assert not scenario.game().view.trains("IR")
    assert worth(scenario) == pytest.approx(
        LATE * sight.rounds_of("IR") * max(sight.fresh("IR"), sight.later("IR"))
    )


def test_a_better_run_never_makes_track_worth_less():
    worths = [worth(running("2", cash=60, earned=earned)) for earned in range(0, 200, 10)]
    assert worths == sorted(worths)


def lays_by_runs():
    """A company of 18OE of which p1 owns 60 % weighs its lays: the thought, and each lay with its price."""
    scenario = expanded(late(), "SFAI", cell_of(90), p1=60).money({"SFAI": 500})
    scenario.tile("V41", "57", 0).tile("W40", "57", 0)
    tidy(scenario)
    scenario.at("operating", "SFAI", "track", number=5, part=1)
    thought = Thought(Fork(scenario.game()), "p1", Budget(400), lays=12)
    thought.paid_hope, thought.by_runs = 0.0, True
    choice = next(c for c in thought.fork.choices("p1") if is_lay(c))
    found = []
    for each in thought._lays(choice):
        room = thought._room()
        with thought.fork.after(each.action):
            found.append((each.worth, 500 - thought.fork.view.cash("SFAI"), thought._room() - room))
    return thought, found


def test_a_lay_costs_the_part_of_its_price_and_brings_the_part_of_what_runs_gain(monkeypatch):
    monkeypatch.setattr("engine.players.steady.track_worth", lambda sight, company: 100.0)
    plain = lays_by_runs()[1]
    paid = [(worth, price, room) for worth, price, room in plain if price]
    assert paid
    assert all(worth == pytest.approx(room - 0.6 * price) for worth, price, room in paid)
    fees = iter(range(100, 10_000, 10))
    monkeypatch.setattr("engine.players.steady.track_worth", lambda sight, company: float(next(fees)))
    grown = lays_by_runs()[1]
    assert [round(more[0] - less[0]) for more, less in zip(grown, plain, strict=True)] == [
        6 * (place + 1) for place in range(len(plain))
    ]


def test_strong_weighs_track_by_runs_where_the_title_says_so_and_steady_does_not(monkeypatch):
    thoughts = []

    def weighed(self, thought, budget):
        thoughts.append(thought)
        return []

    monkeypatch.setattr(Strong, "_weighed", weighed)
    game = expanding()[1].game()
    Strong().choose(game, "p1", Budget(400))
    assert thoughts[0].by_runs is knowledge_of(game.title).by_runs is True
    assert Thought(Fork(game), "p1", Budget(400)).by_runs is False


def searched_exactly(thought, monkeypatch):
    """The companies whose runs a thought searches from now on, each time that it says so."""
    found, usual = [], thought.eye.exactly

    def exactly(companies):
        found.append(set(companies))
        usual(companies)

    monkeypatch.setattr(thought.eye, "exactly", exactly)
    return found


def test_who_takes_a_train_weighs_what_its_last_owner_then_earns(monkeypatch):
    """GWR is a national with a rusted 2+2, and KBS a major of the same president with two 3+3."""
    scenario = expanded(late(phase="4"), "GWR", cell_of(90), kind="national", p1=60)
    scenario = expanded(scenario, "KBS", cell_of(100), p1=60).trains("KBS", "3+3", "3+3")
    scenario.trains("GWR", "2+2").no_trains_left("2+2", "3+3")
    tidy(scenario.at("operating", "GWR", "trains", number=5, part=1))
    thought = Thought(Fork(scenario.game()), "p1", Budget(400))
    exact = searched_exactly(thought, monkeypatch)
    (choice,) = [c for c in thought.fork.choices("p1") if c.kind == "upgrade_train"]
    assert thought._plainly(choice)
    assert exact == [{"GWR", "KBS"}, {"GWR"}]

"""What every title's position before the first decision has in common."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from engine import TITLES, new_game
from engine.core.events import PriorityMoved, Said, SeatsDrawn
from engine.core.state import OUT
from engine.core.story import lines
from engine.rules.setup import OPTIONS, SetupRules
from engine.titles.g18ez import TITLE as EZ

NAMES = ("Ann", "Ben", "Cy")


@pytest.mark.parametrize("key", list(TITLES))
def test_all_money_is_the_banks_or_the_players(key):
    title = TITLES[key]
    state = title.first_position(NAMES, {o.key: o.default for o in title.options})
    assert state.bank + sum(p.cash for p in state.players.values()) == title.data.bank
    assert {c.cash for c in state.companies.values()} == {0}
    assert state.notes == ({OPTIONS: {o.key: o.default for o in title.options}} if title.options else {})


def test_what_is_printed_lies_where_it_belongs():
    state = SetupRules("packet").position(EZ.data, NAMES, {})
    assert Counter(c.owner for c in state.certs.values()) == {"bank": 8, "ipo": 63}
    assert [t.price for t in state.tokens.values() if t.company == "M&R"] == [0, 40, 100]
    assert Counter(t.kind for t in state.trains.values())["2"] == EZ.data.trains["2"].count
    assert state.supply == EZ.data.tiles
    assert (state.cursor.round, state.phase, state.seats) == ("packet", "2", ("p1", "p2", "p3"))


@dataclass(frozen=True)
class Smaller(SetupRules):
    """With fewer than four players two privates stay in the box."""

    def left_out(self, data, players, options):
        return ("SLR", "OBS") if players < 4 else ()


@pytest.mark.parametrize(("names", "out"), [(NAMES, {"SLR", "OBS"}), ((*NAMES, "Di"), set())])
def test_companies_may_be_left_out_by_the_number_of_players(names, out):
    state = Smaller("packet").position(EZ.data, names, {})
    assert {c.id for c in state.companies.values() if c.closed} == out
    assert {c.company for c in state.certs.values() if c.owner == OUT} == out


@pytest.mark.parametrize("key", list(TITLES))
def test_the_seats_are_drawn_and_told_and_the_first_has_priority(key):
    game = new_game(key, NAMES, seed=5)
    events = game.log[0].events
    drawn = next(e for e in events if isinstance(e, SeatsDrawn))
    said = next(e for e in events if isinstance(e, Said))
    first = next(e for e in events if isinstance(e, PriorityMoved))
    order = ["p1", "p2", "p3"]
    Random(5).shuffle(order)
    assert drawn.after == tuple(order) == game.state.seats
    assert first.after == said.params["player"] == order[0]
    told = ", ".join(game.view.name(p) for p in order)
    assert lines(game.view, game.log[0])[0].startswith(f"The seats are drawn, clockwise: {told}.")

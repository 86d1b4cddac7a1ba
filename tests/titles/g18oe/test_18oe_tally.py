"""The counter of what random games have played."""

from engine.titles.g18oe import TITLE
from tests.scenario import act
from tests.titles.g18oe.building import minor, turn
from tests.titles.g18oe.tally import ALL, Tally, lines


def test_a_power_that_is_used_is_counted_and_what_never_was_is_told():
    game = turn(minor("D"), "D")
    seen = Tally(turn(minor("D"), "D"))
    seen.take(act(game, "p1", "place_mercantile", hex="W6"))
    assert seen.found == {"15.4 minor D's token placed to phase 4": 1}
    told = lines([seen.found])
    assert told[0] == "     1 in   1 of 1 games  15.4 minor D's token placed to phase 4"
    assert len(told) == len(ALL)
    assert all(line.startswith(" never in 1 games") for line in told[1:])


def test_every_minor_and_every_private_with_a_power_is_looked_for():
    counted = {name.split()[0] for name in ALL}
    sections = {f"14.{n}" for n in range(3, 11)} | {f"15.{n}" for n in range(1, 13)}
    assert sections <= counted
    assert len(sections) == sum(c.kind in ("private", "minor") for c in TITLE.data.companies.values()) - 2

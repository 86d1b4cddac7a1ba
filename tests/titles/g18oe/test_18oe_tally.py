"""The counter of what random games have played."""

from engine.routes.paths import Route
from engine.titles.g18oe import TITLE
from tests.scenario import act
from tests.titles.g18oe.building import minor, turn
from tests.titles.g18oe.lines import ANDALUSIA
from tests.titles.g18oe.tally import ALL, Tally, lines
from tests.titles.g18oe.test_18oe_running import andalusia as turn_to_run
from tests.titles.g18oe.test_18oe_running import on


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


def test_routes_count_when_they_are_run_not_when_they_are_pointed_out():
    """What ran in the turn before may go over track that has changed since."""
    before = [Route("4-1", ((ANDALUSIA[0], 9, 6),)).to_json()]
    game = turn_to_run("4", last_routes=before)
    seen = Tally(turn_to_run("4", last_routes=before))
    seen.take(act(game, "p2", "point_out", routes=on(game, *ANDALUSIA)))
    seen.take(act(game, "p1", "run", routes=on(game, *ANDALUSIA)))
    assert seen.found == {"11.3.9 a better route pointed out": 1}

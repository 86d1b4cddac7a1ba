"""What the map of 18OE shows beside its hexes."""

import pytest

from engine.core.display import GATE, PRIZE, Display
from engine.game import new_game
from engine.message import Message
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.europe import ZONE_NAMES, europe
from engine.titles.g18oe.track.patronage import TILES, tiles
from render.cards.charter import company_doc
from render.cards.doc import as_text
from tests.rulemark import rule
from tests.scenario import Scenario
from tests.titles.g18oe.building import major, national, turn


def view(players=3, **options):
    return new_game(TITLE, ["Ada", "Bo", "Cy"][:players], seed=1, options=options).view


def marks(of, kind):
    return [mark for mark in of.policy(Display).marks(of) if mark.kind == kind]


@rule("18OE", "2.1")
def test_the_chart_has_all_zones_of_sea_and_land():
    chart = TITLE.display.chart(view())
    assert set(chart.seas.values()) == set(europe().sea_zones)
    assert set(chart.names) == set(europe().zones)
    for key, zone in europe().zones.items():
        assert all(key in chart.lands[coord] for coord in zone.hexes), key
    assert chart is TITLE.display.chart(view(2))


@rule("18OE", "2.1")
def test_the_names_of_the_zones_are_words_that_catalogues_translate():
    assert {zone.name for zone in europe().zones.values()} == set(ZONE_NAMES)
    assert all(isinstance(zone.name, Message) for zone in europe().zones.values())


@rule("18OE", "2.1")
def test_the_borders_that_are_printed_are_borders_of_the_chart():
    found, hexmap = TITLE.display.chart(view()), view().board().hexmap
    for coord, edges in europe().borders.items():
        for edge in edges:
            other = hexmap[coord].neighbours[edge]
            assert found.lands[coord][edge] != found.lands[other][(edge + 3) % 6], (coord, edge)


@rule("18OE", "2.1")
def test_the_waters_of_the_south_have_their_colour():
    southern = {z for z, zone in europe().sea_zones.items() if zone.authority == "mediterranean"}
    assert TITLE.display.chart(view()).southern == southern
    assert len(southern) == 9


@rule("18OE", "2.1")
@pytest.mark.parametrize("stop", ["T37", "S46", "O52", "X25", "Y64"])
def test_a_stop_on_a_border_has_its_zone(stop):
    assert TITLE.display.chart(view()).zone_of(stop) == europe().splits[stop].stop


@rule("18OE", "2.1")
def test_the_chart_of_the_scenario_is_that_of_its_map():
    found = view(2, scenario="uk_france")
    chart = found.policy(Display).chart(found)
    assert set(chart.seas) <= set(found.board().hexmap.hexes)
    assert "Celtic Sea" in chart.seas.values()


@rule("18OE", "2.9")
def test_patronage_tiles_lie_on_the_map_until_they_are_fulfilled():
    scene = Scenario(TITLE).phase("5")
    start = new_game(TITLE, ["Ada", "Bo", "Cy"], seed=1)
    scene.state.notes[TILES] = dict(tiles(start.view))
    now = scene.game().view
    assert {mark.hex for mark in marks(now, PRIZE)} == set(tiles(now))
    for mark in marks(now, PRIZE):
        tile = tiles(now)[mark.hex]
        assert (mark.tint, mark.shape) == (tile["group"], europe().patronage.shapes[tile["group"]])
        assert mark.text == str(tile["payout"]["brown"])
        assert mark.words == f"patronage tile of {europe().zones[tile['zone']].name}, now £{mark.text}"
    gone = next(iter(tiles(now)))
    scene.state.notes[TILES] = {c: t for c, t in tiles(now).items() if c != gone}
    assert gone not in {mark.hex for mark in marks(scene.game().view, PRIZE)}


@pytest.mark.parametrize(("phase", "shut"), [("1", True), ("4", True), ("5", False), ("8", False)])
def test_the_circle_beside_the_ferry_is_barred_until_phase_five(phase, shut):
    found = marks(Scenario(TITLE).phase(phase).game().view, GATE)
    assert [(mark.hex, mark.edge, mark.text) for mark in found] == ([("N31", 1, "5")] if shut else [])


def test_markers_stand_on_the_card_of_a_major():
    scene = Scenario(TITLE)
    record = scene.state.companies["GWR"]
    assert "Port authority" not in as_text(company_doc(scene.game().view, company="GWR"))
    record.kind = "major"
    record.data |= {"port_authorities": ["north_sea"], "orient_express": True}
    card = as_text(company_doc(scene.game().view, company="GWR"))
    assert "major" in card.splitlines()[1]
    assert "- Port authority: North Sea" in card
    assert "- Orient Express: marker held" in card
    assert card.count("Home: ") == 1


def told_points(scenario, step="track"):
    game = turn(scenario, step=step)
    return dict(game.title.display.facts(game.view, "GWR")).get("Tile points")


@rule("18OE", "11.1")
def test_the_charter_tells_the_tile_points_that_are_left_while_track_is_laid():
    assert told_points(major()) == "6 of 6 left"
    assert told_points(major().note("turn:points_used", 2)) == "4 of 6 left"
    assert told_points(national()) == "9 of 9 left"
    assert told_points(major(), step="token") is None


@rule("18OE", "15.5", "15.6", "15.7")
def test_the_points_of_minors_stand_beside_those_of_the_turn():
    assert told_points(major(powers=["E", "F"])) == "6 of 6 left, 2 more for terrain"
    assert told_points(major(powers=["G"])) == "8 of 8 left"

"""Zones and water on the map: what the chart says is drawn on its hexes and told in words."""

from dataclasses import replace

import pytest
from PIL import Image

from engine.board.chart import NO_CHART
from engine.board.coords import edge_midpoint, opposite
from engine.board.faces import CITY
from engine.core.display import GATE, PRIZE
from render.map.mosaic import paste_hex
from render.map.scene import Sign, Slot, scene_of
from render.map.seachart import _cut, ground_of
from render.map.seas import NO_SETTING, Anchor, settings, written
from render.map.stops import slot_points
from render.map.tiles import paint, patch_size
from render.pen import theme
from render.pen.geometry import Frame, scaled, stop_points
from render.pen.theme import STANDARD, THEMES
from render.twins.boards import hex_words
from tests.render.europe import art, chart, europe, scene
from tests.render.samples import KEY, bare_scene, count, middle, near, view_of

SIZE = 100.0


def painted(shown):
    return paint(shown, SIZE, STANDARD)


def beside(coord, edge):
    """The hex beyond a side that has one."""
    other = scene().board.hexmap[coord].neighbours[edge]
    assert other is not None
    return other


def letters(badge):
    assert badge is not None
    return badge.letters


def at(image, point):
    return image.getpixel(
        (round(image.width / 2 + point[0] * SIZE), round(image.height / 2 + point[1] * SIZE))
    )


# --- sea zones -------------------------------------------------------------------------------------


def test_each_sea_zone_has_one_steamship_on_open_water_of_its_own():
    ships, names = written(chart(), scene().board.hexmap)
    assert set(ships) == set(chart().seas.values())
    assert len(ships) == 19
    for zone, coord in ships.items():
        assert chart().seas[coord] == zone
        assert coord in names
        assert not art(coord).face.track
        assert art(coord).setting.name == zone


def test_names_of_a_zone_stand_apart_and_none_is_far():
    hexmap = scene().board.hexmap
    _, names = written(chart(), hexmap)
    for coord in names:
        near_ones = [other for other in hexmap[coord].neighbours if other in names]
        assert chart().seas[coord] not in {chart().seas[other] for other in near_ones}
    assert len(names) < len(chart().seas) / 6


def test_a_border_between_sea_zones_is_dashed_white_on_both_sides_and_nowhere_else():
    hexmap = scene().board.hexmap
    for coord, zone in chart().seas.items():
        for edge, other in enumerate(hexmap[coord].neighbours):
            apart = other is not None and chart().seas.get(other, zone) != zone
            assert (edge in art(coord).setting.dashes) == apart
            if other is not None and apart:
                assert opposite(edge) in art(other).setting.dashes
    coord = next(c for c in sorted(chart().seas) if art(c).setting.dashes)
    edge = art(coord).setting.dashes[0]
    with_border, without = (painted(a) for a in (art(coord), replace(art(coord), setting=NO_SETTING)))
    assert near(at(with_border, scaled(edge_midpoint(scene().layout, edge), 0.96)), theme.WHITE)
    assert not near(at(without, scaled(edge_midpoint(scene().layout, edge), 0.96)), theme.WHITE, 40)


@pytest.mark.parametrize("name", list(THEMES))
def test_the_two_waters_have_two_colours(name):
    grounds = {ground_of(art(coord), THEMES[name]) for coord in chart().seas}
    assert grounds == {THEMES[name].hexes["blue"], THEMES[name].hexes["teal"]}
    assert art("AE46").setting.southern
    assert not art("N27").setting.southern


def test_the_steamship_is_drawn_once_in_its_zone():
    ships, _ = written(chart(), scene().board.hexmap)
    there = art(ships["Tyrrhenian Sea"])
    ship = painted(there)
    bare = painted(replace(there, setting=replace(there.setting, ship=False)))
    assert count(ship, theme.DEEP) > count(bare, theme.DEEP) + 600


def test_green_arrows_lead_from_zone_to_zone_where_a_city_lies_between():
    passing = {c for c in scene().board.hexmap.hexes if art(c).setting.passages}
    assert passing == {"I50", "AA82"}
    for coord in passing:
        zones = {chart().seas[beside(coord, edge)] for edge in art(coord).setting.passages}
        assert len(zones) == 2
    assert count(painted(art("I50")), theme.PASSAGE) > 100
    assert count(painted(art("H51")), theme.PASSAGE) == 0


# --- borders on land -------------------------------------------------------------------------------


def test_zones_on_land_meet_at_dashed_sides_unless_the_side_is_blocked():
    hexmap = scene().board.hexmap
    for coord, sides in chart().lands.items():
        for edge, other in enumerate(hexmap[coord].neighbours):
            beyond = chart().lands.get(other or "")
            apart = beyond is not None and sides[edge] != beyond[opposite(edge)]
            shown = edge in art(coord).setting.limits
            assert shown == (apart and edge not in hexmap[coord].impassable), (coord, edge)
    assert count(painted(art("N35")), theme.LIMIT, within=4) > 300
    assert count(painted(art("O34")), theme.LIMIT, within=4) < 100


def _inside(points, around):
    """Whether (0, 0) lies in a ring of points, by crossings of the ray to the right."""
    x, y = around
    turns = 0
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            turns += 1
    return turns % 2 == 1


def test_a_border_across_a_hex_leaves_each_stop_on_its_side():
    checked = 0
    for coord, zone in chart().at_stop.items():
        shown = art(coord)
        [cut] = shown.setting.cuts
        sides = [edge for edge in range(6) if chart().lands[coord][edge] == zone]
        line = _cut(shown, cut)
        first = cut.start if chart().lands[coord][cut.start] == zone else cut.end
        assert first is not None
        rim = [scaled(edge_midpoint(shown.layout, (first + i) % 6), 3.0) for i in range(len(sides))]
        ring = [*(line if cut.end == first else line[::-1]), *rim]
        for stop in stop_points(shown.layout, shown.face):
            assert _inside(ring, stop), (coord, stop)
            checked += 1
    assert checked > 8


def test_where_three_zones_meet_three_borders_come_to_the_middle():
    assert [cut.end for cut in art("U38").setting.cuts] == [None, None, None]


# --- ports and ferries -----------------------------------------------------------------------------


def test_ports_open_where_the_chart_says_and_two_shapes_tell_them_apart():
    assert art("J51").setting.anchors == (Anchor(2, False), Anchor(3, True))
    image = painted(art("J51"))
    public, private = (scaled(edge_midpoint(scene().layout, edge), 0.6) for edge in (2, 3))
    corner = 0.147
    assert near(at(image, (public[0] - 0.14, public[1])), theme.PORT, 20)
    assert near(at(image, (private[0] - corner, private[1] - corner)), theme.PRIVATE_PORT, 20)
    assert not near(at(image, (public[0] - corner, public[1] - corner)), theme.PORT, 20)


def test_each_port_is_drawn_once_at_sea():
    drawn = [anchor for coord in scene().board.hexmap.hexes for anchor in art(coord).setting.anchors]
    assert len(drawn) == len(chart().quays) > 70
    assert {a.name for a in drawn if a.name} == {
        *("London", "Bristol", "Bordeaux", "Glasgow", "Hamburg", "Christiania", "Sankt-Peterburg"),
        "Edinburgh",
    }


def test_an_offshore_port_is_shown_at_its_city_too():
    assert art("M28").setting.offshore == (Anchor(None, False),)
    assert count(painted(art("M28")), theme.PORT, within=8) > 150
    without = replace(art("M28"), setting=replace(art("M28").setting, offshore=()))
    assert count(painted(without), theme.PORT, within=8) < 40


def test_each_ferry_has_its_number_once_on_its_way():
    shown = [(c, number) for c in scene().board.hexmap.hexes for number in art(c).setting.ferries]
    assert len(shown) == len(chart().lines) == 24
    for coord, number in shown:
        assert any(coord in line.way[1:-1] and line.number == number for line in chart().lines), coord
    assert sorted(number for _, number in shown) == sorted(line.number for line in chart().lines)


def test_ferry_track_is_blue():
    assert near(at(painted(art("N25")), (0, 0)), theme.DEEP)
    tracked = replace(art("N25"), setting=NO_SETTING)
    assert near(at(painted(tracked), (0, 0)), STANDARD.track)


def test_the_values_of_a_red_city_stand_where_there_is_room_and_the_one_that_counts_is_framed():
    image, shown = painted(art("B41")), []
    for i, tint in enumerate(["yellow", "green", "brown", "gray"]):
        ground = STANDARD.hexes[tint] if i == 0 else theme.unlit(STANDARD.hexes[tint])
        if count(image, ground, None, 4) > 60:
            shown.append(tint)
    assert len(shown) >= 2
    assert shown[0] == "yellow"
    assert count(image, theme.CURRENT, None, 10) > 60


# --- pieces of a title -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tint", "shape"),
    [("pink", "hexagon"), ("yellow", "pentagon"), ("white", "triangle"), ("green", "square"), ("blue", "")],
)
def test_a_prize_is_a_piece_of_its_colour_and_shape(tint, shape):
    plain = art("O34")
    image = painted(replace(plain, signs=(Sign(PRIZE, None, "40", tint, shape),)))
    ground = theme.PRIZES.get(tint) or theme.colour(tint)
    assert count(image, ground, within=3) > count(painted(plain), ground, within=3) + 300


def test_prizes_of_different_shapes_are_different_pictures():
    pictures = {
        shape: painted(replace(art("O34"), signs=(Sign(PRIZE, None, "40", "white", shape),))).tobytes()
        for shape in ("circle", "square", "triangle", "pentagon", "hexagon")
    }
    assert len(set(pictures.values())) == 5


def test_a_gate_is_barred_with_its_text_or_holds_a_token():
    lille = art("N31")
    spot = scaled(edge_midpoint(lille.layout, 2), 0.76)
    barred = painted(replace(lille, signs=(Sign(GATE, None, "5", edge=2),)))
    assert near(at(barred, (spot[0], spot[1] - 0.185)), theme.PRIVATE_PORT, 30)
    badge = scene().badge("BEL")
    taken = painted(replace(lille, signs=(Sign(GATE, badge, edge=2),)))
    assert near(at(taken, (spot[0], spot[1] - 0.15)), badge.ground, 30)


def test_a_circle_that_is_kept_for_several_is_one_circle_with_all_their_letters():
    board = replace(scene().board, reserved={("M50", 0): ["KSS", "BHB", "POB"]})
    [slots] = replace(scene(), board=board).art("M50").slots
    assert [letters(slot.badge) for slot in slots] == ["KSS"]
    assert [badge.letters for badge in slots[0].under] == ["BHB", "POB"]
    two = replace(board, extra_slots={("M50", 0): 1})
    [slots] = replace(scene(), board=two).art("M50").slots
    assert [(letters(slot.badge), [b.letters for b in slot.under]) for slot in slots] == [
        ("KSS", ["POB"]),
        ("BHB", []),
    ]


def test_a_token_and_the_circle_kept_beside_it_are_both_drawn():
    board = replace(
        scene().board, reserved={("M50", 0): ["KSS"]}, stations={("M50", 0): ["BHB"]}, extra_slots={}
    )
    [slots] = replace(scene(), board=board).art("M50").slots
    assert [(letters(slot.badge), slot.kept) for slot in slots] == [("BHB", False), ("KSS", True)]
    image = painted(replace(art("M50"), slots=(slots,)))
    points = slot_points((0, 0), 2, 0.31)
    assert near(at(image, (points[0][0], points[0][1] - 0.24)), scene().badge("BHB").ground, 20)


def test_a_badge_lies_over_the_words_of_a_charted_hex():
    shown = replace(art("M26"), number=4)
    image = painted(shown)
    disc = [c for _, c in image.getcolors(10**6) if near(c, theme.BADGE, 6)]
    assert disc
    assert count(image, theme.BADGE, within=6) > 0.6 * 3.1 * (0.25 * 0.9 * SIZE) ** 2


# --- titles without water --------------------------------------------------------------------------


def test_without_a_chart_nothing_is_added():
    plain = scene_of(view_of(middle()))
    assert plain.chart is NO_CHART
    assert all(plain.art(coord).setting is NO_SETTING for coord in plain.board.hexmap.hexes)
    assert settings(NO_CHART, bare_scene("18ez").board.hexmap) == {}
    assert "zone" not in hex_words(view_of(middle()), "D14")
    assert plain.board.face("D14").indices(CITY)
    assert isinstance(plain.art("D14").slots[0][0], Slot)
    assert KEY == "18EZ"


# --- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coord", "told"),
    [
        ("J51", "Baltic Sea; public port of København; private port of Malmö"),
        ("I50", "in Sweden, Norway, Denmark; public port to SE on the Baltic Sea and Skagerrak"),
        ("M28", "in United Kingdom; public offshore port at M32 on the English Channel"),
        ("N25", "English Channel; ferry Southampton and Portsmouth - Cherbourg of 1"),
        ("T37", "partly in France, Belgium and in Prussia, Holland, Switzerland; its stop in Prussia"),
        ("N35", "border of zones to NW, NE"),
    ],
)
def test_the_chart_is_told(coord, told):
    assert told in hex_words(europe(), coord)


def test_a_sea_hex_of_a_crop_is_whole_with_its_neighbours():
    """Both halves of a dashed border are drawn on the page."""
    coord = next(c for c in sorted(chart().seas) if art(c).setting.dashes)
    edge = art(coord).setting.dashes[0]
    other = beside(coord, edge)
    frame = Frame(scene().layout, SIZE, 400, 400)
    x, y = frame.at(coord)
    frame = Frame(scene().layout, SIZE, 400 - x + 400, 400 - y + 400)
    page = Image.new("RGB", (800, 800), STANDARD.sea)
    for hex_ in (coord, other):
        paste_hex(page, frame, hex_, art(hex_), STANDARD)
    middle_of_side = frame.point(coord, edge_midpoint(scene().layout, edge))
    assert near(page.getpixel((round(middle_of_side[0]), round(middle_of_side[1]))), theme.WHITE, 30)
    assert patch_size(scene().layout, SIZE)[0] > 170

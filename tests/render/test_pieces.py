"""Charters, certificates and the roster of trains: pieces as they lie on the table, and the same in words."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageDraw

from engine import TITLES, View, new_game
from render import api
from render.cards import holdings, pieces
from render.cards.doc import Cell, Certificate, Doc, Drawn, Section, TokenCircle, TrainCard, as_text
from render.cards.fleet import phase_of
from render.cards.page import MARGIN, WIDE, item_width, picture_of
from render.cards.pieces import draw_piece, piece_size, plate
from render.map.scene import Badge
from render.pen import theme
from render.pen.text import bound, put, width, wrap
from render.sheets.roster import trains_doc
from tests.render.samples import KEY, count, middle, opened, view_of
from tests.scenario import Scenario

RED = Badge("R", (200, 20, 30), theme.WHITE)
RUNS: list[dict[str, Any]] = [
    {"round": "OR 2.2", "revenue": 90, "way": "withhold", "each": ""},
    {"round": "OR 3.1", "revenue": 190, "way": "pay", "each": "19"},
]


def drawn(item: Drawn) -> Image.Image:
    """A piece alone on white."""
    wide, high = piece_size(item)
    image = Image.new("RGB", (round(wide), round(high)), theme.WHITE)
    draw_piece(image, item, (0, 0))
    return image


def right_end(image: Image.Image) -> int:
    """The last column in which something is drawn."""
    return max(
        x for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) != theme.WHITE
    )


def test_a_presidents_certificate_is_wider_and_others_lie_behind_the_first() -> None:
    one, double = drawn(Certificate(RED, 10)), drawn(Certificate(RED, 20, president=True))
    three = drawn(Certificate(RED, 10, count=3))
    assert right_end(double) > 1.5 * right_end(one)
    assert right_end(one) < right_end(three) < 2 * right_end(one)
    assert count(double, RED.ground) > count(one, RED.ground)


def test_a_placed_token_leaves_an_empty_circle() -> None:
    ready, placed = drawn(TokenCircle(RED, "$40")), drawn(TokenCircle(RED, "D14", placed=True))
    assert count(ready, RED.ground, within=2) > 800
    assert count(placed, RED.ground, within=2) == 0


def test_a_pile_of_trains_is_higher_and_an_empty_one_is_pale() -> None:
    one, pile = drawn(TrainCard("4", "green", 1)), drawn(TrainCard("4", "green", 3))
    none = drawn(TrainCard("4", "green", 0))
    green = theme.STANDARD.hexes["green"]
    assert right_end(pile) > right_end(one)
    assert count(one, green, within=2) > 500
    assert count(none, green, within=2) == 0


def test_pieces_in_words() -> None:
    rows: list[list[Cell]] = [
        ["held", (Certificate(RED, 20, president=True), Certificate(RED, 10, count=3))],
        ["tokens", (TokenCircle(RED, "Redwood (D14)", placed=True), TokenCircle(RED, "$40"))],
        ["trains", (TrainCard("3", note="until the first 6-train"), TrainCard("5"))],
    ]
    sections = [Section("Now", rows, current=True, note="two ORs"), Section("Then", [["x"]], current=True)]
    assert as_text(Doc("T", "", sections)).splitlines() == [
        "T", "", "Now (now): two ORs",
        "- held: 20 % (president's), 3 of 10 %",
        "- tokens: Redwood (D14), $40",
        "- trains: 3 (until the first 6-train), 5",
        "", "Then (now):", "- x",
    ]  # fmt: skip


def test_a_charter_is_framed_in_the_colours_of_its_company() -> None:
    ground = theme.colour(view_of(middle()).spec("M&R").colour)
    image = opened(api.draw(KEY, middle(), "company", company="M&R", runs=RUNS).png)
    for x, y in ((1, 1), (1, image.height // 2), (image.width - 2, image.height - 2), (400, 4)):
        assert image.getpixel((x, y)) == ground
    plain = opened(api.draw(KEY, middle(), "player", player="p1").png)
    assert plain.getpixel((1, plain.height // 2)) != ground


def test_the_frame_of_a_white_company_is_seen() -> None:
    white = Badge("W", theme.WHITE, theme.INK, trim=(200, 120, 0))
    image = picture_of(Doc("W", "", [Section("", [["x"]])], white, printed=True))
    assert image.getpixel((1, image.height // 2)) == white.trim
    assert image.getpixel((1, 30)) == white.trim


def test_a_charter_tells_the_last_runs() -> None:
    text = api.twin(KEY, middle(), "company", company="M&R", runs=RUNS)
    assert "- Last runs: OR 2.2 $90, kept; OR 3.1 $190, paid" in text.splitlines()
    assert "Last runs" not in api.twin(KEY, middle(), "company", company="M&R")
    more = [{**RUNS[0], "round": "OR 1.1"}, {**RUNS[0], "round": "OR 1.2"}, *RUNS]
    told = api.twin(KEY, middle(), "company", company="M&R", runs=more)
    assert "OR 1.1" not in told
    assert "OR 1.2" in told


@pytest.mark.parametrize("key", sorted(TITLES))
def test_every_kind_of_train_stands_once_on_the_roster(key: str) -> None:
    view = new_game(key, ["Ann", "Ben", "Cy"], seed=1).view
    rows = [row for section in trains_doc(view).sections[:-1] for row in section.rows]
    assert [row[0].name for row in rows if isinstance(row[0], TrainCard)] == list(view.data.trains)


def test_the_roster_groups_trains_by_the_phase_that_begins_with_them() -> None:
    view = view_of(middle())
    assert [getattr(phase_of(view, kind), "key", None) for kind in view.data.trains] == list(view.data.phases)
    text = api.twin(KEY, middle(), "trains")
    assert [line.split(":")[0] for line in text.splitlines() if line.startswith("Phase")] == [
        "Phase 2", "Phase 3", "Phase 4", "Phase 5 (now)", "Phase 6", "Phase 8",
    ]  # fmt: skip


def test_a_brief_roster_shows_what_is_sold_next_and_has_the_trains_of_others_in_one_row() -> None:
    text = api.twin(KEY, middle(), "trains", brief=True)
    phases = [line.split(":")[0] for line in text.splitlines() if line.startswith("Phase")]
    assert phases == ["Phase 2", "Phase 3", "Phase 5 (now)"], "the bank has some 2- and 3-trains left"
    view = view_of(middle())
    actor, full = view.cursor.actor, trains_doc(view).sections[-1].rows
    led = [
        c.id for c in view.companies() if view.trains(c.id) and view.president(c.id) == view.president(actor)
    ]
    assert 0 < len(led) < len(full)
    rows = trains_doc(view, brief=True).sections[-1].rows
    assert len(rows) == len(led) + 1 + bool(view.trains("pool"))
    [others] = [cells for name, cells in rows if name == "others"]
    assert isinstance(others, tuple)
    held = [c for c in view.companies() if view.trains(c.id) and c.id not in led]
    assert [item.letters for item in others if isinstance(item, Badge)] == [c.id for c in held]
    assert len(others) == sum(1 + len(view.trains(c.id)) for c in held)


def test_the_dots_of_a_plate_stand_beside_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[float, float]] = []

    def noted(draw: Any, at: tuple[float, float], text: str, size: int, *more: Any) -> None:
        half = width(text, size, "narrow") / 2
        written.append((at[0] - half, at[0] + half))
        put(draw, at, text, size, (0, 0, 255), *more[1:])

    monkeypatch.setattr(pieces, "put", noted)
    for pattern in (1, 2, 4):
        image = Image.new("RGB", (100, 40), "white")
        badge = Badge("BR&N", (200, 0, 0), (0, 255, 0), pattern=pattern)
        plate(ImageDraw.Draw(image), (50, 20), badge, 96, 34)
        dots = [x for x in range(100) for y in range(40) if image.getpixel((x, y)) == (0, 255, 0)]
        assert dots
        assert max(dots) < written[-1][0]
        assert written[-1][1] < 98


def test_a_long_name_of_a_private_has_room_for_letters_as_high_as_the_others():
    scenario = Scenario(TITLES["1826"]).own("p1", "Paris-private", "Bridge")
    section = holdings.player_doc(View(scenario.title, scenario.state), player="p1").sections[-1]
    room = (WIDE - 2 * MARGIN) * section.widths[0] / sum(section.widths)
    plates = [row[0] for row in section.rows if isinstance(row[0], Badge)]
    assert len(plates) == 2
    assert all(item_width(plate, "plain") <= room for plate in plates)


def test_a_number_at_the_end_of_a_bar_stays_with_its_word():
    text = "18OE: On the Rails of the Orient Express · OR 5.1 · phase 3"
    lines = wrap(bound(text), width(text[:-2], 35, "narrow"), 35, "narrow")
    assert lines[1:] == ["phase\u00a03"]

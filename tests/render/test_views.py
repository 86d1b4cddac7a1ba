"""Every view draws at the start, in the middle and at the end; its text names what the picture shows."""

import math
import pickle
from typing import Any

import pytest
from PIL import Image

from engine import new_game
from engine.core.state import to_json
from render import api
from render.cards import charter, holdings
from render.cards.doc import Cell, Chip, Doc, Section, as_text, words
from render.cards.page import picture_of
from render.map.boards import crop_frame
from render.map.scene import Badge, scene_of
from render.pen import theme
from render.pen.text import fit, shorten, width, wrap
from render.routes import picture
from render.routes.picture import routes_picture
from render.routes.runlines import run_lines
from render.routes.told import runs_of
from render.sheets import supply
from tests.render.samples import (
    KEY,
    POSITIONS,
    ROUTES,
    colours,
    count,
    end,
    middle,
    near,
    opened,
    start,
    view_of,
)
from tests.render.test_set import TOLD

CALLS: dict[str, dict[str, Any]] = {
    "map": {"changed": ["D14"], "badges": ["D14", "E9"]},
    "crop": {"company": "M&R", "badges": ["D14", "E9"]},
    "regions": {"hexes": ["D14", "E9"]},
    "candidates": {"hex": "D12", "lays": [["57", 0], ["57", 1], ["5", 0]]},
    "market": {},
    "chart": {
        "chart": "worth",
        "rounds": [
            {
                "title": "OR 1",
                "worth": {"p1": 5},
                "prices": {},
                "income": {},
                "certificates": {"p1": 3},
                "trains": {"2": 4},
            }
        ],
    },
    "company": {"company": "M&R"},
    "player": {"player": "p1"},
    "trains": {},
    "tiles": {},
    "order": {},
    "privates": {},
    "routes": {"company": "M&R", "routes": []},
    "stake": {"ran": {"M&R": [190, "pay", "$19"]}},
    "companies": {"ran": {"M&R": [190, "pay", "$19"]}},
    "set": {"told": TOLD},
}


def test_every_view_is_tried_here():
    assert set(CALLS) == set(api.VIEWS)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("view", CALLS)
def test_every_view_is_drawn_and_said_at_every_position(position, view):
    state = POSITIONS[position]()
    picture = api.draw(KEY, state, view, **CALLS[view])
    image = opened(picture.png)
    assert image.size == (picture.width, picture.height)
    assert 700 <= picture.width <= 1600
    assert picture.height <= 2600
    assert len(picture.png) < 400_000
    assert 10 < len(picture.alt) <= 256
    assert len(colours(image)) > 10
    said = api.twin(KEY, state, view, **CALLS[view])
    assert len(said.splitlines()) >= 2
    assert state == POSITIONS[position]()


@pytest.mark.parametrize("view", CALLS)
def test_every_theme_is_drawn(view):
    plain, *others = (api.draw(KEY, middle(), view, **CALLS[view], theme=name) for name in theme.THEMES)
    for other in others:
        assert (plain.width, plain.height, plain.alt) == (other.width, other.height, other.alt)
    if view in ("map", "crop", "tiles", "candidates"):
        assert plain.png not in [other.png for other in others]


def test_what_goes_to_a_worker_and_back_can_be_pickled():
    call = pickle.loads(pickle.dumps((api.draw, (KEY, middle(), "crop"), CALLS["crop"])))
    picture = call[0](*call[1], **call[2])
    assert pickle.loads(pickle.dumps(picture)) == picture


def test_the_same_position_gives_the_same_picture_whatever_was_drawn_before():
    first = api.draw(KEY, middle(), "map")
    api.draw(KEY, end(), "map")
    api.draw(KEY, start(), "map")
    assert opened(api.draw(KEY, middle(), "map").png).tobytes() == opened(first.png).tobytes()


@pytest.mark.parametrize("wide", [1200, 1600])
def test_the_map_has_the_width_asked_for(wide):
    assert api.draw(KEY, start(), "map", width=wide).width == wide


# --- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [api.draw, api.twin])
def test_strange_requests_are_errors(ask):
    with pytest.raises(ValueError, match="no view 'globe'; there are: map"):
        ask(KEY, start(), "globe")
    with pytest.raises(TypeError):
        ask(KEY, start(), "market", company="M&R")
    for view, params in (
        ("company", {"company": "XYZ"}),
        ("player", {"player": "p9"}),
        ("tiles", {"numbers": ["0815"]}),
        ("crop", {"hexes": ["Q1"]}),
    ):
        with pytest.raises(KeyError):
            ask(KEY, start(), view, **params)
    with pytest.raises(KeyError):
        ask("18ZZ", start(), "map")
    with pytest.raises(ValueError, match="train"):
        ask(KEY, start(), "routes", company="M&R", routes=[{"no": 1}])
    with pytest.raises(KeyError):
        api.draw(KEY, start(), "map", theme="no such")


def test_a_long_alt_text_is_cut_at_a_word():
    badges = list(view_of(middle()).board().hexmap.hexes)[:40]
    alt = api.draw(KEY, middle(), "map", badges=badges).alt
    assert 200 < len(alt) <= 256
    assert alt.endswith("…")
    assert api.shortened("ab cd ef", 7) == "ab cd…"
    assert api.shortened("ab cd", 5) == "ab cd"


# --- the board in words ----------------------------------------------------------------------------


def test_the_map_in_words():
    said = api.twin(KEY, middle(), "map", badges=["E9"], changed=["D14"])
    assert "phase 5" in said.splitlines()[0]
    assert "- 1: Metropolis (E9): printed yellow; city to SW, W, NW, NE, E, SE" in said
    assert (
        "- Redwood (D14): yellow tile 57; city to SW, NE; worth 20; station of M&R (changed)"
        in said.splitlines()
    )
    assert (
        "- Mitsushi (D6): green tile 15; city to W, NW, NE, E; worth 30; station of M&R; kept for MIT" in said
    )
    assert "West (E1): printed red; off-board to NE, E, SE; worth 30/40/50/60, now 50" in said
    assert "Milton (D12): no tile; city; station of" not in said
    assert "hotel marker" in said
    assert "F10" not in said


def test_a_crop_in_words_has_only_its_hexes():
    said = api.twin(KEY, middle(), "crop", hexes=["D14"], badges=["C13"])
    assert [line[:4] for line in said.splitlines()[1:]] == ["- 1:", "- Re"]


def test_candidates_in_words():
    said = api.twin(KEY, middle(), "candidates", hex="D12", lays=[("57", 1), ("5", 0)], first=13)
    assert said.splitlines()[0].startswith("Possible tiles on Milton (D12): no tile; city")
    assert said.splitlines()[1:] == [
        "- 13: #57 · 2 left, yellow, city to W, E",
        "- 14: #5 · 3 left, yellow, city to SW, W",
    ]


# --- routes ----------------------------------------------------------------------------------------


def test_routes_in_words():
    assert api.twin(KEY, middle(), "routes", company="M&R", routes=ROUTES).splitlines() == [
        "Routes of M&R: $140 in all",
        "- A: train 3: Redwood - East ($70)",
        "- B: train 4: Mitsushi - Metropolis ($70)",
    ]


def test_the_first_route_is_a_whole_line_and_the_second_a_dashed_one():
    view = view_of(middle())
    image = routes_picture(view, company="M&R", routes=ROUTES)
    (red, _, _), (blue, _, _) = theme.ROUTES[:2]
    frame_hits = {}
    scene = scene_of(view)
    used = [coord for run in ROUTES for coord, _, _ in run["path"]] + ["D14", "D6"]
    frame, _, _ = crop_frame(scene, list(dict.fromkeys(used)))
    runs = runs_of(view, "M&R", ROUTES)
    lines = run_lines(frame, scene.board, [run.route for run in runs])
    for run, line, colour in zip(runs, lines, (red, blue), strict=True):
        hits = [near(image.getpixel((round(x), round(y))), colour, 30) for x, y in line[6:-6]]
        frame_hits[run.letter] = sum(hits) / len(hits)
    assert frame_hits["A"] > 0.8
    assert 0.2 < frame_hits["B"] < 0.9
    assert count(image, blue) > 500


def test_the_visited_station_stays_in_its_full_colour():
    view = view_of(middle())
    image = routes_picture(view, company="M&R", routes=ROUTES)
    used = [coord for run in ROUTES for coord, _, _ in run["path"]] + ["D14", "D6"]
    frame, _, _ = crop_frame(scene_of(view), list(dict.fromkeys(used)))
    x, y = frame.at("D14")
    assert near(image.getpixel((round(x), round(y - 0.26 * frame.size))), theme.colour("red"), 4)
    x, y = frame.at("B10")
    assert not near(image.getpixel((round(x), round(y - 0.26 * frame.size))), theme.colour("green"), 20)


def test_letters_of_runs_stay_off_the_tokens(monkeypatch):
    """Where the first place for a letter lies in a circle it goes on along the line."""
    put_at: list[Any] = []
    monkeypatch.setattr(picture, "stamp", lambda image, at, *_: put_at.append(at))
    view = view_of(middle())
    scene = scene_of(view)
    frame, page, _ = crop_frame(scene, ["E13", "D14", "E15"])
    runs = runs_of(view, "M&R", ROUTES[:1])
    line = run_lines(frame, scene.board, [runs[0].route])[0]
    beyond = next(p for p in line if math.dist(p, line[0]) >= 0.62 * frame.size)
    picture._letters(Image.new("RGB", page), frame, scene, runs, [beyond])
    assert math.dist(put_at[0], beyond) >= 0.42 * frame.size
    circles = picture._circles(frame, scene, [("D14", 0)])
    assert [tuple(map(round, circle)) for circle in circles] == [tuple(map(round, frame.at("D14")))]


# --- cards -----------------------------------------------------------------------------------------


def test_a_company_in_words():
    said = api.twin(KEY, middle(), "company", company="M&R")
    for line in (
        "major · president: Tom · operating",
        "- Treasury: $430",
        "- Share price: $100",
        "- Par: $100",
        "- Trains, limit 3: 3 (until the first 6-train), 4 (until the first 8-train)",
        "- Last run: $190",
        "- Tom (president): 60 %; worth $600",
        "- Dick: 20 %; worth $200",
        "- Open market: 10 %",
        "- Initial offering: 10 %",
        "- On the map: Mitsushi (D6), Redwood (D14)",
        "- Tokens left: $100",
        "- MRTA: Metropolis Rapid Transit Authority; pays $15",
    ):
        assert line in said.splitlines(), line


def test_companies_at_other_times_in_words():
    assert "major · with Initial offering · not started" in api.twin(KEY, start(), "company", company="M&R")
    assert "private · closed" in api.twin(KEY, end(), "company", company="SLR")
    private = api.twin(KEY, middle(), "company", company="HMH")
    assert "private · owner: Dick" in private
    assert "- Power: A major that owns it may place the hotel on a city" in private
    assert "worth $10 more to each of its trains" in private
    assert "pays $10" in api.draw(KEY, middle(), "company", company="HMH").alt


def test_a_player_in_words():
    said = api.twin(KEY, middle(), "player", player="p1").splitlines()
    assert said[0] == "Tom"
    assert said[1] == "$345 · 12 of 20 certificates · priority"
    held = "- M&R, 60 %, president: certificates 20 % (president's), 4 of 10 %; price $100; worth $600"
    assert held in said
    assert "- BCRR, 20 %: certificates 2 of 10 %; price $90; worth $180" in said
    assert "- SLR: Short Line Railroad (private); pays $5" in said
    view = view_of(middle())
    assert f"- Worth: ${view.title.scores(view)['p1']:,}" in said


def test_every_company_and_player_has_a_card_and_an_alt_text():
    for state in (start(), middle(), end()):
        view = view_of(state)
        for company in view.data.companies:
            doc = charter.company_doc(view, company=company)
            assert doc.title.startswith(company)
            assert picture_of(doc).width == 800
            assert company in charter.company_alt(view, company=company)
        for player in view.seats:
            assert view.name(player) in holdings.player_alt(view, player=player)


def test_trains_in_words():
    said = api.twin(KEY, middle(), "trains").splitlines()
    assert "- 3: price $180; left 4 of 5; rusts by the first 6" in said
    assert "- 8: price $900; left no limit; never rusts; the first one rusts the 4-trains" in said
    assert "- M&R: 3, 4" in said
    assert "Phase 5 (now): brown · limit: major 3, minor 2, system 4 · 2 ORs" in said
    late = api.twin(KEY, end(), "trains").splitlines()
    assert "- 2: price $80; left 0 of 10; out of play" in late


def test_the_order_in_words():
    said = api.twin(KEY, middle(), "order").splitlines()
    assert said[1] == "OR 3.2 · phase 5 · BCRR acts"
    assert "- 1: Tom; cash $345; priority" in said
    companies = said[said.index("Companies of this round:") + 1 :]
    assert companies[0] == "- M&R: Tom; price $100; done"
    assert companies[1] == "- BCRR (now): Dick; price $90"
    assert "- M&YR: Tom; price $60" in companies
    waiting = companies[companies.index("Not started:") + 1 :]
    assert waiting == ["- BR&N: home Brown River (G13)"]


def test_tiles_in_words_and_the_spent_ones_pale():
    state = middle()
    said = api.twin(KEY, state, "tiles").splitlines()
    assert "- #57 · 2 left: city to SW, NE" in said
    assert "Grey (not in this phase):" in said
    full = opened(api.draw(KEY, state, "tiles").png)
    state["supply"]["57"] = 0
    less = opened(api.draw(KEY, state, "tiles").png)
    yellow = theme.STANDARD.hexes["yellow"]
    assert count(less, yellow, within=6) < count(full, yellow, within=6) - 2000


def test_tiles_asked_for_once_are_a_small_picture_in_one_rotation():
    state = start()
    small, large = (
        api.draw(KEY, state, "tiles", numbers=["57", "8"], **more) for more in ({"unrotated": True}, {})
    )
    assert small.height < 240 < large.height
    assert small.alt.startswith("Tiles: #57")
    assert "turned" not in api.twin(KEY, state, "tiles", numbers=["57", "8"], unrotated=True)


def test_a_tile_asked_for_is_shown_in_every_rotation():
    said = api.twin(KEY, middle(), "tiles", numbers=["57"]).splitlines()
    assert [line.split(", ")[1].split(":")[0] for line in said[2:]] == ["turned 0", "turned 1", "turned 2"]
    assert "57" in api.draw(KEY, middle(), "tiles", numbers=["57"]).alt
    assert set(supply.supply(view_of(middle()), ["57"])) == {"yellow"}


# --- parts -----------------------------------------------------------------------------------------


def test_a_card_says_every_cell():
    badge = Badge("AB", (1, 2, 3), theme.WHITE)
    rows: list[list[Cell]] = [[badge, (Chip("2"), Chip("3")), ""], ["x", (), "9"]]
    doc = Doc("Title", "under", [Section("Head", rows, ("who", "what", "sum"), (1, 1, 1)), Section("Void")])
    assert as_text(doc) == ("Title\nunder\n\nHead:\n- AB: what 2, 3\n- x: what none; sum 9\n\nVoid:\n- none")
    assert words((badge, "y")) == "AB, y"


def test_a_long_card_grows_and_keeps_what_was_drawn():
    rows: list[list[Cell]] = [[f"row {i}", "word " * 12] for i in range(60)]
    image = picture_of(Doc("T", "", [Section("", rows, widths=(1, 2))]))
    assert image.height > 60 * 40 * 2
    assert count(image, theme.BAR, (0, 0, 800, 60)) > 1000
    assert count(image, theme.INK, (0, image.height - 200, 800, image.height), 60) > 100


def test_text_is_fitted_cut_and_wrapped():
    assert fit("short", 500, 30) == 30
    size = fit("a long line of words", 120, 30)
    assert size < 30
    assert width("a long line of words", size) <= 120
    cut = shorten("a long line of words", 120, 30)
    assert cut.endswith("…")
    assert width(cut, 30) <= 120
    lines = wrap("a long line of words", 120, 30)
    assert " ".join(lines) == "a long line of words"
    assert all(width(line, 30) <= 120 for line in lines)
    assert wrap("", 10, 30) == [""]
    assert wrap("pays 50 % less", width("pays 50", 30) + 1, 30) == ["pays", "50 %", "less"]


def test_the_main_colours_of_a_picture_come_out_exactly():
    image = opened(api.draw(KEY, middle(), "map").png)
    view = view_of(middle())
    hexes = theme.STANDARD.hexes
    for colour in (theme.PAPER, hexes["white"], hexes["yellow"], hexes["red"], theme.STANDARD.track):
        assert count(image, colour, within=0) > 8000, colour
    assert count(image, theme.colour(view.spec("BCRR").colour), within=0) > 300


def test_where_all_companies_are_of_one_kind_the_train_limit_names_no_kind():
    state = to_json(new_game("1889", ["a", "b"], seed=1).state)
    assert "Phase 2 (now): yellow · limit: 4 a company · 1 OR" in api.twin("1889", state, "trains")

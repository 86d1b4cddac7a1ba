"""Records that say the same in other words: options, counts of 0, stops in another order, odd files."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.board.tiles import standard_catalogue
from engine.recorded.reader import Recording, Unreadable, options_of, read
from engine.recorded.replay import Report, replay
from engine.recorded.track import drawn, drawn_face, placed
from engine.titles.g1826 import TITLE as FRANCE
from engine.titles.g1862 import TITLE
from engine.titles.g1862.recorded.facts import end_told
from engine.titles.g1862.recorded.game import RecordedGame
from tests.conformance.scribe26 import Scribe as FrenchScribe
from tests.conformance.scribe62 import Scribe, packed, recording
from tests.rulemark import rule
from tests.titles.g1862.test_1862_ending import lner

Line = dict[str, Any]
TILES = standard_catalogue()


@cache
def begun() -> list[Line]:
    """A part of a game, with tiles, runs and trains."""
    return Scribe(3, 12, asked=True, noise=0.0).play(120)


def followed(lines: list[Line]) -> Report:
    return replay(recording("short", lines), TITLE)


def altered(change: Callable[[Line], Any]) -> Report:
    """Lines without a position, which a merger has, stay as they are."""
    lines = copy.deepcopy(begun())
    for line in lines[1:-1]:
        if line["after"]:
            change(line)
    return followed(lines)


def set_up(**more: Any) -> Report:
    lines = copy.deepcopy(begun())
    lines[0]["setup"] |= more
    return followed(lines)


# --- positions -------------------------------------------------------------------------------


def say_all(line: Line) -> None:
    """What there is none of, or what is not so, is told too."""
    after = line["after"]
    for band in "ABCDEFG":
        after["depot"].setdefault(band, 0)
    for player in after["players"].values():
        player["shares"].setdefault("NGC", 0)
        player.setdefault("obligations", [])
    for company in after["corporations"].values():
        company.setdefault("holds", {})
        for train in company["trains"]:
            train.setdefault("expiring", False)


def say_little(line: Line) -> None:
    """What need not be told is left out."""
    line.pop("by", None)
    line["events"] = line["events"] or None
    for key in ("pool", "ipo", "depot", "order"):
        line["after"].pop(key, None)
    for company in line["after"]["corporations"].values():
        company["trains"] = [
            {k: v for k, v in train.items() if v or k != "warranties"} for train in company["trains"]
        ]


def reverse_all(line: Line) -> None:
    line["events"].reverse()
    for company in line["after"]["corporations"].values():
        for key in ("permits", "tokens", "trains"):
            company[key].reverse()


def test_the_short_game_has_what_is_spelt_otherwise_below() -> None:
    kinds = {line["action"]["type"] for line in begun()[1:-1]}
    assert kinds >= {"lay_tile", "buy_train", "run_routes", "dividend"}
    assert any(len(line["events"]) > 1 for line in begun()[1:-1])


@pytest.mark.parametrize("change", [say_all, say_little, reverse_all])
def test_a_position_may_be_told_at_length_or_in_short(change: Callable[[Line], Any]) -> None:
    assert [str(found) for found in altered(change).mismatches] == []


def test_a_final_line_need_not_say_that_the_game_is_over() -> None:
    lines = copy.deepcopy(begun())
    del lines[-1]["final"]["finished"]
    assert followed(lines).mismatches == []
    lines[-1]["final"]["result"]["Player 1"] += 1
    assert [found.what for found in followed(lines).mismatches] == ["final.result.Player 1"]


def test_the_last_round_of_a_game_that_is_not_over_is_that_of_its_last_line_or_the_next() -> None:
    """Cut after the line that ends a round: our game is in the next one."""
    at = next(i for i, line in enumerate(begun()[2:-1], 2) if line["round"] != begun()[i - 1]["round"])
    lines = copy.deepcopy([*begun()[:at], begun()[-1]])
    for told, differs in (
        (begun()[at - 1]["round"], False),
        (begun()[at]["round"], False),
        ("OR 9.9", True),
    ):
        lines[-1]["final"]["rounds"] = told
        assert ("final.rounds" in {found.what for found in followed(lines).mismatches}) == differs


@rule("1862", "6.5.2", "10.3")
def test_after_the_lner_certificates_or_shares_are_told() -> None:
    game = lner(readings="recorded")
    words, name = RecordedGame(), game.view.name("p1")
    shares = sum(cert.percent for cert in game.view.certs("p1")) // 10
    certs = len(game.view.certs("p1"))
    assert shares != certs
    for told, ours in ((shares, shares), (certs, certs), (shares + 1, certs)):
        after = words.position.stated({"players": {name: {"certs": told, "shares": {}}}, "corporations": {}})
        assert words.facts(game, {"after": after})["players"][name]["certs"] == ours


@rule("1862", "10.2", "10.3")
def test_the_last_set_after_the_lner_may_be_told_as_the_end_of_the_bank() -> None:
    game = lner(readings="recorded")
    game.state.ended = "lner_formed"
    assert end_told(game.view, "bank_broken") == "lner_formed"
    game.state.bank = 0
    assert end_told(game.view, "bank_broken") == "bank_broken"
    assert end_told(game.view, "stock_market_end_reached") == "lner_formed"


# --- tiles -----------------------------------------------------------------------------------


def test_stops_are_compared_by_what_they_join() -> None:
    """Two towns of 17_2 the other way round, and the tile turned."""
    track = [[0, "t1"], [1, "t0"], [3, "t0"], [4, "t1"]]
    assert drawn(track) == drawn_face(TILES["17_2"].face(0))
    assert drawn([["t0", 4], ["t0", 0], [3, 1]]) == drawn_face(TILES["17_1"].face(0))
    assert drawn([[0, "c0"]]) != drawn([[0, "t0"]])
    assert drawn([[0, 1]]) != drawn([[0, 2]])


@pytest.mark.parametrize(
    ("tile", "rotation", "track", "ours"),
    [
        ("57", 0, [[0, "c0"], [3, "c0"]], ("57", 0)),
        ("57", 3, [[0, "c0"], [3, "c0"]], ("57", 3)),
        ("57", 0, [[1, "c0"], [4, "c0"]], ("57", 1)),
        ("18_1a", 0, [[0, 3], [1, "t0"], [2, "t0"]], ("18_1b", 0)),
        ("20_1c", 0, [[0, "t0"], [3, "t0"], [1, 4]], ("20_1", 0)),
        ("57", 0, [[0, "c0"], [1, "c0"]], ("57", 0)),
        ("nothing", 2, [[0, 3]], ("nothing", 2)),
        ("57", 2, None, ("57", 2)),
    ],
)
def test_track_decides_the_tile_and_its_rotation(
    tile: str, rotation: int, track: list[Any] | None, ours: tuple[str, int]
) -> None:
    assert placed(TILES, {"tile": tile, "rotation": rotation, "track": track}) == ours


def test_a_tile_is_laid_as_its_track_shows_and_named_as_recorded() -> None:
    """All rotations counted from another drawing: only the track tells how the tile lies."""

    def turn(line: Line) -> None:
        if line["action"]["type"] == "lay_tile":
            line["action"]["rotation"] = (line["action"]["rotation"] + 1) % 6
        for tile in line["after"]["tiles"].values():
            tile[1] = (tile[1] + 1) % 6

    assert [str(found) for found in altered(turn).mismatches] == []


def test_track_that_is_not_there_is_a_difference() -> None:
    lines = copy.deepcopy(begun())
    line = next(line for line in lines[1:-1] if line["action"]["type"] == "lay_tile")
    line["action"]["track"][0][0] = "t9"
    assert (line["n"], "action.track") in {(found.n, found.what) for found in followed(lines).mismatches}


# --- the set-up ------------------------------------------------------------------------------


def test_options_that_are_not_known_are_reported() -> None:
    report = set_up(options=["standard_length", "moonlight"])
    assert report.notes == ["set-up: nothing is known of the option moonlight: true"]
    assert report.mismatches == []
    assert report.notes[0] in list(report.lines())


def test_what_else_a_set_up_says_is_reported() -> None:
    assert set_up(weather="fog").notes == ["set-up: nothing is made of weather"]
    assert french(weather="fog").notes == ["set-up: nothing is made of weather"]
    assert set_up(source="hearsay").notes == ["set-up: nothing is known of the source hearsay"]
    assert "readings" not in set_up(source="hearsay").options


def test_the_number_of_h_trains_may_be_told() -> None:
    counts = {**begun()[0]["setup"]["train_counts"], "H": 6}
    report = set_up(train_counts=counts)
    assert (report.options["length"], report.mismatches) == ("standard", [])


def test_a_length_that_the_trains_do_not_have_is_reported() -> None:
    notes = set_up(options={"long_length": True}).notes
    assert notes == ["set-up: the option long_length has other trains; they are standard"]


def test_a_limit_of_markers_that_nobody_plays_is_refused() -> None:
    with pytest.raises(Unreadable, match="7 or 8 station markers, not 9"):
        set_up(token_limit=9)


def french(**more: Any) -> Report:
    rows = [json.loads(line) for line in FRENCH.splitlines()]
    rows[0]["setup"] |= more
    return replay(read("french", "\n".join(map(json.dumps, rows)).encode()), FRANCE)


def _french() -> str:
    scribe = FrenchScribe(3, 5)
    scribe.record(40)
    return scribe.text()


FRENCH = _french()


def test_options_of_1826_are_known_or_reported() -> None:
    known = {"variant": "base", "track": "semi-restrictive", "yellow_plain_tiles": "unlimited"}
    report = french(options=known)
    assert (report.notes, report.mismatches) == ([], [])
    assert report.options["plain_yellow"] == "yes"
    strange = french(options={**known, "variant": "night", "moon": 1}).notes
    assert [note.removeprefix("set-up: nothing is known of the option ") for note in strange] == [
        'variant: "night"',
        "moon: 1",
    ]
    assert french(options=["yellow_plain_tiles"]).options["plain_yellow"] == "yes"
    assert french(options={}).options["plain_yellow"] == "yes"
    assert "plain_yellow" not in french(options={"yellow_plain_tiles": "as printed"}).options


def test_the_components_of_1826_are_compared() -> None:
    names, prices = ["Bridge", "Belgian"], [20, 110]
    items = {item.id: item.price for item in FRANCE.data.of_kind("private")}
    names += [item for item in items if item not in ("Bridge", "Belg-private")]
    prices += [items[item] for item in names[2:]]
    assert french(privates=names, private_prices=prices).mismatches == []
    found = french(privates=names, private_prices=[21, *prices[1:]], corporations=["Nord"]).mismatches
    assert {mismatch.what for mismatch in found} == {"private_prices.Bridge", "setup.corporations"}


def test_a_list_of_options_chooses_each_of_them() -> None:
    assert options_of({"options": ["a", "b"]}) == {"a": True, "b": True}
    assert options_of({"options": {"a": "x"}}) == {"a": "x"}
    assert options_of({}) == {}


# --- files -----------------------------------------------------------------------------------


def test_a_file_may_begin_with_a_mark_and_hold_any_name() -> None:
    """A byte order mark; ends of lines of another system; a line separator within a name."""
    rows: list[Line] = [{"setup": {"game": 1862, "players": ["A\u2028B"]}}, {"final": {}}]
    text = "\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    found = read("x", b"\xef\xbb\xbf" + text.encode())
    assert (found.title, found.setup["players"]) == ("1862", ["A\u2028B"])


def test_a_recording_is_what_its_file_says() -> None:
    found = read("short", packed(begun()))
    assert found == Recording("short", begun()[0]["setup"], begun()[1:-1], begun()[-1]["final"])

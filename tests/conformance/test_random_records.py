"""Games of random players, written as records by the format's description, are followed without a difference.

What is misstated in them is found at its line.
"""

from __future__ import annotations

import copy
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.core.actions import Json
from engine.recorded.replay import Report, replay
from engine.titles.g1862 import TITLE
from tests.conformance.scribe62 import Line, Scribe, recording, words_of

ALWAYS = {"bid", "par", "buy_share", "lay_tile", "buy_train", "president", "floats", "price", "priority"}


def followed(lines: list[Line]) -> Report:
    return replay(recording("random", lines), TITLE)


def test_a_whole_game_is_followed_again() -> None:
    """In receivership players run and buy for the company, as in the program that recorded games."""
    lines = Scribe(4, 212, asked=True, length="short").play()
    report = followed(lines)
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(lines) - 2
    assert report.checks > 30 * report.actions
    assert lines[-1]["final"]["finished"]
    assert words_of(lines) >= ALWAYS | {"run_routes", "dividend pay", "pays_out", "phase", "rust"}


@pytest.mark.parametrize(
    ("players", "seed", "length", "weights"),
    [
        (2, 230, "standard", {}),
        (3, 8, "standard", {"merge": 4.0, "acquire": 4.0, "offer_merger": 4.0}),
        (5, 22, "long", {"sell_shares": 0.4}),
        (8, 3, "short", {"bid": 0.3}),
    ],
)
def test_what_is_not_asked_here_or_not_said_there_makes_no_difference(
    players: int, seed: int, length: str, weights: dict[str, float]
) -> None:
    """The record declines steps that are not open here, and leaves out what nobody decides."""
    lines = Scribe(players, seed, weights, length=length).play(140)
    report = followed(lines)
    assert [str(found) for found in report.mismatches] == []
    assert report.options["length"] == length
    assert words_of(lines) >= ALWAYS


# --- what is misstated -----------------------------------------------------------------------


def short_game() -> list[Line]:
    return Scribe(3, 11, asked=True, noise=0.0).play(140)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all plain values of a position."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for key, inner in pairs for found in leaves(inner, (*path, key))]
    return [path]


def misstate(position: Line, path: tuple[Any, ...]) -> None:
    """Another value at the end of the path."""
    inner: Any = position
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    inner[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"not {old}"


def test_any_fact_of_a_position_that_is_misstated_is_found_at_its_line() -> None:
    lines, rng, altered = short_game(), Random(1), {}
    for line in rng.sample(lines[1:-1], 60):
        path = rng.choice(leaves(line["after"]))
        misstate(line["after"], path)
        altered[line["n"]] = path[0]
    report = followed(lines)
    found = {(mismatch.n, mismatch.what.split(".")[0]) for mismatch in report.mismatches}
    assert found == set(altered.items())


def test_any_figure_of_an_action_that_is_misstated_is_found() -> None:
    """Costs and revenues as stated; what decides the course of the game is refused or leads elsewhere."""
    lines, altered = short_game(), set()
    for line in lines[1:-1]:
        key = next((k for k in ("cost", "proceeds", "price", "column") if k in line["action"]), None)
        traded = line["action"]["type"] == "buy_train" and line["action"]["from"] != "depot"
        if key is None or traded or line["action"]["type"] == "par":
            continue
        line["action"][key] += 1
        altered.add((line["n"], f"action.{key}"))
    report = followed(lines)
    assert len(altered) > 20
    assert {(m.n, m.what) for m in report.mismatches} == altered


FREE = ("track", "slot", "step", "routes")
"""Fields of actions that no replay needs: others decide the same."""


@pytest.mark.parametrize("word", ["nobody", None, -1])
def test_a_word_that_means_nothing_is_reported_at_its_line(word: Json) -> None:
    rng = Random(2)
    for line in rng.sample(begun()[1:-1], 8):
        lines = copy.deepcopy(begun())
        action = lines[line["n"]]["action"]
        action[rng.choice(sorted(key for key in action if key not in FREE))] = word
        assert line["n"] in {found.n for found in followed(lines).mismatches}, action


@cache
def begun() -> list[Line]:
    """A part of a game, short enough to be followed a dozen times."""
    return Scribe(3, 12, asked=True, noise=0.0).play(60)


def test_the_components_of_the_set_up_are_compared() -> None:
    lines = copy.deepcopy(begun())
    lines[0]["setup"] |= {"bank": 12000, "certificate_limit": 19, "removed_corporations": []}
    lines[0]["setup"]["corporations"][0]["home"] = "A1"
    what = {
        found.what.rsplit(".", 1)[0] if "homes" in found.what else found.what
        for found in followed(lines).mismatches
    }
    assert what == {"setup.bank", "setup.certificate_limit", "setup.removed_corporations", "setup.homes"}

"""Lines of records with fields of the wrong kind: told as differences at their line, by no exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import TITLES
from engine.recorded.reader import Unreadable, read
from engine.recorded.replay import Report, replay
from tests.conformance.scribe62 import Scribe as Scribe62
from tests.conformance.test_short_1826 import NAMES, by, mark, opening

Line = dict[str, Any]
WRONG: tuple[Any, ...] = (None, True, 0, -7, 10**40, 3.5, "", "zzz", [], [1, "a"], {}, {"x": 1}, [[[]]])


def record26() -> list[Line]:
    """A round of the auction, one of shares, a turn with a run, and the end of a round."""
    lines = [
        *opening(),
        by("Paris", "turn_start", "OR 1.1", president="Bob"),
        by("Paris", "run_routes", "OR 1.1", revenue=0, trains=[]),
        by("Paris", "dividend", "OR 1.1", kind="none", amount=0),
        by("Paris", "buy_train", "OR 1.1", **{"from": "depot"}, train="2H", price=100),
        mark("round_end", "OR 1.1", Ann=255),
    ]
    setup = {"game": "1826", "source": "recorded", "players": list(NAMES), "starting_cash": 600}
    return [{"setup": setup}, *({"n": n, **line} for n, line in enumerate(lines, 1)), {"final": {}}]


def record62() -> list[Line]:
    return copy.deepcopy(_record62())


@cache
def _record62() -> list[Line]:
    return Scribe62(3, 11, asked=True, noise=0.0).play(40)


RECORDS = {"1826": record26, "1862": record62}


def followed(lines: list[Line]) -> Report:
    recording = read("short", "".join(json.dumps(line) + "\n" for line in lines).encode())
    if recording.title not in TITLES:
        raise Unreadable(f"no title {recording.title}")
    return replay(recording, TITLES[recording.title])


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def some_of_each(line: Line, dice: Random) -> Iterator[tuple[Any, ...]]:
    """The paths of a line, of the elements of a list only some."""
    alike: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in paths(line):
        alike.setdefault(tuple("n" if isinstance(key, int) else key for key in path), []).append(path)
    for found in alike.values():
        yield from dice.sample(found, min(4, len(found)))


def altered(lines: list[Line], at: int, path: tuple[Any, ...], value: Any) -> list[Line]:
    """The lines with another value at the end of the path in one of them."""
    found = [*lines[:at], copy.deepcopy(lines[at]), *lines[at + 1 :]]
    inner: Any = found[at]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return found


@pytest.mark.parametrize("key", sorted(RECORDS))
def test_no_wrong_value_of_any_field_is_more_than_a_difference(key: str) -> None:
    lines, dice = RECORDS[key](), Random(1)
    places = [(at, path) for at in range(1, len(lines) - 1) for path in paths(lines[at])]
    differs = 0
    for at, path in dice.sample(places, 36):
        report = followed(altered(lines, at, path, dice.choice(WRONG)))
        assert list(report.lines())
        differs += any(found.n != "end" for found in report.mismatches)
    assert differs > 15


@pytest.mark.parametrize("key", sorted(RECORDS))
def test_a_wrong_setup_or_end_is_told_or_refused(key: str) -> None:
    lines, dice = RECORDS[key](), Random(2)
    places = [(at, path) for at in (0, len(lines) - 1) for path in some_of_each(lines[at], dice)]
    told = [outcome(altered(lines, at, path, dice.choice(WRONG))) for at, path in places]
    assert all(told)
    assert any(words.startswith("refused: ") for words in told)


def outcome(lines: list[Line]) -> str:
    """The report, or why the file cannot be followed."""
    try:
        return "\n".join(followed(lines).lines())
    except Unreadable as refused:
        return f"refused: {refused}"


@pytest.mark.parametrize("key", sorted(RECORDS))
def test_lines_that_are_missing_or_in_another_order_are_differences(key: str) -> None:
    lines, dice = RECORDS[key](), Random(3)
    for _ in range(7):
        at = dice.randrange(1, len(lines) - 2)
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        cut = [*lines[:at], *lines[at + 1 :]]
        assert all(list(followed(told).lines()) for told in (swapped, cut))


@pytest.mark.parametrize("key", sorted(RECORDS))
@pytest.mark.parametrize(
    ("field", "value"),
    [("after", 7), ("after", [1]), ("events", 3), ("events", ["phase"]), ("actor", "Ann"), ("actor", {}),
     ("action", None), ("action", {"type": 4}), ("round", 5), ("n", None)],
)  # fmt: skip
def test_a_line_of_another_shape_is_told_at_its_place_and_ends_the_replay(
    key: str, field: str, value: Any
) -> None:
    lines = RECORDS[key]()
    lines[5] |= {field: value}
    found = followed(lines).mismatches[-1]
    assert (found.n, found.stated) == (lines[5]["n"], "as the format has it")


def test_what_is_wrong_in_a_line_is_not_told_of_the_one_before() -> None:
    lines = record26()
    at = next(i for i, line in enumerate(lines) if line.get("action", {}).get("type") == "par")
    lines[at]["action"]["corporation"] = [1]
    (found,) = [m for m in followed(lines).mismatches if m.n != "end"]
    assert found.n == lines[at]["n"]

"""Each of the 25 requests has a row that says where it is answered; the tests named there exist."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/.]+)::(\w+)`")


def rows() -> dict[int, tuple[str, str, str]]:
    text = (TOP / "bot/README.md").read_text("utf-8")
    return {int(n): (a.strip(), b.strip(), c.strip()) for n, a, b, c in ROW.findall(text)}


def test_each_request_has_a_row() -> None:
    assert sorted(rows()) == list(range(1, 26))
    assert all(asked and answered and tests for asked, answered, tests in rows().values())


def test_the_tests_of_the_rows_exist() -> None:
    named = [found for *_, tests in rows().values() for found in TEST.findall(tests)]
    assert all(TEST.search(tests) for *_, tests in rows().values())
    missing = [(path, name) for path, name in named if f"def {name}(" not in (TOP / path).read_text("utf-8")]
    assert missing == []

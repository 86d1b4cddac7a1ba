"""Every rule of every title has code and a marked test. See `engine/checks/rulebook.py`."""

from pathlib import Path

import pytest

from engine.checks.rulebook import (
    MarkedTest,
    Rulebook,
    parse_rulebook,
    parse_tests,
    problems_of,
    unknown_titles,
)
from tests.rulemark import rule

GOOD = """# 11XX: from rulebook to code

| words | that say something else |
| --- | --- |
| free | text |

| section | what | code | test |
| --- | --- | --- | --- |
| 1 | List of the components only | - | - |
| 2.3 | Par price \\| float | `steps.py`, `title.toml` | `test_par`, `test_a.py::test_float` |

## Chapter 3

| Section | What | Code | Test |
|---|---|---|---|
| 3.1 | Passing | steps.py | test_pass |
"""
TESTS = """
pytestmark = pytest.mark.asyncio

@rule("11XX", "2.3")
def test_par(): ...

def test_float(): ...

@rule("12YY", "9")
class TestPassing:
    @pytest.mark.parametrize("n", [pytest.param(1, marks=rule("11XX", "3.1")), 2])
    async def test_pass(self, n): ...
"""


@pytest.fixture
def place(tmp_path):
    (tmp_path / "steps.py").touch()
    (tmp_path / "title.toml").touch()
    return tmp_path


def problems(place, book=GOOD, tests=TESTS):
    return problems_of(parse_rulebook(book), parse_tests(tests, "tests/test_a.py"), [place])


def test_every_rule_has_code_and_a_marked_test(root):
    tests = all_tests(root)
    books = {path: parse_rulebook(path.read_text("utf-8")) for path in rule_files(root)}
    found = [
        problem for path, book in books.items() for problem in problems_of(book, tests, [root, path.parent])
    ]
    found += unknown_titles(tests, [book.title for book in books.values()])
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def test_every_title_has_its_rules(root):
    packages = {path.parent for path in root.glob("engine/titles/g*/__init__.py")}
    assert {path.parent for path in rule_files(root)} == packages


def rule_files(root: Path) -> list[Path]:
    return sorted(root.glob("engine/titles/*/RULES.md"))


def all_tests(root: Path) -> list[MarkedTest]:
    files = sorted((root / "tests").rglob("test_*.py"))
    return [
        test
        for file in files
        for test in parse_tests(file.read_text("utf-8"), file.relative_to(root).as_posix())
    ]


def test_a_good_rulebook_has_no_problems(place):
    assert problems(place) == []


def test_rows_are_read_from_all_rule_tables():
    book = parse_rulebook(GOOD)
    assert book.title == "11XX"
    assert [(row.section, row.prescribes) for row in book.rows] == [
        ("1", False),
        ("2.3", True),
        ("3.1", True),
    ]


def test_marks_are_read_from_functions_classes_and_parameters():
    par, floats, passing = parse_tests(TESTS, "t.py")
    assert par.marks == {("11XX", "2.3")}
    assert floats.marks == frozenset()
    assert passing.marks == {("12YY", "9"), ("11XX", "3.1")}


def test_a_mark_on_the_module_counts_for_all_its_tests():
    (test,) = parse_tests('pytestmark = [rule("11XX", "1", "2")]\ndef test_x(): ...', "t.py")
    assert test.marks == {("11XX", "1"), ("11XX", "2")}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("`test_par`, `test_a.py::test_float`", "-", "section 2.3: prescribes play and names no test"),
        ("`test_par`, `test_a.py::test_float`", "", "section 2.3: prescribes play and names no test"),
        ("`test_par`,", "`test_par`, test_gone", "section 2.3: names test_gone, which does not exist"),
        (
            "test_a.py::test_float",
            "test_b.py::test_float",
            "names test_b.py::test_float, which does not exist",
        ),
        ("`test_par`, ", "", 'section 2.3: none of its tests is marked @rule("11XX", "2.3")'),
        ("| steps.py | test_pass", "| - | test_pass", "section 3.1: names no code"),
        (
            "| steps.py | test_pass",
            "| gone.py | test_pass",
            "section 3.1: names gone.py, which does not exist",
        ),
        ("List of the components only", "List", "section 1: has no code and no test, and does not say why"),
        ("| 3.1 | Passing", "| 2.3 | Passing", "section 2.3 has several rows"),
        ("| 3.1 | Passing", "| 3.2 | Passing", "test_pass is marked with section 3.1, which has no row"),
        ("| steps.py | test_pass |", "| steps.py |", "not four cells: 3.1 | Passing | steps.py"),
        ("| Section | What | Code | Test |", "| Section | What | Test | Code |", "is not | section | what"),
        ("# 11XX: from rulebook to code", "11XX", "the first heading does not name the title"),
    ],
)
def test_a_bad_rulebook_is_found(place, old, new, problem):
    assert old in GOOD
    assert problem in "\n".join(problems(place, book=GOOD.replace(old, new)))


def test_a_rulebook_without_rows_is_found(place):
    assert "no table with the header" in problems(place, book="# 11XX\n", tests="")[0]


def test_a_lost_mark_is_found(place):
    assert problems(place, tests=TESTS.replace('@rule("11XX", "2.3")', "")) == [
        '11XX: section 2.3: none of its tests is marked @rule("11XX", "2.3")'
    ]


def test_a_mark_for_an_unknown_title_is_found():
    found = unknown_titles(parse_tests(TESTS, "t.py"), ["11XX"])
    assert found == ["t.py::test_pass is marked for 12YY, which has no RULES.md"]


@pytest.mark.parametrize("mark", ["rule(TITLE, '1')", "rule('11XX', *SECTIONS)", "rule('11XX')"])
def test_a_mark_that_cannot_be_read_is_an_error(mark):
    with pytest.raises(ValueError, match=r"t\.py:1: rule\(\) takes a title and sections"):
        parse_tests(f"@{mark}\ndef test_x(): ...", "t.py")


def test_nothing_to_check_is_no_problem():
    assert problems_of(Rulebook("11XX"), [], []) == []


def test_the_mark_carries_title_and_sections():
    assert rule("11XX", "1", "2").mark.args == ("11XX", "1", "2")
    with pytest.raises(ValueError, match="at least one section"):
        rule("11XX")

"""Reads the RULES.md of the titles and the `@rule` marks of the tests, and says where they disagree.

`python -m engine check TITLE --tests DIR` does the same for an external title. Its tests mark themselves
with `@pytest.mark.rule("11XX", "2.3")`; pytest knows the mark when its settings list it under ``markers``.

The format of `engine/titles/<package>/RULES.md`:

* The first heading starts with the title's key, as the marks use it: `# 11XX: from rulebook to code`.
* Tables with exactly this header (one table a chapter, or one for all):

      | section | what | code | test |
      | --- | --- | --- | --- |
      | 2.3 | A par price is chosen from the par cells | `engine/steps/stock.py` | `test_par_prices` |
      | 1.1 | List of components, prescribes no play | - | - |

* `section` is the rulebook's number, written as in the mark. Each section has one row.
* `code` names at least one existing file, from the title's package, or from the folder that has `engine`:
  `__init__.py`, `data/companies.toml`, `engine/rules/stock.py`.
* `test` names one or more existing tests, as `test_name` or `file.py::test_name` (the file as its path
  ends: `tests/titles/test_stock.py` or `test_stock.py`). At least one of them bears the mark of this
  section: `@rule("11XX", "2.3")`, on the function, its class or its parameters.
* A section that prescribes nothing has `-` in `code` and in `test`, and `what` says why (3 words or more).
* Other tables and all other text are free.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HEADER = ["section", "what", "code", "test"]
NAMED_TEST = re.compile(r"(?:([\w./-]+\.py)::)?(?:\w+::)?\b(test_\w+)(?!\w*\.py)")
NAMED_FILE = re.compile(r"[\w./-]+\.(?:py|toml)\b")
REASON_WORDS = 3


@dataclass(frozen=True)
class SectionRow:
    """One section of a rulebook and where it is carried out and tested."""

    section: str
    what: str
    code: str
    test: str

    @property
    def prescribes(self) -> bool:
        return (self.code, self.test) != ("-", "-")


@dataclass
class Rulebook:
    """The RULES.md of one title; `problems` are those of its form."""

    title: str
    rows: list[SectionRow] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class MarkedTest:
    """A test function and its marks as (title, section)."""

    file: str
    name: str
    marks: frozenset[tuple[str, str]]

    def is_named(self, file: str, name: str) -> bool:
        return self.name == name and (not file or f"/{self.file}".endswith(f"/{file}"))


def parse_rulebook(text: str) -> Rulebook:
    """Read a RULES.md."""
    heading = re.search(r"^#\s+(\S+)", text, re.MULTILINE)
    book = Rulebook(heading[1].rstrip(":,.") if heading else "")
    if not heading:
        book.problems.append("the first heading does not name the title")
    for table in _tables(text):
        _read_table(book, table)
    if not book.rows:
        book.problems.append(f"no table with the header | {' | '.join(HEADER)} | and rows")
    sections = [row.section for row in book.rows]
    book.problems += [
        f"section {s} has several rows" for s in sorted({s for s in sections if sections.count(s) > 1})
    ]
    return book


def _tables(text: str) -> Iterator[list[list[str]]]:
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.lstrip().startswith("|"):
            cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
            table.append([cell.strip().strip("`*").strip() for cell in cells])
        elif table:
            yield table
            table = []


def _read_table(book: Rulebook, table: list[list[str]]) -> None:
    header = [cell.lower() for cell in table[0]]
    if header[0] not in {"section", "sections"}:
        return
    if header != HEADER:
        book.problems.append(f"the header | {' | '.join(table[0])} | is not | {' | '.join(HEADER)} |")
        return
    for cells in table[2:]:
        if len(cells) == len(HEADER):
            book.rows.append(SectionRow(*cells))
        else:
            book.problems.append(f"not four cells: {' | '.join(cells)}")


def parse_tests(source: str, file: str) -> list[MarkedTest]:
    """Read the tests of one file with their marks; raises ValueError for a mark that is not plain strings."""
    module = ast.parse(source)
    common = [
        mark
        for node in module.body
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
        for mark in _marks(node.value, file)
    ]
    return list(_parse_body(module.body, file, frozenset(common)))


@cache
def marked_in(folder: Path) -> dict[str, MarkedTest]:
    """Return the tests of a folder by their names; its files are read once."""
    files = sorted(folder.glob("test_*.py"))
    return {test.name: test for file in files for test in parse_tests(file.read_text("utf-8"), file.name)}


@cache
def rulebook_of(package: Path) -> Rulebook:
    """Return what the RULES.md of a title's package says; it is read once."""
    return parse_rulebook((package / "RULES.md").read_text("utf-8"))


def _parse_body(
    body: Iterable[ast.stmt], file: str, outer: frozenset[tuple[str, str]]
) -> Iterator[MarkedTest]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        marks = outer.union(*(_marks(decorator, file) for decorator in node.decorator_list))
        if isinstance(node, ast.ClassDef):
            yield from _parse_body(node.body, file, marks)
        elif node.name.startswith("test_"):
            yield MarkedTest(file, node.name, marks)


def _marks(expression: ast.expr, file: str) -> Iterator[tuple[str, str]]:
    for call in ast.walk(expression):
        if not isinstance(call, ast.Call) or _called(call) != "rule":
            continue
        words = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if len(words) != len(call.args) or len(words) < 2:
            raise ValueError(f"{file}:{call.lineno}: rule() takes a title and sections as plain strings")
        yield from ((words[0], section) for section in words[1:])


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def problems_of(book: Rulebook, tests: list[MarkedTest], places: Iterable[Path]) -> list[str]:
    """Say where a rulebook and the tests disagree; `places` are where named code files may lie."""
    places = tuple(places)
    found = list(book.problems)
    for row in book.rows:
        check = _problems_of_rule if row.prescribes else _problems_of_remark
        found += [f"section {row.section}: {problem}" for problem in check(book.title, row, tests, places)]
    listed = {row.section for row in book.rows}
    for test in tests:
        strange = sorted(s for t, s in test.marks if t == book.title and s not in listed)
        found += [f"{test.file}::{test.name} is marked with section {s}, which has no row" for s in strange]
    return [f"{book.title}: {problem}" for problem in found]


def _problems_of_remark(
    _title: str, row: SectionRow, _tests: list[MarkedTest], _places: tuple[Path, ...]
) -> Iterator[str]:
    if len(row.what.split()) < REASON_WORDS:
        yield "has no code and no test, and does not say why"


def _problems_of_rule(
    title: str, row: SectionRow, tests: list[MarkedTest], places: tuple[Path, ...]
) -> Iterator[str]:
    files = NAMED_FILE.findall(row.code)
    if not files:
        yield "names no code"
    yield from (
        f"names {f}, which does not exist" for f in files if not any((p / f).is_file() for p in places)
    )
    named = NAMED_TEST.findall(row.test)
    if not named:
        yield "prescribes play and names no test"
    meant = [test for file, name in named for test in tests if test.is_named(file, name)]
    for file, name in named:
        if not any(test.is_named(file, name) for test in meant):
            yield f"names {file + '::' if file else ''}{name}, which does not exist"
    if meant and not any((title, row.section) in test.marks for test in meant):
        yield f'none of its tests is marked @rule("{title}", "{row.section}")'


def unknown_titles(tests: list[MarkedTest], titles: Iterable[str]) -> list[str]:
    """Say which tests are marked with a title that has no RULES.md."""
    known = set(titles)
    return [
        f"{test.file}::{test.name} is marked for {title}, which has no RULES.md"
        for test in tests
        for title in sorted({title for title, _ in test.marks} - known)
    ]

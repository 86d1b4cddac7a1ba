"""Each of the 25 requests has a row that says where it is answered; the tests named there exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from bot.work.registry import registered_names_by_purpose

TOP = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROOM = re.compile(r"^\| (`[\w/]+/`|\(top\)) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/.]+)::(\w+)`")


EXAMPLES = ["q_name"]
"""Names that stand for those of a new button."""


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


def test_every_module_stands_in_the_row_of_its_folder() -> None:
    text = (TOP / "bot/README.md").read_text("utf-8")
    told = {room: set(re.findall(r"`(\w+)`", said)) for room, said in ROOM.findall(text)}
    found: dict[str, set[str]] = {}
    for path in (TOP / "bot").rglob("*.py"):
        room = path.parent.relative_to(TOP / "bot").as_posix()
        if path.stem != "__init__" and "migrations" not in path.parts:
            found.setdefault("(top)" if room == "." else f"`{room}/`", set()).add(path.stem)
    assert {room: sorted(stems - told.get(room, set())) for room, stems in found.items()} == {
        room: [] for room in found
    }
    assert told.keys() - {"room"} == found.keys()


def names_in(text: str) -> set[str]:
    """The names of code that a text has between backticks: calls, attributes, names with an underscore."""
    spans = re.findall(r"`([^`\n]+)`", text)
    return {name for span in spans for name in re.findall(r"\w+(?=\()|(?<=\w\.)[a-z]\w+|\b[a-z]+_\w+", span)}


def unknown_names(text: str, source: str) -> list[str]:
    """The names of code in a text that a source does not have."""
    return sorted(names_in(text) - set(re.findall(r"\w+", source)))


def test_the_names_of_code_in_the_text_exist() -> None:
    folders = [TOP / name for name in ("bot", "engine", "render", "tests")]
    paths = [path for folder in folders for path in folder.rglob("*") if path != Path(__file__)]
    texts = (path.read_text("utf-8") for path in paths if path.suffix == ".py")
    source = "\n".join([*(path.name for path in paths), *texts])
    before, _, rest = (TOP / "bot/README.md").read_text("utf-8").partition("## The 25 requests")
    text = before + rest.partition("## Time")[2]
    assert unknown_names(text, source) == EXAMPLES
    assert unknown_names("Call `outbox.owe_it(conn)` in `after_all`.", source) == ["after_all", "owe_it"]


def test_what_is_registered_is_listed() -> None:
    import_module("bot.operate.features")
    text = (TOP / "bot/README.md").read_text("utf-8")
    at = dict(re.findall(r"`([\w/]+\.py): ([A-Z_]+)`", text))
    made = {
        str(path.relative_to(TOP / "bot")): name
        for path in (TOP / "bot").rglob("*.py")
        for name in re.findall(r"^([A-Z_]+) = Registry\[", path.read_text("utf-8"), re.MULTILINE)
    }
    assert at == made
    assert all(registered_names_by_purpose().values())


def test_the_tests_lie_in_the_rooms_of_what_they_test() -> None:
    rooms = {path.parent.name for path in (TOP / "bot").glob("*/__init__.py")}
    found = {path.parent.name for path in (TOP / "tests/bot").glob("*/test_*.py")}
    assert found == rooms | {"whole"}
    loose = {path.name for path in (TOP / "tests/bot").glob("test_*.py")}
    assert loose == {"test_app.py", "test_config.py", "test_readme.py"}

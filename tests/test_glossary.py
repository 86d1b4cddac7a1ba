"""GLOSSARY.md: every public class of the engine and the pictures is named in words that stand there."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^|`]+)` \|$", re.MULTILINE)
PART = re.compile(r"[A-Z][a-z0-9]*")
ENDINGS = ("", "s", "es", "ed")
FOLDER = re.compile(r"engine/titles/(\w+)/")


@pytest.fixture(scope="module")
def rows(root):
    return ROW.findall((root / "GLOSSARY.md").read_text("utf-8"))


@pytest.fixture(scope="module")
def known(root):
    return words_of((root / "GLOSSARY.md").read_text("utf-8"))


@pytest.fixture(scope="module")
def printed(root):
    """The words of the names that are printed on the components of each title, by its folder."""
    return {
        folder.name: set(re.findall(r"[^\W\d_]+", " ".join(_names(folder / "data")).lower()))
        for folder in (root / "engine/titles").glob("g*")
    }


def _names(data: Path) -> Iterator[str]:
    for path in data.glob("*.toml"):
        yield from re.findall(r'\bname = "([^"]*)"', path.read_text("utf-8"))


def words_of(glossary: str) -> set[str]:
    """All words: those of the terms, and those that mean what they mean in English."""
    plain = glossary.partition("## Plain words")[2].rpartition("\n\n")[2]
    terms = (word for term, _, _ in ROW.findall(glossary) for word in re.findall(r"\w+", term))
    return {word.lower() for word in terms} | set(plain.split())


def unknown(name: str, known: set[str]) -> list[str]:
    """The words of a name in capitals that are not known, as they are or without an ending."""
    words = (word.lower() for word in PART.findall(name))
    return [word for word in words if not {word.removesuffix(ending) for ending in ENDINGS} & known]


def public_classes(source: str) -> Iterator[str]:
    """The names of the public classes of a module, inner ones included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def strangers(folders: Iterable[Path], known: set[str], printed: dict[str, set[str]]) -> dict[str, str]:
    """Words that stand in no row and are printed on no component of the title: a class that uses each."""
    found: dict[str, str] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        title = FOLDER.search(path.as_posix())
        here = known | (printed[title[1]] if title else set())
        for name in public_classes(path.read_text("utf-8")):
            found |= dict.fromkeys(unknown(name, here), name)
    return found


def test_every_public_class_is_named_in_known_words(root, known, printed):
    found = strangers((root / "engine", root / "render"), known, printed)
    assert found == {}, "a row of GLOSSARY.md says what it is, or its plain words have it"


def test_a_class_of_an_unknown_word_is_found(tmp_path):
    glossary = "| **train**, card | that runs | `a.py` |\n\n## Plain words\n\nThese.\n\nsold\n"
    known = words_of(glossary)
    assert known == {"train", "card", "sold"}
    where = tmp_path / "engine/titles/g1"
    where.mkdir(parents=True)
    code = "class TrainsSold:\n    class CardFrobbed: ...\nclass Paris: ...\nclass _Own: ...\n"
    (where / "a.py").write_text(code, "utf-8")
    assert strangers([tmp_path / "engine"], known, {"g1": {"paris"}}) == {"frobbed": "CardFrobbed"}
    assert strangers([tmp_path / "engine"], known, {"g1": set()})["paris"] == "Paris"
    assert unknown("Boxes", {"box"}) == []


def test_each_term_stands_once_and_its_place_says_it(root, rows):
    terms = [word for term, _, _ in rows for word in re.split(r", ", term.replace("*", ""))]
    assert sorted(terms) == sorted(set(terms))
    assert [place for _, _, place in rows if not (root / place).is_file()] == []
    assert [(term, place) for term, _, place in rows if not _says(root / place, term)] == []
    assert len(rows) > 140


def _says(place: Path, term: str) -> bool:
    """Whether a module, or its name, has one of the words of a row."""
    text = re.sub(
        r"[\s_`]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", f"{place.stem} {place.read_text('utf-8')}")
    )
    return any(word in text.lower() for word in term.replace("*", "").lower().split(", "))

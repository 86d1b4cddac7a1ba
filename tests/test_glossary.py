"""GLOSSARY.md: every public class of the engine and the pictures is named in words that stand there."""

import ast
import re

import pytest

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^|`]+)` \|$", re.MULTILINE)
PART = re.compile(r"[A-Z][a-z0-9]*")
ENDINGS = ("", "s", "es", "ed")


@pytest.fixture(scope="module")
def rows(root):
    return ROW.findall((root / "GLOSSARY.md").read_text("utf-8"))


@pytest.fixture(scope="module")
def known(root, rows):
    """All words: the terms, and those that mean what they mean in English."""
    text = (root / "GLOSSARY.md").read_text("utf-8")
    plain = text.partition("## Plain words")[2].partition("\n\n")[2]
    return {word.lower() for term, _, _ in rows for word in re.findall(r"\w+", term)} | set(plain.split())


def unknown(name, known):
    """The words of a name in capitals that are not known, as they are or without an ending."""
    words = (word.lower() for word in PART.findall(name))
    return [word for word in words if not {word.removesuffix(ending) for ending in ENDINGS} & known]


def test_every_public_class_is_named_in_known_words(root, known):
    missing: dict[str, str] = {}
    for path in [*(root / "engine").rglob("*.py"), *(root / "render").rglob("*.py")]:
        if "titles/g" not in path.as_posix():
            classes = [
                node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)
            ]
            for name in (node.name for node in classes if not node.name.startswith("_")):
                missing |= dict.fromkeys(unknown(name, known), name)
    assert missing == {}, "a row of GLOSSARY.md says what it is, or its plain words have it"


def test_an_unknown_word_is_found():
    assert unknown("TrainsFrobbed", {"train"}) == ["frobbed"]
    assert unknown("Boxes", {"box"}) == []


def test_each_term_stands_once_and_its_place_exists(root, rows):
    terms = [word for term, _, _ in rows for word in re.split(r", ", term.replace("*", ""))]
    assert sorted(terms) == sorted(set(terms))
    assert [place for _, _, place in rows if not (root / place).is_file()] == []
    assert len(rows) > 80

"""The names that are promised: they exist, say what they are, and stand in engine/README.md."""

import importlib
import inspect
import re

import pytest

MODULES = ("engine", "render")
PLAIN = {"Json", "TITLES", "VIEWS"}
"""Names of values and of a type, which have no docstring of their own."""


def chapter(root):
    text = (root / "engine/README.md").read_text("utf-8")
    return text.split("## As a library")[1].split("\n## ")[0]


def undocumented(thing):
    """The public functions, methods and properties of a thing that say nothing, by name."""
    if not inspect.isclass(thing):
        return [] if inspect.getdoc(thing) else [thing.__name__]
    own = [(name, part) for name, part in vars(thing).items() if not name.startswith("_")]
    told = [(name, part) for name, part in own if callable(part) or isinstance(part, property)]
    return [name for name, part in [(thing.__name__, thing), *told] if not (part.__doc__ or "").strip()]


@pytest.mark.parametrize("module", MODULES)
def test_a_promised_name_says_what_it_is(root, module):
    face, told = importlib.import_module(module), chapter(root)
    assert [name for name in face.__all__ if not re.search(rf"`{name}\b", told)] == []
    assert [
        part for name in face.__all__ if name not in PLAIN for part in undocumented(getattr(face, name))
    ] == []


def test_the_page_promises_nothing_else(root):
    told = {
        name
        for row in re.findall(r"^\| (`[^|]+) \|", chapter(root), re.MULTILINE)
        for name in re.findall(r"\w+", row)
    }
    assert told == set(importlib.import_module("engine").__all__)


def test_what_says_nothing_is_found():
    class Silent:
        def spoken(self):
            """Says it."""

        def silent(self): ...

    assert undocumented(Silent) == ["Silent", "silent"]
    assert undocumented(lambda: None) == ["<lambda>"]

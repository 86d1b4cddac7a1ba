"""The examples in public docstrings run."""

import doctest
import importlib
from pathlib import Path

import pytest

from engine.board.board import Board
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.routes.policy import RoutePolicy
from engine.title import Title


def modules(root: Path) -> list[str]:
    """The modules of the engine with an example."""
    paths = [path for path in (root / "engine").rglob("*.py") if ">>> " in path.read_text("utf-8")]
    return sorted(".".join(path.relative_to(root).with_suffix("").parts) for path in paths)


@pytest.mark.parametrize("public", [Game, Title, RoutePolicy, View, PositionWriter, Board])
def test_the_doors_of_the_engine_have_an_example(public):
    assert ">>> " in public.__doc__


def test_examples_run(root):
    found = {name: doctest.testmod(importlib.import_module(name)) for name in modules(root)}
    assert len(found) >= 7
    assert {name: done.failed for name, done in found.items() if done.failed} == {}
    assert all(done.attempted for done in found.values())

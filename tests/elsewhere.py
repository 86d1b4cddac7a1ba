"""A title outside of the package, for tests: the data of 1889 under another key, with one tile of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine import TITLES
from engine.titles import g1889

HERE = Path(g1889.__file__).parent
CODE = """
from dataclasses import replace
from pathlib import Path
from engine.rules.boards import BoardPolicy
from engine.abilities.power import Power
from engine.title import title_data
from engine.titles.g1889 import TITLE as MODEL
from engine.titles.g1889.figures import Figures

FOLDER = Path(__file__).parent
RULES = replace(MODEL.rules, board=BoardPolicy(FOLDER))
TITLE = replace(MODEL, data=title_data(FOLDER, Figures), rules=RULES, recorded=None)
"""
RULES = """# ELSE: from rulebook to code

| section | what | code | test |
| --- | --- | --- | --- |
| 1 | Companies have homes | `__init__.py` | `test_homes` |
"""


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Change one text of a data file; the test fails when it is not there."""
    path = folder / "data" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def make_title(folder: Path) -> Path:
    """Write the title into a new folder; its key is ELSE."""
    shutil.copytree(HERE / "data", folder / "data")
    change(folder, "game.toml", 'key = "1889"', 'key = "ELSE"')
    change(folder, "game.toml", '"437" = 1', '"437" = 1\nE437 = 1')
    (folder / "data" / "tiles.toml").write_text('[tiles]\nE437 = "yellow town:30 02-s0"\n', "utf-8")
    (folder / "__init__.py").write_text(CODE, "utf-8")
    (folder / "RULES.md").write_text(RULES, "utf-8")
    return folder


def is_known(key: str) -> bool:
    """Whether this process, such as a worker, has a title."""
    return key in TITLES

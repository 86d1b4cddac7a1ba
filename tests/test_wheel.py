"""The wheel brings the engine and the pictures, usable where only what they need is installed."""

import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_packaging import needed

pytestmark = pytest.mark.slow(seconds=4)

ALONE = """
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
"""
"""Lets modules be missing as if they were not installed."""

PLAYED = """
import engine, render
from engine.checks.random_play import play

game = play(engine.TITLES["1889"], 3, 5, {}).game
assert game.waiting() is None
assert engine.import_game(game.to_json()).digest() == game.digest()
for view in ("map", "chart", "companies"):
    assert render.draw(game, view).png.startswith(b"\\x89PNG")
assert "Kouchi" in render.describe(game)
print(engine.__file__)
"""


@pytest.fixture(scope="module")
def site(root, tmp_path_factory):
    """What the wheel installs, in a folder of its own."""
    place = tmp_path_factory.mktemp("wheel")
    for name in ("engine", "render", "bot"):
        shutil.copytree(root / name, place / "src" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, place / "src" / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    command += [
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--wheel-dir",
        str(place),
        str(place / "src"),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    (wheel,) = place.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(place / "site")
    shutil.rmtree(place / "src")
    return place / "site"


@pytest.fixture(scope="module")
def absent(pyproject):
    """The modules of this environment that the wheel without extras does not bring."""
    brought = {name for line in pyproject["project"]["dependencies"] for name in needed(Requirement(line))}
    return {
        module
        for module, owners in packages_distributions().items()
        if not {canonicalize_name(owner) for owner in owners} & brought
    }


def run(site, absent, code):
    """Run some code where only the wheel and what it needs are installed."""
    code = f"ABSENT = {absent!r}\n{ALONE}\nsys.path.insert(0, {str(site)!r})\n{code}"
    command = [sys.executable, "-I", "-c", code]
    return subprocess.run(command, cwd=site, capture_output=True, text=True, timeout=120, check=False)


def test_the_wheel_plays_and_draws_alone(site, absent):
    assert {"discord", "sqlalchemy", "numba", "highspy", "aiohttp", "babel", "pytest"} <= absent
    done = run(site, absent, PLAYED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(site))


def test_what_is_absent_is_missed(site, absent):
    done = run(site, absent, "import bot.app")
    assert "ModuleNotFoundError" in done.stderr


def test_the_wheel_says_that_it_is_typed_and_brings_its_documents(site):
    rules = "engine/titles/g1889/data/rules"
    for path in (
        "engine/py.typed",
        "render/py.typed",
        "engine/README.md",
        "engine/titles/g1889/RULES.md",
        f"{rules}/1_setup.toml",
        f"{rules}/de/1_setup.toml",
    ):
        assert (site / path).is_file(), path

"""The structure of the source, and proof that each check can fail."""

import importlib
import re

import pytest

from tests import architecture as arch
from tests.architecture import Source
from tests.note_owners import note_faults
from tests.state_writers import direct_writes

# path -> why it is longer than 400 lines
LONG_FILES: dict[str, str] = {}
# path::function -> why it is longer than 45 lines
LONG_FUNCTIONS: dict[str, str] = {}
# What the bot may import of engine and render: what these modules name in __all__.
FACES = (
    "engine", "engine.api.course", "engine.api.depot", "engine.api.gains",
    "engine.api.incomes", "engine.api.judging", "engine.api.leads", "engine.api.moves", "engine.api.plans",
    "engine.api.players", "engine.api.rulebook", "engine.api.runs", "engine.api.sets",
    "engine.api.short_reasons", "engine.api.round_state", "engine.api.stories", "engine.api.supply",
    "engine.api.table", "engine.api.trading", "engine.api.whynot", "engine.message",
    "render", "render.api", "render.film", "render.filmtext", "render.map.phone", "render.map.sectors",
)  # fmt: skip


def report(problems):
    """Fail with one problem a line."""
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture(scope="module")
def code(root):
    return arch.read_sources(root, arch.PARTS, ".py")


def test_imports_point_one_way(code):
    report(arch.wrong_imports(code))


def test_rooms_know_what_they_may(code):
    report(arch.wrong_rooms(code))


@pytest.mark.parametrize("part", arch.PARTS)
def test_nothing_imports_in_a_circle(code, part):
    report(arch.circles([source for source in code if source.part == part]))


def test_types_see_the_rules(code):
    report(arch.untyped(code))


def test_the_bot_uses_only_what_the_engine_and_the_pictures_show(code):
    report(arch.inner_imports(code, {face: importlib.import_module(face).__all__ for face in FACES}))


def test_no_room_knows_what_stands_above_it(code):
    report(arch.climbing(code))


def test_no_chapters_of_a_title_import_in_a_circle(code):
    report(arch.chapter_circles(code))


def test_no_rooms_within_a_room_import_in_a_circle(code):
    report(arch.room_circles([source for source in code if not source.title]))


def test_folders_are_short(root):
    report(arch.full_folders(arch.read_sources(root, arch.PARTS, ".py", ".toml")))


@pytest.mark.parametrize("face", FACES)
def test_each_face_has_what_it_names(face):
    module = importlib.import_module(face)
    assert sorted(set(module.__all__)) == sorted(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_every_face_is_listed(root):
    assert {f"engine.api.{path.stem}" for path in (root / "engine/api").glob("[a-z]*.py")} <= set(FACES)


def test_titles_are_known_only_to_the_list_of_titles(code):
    report(arch.title_imports(code))


def test_shared_code_names_no_title(root):
    report(arch.title_names(arch.read_sources(root, arch.PARTS, ".py", ".toml", ".mako", ".ini")))


def test_the_sentences_of_a_title_are_its_own(code):
    report(arch.foreign_stories(code))


def test_amounts_of_money_are_written_in_one_way(code):
    writers = [
        source.path for source in code if re.search(r"""f"[^"\n]*(currency|\{money)\}\{""", source.text)
    ]
    assert writers == ["engine/core/view.py", "render/map/writing.py"]  # the other one: costs on hexes


def test_files_are_short(root):
    report(arch.long_files(arch.read_sources(root, (*arch.PARTS, "tests"), ".py"), LONG_FILES))


def test_functions_are_short(code):
    report(arch.long_functions(code, LONG_FUNCTIONS))


def test_the_typical_function_is_very_short(code):
    report(arch.median_too_long(code))


def test_only_events_write_the_state(code):
    report(direct_writes([source for source in code if source.part != "bot"]))


def test_a_note_is_written_by_its_owner_alone(code):
    report(note_faults([source for source in code if source.part == "engine"]))


def test_every_data_file_is_packaged(root, pyproject):
    patterns = [p.removeprefix("*") for p in pyproject["tool"]["setuptools"]["package-data"]["*"]]
    files = [path for part in arch.PARTS for path in (root / part).rglob("*") if path.is_file()]
    data = [path for path in files if path.suffix != ".py" and path.parent.name != "__pycache__"]
    report([str(path) for path in data if not path.name.endswith(tuple(patterns))])


# --- each check can fail ---------------------------------------------------------------------------


def test_problems_are_reported():
    report([])
    with pytest.raises(pytest.fail.Exception, match="one\ntwo"):
        report(["one", "two"])


@pytest.mark.parametrize(
    ("path", "line", "why"),
    [
        ("engine/a.py", "import render.map", "engine never imports render"),
        ("engine/a.py", "from bot import app", "engine never imports bot"),
        ("render/a.py", "from bot.text import t", "render never imports bot"),
        ("bot/a.py", "import tests.scenario", "bot never imports tests"),
        ("engine/a.py", "import PIL", "not a package that engine may use"),
        ("engine/board/large/a.py", "import numba", "not a package that engine may use"),
        ("render/a.py", "import discord", "not a package that render may use"),
        ("bot/a.py", "import requests", "not a package that bot may use"),
        ("bot/a.py", "def f():\n    import simcord", "only bot/local/ knows simcord"),
        ("engine/a.py", "def f():\n    import time", "no clock"),
        ("engine/a.py", "from datetime import date", "no clock"),
        ("engine/a.py", "import random", "a recorded seed"),
        ("engine/a.py", "from random import shuffle", "a recorded seed"),
        ("engine/b/a.py", "from ...render import map", "engine never imports render"),
    ],
)
def test_a_wrong_import_is_found(path, line, why):
    (problem,) = arch.wrong_imports([Source(path, line)])
    assert why in problem


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/a.py", "from engine.core.state import State\nfrom random import Random\nimport tomllib"),
        ("engine/b/a.py", "from . import c\nfrom ..state import State"),
        ("render/a.py", "import time\nfrom PIL import Image\nfrom engine.core.view import View"),
        ("bot/local/a.py", "import simcord\nfrom simcord.backend import Backend"),
        ("bot/a.py", "import asyncio\nimport discord\nimport render\nfrom engine import Game"),
        ("engine/solver/compiled.py", "import highspy\nimport numba\nimport numpy"),
    ],
)
def test_a_right_import_is_left_alone(path, line):
    assert not arch.wrong_imports([Source(path, line)])


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/solver/a.py", "from engine.core.state import Place"),
        ("engine/solver/large/a.py", "from engine.board.hexmap import Place"),
        ("engine/board/a.py", "from engine.routes.paths import Route"),
        ("engine/board/a.py", "from engine.solver.walks import Search"),
        ("engine/board/a.py", "from engine.rules import trains"),
        ("engine/core/a.py", "from engine.rules.laws.reading import Laws"),
        ("engine/core/a.py", "if TYPE_CHECKING:\n    from engine.title import Title"),
        ("engine/core/a.py", "from engine.steps import track"),
        ("engine/rules/a.py", "from engine.steps.offers import Deals"),
        ("engine/steps/a.py", "from engine.title import Title"),
    ],
)
def test_a_step_into_a_wrong_room_is_found(path, line):
    (problem,) = arch.wrong_rooms([Source(path, line)])
    assert "it may know" in problem


def test_a_right_room_is_left_alone():
    large = Source("engine/solver/large/a.py", "from engine.solver.walks import Search\nimport math")
    core = Source("engine/core/a.py", "from engine.board.board import Board")
    assert not arch.wrong_rooms([large, core, Source("engine/game.py", "from engine.routes import suggest")])


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/rules/a.py", "def f(x: Any) -> None: ..."),
        ("engine/steps/a.py", "x: dict[str, typing.Any] = {}"),
        ("engine/title.py", "rules = cast(Rules, x)"),
        ("engine/core/a.py", "if TYPE_CHECKING:\n    x = 1"),
        ("engine/routes/a.py", "if typing.TYPE_CHECKING:\n    x = 1"),
    ],
)
def test_a_lost_type_is_found(path, line):
    (problem,) = arch.untyped([Source(path, line)])
    assert problem.startswith(f"{path}:1 says ")


def test_a_type_lost_at_the_border_is_left_alone():
    assert not arch.untyped([Source("engine/core/actions.py", "Json = Any"), Source("bot/a.py", "x: Any")])


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("bot/a.py", "from engine.core.state import Offer"),
        ("bot/turn/a.py", "from engine import core"),
        ("bot/a.py", "import engine"),
        ("bot/a.py", "def f():\n    from render.map import draw"),
        ("bot/a.py", "if TYPE_CHECKING:\n    from engine.title import Title"),
    ],
)
def test_an_import_of_the_inside_is_found(path, line):
    (problem,) = arch.inner_imports([Source(path, line)], {"engine": ["Game"], "render.api": ["draw"]})
    assert problem.startswith(f"{path} imports ")


def test_a_circle_of_imports_is_found():
    sources = [
        Source("bot/a.py", "def f():\n    from bot.b import x"),
        Source("bot/b/__init__.py", "from bot import c"),
        Source("bot/c.py", "if TYPE_CHECKING:\n    from bot.a import f"),
        Source("bot/d.py", "import asyncio\nfrom bot.e import y"),
        Source("bot/e.py", "from engine import Game"),
    ]
    assert [problem.split(" ", 1)[0] for problem in arch.circles(sources)] == ["bot.a", "bot.b", "bot.c"]
    assert arch.circles(sources[1:]) == []


@pytest.mark.parametrize(
    ("path", "line", "why"),
    [
        ("bot/chat/a.py", "from bot.turn import session", "imports bot.turn"),
        ("bot/games/a.py", "def f():\n    from bot.cards.turn import card", "imports bot.cards.turn"),
        ("bot/store/a.py", "if TYPE_CHECKING:\n    from bot.orders.order import Order", "imports bot.orders"),
        ("bot/local/a.py", "from bot.app import StationBot", "imports bot.app"),
        ("render/pen/a.py", "from render.map.scene import Scene", "imports render.map"),
        ("render/charts/a.py", "from render import api", "imports render.api"),
        ("render/loose.py", "", "is in no room"),
        ("bot/loose.py", "", "is in no room"),
        ("bot/attic/a.py", "", "is in no room"),
    ],
)
def test_an_import_from_above_is_found(path, line, why):
    (problem,) = arch.climbing([Source(path, line)])
    assert problem.startswith(f"{path} {why}")


def test_an_import_from_below_is_left_alone():
    known = [Source("bot/turn/a.py", "from bot.games import moves"), Source("bot/app.py", "import bot.local")]
    assert arch.climbing(known) == []


def test_a_circle_of_chapters_is_found():
    sources = [
        Source("engine/titles/g1899/__init__.py", "from engine.titles.g1899.track import lay"),
        Source("engine/titles/g1899/track/lay.py", "from engine.titles.g1899.stock.sale import x"),
        Source("engine/titles/g1899/stock/par.py", "from engine.titles.g1899.track.lay import y"),
        Source("engine/titles/g1899/stock/sale.py", "from engine.core.view import View"),
    ]
    found = [problem.split(" ", 1)[0].rpartition("/")[2] for problem in arch.chapter_circles(sources)]
    assert found == ["g1899", "stock", "track"]
    assert arch.chapter_circles([*sources[:2], sources[3]]) == []


def test_a_full_folder_is_found():
    names = ("a", "b", "c/d", "c/e", "__init__")
    sources = [Source(f"bot/turn/{name}.py", "") for name in names]
    assert arch.full_folders(sources, most=2) == ["bot/turn has 3 entries (at most 2)"]
    assert arch.full_folders(sources, most=3) == []


def test_a_circle_of_rooms_is_found():
    sources = [
        Source("bot/turn/pages/a.py", "from bot.turn.presses.b import press"),
        Source("bot/turn/presses/b.py", "from bot.turn.texts import text"),
        Source("bot/turn/texts.py", "from bot.games.c import game"),
        Source("bot/games/c.py", "from bot.turn.pages.d import page"),
        Source("bot/turn/pages/d.py", ""),
    ]
    assert arch.room_circles(sources) == []
    circle = Source("bot/turn/texts.py", "def f():\n    from bot.turn.pages import d")
    assert [problem.split(" ", 1)[0] for problem in arch.room_circles([*sources, circle])] == [
        "bot.turn.pages", "bot.turn.presses", "bot.turn.texts",
    ]  # fmt: skip


def test_an_import_of_a_face_is_left_alone():
    shown = Source("bot/a.py", "from engine import Game\nfrom render.api import draw")
    inside = Source("render/a.py", "from engine.core.state import Offer")
    assert arch.inner_imports([shown, inside], {"engine": ["Game"], "render.api": ["draw"]}) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/game.py", "from engine import titles"),
        ("engine/game.py", "from engine.titles.g11xx import TITLE"),
        ("engine/steps/a.py", "from ..titles import g11xx"),
        ("engine/titles/g11xx/a.py", "from engine.titles.g12yy.steps import X"),
        ("engine/titles/g11xx/a.py", "from .. import g12yy"),
        ("engine/titles/g11xx/a.py", "from engine.titles import TITLES"),
        ("bot/a.py", "import engine.titles.g11xx"),
    ],
)
def test_an_import_of_a_title_is_found(path, line):
    assert len(arch.title_imports([Source(path, line)])) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/__init__.py", "from engine.titles import TITLES"),
        ("engine/titles/__init__.py", "from engine.titles import g11xx"),
        ("engine/titles/g11xx/__init__.py", "from engine.titles.g11xx.steps import X\nfrom . import rules"),
        ("engine/game.py", "from engine.title import Title"),
    ],
)
def test_an_own_import_of_a_title_is_left_alone(path, line):
    assert not arch.title_imports([Source(path, line)])


@pytest.mark.parametrize("name", ["18EZ", "18oe", "is_1862", "G1826", "g18xyz", '"1862"', "1826Trains"])
def test_a_title_name_is_found(name):
    (problem,) = arch.title_names([Source("bot/text.py", f"fine\nif x == {name}:")])
    assert re.match(r"bot/text\.py:2 names a title", problem)


def test_a_title_name_in_the_titles_is_left_alone():
    assert not arch.title_names(
        [Source("engine/titles/__init__.py", "g1862"), Source("render/a.py", "#218620 1867")]
    )


@pytest.mark.parametrize("name", ["tell", "TEMPLATES"])
def test_a_title_that_tells_for_all_is_found(name):
    line = f"from engine.core.story import Rank, {name}"
    assert len(arch.foreign_stories([Source("engine/titles/g11xx/a.py", line)])) == 1
    assert not arch.foreign_stories([Source("engine/steps/a.py", line)])


def test_a_long_file_is_found():
    short, long = Source("bot/a.py", "x\n" * 400), Source("bot/b.py", "x\n" * 401)
    assert arch.long_files([short, long], {}) == ["bot/b.py has 401 lines (at most 400)"]
    assert arch.long_files([short, long], {"bot/b.py": "a table"}) == []
    assert arch.long_files([short, long], {"bot/a.py": "", "bot/b.py": ""}) == [
        "bot/a.py is listed as long, and is not"
    ]


def function(lines, name="f"):
    return f"def {name}():\n" + "    x = 1\n" * (lines - 1)


def test_a_long_function_is_found():
    source = Source(
        "bot/a.py", function(45, "short") + "class A:\n" + "    async def long(self):\n" + "        x\n" * 45
    )
    assert arch.long_functions([source], {}) == ["bot/a.py::long has 46 lines (at most 45)"]
    assert arch.long_functions([source], {"bot/a.py::long": "a reason"}) == []
    assert arch.long_functions([], {"bot/a.py::gone": ""}) == ["bot/a.py::gone is listed as long, and is not"]


def test_a_long_median_is_found():
    assert arch.median_too_long([Source("bot/a.py", function(9) + function(9) + function(40))]) == []
    assert arch.median_too_long([Source("bot/a.py", function(2) + function(10) + function(12))]) == [
        "the median function has 10 lines (under 10)"
    ]
    assert arch.median_too_long([]) == []

"""What the source must keep: directions of import, titles apart, short files and functions.

Every check takes sources and returns one sentence a breach: it can be shown to fail on made-up source.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PARTS = ("engine", "render", "bot")
MAY_IMPORT = {"engine": {"engine"}, "render": {"engine", "render"}, "bot": {"engine", "render", "bot"}}
THIRD_PARTY = {
    "engine": set[str](),
    "render": {"PIL", "matplotlib"},
    "bot": {
        "discord",
        "sqlalchemy",
        "alembic",
        "aiosqlite",
        "PIL",
        "aiohttp",
        "yarl",
        "babel",
        "prometheus_client",
    },
}
# The simulated Discord is an extra: the bot itself must work, and be understood, without it.
ROOMS = {"simcord": "bot/local/"}
# The engine is synchronous and knows no clock, no machine and no chance but a Random with a recorded seed.
NOT_IN_ENGINE = {
    *("time", "datetime", "os", "secrets", "uuid", "asyncio", "threading", "multiprocessing", "concurrent"),
    *("socket", "subprocess", "sqlite3", "pickle"),
}
TITLE_NAME = re.compile(r"18ez|18oe|(?<!\d)18(?:62|26)(?!\d)|\bg18\w+", re.IGNORECASE)
# The command line may look at a clock: it measures the engine, which is handed one.
CLOCK = ("engine/__main__.py", "time")
# The engine needs no package; where these are installed, one module brings them in (see its docstring).
COMPILED = {("engine/solver/compiled.py", package) for package in ("highspy", "numba", "numpy")}
# What the rooms of the engine may import; a file in none of them may import all.
MAY_ENTER = {
    "engine/board/": ("board", "message"),
    "engine/solver/": ("solver",),
    "engine/core/": ("core", "board", "data", "message"),
    "engine/data/": ("core", "data", "message"),
    "engine/rules/": ("rules", "routes", "core", "board", "data", "message"),
    "engine/players/": (
        *("players", "checks", "steps", "rules", "routes", "core", "board", "data"),
        *("game", "title", "safe", "filling", "message"),
    ),
    "engine/steps/": ("steps", "rules", "routes", "core", "board", "data", "message"),
}
# Where types must see everything, and the modules at the JSON border that may say Any.
TYPED = ("engine/core/", "engine/rules/", "engine/steps/", "engine/title.py", "engine/game.py")
JSON_BORDER = {"engine/core/actions.py", "engine/core/state.py", "engine/core/events_base.py"}
SHARED_STORIES = ("engine.core.story.tell", "engine.core.story.TEMPLATES")
MAX_FILE, MAX_FUNCTION, MEDIAN_FUNCTION = 400, 45, 10


@dataclass(frozen=True)
class Source:
    """A file by its path from the top of the checkout."""

    path: str
    text: str

    @property
    def part(self) -> str:
        return self.path.split("/", 1)[0]

    @property
    def title(self) -> str:
        """The title package that the file belongs to, or nothing."""
        return self.path.split("/")[2] if re.match(r"engine/titles/\w+/", self.path) else ""

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        """All nodes of the file, as `ast.walk` returns them."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def imports(self) -> Sequence[str]:
        """All that the file imports, as absolute dotted names down to the imported name."""
        return tuple(_imports(self))


FLOORS = {
    "bot": (
        "config", "words", "store", "work", "games", "chat", "cards", "post", "votes", "calls",
        "computers", "table", "absence", "people", "turn", "orders", "look", "operate", "local", "app",
        "__main__",
    ),
    "render": (
        "pen", "map", "cards", "twins", "sheets", "charts", "market", "routes", "twin", "api", "games",
        "film", "filmtext", "gallery", "__main__",
    ),
}  # fmt: skip
"""The rooms of the bot and of the pictures, each above those before it; some are single modules."""
TOPS = {"bot": "app", "render": "games"}
"""The floor of a part's own module."""


def read_sources(root: Path, parts: Iterable[str], *endings: str) -> list[Source]:
    """Read all files of some parts of the checkout that have one of the endings."""
    files = (path for part in parts for path in sorted((root / part).rglob("*")))
    return [
        Source(path.relative_to(root).as_posix(), path.read_text("utf-8"))
        for path in files
        if path.suffix in endings and path.is_file()
    ]


def _imports(source: Source) -> Iterator[str]:
    package = source.path.removesuffix(".py").split("/")[:-1]
    for node in _statements(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _statements(tree: ast.Module) -> Sequence[ast.AST]:
    """All statements of a file, the outer ones first: a small part of its nodes."""
    found: list[ast.AST] = [*tree.body]
    for node in found:
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            found += getattr(node, part, ())
    return found


def wrong_imports(sources: Iterable[Source]) -> list[str]:
    """Imports against the direction engine <- render <- bot, and packages that a part may not use."""
    return [
        f"{source.path} imports {name}: {why}"
        for source in sources
        for name in source.imports
        if (why := _why_not(source, name))
    ]


def _why_not(source: Source, name: str) -> str:
    top = name.split(".", 1)[0]
    if top in (*PARTS, "tests"):
        return "" if top in MAY_IMPORT[source.part] else f"{source.part} never imports {top}"
    if source.part == "engine" and top in NOT_IN_ENGINE and (source.path, top) != CLOCK:
        return "the engine knows no clock, machine or chance"
    if source.part == "engine" and top == "random" and name != "random.Random":
        return "chance comes from a Random with a recorded seed"
    if top in ROOMS:
        return "" if source.path.startswith(ROOMS[top]) else f"only {ROOMS[top]} knows {top}"
    if top in sys.stdlib_module_names or top in THIRD_PARTY[source.part] or (source.path, top) in COMPILED:
        return ""
    return f"not a package that {source.part} may use"


def wrong_rooms(sources: Iterable[Source]) -> list[str]:
    """Imports of the engine from a room into one that it may not know."""
    found = []
    for source in sources:
        rooms = next((rooms for path, rooms in MAY_ENTER.items() if source.path.startswith(path)), None)
        if rooms is None:
            continue
        for name in source.imports:
            top, _, rest = name.partition(".")
            if top == "engine" and rest.split(".", 1)[0] not in rooms:
                found.append(f"{source.path} imports {name}: it may know {', '.join(rooms)}")
    return found


def untyped(sources: Iterable[Source]) -> list[str]:
    """Where types are given up: an import for types alone in the engine, Any or a cast among the rules."""
    return [
        f"{source.path}:{node.lineno} says {name}"
        for source in sources
        for node in source.nodes
        if isinstance(node, ast.Name | ast.Attribute)
        for name in [node.id if isinstance(node, ast.Name) else node.attr]
        if name in _not_said_in(source)
    ]


def _not_said_in(source: Source) -> tuple[str, ...]:
    if source.part != "engine":
        return ()
    typed = source.path.startswith(TYPED) and source.path not in JSON_BORDER
    return ("TYPE_CHECKING", "Any", "cast") if typed else ("TYPE_CHECKING",)


def inner_imports(sources: Iterable[Source], faces: Mapping[str, Iterable[str]]) -> list[str]:
    """Imports by the bot of what the engine and the pictures do not show; ``faces``: names by module."""
    shown = {f"{module}.{name}" for module, names in faces.items() for name in names}
    shown |= {module for module in faces if "." in module}
    return [
        f"{source.path} imports {name}: the bot uses what {', '.join(faces)} show"
        for source in sources
        if source.part == "bot"
        for name in source.imports
        if name.split(".", 1)[0] in ("engine", "render") and name not in shown
    ]


def circles(sources: Iterable[Source]) -> list[str]:
    """Modules that import each other in a circle, imports for types and inside of functions too."""
    modules = {_dotted(source.path): source for source in sources}
    arrows = {
        module: {found for name in source.imports if (found := _module_of(name, modules)) != module}
        for module, source in modules.items()
    }
    while ends := [module for module, to in arrows.items() if not to & arrows.keys()]:
        for module in ends:
            del arrows[module]
    return [f"{module} is in or above a circle of imports" for module in sorted(arrows)]


def chapter_circles(sources: Iterable[Source]) -> list[str]:
    """Chapters (folders) of a title that import each other in a circle; its top level is above them all."""
    modules = {_dotted(source.path): source for source in sources if source.title}
    arrows: dict[str, set[str]] = {}
    for source in modules.values():
        found = (modules.get(_module_of(name, modules)) for name in source.imports)
        here = _chapter(source)
        arrows.setdefault(here, set()).update({_chapter(other) for other in found if other} - {here})
    while ends := [chapter for chapter, to in arrows.items() if not to & arrows.keys()]:
        for chapter in ends:
            del arrows[chapter]
    return [f"{chapter} is in or above a circle of chapters" for chapter in sorted(arrows)]


def _chapter(source: Source) -> str:
    """The folder of a title's module: `engine/titles/KEY/FOLDER`, or `engine/titles/KEY` at its top."""
    return "/".join(source.path.split("/")[:-1][:4])


def full_folders(sources: Iterable[Source], most: int = 20) -> list[str]:
    """Folders with more modules and rooms than a reader takes in at a glance; `__main__` and such aside."""
    entries: dict[str, set[str]] = {}
    for source in sources:
        parts = source.path.removesuffix(".py").split("/")
        for depth in range(1, len(parts)):
            entries.setdefault("/".join(parts[:depth]), set()).add(parts[depth])
    counts = {
        folder: sum(not name.startswith("__") for name in names) for folder, names in sorted(entries.items())
    }
    return [
        f"{folder} has {count} entries (at most {most})" for folder, count in counts.items() if count > most
    ]


def room_circles(sources: Iterable[Source]) -> list[str]:
    """Rooms within a room that import each other, or a module beside them, in a circle."""
    modules = {_dotted(source.path): source for source in sources}
    arrows: dict[str, set[str]] = {}
    for module, source in modules.items():
        room = ".".join(module.split(".")[:2])
        for name in source.imports:
            found = _module_of(name, modules)
            if found.startswith(f"{room}.") and module.startswith(f"{room}."):
                here, there = (".".join(dotted.split(".")[:3]) for dotted in (module, found))
                arrows.setdefault(here, set()).update({there} - {here})
    while ends := [room for room, to in arrows.items() if not to & arrows.keys()]:
        for room in ends:
            del arrows[room]
    return [f"{room} is in or above a circle of rooms" for room in sorted(arrows)]


def climbing(sources: Iterable[Source]) -> list[str]:
    """What rooms import from a floor above their own, and rooms that have no floor."""
    problems = []
    for source in sources:
        if source.part in FLOORS:
            here, own = _floor(_dotted(source.path)), f"{source.part}."
            above = [name for name in source.imports if name.startswith(own) and _floor(name) > here]
            problems += [f"{source.path} imports {name}: it stands below" for name in above]
            problems += [f"{source.path} is in no room of {source.part}"] * (here < 0)
    return problems


def _floor(name: str) -> int:
    """The floor of a module; -1 where there is none."""
    part, *rest = name.split(".")
    floors, room = FLOORS[part], rest[0] if rest else TOPS[part]
    return floors.index(room) if room in floors else -1


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _module_of(name: str, modules: Iterable[str]) -> str:
    """The module of an imported name: itself, or where it stands."""
    return name if name in modules else name.rpartition(".")[0]


def title_imports(sources: Iterable[Source]) -> list[str]:
    """Imports of titles by the core, and by one title of another."""
    found = []
    for source in sources:
        for name in source.imports:
            package = re.match(r"engine\.titles(?:\.(\w+))?", name)
            if not package or source.path in {"engine/__init__.py", "engine/titles/__init__.py"}:
                continue
            if not source.title:
                found.append(f"{source.path} imports {name}: only engine/__init__.py knows the titles")
            elif package[1] != source.title:
                found.append(f"{source.path} imports {name}: titles never import each other")
    return found


def title_names(sources: Iterable[Source]) -> list[str]:
    """Names of titles in shared code or data."""
    return [
        f"{source.path}:{number} names a title: {match[0]}"
        for source in sources
        if not source.path.startswith("engine/titles/")
        for number, line in enumerate(source.text.splitlines(), 1)
        for match in TITLE_NAME.finditer(line)
    ]


def foreign_stories(sources: Iterable[Source]) -> list[str]:
    """Titles that tell their own sentences as if all titles told them."""
    return [
        f"{source.path} imports {name}: a title's sentences are its own (see its story.py)"
        for source in sources
        for name in source.imports
        if source.title and name in SHARED_STORIES
    ]


def long_files(sources: Iterable[Source], allowed: Mapping[str, str]) -> list[str]:
    """Files over the limit that are not listed with a reason, and listed files that need no listing."""
    lines = {source.path: len(source.text.splitlines()) for source in sources}
    found = [f"{path} has {n} lines (at most {MAX_FILE})" for path, n in lines.items() if n > MAX_FILE]
    return _without_listed(found, allowed)


def functions(source: Source) -> Iterator[tuple[str, int]]:
    """The functions of a file as (path::name, lines), methods and inner functions too."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{source.path}::{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def long_functions(sources: Iterable[Source], allowed: Mapping[str, str]) -> list[str]:
    """Functions over the limit that are not listed with a reason, and listed ones that need no listing."""
    sizes = [size for source in sources for size in functions(source)]
    found = [f"{name} has {n} lines (at most {MAX_FUNCTION})" for name, n in sizes if n > MAX_FUNCTION]
    return _without_listed(found, allowed)


def _without_listed(found: list[str], allowed: Mapping[str, str]) -> list[str]:
    names = {problem.split(" ", 1)[0] for problem in found}
    stale = [f"{name} is listed as long, and is not" for name in sorted(allowed) if name not in names]
    return [problem for problem in found if problem.split(" ", 1)[0] not in allowed] + stale


def median_too_long(sources: Iterable[Source]) -> list[str]:
    """Whether the typical function is short."""
    lines = [n for source in sources for _, n in functions(source)]
    median = statistics.median(lines) if lines else 0
    return (
        [f"the median function has {median} lines (under {MEDIAN_FUNCTION})"]
        if median >= MEDIAN_FUNCTION
        else []
    )

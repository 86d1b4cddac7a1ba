"""Builds the documentation site: ``python .ci/site/build.py [FOLDER]`` (`build`), without a network.

The pages are the Markdown of the repository, with README.md cut into a page for each subject, and a
reference made from docstrings. A warning is an error.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
FACES = {"engine": "engine/__init__.py", "render": "render/__init__.py"}
"""What has a page of reference: each name that it promises."""
SUBJECTS: Mapping[str, tuple[str, Sequence[str]]] = {
    "start": ("Getting started", ("Two commands", "A first game in five steps")),
    "playing": ("Playing", ("Nobody left waiting",)),
    "hosting": ("Hosting", ("Hosting",)),
    "architecture": ("Architecture", ("Architecture in one screen",)),
    "commands": ("Command line", ("Command line", "Dependencies")),
}
"""The pages that README.md is cut into, with their titles and the sections that they hold."""
MODULES: Mapping[str, tuple[str, Sequence[str]]] = {
    "data": ("Data of a title", ("engine.data.schema", "engine.data.figures")),
    "board": (
        "Maps and tiles",
        ("engine.board.hexmap", "engine.board.notation", "engine.board.coords", "engine.board.lays"),
    ),
    "position": (
        "The position",
        (
            "engine.core.state",
            "engine.core.view",
            "engine.core.writer",
            "engine.board.board",
            "engine.core.actions",
            "engine.core.choices",
            "engine.core.story",
            "engine.message",
        ),
    ),
    "tests": (
        "Tests of a title",
        ("engine.checks.scenario", "engine.checks.rulebook", "engine.checks.random_play"),
    ),
    "rules": ("Policies", ("engine.title", "engine.rules", "engine.routes.policy", "engine.routes.manners")),
    "steps": ("Rounds and steps", ("engine.core.rounds", "engine.steps")),
    "abilities": ("Powers", ("engine.abilities",)),
    "players": ("A computer player", ("engine.players.seat", "engine.filling")),
    "clients": ("What a client shows", ("engine.api",)),
}
"""Pages of reference for whole modules; a package stands for all modules in it."""
LONG_VALUES = {"engine.core.story": "TEMPLATES"}
"""The constant of a module whose value is too long to be read."""
CHAPTERS: Mapping[str, Sequence[str]] = {
    "Use it": ("start", "playing", "hosting", "commands", "CHANGELOG"),
    "A program of your own": ("examples/README", "api/engine", "api/render", "api/players", "api/clients"),
    "A title of your own": (
        "engine/titles/README", "api/data", "api/board", "tiles", "api/rules", "api/steps", "api/abilities",
        "api/position", "api/tests",
    ),
    "Rules as implemented": ("engine/titles/*/RULES", "engine/titles/*/READING"),
    "Work on it": ("CONTRIBUTING", "GLOSSARY", "architecture", "engine/README", "engine/solver/README"),
    "Its parts": ("render/README", "bot/README", "bot/SCALE"),
    "The project": ("PRIVACY", "SECURITY", "CODE_OF_CONDUCT"),
}  # fmt: skip
"""The pages behind the first one, which is README.md."""


def documents() -> Iterator[Path]:
    """The Markdown of the repository that readers are led to, and the pictures in it."""
    yield from TOP.glob("*.md")
    for part in ("engine", "render", "bot", "examples"):
        yield from (TOP / part).rglob("*.md")
    yield from (TOP / "render" / "pictures").iterdir()


def gather(pages: Path) -> None:
    """Lay all pages out as they lie in the repository, so that the links between them hold."""
    shutil.rmtree(pages, ignore_errors=True)
    for path in documents():
        target = pages / path.relative_to(TOP)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    (pages / "api").mkdir()
    for face, source in FACES.items():
        (pages / "api" / f"{face}.md").write_text(reference(face, TOP / source), "utf-8")
    for name, (title, modules) in MODULES.items():
        (pages / "api" / f"{name}.md").write_text(module_page(title, modules), "utf-8")
    sys.path.insert(0, str(TOP))
    add_components(pages)
    cut(pages)
    (pages / "architecture.md").open("a", encoding="utf-8").write(drawings(pages))
    with (pages / "README.md").open("a", encoding="utf-8") as first:
        first.write("".join(_contents(pages, *chapter) for chapter in CHAPTERS.items()))


def add_components(pages: Path) -> None:
    """Add the page of the tiles, and tables to the pages on rounds and steps and on powers."""
    from components import power_table, step_table, tile_page  # noqa: PLC0415  # beside this file

    (pages / "tiles.md").write_text(tile_page(pages), "utf-8")
    for name, table in (("steps", step_table()), ("abilities", power_table())):
        page = pages / "api" / f"{name}.md"
        heading, rest = page.read_text("utf-8").split("\n", 1)
        page.write_text(f"{heading}\n{table}{rest}", "utf-8")


MORE = """- [Adding a title](engine/titles/README.md)
- [Programs that use the engine](examples/README.md)
"""


def cut(pages: Path) -> None:
    """Cut the first page into one for each subject, and lead links to its sections there."""
    parts = re.split(r"^## (.+)\n", (pages / "README.md").read_text("utf-8"), flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    listed = "".join(f"- [{title}]({name}.md)\n" for name, (title, _) in SUBJECTS.items())
    (pages / "README.md").write_text(f"{parts[0]}\n## Where to go\n\n{listed}{MORE}", "utf-8")
    homes = {"adding-a-title": "engine/titles/README.md"}
    for name, (title, headings) in SUBJECTS.items():
        text = "".join(_section(title, heading, sections[heading]) for heading in headings)
        (pages / f"{name}.md").write_text(f"# {title}\n\n{text}", "utf-8")
        homes |= {heading.lower().replace(" ", "-"): f"{name}.md" for heading in headings}
    for path in pages.rglob("*.md"):
        _relink(path, homes)


def _section(title: str, heading: str, text: str) -> str:
    """A section of a page; one that is called like its page needs no heading, and its parts move up."""
    return text.replace("\n### ", "\n## ") if heading == title else f"## {heading}\n{text}"


def _relink(path: Path, homes: Mapping[str, str]) -> None:
    """Lead the links to sections of the first page to the pages that hold them."""
    text = path.read_text("utf-8")
    found = re.compile(r"README\.md#([\w-]+)\)")
    path.write_text(found.sub(lambda m: f"{homes[m[1]]})" if m[1] in homes else m[0], text), "utf-8")


def module_page(title: str, modules: Sequence[str]) -> str:
    """A page with what is documented in some modules, each under its own heading."""
    found = [name for module in modules for name in _with_inner(module)]
    again = "   :no-index:\n" if modules == ("engine.api",) else ""
    entries = (
        f"\n## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n{again}{_without_value(name)}```\n"
        for name in found
    )
    return f"# Reference: {title}\n" + "".join(entries)


def _without_value(module: str) -> str:
    """Options and an entry that show a constant without its value, where that is too long to be read."""
    if module not in LONG_VALUES:
        return ""
    name = LONG_VALUES[module]
    return f"   :exclude-members: {name}\n\n.. autodata:: {module}.{name}\n   :no-value:\n"


def _with_inner(module: str) -> list[str]:
    """A module, or all modules of a package, the package first."""
    place = TOP / module.replace(".", "/")
    inner = sorted(place.rglob("*.py")) if place.is_dir() else []
    return [module, *(_dotted(path) for path in inner if path.stem != "__init__")]


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(TOP).with_suffix("").parts)


def drawings(pages: Path) -> str:
    """Draw the rooms of each part as floors; returns the Markdown that shows the pictures."""
    from rooms import floors  # noqa: PLC0415  # beside this file

    shown = "\n## The rooms of each part\n\nEach room imports only rooms below it.\n"
    for part in ("engine", "render", "bot"):
        (pages / f"{part}.svg").write_text(floors(TOP, part), "utf-8")
        shown += f"\n![The rooms of {part}, each above those that it imports]({part}.svg)\n"
    return shown


def reference(face: str, source: Path) -> str:
    """A page with an entry for each promised name of a package."""
    tree = ast.parse(source.read_text("utf-8"))
    lists = (node.value for node in tree.body if isinstance(node, ast.Assign) and _names(node) == ["__all__"])
    names: list[str] = ast.literal_eval(next(lists))
    return (
        f"# Reference: {face}\n\n```{{eval-rst}}\n"
        + "\n".join(_entry(face, name) for name in names)
        + "\n```\n"
    )


def _names(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]


def _entry(face: str, name: str) -> str:
    if name.isupper() or name == "Json":
        return f".. autodata:: {face}.{name}\n   :no-value:\n"
    return f".. auto{'class' if name[0].isupper() else 'function'}:: {face}.{name}\n"


def _contents(pages: Path, heading: str, names: Sequence[str]) -> str:
    """The entries of a chapter in the list of contents."""
    found = [path.relative_to(pages) for name in names for path in sorted(pages.glob(f"{name}.md"))]
    listed = "\n".join(path.with_suffix("").as_posix() for path in found)
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {heading}\n\n{listed}\n```\n"


def main(folder: str = "build") -> int:
    """What Sphinx ends with: 0 when there was no warning."""
    pages, site = TOP / folder / "pages", TOP / folder / "site"
    gather(pages)
    options = ["-q", "-W", "--keep-going", "-d", str(TOP / folder / "doctrees"), "-c", str(HERE)]
    command = [sys.executable, "-m", "sphinx", *options, str(pages), str(site)]
    result = subprocess.run(command, check=False, cwd=TOP).returncode
    if result == 0:
        shutil.copy(site / "README.html", site / "index.html")
    return result


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

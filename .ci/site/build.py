"""Builds the documentation site: ``python .ci/site/build.py [FOLDER]`` (`build`), without a network.

The pages are the Markdown of the repository as it lies, and a reference of what `engine` and `render`
promise. A warning is an error.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
FACES = {"engine": "engine/__init__.py", "render": "render/__init__.py"}
"""What has a page of reference: each name that it promises."""
CHAPTERS: Mapping[str, Sequence[str]] = {
    "Use it": ("CONTRIBUTING", "GLOSSARY", "CHANGELOG"),
    "The engine": ("engine/README", "api/engine", "examples/README"),
    "The pictures": ("render/README", "api/render"),
    "The bot": ("bot/README", "bot/SCALE", "PRIVACY"),
    "Rules as implemented": ("engine/titles/*/RULES", "engine/titles/*/READING"),
    "The project": ("SECURITY", "CODE_OF_CONDUCT"),
}
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
    with (pages / "README.md").open("a", encoding="utf-8") as first:
        first.write("".join(_contents(pages, *chapter) for chapter in CHAPTERS.items()))


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

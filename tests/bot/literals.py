"""Where words for people stand in the code: what goes through the catalogues, and what passes them by."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

BOT = Path(__file__).parents[2] / "bot"
SAYS = {"t": 1, "tn": 2, "msg": 1, "t_lazy": 1}
"""The functions of the catalogues, and how many sentences each takes."""

UNSEEN = {
    "store", "words", "rows.py", "worker.py", "pool.py", "config.py", "health.py", "logs.py", "__main__.py",
    "endpoints.py", "world.py", "table_option.py", "restore.py", "review.py", "verify.py", "copy.py",
    "login.py", "metrics.py", "catalogues.py", "extract.py", "backup.py",
}  # fmt: skip
"""What no member reads: storage, processes, what goes to the log and the operator, made-up names."""

FOR_PROGRAMMERS = {
    "ValueError", "KeyError", "RuntimeError", "TypeError", "Obsolete", "Postpone", "_postpone_error",
    "TypeVar", "Subcommand", "InvalidInput", "Registry", "FeatureData",
}  # fmt: skip
"""Calls whose text is for the log, or which `bot.words.extract` reads off the commands."""

NO_PROSE = {
    "English", "Deutsch", "Player {}",
    "the login", "sending the commands",
    "new game", "a task", "at once", "{} by {} in {}", "the game master", "Stationmaster",
    "\nStationmaster is open at {}\n", "This is no action of the page.",
    "Port {} is taken, perhaps by a local chat that still runs: end that one, or take another port with "
    "./play --port {}",
}  # fmt: skip
"""Keys of locks, what is logged or printed, languages in themselves, and names that are stored."""

OF_COMMANDS = ("__all__", "_PRICE", "_OFFER")
"""Variables that hold names of the code, or options of commands."""

PROSE = re.compile(r"[A-Za-z]{2,}[.,;:!?]?\s+[A-Za-z]{2,}|^\W*[A-Z][a-z]+\W*$")
"""Two words, or one that begins with a capital."""


def files() -> list[Path]:
    """The modules that members hear of."""
    return [p for p in sorted(BOT.rglob("*.py")) if not UNSEEN & set(p.relative_to(BOT).parts)]


def said(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls that say something by the catalogues."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS:
            yield node


def sentences(call: ast.Call) -> list[ast.expr]:
    """What it says."""
    assert isinstance(call.func, ast.Name)
    return call.args[: SAYS[call.func.id]]


def fields(text: str) -> set[str]:
    """The names in a template."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def bypassing(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines and texts of literals that people would read in English, whatever their language."""
    covered = _covered(tree)
    for node in ast.walk(tree):
        if id(node) in covered:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [v.value if isinstance(v, ast.Constant) else "{}" for v in node.values]
            text = "".join(str(part) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if text not in NO_PROSE and PROSE.search(text.replace("{}", "")):
            yield node.lineno, text


def _covered(tree: ast.AST) -> set[int]:
    found: set[int] = set()
    for node in ast.walk(tree):
        for part in _exempt(node):
            found |= {id(inner) for inner in ast.walk(part)}
    return found


def _exempt(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node whose texts nobody reads, or that are said by the catalogues."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (v for v in node.values if isinstance(v, ast.Constant))
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from node.decorator_list
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.ClassDef):
        yield from (*node.keywords, *node.bases)
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Dict):
        yield from (key for key in node.keys if key is not None)
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in (
        "__all__",
        "_PRICE",
        "_OFFER",
    ):
        yield node.value
    elif isinstance(node, ast.Call):
        yield from _exempt_in_call(node)


def _exempt_in_call(node: ast.Call) -> Iterator[ast.AST]:
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    called = node.func.value if isinstance(node.func, ast.Subscript) else node.func
    name = getattr(called, "id", getattr(called, "attr", ""))
    if (isinstance(owner, ast.Name) and owner.id in ("log", "re", "app_commands")) or name in FOR_PROGRAMMERS:
        yield node
    elif isinstance(node.func, ast.Name) and name in SAYS:
        yield from sentences(node)
    yield from (k.value for k in node.keywords if k.arg in ("description", "name") and name == "Group")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"))


@cache
def own(path: Path) -> frozenset[str]:
    """The constants of a module that keep a sentence to be said later."""
    made = [n for n in ast.walk(tree_of(path)) if isinstance(n, ast.Assign)]
    told = [n for n in made if isinstance(n.value, ast.Call) and getattr(n.value.func, "id", "") == "msg"]
    return frozenset(target.id for node in told for target in node.targets if isinstance(target, ast.Name))


def kept(path: Path) -> set[str]:
    """These, and those that it imports."""
    found = set(own(path))
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot."):
            source = BOT.parent / f"{str(node.module).replace('.', '/')}.py"
            names = {alias.name for alias in node.names}
            found |= names & own(source) if source.is_file() else set()
    return found


def unsaid(path: Path) -> Iterator[tuple[int, str]]:
    """Where such a constant is used without being said in the reader's language."""
    tree, constants = tree_of(path), kept(path)
    wholes = [part for call in said(tree) for part in sentences(call)]
    wholes += [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    said_so = {id(name) for whole in wholes for name in ast.walk(whole)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name) or id(node) in said_so:
            continue
        if isinstance(node.ctx, ast.Load) and node.id in constants:
            yield node.lineno, node.id

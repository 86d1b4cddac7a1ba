"""Finds notes of a position that are written by another module than their owner.

A module lists the notes that it alone writes in its ``NOTES``: each key with the end of its life. A key that
ends in ``*`` is a family. What a call of ``note`` or ``forget`` writes is followed through names, imports,
sums and f-strings; what cannot be followed stands for anything.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from tests.architecture import Source

Sources = Mapping[str, Source]
CORE = "engine/core/"


def note_faults(sources: Iterable[Source]) -> list[str]:
    """Notes that their module does not list, and keys that two modules list."""
    modules = {source.path.removesuffix(".py").replace("/", "."): source for source in sources}
    listed = {name: list(_listed(modules, name)) for name in modules}
    return [*_not_listed(modules, listed), *_listed_twice(modules, listed)]


def _not_listed(modules: Sources, listed: Mapping[str, list[str]]) -> Iterator[str]:
    for name, source in modules.items():
        if source.path.startswith(CORE):
            continue
        for line, key in _written(modules, name):
            if not any(key == own or (own[-1] == "*" and key.startswith(own[:-1])) for own in listed[name]):
                yield f"{source.path}:{line} writes the note {key!r}, which its NOTES do not list"


def _listed_twice(modules: Sources, listed: Mapping[str, list[str]]) -> Iterator[str]:
    owners: dict[tuple[str, str], str] = {}
    for name, keys in listed.items():
        for key in keys:
            title = modules[name].title
            others = [owners.get((t, key)) for t in ({title, ""} if title else {t for t, _ in owners} | {""})]
            other = next((o for o in others if o), None)
            if other is not None:
                yield f"{modules[name].path} lists the note {key!r} of {modules[other].path}"
            owners[title, key] = name


def _listed(modules: Sources, name: str) -> Iterator[str]:
    for node in modules[name].tree.body:
        if _assigns(node, "NOTES") and isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            yield from (_key(modules, name, key) for key in node.value.keys if key is not None)


def _written(modules: Sources, name: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(modules[name].tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            on_writer = ast.unparse(node.func.value).split(".")[-1].lstrip("_") == "writer"
            if on_writer and node.func.attr in ("note", "forget"):
                family = "*" if node.func.attr == "forget" else ""
                yield node.lineno, _key(modules, name, node.args[0]) + family


def _key(modules: Sources, name: str, node: ast.expr) -> str:
    """The key that an expression stands for; from what cannot be followed on a ``*``."""
    return _text(modules, name, node).partition("*")[0] + "*" * ("*" in _text(modules, name, node))


def _text(modules: Sources, name: str, node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.BinOp):
        return _text(modules, name, node.left) + _text(modules, name, node.right)
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(modules, name, part) for part in node.values)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _named(modules, _imports(modules, name).get(node.value.id, ""), node.attr)
    return _named(modules, name, node.id) if isinstance(node, ast.Name) else "*"


def _named(modules: Sources, module: str, wanted: str) -> str:
    if module not in modules:
        return "*"
    for node in modules[module].tree.body:
        if isinstance(node, ast.Assign) and _assigns(node, wanted):
            target = node.targets[0]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                names = [ast.unparse(part) for part in target.elts]
                return _text(modules, module, node.value.elts[names.index(wanted)])
            return _text(modules, module, node.value)
    origin, _, last = _imports(modules, module).get(wanted, "").rpartition(".")
    return _named(modules, origin, last)


def _assigns(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.Assign) and name in {
        part.id for part in ast.walk(node.targets[0]) if isinstance(part, ast.Name)
    }


def _imports(modules: Sources, name: str) -> dict[str, str]:
    found = (node for node in modules[name].tree.body if isinstance(node, ast.ImportFrom))
    return {a.asname or a.name: f"{node.module}.{a.name}" for node in found for a in node.names}

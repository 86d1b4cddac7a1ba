"""Finds code that writes the State of a game directly, where only events may.

What it follows: the name `state` and any attribute `.state`, whatever is reached from them, parameters
annotated with records of `engine.core.state`, answers of the names `view` and `writer`, and local names
for these.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto

from tests.architecture import Source

# The State itself, events, a title's own events, records and opening position, and the positions of tests.
WRITERS = re.compile(
    r"engine/(?:core/(?:state|events\w*)|titles/\w+/(?:state|events\w*|setup)|checks/scenario)\.py"
)
RECORDS = {"State", "Player", "Company", "Cert", "Train", "Token"}
READERS = {"view", "writer"}
MUTATORS = {
    *("append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "difference_update", "intersection_update"),
}
COPIES = {"copy", "index", "count", "keys"}


class Kind(Enum):
    """What an expression is to the State."""

    OTHER = auto()
    STATE = auto()  # the State or a record or container inside it
    READER = auto()  # a view
    ANSWER = auto()  # what a view answers: a new list perhaps, but its records are the State's


Names = dict[str, Kind]


def direct_writes(sources: Iterable[Source]) -> list[str]:
    """Every place outside the WRITER_POOL_SIZE that changes the State."""
    return [
        f"{source.path}:{line} writes the state directly: {text}"
        for source in sources
        if not WRITERS.fullmatch(source.path)
        for line, text in sorted(dict(_writes_in(source.tree)).items())
    ]


def _writes_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    records = _imported_records(tree)
    yield from _writes_of_scope(tree, {})
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _writes_of_scope(node, _parameters(node.args, records))


def _imported_records(tree: ast.Module) -> set[str]:
    froms = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == "engine.core.state"]
    return {alias.name for node in froms for alias in node.names} & RECORDS


def _parameters(args: ast.arguments, records: set[str]) -> Names:
    """The parameters that are records, or answers that list records."""
    names: Names = {}
    for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs]:
        said = ast.unparse(arg.annotation).strip("'") if arg.annotation else ""
        if said.removesuffix(" | None") in records:
            names[arg.arg] = Kind.STATE
        elif records & set(re.findall(r"\w+", said)):
            names[arg.arg] = Kind.ANSWER
    return names


def _writes_of_scope(scope: ast.AST, names: Names) -> Iterator[tuple[int, str]]:
    nodes = list(_scope_nodes(scope))
    for node in nodes:
        _learn(node, names)
    for node in nodes:
        if _is_write(node, names):
            yield node.lineno, ast.unparse(node).splitlines()[0]


def _scope_nodes(scope: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    """The statements and expressions of a scope in order, without those of functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.stmt | ast.expr):
            yield child
        yield from _scope_nodes(child)


def _learn(node: ast.AST, names: Names) -> None:
    """Remember local names for parts of the State."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.NamedExpr(target=ast.Name(id=name), value=value)
        ):
            names[name] = max_kind(names.get(name), kind_of(value, names))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            names[name] = max_kind(names.get(name), kind_of(value, names))
        case ast.For(target=target, iter=source):
            for name in (n.id for n in ast.walk(target) if isinstance(n, ast.Name)):
                names[name] = max_kind(names.get(name), _element(kind_of(source, names)))


def max_kind(old: Kind | None, new: Kind) -> Kind:
    """A name that ever stood for a part of the State stays suspect."""
    return old if old is not None and old is not Kind.OTHER else new


def _element(kind: Kind) -> Kind:
    """What an item of it is; the records that a view's answer lists are the State's own."""
    return Kind.STATE if kind in {Kind.STATE, Kind.ANSWER} else Kind.OTHER


def kind_of(node: ast.expr, names: Names) -> Kind:
    """What an expression is to the State."""
    match node:
        case ast.Name(id=name):
            known = Kind.STATE if name == "state" else Kind.READER if name in READERS else Kind.OTHER
            return names.get(name, Kind.OTHER) if known is Kind.OTHER else known
        case ast.Attribute(attr="state"):
            return Kind.STATE
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            return _element(kind_of(value, names))
        case ast.Call(func=ast.Attribute(value=value, attr=method)):
            owner = kind_of(value, names)
            if owner is Kind.READER:
                return Kind.ANSWER
            return Kind.OTHER if method in COPIES else _element(owner)
    return Kind.OTHER


def _is_write(node: ast.AST, names: Names) -> bool:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return any(_is_written(target, names) for target in targets)
        case (
            ast.AugAssign(target=target)
            | ast.AnnAssign(target=target, value=ast.expr())
            | ast.For(target=target)
        ):
            return _is_written(target, names)
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[first, *_]):
            return kind_of(first, names) in {Kind.STATE, Kind.ANSWER}
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in MUTATORS:
            return kind_of(value, names) is Kind.STATE
    return False


def _is_written(target: ast.expr, names: Names) -> bool:
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(_is_written(part, names) for part in parts)
        case ast.Attribute(value=value):
            return kind_of(value, names) in {Kind.STATE, Kind.ANSWER}
        case ast.Subscript(value=value):
            return kind_of(value, names) is Kind.STATE
    return False

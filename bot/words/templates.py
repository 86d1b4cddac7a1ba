"""What the engine says, read from its source: each sentence, with named places for its values.

An f-string is a template (``f"{company} has {view.money(cash)}."`` is ``{company} has {money}.``), any
other string with a blank in it is one without places. What is for programmers is left out: docstrings, what
is raised, laws and their breaches, ends of notes, the lists of names to export.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

ASIDE = frozenset({
    "checks", "recorded", "solver", "players", "data", "__main__.py", "invariants.py", "mapfile.py",
    "notation.py", "play_styles.py", "api.py", "theme.py", "png.py", "message.py",
})  # fmt: skip
"""Folders and files that say nothing to players."""

LAWFUL = re.compile(r"laws?\.py$")
BREACHES = re.compile(r"_?(breach\w*|fault_of|are_\w+)")
NOTES = "NOTES"
MUTE = frozenset({"parse_face", "Ferry", "Told"})
"""Who takes a text for programmers."""

WORDS = re.compile(r"[^\W\d_]{2,}")


def templates(roots: Iterable[Path]) -> list[str]:
    """Return all of them, each once.

    Two whose words are the same are one, whatever their places are called.
    """
    found: dict[str, str] = {}
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            if not ASIDE.intersection(path.relative_to(root).parts) and not LAWFUL.search(path.name):
                for text in _texts(ast.parse(path.read_text("utf-8"))):
                    found.setdefault(skeleton(text), text)
    return list(found.values())


def skeleton(text: str) -> str:
    """Return the words alone, with a mark for each place, one of its own for amounts of money."""
    return re.sub(r"\{[^{}]*\}", "\0", re.sub(r"\{money\d?\}", "\1", text))


def _texts(tree: ast.Module) -> Iterator[str]:
    laws, notes = _laws(tree), _notes(tree)
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if _silent(node, laws, notes):
            continue
        text = _template(node)
        if text is not None and says(text):
            yield text
        stack.extend(_within(node))


def says(text: str) -> bool:
    """Is it something to read: words, and more than one, or one beside a place?"""
    words = WORDS.findall(skeleton(text))
    return bool(words) and (" " in text.strip() or "{" in text) and "_" not in skeleton(text)


def has_words(text: str) -> bool:
    """Is there anything to translate beside its places?"""
    return WORDS.search(re.sub(r"\{\w*:?([^{}]*)\}", r" \1 ", text)) is not None


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """Return what may say something inside: of an f-string, only what fills its places."""
    if isinstance(node, ast.JoinedStr):
        return (part.value for part in node.values if isinstance(part, ast.FormattedValue))
    return ast.iter_child_nodes(node)


def _silent(node: ast.AST, laws: frozenset[str], notes: frozenset[str]) -> bool:
    match node:
        case ast.Raise() | ast.Expr(value=ast.Constant()) | ast.Assert():
            return True
        case ast.FunctionDef(name=name):
            return name in laws or BREACHES.fullmatch(name) is not None
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name in notes
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in MUTE
    return False


def _notes(tree: ast.Module) -> frozenset[str]:
    """The names of what is noted in a position, and of the lists of a module that nobody reads aloud."""
    found = {NOTES, "__all__", "key"}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            listed = NOTES in ast.unparse(node).partition("=")[0]
            found |= {key.id for key in node.value.keys if listed and isinstance(key, ast.Name)}
    return frozenset(found)


def _laws(tree: ast.Module) -> frozenset[str]:
    """Return the functions of a module that are laws: marked as such, or listed as such."""
    found = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and any("law" in ast.unparse(d) for d in node.decorator_list)
    }
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            names = [ast.unparse(t) for t in getattr(node, "targets", [getattr(node, "target", None)]) if t]
            if any("LAWS" in name for name in names):
                found |= {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
    return frozenset(found)


def _template(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    parts, used, signed = [], set[str](), False
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value).replace("{", "{{").replace("}", "}}"))
            signed = False
        elif signed:
            signed = False
        elif isinstance(part, ast.FormattedValue):
            signed = _is_sign(part.value)
            parts.append("{" + _unused("money" if signed else _name(part.value), used) + "}")
    return "".join(parts)


def _is_sign(node: ast.AST) -> bool:
    """Return the sign of a currency: with the figure behind it an amount of money."""
    return isinstance(node, ast.Name | ast.Attribute) and _name(node) in ("sign", "currency", "money")


def _unused(name: str, used: set[str]) -> str:
    found = next(n for n in (name, *(f"{name}{i}" for i in range(2, 20))) if n not in used)
    used.add(found)
    return found


def _name(node: ast.AST) -> str:
    """Return what a value is called in its template."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_") or "value"
        case ast.Call(func=ast.Attribute(attr="join"), args=[inner]):
            return _name(inner)
        case ast.Call(func=inner) | ast.Subscript(value=inner) | ast.BoolOp(values=[inner, *_]):
            return _name(inner)
        case ast.IfExp(test=_, body=_):
            return "words"
        case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner) | ast.Starred(value=inner):
            return _name(inner)
        case ast.BinOp(left=left):
            return _name(left)
    return "value"

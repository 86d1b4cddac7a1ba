"""What people read is made by `say` or `word`: a bare text would stay English in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from bot.words.extract import TEMPLATE_FOLDERS

SHOWN = {
    "Violation": 1, "Option": 1, "Choice": 1, "Field": 1, "Section": 0, "Doc": 0, "Chip": 1, "ParArea": 0,
    "Mark": 2, "said": 0, "joined": 1, "listed": 0, "capital": 0, "cut": 0, "offer_label": 0,
}  # fmt: skip
"""Who takes texts for people, and the first argument that is one."""

LAWFUL = re.compile(r"laws|/recorded/|/checks/|/solver/|/players/")
SENTENCE = re.compile(r"[^\W\d_]{2,}.* | [^\W\d_]{2,}")


def bare(tree: ast.AST) -> Iterator[ast.expr]:
    """The sentences that are handed to somebody who shows them, and are no message."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SHOWN:
            for argument in node.args[SHOWN[node.func.id] :]:
                yield from _bare(argument)


def _bare(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Constant(value=str(text)) if SENTENCE.search(text):
            yield node
        case ast.JoinedStr(values=parts):
            if any(isinstance(p, ast.Constant) and SENTENCE.search(str(p.value)) for p in parts):
                yield node
        case ast.IfExp(body=body, orelse=other):
            yield from (*_bare(body), *_bare(other))
        case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            yield from (each for value in values for each in _bare(value))
        case ast.BinOp(left=left, right=right):
            yield from (*_bare(left), *_bare(right))


def test_whatever_is_shown_is_a_message() -> None:
    found = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for folder in TEMPLATE_FOLDERS
        for path in sorted(folder.rglob("*.py"))
        if not LAWFUL.search(path.as_posix())
        for node in bare(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'Violation("x", "It has no train.")',
        'Violation("x", f"{company} has no train.")',
        'Option(company, said(company, "no train" if gone else ""))',
        'joined(", ", [name, f"of {owner}"])',
    ],
)
def test_a_bare_sentence_is_found(source: str) -> None:
    assert list(bare(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    ['Violation("x", say("It has no train."))', 'Option(company, f"{a} {b}")', 'joined(", ", names)'],
)
def test_a_message_and_a_name_are_not(source: str) -> None:
    assert not list(bare(ast.parse(source)))

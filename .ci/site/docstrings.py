"""Docstrings as reStructuredText: their tables and their indented examples are written as in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

EXAMPLE = 4
"""By how much an example is indented beyond the text before it."""


def convert(lines: Sequence[str]) -> list[str]:
    """The lines of a docstring with a literal block for each example and a table for each Markdown table."""
    found, at = list[str](), 0
    while at < len(lines):
        step = _example(lines[at:], found) or _table(lines[at:])
        found += step[1] if step else [lines[at]]
        at += step[0] if step else 1
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _example(lines: Sequence[str], before: Sequence[str]) -> tuple[int, list[str]] | None:
    """An example at the beginning of some lines: how many they are, and its literal block."""
    text = next((line for line in reversed(before) if line.strip()), "")
    start = EXAMPLE + _indent(text) + (2 if re.match(r"\s*[*-] ", text) else 0)
    if not lines[0].strip() or _indent(lines[0]) < start or (before and before[-1].strip()):
        return None
    if re.match(r"\s*\.\. ", text) or text.endswith("::"):
        start = 1 + _indent(text)
    block = list(takewhile(lambda line: not line.strip() or _indent(line) >= start, lines))
    opening = (
        [] if text.endswith("::") or re.match(r"\s*\.\. ", text) else [" " * (start - EXAMPLE) + "::", ""]
    )
    return len(block), [*opening, *block, ""]


def _table(lines: Sequence[str]) -> tuple[int, list[str]] | None:
    """A Markdown table at the beginning of some lines: how many they are, and its directive."""
    block = list(takewhile(lambda line: line.lstrip().startswith("| "), lines))
    if len(block) < 3 or not re.fullmatch(r"\s*\|( -+ \|)+", block[1]):
        return None
    margin = " " * _indent(block[0])
    rows = [line.strip().strip("|").split("|") for line in (block[0], *block[2:])]
    table = [f"{margin}.. list-table::", f"{margin}   :header-rows: 1", ""]
    return len(block), [*table, *(f"{margin}   {line}" for row in rows for line in _row(row)), ""]


def _row(cells: Sequence[str]) -> Iterator[str]:
    for place, cell in enumerate(cells):
        yield f"{'  ' if place else '* '}- {cell.strip()}"

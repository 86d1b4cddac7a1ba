"""The lines of the log on a card, those first that matter most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.texts import t
from bot.ui.figures import brief
from engine.face.stories import Line, Rank

LINES, SENTENCE = 6, 360
"""Lines of the log on a card, and characters of a sentence there."""

SHARE = 3
"""Lines about the same sort of thing, before others have had their say."""


def lines_of(lines: Sequence[Line], most: int = LINES) -> str:
    """The lines that matter most as small text, these first, and how many are left out."""
    shown = [f"-# {brief(line.text, SENTENCE)}" for line in foremost(lines, most)]
    left_out = len(lines) - len(shown)
    return "\n".join([*shown, *[t("-# … {count} more under Log", count=left_out)] * bool(left_out)])


def foremost(lines: Sequence[Line], most: int) -> list[Line]:
    """So many lines by their rank, in each rank the newest, put in the order of rank and of time."""
    seen: Counter[Rank] = Counter()
    order: list[tuple[int, Rank, int]] = []
    for age, line in enumerate(reversed(lines)):
        turn = seen[line.rank] // SHARE if line.rank < Rank.DETAIL else len(lines)
        order.append((turn, line.rank, age))
        seen[line.rank] += 1
    kept = sorted(order)[:most]
    return [lines[len(lines) - 1 - age] for _, _, age in sorted(kept, key=lambda o: (o[1], -o[2]))]

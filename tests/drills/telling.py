"""`python -m tests.drills telling [GAMES [MOVES]]`: are the cards of random games a past that one can follow?

For each title: the cards, those whose lines are only counted in part, those without a line, over two rounds,
with lines against the time, and the characters of the longest.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from engine import TITLES
from tests.cards import faults, played, split, told_wrong


def main(argv: Sequence[str]) -> int:
    """Print the figures; 1 when a card has a fault."""
    games, moves = (int(argv[0]) if argv else 3), (int(argv[1]) if len(argv) > 1 else 400)
    wrong = 0
    for title in TITLES:
        found = Counter[str]()
        longest = 0
        for seed in range(1, games + 1):
            game, told = played(title, seed, moves)
            lost = told_wrong(game, told)
            if lost:
                print(title, seed, lost, file=sys.stderr)
                found["not all of the past"] += 1
            found["turns in two cards"] += len(split(told))
            print(*split(told), sep="\n", end="", file=sys.stderr)
            for card in told:
                found.update(["cards", *faults(card)])
                found.update({"lines": len(card.lines), "counted": len(card.counted)})
                found["cut"] += bool(card.counted)
                found["of several turns"] += len(card.told) > 1
                longest = max(longest, len(card.text))
                if faults(card):
                    print(title, seed, card.first, card.last, faults(card), file=sys.stderr)
        figures = ", ".join(f"{name} {count}" for name, count in found.items())
        print(f"{title}: {figures}, longest {longest}", flush=True)
        wrong += sum(count for name, count in found.items() if name in FAULTS)
    return int(wrong > 0)


FAULTS = (
    "no line",
    "against the time, twice, or lost",
    "over two rounds",
    "not all of the past",
    "turns in two cards",
    "told and not there",
)

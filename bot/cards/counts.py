"""How many lines of the log a card leaves out or sums up, by category: "2 tiles, 4 passes"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from bot.words import t, tn
from engine.api.stories import EventKind, LogLine, Rank

PART_KINDS = (EventKind.ROUTE, EventKind.LAPSE, EventKind.SOLD_OUT)
COUNT_CATEGORIES = (
    "tile", "token", "run", "dividend", "price", "train", "share", "paid", "offer", "pass", "other",
)  # fmt: skip


def line_counts_text(lines: Iterable[LogLine]) -> str:
    """Return a card's text with the number of log lines in each category: "2 tiles, 4 passes"; "" for none.

    Lines about routes, lapsed offers and sold-out companies are left out if there are other lines. If there
    are none, the companies with routes count as runs, the lapsed offers as offers, and the rest as other.
    """
    all_lines = list(lines)
    counts = Counter(category_of_line(line) for line in all_lines if line.kind not in PART_KINDS)
    if not counts:
        counts["run"] = len({line.subject for line in all_lines if line.kind is EventKind.ROUTE})
        counts["offer"] = sum(line.kind is EventKind.LAPSE for line in all_lines)
        counts["other"] = sum(line.kind is EventKind.SOLD_OUT for line in all_lines)
    return ", ".join(
        _count_text(category, counts[category]) for category in COUNT_CATEGORIES if counts[category]
    )


def category_of_line(line: LogLine) -> str:
    """Return the category (one of `COUNT_CATEGORIES`) under which a card counts a line of the log."""
    if line.kind is EventKind.INCOME:
        return "run"
    if line.kind is EventKind.OTHER and line.rank == Rank.DIVIDEND:
        return "dividend"
    return str(line.kind.value)


def _count_text(category: str, count: int) -> str:
    """Return a card's text on the number of lines in a category of `COUNT_CATEGORIES`, such as "2 tiles"."""
    texts: Mapping[str, Callable[[], str]] = {
        "tile": lambda: tn("{count} tile", "{count} tiles", count),
        "token": lambda: tn("{count} token", "{count} tokens", count),
        "run": lambda: tn("{count} run", "{count} runs", count),
        "dividend": lambda: tn("{count} dividend", "{count} dividends", count),
        "price": lambda: tn("{count} new price", "{count} new prices", count),
        "train": lambda: tn("{count} train bought", "{count} trains bought", count),
        "share": lambda: tn("{count} deal in shares", "{count} deals in shares", count),
        "paid": lambda: t("privates pay"),
        "offer": lambda: tn("{count} offer", "{count} offers", count),
        "pass": lambda: tn("{count} pass", "{count} passes", count),
        "other": lambda: tn("{count} thing more", "{count} things more", count),
    }
    return texts[category]()

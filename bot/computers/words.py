"""What computers are called, so that nobody takes one for a person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.game_rows import SeatInfo
from bot.words import msg, t

EASY, STEADY, STRONG = "easy", "steady", "strong"
LEVELS = {EASY: msg("easy"), STEADY: msg("steady"), STRONG: msg("strong")}
"""The levels, the mildest first."""

FIRST_NAMES = (
    "ada", "bo", "cleo", "dag", "ella", "finn", "greta", "hal", "ida", "jon",
    "kai", "lea", "max", "nora", "olaf", "pia", "quin", "rosa", "sam", "tilda",
)  # fmt: skip
"""First names, written small: they are the same in all languages."""


def computer_name(level: str, name: str) -> str:
    """Return a computer by its first name and level."""
    return t("Computer {name} ({level})", name=name, level=t(LEVELS[level]))


def computer_seat(level: str, chairs: Sequence[SeatInfo]) -> SeatInfo:
    """Return a seat for one more computer at a table, under a name that nobody there has."""
    taken = {chair.name for chair in chairs}
    names = (computer_name(level, name) for name in map(str.title, FIRST_NAMES) if not _has(taken, name))
    return SeatInfo("", next(names, computer_name(level, str(len(chairs) + 1))), None, level)


def _has(taken: set[str], name: str) -> bool:
    return any(f" {name} " in f" {other} " for other in taken)

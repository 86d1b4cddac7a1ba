"""Names of computer players, so that nobody takes one for a person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.game_rows import SeatInfo
from bot.words import msg, t

EASY, STEADY, STRONG = "easy", "steady", "strong"
COMPUTER_LEVELS = {EASY: msg("easy"), STEADY: msg("steady"), STRONG: msg("strong")}
"""The levels of computer players, from the weakest to the strongest."""

FIRST_NAMES = (
    "ada", "bo", "cleo", "dag", "ella", "finn", "greta", "hal", "ida", "jon",
    "kai", "lea", "max", "nora", "olaf", "pia", "quin", "rosa", "sam", "tilda",
)  # fmt: skip
"""First names, in lower case; they are the same in all languages."""


def computer_name(first_name: str) -> str:
    """Return the name of a computer player as members see it: “Computer Ada” for the first name “Ada”."""
    return t("Computer {name}", name=first_name)


def name_with_level(seat_info: SeatInfo) -> str:
    """Return the name of a computer player with its level in brackets, for lists of seats.

    If it plays for an absent user, the name is theirs, and the brackets say that a computer plays. Computer
    players of older games have the level in their names; it is not repeated. Raises KeyError for a seat
    without a computer player.
    """
    if seat_info.user_id is not None:
        level = t(COMPUTER_LEVELS[seat_info.computer_level])
        return t("{name} (computer, {level})", name=seat_info.name, level=level)
    if seat_info.name.endswith(")"):
        return seat_info.name
    return t("{name} ({level})", name=seat_info.name, level=t(COMPUTER_LEVELS[seat_info.computer_level]))


def new_computer_seat(computer_level: str, seats: Sequence[SeatInfo]) -> SeatInfo:
    """Return the seat of a new computer player; ``computer_level`` is a key in COMPUTER_LEVELS.

    The seat has no id yet. The player's first name is one that nobody in ``seats`` has; if none is left, it
    is the number of the seat (from 1).
    """
    used_names = {info.name for info in seats}
    names = (
        computer_name(name) for name in map(str.title, FIRST_NAMES) if not _is_name_used(used_names, name)
    )
    return SeatInfo("", next(names, computer_name(str(len(seats) + 1))), None, computer_level)


def _is_name_used(used_names: set[str], name: str) -> bool:
    """Return True if a computer player's name occurs in another player's name, as whole words."""
    return any(f" {name} " in f" {used_name} " for used_name in used_names)

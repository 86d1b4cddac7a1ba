"""The actions that a player looks at: every way to fill in a choice, or the first ones of very many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine import filling
from engine.core.actions import Action
from engine.core.choices import Choice
from engine.players.fork import Fork
from engine.safe import QUIET

LEAVING = (*QUIET, "decline")
"""Kinds of action by which a player leaves something undone."""
LOOKED_AT = 60
"""Ways to fill in one choice that are looked at, at most."""


def completions(fork: Fork, seat: str, choice: Choice, most: int = LOOKED_AT) -> list[Action]:
    """Legal actions that fill in the fields of a choice; of amounts the ends and those suggested."""
    return [a for a in islice(filling.completions(fork, seat, choice), most) if fork.legal(a)]


def quiet(fork: Fork, seat: str, choices: Sequence[Choice]) -> Action | None:
    """What leaves things as they are; None where something must be done."""
    return next((a for a in filling.bare(choices, seat, LEAVING) if fork.legal(a)), None)

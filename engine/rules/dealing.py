"""What is remembered of a share round: who has dealt in what, and which companies have floated."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.play import Play
from engine.core.view import View

SOLD_NOW = "turn:sold"
DEALING, FLOATED = "sr_", "sr_floated"
NOTES = {
    DEALING + "*": "the end of a share round, and the beginning of the next",
    SOLD_NOW: "the end of the turn",
}
"""Notes: what each player has bought and sold in this share round, which companies have floated, and of which
shares were sold in this turn (of a player or of a company)."""


def dealt(view: View, what: str, player: str) -> list[str]:
    """The companies that a player has ``bought`` or ``sold`` in this share round."""
    found: list[str] = view.state.notes.get(DEALING + what, {}).get(player, [])
    return found


def note_dealt(play: Play, what: str, player: str, company: str) -> None:
    """Remember that a player bought or sold shares of a company in this share round."""
    if company not in dealt(play, what, player):
        memory = play.state.notes.get(DEALING + what, {})
        play.note(DEALING + what, {**memory, player: [*dealt(play, what, player), company]})


def forget_dealing(play: Play) -> None:
    """Write that nothing dealt so far binds anybody: a share round ends or begins."""
    play.forget(DEALING)


def floated(view: View) -> Sequence[str]:
    """The companies that have floated in this share round, in order."""
    found: list[str] = view.state.notes.get(FLOATED, [])
    return found


def note_floated(play: Play, company: str) -> None:
    """Remember that a company has floated."""
    play.note(FLOATED, [*floated(play), company])


def sold_now(view: View, company: str) -> bool:
    """Whether shares of a company were sold in this turn."""
    return company in view.state.notes.get(SOLD_NOW, ())


def note_sold_now(play: Play, company: str) -> None:
    """Remember that shares of a company were sold in this turn."""
    play.note(SOLD_NOW, [*play.state.notes.get(SOLD_NOW, []), company])


def forget_sales(play: Play) -> None:
    """Write that the turn in which shares were sold is over."""
    play.note(SOLD_NOW, None)

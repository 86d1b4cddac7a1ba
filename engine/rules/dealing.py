"""What is remembered of a stock round: who has dealt in what, and which companies have floated."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.view import View
from engine.core.writer import PositionWriter

SOLD_NOW, BOUGHT_NOW = "turn:sold", "turn:bought"
DEALING, FLOATED = "sr_", "sr_floated"
NOTES = {
    DEALING + "*": "the end of a stock round, and the beginning of the next",
    SOLD_NOW: "the end of the turn",
    BOUGHT_NOW: "the end of the turn",
}
"""Notes: what each player has bought and sold in this stock round, which companies have floated, of which
shares were sold in this turn (of a player or of a company), and of which company a share was bought in it."""


def dealt(view: View, what: str, player: str) -> list[str]:
    """The companies that a player has ``bought`` or ``sold`` in this stock round."""
    found: list[str] = view.state.notes.get(DEALING + what, {}).get(player, [])
    return found


def note_dealt(writer: PositionWriter, what: str, player: str, company: str) -> None:
    """Remember that a player bought or sold shares of a company in this stock round."""
    if company not in dealt(writer, what, player):
        memory = writer.state.notes.get(DEALING + what, {})
        writer.note(DEALING + what, {**memory, player: [*dealt(writer, what, player), company]})


def forget_dealing(writer: PositionWriter) -> None:
    """Write that nothing dealt so far binds anybody: a stock round ends or begins."""
    writer.forget(DEALING)


def floated(view: View) -> Sequence[str]:
    """The companies that have floated in this stock round, in order."""
    found: list[str] = view.state.notes.get(FLOATED, [])
    return found


def note_floated(writer: PositionWriter, company: str) -> None:
    """Remember that a company has floated."""
    writer.note(FLOATED, [*floated(writer), company])


def sold_now(view: View, company: str) -> bool:
    """Whether shares of a company were sold in this turn."""
    return company in view.state.notes.get(SOLD_NOW, ())


def note_sold_now(writer: PositionWriter, company: str) -> None:
    """Remember that shares of a company were sold in this turn."""
    writer.note(SOLD_NOW, [*writer.state.notes.get(SOLD_NOW, []), company])


def bought_now(view: View) -> str | None:
    """The company of which a share was bought in this turn, where several may be bought; else None."""
    found: str | None = view.state.notes.get(BOUGHT_NOW)
    return found


def note_bought_now(writer: PositionWriter, company: str) -> None:
    """Remember of which company a share was bought in this turn, where the market lets several be bought."""
    if writer.data.market.several:
        writer.note(BOUGHT_NOW, company)


def forget_turn(writer: PositionWriter) -> None:
    """Write that the turn in which shares were sold or bought is over."""
    writer.note(SOLD_NOW, None)
    writer.note(BOUGHT_NOW, None)

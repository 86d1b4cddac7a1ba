"""Privates of 18OE: face up they count and pay, face down they keep their power (6.1)."""

from __future__ import annotations

from engine.core.state import BANK
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.titles.g18oe.railroads.companies import FACE_DOWN, PRIVATE

PARTED = "sr_parted"
NOTES = {PARTED: "the end of the turn"}
"""Note: the private that the actor has closed or removed in this turn; it is one a turn (10)."""


def has_parted(view: View) -> bool:
    """Whether the actor has closed or removed a private in this turn."""
    return PARTED in view.state.notes


def note_parted(writer: PositionWriter, private: str | None) -> None:
    """Write that the actor has closed or removed a private in this turn; None: the turn is over."""
    writer.note(PARTED, private)


def is_face_down(view: View, private: str) -> bool:
    """Whether the certificate was turned: its owner closed it, or its power says so (6.1)."""
    return bool(view.company(private).data.get(FACE_DOWN))


def face_up(view: View, player: str) -> list[str]:
    """The privates of a player that count and pay, in printed order."""
    owned = (c.id for c in view.companies(PRIVATE) if view.owner(c.id) == player)
    return [private for private in owned if not is_face_down(view, private)]


def pay_owners(writer: PositionWriter) -> None:
    """Write the revenue of the privates that lie face up to the players who own them."""
    for player in writer.seats:
        for private in face_up(writer, player):
            revenue = writer.spec(private).revenue
            writer.pay(BANK, player, revenue, "private")
            if revenue:
                writer.say("private_pays", private=writer.spec(private).name, player=player, amount=revenue)

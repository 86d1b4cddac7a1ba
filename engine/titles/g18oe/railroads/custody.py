"""What the private of 14.4 leaves behind: a share kept for its owner, a share value that does not fall."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.abilities import close
from engine.titles.g18oe.railroads.companies import MAJOR, REGIONAL

BARCLAY = "BBBT"
KEPT, HELD = "kept_share", "held_value"
NOTES = {KEPT: "the purchase of the share", HELD: "the end of the stock round"}
"""Notes: the railroad with a share kept and the player for whom; the railroad whose value does not fall."""


def is_used(view: View) -> bool:
    """Whether the marker of the private lies somewhere."""
    return bool(view.state.notes.get(HELD) or view.state.notes.get(KEPT))


def keepable(view: View) -> list[str]:
    """The railroads of which a share of the treasury may be kept (14.4)."""
    found = []
    for record in view.companies(REGIONAL, MAJOR):
        left = len(view.certs(record.id, record.id))
        whole = left == len(view.spec(record.id).shares) - 1
        if record.floated and (left if record.kind == MAJOR else whole):
            found.append(record.id)
    return found


def keep(writer: PositionWriter, player: str, company: str) -> None:
    """Write that a share of a treasury is kept for a player."""
    writer.note(KEPT, {"company": company, "player": player})


def hold(writer: PositionWriter, company: str) -> None:
    """Write that a share value does not fall in this stock round."""
    writer.note(HELD, company)


def kept_for(view: View, company: str) -> str | None:
    """The player for whom a share of the railroad's treasury is kept."""
    kept: dict[str, str] = view.state.notes.get(KEPT, {})
    return kept["player"] if kept.get("company") == company else None


def free_shares(view: View, company: str, player: str | None) -> int:
    """How many shares of a treasury this player, or nobody in particular, may have."""
    owner, left = kept_for(view, company), len(view.certs(company, company))
    return left if owner in (None, player) else left - 1


def refuse(view: View, player: str, company: str) -> Violation | None:
    """Why a player may not have the next share of a treasury."""
    if free_shares(view, company, player) > 0 or not view.certs(company, company):
        return None
    owner = view.name(str(kept_for(view, company)))
    return Violation(
        "kept",
        say("The last share of {company} in its treasury is kept for {owner}.", company=company, owner=owner),
    )


def taken(writer: PositionWriter, player: str, company: str) -> None:
    """Write that the player for whom a share was kept has one: the marker goes."""
    if kept_for(writer, company) == player:
        writer.note(KEPT, None)


def end_round(writer: PositionWriter) -> None:
    """Write that a share value may fall again: marker and private leave the game."""
    if writer.state.notes.get(HELD):
        writer.note(HELD, None)
        if not writer.company(BARCLAY).closed:
            close(writer, BARCLAY)

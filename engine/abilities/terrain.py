"""Terrain that a private pays for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, TurnPower, held, printed
from engine.board.network import reach
from engine.core.errors import Violation
from engine.core.events import TileLaid
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.abilities import close
from engine.rules.track import is_bare, terrain
from engine.steps.turns import TURN, turn_note

DISCOUNT = "river_tile"
NOTES = {TURN + DISCOUNT: "the end of the turn"}
"""Turn note: the private that pays for terrain in this turn."""


@dataclass(frozen=True, kw_only=True)
class TerrainDiscount(TurnPower):
    """Part of the terrain cost of first tiles on some hexes.

    Without ``once`` the company that owns the private, of whatever kind, always pays less; with it the power
    is announced before a lay, pays for a tile of the same turn, and closes the private.
    """

    kind: ClassVar = "terrain_discount"
    discount: int
    hexes: tuple[str, ...]
    once: bool = False

    def is_used(self) -> bool:
        return self.once

    def idle(self) -> Collection[str]:
        standing = () if self.once else ("owner", "users")
        return standing if self.discount > 0 else (*standing, "discount")

    def text(self, view: View, company: str) -> str:
        where, money = joined(", ", self.hexes), view.money(self.discount)
        if self.once:
            return say(
                "{user} may once let it pay {money} of the first tile on: {where}. It closes then.",
                user=self.user(),
                money=money,
                where=where,
            )
        return say(
            "A company that owns it pays {money} less for the first tile on: {where}.",
            money=money,
            where=where,
        )


def discount(view: View, company: str, coord: str) -> int:
    """What privates pay of the terrain of a hex for a company now."""
    standing = (f.power for f in held(view, company, TerrainDiscount) if not f.power.once)
    announced = _announced(view)
    powers = [*standing, *([announced.power] if announced else [])]
    return sum(power.discount for power in powers if coord in power.hexes)


def lay_cost(view: View, company: str, coord: str) -> int:
    """What a lay costs: the terrain, less what privates pay of it."""
    return max(0, terrain(view, coord) - discount(view, company, coord))


def _announced(view: View) -> Held[TerrainDiscount] | None:
    private = turn_note(view, DISCOUNT)
    found = (held for held in printed(view, TerrainDiscount) if held.private == private and held.power.once)
    return next(found, None) if private else None


def announce(writer: PositionWriter, private: str) -> None:
    """Write that a private pays for terrain in this turn."""
    writer.note(TURN + DISCOUNT, private)


def refuse_discount(view: View, private: str, power: TerrainDiscount) -> Violation | None:
    """Why a discount may not be announced now: the money it saves may be what is missing for the lay."""
    if turn_note(view, DISCOUNT) is not None:
        return Violation("power_used", say("A private pays for terrain in this turn already: lay the tile."))
    company, board = view.cursor.actor, view.board()
    near = reach(board, company, view.stations(company)).hexes if view.cursor.step == "track" else ()
    hexes = power.hexes
    if any(h in near and is_bare(board, h) and board.hexmap[h].terrain_cost for h in hexes):
        return None
    text = say(
        "{private} pays for the first tile, laid now, on one of: {hexes}.",
        private=private,
        hexes=joined(", ", hexes),
    )
    return Violation("no_discount_hex", text)


def watch_discount(writer: PositionWriter) -> None:
    """Called after each action: the private that paid for a first tile closes."""
    using = _announced(writer)
    laid = [e.hex for e in writer.open if isinstance(e, TileLaid) and e.old_tile is None] if using else []
    if using and any(coord in using.power.hexes for coord in laid):
        writer.note(TURN + DISCOUNT, None)
        close(writer, using.private)

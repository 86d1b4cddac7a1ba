"""Hexes on which nobody may lay a tile while a private is open, and tiles kept for a private."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.granted_lay import can_use_lay
from engine.abilities.owner_lay import OwnerLay
from engine.abilities.power import Power, held, printed
from engine.abilities.terrain import lay_cost
from engine.core.display import BLOCKED, Mark
from engine.core.errors import Violation
from engine.core.view import View
from engine.message import OR, joined, say
from engine.rules.track import Lay, TrackPolicy, hex_name


@dataclass(frozen=True, kw_only=True)
class BlockedHex(Power):
    """No tile may be laid on some hexes while a player owns the private; powers that grant one may."""

    kind: ClassVar = "blocked_hex"
    hexes: tuple[str, ...]

    def text(self, view: View, company: str) -> str:
        names = joined(OR, (hex_name(view, h) for h in self.hexes))
        return say("While a player owns it, no tile may be laid on {names}.", names=names)


def blocked_hexes(view: View) -> Iterator[Mark]:
    """The hexes that open privates block, until a company buys them."""
    for found in printed(view, BlockedHex):
        private = found.private
        if not view.company(private).closed and view.owner(private) not in view.state.companies:
            words = say("no tile while a player owns {private}", private=private)
            yield from (Mark(BLOCKED, coord, words, private) for coord in found.power.hexes)


class PrivatesOnTrack(TrackPolicy):
    """Privates close hexes to companies, keep tiles for their owners, and pay for terrain."""

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        return forbids(view, lay)

    def cost(self, view: View, company: str, coord: str) -> int:
        return lay_cost(view, company, coord)

    def granted(self, view: View, player: str) -> bool:
        return can_use_lay(view, player)


def forbids(view: View, lay: Lay) -> Violation | None:
    """Why a private forbids a lay of a company, or None (part of `TrackPolicy.allows`)."""
    coord, tile, _ = lay
    for player in view.seats:
        for found in held(view, player, BlockedHex):
            if coord in found.power.hexes:
                text = say(
                    "No tile on {hex_name} while {name} owns {private}.",
                    hex_name=hex_name(view, coord),
                    name=view.name(player),
                    private=found.private,
                )
                return Violation("hex_blocked", text, {"hex": coord})
    if any(tile in found.power.tiles for found in printed(view, OwnerLay) if found.power.reserved):
        return Violation(
            "tile_reserved", say("Tile {tile} is laid by the owner of a private alone.", tile=tile)
        )
    return None

"""A hex on which a private grants its company one more lay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, PowerMove, TurnPower, all_usable, not_owned
from engine.core.actions import Action
from engine.core.choices import Choice, Option
from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say
from engine.rules import track
from engine.rules.track import Lay, hex_name
from engine.steps.track import HEX, ROTATION, TILE, lay_of, lay_options, perform_lay

TILE_USED = "tile_used"
"""In the data of a private: its tile has been laid."""


@dataclass(frozen=True, kw_only=True)
class GrantedLay(TurnPower):
    """One tile on a hex named, once, beyond the normal lays and without a route, at the usual price.

    The private stays open.
    """

    kind: ClassVar = "granted_lay"
    hexes: tuple[str, ...]

    def text(self, view: View, company: str) -> str:
        where = joined(OR, (hex_name(view, h) for h in self.hexes))
        return say(
            "{user} may lay one tile on {where} at the usual price, at any time in its turn, "
            "beyond its normal lay and without a route.",
            user=self.user(),
            where=where,
        )


class LayGranted(PowerMove):
    """Lay the tile of a granted hex; open at any point of the turn, as a private may be bought in it."""

    kind = "lay_granted"
    uses: ClassVar = (GrantedLay,)
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        hexes = _hexes(_open(view, player))
        if not _lays(view, hexes):
            return None
        where = joined(OR, (view.board().hexmap.name_of(h) or h for h in hexes))
        fields = (TILE, ROTATION) if len(hexes) == 1 else (HEX, TILE, ROTATION)
        note = say("beyond the normal lay; at any point of the turn")
        return Choice(
            self.kind,
            say("Lay a tile on {where}", where=where),
            fields,
            note,
            view.cursor.step,
            view.cursor.actor,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        coord = partial.get("hex")
        lays = _lays(view, _hexes(_open(view, partial.player)))
        return lay_options(view, partial, field, [lay for lay in lays if coord in (None, lay[0])])

    def check(self, view: View, action: Action) -> Violation | None:
        held, open_ = list(all_usable(view, action.player, GrantedLay)), _open(view, action.player)
        if not held:
            return not_owned(say("The lay of a private"))
        if not open_:
            return used(view, held[0].private)
        lay = named_lay(action, _hexes(open_))
        if isinstance(lay, Violation):
            return lay
        return track.check(view, view.cursor.actor, lay, connected=False)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        open_ = _open(writer, action.player)
        lay = named_lay(action, _hexes(open_))
        assert not isinstance(lay, Violation)
        using = next(found for found in open_ if lay[0] in found.power.hexes)
        writer.note_company(using.private, TILE_USED, True)
        perform_lay(writer, writer.cursor.actor, lay, using.private)


def _open(view: View, player: str) -> list[Held[GrantedLay]]:
    """The powers that the player may use and that have laid no tile yet."""
    return [found for found in all_usable(view, player, GrantedLay) if used(view, found.private) is None]


def _hexes(powers: Sequence[Held[GrantedLay]]) -> list[str]:
    return list(dict.fromkeys(coord for found in powers for coord in found.power.hexes))


def _lays(view: View, hexes: Sequence[str]) -> list[Lay]:
    return [lay for coord in hexes for lay in track.granted_lays(view, view.cursor.actor, coord)]


def used(view: View, private: str) -> Violation | None:
    """Why a private lays no tile: it has laid its one."""
    if not view.company(private).data.get(TILE_USED):
        return None
    return Violation(
        "power_used", say("{private} has laid its one tile; lay by the usual rules.", private=private)
    )


def named_lay(action: Action, hexes: Sequence[str]) -> Lay | Violation:
    """The lay that is asked for; the hex may be left out where only one is open."""
    lay = lay_of(action, action.get("hex") or (hexes[0] if len(hexes) == 1 else None))
    if isinstance(lay, Violation) or lay[0] in hexes:
        return lay
    return Violation(
        "not_granted", say("The private lays a tile on one of: {hexes}.", hexes=joined(", ", hexes))
    )

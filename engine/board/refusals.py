"""Why a lay is refused: a stable code, its parameters, and a sentence that says what would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.message import capital, say

TEXTS: Mapping[str, str] = {
    "no_hex": say("There is no hex {hex} on the map."),
    "no_tile": say("There is no tile {tile} in this game."),
    "fixed_hex": say("Tiles are never laid on {hex}: its printed track is final."),
    "bad_rotation": say("Tile {tile} can be turned to {rotations}."),
    "tile_not_here": say("Tile {tile} may not lie on {hex}; it goes {where}."),
    "colour_not_available": say("{colour} tiles are not available yet; now there are {colours}."),
    "wrong_colour_order": say("{hex} is {old}, so only a {wanted} tile may be laid there."),
    "no_further_colour": say("{hex} is {old}, which is the last colour: nothing replaces it."),
    "no_tile_left": say("No copy of tile {tile} is left; lay another one."),
    "label": say("{hex} takes only tiles {wanted}."),
    "wrong_kind": say("{hex} takes only tiles with {wanted}."),
    "off_map": say(
        "Track would leave the map at the {side} side of {hex}; turn the tile or take another one."
    ),
    "impassable": say("The {side} side of {hex} is impassable: no track may lead there."),
    "off_board_side": say(
        "The {side} side of {hex} meets the blank side of {beyond}: no track may lead there."
    ),
    "track_not_kept": say("The new tile must keep all track of {hex} ({track}) in the same directions."),
    "slots_lost": say("All {stations} station markers of a city on {hex} need a circle on the new tile."),
    "not_connected": "{wanted}",
}

WHATEVER_SIDE = frozenset({
    "no_hex", "no_tile", "fixed_hex", "tile_not_here", "colour_not_available", "wrong_colour_order",
    "no_further_colour", "no_tile_left", "label", "wrong_kind",
})  # fmt: skip
"""Codes that say the same of a tile however it is turned."""


@dataclass(frozen=True)
class Refusal:
    """An illegal lay. ``params`` are the figures of the sentence, for those who word it themselves."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """One sentence that says what would be legal."""
        return capital(say(TEXTS[self.code], **self.params))

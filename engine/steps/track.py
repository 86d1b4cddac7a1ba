"""The step in which a company lays or upgrades track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from engine.board.coords import sort_key
from engine.board.directions import directions
from engine.board.tiles import Tile
from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules import track
from engine.rules.tokens import place_home
from engine.rules.track import Lay
from engine.steps.turns import TURN, Skip, TurnStep, turn_note

LAYS = "lays"
NOTES = {TURN + LAYS: "the end of the turn"}
"""Turn note: the lays so far as [hex, tile, rotation], for limits that depend on what was laid."""
MANY = 6
"""Hexes for which a page tells why no track can be laid on them."""
HEX, TILE, ROTATION = (
    Field("hex", say("Which hex?")),
    Field("tile", say("Tile")),
    Field("rotation", say("Direction")),
)


def as_number(value: Json) -> int | None:
    """A small whole number given as such or as the text of an option; None for anything else."""
    if isinstance(value, str):
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def hex_options(view: View, lays: Iterable[Lay], free: bool = False) -> list[Option]:
    """The hexes of some lays, by name, with the number of tiles that fit each and what the cheapest costs."""
    tiles: dict[str, set[str]] = {}
    fees: dict[str, int] = {}
    company, policy = view.cursor.actor, track.policy_of(view)
    for lay in lays:
        coord, tile, _ = lay
        tiles.setdefault(coord, set()).add(tile)
        if not free and fees.get(coord) != 0:
            fee = policy.fee(view, company, lay)
            fees[coord] = min(fee, fees.get(coord, fee))
    costs = {coord: fee + policy.cost(view, company, coord) for coord, fee in fees.items()}
    return [_hex_option(view, c, len(tiles[c]), costs.get(c, 0)) for c in sorted(tiles, key=sort_key)]


def _hex_option(view: View, coord: str, count: int, cost: int) -> Option:
    reward = track.policy_of(view).reward(view, view.cursor.actor, coord)
    paid = view.money(cost) if cost else ""
    gained = say("brings {money}", money=view.money(reward)) if reward else ""
    bare = track.is_bare(view.board(), coord)
    what = (
        say("first tile") if bare else say("upgrade {colour}", colour=word(view.board().face(coord).colour))
    )
    tiles = say("1 tile") if count == 1 else say("{count} tiles", count=count)
    note = joined(", ", filter(None, [what, tiles, paid, gained]))
    return Option(coord, track.hex_name(view, coord), note)


def tile_options(view: View, lays: Iterable[Lay]) -> list[Option]:
    """The tiles of some lays on one hex, with colour and copies left."""
    ids = dict.fromkeys(tile for _, tile, _ in lays)
    return [_tile_option(view, view.board().catalogue[tile]) for tile in ids]


def _tile_option(view: View, tile: Tile) -> Option:
    left = view.state.supply[tile.base]
    return Option(
        tile.id,
        say("Tile {id}", id=tile.id),
        say("{colour}, {left} left", colour=word(tile.colour), left=left),
    )


def rotation_options(view: View, lays: Iterable[Lay], free: bool = False) -> list[Option]:
    """The ways to turn one tile on one hex, told by where its track leads, and what each costs."""
    return [_rotation_option(view, lay, free) for lay in lays]


def _rotation_option(view: View, lay: Lay, free: bool) -> Option:
    coord, tile, turn = lay
    board, policy, company = view.board(), track.policy_of(view), view.cursor.actor
    cost = 0 if free else policy.cost(view, company, coord) + policy.fee(view, company, lay)
    where = directions(board.hexmap.layout, board.catalogue[tile].face(turn))
    return Option(str(turn), where, say("costs {money}", money=view.money(cost)) if cost else "")


def lay_options(
    view: View, partial: Action, field: str, lays: Iterable[Lay], free: bool = False
) -> Sequence[Option]:
    """The options of the fields hex, tile and rotation, each given those before it; ``free``: no price."""
    if field == HEX.name:
        return hex_options(view, lays, free)
    if field == TILE.name:
        return tile_options(view, lays)
    return rotation_options(view, (lay for lay in lays if lay[1] == partial.get("tile")), free)


def lay_of(action: Action, coord: Json) -> Lay | Violation:
    """The lay that an action asks for; a Violation when a field is missing."""
    tile, rotation = action.get("tile"), as_number(action.get("rotation"))
    if not isinstance(coord, str) or not isinstance(tile, str) or rotation is None:
        return Violation("incomplete", say("A lay names a hex, a tile and a rotation from 0 to 5."))
    return coord, tile, rotation


def perform_lay(
    writer: PositionWriter, company: str, lay: Lay, private: str = "", free: bool = False
) -> None:
    """Lay a checked tile, by the power of a private or not; the home token follows its city's first tile."""
    track.perform(writer, company, lay, private, free)
    place_home(writer, company)


def lay_left(view: View) -> bool:
    """Whether the company whose turn it is may lay once more."""
    return len(turn_note(view, LAYS, [])) < track.policy_of(view).lays(view, view.cursor.actor)


def use_lay(writer: PositionWriter, company: str, lay: Lay, private: str = "", free: bool = False) -> None:
    """Lay a checked tile as one of the lays of the turn, by the power of a private or not."""
    track.policy_of(writer).begin(writer, company, lay)
    count_lay(writer, lay)
    perform_lay(writer, company, lay, private, free)


def count_lay(writer: PositionWriter, lay: Lay) -> None:
    """Write that a lay is one of the turn."""
    writer.note(TURN + LAYS, [*turn_note(writer, LAYS, []), list(lay)])


def forget_lays(writer: PositionWriter) -> None:
    """Write that no tile was laid in the present turn."""
    writer.note(TURN + LAYS, None)


class LayTile(Move):
    """Lay or upgrade one tile."""

    kind = "lay_tile"
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}
    missing, partly = say("No track can be laid"), say("No track on {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A tile, where none can be laid: each hex is sought by `sought_on`."""
        if self.choice(view, player) is None:
            coords = track.within_reach(view, view.cursor.actor) if lay_left(view) else []
            first = next(iter(view.board().hexmap.hexes))
            for coord in coords[:MANY] or [first]:
                yield self.sought_on(view, player, coord)

    def sought_for(self, view: View, player: str, field: str, value: str) -> Iterator[Sought]:
        """A hex; or a tile, wherever the company reaches."""
        if field == HEX.name and value in view.board().hexmap:
            yield self.sought_on(view, player, value)
        elif field == TILE.name and value in view.board().catalogue:
            lay = track.natural_lay_of(view, view.cursor.actor, value)
            yield Sought("", Action(self.kind, player, _as_args(lay)))

    def sought_on(self, view: View, player: str, coord: str) -> Sought:
        """The most natural lay on a hex."""
        lay = track.natural_lay(view, view.cursor.actor, coord)
        return Sought(track.hex_name(view, coord), Action(self.kind, player, _as_args(lay)))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not lay_left(view) or not track.any_lay(view, company):
            return None
        return Choice(
            self.kind, say("Lay track"), (HEX, TILE, ROTATION), step=view.cursor.step, company=company
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if not lay_left(view):
            return ()
        coord = partial.get("hex") if field != HEX.name else None
        lays = track.legal_lays(view, view.cursor.actor, None if coord is None else [coord])
        return lay_options(view, partial, field, lays)

    def check(self, view: View, action: Action) -> Violation | None:
        if not lay_left(view):
            text = say(
                "{actor} has laid all its track for this turn; go on to the next step.",
                actor=view.cursor.actor,
            )
            return Violation("no_lay_left", text)
        lay = lay_of(action, action.get("hex"))
        return lay if isinstance(lay, Violation) else track.check(view, view.cursor.actor, lay)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        lay = lay_of(action, action.get("hex"))
        assert not isinstance(lay, Violation)
        use_lay(writer, writer.cursor.actor, lay)


def _as_args(lay: Lay) -> dict[str, Json]:
    coord, tile, rotation = lay
    return {HEX.name: coord, TILE.name: tile, ROTATION.name: rotation}


class SkipTrack(Skip):
    """Lay nothing; refused to a company that must lay now."""

    def choice(self, view: View, player: str) -> Choice | None:
        return super().choice(view, player) if self.check(view, Action(self.kind, player)) is None else None

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if not track.policy_of(view).must(view, company):
            return None
        return Violation(
            "must_build", say("{company} must lay or upgrade the track of its home now.", company=company)
        )


class TrackStep(TurnStep):
    """Lay or upgrade track; further moves are powers that add lays."""

    name = "track"
    label = say("lay track")
    subject: ClassVar[Subject] = Subject.TRACK

    def __init__(self, *powers: Move) -> None:
        self.moves = (LayTile(), *powers, SkipTrack(say("Lay no track")))

    def is_open(self, view: View) -> bool:
        """Also while a power gives the only lay."""
        return super().is_open(view) or any(
            track.policy_of(view).granted(view, player) for player in self.players(view)
        )

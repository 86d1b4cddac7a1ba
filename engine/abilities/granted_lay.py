"""A hex on which a private grants its company a lay without a route, and perhaps a token after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, PowerMove, TurnPower, all_usable, not_owned
from engine.board.faces import CITY
from engine.core.actions import Action
from engine.core.choices import Choice, Option
from engine.core.errors import Violation
from engine.core.state import Place, Token
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say
from engine.rules import track
from engine.rules.tokens import TokenPolicy
from engine.rules.track import Lay, hex_name
from engine.steps.track import (
    HEX,
    ROTATION,
    TILE,
    TrackStep,
    lay_left,
    lay_of,
    lay_options,
    perform_lay,
    use_lay,
)
from engine.steps.turns import TURN, turn_note

TILE_USED = "tile_used"
"""In the data of a private: its tile has been laid."""
TOKEN_HEX = "granted_token_hex"
NOTES = {TURN + TOKEN_HEX: "the end of the turn"}
"""Turn note: the hex where the company may place its token of this turn without a route, free of charge."""


@dataclass(frozen=True, kw_only=True)
class GrantedLay(TurnPower):
    """One tile on a hex named, once and without a route, beyond the normal lays and at the usual price.

    The private stays open. ``counts``: it is a lay of the turn instead of one more, in the step in which
    track is laid. ``free``: the terrain costs nothing. ``first``: only while no track lies on the hex.
    ``token``: later in the same turn the company may place its token of the turn on that hex, free of
    charge and without a route.
    """

    kind: ClassVar = "granted_lay"
    hexes: tuple[str, ...]
    counts: bool = False
    free: bool = False
    first: bool = False
    token: bool = False

    def text(self, view: View, company: str) -> str:
        bare = say("Only while no track lies there.") if self.first else ""
        then = say("In the same turn it may place its token there, free of charge and without a route.")
        return joined(" ", filter(None, (self._lay(view), bare, then if self.token else "")))

    def _lay(self, view: View) -> str:
        """What may be laid when, at which price: one sentence."""
        user, where = self.user(), joined(OR, (hex_name(view, h) for h in self.hexes))
        if self.counts and self.free:
            return say(
                "{user} may once use its lay of a turn on {where}, free of charge and without a route.",
                user=user,
                where=where,
            )
        if self.counts:
            return say(
                "{user} may once use its lay of a turn on {where}, at the usual price and without a route.",
                user=user,
                where=where,
            )
        if self.free:
            return say(
                "{user} may lay one tile on {where} free of charge, at any time in its turn, "
                "beyond its normal lay and without a route.",
                user=user,
                where=where,
            )
        return say(
            "{user} may lay one tile on {where} at the usual price, at any time in its turn, "
            "beyond its normal lay and without a route.",
            user=user,
            where=where,
        )

    def is_time(self, view: View) -> bool:
        """Whether the company whose turn it is may make this lay now: one that counts needs a lay left."""
        return not self.counts or (view.cursor.step == TrackStep.name and lay_left(view))


class LayGranted(PowerMove):
    """Lay the tile of a granted hex; open at any point of the turn, as a private may be bought in it."""

    kind = "lay_granted"
    uses: ClassVar = (GrantedLay,)
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        if not can_lay(view, player):
            return None
        hexes = _hexes(_open(view, player))
        where = joined(OR, (view.board().hexmap.name_of(h) or h for h in hexes))
        fields = (TILE, ROTATION) if len(hexes) == 1 else (HEX, TILE, ROTATION)
        note = _note(found.power.counts for found in _open(view, player))
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
        lays = [lay for lay in _lays(view, partial.player) if coord in (None, lay[0])]
        free = all(_granting(view, partial.player, lay[0]).power.free for lay in lays)
        return lay_options(view, partial, field, lays, free)

    def check(self, view: View, action: Action) -> Violation | None:
        held, open_ = list(all_usable(view, action.player, GrantedLay)), _open(view, action.player)
        if not held:
            return not_owned(say("The lay of a private"))
        if not open_:
            return used(view, held[0].private) or _not_now(view, held)
        lay = named_lay(action, _hexes(open_))
        if isinstance(lay, Violation):
            return lay
        power = _granting(view, action.player, lay[0]).power
        if power.first and not track.is_bare(view.board(), lay[0]):
            text = say("Track lies on {where} already.", where=hex_name(view, lay[0]))
            return Violation("not_granted", text, {"hex": lay[0]})
        return track.check(view, view.cursor.actor, lay, connected=False, free=power.free)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        lay = named_lay(action, _hexes(_open(writer, action.player)))
        assert not isinstance(lay, Violation)
        using = _granting(writer, action.player, lay[0])
        writer.note_company(using.private, TILE_USED, True)
        put = use_lay if using.power.counts else perform_lay
        put(writer, writer.cursor.actor, lay, using.private, using.power.free)
        if using.power.token:
            writer.note(TURN + TOKEN_HEX, lay[0])


def _note(counts: Iterable[bool]) -> str:
    """How some lays count, for people; empty where they differ."""
    found = set(counts)
    if len(found) > 1:
        return ""
    return (
        say("your lay of this turn")
        if True in found
        else say("beyond the normal lay; at any point of the turn")
    )


def can_lay(view: View, player: str) -> bool:
    """Whether a power lets the player lay a tile for the company whose turn it is now."""
    return any(True for _ in _lays(view, player))


def _open(view: View, player: str) -> list[Held[GrantedLay]]:
    """The powers that the player may use now and that have laid no tile yet."""
    usable = (found for found in all_usable(view, player, GrantedLay) if found.power.is_time(view))
    return [found for found in usable if used(view, found.private) is None]


def can_use_lay(view: View, player: str) -> bool:
    """Whether a power lets the player use a lay of this turn, which counts, now."""
    return any(_granting(view, player, lay[0]).power.counts for lay in _lays(view, player))


def _not_now(view: View, held: Sequence[Held[GrantedLay]]) -> Violation:
    """The refusal of a lay that counts, after the lays of the turn."""
    where = joined(OR, (hex_name(view, coord) for coord in _hexes(held)))
    text = say(
        "The tile on {where} is a lay of the turn: it needs one that is left, while track is laid.",
        where=where,
    )
    return Violation("no_lay_left", text)


def _hexes(powers: Sequence[Held[GrantedLay]]) -> list[str]:
    return list(dict.fromkeys(coord for found in powers for coord in found.power.hexes))


def _granting(view: View, player: str, coord: str) -> Held[GrantedLay]:
    """The first open power of the player that grants the hex."""
    return next(found for found in _open(view, player) if coord in found.power.hexes)


def _lays(view: View, player: str) -> Iterator[Lay]:
    """All lays that the powers of a player grant now."""
    for coord in _hexes(_open(view, player)):
        power = _granting(view, player, coord).power
        if not power.first or track.is_bare(view.board(), coord):
            yield from track.granted_lays(view, view.cursor.actor, coord, power.free)


class PrivatesOnTokens(TokenPolicy):
    """On the hex of a granted lay with ``token`` the token of the turn needs no route and costs nothing."""

    def reached(self, view: View, company: str) -> frozenset[Place]:
        return super().reached(view, company) | granted_places(view, company)

    def price(self, view: View, token: Token, place: Place) -> int:
        return 0 if place in granted_places(view, token.company) else super().price(view, token, place)


def granted_places(view: View, company: str) -> frozenset[Place]:
    """Where the company whose turn it is may place its token because of a lay that it has made."""
    coord = turn_note(view, TOKEN_HEX) if view.cursor.actor == company else None
    if coord is None:
        return frozenset()
    return frozenset((coord, stop) for stop in view.board().face(coord).indices(CITY))


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

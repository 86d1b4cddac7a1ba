"""A tile that the player who owns a private lays himself, outside the lays of companies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.abilities.granted_lay import TILE_USED, named_lay, used
from engine.abilities.power import Held, Power, PowerMove, held, printed
from engine.board import lays as board_lays
from engine.core.actions import Action
from engine.core.choices import Choice, Option, Subject
from engine.core.display import GOAL, Mark
from engine.core.errors import Violation
from engine.core.events import CertMoved
from engine.core.flow import current_round
from engine.core.rounds import ForcedStep, OpenMove
from engine.core.state import Pending
from engine.core.story import tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.rules import track
from engine.rules.boards import BoardPolicy
from engine.rules.track import Lay, hex_name
from engine.steps.stock.stock_round import StockRound
from engine.steps.track import HEX, ROTATION, TILE, lay_options
from engine.steps.turns import TURN, Skip, TurnStep

tell(lay_declined="{player} lays no tile for {private}.")

SOLD_LAY = "sold_lay"
"""The forced decision of a seller who may lay a tile."""


When = Literal["stock", "track", "between", "sold"]
TIMES: Mapping[When, str] = {
    "stock": say("at any time in a stock round"),
    "track": say("while a company of his lays track"),
    "between": say("between the turns of two companies"),
    "sold": say("at once when he sells it to a company"),
}


@dataclass(frozen=True, kw_only=True)
class OwnerLay(Power):
    """A tile that the player who owns the private lays himself, once, free of charge and without a route.

    ``when`` says at which times. ``reserved``: its tiles are never laid otherwise. The private stays open.
    """

    kind: ClassVar = "owner_lay"
    hexes: tuple[str, ...]
    tiles: tuple[str, ...]
    when: tuple[When, ...]
    reserved: bool = False

    def is_used(self) -> bool:
        return self.when != ("sold",)

    def text(self, view: View, company: str) -> str:
        where = joined(OR, (hex_name(view, h) for h in self.hexes))
        times = joined(word(", or "), (TIMES[time] for time in self.when))
        if len(self.tiles) == 1:
            return say(
                "Its owner may once lay tile {tiles} on {where}, free and without a route: {times}.",
                tiles=self.tiles[0],
                where=where,
                times=times,
            )
        return say(
            "Its owner may once lay one of the tiles {tiles} on {where}, free and without a route: {times}.",
            tiles=joined(", ", self.tiles),
            where=where,
            times=times,
        )


class LayOwn(PowerMove):
    """The player who owns a private lays its tile."""

    kind = "lay_own"
    uses: ClassVar = (OwnerLay,)
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}

    def using(self, view: View, player: str) -> Held[OwnerLay] | None:
        """The power that the player may use now."""
        found = held(view, player, OwnerLay)
        return next((f for f in found if _is_time(view, player, f.power) and not used(view, f.private)), None)

    def choice(self, view: View, player: str) -> Choice | None:
        using = self.using(view, player)
        if using is None or next(owner_lays(view, using.power), None) is None:
            return None
        return Choice(
            self.kind,
            say("Lay the tile of {private}", private=using.private),
            (HEX, TILE, ROTATION),
            word("free"),
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        using = self.using(view, partial.player)
        coord = partial.get("hex") if field != HEX.name else None
        lays = owner_lays(view, using.power) if using else ()
        open_ = [lay for lay in lays if coord in (None, lay[0])]
        return lay_options(view, partial, field, open_, free=True)

    def check(self, view: View, action: Action) -> Violation | None:
        using = self.using(view, action.player)
        if using is None:
            return Violation(
                "power_not_owned", say("The owner of a private lays its tile once, at its times.")
            )
        lay = named_lay(action, using.power.hexes)
        return lay if isinstance(lay, Violation) else check_owner_lay(view, using.power, lay)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        using = self.using(writer, action.player)
        assert using is not None
        lay = named_lay(action, using.power.hexes)
        assert not isinstance(lay, Violation)
        writer.note_company(using.private, TILE_USED, True)
        where = hex_name(writer, lay[0])
        track.put_tile(writer, lay)
        told = {"tile": lay[1], "where": where, "private": using.private}
        writer.say("tile_laid_by", company=action.player, **told)


def reserved_hexes(view: View) -> Iterator[Mark]:
    """The hexes on which the owner of a private alone may lay its tile, until he has done so."""
    for found in printed(view, OwnerLay):
        private = found.private
        if found.power.reserved and not view.company(private).closed and not used(view, private):
            words = say("a tile for the owner of {private}", private=private)
            yield from (Mark(GOAL, coord, words, private) for coord in found.power.hexes)


def owner_lays(view: View, power: OwnerLay) -> Iterator[Lay]:
    """Every lay that the power allows now."""
    rules = view.policy(BoardPolicy).lay_rules(view, view.cursor.actor)
    for lay in board_lays.lays(view.board(), None, rules, view.state.supply, power.hexes):
        if lay[1] in power.tiles:
            yield lay


def check_owner_lay(view: View, power: OwnerLay, lay: Lay) -> Violation | None:
    """Why a player may not lay this tile by his power."""
    coord, tile, rotation = lay
    if tile not in power.tiles:
        return Violation(
            "not_granted", say("The private lays one of the tiles: {tiles}.", tiles=joined(", ", power.tiles))
        )
    rules = view.policy(BoardPolicy).lay_rules(view, view.cursor.actor)
    refused = board_lays.check_lay(view.board(), coord, tile, rotation, rules, view.state.supply, None)
    return None if refused is None else Violation(refused.code, refused.text, refused.params)


def _is_time(view: View, player: str, power: OwnerLay) -> bool:
    if view.state.pending:
        return False
    actor = view.cursor.actor
    if actor in view.state.players:
        return "stock" in power.when and view.cursor.round == StockRound.kind
    if actor not in view.state.companies:
        return False
    if "track" in power.when and view.president(actor) == player:
        return view.cursor.step == "track"
    return "between" in power.when and not has_acted(view)


def has_acted(view: View) -> bool:
    """Whether the company whose turn it is has done or declined anything yet, but a lay of this kind."""
    steps = current_round(view).steps
    before = list(steps)[: list(steps).index(view.cursor.step)]
    moves = (move for name in before if isinstance(steps[name], TurnStep) for move in steps[name].moves)
    own = (move for move in moves if move.kind not in (LayOwn.kind, Skip.kind))
    president = view.president(view.cursor.actor)
    return any(key.startswith(TURN) for key in view.state.notes) or any(
        president is not None and move.choice(view, president) is not None for move in own
    )


def watch_sales(writer: PositionWriter) -> None:
    """Called after each action: who has sold a private to a company may lay its tile at once."""
    if writer.state.pending:
        return
    for event in writer.open:
        if not isinstance(event, CertMoved) or event.after not in writer.state.companies:
            continue
        private = writer.state.certs[event.cert].company
        seller, powers = event.before, held(writer, event.after, OwnerLay)
        found = next((f.power for f in powers if f.private == private and "sold" in f.power.when), None)
        if seller in writer.state.players and found and next(owner_lays(writer, found), None):
            writer.push(Pending(SOLD_LAY, (seller,), {"private": private}))


class LaySold(LayOwn):
    """The seller of a private lays its tile."""

    kind = "lay_sold"

    def using(self, view: View, player: str) -> Held[OwnerLay] | None:
        private: str = view.state.pending[-1].data["private"]
        powers = (a for a in view.spec(private).abilities if isinstance(a, OwnerLay) and "sold" in a.when)
        return Held(private, next(powers))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        super().perform(writer, action)
        writer.pop()


class DeclineSold(OpenMove):
    """The seller lays no tile; the right is lost."""

    kind = "decline_lay"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("Lay no tile"), note=say("the right is lost"), declines=True)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        private = writer.spec(writer.state.pending[-1].data["private"]).name
        writer.say("lay_declined", player=action.player, private=private)
        writer.pop()


class SoldLayStep(ForcedStep):
    """The seller of a private decides before anything else."""

    name = SOLD_LAY
    label = say("tile of a private that was sold")
    subject: ClassVar[Subject] = Subject.TRACK
    moves = (LaySold(), DeclineSold())

"""Brandt & Brandau, Engineers: four tokens for free tiles on rough terrain, closed to others (14.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.board import lays as board_lays
from engine.board.coords import sort_key
from engine.board.network import Reach
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.events import MarkerMoved
from engine.core.rounds import Move
from engine.core.state import BANK
from engine.core.story import EventKind, Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import track as lays
from engine.rules.abilities import close
from engine.rules.boards import BoardPolicy
from engine.rules.costs import check_cost
from engine.rules.track import Lay, hex_name, is_bare, turned
from engine.steps.track import HEX, ROTATION, TILE, count_lay, lay_of, lay_options
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.powers.private_powers import not_owned, owns
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.railroads.marks import BRANDT, BRANDT_MARKS, brandt_hexes, controls, place_of
from engine.titles.g18oe.track import engineers, points
from engine.titles.g18oe.track.board import METROPOLIS, city_class
from engine.titles.g18oe.track.track import Track, allows_free, voyage_of

tell(
    Rank.LAY,
    brandt_lay=Told(
        "{company} lays tile {tile} on {where}{track} with a token of {private}.",
        "#{tile} on {where} with a token of {private}",
        kind=EventKind.TILE,
        retold=turned,
    ),
    brandt_removed="{company} removes a token of {private} from {where} for {cost}.",
)


class BrandtLay(Move):
    """Lay a yellow tile on rough terrain at no cost, over water too; it uses tile points as any (14.9)."""

    kind = "brandt_lay"
    args: ClassVar = {"hex": str, "tile": str, "rotation": (int, str)}

    def _refusal(self, view: View, player: str) -> Violation | None:
        if not owns(view, player, BRANDT) or not controls(view, BRANDT, view.cursor.actor):
            return not_owned(view, BRANDT)
        if engineers.left_now(view) <= 0:
            return Violation("power_used", say("Two of the four tokens may be used in an operating round."))
        return None

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view, player) is not None or next(self._lays(view), None) is None:
            return None
        label, note = (
            say("Lay a tile with Brandt & Brandau"),
            say("free; the track is for your railroads alone"),
        )
        return Choice(self.kind, label, (HEX, TILE, ROTATION), note, view.cursor.step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if self._refusal(view, partial.player) is not None:
            return ()
        coord = partial.get("hex") if field != HEX.name else None
        return lay_options(view, partial, field, list(self._lays(view, coord)), free=True)

    def _lays(self, view: View, coord: str | None = None) -> Iterator[Lay]:
        company, board = view.cursor.actor, view.board()
        if not points.may_lay_more(view, company):
            return
        reached = voyage_of(view, company).whole
        wanted = [coord] if coord is not None else sorted(reached.hexes, key=sort_key)
        for where in wanted:
            if not engineers.is_rough(view, where) or not is_bare(board, where):
                continue
            yield from (lay for lay in self._on(view, where, reached) if self._refuse(view, lay) is None)

    def _on(self, view: View, coord: str, reached: Reach) -> Iterator[Lay]:
        rules = view.policy(BoardPolicy).lay_rules(view, view.cursor.actor)
        return board_lays.lays(view.board(), reached, rules, view.state.supply, [coord])

    def _refuse(self, view: View, lay: Lay) -> Violation | None:
        """All that holds for a lay but its price."""
        company, coord = view.cursor.actor, lay[0]
        if (
            coord not in view.board().hexmap
            or not engineers.is_rough(view, coord)
            or not is_bare(view.board(), coord)
        ):
            return Violation("not_rough", say("The token goes on rough terrain without track."))
        refused = lays.check(view, company, lay, allows=allows_free)
        return None if refused is None or refused.code == "cannot_afford" else refused

    def check(self, view: View, action: Action) -> Violation | None:
        lay = lay_of(action, action.get("hex"))
        refused = self._refusal(view, action.player)
        return refused or (lay if isinstance(lay, Violation) else self._refuse(view, lay))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, lay = writer.cursor.actor, lay_of(action, action.get("hex"))
        assert not isinstance(lay, Violation)
        Track().begin(writer, company, lay)
        engineers.use(writer, lay[0])
        count_lay(writer, lay)
        lays.put_tile(writer, lay)
        where, name = hex_name(writer, lay[0]), writer.spec(BRANDT).name
        writer.say("brandt_lay", company=company, tile=lay[1], where=where, private=name)
        Track().laid(writer, company, lay)


class RemoveBrandt(Move):
    """Another player's railroad pays for the terrain and removes a token (14.9)."""

    kind = "remove_brandt"
    args: ClassVar = {"hex": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._hexes(view):
            return None
        field = Field("hex", say("Where?"))
        label = say("Remove a token of Brandt & Brandau")
        note = say("It takes a tile point, two for a metropolis, and lays no track.")
        return Choice(self.kind, label, (field,), note, view.cursor.step, view.cursor.actor)

    def _hexes(self, view: View) -> list[str]:
        found = (coord for coord in brandt_hexes(view) if self._refuse(view, coord) is None)
        return sorted(found, key=sort_key)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [self._option(view, coord) for coord in self._hexes(view)]

    def _option(self, view: View, coord: str) -> Option:
        cost, needed = view.money(_removal_cost(view, coord)), _removal_points(view, coord)
        note = (
            say("{cost}, a tile point", cost=cost)
            if needed == 1
            else say("{cost}, {needed} tile points", cost=cost, needed=needed)
        )
        return Option(coord, hex_name(view, coord), note)

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refuse(view, action.get("hex") or "")

    def _refuse(self, view: View, coord: str) -> Violation | None:
        company = view.cursor.actor
        if coord not in brandt_hexes(view) or controls(view, BRANDT, company):
            return Violation(
                "no_token_there", say("Railroads of other players remove tokens of the engineers.")
            )
        needed = _removal_points(view, coord)
        left = points.left(view, company)
        if left < needed:
            text = say(
                "A token is removed for {needed} of the tile points of a turn; {company} has {left} left.",
                needed=needed,
                company=company,
                left=left,
            )
            return Violation("no_points", text, {"points": needed})
        cost = _removal_cost(view, coord)
        text = say("That costs {money}; {company} has {money2}.")
        return check_cost(view, company, cost, text) or solvency.check(view, company, cost)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, coord = writer.cursor.actor, action.args["hex"]
        cost = _removal_cost(writer, coord)
        writer.pay(company, BANK, cost, "track")
        points.spend(writer, _removal_points(writer, coord))
        mark = next(m for m in BRANDT_MARKS if (at := place_of(writer, m)) and at[0] == coord)
        writer.emit(MarkerMoved(mark, place_of(writer, mark), None))
        where, name = hex_name(writer, coord), writer.spec(BRANDT).name
        writer.say("brandt_removed", company=company, where=where, private=name, cost=cost)
        if not engineers.unused(writer) and not brandt_hexes(writer):
            close(writer, BRANDT)


def _removal_cost(view: View, coord: str) -> int:
    """The original cost of the terrain; nothing for a national."""
    if view.company(view.cursor.actor).kind == NATIONAL:
        return 0
    return view.board().hexmap[coord].terrain_cost


def _removal_points(view: View, coord: str) -> int:
    spent = view.data.figures(Figures).privates.brandt_removal
    return spent["metropolis" if city_class(view, coord) == METROPOLIS else "normal"]

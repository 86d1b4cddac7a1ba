"""Counts in saved random games of 18OE what must have been played: every power, end, national and bonus.

    python -m engine random 18OE --players 4 --games 50 --save DIR
    python -m tests.titles.g18oe.tally DIR

A line says how often something was played, and in how many of the games; what never was stands last. Powers
that need no action (a lower price, a point more, a relief on a route) are seen by asking the position.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from engine import TITLES
from engine.__main__ import read_export
from engine.board.faces import CITY
from engine.core.actions import Action, Json
from engine.core.errors import Violation
from engine.core.events import CompanyChanged, Event, Noted, Paid, Said
from engine.core.log import Record, Setup
from engine.core.state import BANK, Place
from engine.game import Game
from engine.routes.paths import LAST_ROUTES, parse_routes
from engine.routes.policy import policy_of, stops_of
from engine.steps.run import REVENUE
from engine.steps.turns import turn_note
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import PORT_AUTHORITIES, has_power
from engine.titles.g18oe.railroads.ending import BROKEN, EIGHT
from engine.titles.g18oe.railroads.marks import (
    CENTRAL_CIRCLE,
    LUMBER,
    MERCANTILE,
    STAR_HARBOR,
    STEAMSHIPS,
    SWIFT,
    controls,
    place_of,
)
from engine.titles.g18oe.routes.revenue import EARLY_BONUS, PULLMAN, STRELA
from engine.titles.g18oe.track import points

ACTIONS = {
    "free_token": "14.3 Wien Südbahnhof places a token",
    "white_cliffs_free": "14.3 Wien Südbahnhof pays beside the ferry",
    "repar": "14.4 Barclay: a new par",
    "keep_share": "14.4 Barclay: a share kept",
    "hold_value": "14.4 Barclay: a value held",
    "use_barclay": "14.4 Barclay in the turn of another",
    "star_harbor": "14.5 Star Harbor placed",
    "central_circle": "14.6 Central Circle placed",
    "white_cliffs": "14.7 White Cliffs Ferry token placed",
    "lumber": "14.8 Hochberg placed",
    "brandt_lay": "14.9 Brandt & Brandau lay",
    "remove_brandt": "14.9 Brandt & Brandau token removed",
    "swift": "14.10 Swift Metropolitan preserves a train",
    "take_minor": "11.7 an abandoned minor taken",
    "rescue": "11.6.5 an insolvent railroad bought",
    "point_out": "11.3.9 a better route pointed out",
    "transfer_token": "11.5 a token transferred",
    "pass_port_authority": "11.3.5 a port authority of another major",
    "redeem": "11.7 own shares bought",
    "sell_treasury": "11.7 own shares sold",
    "claim_train": "11.6.6 a rusted train claimed",
    "exchange_train": "11.6.6 a rusted train exchanged",
    "flip_train": "11.6.6 a rusted train turned",
    "upgrade_train": "11.6.6 a rusted train upgraded",
    "discard_pullman": "11.6.2 a Pullman discarded",
}
"""Kinds of action that are the use of a power or of a rare rule."""
TOLD = {
    "silver_banner": "15.1 minor A brings the share value",
    "mail_paid": "15.10 minor K's mail",
    "free_pullman": "15.12 minor M's own Pullman",
    "royalty_18oe": "15.12 a royalty to minor M",
    "express_cash": "12.2 first Orient Express: cash",
    "express_moves": "12.2 first Orient Express: three moves",
    "insolvent": "11.6.5 a small railroad insolvent",
    "surrenders": "11.6.4 a major that cannot buy",
    "minor_abandoned": "9.5 a minor abandoned",
    "patronage_paid": "11.1.8 patronage",
    "lille_open": "11.2.2 Lille open for good",
}
RUNS = {
    "star": "14.5 Star Harbor on a route",
    "circle": "14.6 Central Circle on a route",
    "lumber": "14.8 Hochberg counted as a town",
    "swift": "14.10 the preserved train runs",
    "mercantile": "15.4 minor D's city run to",
    "steam": "15.8 minor H at sea",
    "strela": "15.11 Krasnaya Strela on a train",
    "pullman": "11.6.2 a Pullman on a train",
    "authority": "11.3.5 a port authority at sea",
    "express": "12 an Orient Express run",
    "joined": "12.1 trains combined",
}
BUILT = {
    "B": "15.2 minor B upgrades for one point",
    "E": "15.5 minor E pays less for water",
    "F": "15.6 minor F pays less for rough terrain",
    "E+": "15.5 minor E's point more",
    "F+": "15.6 minor F's point more",
    "G": "15.7 minor G's points more used",
    "J": "15.9 minor J buys for less",
}
PLACED = {place: f"15.3 minor C operates {place}" for place in ("first", "last", "normal")}
TOKENS = {
    key: f"15.4 minor D's token placed {words}"
    for key, words in {"early": "to phase 4", "late": "from phase 5"}.items()
}
FORMED = {phase: f"9.4 a national in phase {phase}" for phase in "468"}
ENDS = (
    "13 the end: level 8 sold in the first round of a set",
    "13 the end: level 8 sold in the second round of a set",
    "13 the end: the bank empty in an operating round",
    "13 the end: the bank empty in a stock round",
)
MARKERS = {STRELA: "strela", PULLMAN: "pullman"}
GROUPS = (ACTIONS, TOLD, RUNS, BUILT, PLACED, TOKENS, FORMED)
ALL = (*(name for group in GROUPS for name in group.values()), *ENDS)
"""All that must have been played."""


class Tally:
    """One game, folded record by record; ``found`` counts what was played in it."""

    def __init__(self, game: Game) -> None:
        self.game, self.view = game, game.view
        self.found = Counter[str]()

    def take(self, record: Record) -> None:
        """Count what an action is, in the position before and after it."""
        action, company = record.action, self.view.cursor.actor
        kind = action.kind if action is not None else ""
        self.found.update(self._asked(kind, action, company) if action is not None else ())
        for event in record.events:
            self.found.update(self._happened(event, kind))
        self.game.fold(record)
        if kind in ("run", "point_out") and turn_note(self.view, REVENUE) is not None:
            self.found.update(RUNS[name] for name in self._ran(company))

    def _asked(self, kind: str, action: Action, company: str) -> Iterator[str]:
        if kind in ACTIONS:
            yield ACTIONS[kind]
        if kind == "choose_order":
            yield PLACED[action.args["place"]]
        if kind == "place_mercantile":
            yield TOKENS["early" if self.view.state.phase in EARLY_BONUS else "late"]
        if kind in ("lay_tile", "brandt_lay"):
            yield from self._built(company, action.args["hex"], action.args["tile"])

    def _happened(self, event: Event, kind: str) -> Iterator[str]:
        state = self.view.state
        if isinstance(event, Said) and event.key in TOLD:
            yield TOLD[event.key]
        if isinstance(event, CompanyChanged) and (event.name, event.after) == ("kind", "national"):
            yield (
                "11.6.4 a national of a major that cannot buy" if kind == "surrender" else FORMED[state.phase]
            )
        if isinstance(event, Paid) and event.why == "train" and event.payee == BANK:
            prices = {train.price for train in self.view.data.trains.values()}
            if event.payer in state.companies and has_power(self.view, event.payer, "J"):
                yield from [BUILT["J"]] * (event.amount not in prices)
        if isinstance(event, Noted) and event.key == EIGHT and event.after:
            yield ENDS[event.after[1] - 1]
        if isinstance(event, Noted) and event.key == BROKEN and event.after:
            yield ENDS[2 if state.cursor.round == "operating" else 3]

    # --- building

    def _built(self, company: str, coord: str, tile: str) -> Iterator[str]:
        view, kind = self.view, self.view.board().catalogue[tile]
        terrain = {name for name, _ in view.board().hexmap[coord].terrain}
        cost = points.cost_of(view, company, coord, tile)
        for minor, wanted in points.BUILDERS.items():
            if has_power(view, company, minor) and wanted in terrain and coord not in view.state.tiles:
                yield BUILT[minor]
                if points.has_extra(view, company, minor) and points.left(view, company) < cost:
                    yield BUILT[minor + "+"]
        if has_power(view, company, "B") and kind.colour != points.YELLOW and not kind.drawing.indices(CITY):
            yield BUILT["B"]
        more = view.data.figures(Figures).minors.tile_points["G"]
        if has_power(view, company, "G") and points.left(view, company) - cost < more:
            yield BUILT["G"]

    # --- running

    def _ran(self, company: str) -> Iterator[str]:
        view = self.view
        routes = parse_routes(view.company(company).data.get(LAST_ROUTES, []))
        if not routes or isinstance(routes, Violation):
            return
        found = policy_of(view).settled(view, company, routes)
        stops = {place for route in routes for place in stops_of(view, route)}
        at_sea = any(first < 0 for route in routes for _, first, _ in route.path)
        yield from self._marks(company, stops)
        if any(view.state.trains[route.train].data.get(SWIFT) for route in routes):
            yield "swift"
        if at_sea and has_power(view, company, STEAMSHIPS):
            yield "steam"
        if at_sea and view.company(company).data.get(PORT_AUTHORITIES):
            yield "authority"
        yield from (name for marker, name in MARKERS.items() if marker in found.markers)
        if found.bonuses:
            yield "express"
        if any(route.joined for route in routes):
            yield "joined"

    def _marks(self, company: str, stops: Collection[Place]) -> Iterator[str]:
        view = self.view
        for mark, name in ((STAR_HARBOR, "star"), (CENTRAL_CIRCLE, "circle"), (MERCANTILE, "mercantile")):
            if has_power(view, company, mark) and place_of(view, mark) in stops:
                yield name
        if controls(view, LUMBER, company) and place_of(view, LUMBER) in stops:
            yield "lumber"


def tally(raw: Json) -> Counter[str]:
    """What was played in an exported game."""
    setup = Setup.from_json(raw["genesis"])
    seen = Tally(Game(TITLES[setup.title].played(setup.options), setup))
    for record in raw["records"]:
        seen.take(Record.from_json(record))
    return seen.found


def lines(found: Sequence[Counter[str]]) -> list[str]:
    """A line for each thing to be played, what never was last."""
    total = Counter[str]()
    for game in found:
        total.update(game)
    often = {name: sum(bool(game[name]) for game in found) for name in (*ALL, *total)}
    said = [
        f"{total[name]:6} in {often[name]:3} of {len(found)} games  {name}" for name in often if often[name]
    ]
    return [*said, *(f" never in {len(found)} games  {name}" for name in often if not often[name])]


def main(folder: str) -> None:
    """Print the counts of all games in a folder."""
    files = sorted(file for file in Path(folder).iterdir() if file.name.startswith("18OE"))
    print("\n".join(lines([tally(read_export(file)) for file in files])))


if __name__ == "__main__":
    main(sys.argv[1])

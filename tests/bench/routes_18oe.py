"""Best runs of 18OE on late boards of the whole map: the title as it is played, with all that helps a major.

Tiles as `large_boards` lays them, turned to ports and ferries; eight tokens; minors D, H, L, a port authority
and a Pullman. Value, bound and seconds of processor time.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from engine.core.view import View
from engine.routes.policy import check_routes, revenue
from engine.routes.suggest import best_routes
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.routes.national_revenue import account
from tests.bench.large_boards import large_board
from tests.bench.large_seas import with_ports
from tests.scenario import Scenario
from tests.titles.g18oe.cutouts import HEXMAP, THEM, US, card, major

SEEDS, PARTS = (1, 2), (0.5, 0.9, 0.98)
# Trains of a major and its phase, and the seconds that are given.
SETS = (
    (("4+4",), "5", 10),
    (("3", "4", "4+4"), "5", 10),
    (("6+6", "5"), "6", 10),
    (("5D",), "8", 10),
    (("8+8",), "8", 10),
    (("8+8", "5D"), "8", 10),
)
POWERS = ["D", "H", "L"]
CHARTER = 8


def run() -> dict[str, Any]:
    """All boards with all sets of trains."""
    return {
        f"{part:.0%}, board {seed}, {' '.join(trains)}": timed(position(seed, part, trains, phase), limit)
        for part in PARTS
        for seed in SEEDS
        for trains, phase, limit in SETS
    }


def position(seed: int, part: float, trains: tuple[str, ...], phase: str) -> View:
    """A major with these trains on a late board."""
    board = with_ports(large_board(HEXMAP, seed, part))
    scene = Scenario(TITLE).phase(phase)
    scene.state.tiles.update(board.laid)
    major(scene, powers=POWERS, port_authorities=["north_sea"])
    rng = Random(seed)
    places = sorted(place for place, here in board.stations.items() if here)
    rng.shuffle(places)
    for number, place in enumerate(places[: 4 * CHARTER]):
        scene.token([US, *THEM][number % 4], *place)
    scene.state.markers["D"] = places[0]
    for name in (*trains, "pullman"):
        card(scene, name)
    scene.state.board_version += 1
    return View(TITLE, scene.state)


def timed(view: View, limit: float) -> dict[str, Any]:
    """One search within so many seconds, the checks of what it finds, and the revenue of a national."""
    start = time.process_time()
    found = best_routes(view, US, lambda: time.process_time() - start > limit)
    seconds = time.process_time() - start
    assert check_routes(view, US, found.routes) is None
    assert revenue(view, US, found.routes) == found.revenue
    checked = time.process_time() - start - seconds
    account(view, US)
    return {
        "value": found.revenue,
        "bound": found.bound,
        "proven": found.proven,
        "s": round(seconds, 2),
        "check_s": round(checked, 3),
        "national_s": round(time.process_time() - start - seconds - checked, 2),
    }

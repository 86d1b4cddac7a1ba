"""How fast a major of 18OE learns what it may lay and where its tokens may go, with Europe full of track.

Boards are those of `large_boards`, with tiles turned to ports and ferries (`large_seas`), in Train Phase 8.
Figures are milliseconds: the reach (with the fees over water), all lays, the lays of one hex, the first lay,
all places of tokens, and one lay submitted with all that follows.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from engine.core.actions import Action
from engine.core.view import View
from engine.game import Game
from engine.rules import tokens, track
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.track.track import voyage_of
from tests.bench.large_boards import COMPANY, large_board
from tests.bench.large_seas import with_ports
from tests.titles.g18oe.building import major, turn

MAJOR = "GWR"
BOARDS = ((1, 0.3), (2, 0.6), (3, 0.9), (4, 1.0))


def position(seed: int, part: float, step: str = "track") -> Game:
    """A major with eight tokens on a board with tiles on part of the land."""
    hexmap = TITLE.rules.board.hexmap
    board = with_ports(large_board(hexmap, seed, part))
    scenario = major(MAJOR, cash=5000, phase="8")
    state = scenario.state
    state.tiles.update(board.laid)
    own = [place for place, names in board.stations.items() if "PS&W" in names]
    spare = [t for t in state.tokens.values() if t.company == MAJOR and t.place is None]
    for token, place in zip(spare[:-1], own, strict=False):
        token.place = place
    assert COMPANY not in state.companies or len(own) > 0
    return turn(scenario, MAJOR, step)


def run() -> dict[str, Any]:
    """The figures by the part of the land with tiles."""
    return {f"{round(100 * part)} %": _figures(seed, part) for seed, part in BOARDS}


def _figures(seed: int, part: float) -> dict[str, Any]:
    game = position(seed, part)
    warm = list(track.legal_lays(_fresh(game), MAJOR))
    view = _fresh(game)
    found = {"reach_ms": _timed(lambda: voyage_of(view, MAJOR))}
    found["hexes"] = len(voyage_of(view, MAJOR).whole.hexes)
    found["lays"] = len(warm)
    found["all_lays_ms"] = _timed(lambda: list(track.legal_lays(_fresh(game), MAJOR)))
    one = warm[len(warm) // 2]
    found["one_hex_ms"] = _timed(lambda: list(track.legal_lays(_fresh(game), MAJOR, [one[0]])))
    found["any_lay_ms"] = _timed(lambda: next(track.legal_lays(_fresh(game), MAJOR)))
    found["places_ms"] = _timed(lambda: tokens.legal_places(_fresh(game), MAJOR))
    action = Action("lay_tile", "p1", dict(zip(("hex", "tile", "rotation"), one, strict=True)))
    game.options("p1", "lay_tile", "hex", {})
    found["submit_ms"] = _timed(lambda: game.submit(action))
    return found


def _fresh(game: Game) -> View:
    """The position with nothing worked out yet."""
    return View(game.title, game.state)


def _timed(work: Any) -> float:
    start = perf_counter()
    work()
    return round(1000 * (perf_counter() - start), 1)

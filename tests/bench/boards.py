"""Positions of a late game, made by random legal lays that like to join track."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.lays import NOTHING, LayRules, lays
from engine.core.state import State
from engine.core.view import View
from engine.title import Title
from tests.once import once
from tests.scenario import Scenario

COLOURS = ("yellow", "green", "brown", "gray")


def late_position(title: Title, rng: Random, phase: str, lay_count: int, tokens: int) -> Scenario:
    """A board after ``lay_count`` random lays, with ``tokens`` stations of each company where they fit."""
    chance = sha256(repr(rng.getstate()).encode()).hexdigest()
    scene = Scenario(title)
    name = f"late {title.key} {phase} {lay_count} {tokens} {chance}"
    scene.state, left = once(name, lambda: _late(title, rng, phase, lay_count, tokens))
    rng.setstate(left)
    return scene


def _late(title: Title, rng: Random, phase: str, lay_count: int, tokens: int) -> tuple[State, Any]:
    """The position, and the state of what made it by chance."""
    scene = Scenario(title).phase(phase)
    rules = LayRules(title.data.phases[phase].tiles, NOTHING, NOTHING, states=title.data.tile_states)
    board = title.board(scene.state)
    for _ in range(lay_count):
        lay = _good_lay(board, rules, scene.state.supply, rng)
        if lay is None:
            break
        old = scene.state.tiles.get(lay[0])
        if old is not None:
            scene.state.supply[title.rules.board.stock_of(old[0])] += 1
        scene.tile(*lay)
        board = title.board(scene.state)
    _place_tokens(scene, board, rng, tokens)
    return scene.state, rng.getstate()


def _good_lay(
    board: Board, rules: LayRules, supply: dict[str, int], rng: Random
) -> tuple[str, str, int] | None:
    coords = list(board.hexmap.hexes)
    rng.shuffle(coords)
    for coord in coords:
        found = list(lays(board, None, rules, supply, [coord]))
        if found:
            rng.shuffle(found)
            return max(found, key=lambda lay: _joins(board, *lay))
    return None


def _joins(board: Board, coord: str, tile: str, rotation: int) -> int:
    """Sides where the tile meets track, less those where it ends blind."""
    score = 0
    for edge in board.catalogue[tile].face(rotation).exits:
        other = board.hexmap.neighbour(coord, edge)
        if other is not None:
            score += 3 if opposite(edge) in board.face(other).exits else -1
    return score


def _place_tokens(scene: Scenario, board: Board, rng: Random, tokens: int) -> None:
    title = scene.title
    companies = [c.id for c in title.data.companies.values() if c.tokens and c.kind != "minor"]
    for c in companies:
        home = board.hexmap.homes.get(c)
        if home:
            scene.token(c, *home)
    view = View(title, scene.state)
    spots = [
        (h, i) for h in board.hexmap.hexes for i, s in enumerate(board.face(h).stops) if s.kind == "city"
    ]
    for _ in range(tokens):
        for c in companies:
            board = title.board(scene.state)
            free = [s for s in spots if board.open_slots(*s, c) > 0 and not board.has_station(s[0], c)]
            if free and len(view.stations(c)) < min(tokens, len(view.tokens(c))):
                scene.token(c, *rng.choice(free))

"""The turn summary of 18EZ: its rounds in order of play, its forced decisions and its policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from engine.board.board import Board
from engine.board.hexmap import HexMap
from engine.board.tiles import Catalogue
from engine.play import Play
from engine.rounds import Move, Round, Step
from engine.rules.policies import Rules
from engine.state import State
from engine.view import View

ROUNDS: Mapping[str, Round] = {}
PENDINGS: Mapping[str, Step] = {}
ANYTIME: tuple[Move, ...] = ()
STORY: Mapping[str, str] = {}
INVARIANTS: tuple[Callable[[View], str | None], ...] = ()

"""How a title reads the board, for routes and connections of one company."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.hexmap import Place
from engine.board.waters import NO_WATERS, Waters

End = tuple[str, int]


@dataclass(frozen=True)
class Terms:
    """How a title reads the board, for routes of one company.

    - ``waters`` of the map; ``harbours``: hexes whose private ports the company may use as if it were there;
    - ``again`` kinds of stops to which a route may come again (they pay once);
    - ``unblocked`` cities that the company passes although they are full;
    - ``gates`` (hex, end of the track at a stop): a route passes a full city that it enters or leaves so;
    - ``bars`` likewise: it passes no stop that it enters or leaves so.
    """

    waters: Waters = NO_WATERS
    harbours: frozenset[str] = frozenset()
    again: frozenset[str] = frozenset()
    unblocked: frozenset[Place] = frozenset()
    gates: frozenset[End] = frozenset()
    bars: frozenset[End] = frozenset()


PLAIN = Terms()

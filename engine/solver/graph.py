"""Track as a graph: what the route search runs on. `engine.routes.tracks` draws it from a board.

What a train uses once is a bit: each stop, and each hex side (so all track over that side).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Piece = tuple[str, int, int]
Node = tuple[str, int]
Place = tuple[str, int]
Arcs = tuple[tuple["Arc", ...], ...]


@dataclass(frozen=True, slots=True)
class Arc:
    """A line from one node to the next: the node it leads to, the bits it uses, its segments in order.

    The bits include that of the stop it leads to, unless routes may come there again. ``borders``: how many
    hex sides it crosses, ports apart; ``land``: how many of these no ferry crosses. ``waters``: the sea zones
    and ferries that it enters, in order, by their number in the graph. ``ashore``: it touches land.
    """

    to: int
    bits: int
    path: tuple[Piece, ...]
    borders: int = 0
    land: int = 0
    waters: tuple[int, ...] = ()
    ashore: bool = True


@dataclass(frozen=True, slots=True)
class Water:
    """A sea zone, which counts 1 each time that a route enters it, or a ferry, which counts once.

    ``abuts``: the sea zones that adjoin, by number; nothing adjoins a ferry.
    """

    name: str
    cost: int
    ferry: bool = False
    abuts: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TrackGraph:
    """Nodes 0 to ``len(stops) - 1`` are the stops, sorted by hex; higher ones are junctions, forks and zones.

    ``arcs[node]`` leads on from a node. ``stop_bits[node]`` is the bit of a stop; several hexes of one
    off-board area have one bit. ``passable[node]`` is false for a stop at which every route ends. Bits from
    ``track_shift`` on are track; one bit may stand for several hex sides that are always used together.
    ``names[node]`` is the hex and the end where a node is. ``exits[node]`` are the ends to which track leads
    from a stop or junction, none for a fork.

    - ``common`` the track bits (ports, ferries) that any number of trains use;
    - ``again[node]`` whether a route may come to the stop again: then no arc has its bit; empty: none;
    - ``waters`` all sea zones and ferries; ``zones`` which of them a node is;
    - ``gates`` and ``bars`` by node and the end of the track there: a route passes a full city that it enters
      or leaves by a gate, and no stop that it enters or leaves by a bar.

    Between two sea crossings a route crosses a hex side on land (``Arc.land``); none enters a zone twice.
    Graphs are keys of what was worked out about them, so their hash is kept.
    """

    stops: tuple[Place, ...]
    stop_bits: tuple[int, ...]
    passable: tuple[bool, ...]
    arcs: Arcs
    track_shift: int
    names: tuple[Node, ...]
    exits: tuple[frozenset[int], ...]
    common: int = 0
    again: tuple[bool, ...] = ()
    waters: tuple[Water, ...] = ()
    zones: Mapping[int, int] = field(default_factory=dict)
    gates: frozenset[tuple[int, int]] = frozenset()
    bars: frozenset[tuple[int, int]] = frozenset()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.stops, self.passable, self.arcs)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def plain(self) -> bool:
        """Whether each stop is come to once, passing does not depend on the track and there is no water."""
        wet = any(arc.waters for arcs in self.arcs for arc in arcs)
        return not (wet or any(self.again) or self.gates or self.bars)

    def returns(self, node: int) -> bool:
        """Whether a route may come to the node, a stop, again."""
        return node < len(self.again) and self.again[node]

    def may_pass(self, node: int, came: int, goes: int) -> bool:
        """Whether a route may come to a stop by one end of the track there and go on by another."""
        if (node, came) in self.bars or (node, goes) in self.bars:
            return False
        return self.passable[node] or (node, came) in self.gates or (node, goes) in self.gates


def ones(bits: int) -> Iterator[int]:
    """The places of the set bits, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

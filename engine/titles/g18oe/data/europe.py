"""Europe besides its hexes (``data/europe.toml``): zones, red zones, sea zones, patronage; read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from engine.data.loader import figures_of, read_toml
from engine.message import joined, word

_FILE = Path(__file__).parent / "europe.toml"

_LANDS = (
    (word("Austria-Hungary"),),
    (word("Bulgaria"), word("Romania"), word("Serbia")),
    (word("France"), word("Belgium")),
    (word("Greece"),),
    (word("Italy"),),
    (word("Ottoman Empire"),),
    (word("Prussia"), word("Holland"), word("Switzerland")),
    (word("Russia"),),
    (word("Spain"), word("Portugal")),
    (word("Sweden"), word("Norway"), word("Denmark")),
    (word("United Kingdom"),),
)
ZONE_NAMES = tuple(joined(", ", lands) for lands in _LANDS)
"""The names of the zones of ``europe.toml`` as the catalogues translate them."""


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A track rights zone (2.1, 9.1): ``chits`` 0 is no start for a minor, ``starred`` 1 counts to the limit.

    ``letter`` is that of its patronage tiles, ``discount`` in percent on terrain; ``red_zones`` are those on
    its nationals' charters. ``reconstructed`` says what of it is not printed.
    """

    name: str
    hexes: tuple[str, ...]
    letter: str = ""
    chits: int = 0
    home_cost: int = 0
    starred: int = 0
    discount: int = 0
    regionals: tuple[str, ...] = ()
    national: str = ""
    red_zones: tuple[str, ...] = ()
    reconstructed: str = ""


@dataclass(frozen=True, kw_only=True)
class Split:
    """A hex with land in several zones: the hex sides of each, and the zone of its city or town."""

    sides: Mapping[str, tuple[int, ...]]
    stop: str = ""


@dataclass(frozen=True, kw_only=True)
class RedZone:
    """A red zone: the class of its city (normal, grand, metropolis), 1 where trains run through."""

    kind: str
    through: int
    zone: str = ""
    reconstructed: str = ""


@dataclass(frozen=True, kw_only=True)
class SeaZone:
    """A sea zone: whose port authority counts there, and the zones that adjoin it."""

    authority: str
    adjacent: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PatronageTile:
    """A patronage tile: its group, the zone of its city, what it pays by the newest colour of tiles."""

    group: str
    zone: str
    payout: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Patronage:
    """The patronage tiles by hex, and how many of each group are drawn (3.1)."""

    draw: Mapping[str, int]
    tiles: Mapping[str, PatronageTile]
    shapes: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Lille:
    """The token position of the White Cliffs Ferry (11.2.2): the hex side, and the phase that opens it."""

    hex: str
    edge: int
    phase: str
    ferry: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """Values that no source prints, and the rule by which they were made."""

    rule: str
    at: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Europe:
    """All of ``data/europe.toml``. ``borders``: hex sides beyond which another zone lies."""

    zones: Mapping[str, Zone]
    splits: Mapping[str, Split]
    borders: Mapping[str, tuple[int, ...]]
    red_zones: Mapping[str, RedZone]
    sea_zones: Mapping[str, SeaZone]
    patronage: Patronage
    lille: Lille
    reconstructed: Mapping[str, tuple[Doubt, ...]] = field(default_factory=dict)

    @cached_property
    def zones_of(self) -> Mapping[str, tuple[str, ...]]:
        """The zones of each land hex: several where a border runs through it."""
        found: dict[str, tuple[str, ...]] = {}
        for key, zone in self.zones.items():
            for coord in zone.hexes:
                found[coord] = (*found.get(coord, ()), key)
        return found

    def zone_of_stop(self, coord: str) -> str:
        """The zone of the city, town or red zone on a hex; "" for one that belongs to none."""
        split = self.splits.get(coord)
        if split is not None and split.stop:
            return split.stop
        return next(iter(self.zones_of.get(coord, ())), "")

    def is_in(self, coord: str, zone: str) -> bool:
        """Whether a hex lies entirely or partly in a zone (11.1.4)."""
        return zone in self.zones_of.get(coord, ())


@cache
def europe() -> Europe:
    """The board besides its hexes, as printed or reconstructed."""
    read = figures_of("europe.toml", Europe, read_toml(_FILE))
    named = {str(name): name for name in ZONE_NAMES}
    zones = {key: replace(zone, name=named.get(zone.name, zone.name)) for key, zone in read.zones.items()}
    return replace(read, zones=zones)

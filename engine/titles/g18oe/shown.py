"""What the map says of 18OE: zones and water, patronage tiles, the ferry of Lille; markers on charters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.board.chart import Chart, read_chart
from engine.board.hexmap import HexMap
from engine.core.display import GATE, PRIZE, Mark
from engine.core.view import View
from engine.message import joined, say, word
from engine.rules.track import hex_name
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.railroads import ending
from engine.titles.g18oe.railroads.companies import (
    CONCESSION,
    MINOR,
    NATIONAL,
    ORIENT_EXPRESS,
    PORT_AUTHORITIES,
    chits_left,
    zones_in_play,
)
from engine.titles.g18oe.railroads.explained import Explained, Fact
from engine.titles.g18oe.railroads.reserved import reserved
from engine.titles.g18oe.routes.port_authorities import NAMES as PORT_NAMES
from engine.titles.g18oe.track import patronage, points

_SECOND_WATER = "mediterranean"


class Shown(Explained):
    """What the map says of 18OE, beside what its cards and sheets explain."""

    def facts(self, view: View, holder: str) -> Sequence[Fact]:
        """The tile points that are left of a turn, and the markers on a charter too (11.1, 11.3.5, 12)."""
        found = super().facts(view, holder)
        if holder in view.seats:
            return found
        return [*_points(view, holder), *found, *_markers(view, holder)]

    def became(self, view: View, company: str) -> str:
        """Whether a railroad is a national (9.4)."""
        return word(NATIONAL) if view.company(company).kind == NATIONAL else ""

    def brief(self, view: View, company: str) -> Sequence[str]:
        """Whether it is a national (9.4)."""
        became = self.became(view, company)
        return [became] if became else []

    def common(self, view: View) -> Sequence[Fact]:
        """Chits that minors may still take, concessions in their order, reserved shares (8.1, 8.4, 9.1)."""
        return [*_chits(view), *_concessions(view), *_reserved(view)]

    def bank(self, view: View) -> int:
        """With the remainder cash from the first level 8 train on (13)."""
        return ending.bank(view)

    def outlook(self, view: View) -> str:
        """The last operating round, once the bank is broken or level 8 is sold (13)."""
        return ending.outlook(view)

    def chart(self, view: View) -> Chart:
        """Sea zones, ports, ferries and track rights zones (2.1)."""
        return _chart(view.board().hexmap)

    def marks(self, view: View) -> list[Mark]:
        """Patronage tiles that still lie on the map (2.9), the position of Lille that is barred (11.2.2)."""
        return [*(_prize(view, coord) for coord in patronage.tiles(view)), *_lille(view)]


def _points(view: View, company: str) -> Iterator[Fact]:
    """While it lays track; those of minors E and F are for their terrain (15.5, 15.6)."""
    if (view.cursor.actor, view.cursor.step) != (company, "track"):
        return
    left, all_ = points.left(view, company), points.of_turn(view, company)
    extra = sum(points.has_extra(view, company, minor) for minor in points.BUILDERS)
    more = say("{left} of {all} left, {extra} more for terrain", left=left, all=all_, extra=extra)
    yield say("Tile points"), more if extra else say("{left} of {all} left", left=left, all=all_)


def _chits(view: View) -> Iterator[Fact]:
    if any(not view.company(spec.id).floated for spec in view.data.of_kind(MINOR)):
        left = {key: chits_left(view, key) for key in zones_in_play(view)}
        told = [
            say("{name} {count}", name=europe().zones[key].name, count=count)
            for key, count in left.items()
            if count
        ]
        yield say("Track rights chits left"), joined(" · ", told) or word("none")


def _concessions(view: View) -> Iterator[Fact]:
    here = [spec for spec in view.data.of_kind(CONCESSION) if not view.company(spec.id).closed]
    owned = [(spec.number, view.owner(spec.id)) for spec in here]
    told = [
        say("{number} {name}", number=number, name=view.name(owner))
        for number, owner in owned
        if owner in view.seats
    ]
    if told:
        yield say("Concessions in order"), joined(" · ", told)


def _reserved(view: View) -> Iterator[Fact]:
    told = [
        say("{label} for {first}", label=company, first=view.name(player))
        for company, player in reserved(view).items()
    ]
    if told:
        yield say("Reserved shares"), joined(" · ", told)


def _markers(view: View, company: str) -> Iterator[Fact]:
    data = view.company(company).data
    ports = [PORT_NAMES[key] for key in data.get(PORT_AUTHORITIES, ())]
    if ports:
        yield say("Port authority"), joined(", ", ports)
    if data.get(ORIENT_EXPRESS):
        yield say("Orient Express"), say("marker held")


@lru_cache(maxsize=2)
def _chart(hexmap: HexMap) -> Chart:
    printed = europe()
    return read_chart(
        hexmap,
        {key: zone.hexes for key, zone in printed.zones.items()},
        {coord: split.sides for coord, split in printed.splits.items()},
        at_stop={coord: split.stop for coord, split in printed.splits.items() if split.stop},
        names={key: zone.name for key, zone in printed.zones.items()},
        southern=frozenset(z for z, zone in printed.sea_zones.items() if zone.authority == _SECOND_WATER),
    )


def _prize(view: View, coord: str) -> Mark:
    tile, money = patronage.tiles(view)[coord], patronage.amount(view, coord)
    zone = europe().zones[tile["zone"]].name
    words = say("patronage tile of {zone}, now {money}", zone=zone, money=view.money(money))
    shape = europe().patronage.shapes[tile["group"]]
    return Mark(PRIZE, coord, words, text=str(money), tint=tile["group"], shape=shape)


def _lille(view: View) -> list[Mark]:
    """The position beside the ferry, until the phase that opens it."""
    lille = europe().lille
    if list(view.data.phases).index(view.phase.key) >= list(view.data.phases).index(lille.phase):
        return []
    ferry = joined(" - ", (hex_name(view, coord) for coord in lille.ferry))
    words = say(
        "the circle beside the ferry {ferry} is closed until phase {phase}", ferry=ferry, phase=lille.phase
    )
    return [Mark(GATE, lille.hex, words, text=lille.phase, edge=lille.edge)]

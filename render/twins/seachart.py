"""What the chart of a map says of a hex, in words: zones, ports, ferries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board.chart import Chart, Quay
from engine.board.directions import SIDES
from engine.board.hexmap import HexMap
from engine.core.display import Display
from engine.core.view import View
from engine.message import AND, joined, say, word
from render.map.seas import NO_SETTING, settings


def chart_words(view: View, coord: str) -> list[str]:
    """The zone of a hex, its ports, the ferries over it, sides with a border; nothing without a chart."""
    chart, hexmap = view.policy(Display).chart(view), view.board().hexmap
    if not chart.seas and not chart.lands:
        return []
    at_sea = coord in chart.seas
    stops = bool(hexmap[coord].face.stops)
    ports = _opening(chart, hexmap, coord) if at_sea else _leaving(chart, hexmap, coord)
    return [
        *_zone(chart, coord, stops),
        *ports,
        *_ferries(chart, hexmap, coord),
        *_borders(chart, hexmap, coord),
    ]


def _zone(chart: Chart, coord: str, stops: bool) -> Iterator[str]:
    """The sea zone; the zone of a stop on land, or of all land where a border crosses the hex."""
    if coord in chart.seas:
        yield chart.seas[coord]
    parts = list(dict.fromkeys(zone for zone in chart.lands.get(coord, ()) if zone))
    if len(parts) > 1:
        yield say(
            "partly in {get}", get=joined(word(" and in "), (chart.names.get(zone, zone) for zone in parts))
        )
    if coord in chart.at_stop and stops:
        yield say("its stop in {get}", get=chart.names.get(chart.at_stop[coord], chart.at_stop[coord]))
    elif stops and len(parts) == 1:
        yield say("in {where}", where=chart.names.get(parts[0], parts[0]))


def _opening(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[str]:
    """The ports that open on a sea hex."""
    for quay in chart.quays:
        if quay.sea_hex == coord:
            yield say("{name} of {source_name}", name=_kind(quay), source_name=_name(hexmap, quay.coord))


def _leaving(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[str]:
    """The ports of a hex on land."""
    for quay in chart.quays_of(coord):
        where = (
            say("at {sea_hex}", sea_hex=quay.sea_hex)
            if quay.edge is None
            else say("to {SIDES}", SIDES=SIDES[hexmap.layout][quay.edge])
        )
        yield say(
            "{kind} {where} on the {zones}", kind=_kind(quay), where=where, zones=joined(AND, quay.zones)
        )


def _kind(quay: Quay) -> str:
    if quay.edge is not None:
        return say("private port") if quay.private else say("public port")
    return say("private offshore port") if quay.private else say("public offshore port")


def _name(hexmap: HexMap, coord: str) -> str:
    return hexmap.name_of(coord) or coord


def _ferries(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[str]:
    for line in chart.lines:
        ends = [_name(hexmap, end) for end in (line.way[0], line.way[-1])]
        if coord in line.way:
            yield say("ferry {ends} of {number}", ends=joined(" - ", ends), number=line.number)


def _borders(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[str]:
    setting = settings(chart, hexmap).get(coord, NO_SETTING)
    sides: Sequence[int] = setting.limits
    if sides:
        yield say(
            "border of zones to {SIDES}", SIDES=joined(", ", (SIDES[hexmap.layout][edge] for edge in sides))
        )

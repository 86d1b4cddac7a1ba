"""Building in 1862: tiles, small stations and the link to London, one kind of work a turn (7.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.board.coords import sort_key
from engine.board.directions import exits_of
from engine.board.faces import CITY, STOP, Face
from engine.board.lays import town_additions
from engine.board.network import reach
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Place
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules import track
from engine.rules.track import Lay, TrackPolicy, hex_name
from engine.steps.token import TOKENS as TOKENS_PLACED
from engine.steps.token import TokenStep
from engine.steps.track import LAYS, LayTile, TrackStep
from engine.steps.turns import TURN, TurnStep, turn_note
from engine.titles.g1862.data.board import hexmap
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.ending import lner_formed
from engine.titles.g1862.steps import tokens

tell(
    Rank.LAY,
    small_station_1862="{company} builds a small station on {where}.",
    london_1862="{company} builds its link to London.",
)
STATION = "station"
NOTES = {TURN + STATION: "the end of the turn"}
"""Turn note: the company built a small station (7.6.4)."""
AREA = "London"
N_LABEL = "N"


# --- what one turn allows (7.6) ------------------------------------------------------------------------


def home_first(view: View, company: str) -> list[str] | None:
    """The hex of a home marker that lies on no circle must be built on, if that can be done (7.2)."""
    place = tokens.unhoused(view, company)
    if place is not None and tokens.can_upgrade(view, company, place[0]):
        return [place[0]]
    return [hexmap().homes[company][0]] if tokens.awaits_home(view, company) else None


def nothing_allowed(view: View) -> bool:
    """No building in a turn with a small station or a link, nor after the LNER has formed (7.6, 10.3)."""
    other = turn_note(view, STATION) or view.state.notes.get(tokens.LONDON)
    return bool(other) or lner_formed(view)


def is_plain(view: View, lay: Sequence[object]) -> bool:
    """Whether a lay is a yellow tile other than an N tile, of which two make a turn (7.6)."""
    tile = view.board().catalogue[str(lay[1])]
    return tile.colour == "yellow" and N_LABEL not in tile.labels


class Track(TrackPolicy):
    """The home comes first, then two plain yellow tiles or one lay of any other kind."""

    def only(self, view: View, company: str) -> list[str] | None:
        return home_first(view, company)

    def must(self, view: View, company: str) -> bool:
        """Whether the company may not decline: its home marker lies on no circle (7.2)."""
        return not nothing_allowed(view) and home_first(view, company) is not None

    def lays(self, view: View, company: str) -> int:
        """Two plain yellow tiles, or one lay of any other kind (7.6)."""
        if nothing_allowed(view):
            return 0
        return 2 if all(is_plain(view, lay) for lay in turn_note(view, LAYS, [])) else 1

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        """The second tile of a turn is a plain yellow one (7.6)."""
        if not turn_note(view, LAYS, []) or is_plain(view, lay):
            return None
        return Violation("second_lay", say("The second tile of a turn is yellow and bears no N."))


def check_instead(view: View, company: str) -> Violation | None:
    """Why the company may not build something else than track in this turn, or None (7.2, 7.6, 10.3)."""
    if lner_formed(view):
        return Violation("lner_formed", say("Nothing is built any more: the LNER has formed."))
    if turn_note(view, LAYS, []) or nothing_allowed(view):
        text = say(
            "{company} has built in this turn; a small station or a link to London is built instead.",
            company=company,
        )
        return Violation("has_built", text)
    only = home_first(view, company)
    if only is None:
        return None
    return Violation(
        "home_first",
        say(
            "{company} first builds on its home, {hex_name}.",
            company=company,
            hex_name=hex_name(view, only[0]),
        ),
    )


# --- small stations (7.6.4) ----------------------------------------------------------------------------


def free_lines(view: View, coord: str) -> dict[str, Lay]:
    """Lines of a village tile without a small station, as "0-3", with the tile that shows one there."""
    board = view.board()
    found: dict[str, Lay] = {}
    if coord not in board.hexmap:
        return found
    old = board.face(coord)
    for tile, rotation in town_additions(board, coord):
        found.setdefault(_line_taken(old, board.catalogue[tile].face(rotation)), (coord, tile, rotation))
    return dict(sorted(found.items()))


def _line_taken(old: Face, new: Face) -> str:
    (a, b) = next(iter(_plain(old) - _plain(new)))
    return f"{a}-{b}"


def _plain(face: Face) -> set[tuple[int, int]]:
    return {piece for piece in face.track if piece[1] < STOP}


class SmallStation(Move):
    """Build a small station anywhere on the board instead of laying track."""

    kind = "small_station"
    args: ClassVar = {"hex": str, "line": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if check_instead(view, view.cursor.actor) or next(self._hexes(view), None) is None:
            return None
        fields = (Field("hex", say("Which hex?")), Field("line", say("Line")))
        label = say("Build a small station")
        return Choice(self.kind, label, fields, step=view.cursor.step, company=view.cursor.actor)

    def _hexes(self, view: View) -> Iterator[str]:
        return (coord for coord in sorted(view.state.tiles, key=sort_key) if free_lines(view, coord))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field == "hex":
            return [Option(coord, hex_name(view, coord)) for coord in self._hexes(view)]
        return [self._line(view, name, lay) for name, lay in free_lines(view, partial.args["hex"]).items()]

    def _line(self, view: View, name: str, lay: Lay) -> Option:
        board = view.board()
        face = board.catalogue[lay[1]].face(lay[2])
        ends = {int(end) for end in name.split("-")}
        stop = next(i for i in range(len(face.stops)) if set(face.stop_exits(i)) == ends)
        return Option(name, say("Line {sides}", sides=exits_of(board.hexmap.layout, face, stop, "-")))

    def check(self, view: View, action: Action) -> Violation | None:
        refused = check_instead(view, view.cursor.actor)
        if refused is not None or action.get("line") in free_lines(view, action.get("hex") or ""):
            return refused
        text = say(
            "A small station goes on a line without a station, of a green or russet tile of a village."
        )
        return Violation("no_free_line", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        coord = action.args["hex"]
        track.put_tile(writer, free_lines(writer, coord)[action.args["line"]])
        writer.note(TURN + STATION, True)
        writer.say("small_station_1862", company=writer.cursor.actor, where=hex_name(writer, coord))


# --- London (7.6.5) ------------------------------------------------------------------------------------


def link_places() -> list[Place]:
    """The circles for links, as (hex, stop) on the board's edge."""
    return [
        (coord, index)
        for coord, spot in hexmap().hexes.items()
        if "link_stop" in spot.extras
        for index in spot.face.indices(CITY)
    ]


def has_link(view: View, company: str) -> bool:
    """Whether the company has a marker in London."""
    return any(place in link_places() for place in view.stations(company))


def reaches_london(view: View, company: str) -> bool:
    """Whether a route of the company leads to London (7.6.5, 7.7)."""
    board = view.board()
    places = [p for p in view.stations(company) if p not in link_places()]
    found = reach(board, company, places).stops
    return any(board.stop(*place).group == AREA for place in found)


def open_links(view: View) -> list[Place]:
    """The places in London that have a free circle."""
    return [place for place in link_places() if view.board().open_slots(*place)]


def check_link(view: View, company: str) -> Violation | None:
    """Why the company may not build to London now, or None."""
    refused = check_instead(view, company)
    if refused is not None:
        return refused
    if turn_note(view, TOKENS_PLACED, 0):
        return Violation("token_placed", say("A link to London is built instead of a station marker."))
    if tokens.following(view, company) is None:
        return Violation("no_token_left", say("{company} has no station marker left.", company=company))
    if has_link(view, company):
        return Violation(
            "already_here", say("{company} has its link to London; one is all.", company=company)
        )
    if not open_links(view):
        return Violation("no_space", say("Four companies are in London: nobody else builds a link."))
    if not reaches_london(view, company):
        return Violation("not_connected", say("A route of {company} must lead to London.", company=company))
    return None


class BuildToLondon(Move):
    """Place a marker in London instead of building track and of placing a station marker."""

    kind = "build_to_london"
    args: ClassVar = {"hex": str}
    missing = say("No link to London can be built")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """London as a whole: its spaces differ in nothing that matters here."""
        places = open_links(view)[:1]
        yield Sought("", Action(self.kind, player, {"hex": places[0][0] if places else ""}))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if check_link(view, company) is not None:
            return None
        note = say("No other building and no other marker in this turn.")
        fields = (Field("hex", say("Space")),)
        return Choice(self.kind, say("Build to London"), fields, note, view.cursor.step, company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        free = view.board().open_slots
        return [
            Option(p[0], say("London ({p})", p=p[0]), say("{free} free", free=free(*p)))
            for p in open_links(view)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        refused = check_link(view, view.cursor.actor)
        hexes = [coord for coord, _ in open_links(view)]
        if refused is not None or action.get("hex") in hexes:
            return refused
        return Violation("no_space", say("Free spaces in London: {hexes}.", hexes=joined(", ", hexes)))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        token = tokens.following(writer, company)
        assert token is not None
        place = next(place for place in open_links(writer) if place[0] == action.args["hex"])
        writer.place_token(token.id, place)
        tokens.note_link(writer)
        writer.say("london_1862", company=company)


# --- steps -----------------------------------------------------------------------------------------------


class HomeStep(TurnStep):
    """Upgrade a full home before all else: a step of one reading, otherwise never open.

    If the new tile has no space either, the home marker makes room for itself at once.
    """

    name = "home"
    label = say("upgrade the home")
    subject: ClassVar[Subject] = Subject.TOKEN
    occasional = True
    moves = (LayTile(),)

    def is_open(self, view: View) -> bool:
        return tokens.awaits_home(view, view.cursor.actor)

    def leave(self, writer: PositionWriter) -> None:
        if readings(writer).full_home_upgraded_first:
            tokens.make_room(writer, writer.cursor.actor)


class Building(TrackStep):
    """Track, a small station or London; at its end the home marker makes room for itself (7.2)."""

    def __init__(self) -> None:
        super().__init__(SmallStation(), BuildToLondon())

    def leave(self, writer: PositionWriter) -> None:
        tokens.make_room(writer, writer.cursor.actor)


class Markers(TokenStep):
    """Place a station marker; who has built nothing may still build to London instead."""

    def __init__(self) -> None:
        super().__init__(BuildToLondon())

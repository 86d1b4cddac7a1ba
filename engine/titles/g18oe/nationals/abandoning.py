"""Minors that leave play for the Open Market (9.5), from which a major may take them (11.7)."""

from __future__ import annotations

from engine.core.events import MarkerMoved
from engine.core.state import BANK, POOL, Train
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.track import hex_name
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.powers.minor_powers import take_mercantile
from engine.titles.g18oe.railroads import companies
from engine.titles.g18oe.railroads.companies import CHITS, MINOR, POWERS
from engine.titles.g18oe.railroads.marks import MERCANTILE, PASSAGES, WAGONS, place_of
from engine.titles.g18oe.trains.rusting import put_away
from engine.titles.g18oe.trains.trains import PULLMAN, pullmans

tell(Rank.MERGER, minor_abandoned="{company} is abandoned: its charter lies in the Open Market.")
tell(Rank.LAY, passage_gone="The token of {private} leaves {where}.")
ABANDONED, OF_M = "abandoned", "of_m"
"""Data: of a minor whose charter lies in the Open Market; of the Pullman that minor M was given."""


def merged_minors(view: View, company: str) -> list[str]:
    """The minors whose charters lie under the charter of a railroad (10.5)."""
    held: list[str] = view.company(company).data.get(POWERS, [])
    return [giver for giver in held if view.spec(giver).kind == MINOR]


def abandoned(view: View) -> list[str]:
    """The minors whose charters lie in the Open Market for majors to take (9.5)."""
    return [c.id for c in view.companies(MINOR) if c.data.get(ABANDONED)]


def abandon(writer: PositionWriter, minor: str, keeper: str | None = None) -> None:
    """Write that a minor is abandoned (9.5); of a major that forms a national: its ``keeper``."""
    writer.say("minor_abandoned", company=writer.spec(minor).name)
    for train in writer.trains(minor):
        if minor != WAGONS or train.kind != PULLMAN:
            put_away(writer, train)
    _take_tokens(writer, minor)
    lose_markers(writer, minor)
    if minor == MERCANTILE:
        take_mercantile(writer)
    writer.pay(minor, BANK, writer.cash(minor), "abandoned")
    companies.leave_order(writer, minor)
    writer.move_cert(writer.certs_of(minor)[0], POOL)
    writer.note_company(minor, ABANDONED, True)
    if keeper is not None:
        _leave_charter(writer, minor, keeper)


def lose_markers(writer: PositionWriter, company: str) -> None:
    """Write that markers of privates leave a charter, and their tokens the map (9.4, 9.5)."""
    for mark in writer.company(company).data.get(POWERS, ()):
        place = place_of(writer, mark) if mark in PASSAGES else None
        if place is not None:
            writer.emit(MarkerMoved(mark, place, None))
            writer.say("passage_gone", private=writer.spec(mark).name, where=hex_name(writer, place[0]))
    writer.note_company(company, POWERS, None)


def stays_with_m(view: View, keeper: str, pullman: Train) -> bool:
    """Whether a Pullman is the one that minor M, merged into this railroad, received (9.5, 11.6.2)."""
    return WAGONS in merged_minors(view, keeper) and bool(pullman.data.get(OF_M))


def _take_tokens(writer: PositionWriter, minor: str) -> None:
    for token in writer.tokens(minor):
        writer.place_token(token.id, None)


def _leave_charter(writer: PositionWriter, minor: str, keeper: str) -> None:
    """The ability and the track rights chit go with the charter (9.4, 9.5)."""
    for pullman in pullmans(writer, keeper):
        if minor == WAGONS and stays_with_m(writer, keeper, pullman):
            writer.move_train(pullman.id, minor)
    held = writer.company(keeper).data
    writer.note_company(keeper, POWERS, [giver for giver in held.get(POWERS, []) if giver != minor])
    left = [companies.zone(writer, m) for m in merged_minors(writer, keeper)]
    writer.note_company(keeper, CHITS, left)

"""Follows recorded games: one private has a company's id in the records, and beginners are dealt theirs."""

from __future__ import annotations

from engine.core.writer import PositionWriter
from engine.recorded.privates import FollowingPrivates, Names
from engine.recorded.reader import Line
from engine.rules.setup import take_seats
from engine.titles.g1889.setup import BEGINNER, deal


class RecordedGame(FollowingPrivates):
    """One replay of a recorded game of 1889."""

    names = Names({"TER": "TR"})
    flags = (BEGINNER,)
    told = ("dealt",)

    def opened(self, writer: PositionWriter, setup: Line) -> None:
        """The seats are those of the record; so are the privates of beginners."""
        take_seats(writer, writer.seats, "seats_drawn")
        dealt = [setup["dealt"][writer.name(p)][0] for p in writer.seats] if "dealt" in setup else []
        deal(writer, [self.names.of(private) for private in dealt])

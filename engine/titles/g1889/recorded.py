"""Follows recorded games: one private has a company's id in the records, and beginners are dealt theirs."""

from __future__ import annotations

from engine.core.play import Play
from engine.recorded.privates import FollowingPrivates, Names
from engine.recorded.reader import Line
from engine.rules.setup import take_seats
from engine.titles.g1889.setup import BEGINNER, deal


class RecordedGame(FollowingPrivates):
    """One replay of a recorded game of 1889."""

    names = Names({"TER": "TR"})
    flags = (BEGINNER,)
    told = ("dealt",)

    def opened(self, play: Play, setup: Line) -> None:
        """The seats are those of the record; so are the privates of beginners."""
        take_seats(play, play.seats, "seats_drawn")
        dealt = [setup["dealt"][play.name(p)][0] for p in play.seats] if "dealt" in setup else []
        deal(play, [self.names.of(private) for private in dealt])

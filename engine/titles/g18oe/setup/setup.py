"""The position before the auction (3), and what chance decides: player order and patronage tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.core.flow import begin_round
from engine.core.state import OUT, Cert, Company, State
from engine.core.writer import PositionWriter
from engine.data.schema import CompanySpec, TitleData
from engine.rules import setup
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.options import NO
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats.phases import AUCTION, enter
from engine.titles.g18oe.railroads.companies import CONCESSION, REGIONAL, ZONE
from engine.titles.g18oe.track import patronage

tell(seats_18oe="The seats are drawn, clockwise: {order}. {player} takes the priority deal card.")
TEN = 10
"""Percent of a share of a major."""


@dataclass(frozen=True)
class SetupRules(setup.SetupRules):
    """Cash with or without concessions, certificates of majors kept apart, cards of two sides."""

    def position(self, data: TitleData, names: Sequence[str], options: Mapping[str, str]) -> State:
        """Without concessions the players begin with less (3.3)."""
        if options["concessions"] == NO:
            less = data.figures(Figures).cash_without_concessions
            data = replace(data, starting_cash={int(n): cash for n, cash in less.items()})
        return super().position(data, names, options)

    def company(self, spec: CompanySpec) -> Company:
        """A regional knows its zone; a minor chooses one when it floats (11.1.4)."""
        record = super().company(spec)
        if spec.kind == REGIONAL:
            record.data[ZONE] = spec.extras["zone"]
        return record

    def certificates(self, spec: CompanySpec) -> list[Cert]:
        """Packet items are the bank's; the six 10 % certificates of a major wait out of play (3.1)."""
        printed = super().certificates(spec)
        if spec.kind == CONCESSION:
            return [replace(cert, owner="bank") for cert in printed]
        if spec.kind != REGIONAL:
            return printed
        return printed + [Cert(f"{spec.id}:{i}", spec.id, TEN, False, OUT) for i in range(len(printed), 9)]

    def train_counts(self, data: TitleData, players: int, options: Mapping[str, str]) -> Mapping[str, int]:
        """Cards lie local side up; an express is a card that was turned (3.1)."""
        return {train.kind: train.count or 0 for train in data.trains.values()}

    def left_out(self, data: TitleData, players: int, options: Mapping[str, str]) -> Sequence[str]:
        """The concessions, when the table plays without them (6.3)."""
        return [s.id for s in data.of_kind(CONCESSION)] if options["concessions"] == NO else []

    def opening(self, writer: PositionWriter, rng: Random) -> None:
        """Draw the player order (3.2) and the patronage tiles (3.1), then begin the auction."""
        order = list(writer.seats)
        rng.shuffle(order)
        setup.take_seats(writer, order, self.seats)
        patronage.draw(writer, rng)
        enter(writer, AUCTION)
        begin_round(writer, self.first)


SETUP = SetupRules("packet", "seats_18oe")

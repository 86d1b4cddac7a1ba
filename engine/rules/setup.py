"""The position before the first decision, and the draw of seats. Money is in the title's currency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.core.events import SeatsDrawn
from engine.core.flow import begin_round
from engine.core.state import BANK, DEPOT, IPO, OUT, Cert, Company, Cursor, Player, State, Token, Train
from engine.core.story import tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import CompanySpec, TitleData
from engine.message import joined

tell(seats_drawn="The seats are drawn, clockwise: {order}. {player} begins.")
OPTIONS = "options"
"""Note: what the table chose before the game, by option. Written here alone; it stays to the end."""


def chosen(view: View, option: str) -> str:
    """What the table chose for an option; the default in a game from before the title had the option.

    KeyError for an option that the title does not have.
    """
    value: str = view.state.notes.get(OPTIONS, {}).get(option) or view.title.defaults[option]
    return value


@dataclass(frozen=True)
class SetupRules:
    """Money, companies, certificates, trains, tokens and tiles in number and place.

    ``first`` is the kind of round that begins, ``seats`` the key of the story of the draw. Methods for a
    title to override say what differs from the printed components.
    """

    first: str
    seats: str = "seats_drawn"

    def position(self, data: TitleData, names: Sequence[str], options: Mapping[str, str]) -> State:
        """The position before the first event; every player has his starting cash, nothing is sold."""
        count = len(names)
        each = data.starting_cash[count]
        players = {f"p{i}": Player(f"p{i}", name, each) for i, name in enumerate(names, 1)}
        tokens = [
            Token(f"{c.id}:{i}", c.id, price)
            for c in data.companies.values()
            for i, price in enumerate(self.token_prices(c, options))
        ]
        trains = [
            Train(f"{kind}-{n}", kind, DEPOT)
            for kind, copies in self.train_counts(data, count, options).items()
            for n in range(1, copies + 1)
        ]
        out = self.left_out(data, count, options)
        certs = [
            replace(cert, owner=OUT) if c.id in out else cert
            for c in data.companies.values()
            for cert in self.certificates(c)
        ]
        return State(
            players=players,
            companies={c.id: replace(self.company(c), closed=c.id in out) for c in data.companies.values()},
            certs={cert.id: cert for cert in certs},
            trains={train.id: train for train in trains},
            tokens={token.id: token for token in tokens},
            supply=self.tiles(data, options),
            cursor=Cursor(self.first),
            bank=data.bank - each * count,
            phase=next(iter(data.phases)),
            seats=tuple(players),
            notes={OPTIONS: dict(options)} if options else {},
        )

    def company(self, spec: CompanySpec) -> Company:
        """A company's record."""
        return Company(spec.id, spec.kind)

    def certificates(self, spec: CompanySpec) -> list[Cert]:
        """The certificates of a company, the president's first; a private or minor has one of 100 %."""
        place = BANK if spec.kind in ("private", "minor") else IPO
        return [
            Cert(f"{spec.id}:{i}", spec.id, percent, i == 0, place) for i, percent in enumerate(spec.shares)
        ]

    def token_prices(self, spec: CompanySpec, options: Mapping[str, str]) -> Sequence[int]:
        """What each station token of a company costs to place, the home token first."""
        return spec.tokens

    def train_counts(self, data: TitleData, players: int, options: Mapping[str, str]) -> Mapping[str, int]:
        """Cards of each kind of train; an unlimited kind begins with one, more are made when it is sold."""
        return {train.kind: train.count or 1 for train in data.trains.values()}

    def tiles(self, data: TitleData, options: Mapping[str, str]) -> dict[str, int]:
        """Copies of each tile."""
        return dict(data.tiles)

    def left_out(self, data: TitleData, players: int, options: Mapping[str, str]) -> Sequence[str]:
        """The companies that are not in a game of so many players (their extra ``min_players``)."""
        return [c.id for c in data.companies.values() if c.extras.get("min_players", 0) > players]

    def opening(self, writer: PositionWriter, rng: Random) -> None:
        """Seats are drawn; who sits first has priority and begins the first round."""
        order = list(writer.seats)
        rng.shuffle(order)
        take_seats(writer, order, self.seats)
        self.begin(writer, rng)

    def begin(self, writer: PositionWriter, rng: Random) -> None:
        """What follows the draw of seats."""
        begin_round(writer, self.first)


def take_seats(writer: PositionWriter, order: Sequence[str], story: str) -> None:
    """Write the seats as they were drawn, clockwise, and give the first one priority."""
    writer.emit(SeatsDrawn(writer.seats, tuple(order)))
    writer.say(story, order=joined(", ", (writer.name(p) for p in order)), player=order[0])
    writer.give_priority(order[0])

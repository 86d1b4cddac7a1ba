"""The position before the first Parliament Round, and what chance decides (2.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.core.flow import begin_round
from engine.core.recorded import list_of, made_as, one_of
from engine.core.state import OUT, State
from engine.core.story import Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import CompanySpec, TitleData
from engine.message import joined, word
from engine.rules import setup
from engine.titles.g1862.data import options as opt
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell

KIND = one_of(word("local"), word("express"), word("freight"))
tell(
    seats_1862="The seats are drawn, clockwise: {order}. {player} takes the Priority Deal.",
    dealt_1862="Companies from the start: {start}; from phase B: {b}; from phase C: {c}. Out: {out}.",
    permits_1862=Told(
        "Permits: {permits}.", reads={"permits": list_of(made_as("{company} {kind}", kind=KIND))}
    ),
    permit_1862=Told("Companies with permit {kind}: {companies}.", reads={"kind": KIND}),
)


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decides: seats clockwise, companies by the phase they start from, permits.

    ``start`` maps each company in the game to A, B or C, in the order in which it was dealt; a company
    that is not named is out of play.
    """

    seats: tuple[str, ...]
    start: Mapping[str, str]
    permits: Mapping[str, str]


@dataclass(frozen=True)
class SetupRules(setup.SetupRules):
    """Markers and trains by the length of the game; companies and permits are dealt (2.4)."""

    def position(self, data: TitleData, names: Sequence[str], options: Mapping[str, str]) -> State:
        opt.check(options)
        return super().position(data, names, options)

    def token_prices(self, spec: CompanySpec, options: Mapping[str, str]) -> Sequence[int]:
        return [0] * int(options["markers"])

    def train_counts(self, data: TitleData, players: int, options: Mapping[str, str]) -> Mapping[str, int]:
        """The train cards for a length of the game (9)."""
        counts = data.figures(Figures).train_counts[opt.length(options, players)]
        return {band: counts.get(band, 1) for band in data.trains}

    def opening(self, writer: PositionWriter, rng: Random) -> None:
        """Draw and tell all chance, then begin the first Parliament Round (2.4)."""
        take_deal(writer, draw(writer, rng))
        begin_round(writer, self.first)


SETUP = SetupRules("parliament", "seats_1862")


def draw(view: View, rng: Random) -> Deal:
    """Shuffle seats, directors' certificates and permits (2.4.1, 2.4.2, 2.4.4)."""
    seats, companies = list(view.seats), list(view.data.companies)
    rng.shuffle(seats)
    rng.shuffle(companies)
    start = dict(zip(companies, phases(view), strict=False))
    permits = permit_cards(view, len(start))
    rng.shuffle(permits)
    return Deal(tuple(seats), start, dict(zip(start, permits, strict=False)))


def phases(view: View) -> list[str]:
    """From which phase each company dealt can start: 8 from the start (or more), then 4 and 4."""
    figures, players = view.data.figures(Figures).deal, str(len(view.seats))
    many = setup.chosen(view, "additional") == "yes" or readings(view).additional_companies_dealt
    more = figures.additional.get(players, 0) if many else 0
    return ["A"] * (figures.A + more) + ["B"] * figures.B + ["C"] * figures.C


def permit_cards(view: View, companies: int) -> list[str]:
    """The permit cards: 16 or 18 by players, half and half of two types, or all of one (11.1)."""
    types = opt.types_in_play(view)
    if len(types) < len(opt.TYPES):
        each = -(-companies // len(types))
        return [kind for kind in types for _ in range(each)]
    counts = view.data.figures(Figures).permits["few" if len(view.seats) < 7 else "many"]
    return [kind for kind in types for _ in range(counts[kind])]


def take_deal(writer: PositionWriter, deal: Deal) -> None:
    """Write a deal: seats and priority, companies in play with phase and permit, the others out."""
    setup.take_seats(writer, deal.seats, SETUP.seats)
    for company in writer.data.companies:
        if company in deal.start:
            writer.note_company(company, "from", deal.start[company])
            writer.note_company(company, "permit", deal.permits[company])
            writer.note_company(company, "permits", [deal.permits[company]])
        else:
            remove(writer, company)
    _tell(writer, deal)


def remove(writer: PositionWriter, company: str) -> None:
    """Take a company that has not started out of the game, with its certificates (2.4.1, 10.3)."""
    for cert in writer.certs_of(company):
        writer.move_cert(cert, OUT)
    writer.change(company, closed=True)


def _tell(writer: PositionWriter, deal: Deal) -> None:
    by_phase = {p: joined(", ", (c for c in deal.start if deal.start[c] == p)) for p in "ABC"}
    out = joined(", ", (c for c in writer.data.companies if c not in deal.start))
    writer.say("dealt_1862", start=by_phase["A"], b=by_phase["B"], c=by_phase["C"], out=out)
    if not opt.is_simple(writer):
        for kind in dict.fromkeys(deal.permits.values()):
            names = joined(", ", (c for c, each in deal.permits.items() if each == kind))
            writer.say("permit_1862", kind=kind, companies=names)

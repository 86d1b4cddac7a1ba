"""The position before the first bid (1.1) and what chance decides (1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.events import SeatsDrawn
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.state import BANK, DEPOT, IPO, Cert, Company, Cursor, Player, State, Token, Train
from engine.core.story import tell
from engine.data.schema import CompanySpec, TitleData

tell(seats_drawn="The seats are drawn, clockwise: {order}. {player} takes the Priority Bid Card.")


def setup(data: TitleData, names: Sequence[str], options: Mapping[str, str]) -> State:
    """Cash, certificates, trains, tokens and tiles where 1.1 puts them."""
    each = data.starting_cash[len(names)]
    players = {f"p{i}": Player(f"p{i}", name, each) for i, name in enumerate(names, 1)}
    return State(
        players=players,
        companies={c.id: Company(c.id, c.kind) for c in data.companies.values()},
        certs={cert.id: cert for c in data.companies.values() for cert in certificates(c)},
        trains={t.id: t for t in train_cards(data)},
        tokens={t.id: t for c in data.companies.values() for t in station_tokens(c)},
        supply=dict(data.tiles),
        cursor=Cursor("packet"),
        bank=data.bank - each * len(names),
        phase=next(iter(data.phases)),
        seats=tuple(players),
    )


def certificates(company: CompanySpec) -> list[Cert]:
    """The certificates of a company, the president's first; a private or minor has one of 100 %."""
    place = IPO if company.kind in ("major", "system") else BANK
    return [
        Cert(f"{company.id}:{i}", company.id, percent, i == 0, place)
        for i, percent in enumerate(company.shares)
    ]


def station_tokens(company: CompanySpec) -> list[Token]:
    """The station tokens of a company, cheapest first."""
    return [Token(f"{company.id}:{i}", company.id, price) for i, price in enumerate(company.tokens)]


def train_cards(data: TitleData) -> list[Train]:
    """All train cards; an unlimited kind begins with one, more are made when it is sold."""
    return [
        Train(f"{t.kind}-{n}", t.kind, DEPOT)
        for t in data.trains.values()
        for n in range(1, (t.count or 1) + 1)
    ]


def opening(play: Play, rng: Random) -> None:
    """Players draw for seats; the lowest token takes the Priority Bid Card (1.2)."""
    order = list(play.seats)
    rng.shuffle(order)
    play.emit(SeatsDrawn(play.seats, tuple(order)))
    play.say("seats_drawn", order=", ".join(play.name(p) for p in order), player=order[0])
    play.give_priority(order[0])
    begin_round(play, "packet")

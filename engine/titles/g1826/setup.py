"""The position before the first bid (O1-O8) and what chance decides: the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.events import SeatsDrawn
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.state import BANK, DEPOT, IPO, OUT, Cert, Company, Cursor, Player, State, Token, Train
from engine.core.story import tell
from engine.data.schema import CompanySpec, TitleData
from engine.titles.g1826 import options as opt
from engine.titles.g1826.companies import CORPORATION, FIVE, SHARES, TEN
from engine.titles.g1826.figures import Figures

tell(seats_1826="The seats are drawn, clockwise: {order}. {player} takes the priority card.")
UNLIMITED = 100
"""Copies of a tile that counts as unlimited: more than the board has hexes."""


def setup(data: TitleData, names: Sequence[str], options: Mapping[str, str]) -> State:
    """Cash (O1, O4), certificates, trains (O7), tokens and tiles (O8); nothing is sold yet."""
    each = data.starting_cash[len(names)]
    players = {f"p{i}": Player(f"p{i}", name, each) for i, name in enumerate(names, 1)}
    return State(
        players=players,
        companies={c.id: company(c) for c in data.companies.values()},
        certs={cert.id: cert for c in data.companies.values() for cert in certificates(c)},
        trains=train_cards(data),
        tokens={
            f"{c.id}:{i}": Token(f"{c.id}:{i}", c.id, price)
            for c in data.companies.values()
            for i, price in enumerate(c.tokens)
        },
        supply=tiles(data, options),
        cursor=Cursor("auction"),
        bank=data.bank - each * len(names),
        phase=next(iter(data.phases)),
        seats=tuple(players),
        notes={opt.NOTE: dict(options)},
    )


def company(spec: CompanySpec) -> Company:
    """A company's record; a corporation knows into how many shares it is divided."""
    record = Company(spec.id, spec.kind)
    if spec.kind == CORPORATION:
        record.data[SHARES] = FIVE if is_five(spec) else TEN
    return record


def is_five(spec: CompanySpec) -> bool:
    """Whether a corporation is printed as a 5-share one that can grow."""
    return spec.kind == CORPORATION and len(spec.shares) < TEN - 1


def certificates(spec: CompanySpec) -> list[Cert]:
    """The certificates of a company, the president's first; those of growth wait out of play (O88)."""
    place = BANK if spec.kind == "private" else IPO
    printed = [
        Cert(f"{spec.id}:{i}", spec.id, percent, i == 0, place) for i, percent in enumerate(spec.shares)
    ]
    first, last = len(printed), TEN - 1 if is_five(spec) else 0
    return printed + [Cert(f"{spec.id}:{i}", spec.id, 100 // TEN, False, OUT) for i in range(first, last)]


def train_cards(data: TitleData) -> dict[str, Train]:
    """All train cards (O7)."""
    ids = ((f"{t.kind}-{n}", t.kind) for t in data.trains.values() for n in range(1, (t.count or 1) + 1))
    return {name: Train(name, kind, DEPOT) for name, kind in ids}


def tiles(data: TitleData, options: Mapping[str, str]) -> dict[str, int]:
    """Copies of each tile (O8); by option plain yellow ones without limit."""
    supply = dict(data.tiles)
    if options["plain_yellow"] == "yes":
        supply |= dict.fromkeys(data.figures(Figures).plain_yellow, UNLIMITED)
    return supply


def opening(play: Play, rng: Random) -> None:
    """Seats are drawn; the first has priority and opens the auction."""
    order = list(play.seats)
    rng.shuffle(order)
    play.emit(SeatsDrawn(play.seats, tuple(order)))
    play.say("seats_1826", order=", ".join(play.name(p) for p in order), player=order[0])
    play.give_priority(order[0])
    begin_round(play, "auction")

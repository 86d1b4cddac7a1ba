"""The turn summary of 1826: its rounds, its forced decisions and its policies.

Where the parts plug in: the steps of a turn in ``operating.OPERATING``; a forced decision in ``PENDINGS`` by
its kind; what a phase does in `phases.Phases`; a policy of a shared step in ``RULES``; what must
follow any action in `settle`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.abilities.privates import watch_first_trains
from engine.abilities.terrain import watch_discount
from engine.core.events import TileLaid, TrainMoved
from engine.core.play import Play
from engine.core.rounds import Move, by_kind, by_name
from engine.core.view import View
from engine.rules.packet import bids_are_covered
from engine.steps.consent import ConsentDeal
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.private_deals import OfferPrivate, PrivateDeal
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import TrainDeal
from engine.title import Rules
from engine.titles.g1826 import bankruptcy, bonds, ending, loans
from engine.titles.g1826.asking import AROUND_PARIS
from engine.titles.g1826.auction import Auction, Packet, SetParStep, ask_for_par
from engine.titles.g1826.board import BOARD
from engine.titles.g1826.companies import CORPORATION, NATIONAL, watch_destinations
from engine.titles.g1826.dividends import Dividends
from engine.titles.g1826.ending import scores
from engine.titles.g1826.growth import Convert
from engine.titles.g1826.kept_tokens import ExchangeStep
from engine.titles.g1826.laws import Exceptions
from engine.titles.g1826.operating import OPERATING
from engine.titles.g1826.phases import Phases
from engine.titles.g1826.powers import PlaceBonus, UsePrivate
from engine.titles.g1826.routes import ROUTES
from engine.titles.g1826.stock import STOCK, StockRound
from engine.titles.g1826.tokens import Tokens
from engine.titles.g1826.track import Track
from engine.titles.g1826.trains import Trains

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "scores", "settle"]

ROUNDS = by_kind(Auction(), StockRound(), OPERATING)
PENDINGS = by_name(SetParStep(), DiscardStep(), ExchangeStep())
ANYTIME: tuple[Move, ...] = (
    Convert(),
    UsePrivate(),
    PlaceBonus(),
    *PURCHASE_MOVES,
    OfferPrivate(),
    *OFFER_MOVES,
)
INVARIANTS: tuple[Callable[[View], str | None], ...] = (bids_are_covered, bonds.are_sound)
SALES = PrivateSales(
    (CORPORATION, NATIONAL), "privates_to_companies", "the first 4H train", option=("private_sales", "yes")
)
"""By an option of the table: no peer allows it, and the outline is silent (O50)."""
RULES = Rules(
    board=BOARD,
    routes=ROUTES,
    track=Track(),
    tokens=Tokens(),
    dividends=Dividends(),
    trains=Trains(),
    phases=Phases(),
    emergency=bankruptcy.Emergency(),
    stock=STOCK,
    packet=Packet(),
    deals=Deals.of(PrivateDeal(), PrivateToCompanyDeal(), TrainDeal(), ConsentDeal(AROUND_PARIS)),
    private_sales=SALES,
    laws=Exceptions(),
)


def settle(play: Play) -> None:
    """After each action: pars to be set, destinations reached, the ends (O175-O177), offers out of reach."""
    ask_for_par(play)
    loans.collect(play)
    came = set(map(type, play.open))
    if TileLaid in came:
        watch_destinations(play)
        watch_discount(play)
    if TrainMoved in came:
        watch_first_trains(play)
    ending.watch(play)
    lapse(play)

"""The turn summary of 18OE: its rounds, its forced decisions and its policies.

Where the parts plug in: the steps of a turn in ``operating.STEPS``; the moves of a stock round in
``stock.MOVES``; a forced decision in ``PENDINGS`` by its kind; what may be done at any time in ``ANYTIME``;
a policy of a shared step in ``RULES``; what must follow any action in `settle`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.play import Play
from engine.core.rounds import Move, by_kind, by_name
from engine.core.view import View
from engine.rules.packet import bids_are_covered
from engine.steps.consent import ConsentDeal
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.title import Rules
from engine.titles.g18oe import phases, white_cliffs
from engine.titles.g18oe.barclay import BarclayStep, HoldValue, KeepShare, Repar
from engine.titles.g18oe.concessions import ConcessionRound
from engine.titles.g18oe.consolidation import AskStep, ChooseStep
from engine.titles.g18oe.dividends import Dividends
from engine.titles.g18oe.ending import watch_bank, worth
from engine.titles.g18oe.home_position import PositionStep
from engine.titles.g18oe.laws import Exceptions
from engine.titles.g18oe.laying import GROUND
from engine.titles.g18oe.merger_assets import AssetsStep
from engine.titles.g18oe.merger_moves import MergerOffer
from engine.titles.g18oe.minor_c import OrderStep
from engine.titles.g18oe.minor_powers import watch_mercantile
from engine.titles.g18oe.nationals import FormStep
from engine.titles.g18oe.operating import OPERATING
from engine.titles.g18oe.packet import Auction, Packet
from engine.titles.g18oe.player_trades import Trade
from engine.titles.g18oe.port_authorities import AuthorityDeal, BuyPortAuthority
from engine.titles.g18oe.private_powers import Swift
from engine.titles.g18oe.reserved import Reserve, ReserveStep
from engine.titles.g18oe.routes import ROUTES
from engine.titles.g18oe.running import PointOut
from engine.titles.g18oe.stock import STOCK
from engine.titles.g18oe.stock_round import StockRound
from engine.titles.g18oe.tokens import Tokens
from engine.titles.g18oe.track import CONSENTS, Track
from engine.titles.g18oe.train_phases import Phases
from engine.titles.g18oe.train_step import Deal
from engine.titles.g18oe.trains import Trains
from engine.titles.g18oe.white_cliffs import CliffsStep

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "settle", "worth"]

ROUNDS = by_kind(Auction(), ConcessionRound(), StockRound(), OPERATING)
PENDINGS = by_name(
    DiscardStep(),
    ReserveStep(),
    BarclayStep(),
    OrderStep(),
    PositionStep(),
    CliffsStep(),
    FormStep(),
    AssetsStep(),
    AskStep(),
    ChooseStep(),
)
ANYTIME: tuple[Move, ...] = (
    Reserve(),
    BuyPortAuthority(),
    Repar(),
    KeepShare(),
    HoldValue(),
    Swift(),
    *OFFER_MOVES,
    PointOut(),
)
INVARIANTS: tuple[Callable[[View], str | None], ...] = (bids_are_covered,)
RULES = Rules(
    board=GROUND,
    routes=ROUTES,
    track=Track(),
    tokens=Tokens(),
    dividends=Dividends(),
    trains=Trains(),
    phases=Phases(),
    stock=STOCK,
    packet=Packet(),
    deals=Deals.of(Deal(), ConsentDeal(CONSENTS), AuthorityDeal(), MergerOffer(), Trade()),
    laws=Exceptions(),
)


def settle(play: Play) -> None:
    """After each action: a railroad phase may be over, the bank empty, an offer out of reach."""
    phases.watch(play)
    white_cliffs.watch(play)
    watch_mercantile(play)
    watch_bank(play)
    lapse(play)

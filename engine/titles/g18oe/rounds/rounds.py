"""The turn summary of 18OE: its rounds, its forced decisions and its policies.

Where the parts plug in: the steps of a turn in ``operating.STEPS``; the moves of a stock round in
``stock.MOVES``; a forced decision in ``PENDINGS`` by its kind; what may be done at any time in
``MOVES_AT_ANY_TIME``; a policy of a shared step in ``RULES``; what must follow any action in `settle`.
"""

from __future__ import annotations

from engine.core.rounds import Move, by_kind, by_name
from engine.core.writer import PositionWriter
from engine.steps.consent import ConsentDeal
from engine.steps.offers import OFFER_MOVES, Deals
from engine.title import Rules
from engine.titles.g18oe.floats import phases
from engine.titles.g18oe.floats.concessions import ConcessionRound
from engine.titles.g18oe.laws.laws import Exceptions
from engine.titles.g18oe.mergers.consolidation import AskStep, ChooseStep
from engine.titles.g18oe.mergers.merger_assets import AssetsStep
from engine.titles.g18oe.mergers.merger_moves import MergerOffer
from engine.titles.g18oe.nationals.nationals import FormStep
from engine.titles.g18oe.nationals.train_phases import Phases
from engine.titles.g18oe.nationals.train_step import Deal
from engine.titles.g18oe.operating.dividends import Dividends
from engine.titles.g18oe.operating.operating import OPERATING
from engine.titles.g18oe.powers import white_cliffs
from engine.titles.g18oe.powers.barclay import BarclayStep, HoldValue, KeepShare, Repar
from engine.titles.g18oe.powers.minor_c import OrderStep
from engine.titles.g18oe.powers.minor_powers import watch_mercantile
from engine.titles.g18oe.powers.private_powers import Swift
from engine.titles.g18oe.powers.white_cliffs import CliffsStep
from engine.titles.g18oe.railroads.ending import watch_bank, worth
from engine.titles.g18oe.railroads.reserved import Reserve, ReserveStep
from engine.titles.g18oe.rounds.auction import Auction, AuctionRules
from engine.titles.g18oe.rounds.stock_round import StockRound
from engine.titles.g18oe.routes.port_authorities import AuthorityDeal, BuyPortAuthority
from engine.titles.g18oe.routes.routes import ROUTES
from engine.titles.g18oe.routes.running import PointOut
from engine.titles.g18oe.stock.player_trades import Trade
from engine.titles.g18oe.stock.stock import STOCK
from engine.titles.g18oe.track.home_position import PositionStep
from engine.titles.g18oe.track.laying import GROUND
from engine.titles.g18oe.track.tokens import Tokens
from engine.titles.g18oe.track.track import CONSENTS, Track
from engine.titles.g18oe.trains.trains import Trains

__all__ = ["MOVES_AT_ANY_TIME", "PENDINGS", "ROUNDS", "RULES", "settle", "worth"]

ROUNDS = by_kind(Auction(), ConcessionRound(), StockRound(), OPERATING)
PENDINGS = by_name(
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
MOVES_AT_ANY_TIME: tuple[Move, ...] = (
    Reserve(),
    BuyPortAuthority(),
    Repar(),
    KeepShare(),
    HoldValue(),
    Swift(),
    *OFFER_MOVES,
    PointOut(),
)
RULES = Rules(
    board=GROUND,
    routes=ROUTES,
    track=Track(),
    tokens=Tokens(),
    dividends=Dividends(),
    trains=Trains(),
    phases=Phases(),
    stock=STOCK,
    initial_auction=AuctionRules(),
    deals=Deals.of(Deal(), ConsentDeal(CONSENTS), AuthorityDeal(), MergerOffer(), Trade()),
    laws=Exceptions(),
)


def settle(writer: PositionWriter) -> None:
    """After each action: a railroad phase may be over, the bank empty."""
    phases.watch(writer)
    white_cliffs.watch(writer)
    watch_mercantile(writer)
    watch_bank(writer)

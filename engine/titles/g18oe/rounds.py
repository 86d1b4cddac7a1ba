"""The turn summary of 18OE: its rounds, its forced decisions and its policies.

Where the parts plug in: the steps of a turn in ``operating.STEPS``; the moves of a stock round in
``stock.MOVES``; a forced decision in ``PENDINGS`` by its kind; what may be done at any time in ``ANYTIME``;
a policy of a shared step in ``RULES``; what must follow any action in `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.play import Play
from engine.core.rounds import Move, Round, Step
from engine.core.view import View
from engine.rules.packet import bids_are_covered
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.trains import OFFER_KIND as TRAIN_OFFER
from engine.steps.trains import TrainDeal
from engine.title import Rules
from engine.titles.g18oe import phases
from engine.titles.g18oe.board import BOARD
from engine.titles.g18oe.concessions import ConcessionRound
from engine.titles.g18oe.dividends import Dividends
from engine.titles.g18oe.ending import scores, watch_bank
from engine.titles.g18oe.laws import Exceptions
from engine.titles.g18oe.minor_c import OrderStep
from engine.titles.g18oe.operating import OPERATING
from engine.titles.g18oe.packet import Auction, Packet
from engine.titles.g18oe.phases import Phases
from engine.titles.g18oe.reserved import Reserve, ReserveStep
from engine.titles.g18oe.routes import ROUTES
from engine.titles.g18oe.stock import STOCK, StockRound
from engine.titles.g18oe.tokens import Tokens
from engine.titles.g18oe.track import Track
from engine.titles.g18oe.trains import Trains

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "scores", "settle"]

ROUNDS: Mapping[str, Round] = {r.kind: r for r in (Auction(), ConcessionRound(), StockRound(), OPERATING)}
PENDINGS: Mapping[str, Step] = {step.name: step for step in (DiscardStep(), ReserveStep(), OrderStep())}
ANYTIME: tuple[Move, ...] = (Reserve(), *OFFER_MOVES)
INVARIANTS: tuple[Callable[[View], str | None], ...] = (bids_are_covered,)
RULES = Rules(
    board=BOARD,
    routes=ROUTES,
    track=Track(),
    tokens=Tokens(),
    dividends=Dividends(),
    trains=Trains(),
    phases=Phases(),
    stock=STOCK,
    packet=Packet(),
    deals=Deals({TRAIN_OFFER: TrainDeal()}),
    laws=Exceptions(),
)


def settle(play: Play) -> None:
    """After each action: a railroad phase may be over, the bank empty, an offer out of reach."""
    phases.watch(play)
    watch_bank(play)
    lapse(play)

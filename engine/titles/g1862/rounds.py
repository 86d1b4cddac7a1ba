"""The turn summary of 1862: its rounds, its forced decisions and its policies.

Where the parts plug in: the steps of a company's turn in ``operating.STEPS``; a forced decision in
``PENDINGS`` by its kind; a policy of a shared step in ``RULES``; what must follow any action in `settle`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.play import Play
from engine.core.rounds import Move, by_kind, by_name
from engine.core.view import View
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.trains import TrainDeal
from engine.title import Rules
from engine.titles.g1862 import ending, tokens
from engine.titles.g1862.absorb import RemoveStep
from engine.titles.g1862.bankruptcy import watch_bottom
from engine.titles.g1862.board import BOARD
from engine.titles.g1862.dividends import Dividends
from engine.titles.g1862.ending import scores
from engine.titles.g1862.exemptions import Exemptions
from engine.titles.g1862.laws import POSITION_LAWS
from engine.titles.g1862.merging import MergerDeal, OptionStep
from engine.titles.g1862.operating import OPERATING
from engine.titles.g1862.parliament import Parliament
from engine.titles.g1862.phases import Phases
from engine.titles.g1862.routes import ROUTES
from engine.titles.g1862.stock import STOCK, MarkersStep
from engine.titles.g1862.stock_round import StockRound
from engine.titles.g1862.track import Track
from engine.titles.g1862.trains import Sale

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "scores", "settle"]

ROUNDS = by_kind(Parliament(), StockRound(), OPERATING)
PENDINGS = by_name(MarkersStep(), OptionStep(), RemoveStep())
ANYTIME: tuple[Move, ...] = (*OFFER_MOVES,)
INVARIANTS: tuple[Callable[[View], str | None], ...] = POSITION_LAWS
RULES = Rules(
    board=BOARD,
    routes=ROUTES,
    track=Track(),
    tokens=tokens.Tokens(),
    dividends=Dividends(),
    trains=Sale(),
    phases=Phases(),
    stock=STOCK,
    deals=Deals.of(TrainDeal(), MergerDeal()),
    laws=Exemptions(),
)


def settle(play: Play) -> None:
    """After each action: companies at the bottom (7.12) or the top, the bank (10), offers out of reach."""
    watch_bottom(play)
    ending.watch(play)
    tokens.keep_order(play)
    lapse(play)

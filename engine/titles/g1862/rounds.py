"""The turn summary of 1862: its rounds, its forced decisions and its policies.

Where the parts plug in: the steps of a company's turn in ``operating.STEPS``; a forced decision in
``PENDINGS`` by its kind; a policy of a shared step in ``RULES``; what must follow any action in `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.play import Play
from engine.core.rounds import Move, Round, Step
from engine.core.view import View
from engine.rules.policies import Rules
from engine.steps.offers import OFFER_MOVES, Deal, lapse
from engine.steps.trains import OFFER_KIND as TRAIN_OFFER
from engine.steps.trains import TrainDeal
from engine.titles.g1862 import ending, tokens
from engine.titles.g1862.absorb import RemoveStep
from engine.titles.g1862.bankruptcy import watch_bottom
from engine.titles.g1862.board import board_of, lay_rules, stock_of
from engine.titles.g1862.dividends import DIVIDENDS
from engine.titles.g1862.ending import scores
from engine.titles.g1862.exemptions import EXEMPTIONS
from engine.titles.g1862.laws import LAWS
from engine.titles.g1862.merging import OFFER_KIND as MERGER_OFFER
from engine.titles.g1862.merging import MergerDeal, OptionStep
from engine.titles.g1862.operating import OPERATING
from engine.titles.g1862.parliament import Parliament
from engine.titles.g1862.routes import ROUTES
from engine.titles.g1862.stock import STOCK, MarkersStep
from engine.titles.g1862.stock_round import StockRound
from engine.titles.g1862.tokens import TOKENS
from engine.titles.g1862.track import TRACK
from engine.titles.g1862.trains import TRAINS

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "scores", "settle"]

ROUNDS: Mapping[str, Round] = {r.kind: r for r in (Parliament(), StockRound(), OPERATING)}
PENDINGS: Mapping[str, Step] = {step.name: step for step in (MarkersStep(), OptionStep(), RemoveStep())}
ANYTIME: tuple[Move, ...] = (*OFFER_MOVES,)
INVARIANTS: tuple[Callable[[View], str | None], ...] = LAWS
DEALS: Mapping[str, Deal] = {TRAIN_OFFER: TrainDeal(), MERGER_OFFER: MergerDeal()}
RULES = Rules(
    board=board_of,
    stock_of=stock_of,
    lay_rules=lay_rules,
    stock=STOCK,
    routes=ROUTES,
    track=TRACK,
    tokens=TOKENS,
    dividends=DIVIDENDS,
    trains=TRAINS,
    deals=DEALS,
    laws=EXEMPTIONS,
)


def settle(play: Play) -> None:
    """After each action: companies at the bottom (7.12) or the top, the bank (10), offers out of reach."""
    watch_bottom(play)
    ending.watch(play)
    tokens.keep_order(play)
    lapse(play)

"""1862, Railway Mania in the Eastern Counties (Mike Hutton). RULES.md maps each section to code and test.

Where the parts plug in: the steps of a company's turn in ``operating.STEPS``; a forced decision in
``pendings`` by its kind; a policy of a shared step in ``rules``; what must follow any action in `settle`.
"""

from __future__ import annotations

from pathlib import Path

from engine.core.rounds import by_kind, by_name
from engine.core.writer import PositionWriter
from engine.rules.ending import cash_and_shares
from engine.steps.offers import Deals
from engine.steps.trains import TrainDeal
from engine.title import Rules, Title, title_data
from engine.titles.g1862.companies.bankruptcy import watch_bottom
from engine.titles.g1862.data.board import BOARD
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import OPTIONS
from engine.titles.g1862.data.story import STORY
from engine.titles.g1862.knowing import KNOWLEDGE
from engine.titles.g1862.laws.exemptions import Exemptions
from engine.titles.g1862.laws.laws import POSITION_LAWS
from engine.titles.g1862.mergers.absorb import RemoveStep
from engine.titles.g1862.mergers.merger_moves import MergerDeal
from engine.titles.g1862.mergers.option_shares import OptionStep
from engine.titles.g1862.phases import ending
from engine.titles.g1862.phases.phases import Phases
from engine.titles.g1862.phases.setup import SETUP
from engine.titles.g1862.play_styles import STYLES, WEIGHTS, position_weight
from engine.titles.g1862.recorded.game import RecordedGame
from engine.titles.g1862.rounds.operating import OPERATING
from engine.titles.g1862.rounds.stock_round import StockRound
from engine.titles.g1862.shown import Shown
from engine.titles.g1862.steps import tokens
from engine.titles.g1862.steps.dividends import Dividends
from engine.titles.g1862.steps.routes import ROUTES
from engine.titles.g1862.steps.track import Track
from engine.titles.g1862.steps.trains import Sale
from engine.titles.g1862.stock.parliament import Parliament
from engine.titles.g1862.stock.stock import STOCK, MarkersStep

_RANDOM_PLAY = {
    "weights": WEIGHTS,
    "styles": STYLES,
    "modest": ["bid"],
    "position_weight": position_weight,
    "patience": 12,
    "players": KNOWLEDGE,
}


def settle(writer: PositionWriter) -> None:
    """After each action: companies at the bottom (7.12) or the top, the bank (10)."""
    watch_bottom(writer)
    ending.watch(writer)
    tokens.keep_order(writer)


TITLE = Title(
    data=title_data(Path(__file__).parent, Figures),
    setup_rules=SETUP,
    rounds=by_kind(Parliament(), StockRound(), OPERATING),
    rules=Rules(
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
    ),
    worth=cash_and_shares,
    pendings=by_name(MarkersStep(), OptionStep(), RemoveStep()),
    options=OPTIONS,
    story=STORY,
    invariants=POSITION_LAWS,
    settle=settle,
    extras=_RANDOM_PLAY,
    recorded=RecordedGame,
    compiled_module="engine.titles.g1862.solver.warm",
    display=Shown(),
)

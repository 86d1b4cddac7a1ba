"""18EZ, Level 3 (Drew Dane and Clay Murry). RULES.md maps each section to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.core.rounds import by_kind
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.ending import cash_and_shares, watch_bank
from engine.steps.emergency import settle_bankruptcy
from engine.steps.offers import Deals
from engine.steps.private_deals import PrivateDeal
from engine.steps.private_purchase import PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import STEP as TRAINS_STEP
from engine.steps.trains import TrainDeal
from engine.title import Rules, Title, title_data
from engine.titles.g18ez.auction import AuctionRules, Startpacket
from engine.titles.g18ez.board import BOARD
from engine.titles.g18ez.explained import Shown
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.knowing import KNOWLEDGE
from engine.titles.g18ez.laws import Exceptions
from engine.titles.g18ez.operating import OPERATING, Dividends, Tokens, Track
from engine.titles.g18ez.powers import POWERS
from engine.titles.g18ez.routes import ROUTES
from engine.titles.g18ez.setup import SETUP
from engine.titles.g18ez.stock import ShareDealing, Stock
from engine.titles.g18ez.story import STORY
from engine.titles.g18ez.trains import Trains

RANDOM_WEIGHTS = {
    "buy_item": 4,
    "bid": 2,
    "par": 4,
    "buy_train": 2,
    "skip": 0.3,
    "sell_shares": 0.25,
    "buy_private": 0.3,
    "declare_bankruptcy": 0.02,
}
"""Where random play differs from the usual, so that companies start, run and games end."""


def settle(writer: PositionWriter) -> None:
    """After each action: the bank may be empty, a president bankrupt (2.11, 2.13)."""
    watch_bank(writer)
    settle_bankruptcy(writer, TRAINS_STEP)


TITLE = Title(
    data=title_data(Path(__file__).parent, Figures),
    setup_rules=SETUP,
    rounds=by_kind(Startpacket(), ShareDealing(), OPERATING),
    rules=Rules(
        board=BOARD,
        routes=ROUTES,
        track=Track(),
        tokens=Tokens(),
        dividends=Dividends(),
        trains=Trains(),
        stock=Stock(),
        initial_auction=AuctionRules(),
        deals=Deals.of(PrivateDeal(), TrainDeal(), PrivateToCompanyDeal()),
        private_sales=PrivateSales(("major",), "privates_to_majors", say("the first type 3 train")),
        laws=Exceptions(),
    ),
    worth=cash_and_shares,
    moves_at_any_time=POWERS,
    story=STORY,
    settle=settle,
    display=Shown(),
    extras={"weights": RANDOM_WEIGHTS, "players": KNOWLEDGE},
)

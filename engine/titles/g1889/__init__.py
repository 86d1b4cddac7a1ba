"""1889, History of Shikoku Railways (Yasutaka Ikeda). RULES.md maps each rule to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.abilities.owner_lay import LayOwn
from engine.abilities.rounds import WaterfallAuction
from engine.abilities.shares import ExchangePrivate
from engine.core.rounds import by_kind
from engine.message import say
from engine.rules.boards import BoardPolicy
from engine.steps.private_purchase import PrivateSales
from engine.steps.stock.stock_round import StockRound
from engine.title import Rules, Title, title_data
from engine.titles.g1889 import operating
from engine.titles.g1889.auction import AuctionRules
from engine.titles.g1889.figures import Figures
from engine.titles.g1889.knowing import KNOWLEDGE
from engine.titles.g1889.recorded import RecordedGame
from engine.titles.g1889.setup import BEGINNER, OPTIONS, SETUP

TITLE = Title(
    data=title_data(Path(__file__).parent, Figures),
    setup_rules=SETUP,
    rounds=by_kind(WaterfallAuction(), StockRound(), operating.OPERATING),
    rules=Rules(
        board=BoardPolicy(Path(__file__).parent),
        routes=operating.Routes(),
        tokens=operating.Tokens(),
        dividends=operating.Dividends(),
        trains=operating.Trains(),
        emergency=operating.Emergency(),
        stock=operating.Stock(),
        initial_auction=AuctionRules(),
        private_sales=PrivateSales(
            ("major",), "privates_to_companies", say("the first 3-train"), "privates_close", (BEGINNER, "no")
        ),
    ),
    moves_at_any_time=(LayOwn(), ExchangePrivate()),
    options=OPTIONS,
    extras={
        "weights": {"buy_item": 4.0, "par": 4.0, "buy_private": 0.3},
        "modest": ["bid"],
        "players": KNOWLEDGE,
    },
    recorded=RecordedGame,
)
"""Random play (``extras``) differs from the usual so that companies start and games end."""

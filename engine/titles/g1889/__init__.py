"""1889, History of Shikoku Railways (Yasutaka Ikeda). RULES.md maps each rule to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.abilities import KINDS
from engine.abilities.blocked import PrivatesOnTrack
from engine.abilities.owner_lay import LayOwn, SoldLayStep, watch_sales
from engine.abilities.privates import PowersShown, PrivatesClose
from engine.abilities.shares import ExchangePrivate
from engine.core.rounds import by_kind, by_name
from engine.core.writer import PositionWriter
from engine.data.loader import load_title
from engine.message import say
from engine.rules.boards import BoardPolicy
from engine.rules.ending import watch_bank, with_privates
from engine.rules.initial_auction import bids_are_covered
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.stock_round import StockRound
from engine.steps.trains import TrainDeal
from engine.title import Rules, Title
from engine.titles.g1889 import operating
from engine.titles.g1889.auction import Auction, AuctionRules
from engine.titles.g1889.figures import Figures
from engine.titles.g1889.knowing import KNOWLEDGE
from engine.titles.g1889.recorded import RecordedGame
from engine.titles.g1889.setup import BEGINNER, OPTIONS, SETUP


def settle(writer: PositionWriter) -> None:
    """After each action: a seller may lay a tile (R40), the bank be broken (R73), an offer out of reach."""
    watch_sales(writer)
    watch_bank(writer, 0)
    lapse(writer)


TITLE = Title(
    data=load_title(Path(__file__).parent / "data", Figures, KINDS),
    rules_version=1,
    first_position=SETUP.position,
    opening=SETUP.opening,
    rounds=by_kind(Auction(), StockRound(), operating.OPERATING),
    rules=Rules(
        board=BoardPolicy(Path(__file__).parent),
        routes=operating.Routes(),
        track=PrivatesOnTrack(),
        tokens=operating.Tokens(),
        dividends=operating.Dividends(),
        trains=operating.Trains(),
        phases=PrivatesClose(),
        emergency=operating.Emergency(),
        stock=operating.Stock(),
        initial_auction=AuctionRules(),
        deals=Deals.of(TrainDeal(), PrivateToCompanyDeal()),
        private_sales=PrivateSales(
            ("major",), "privates_to_companies", say("the first 3-train"), "privates_close", (BEGINNER, "no")
        ),
    ),
    worth=with_privates,
    pendings=by_name(DiscardStep(), SoldLayStep()),
    interjections=(LayOwn(), ExchangePrivate(), *PURCHASE_MOVES, *OFFER_MOVES),
    options=OPTIONS,
    invariants=(bids_are_covered,),
    settle=settle,
    display=PowersShown(),
    extras={
        "weights": {"buy_item": 4.0, "par": 4.0, "buy_private": 0.3},
        "modest": ["bid"],
        "players": KNOWLEDGE,
    },
    recorded=RecordedGame,
)
"""Random play (``extras``) differs from the usual so that companies start and games end."""

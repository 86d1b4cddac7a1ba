"""The turn summary of 1889: its rounds in order of play, its forced decisions and its policies."""

from __future__ import annotations

from collections.abc import Mapping

from engine.abilities.owner_lay import LayOwn, SoldLayStep, watch_sales
from engine.abilities.privates import close_privates
from engine.abilities.shares import ExchangePrivate
from engine.board.board import Board
from engine.board.lays import TRACK as NEW_TRACK
from engine.board.lays import LayRules
from engine.core.play import Play
from engine.core.rounds import Move, Round, Step
from engine.core.state import State
from engine.core.view import View
from engine.rules.boards import assemble, printed_map, stock_of
from engine.rules.ending import privates_worth, shares_worth, watch_bank
from engine.rules.packet import free_cash
from engine.rules.policies import Rules
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deal, lapse
from engine.steps.private_purchase import OFFER_KIND as PRIVATE_OFFER
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import OFFER_KIND as TRAIN_OFFER
from engine.steps.trains import TrainDeal
from engine.titles.g1889.auction import Auction, Packet
from engine.titles.g1889.operating import (
    DIVIDENDS,
    OPERATING,
    ROUTES,
    TOKENS,
    TRACK,
    TRAINS,
    bankrupt,
)
from engine.titles.g1889.setup import is_beginner
from engine.titles.g1889.stock import Stock, StockRound

ROUNDS: Mapping[str, Round] = {r.kind: r for r in (Auction(), StockRound(), OPERATING)}
PENDINGS: Mapping[str, Step] = {step.name: step for step in (DiscardStep(), SoldLayStep())}
ANYTIME: tuple[Move, ...] = (LayOwn(), ExchangePrivate(), *PURCHASE_MOVES, *OFFER_MOVES)
DEALS: Mapping[str, Deal] = {TRAIN_OFFER: TrainDeal(), PRIVATE_OFFER: PrivateToCompanyDeal()}


def board_of(state: State) -> Board:
    """The board of a position; homes are kept until their company floats (R48)."""
    return assemble(printed_map(__file__), state)


def lay_rules(view: View, company: str) -> LayRules:
    """Colours by phase; a tile adds track, or a city, to a route of the company (R50, R54)."""
    return LayRules(view.phase.tiles, NEW_TRACK, NEW_TRACK)


def sells_privates(view: View) -> bool:
    """Whether companies buy privates: not in the beginner's game (R76)."""
    return not is_beginner(view)


RULES = Rules(
    board=board_of,
    stock_of=stock_of,
    lay_rules=lay_rules,
    routes=ROUTES,
    packet=Packet(),
    stock=Stock(),
    spendable=free_cash,
    track=TRACK,
    tokens=TOKENS,
    dividends=DIVIDENDS,
    trains=TRAINS,
    phase_events={"privates_close": close_privates},
    deals=DEALS,
    bankrupt=bankrupt,
    private_sales=PrivateSales(
        ("major",), "privates_to_companies", "the first 3-train", sells_privates, "privates_close"
    ),
)


def settle(play: Play) -> None:
    """After each action: a seller may lay a tile (R40), the bank be broken (R73), an offer out of reach."""
    watch_sales(play)
    watch_bank(play, 0)
    lapse(play)


def scores(view: View) -> dict[str, int]:
    """Cash, shares at their present price, and privates at face value (R74)."""
    return {p: view.cash(p) + shares_worth(view, p) + privates_worth(view, p) for p in view.seats}

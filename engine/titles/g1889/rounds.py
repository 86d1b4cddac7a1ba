"""The turn summary of 1889: its rounds in order of play, its forced decisions and its policies."""

from __future__ import annotations

from collections.abc import Mapping

from engine.abilities.owner_lay import LayOwn, SoldLayStep, watch_sales
from engine.abilities.privates import sentences
from engine.abilities.shares import ExchangePrivate
from engine.core.display import Display
from engine.core.play import Play
from engine.core.rounds import Move, Round, Step
from engine.core.view import View
from engine.rules.boards import BoardPolicy
from engine.rules.ending import privates_worth, shares_worth, watch_bank
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.private_purchase import OFFER_KIND as PRIVATE_OFFER
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import OFFER_KIND as TRAIN_OFFER
from engine.steps.trains import TrainDeal
from engine.title import Rules
from engine.titles.g1889.auction import Auction, Packet
from engine.titles.g1889.operating import (
    OPERATING,
    Dividends,
    Emergency,
    Phases,
    Routes,
    Tokens,
    Track,
    Trains,
)
from engine.titles.g1889.setup import is_beginner
from engine.titles.g1889.stock import Stock, StockRound

ROUNDS: Mapping[str, Round] = {r.kind: r for r in (Auction(), StockRound(), OPERATING)}
PENDINGS: Mapping[str, Step] = {step.name: step for step in (DiscardStep(), SoldLayStep())}
ANYTIME: tuple[Move, ...] = (LayOwn(), ExchangePrivate(), *PURCHASE_MOVES, *OFFER_MOVES)


class Sales(PrivateSales):
    """Companies buy privates, but not in the beginner's game (R76)."""

    def allowed(self, view: View) -> bool:
        return not is_beginner(view)


class Shown(Display):
    """The powers of privates in plain words."""

    def powers(self, view: View, company: str) -> list[str]:
        return sentences(view, company)


RULES = Rules(
    board=BoardPolicy(__file__),
    routes=Routes(),
    track=Track(),
    tokens=Tokens(),
    dividends=Dividends(),
    trains=Trains(),
    phases=Phases(),
    emergency=Emergency(),
    stock=Stock(),
    packet=Packet(),
    deals=Deals({TRAIN_OFFER: TrainDeal(), PRIVATE_OFFER: PrivateToCompanyDeal()}),
    private_sales=Sales(("major",), "privates_to_companies", "the first 3-train", "privates_close"),
)


def settle(play: Play) -> None:
    """After each action: a seller may lay a tile (R40), the bank be broken (R73), an offer out of reach."""
    watch_sales(play)
    watch_bank(play, 0)
    lapse(play)


def scores(view: View) -> dict[str, int]:
    """Cash, shares at their present price, and privates at face value (R74)."""
    return {p: view.cash(p) + shares_worth(view, p) + privates_worth(view, p) for p in view.seats}

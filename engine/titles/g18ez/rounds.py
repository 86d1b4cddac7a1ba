"""The turn summary of 18EZ: its rounds in order of play, its forced decisions and its policies."""

from __future__ import annotations

from collections.abc import Callable

from engine.abilities.privates import PrivatesClose
from engine.core.play import Play
from engine.core.rounds import Move, by_kind, by_name
from engine.core.view import View
from engine.rules.packet import bids_are_covered
from engine.steps.discard import DiscardStep
from engine.steps.emergency import settle_bankruptcy
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.private_deals import OfferPrivate, PrivateDeal
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import STEP as TRAINS_STEP
from engine.steps.trains import TrainDeal
from engine.title import Rules
from engine.titles.g18ez.board import BOARD
from engine.titles.g18ez.ending import scores, watch_bank
from engine.titles.g18ez.laws import Exceptions
from engine.titles.g18ez.operating import OPERATING, Dividends, Tokens, Track
from engine.titles.g18ez.packet import Packet, Startpacket
from engine.titles.g18ez.powers import POWERS
from engine.titles.g18ez.routes import ROUTES
from engine.titles.g18ez.stock import ShareDealing, Stock
from engine.titles.g18ez.trains import Trains

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "scores", "settle"]

ROUNDS = by_kind(Startpacket(), ShareDealing(), OPERATING)
PENDINGS = by_name(DiscardStep())
ANYTIME: tuple[Move, ...] = (*POWERS, *PURCHASE_MOVES, OfferPrivate(), *OFFER_MOVES)
INVARIANTS: tuple[Callable[[View], str | None], ...] = (bids_are_covered,)
RULES = Rules(
    board=BOARD,
    routes=ROUTES,
    track=Track(),
    tokens=Tokens(),
    dividends=Dividends(),
    trains=Trains(),
    phases=PrivatesClose(),
    stock=Stock(),
    packet=Packet(),
    deals=Deals.of(PrivateDeal(), TrainDeal(), PrivateToCompanyDeal()),
    private_sales=PrivateSales(("major",), "privates_to_majors", "the first type 3 train"),
    laws=Exceptions(),
)


def settle(play: Play) -> None:
    """After each action: the bank may be empty, a president bankrupt, an offer out of reach (2.11, 2.13)."""
    watch_bank(play)
    settle_bankruptcy(play, TRAINS_STEP)
    lapse(play)

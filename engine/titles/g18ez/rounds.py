"""The turn summary of 18EZ: its rounds in order of play, its forced decisions and its policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.play import Play
from engine.core.rounds import Move, Round, Step
from engine.core.view import View
from engine.rules.packet import free_cash
from engine.rules.policies import Rules
from engine.steps.discard import DiscardStep
from engine.steps.emergency import settle_bankruptcy
from engine.steps.offers import OFFER_MOVES, Deal, lapse
from engine.steps.private_deals import OFFER_KIND as PLAYER_OFFER
from engine.steps.private_deals import OfferPrivate, PrivateDeal
from engine.steps.private_purchase import OFFER_KIND as PRIVATE_OFFER
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import OFFER_KIND as TRAIN_OFFER
from engine.steps.trains import STEP as TRAINS_STEP
from engine.steps.trains import TrainDeal
from engine.titles.g18ez.board import board_of, lay_rules, stock_of
from engine.titles.g18ez.ending import scores, watch_bank
from engine.titles.g18ez.laws import LAWS
from engine.titles.g18ez.operating import DIVIDENDS, OPERATING, TOKENS, TRACK
from engine.titles.g18ez.packet import Packet, Startpacket, bids_are_covered
from engine.titles.g18ez.powers import POWERS
from engine.titles.g18ez.routes import ROUTES
from engine.titles.g18ez.stock import ShareDealing, Stock
from engine.titles.g18ez.trains import PHASE_EVENTS, TRAINS

__all__ = ["ANYTIME", "INVARIANTS", "PENDINGS", "ROUNDS", "RULES", "scores", "settle"]

ROUNDS: Mapping[str, Round] = {r.kind: r for r in (Startpacket(), ShareDealing(), OPERATING)}
PENDINGS: Mapping[str, Step] = {DiscardStep.name: DiscardStep()}
ANYTIME: tuple[Move, ...] = (*POWERS, *PURCHASE_MOVES, OfferPrivate(), *OFFER_MOVES)
INVARIANTS: tuple[Callable[[View], str | None], ...] = (bids_are_covered,)
DEALS: Mapping[str, Deal] = {
    PLAYER_OFFER: PrivateDeal(),
    TRAIN_OFFER: TrainDeal(),
    PRIVATE_OFFER: PrivateToCompanyDeal(),
}
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
    phase_events=PHASE_EVENTS,
    deals=DEALS,
    laws=LAWS,
    private_sales=PrivateSales(("major",), "privates_to_majors", "the first type 3 train"),
)


def settle(play: Play) -> None:
    """After each action: the bank may be empty, a president bankrupt, an offer out of reach (2.11, 2.13)."""
    watch_bank(play)
    settle_bankruptcy(play, TRAINS_STEP)
    lapse(play)

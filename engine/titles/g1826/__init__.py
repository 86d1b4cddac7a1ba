"""1826, Railroading in France and Belgium (David Hecht). RULES.md maps each line of the outline to code.

Where the parts plug in: the steps of a turn in ``operating.OPERATING``; a forced decision in ``pendings`` by
its kind; what a phase does in `phases.Phases`; a policy of a shared step in ``rules``; what must
follow any action in `settle`.
"""

from __future__ import annotations

from pathlib import Path

from engine.abilities.privates import watch_first_trains
from engine.abilities.terrain import watch_discount
from engine.core.events import TileLaid, TrainMoved
from engine.core.rounds import by_kind, by_name
from engine.core.writer import PositionWriter
from engine.message import say
from engine.steps.consent import ConsentDeal
from engine.steps.offers import Deals
from engine.steps.private_deals import PrivateDeal
from engine.steps.private_purchase import PrivateSales, PrivateToCompanyDeal
from engine.steps.trains import TrainDeal
from engine.title import Rules, Title, title_data
from engine.titles.g1826 import ending
from engine.titles.g1826.companies.companies import CORPORATION, NATIONAL, watch_destinations
from engine.titles.g1826.companies.powers import PlaceBonus, UsePrivate
from engine.titles.g1826.data.board import BOARD
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.options import OPTIONS
from engine.titles.g1826.data.story import STORY
from engine.titles.g1826.ending import worth
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.knowing import KNOWLEDGE
from engine.titles.g1826.laws.laws import Exceptions
from engine.titles.g1826.nationals.kept_tokens import ExchangeStep
from engine.titles.g1826.operating.dividends import Dividends
from engine.titles.g1826.operating.growth import Convert
from engine.titles.g1826.operating.operating import OPERATING
from engine.titles.g1826.operating.routes import ROUTES
from engine.titles.g1826.operating.tokens import Tokens
from engine.titles.g1826.operating.track import AROUND_PARIS, Track
from engine.titles.g1826.operating.trains import Trains
from engine.titles.g1826.phases import Phases
from engine.titles.g1826.recorded.game import RecordedGame
from engine.titles.g1826.setup.setup import SETUP
from engine.titles.g1826.shown import Shown
from engine.titles.g1826.stock import bankruptcy
from engine.titles.g1826.stock.auction import Auction, AuctionRules, SetParStep, ask_for_par
from engine.titles.g1826.stock.stock import STOCK, StockRound

_CARELESS = {
    "run": 2.0,
    "skip": 2.0,
    "lay_tile": 3.0,
    "repay_loan": 0.05,
    "redeem": 6.0,
    "sell_treasury": 0.5,
    "buy_share": 6.0,
    "place_token": 4.0,
}
_IDLE = {**_CARELESS, "run": 0.3, "skip": 6.0, "lay_tile": 1.0, "repay_loan": 0.02, "ask_consent": 0.2}
_RANDOM_PLAY = {
    "weights": {"pass": 0.8, "bid": 0.5, "buy_share": 3.0, "buy_bond": 0.3, "sell_bonds": 0.03},
    "modest": ["bid"],
    "styles": [{}, {}, _CARELESS, {}, _IDLE],
    "players": KNOWLEDGE,
}
"""So that games of random players come to an end: they build, buy trains and do not waste their money; in two
styles of five they do, so that presidents must help and players go bankrupt."""

SALES = PrivateSales(
    (CORPORATION, NATIONAL),
    "privates_to_companies",
    say("the first 4H train"),
    option=("private_sales", "yes"),
)
"""By an option of the table: no peer allows it, and the outline is silent (O50)."""


def settle(writer: PositionWriter) -> None:
    """After each action: pars to be set, destinations reached, the ends (O175-O177)."""
    ask_for_par(writer)
    loans.collect(writer)
    came = set(map(type, writer.open))
    if TileLaid in came:
        watch_destinations(writer)
        watch_discount(writer)
    if TrainMoved in came:
        watch_first_trains(writer)
    ending.watch(writer)


TITLE = Title(
    data=title_data(Path(__file__).parent, Figures),
    setup_rules=SETUP,
    rounds=by_kind(Auction(), StockRound(), OPERATING),
    rules=Rules(
        board=BOARD,
        routes=ROUTES,
        track=Track(),
        tokens=Tokens(),
        dividends=Dividends(),
        trains=Trains(),
        phases=Phases(),
        emergency=bankruptcy.Emergency(),
        stock=STOCK,
        initial_auction=AuctionRules(),
        deals=Deals.of(PrivateDeal(), PrivateToCompanyDeal(), TrainDeal(), ConsentDeal(AROUND_PARIS)),
        private_sales=SALES,
        laws=Exceptions(),
    ),
    worth=worth,
    pendings=by_name(SetParStep(), ExchangeStep()),
    moves_at_any_time=(Convert(), UsePrivate(), PlaceBonus()),
    options=OPTIONS,
    story=STORY,
    conserved=(bonds.are_sound,),
    settle=settle,
    extras=_RANDOM_PLAY,
    recorded=RecordedGame,
    display=Shown(),
)

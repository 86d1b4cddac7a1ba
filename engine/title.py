"""What a title is to the engine: its data, its rounds, its policies and its set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TypeVar

from engine.abilities import KINDS, missing_moves, watches
from engine.abilities.blocked import PrivatesOnTrack
from engine.abilities.bonus import PrivatesOnRoutes
from engine.abilities.granted_lay import PrivatesOnTokens
from engine.abilities.owner_lay import SoldLayStep
from engine.abilities.power import Power
from engine.abilities.privates import PowersShown, PrivatesClose
from engine.abilities.train_limit import PrivatesOnTrains
from engine.board.board import Board
from engine.core.actions import Json
from engine.core.display import Display
from engine.core.laws import Check, Watch
from engine.core.rounds import Agenda, Move, Step, by_name
from engine.core.state import State
from engine.core.story import Stories
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.loader import load_title
from engine.data.schema import TitleData
from engine.message import word
from engine.routes.policy import RoutePolicy
from engine.rules.boards import BoardPolicy
from engine.rules.dividends import DividendPolicy
from engine.rules.emergency import EmergencyPolicy
from engine.rules.ending import Asset, watch_bank, with_privates
from engine.rules.initial_auction import InitialAuctionRules, bids_are_covered
from engine.rules.laws.common import COMMON, POSITIONS
from engine.rules.laws.reading import Laws
from engine.rules.phases import PhasePolicy
from engine.rules.setup import SetupRules
from engine.rules.stock import StockRules
from engine.rules.tokens import TokenPolicy
from engine.rules.track import TrackPolicy
from engine.rules.trains import TrainRules
from engine.steps.discard import DiscardStep
from engine.steps.offers import OFFER_MOVES, Deals, lapse
from engine.steps.private_deals import OfferPrivate, PrivateDeal
from engine.steps.private_purchase import PURCHASE_MOVES, PrivateSales, PrivateToCompanyDeal
from engine.steps.stock.set_par import SetParStep
from engine.steps.trains import TrainDeal

P = TypeVar("P")
SHARED_PENDINGS: Mapping[str, Step] = by_name(DiscardStep(), SoldLayStep(), SetParStep())
"""The forced decisions of rules that titles share."""
SCENARIO = "scenario"
"""The option that chooses a scenario, where a title has some."""


def title_data(folder: Path, figures: type[object], *kinds: type[Power]) -> TitleData:
    """The components in the ``data`` of a title's folder.

    Its companies may have the kinds of power that titles share, and ``kinds`` of the title's own.
    """
    return load_title(folder / "data", figures, (*KINDS, *kinds))


def usual_settle(writer: PositionWriter) -> None:
    """After each action: the bank may be overdrawn."""
    watch_bank(writer, 0)


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A variant chosen when a table is made: its key, label, values with labels, and the default.

    ``first_game``: the value for players who learn the game, where it has one.
    """

    key: str
    label: str
    values: Mapping[str, str]
    default: str
    first_game: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", word(self.label))
        object.__setattr__(self, "values", {key: word(text) for key, text in self.values.items()})


def switch(key: str, label: str, default: str = "no", **more: str) -> SetupOption:
    """An option that is chosen or not ("yes" or "no"), the default first."""
    other = "no" if default == "yes" else "yes"
    return SetupOption(key, label, {default: default, other: other}, default, **more)


@dataclass(frozen=True)
class Rules:
    """The policies of a title, one a subject: a class whose methods the title overrides.

    - ``board`` the map and what may be laid on it; ``routes`` what trains may run;
    - ``track``, ``tokens``, ``dividends``, ``trains`` what a company may do in its turn;
    - ``phases`` what the sale of a train brings about; ``emergency`` what a forced purchase does;
    - ``stock`` who may buy and sell shares; ``initial_auction`` how it is held;
    - ``deals`` between two sides; ``private_sales`` which companies buy privates, and when;
    - ``laws`` what no action may bring about.
    """

    board: BoardPolicy
    routes: RoutePolicy = field(default_factory=PrivatesOnRoutes)
    track: TrackPolicy = field(default_factory=PrivatesOnTrack)
    tokens: TokenPolicy = field(default_factory=PrivatesOnTokens)
    dividends: DividendPolicy = field(default_factory=DividendPolicy)
    trains: TrainRules = field(default_factory=PrivatesOnTrains)
    phases: PhasePolicy = field(default_factory=PrivatesClose)
    emergency: EmergencyPolicy = field(default_factory=EmergencyPolicy)
    stock: StockRules = field(default_factory=StockRules)
    initial_auction: InitialAuctionRules | None = None
    deals: Deals = field(default_factory=lambda: Deals.of(TrainDeal(), PrivateToCompanyDeal()))
    private_sales: PrivateSales | None = None
    laws: Laws = field(default_factory=Laws)

    @property
    def moves_at_any_time(self) -> tuple[Move, ...]:
        """The moves at any time that its deals bring."""
        bought = PURCHASE_MOVES if self.private_sales is not None else ()
        sold = (OfferPrivate(),) if PrivateDeal.kind in self.deals.by_kind else ()
        return (*bought, *sold, *OFFER_MOVES)


@dataclass(frozen=True, kw_only=True)
class Title(Agenda):
    """One game of the family. ``rules_version`` grows when a rule fix changes what is legal.

    - ``setup_rules`` make the position before the first event and emit what happens before the first
      decision (all chance is here);
    - rounds, forced decisions and all else of the course of play: see `Agenda`. ``moves_at_any_time`` and
      ``pendings`` are its own, to which those of all titles are added, and the moves of powers in the data;
    - ``rules`` are the policies by subject, ``display`` is what pictures and texts say besides the usual;
    - ``worth(view, player)`` what counts for a player at the end, part by part;
    - ``conserved`` invariants of what only it has, ``invariants`` laws of its positions;
    - ``story`` templates of its own (`engine.core.story`), before the shared ones;
    - ``recorded`` makes what follows a game that was recorded elsewhere (`engine.recorded.following`);
    - ``scenarios`` titles that are played in its place, by the value of the option `SCENARIO`;
    - ``compiled_module`` a module that makes its search for routes ready when it is imported, which
      may take seconds.

    >>> from engine import TITLES
    >>> title = TITLES["1889"]
    >>> title.data.min_players, title.data.max_players, sorted(title.rounds)
    (2, 6, ['operating', 'packet', 'shares'])
    >>> title.policy(StockRules) is title.rules.stock
    True
    """

    data: TitleData
    rules_version: int = 1
    setup_rules: SetupRules
    rules: Rules
    worth: Callable[[View, str], Sequence[Asset]] = with_privates
    settle: Callable[[PositionWriter], None] = usual_settle
    options: tuple[SetupOption, ...] = ()
    story: Stories = field(default_factory=Stories)
    conserved: tuple[Check, ...] = ()
    invariants: tuple[Check, ...] = ()
    display: Display = field(default_factory=PowersShown)
    extras: Mapping[str, Json] = field(default_factory=dict)
    recorded: Callable[[], object] | None = None
    compiled_module: str | None = None
    scenarios: Mapping[str, Callable[[], Title]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        brought = missing_moves(self.data, (*self.moves_at_any_time, *self.step_moves))
        own = {move.kind for move in self.moves_at_any_time}
        more = (move for move in (*brought, *self.rules.moves_at_any_time) if move.kind not in own)
        object.__setattr__(self, "moves_at_any_time", (*self.moves_at_any_time, *more))
        object.__setattr__(self, "pendings", {**SHARED_PENDINGS, **self.pendings})

    def follow(self, writer: PositionWriter) -> None:
        """Write what follows an action: what the title and its powers say, and that offers lapse."""
        self.settle(writer)
        for watch in self._watches:
            watch(writer)
        lapse(writer)

    def first_position(self, names: Sequence[str], options: Mapping[str, str]) -> State:
        """The position before the first event."""
        return self.setup_rules.position(self.data, names, options)

    def opening(self, writer: PositionWriter, rng: Random) -> None:
        """Write what happens before the first decision."""
        self.setup_rules.opening(writer, rng)

    def played(self, options: Mapping[str, Json]) -> Title:
        """The title for a game with these options; a scenario has components of its own."""
        make = self.scenarios.get(options.get(SCENARIO, ""))
        return self if make is None else make()

    @cached_property
    def _watches(self) -> Sequence[Callable[[PositionWriter], None]]:
        return watches(self.data)

    @property
    def step_moves(self) -> list[Move]:
        """The moves of the steps of its rounds."""
        return [move for each in self.rounds.values() for step in each.steps.values() for move in step.moves]

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """What holds for each option where nobody chose: in a game from before the option, too."""
        return {option.key: option.default for option in self.options}

    @property
    def key(self) -> str:
        """The title's short name, as players write it."""
        return self.data.key

    def scores(self, view: View) -> dict[str, int]:
        """What each player is worth now, in the title's currency."""
        return {player: sum(asset.value for asset in self.worth(view, player)) for player in view.seats}

    @cached_property
    def watch(self) -> Watch:
        """The laws to which its games are held after each action."""
        laws = (*COMMON, *self.rules.laws.own)
        bids = () if self.rules.initial_auction is None else (bids_are_covered,)
        return Watch((*POSITIONS, *bids, *self.invariants), laws, self.conserved)

    def board(self, state: State) -> Board:
        """The board of a position."""
        return self.rules.board.board(state)

    def policy(self, kind: type[P]) -> P:
        """The title's reading of a subject, by the class of the policy; LookupError when it has none."""
        found = self._policies.get(kind)
        if not isinstance(found, kind):
            raise LookupError(f"{self.key} has no {kind.__name__}")
        return found

    @cached_property
    def _policies(self) -> dict[type, object]:
        held = [self, self.display, self.story, *vars(self.rules).values()]
        return {base: policy for policy in held for base in type(policy).__mro__[:-1]}

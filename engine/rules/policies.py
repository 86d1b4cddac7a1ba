"""The policies of a title, one field a subject. A title replaces what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.board.board import Board
from engine.core.state import State
from engine.core.view import View
from engine.rules.dividends import DividendPolicy
from engine.rules.laws import Laws
from engine.rules.packet import PacketRules
from engine.rules.stock import StockRules
from engine.rules.tokens import TokenPolicy
from engine.rules.track import TrackPolicy

if TYPE_CHECKING:
    from engine.core.play import Play
    from engine.steps.offers import Deal


def _game_over(play: Play, player: str) -> None:
    play.end_game("bankruptcy")


def _nothing(view: View, holder: str) -> int:
    return 0


@dataclass(frozen=True)
class Rules:
    """Answers by subject; none of them writes.

    - ``board(state)`` the board of a position;
    - ``stock_of(tile)`` the physical tile whose copies a tile id uses up;
    - ``lay_rules(view, company)`` what may be laid where (`engine.board.lays.LayRules`);
    - ``routes`` the title's notion of a route (see `engine.routes.policy`);
    - ``track``, ``tokens``, ``dividends`` what a company may do in its turn (`TrackPolicy`...);
    - ``deals`` the two-sided deals by offer kind;
    - ``packet`` how the opening packet is auctioned; ``stock`` who may buy and sell shares;
    - ``debts(view, company)`` what the company whose turn it is owes beyond its treasury, trains apart;
    - ``bankrupt(play, player)`` what follows when a president is bankrupt; it writes;
    - ``private_sales`` which companies buy privates, and when (`engine.steps.private_purchase`);
    - ``assets(view, player)`` what a president in need can get for more than shares (bonds);
    - ``spendable(view, player)`` a player's money that no bid binds;
    - ``trains`` how trains are sold (`engine.rules.trains.TrainRules`);
    - ``laws`` what no action may bring about (`engine.rules.laws`);
    - ``phase_events`` what happens at once when a phase begins, by the names in its data; alone it writes.
    """

    board: Callable[[State], Board]
    stock_of: Callable[[str], str]
    lay_rules: Callable[..., Any]
    routes: Any = None
    track: TrackPolicy = field(default_factory=TrackPolicy)
    tokens: TokenPolicy = field(default_factory=TokenPolicy)
    dividends: DividendPolicy = field(default_factory=DividendPolicy)
    deals: Mapping[str, Deal] = field(default_factory=dict)
    trains: Any = None
    phase_events: Mapping[str, Callable[[Play], None]] = field(default_factory=dict)
    packet: PacketRules | None = None
    stock: StockRules = field(default_factory=StockRules)
    spendable: Callable[[View, str], int] = View.cash
    debts: Callable[[View, str], int] = _nothing
    assets: Callable[[View, str], int] = _nothing
    bankrupt: Callable[[Play, str], None] = _game_over
    private_sales: Any = None
    laws: Laws = field(default_factory=Laws)

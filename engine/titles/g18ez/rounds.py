"""The turn summary of 18EZ: its rounds in order of play, its forced decisions and its policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.play import Play
from engine.rounds import Move, Round, Step
from engine.rules.policies import Rules
from engine.titles.g18ez.board import board_of, lay_rules, stock_of
from engine.titles.g18ez.operating import DIVIDENDS, OPERATING, TOKENS, TRACK
from engine.titles.g18ez.powers import PlaceHotel
from engine.titles.g18ez.routes import ROUTES
from engine.view import View

ROUNDS: Mapping[str, Round] = {OPERATING.kind: OPERATING}
PENDINGS: Mapping[str, Step] = {}
ANYTIME: tuple[Move, ...] = (PlaceHotel(),)
STORY: Mapping[str, str] = {}
INVARIANTS: tuple[Callable[[View], str | None], ...] = ()
RULES = Rules(
    board=board_of,
    stock_of=stock_of,
    lay_rules=lay_rules,
    routes=ROUTES,
    track=TRACK,
    tokens=TOKENS,
    dividends=DIVIDENDS,
)


def scores(view: View) -> dict[str, int]:
    """Cash and shares at market value, by player (2.13)."""
    return {
        player: view.cash(player)
        + sum(_worth(view, cert.company, cert.percent) for cert in view.certs(player))
        for player in view.seats
    }


def _worth(view: View, company: str, percent: int) -> int:
    value = view.price(company)
    return 0 if value is None else value * percent // 10


def settle(play: Play) -> None:
    """Nothing of the title's own happens between an action and the next decision."""

"""How random players play 18OE: they float, build and buy trains so that games come to all Train Phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.state import BANK
from engine.core.view import View
from engine.rules import trains
from engine.titles.g18oe.powers.private_powers import SWIFT_LINE, Lumber, owns
from engine.titles.g18oe.railroads.companies import MAJOR
from engine.titles.g18oe.railroads.marks import CLIFFS, WHITE_CLIFFS
from engine.titles.g18oe.track import tokens, track

WEIGHTS = {
    "point_out": 0.2,
    "buy_port_authority": 0.2,
    "form_national": 0.3,
    "decline": 1.0,
    "surrender": 0.02,
    "remove_private": 0.05,
    "close_private": 0.05,
    "offer_trade": 0.02,
    "put_together": 0.02,
    "offer_merger": 0.05,
    "expand": 4.0,
    "merge_minor": 2.0,
    "ask_consent": 0.1,
    "bid": 0.2,
    "overbid": 0.1,
    "buy_item": 4.0,
    "reserve": 0.2,
    "remove_regional": 0.2,
    "float_regional": 4.0,
    "float_parred": 4.0,
    "buy_train": 8.0,
    "offer_train": 0.02,
    "repar": 0.02,
    "hold_value": 3.0,
    "keep_share": 0.5,
    "use_barclay": 3.0,
    "white_cliffs": 4.0,
    "white_cliffs_free": 20.0,
    "swift": 20.0,
}
"""So that players do not spend all their money in the auction and float the railroads that the game needs."""
SELDOM, RARELY, OFTEN = 0.2, 0.02, 20.0
BUILDERS: Mapping[str, float] = {}
CARELESS = {"expand": 4.0 / RARELY, "buy_train": 3.0, "surrender": 0.05}
STYLES = (BUILDERS, CARELESS, BUILDERS, BUILDERS)
"""Most games go through the Train Phases; in the others majors come early, cannot pay for trains and close,
so that the bank runs out."""
FIRST_SET = 1
LATE_POWERS = CLIFFS, SWIFT_LINE
"""Privates whose power comes late: they are neither closed nor removed before."""
LITTLE = 2000
"""What the bank has left when players sell what they can, so that it runs out in a stock round."""


def position_weight(view: View, kind: str, value: str) -> float:
    """How much more than others a kind of action, or a value of one of its fields, is liked."""
    rule = _POSITION_WEIGHTS.get(kind)
    return 1.0 if rule is None else rule(view, value)


def _expand(view: View, value: str) -> float:
    """Not before the first operating round, and rather with a train."""
    if view.cursor.number <= FIRST_SET:
        return RARELY
    return 1.0 if value not in view.state.companies or view.trains(value) else RARELY


def _buy_train(view: View, value: str) -> float:
    """Rather of the bank than of another railroad, which would be left without a train."""
    return RARELY if value in view.state.companies else 1.0


def _dividend(view: View, value: str) -> float:
    """Who cannot pay the next train keeps the revenue."""
    company, least = view.cursor.actor, trains.cheapest(view)
    rich = least is None or view.cash(company) >= 2 * least
    return 1.0 if (value == "withhold") != rich else SELDOM


def _buy_share(view: View, value: str) -> float:
    """A president keeps some money for the trains of his majors."""
    player = view.cursor.actor
    presides = any(view.president(c.id) == player and not view.trains(c.id) for c in view.companies(MAJOR))
    return SELDOM if presides else 1.0


def _sell_shares(view: View, value: str) -> float:
    """All of it when the bank has little left."""
    return 5 * OFTEN if view.cursor.round == "shares" and view.cash(BANK) < LITTLE else 1.0


def _part(view: View, value: str) -> float:
    """No private whose power is yet to come."""
    return RARELY if value in LATE_POWERS else 1.0


def _passage(view: View, value: str) -> float:
    """A token of 14.5 or 14.6: for a major, on a city that it reaches and where it has none."""
    company = view.cursor.actor
    if not value:
        return 1.0 if view.company(company).kind == MAJOR else RARELY / OFTEN
    reached = {coord for coord, _ in tokens.voyage_of(view, company).whole.stops}
    return 1.0 if value in reached and not view.board().has_station(value, company) else RARELY / OFTEN


def _lumber(view: View, value: str) -> float:
    """The token of 14.8: where the railroad has track."""
    reached = track.voyage_of(view, view.cursor.actor).whole.hexes
    wanted = [value] if value else Lumber().hexes(view)
    ours = any(coord in reached and view.board().face(coord).track for coord in wanted)
    return 1.0 if ours else RARELY / OFTEN


def _waits_for_ferry(view: View) -> bool:
    """Whether the president of the railroad whose turn it is may place a token beside the ferry one day."""
    return owns(view, str(view.president(view.cursor.actor)), CLIFFS)


def _free_token(view: View, value: str) -> float:
    """The power of 14.3 is kept for the ferry by who owns both."""
    return RARELY / OFTEN if _waits_for_ferry(view) else 1.0


def _last_token(view: View, value: str) -> float:
    """The last token of a charter is kept for the ferry."""
    last = len(tokens.unplaced(view, view.cursor.actor)) == 1
    return RARELY / OFTEN if last and _waits_for_ferry(view) else 1.0


def _form_national(view: View, value: str) -> float:
    """Rather of the major with the token beside the ferry, so that Lille is open for good (11.2.2)."""
    holder = view.state.notes.get(WHITE_CLIFFS)
    ours = holder in view.state.companies and view.president(holder) in view.state.pending[-1].players
    return OFTEN if ours and value in ("", holder) else 1.0


_POSITION_WEIGHTS: Mapping[str, Callable[[View, str], float]] = {
    "expand": _expand,
    "buy_train": _buy_train,
    "dividend": _dividend,
    "buy_share": _buy_share,
    "sell_shares": _sell_shares,
    "close_private": _part,
    "remove_private": _part,
    "star_harbor": _passage,
    "central_circle": _passage,
    "lumber": _lumber,
    "free_token": _free_token,
    "place_token": _last_token,
    "transfer_token": _last_token,
    "form_national": _form_national,
}

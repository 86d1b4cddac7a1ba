"""What trains earn beyond their stops: minor D, the Pullman, Krasnaya Strela, the Orient Express."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.core.state import Place, Train
from engine.core.view import View
from engine.message import say
from engine.routes.manners import Manner, Marker, SetBonus
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import MAJOR, has_power
from engine.titles.g18oe.railroads.marks import ARROW, MERCANTILE, SWIFT, place_of

EXPRESS, PULLMAN, STRELA = say("Orient Express"), "Pullman", say("Krasnaya Strela")
CAR = "pullman"
EARLY_BONUS = ("2", "3", "4")
"""The phases of minor D's first token."""


def city_bonus(view: View, company: str) -> Mapping[Place, int]:
    """What the city with minor D's token is worth more to its trains (15.4)."""
    place = place_of(view, MERCANTILE)
    if place is None or not has_power(view, company, MERCANTILE):
        return {}
    amounts = view.data.figures(Figures).minors.city_bonus
    return {place: amounts["early" if view.state.phase in EARLY_BONUS else "late"]}


def level(view: View, train: Train) -> int:
    """The level of a train (11.3.2)."""
    found: int = view.data.trains[train.kind].extras["level"]
    return found


def cards(view: View, company: str) -> list[Train]:
    """The trains of a railroad that run, its Pullman left out."""
    return [train for train in view.trains(company) if train.kind != CAR]


# --- what may be assigned to one train -------------------------------------------------------------


def markers(view: View, company: str) -> tuple[Marker, ...]:
    """The Pullman (11.3.9) and minor L's marker (15.11)."""
    pullman = [_pullman(view, company)] if any(t.kind == CAR for t in view.trains(company)) else []
    strela = [Marker(STRELA, change=_longer(view))] if has_power(view, company, ARROW) else []
    return (*pullman, *strela)


def _pullman(view: View, company: str) -> Marker:
    per_level = view.data.figures(Figures).pullman["per_level"]
    return Marker(PULLMAN, {t.id: per_level * level(view, t) for t in cards(view, company)})


@dataclass(frozen=True)
class Longer:
    """One city and one town more; the further city of a D train is not doubled (15.11)."""

    cities: int
    towns: int

    def __call__(self, manner: Manner) -> Manner:
        doubled = manner.reach if manner.factor > 1 and manner.doubled is None else manner.doubled
        return replace(
            manner, reach=manner.reach + self.cities, towns=manner.towns + self.towns, doubled=doubled
        )


def _longer(view: View) -> Longer:
    return Longer(**view.data.figures(Figures).minors.more_stops)


# --- the Orient Express -----------------------------------------------------------------------------


def orient_express(view: View, company: str) -> SetBonus | None:
    """The bonus of a major's run between Constantinople and a western metropolis, over some land (12)."""
    express = view.data.figures(Figures).orient_express
    amount = express.bonus.get(view.state.phase)
    if amount is None or view.company(company).kind != MAJOR:
        return None
    groups = _stops(view, [express.terminus]), _stops(view, express.west)
    return SetBonus(EXPRESS, amount, groups, once=True, land=True)


def _stops(view: View, hexes: Iterable[str]) -> frozenset[Place]:
    board = view.board()
    there = (coord for coord in hexes if coord in board.hexmap)
    return frozenset((coord, i) for coord in there for i in range(len(board.face(coord).stops)))


def joinable(view: View, company: str) -> tuple[str, ...]:
    """The trains that may be combined for the run: those that are not permanent (12.1)."""
    levels = view.data.figures(Figures).orient_express.combine
    able = (train for train in cards(view, company) if not train.data.get(SWIFT))
    return tuple(train.id for train in able if level(view, train) in levels)

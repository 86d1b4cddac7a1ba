"""A title for tests of abilities: 18EZ, whose first private, the Short Line, has powers that a test names."""

from __future__ import annotations

from dataclasses import replace

from engine.abilities import blocked
from engine.abilities.owner_lay import LayOwn, SoldLayStep, watch_sales
from engine.abilities.shares import ExchangePrivate
from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import Ability, TitleData
from engine.rules.track import Lay
from engine.title import Title
from engine.titles.g18ez import TITLE as EZ
from engine.titles.g18ez.operating import Track as EzTrack
from tests.scenario import Scenario
from tests.titles.g18ez.ez_turns import Turn

PRIVATE = "SLR"


def data_with(data: TitleData, private: str, *abilities: Ability) -> TitleData:
    """The components with other abilities of one private."""
    spec = replace(data.companies[private], abilities=abilities)
    return replace(data, companies={**data.companies, private: spec})


def settle(writer: PositionWriter) -> None:
    """What 18EZ does after each action, and the tiles of sellers."""
    watch_sales(writer)
    EZ.settle(writer)


class Track(EzTrack):
    """18EZ's, with hexes that a private blocks."""

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        return blocked.forbids(view, lay)


def title_with(*abilities: Ability) -> Title:
    """18EZ with the moves of the abilities that it does not have."""
    step = SoldLayStep()
    return replace(
        EZ,
        data=data_with(EZ.data, PRIVATE, *abilities),
        rules=replace(EZ.rules, track=Track()),
        moves_at_any_time=(*EZ.moves_at_any_time, LayOwn(), ExchangePrivate()),
        pendings={**EZ.pendings, step.name: step},
        settle=settle,
    )


class Powers(Turn):
    """M&R, whose president is p1, in its turn; p2 owns the Short Line."""

    def __init__(self, *abilities: Ability, owner: str = "p2") -> None:
        Scenario.__init__(self, title_with(*abilities))
        self.note("sets", 1).note("rounds_in_set", 2)
        self.major("M&R", "p1").major("BCRR", "p2").token("M&R", "D14").token("BCRR", "C5")
        self.lay("D14", "57", 1, 4).lay("C5", "57", 1, 4).own(owner, PRIVATE).phase("3").turn("M&R")

"""Operating rounds of 18EZ: who operates when (2.1) and the steps of a turn (2.2)."""

from __future__ import annotations

from engine.abilities.rounds import PrivatesPayRound
from engine.core.flow import begin_round
from engine.core.state import BANK, Place, Token
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.dividends import HALF, PAY, SPLIT, WITHHOLD, DividendPolicy
from engine.rules.ending import end_of_set
from engine.rules.tokens import TokenPolicy, home_place, needs_home
from engine.rules.track import TrackPolicy, is_bare
from engine.steps.dividend import DividendStep
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.run import RunStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import TrainsStep
from engine.titles.g18ez.black_line import end_of_operating_round
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.powers import MetropolisTile, MetropolisToken


class Operating(PrivatesPayRound):
    """Two rounds between share dealing rounds (2); minors, then public railroads (2.1)."""

    def order(self, view: View) -> list[str]:
        running = self.running(view)
        return [m.id for m in view.data.of_kind("minor") if m.id in running] + super().order(view)

    def close_round(self, writer: PositionWriter) -> None:
        end_of_operating_round(writer)

    def close_set(self, writer: PositionWriter) -> None:
        """The game may end here (2.13); else shares are dealt, or the startpacket goes on (readings)."""
        end_of_set(writer)
        if writer.state.ended:
            return
        items = writer.data.figures(Figures).auction_items
        left = any(writer.owner(item) == BANK and not writer.company(item).closed for item in items)
        begin_round(writer, "packet" if left else "shares")


def from_home(view: View, company: str) -> list[Place]:
    """Routes to new track and to new stations begin at the home station (2.3, 2.5).

    The Black Line has no home: its four stations stand for it.
    """
    stations, home = view.stations(company), home_place(view, company)
    return stations if home is None else [home for station in stations if station == home]


class Track(TrackPolicy):
    """The first tile goes on the home."""

    def only(self, view: View, company: str) -> list[str] | None:
        """A railroad whose home is unimproved lays its first tile there (2.3)."""
        home = home_place(view, company)
        if home is None or not needs_home(view, company) or not is_bare(view.board(), home[0]):
            return None
        return [home[0]]

    def starts(self, view: View, company: str, first: bool) -> list[Place]:
        """New track extends what leads to the home station (2.3); an upgrade needs any legal route (2.4)."""
        return from_home(view, company) if first else view.stations(company)

    def lays(self, view: View, company: str) -> int:
        return view.data.figures(Figures).tile_lays


class Tokens(TokenPolicy):
    """The Black Line has those of the minors alone."""

    def starts(self, view: View, company: str) -> list[Place]:
        return from_home(view, company)

    def tokens(self, view: View, company: str) -> int:
        return view.data.figures(Figures).token_lays

    def following(self, view: View, company: str) -> Token | None:
        """The Black Line has the markers of the minors alone; one left over is out of play (2.5)."""
        return None if view.company(company).kind == "system" else super().following(view, company)

    def left(self, view: View, company: str) -> int:
        """The markers on the charter of a railroad (2.5)."""
        return 0 if view.company(company).kind == "system" else super().left(view, company)


class Dividends(DividendPolicy):
    """Minors split."""

    def ways(self, view: View, company: str) -> tuple[str, ...]:
        """Minors split their income with the owner; public railroads choose (2.7)."""
        return (SPLIT,) if view.company(company).kind == "minor" else (PAY, HALF, WITHHOLD)


OPERATING = Operating(
    (
        TrackStep(MetropolisTile()),
        TokenStep(MetropolisToken()),
        RunStep(),
        DividendStep(),
        TrainsStep(EmergencySale(), DeclareBankruptcy()),
    )
)

"""Running trains and distributing revenue in a turn of 18OE (11.3.9, 11.3.10, 11.4, 12.2).

Any player may point out a higher value route: before the run, then it earns as much, or after it as long as
the revenue is not distributed. Who runs the Orient Express need not run better routes without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.routes.paths import LAST_ROUTES, Route, parse_routes
from engine.routes.policy import check_routes, has_route, revenue
from engine.steps.dividend import DISTRIBUTED, Dividend, DividendStep
from engine.steps.run import REVENUE, RunStep, RunTrains, earn, run
from engine.steps.turns import TURN, Skip, turn_note
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.routes import orient_express, port_authorities
from engine.titles.g18oe.routes.national_revenue import account
from engine.titles.g18oe.routes.pointed import POINTED, parsed, pointed_out
from engine.titles.g18oe.routes.revenue import cards

NOTES = {TURN + POINTED: "the end of the turn"}
"""Turn note: the routes that were pointed out before the run."""
tell(pointed_out="{player} points out routes of {company} that earn {amount}.")
tell(
    national_runs="{company} counts {cities} cities and {towns} towns: {linked} from linked places, "
    "{filled} for the capacity that is left, {pullman} for its Pullman.",
)


def _is_national(view: View) -> bool:
    return view.company(view.cursor.actor).kind == NATIONAL


class RunOnce(RunTrains):
    """Run trains; what was pointed out is a floor, but for the Orient Express."""

    def choice(self, view: View, player: str) -> Choice | None:
        return None if _is_national(view) else super().choice(view, player)

    def check(self, view: View, action: Action) -> Violation | None:
        if _is_national(view):
            text = say("A national counts places of its zone up to its capacity; it runs no train.")
            return Violation("national_counts", text)
        found = super().check(view, action)
        return found or worse(view, view.cursor.actor, parsed(action.get("routes")))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        super().perform(writer, action)
        orient_express.watch(writer, writer.cursor.actor, parsed(action.args["routes"]))


def worse(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Why these routes may not be run now that better ones were pointed out (11.3.9, 12.2)."""
    pointed = pointed_out(view)
    if not pointed:
        return None
    least = revenue(view, company, pointed)
    if revenue(view, company, routes) >= least or _prefers_express(view, company, routes, pointed):
        return None
    text = say(
        "Routes that earn {money} were pointed out; run as good ones, or the Orient Express.",
        money=view.money(least),
    )
    return Violation("better_route", text, {"revenue": least})


def _prefers_express(view: View, company: str, routes: Sequence[Route], others: Sequence[Route]) -> bool:
    """Whether the Orient Express is run on the routes and not on the others."""
    one, other = (orient_express.express_of(view, company, each) for each in (routes, others))
    return one is not None and other is None


class RunNone(Skip):
    """Run no train, unless routes were pointed out."""

    def choice(self, view: View, player: str) -> Choice | None:
        return None if turn_note(view, POINTED) else super().choice(view, player)

    def check(self, view: View, action: Action) -> Violation | None:
        return worse(view, view.cursor.actor, ())


class Runs(RunStep):
    """Railroads run trains; the revenue of a national is counted (11.3.10)."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = (RunOnce(), RunNone(say("Run no train")))

    def leave(self, writer: PositionWriter) -> None:
        if _is_national(writer) and turn_note(writer, REVENUE) is None:
            count(writer, writer.cursor.actor)
        port_authorities.watch_purse(writer)
        super().leave(writer)


def count(writer: PositionWriter, company: str) -> None:
    """Write the revenue of a national."""
    found = account(writer, company)
    if found.total:
        writer.say(
            "national_runs",
            company=company,
            cities=found.capacity.cities,
            towns=found.capacity.towns,
            linked=writer.money(found.linked),
            filled=writer.money(found.filled),
            pullman=writer.money(found.pullman),
        )
    earn(writer, company, found.total)


# --- any player may point out a better route -------------------------------------------------------


class PointOut(Move):
    """Point out a higher value route of the railroad whose turn it is; it is run then (11.3.9)."""

    kind = "point_out"
    args: ClassVar = {"routes": list}

    def choice(self, view: View, player: str) -> Choice | None:
        if not may_point(view, player):
            return None
        field = Field("routes", say("Routes"), "routes")
        return Choice(
            self.kind,
            say("Point out a better route"),
            (field,),
            step=view.cursor.step,
            company=view.cursor.actor,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return ()

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if not may_point(view, action.player):
            text = say(
                "Routes of a railroad are pointed out to its president, until its revenue is distributed."
            )
            return Violation("nothing_to_point_out", text)
        routes = parse_routes(action.get("routes"))
        if isinstance(routes, Violation):
            return routes
        return check_routes(view, company, routes) or self._better(view, company, routes)

    def _better(self, view: View, company: str, routes: Sequence[Route]) -> Violation | None:
        known, ran = self._known(view, company), turn_note(view, REVENUE) is not None
        least = revenue(view, company, known) if known else 0
        if revenue(view, company, routes) <= least:
            text = say("What is pointed out earns more than {money}.", money=view.money(least))
            return Violation("not_better", text, {"revenue": least})
        if ran and _prefers_express(view, company, known, routes):
            text = say(
                "{company} may run the Orient Express though it is not best; point out one that earns more.",
                company=company,
            )
            return Violation("runs_the_express", text)
        return None

    def _known(self, view: View, company: str) -> Sequence[Route]:
        """The routes that were run, or those that were pointed out before."""
        earned = turn_note(view, REVENUE)
        if earned is None:
            return pointed_out(view)
        return parsed(view.company(company).data.get(LAST_ROUTES, [])) if earned else ()

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, routes = writer.cursor.actor, parsed(action.args["routes"])
        writer.say(
            "pointed_out", player=action.player, company=company, amount=revenue(writer, company, routes)
        )
        if turn_note(writer, REVENUE) is None:
            writer.note(TURN + POINTED, action.args["routes"])
            return
        run(writer, company, routes)
        orient_express.watch(writer, company, routes)


def may_point(view: View, player: str) -> bool:
    """Whether a player may point out routes to the president of the railroad whose turn it is."""
    company = view.cursor.actor
    if view.cursor.round != "operating" or view.cursor.step not in (RunStep.name, DividendStep.name):
        return False
    if view.state.pending or turn_note(view, DISTRIBUTED) or _is_national(view):
        return False
    if view.president(company) in (None, player) or player not in view.solvent:
        return False
    return bool(cards(view, company)) and has_route(view, company)


# --- distributing -----------------------------------------------------------------------------------


class PayOut(Dividend):
    """Distribute the revenue once the bonus of the first Orient Express is chosen."""

    def choice(self, view: View, player: str) -> Choice | None:
        return None if orient_express.is_owed(view) else super().choice(view, player)

    def check(self, view: View, action: Action) -> Violation | None:
        if orient_express.is_owed(view):
            text = say(
                "Choose the bonus of {actor}'s first Orient Express before you distribute.",
                actor=view.cursor.actor,
            )
            return Violation("choose_bonus_first", text)
        return super().check(view, action)


class Payout(DividendStep):
    """Choose the bonus of the Orient Express, distribute the revenue, then the bonus is given (12.2)."""

    moves = (orient_express.ChooseBonus(), PayOut())

    def leave(self, writer: PositionWriter) -> None:
        super().leave(writer)
        orient_express.give(writer)

"""The step in which a company runs its trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.story import EventKind, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.routes import policy as routes
from engine.routes.paths import LAST_ROUTES, Route
from engine.rules import trains
from engine.steps.turns import TURN, Skip, TurnStep, turn_note

REVENUE, SUBSIDY = "revenue", "subsidy"
NOTES = {TURN + REVENUE: "the end of the turn", TURN + SUBSIDY: "the end of the turn"}
"""Turn notes: what the trains earned, and what the bank adds to the treasury beyond it."""


def _route(view: View, told: str) -> str:
    return routes.policy_of(view).retold(view, told)


tell(
    train_ran=Told(
        "{company}, {kind}: {route}.",
        "{kind}: {route}",
        "company",
        EventKind.ROUTE,
        reads={"kind": trains.TRAIN, "route": _route},
    ),
    income=Told("{company} earns {revenue}.", kind=EventKind.INCOME),
)
tell(subsidy="{company} gets a subsidy of {amount}.")


class RunTrains(Move):
    """Run trains on routes; trains without a route stand still."""

    kind = "run"
    args: ClassVar = {"routes": list}
    missing = say("No train can run")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A run; one that is possible has a page of its own."""
        if self.choice(view, player) is None:
            yield Sought("", Action(self.kind, player, {"routes": []}))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if (
            turn_note(view, REVENUE) is not None
            or not view.trains(company)
            or not routes.has_route(view, company)
        ):
            return None
        field = Field("routes", say("Routes"), "routes")
        return Choice(self.kind, say("Run trains"), (field,), step=view.cursor.step, company=company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        """Routes are drawn or searched for, not listed: see `engine.game.Game.suggest_routes`."""
        return ()

    def check(self, view: View, action: Action) -> Violation | None:
        if turn_note(view, REVENUE) is not None:
            return Violation(
                "has_run", say("{actor} has run its trains; go on to its income.", actor=view.cursor.actor)
            )
        company = view.cursor.actor
        if not view.trains(company):
            return Violation("no_train", say("{company} has no train.", company=company))
        parsed = routes.parse_routes(action.get("routes"))
        if isinstance(parsed, Violation):
            return parsed
        if not parsed and not routes.has_route(view, company):
            text = say("No track leads from a station marker of {company} to another stop.", company=company)
            return Violation("no_route", text)
        return routes.check_routes(view, company, parsed)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        parsed = routes.parse_routes(action.get("routes"))
        assert not isinstance(parsed, Violation)
        run(writer, writer.cursor.actor, parsed)


def run(writer: PositionWriter, company: str, chosen: Sequence[Route]) -> None:
    """Run trains on routes that were checked: remember and tell them, note what they earn."""
    writer.note_company(company, LAST_ROUTES, [route.to_json() for route in chosen])
    for route, told in zip(chosen, routes.descriptions(writer, company, chosen), strict=True):
        name = trains.rules_of(writer).label(writer, writer.state.trains[route.train])
        writer.say("train_ran", company=company, kind=name, route=told)
    subsidy = routes.subsidy(writer, company, chosen)
    if subsidy:
        writer.note(TURN + SUBSIDY, subsidy)
    earn(writer, company, routes.revenue(writer, company, chosen))


def keep_back(writer: PositionWriter, amount: int) -> None:
    """Write that part of the income of the turn is gone before it is paid."""
    writer.note(TURN + REVENUE, int(turn_note(writer, REVENUE, 0)) - amount)


def earn(writer: PositionWriter, company: str, revenue: int) -> None:
    """Note the income of the turn; it is paid in the next step."""
    writer.note(TURN + REVENUE, revenue)
    writer.change(company, last_revenue=revenue)
    if revenue:
        writer.say("income", company=company, revenue=revenue)


class RunStep(TurnStep):
    """Run trains. Without a train or a route, or when declined, the income is 0."""

    name = "run"
    label = say("run trains")
    subject: ClassVar[Subject] = Subject.RUN

    def __init__(self, may_decline: bool = True) -> None:
        self.moves = (RunTrains(), Skip(say("Run no train"))) if may_decline else (RunTrains(),)

    def leave(self, writer: PositionWriter) -> None:
        if turn_note(writer, REVENUE) is None:
            earn(writer, writer.cursor.actor, 0)

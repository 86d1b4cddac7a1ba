"""What follows the merging of shares: the surviving company takes over what the other one has, which may
start again (7.5.5-7.5.7, 7.14); or a refinanced company gets its money (7.11.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Subject
from engine.core.errors import Violation
from engine.core.flow import current_round
from engine.core.rounds import ForcedStep, Move
from engine.core.state import BANK, Pending, Place, Token
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.tokens import home_place
from engine.rules.track import hex_name
from engine.rules.trains import tell_taken
from engine.titles.g1862.companies.companies import (
    CHARTERED,
    MARKERS,
    is_chartered,
    return_to_ipo,
    unplaced,
)
from engine.titles.g1862.companies.receivership import operator_of
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import marker_limit
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.steps.trains import note_raised

tell(
    marker_doubled=Told(
        "{company} gives up its station marker in {where}: one is enough.", "gives up its marker in {where}"
    ),
    marker_over=Told("{company} loses its station marker in {where}.", "loses its marker in {where}"),
)
tell(
    Rank.MERGER,
    merged="{survivor} takes over {other}: {money}, its trains, its permits and its station markers.",
    refinanced="{company} is refinanced and gets {money}.",
)
MERGE, ACQUIRE, REFINANCE = "merge", "acquire", "refinance"
REMOVE = "remove_token"
Plan = dict[str, Any]
"""A share merge: mode, by (the player who initiated it), active (the company whose turn it is), survivor,
other (None in a refinancing), kept (what a refinanced treasury may not spend on its option)."""


def affected(plan: Plan) -> list[str]:
    """The companies whose shares are merged, the surviving one first."""
    return [c for c in (plan["survivor"], plan["other"]) if c is not None]


def finish(writer: PositionWriter, plan: Plan) -> None:
    """Go on when all shares are merged and the director is known."""
    if plan["mode"] == REFINANCE:
        _refinanced(writer, plan["survivor"])
    else:
        _take_over(writer, plan)


def refinance_income(view: View, company: str) -> int:
    """Ten times the par price (7.11.2)."""
    par = view.company(company).par
    assert par is not None
    return par * view.data.figures(Figures).capital_factor


def _refinanced(writer: PositionWriter, company: str) -> None:
    income = refinance_income(writer, company)
    writer.pay(BANK, company, income, "refinancing")
    note_raised(writer)
    writer.say("refinanced", company=company, money=income)


# --- possessions (7.5.6) -----------------------------------------------------------------------------------


def _take_over(writer: PositionWriter, plan: Plan) -> None:
    survivor, other = plan["survivor"], plan["other"]
    writer.say("merged", survivor=survivor, other=other, money=writer.cash(other))
    writer.pay(other, survivor, writer.cash(other), "merger")
    for cert in writer.certs(other, survivor):
        writer.move_cert(cert, survivor)
    tell_taken(writer, survivor, other, writer.trains(other))
    for train in writer.trains(other):
        writer.move_train(train.id, survivor)
    held = [p for c in (survivor, other) for p in writer.company(c).data["permits"]]
    writer.note_company(survivor, "permits", list(dict.fromkeys(held)))
    writer.note_company(survivor, CHARTERED, keeps_charter(writer, survivor, other))
    unused = unplaced(writer, survivor) + unplaced(writer, other)
    for token in doubled_markers(writer, survivor, other):
        assert token.place is not None
        writer.say("marker_doubled", company=survivor, where=hex_name(writer, token.place[0]))
        _lose(writer, token)
    _limit_markers(writer, {**plan, "unused": unused})


def keeps_charter(view: View, survivor: str, other: str) -> bool:
    """No merged company is chartered (3.1, 7.5.6); by one reading it is if both were, by its par (7.5.4)."""
    return readings(view).two_charters_make_one and is_chartered(view, survivor) and is_chartered(view, other)


def is_london(view: View, place: Place) -> bool:
    """Whether a place is one of London's four spaces (7.6.5)."""
    return view.board().hexmap[place[0]].extras.get("link_stop") == place[1]


def doubled_markers(view: View, survivor: str, other: str) -> list[Token]:
    """The other company's markers on a hex, or in London, where the survivor has one too."""
    mine = view.stations(survivor)
    hexes, london = {coord for coord, _ in mine}, any(is_london(view, place) for place in mine)
    return [
        t
        for t in view.tokens(other)
        if t.place is not None and (t.place[0] in hexes or (london and is_london(view, t.place)))
    ]


def excess_markers(view: View, plan: Plan) -> int:
    """How many markers of both companies on the board are beyond the limit of one company."""
    return sum(len(view.stations(c)) for c in affected(plan)) - marker_limit(view)


def _limit_markers(writer: PositionWriter, plan: Plan) -> None:
    """Let the director choose which markers go while there are too many; then complete the merger."""
    if excess_markers(writer, plan) <= 0:
        return _complete(writer, plan)
    director = operator_of(writer, plan["survivor"])
    if director is not None:
        return writer.push(Pending(REMOVE, (director,), {"plan": plan}))
    _remove(writer, [t for t in writer.tokens(plan["other"]) if t.place is not None][-1])
    return _limit_markers(writer, plan)


def _remove(writer: PositionWriter, token: Token) -> None:
    assert token.place is not None
    writer.say("marker_over", company=token.company, where=hex_name(writer, token.place[0]))
    _lose(writer, token)


def _lose(writer: PositionWriter, token: Token) -> None:
    """Take a marker off the board that does not go back to its charter (7.5.6)."""
    writer.place_token(token.id, None)
    left = int(writer.company(token.company).data.get(MARKERS, 0))
    writer.note_company(token.company, MARKERS, left - 1)


def _complete(writer: PositionWriter, plan: Plan) -> None:
    """Replace the other company's markers, and let it start again with the permit it had (7.5.6, 7.5.7)."""
    survivor, other = plan["survivor"], plan["other"]
    for token in writer.tokens(other):
        place = token.place
        if place is not None:
            writer.place_token(token.id, None)
            free = next(t for t in writer.tokens(survivor) if t.place is None)
            writer.place_token(free.id, place)
    markers = min(marker_limit(writer), len(writer.stations(survivor)) + plan["unused"])
    writer.note_company(survivor, MARKERS, markers)
    return_to_ipo(writer, other)
    _turn(writer, plan)


def _turn(writer: PositionWriter, plan: Plan) -> None:
    """The result goes on with the turn, but not after an acquisition or if the partner has operated (7.5)."""
    survivor, other, done = plan["survivor"], plan["other"], writer.cursor.done
    partner = other if plan["active"] == survivor else survivor
    writer.move_cursor(actor=survivor, done=(*(c for c in done if c != survivor), other))
    if plan["mode"] == ACQUIRE or partner in done:
        writer.move_cursor(step=[*current_round(writer).steps][-1])
    current_round(writer).advance(writer)


# --- markers over the limit --------------------------------------------------------------------------------


def pending_plan(view: View) -> Plan:
    """The plan of the decision about markers that is open."""
    plan: Plan = view.state.pending[-1].data["plan"]
    return plan


def removable(view: View) -> list[Token]:
    """The markers to choose from: all of both companies on the board, the home marker last."""
    found = [t for c in affected(pending_plan(view)) for t in view.tokens(c) if t.place is not None]
    return sorted(found, key=lambda token: _is_home(view, token))


def _is_home(view: View, token: Token) -> bool:
    """Whether a marker is the home marker of the result, without which no train of it runs (7.8)."""
    return token.company == pending_plan(view)["survivor"] and token.place == home_place(view, token.company)


class RemoveToken(Move):
    """Take a station marker of the merged company off the board."""

    kind = REMOVE
    args: ClassVar = {"hex": str}

    def choice(self, view: View, player: str) -> Choice | None:
        plan = pending_plan(view)
        note = say(
            "{excess_markers} of its station markers must go.", excess_markers=excess_markers(view, plan)
        )
        fields = (Field("hex", say("Which one?")),)
        return Choice(self.kind, say("Remove a station marker"), fields, note, REMOVE, plan["survivor"])

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        found = ((t, t.place[0]) for t in removable(view) if t.place)
        return [Option(coord, hex_name(view, coord), self._note(view, token)) for token, coord in found]

    def _note(self, view: View, token: Token) -> str:
        if _is_home(view, token):
            return say("Its home marker: without it {company} can run no train.", company=token.company)
        return token.company

    def check(self, view: View, action: Action) -> Violation | None:
        hexes = [t.place[0] for t in removable(view) if t.place]
        if action.get("hex") in hexes:
            return None
        text = say("Remove a station marker from one of these hexes: {hexes}.", hexes=joined(", ", hexes))
        return Violation("no_marker_there", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        plan = pending_plan(writer)
        _remove(writer, next(t for t in removable(writer) if t.place and t.place[0] == action.args["hex"]))
        writer.pop()
        _limit_markers(writer, plan)


class RemoveStep(ForcedStep):
    """Opened when a merged company has more station markers on the board than it may have."""

    name = REMOVE
    label = say("station markers over the limit")
    subject: ClassVar[Subject] = Subject.MERGER
    moves = (RemoveToken(),)

    def company(self, view: View) -> str | None:
        return str(pending_plan(view)["survivor"])

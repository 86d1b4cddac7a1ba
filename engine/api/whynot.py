"""Why something that players look for cannot be done now, said by the rules that judge the action.

For each thing that a move seeks (`Move.sought`) its own `check` gives the violation; here they become few
lines: things with the same reason together, a reason of all things once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.api.short_reasons import OF_THING, brief
from engine.core.actions import Json
from engine.core.choices import Sought
from engine.core.errors import Violation
from engine.core.flow import current_round, current_step
from engine.core.rounds import Agenda, CompanyStep, Move, PlayerStep, Step
from engine.core.view import View
from engine.message import joined, say
from engine.steps.stock.share_turn import DONE as SHARE_TURN
from engine.steps.stock.share_turn import turn
from engine.steps.turns import TURN

__all__ = [
    "DONE",
    "LATER",
    "NOW",
    "OVER",
    "SUPPOSED",
    "RefusalReason",
    "ThingMoves",
    "listed",
    "moves_with_thing",
    "refusal_reasons",
    "skipped_step_reasons",
]

DONE = frozenset({
    "no_lay_left", "no_token_this_turn", "has_run", "one_direction", "bought_already", "turn_over",
    "has_built", "token_placed",
})  # fmt: skip
"""Codes that say no more than that it was done in this turn."""

NAMES, FEW = 6, 2
"""Names in a line; lines on what could not be done in a step that was passed over."""

AGAIN = frozenset({"none_left", "not_started", "already_here", "already_offered"})
"""Codes that say little beside another reason for the same thing."""


@dataclass(frozen=True, slots=True)
class RefusalReason:
    """One line: what cannot be done, with which things, and why.

    ``applies_to_all``: with nothing at all, in the words of ``missing``; else with the ``names``, in the
    words of ``partly``, which has a place for them. ``other_names`` are those of things refused for the same
    reason, whose sentence would differ in the name alone.
    """

    kind: str
    missing: str
    partly: str
    names: tuple[str, ...]
    text: str
    code: str
    applies_to_all: bool
    other_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Topic:
    """What players look for under one head: why things are refused, by name, and how many there are."""

    move: Move
    refused: Mapping[str, Violation]
    things: int

    @property
    def is_closed(self) -> bool:
        """Whether nothing of it can be done."""
        return len(self.refused) == self.things

    @property
    def is_done(self) -> bool:
        """Whether it was done in this turn."""
        return any(violation.code in DONE for violation in self.refused.values())


def refusal_reasons(view: View, player: str, kinds: Iterable[str] | None = None) -> list[RefusalReason]:
    """Why things are missing in the step at hand, of some kinds of action or of all; not what was done."""
    step = current_step(view)
    if step is None or player not in step.players(view):
        return []
    wanted = None if kinds is None else set(kinds)
    moves = [m for m in step.moves if wanted is None or m.kind in wanted]
    return [why for topic in _topics(view, player, moves) if not topic.is_done for why in _lines(view, topic)]


def skipped_step_reasons(view: View, player: str) -> list[RefusalReason]:
    """Why the steps right before this one were not asked for, in few lines; nothing for those that were."""
    found: list[RefusalReason] = []
    for step in _before(view):
        topics = _topics(view, player, step.moves)
        if any(topic.is_done or not topic.is_closed for topic in topics):
            break
        found = [why for topic in topics for why in _lines(view, topic)[:FEW]] + found
    return found


def _topics(view: View, player: str, moves: Iterable[Move]) -> list[_Topic]:
    """The moves by what they say is missing, each with all things that players seek in them."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        if move.missing:
            groups.setdefault(move.missing, []).append(move)
    found = (_topic(view, player, group) for group in groups.values())
    return [topic for topic in found if topic.things]


def _topic(view: View, player: str, moves: Sequence[Move]) -> _Topic:
    pairs = [(move, thing) for move in moves for thing in move.sought(view, player)]
    return _judged(view, moves[0], pairs)


def _judged(view: View, head: Move, pairs: Sequence[tuple[Move, Sought]]) -> _Topic:
    """What the checks say of things of moves that have one head."""
    found: dict[str, list[Violation | None]] = {}
    for move, thing in pairs:
        judged = move.check(view, thing.action)
        told = replace(judged, text=thing.short) if judged is not None and thing.short else judged
        found.setdefault(thing.name, []).append(told)
    reasons = {n: [v for v in judged if v is not None] for n, judged in found.items() if None not in judged}
    chosen = {name: max(given, key=lambda v: v.code not in AGAIN) for name, given in reasons.items()}
    return _Topic(head, chosen, len(found))


def _before(view: View) -> list[Step]:
    """The steps of the company's turn before the present one, the last first."""
    names = list(current_round(view).steps)
    if view.state.pending or not _is_company(view) or view.cursor.step not in names:
        return []
    steps = _steps(view)
    return steps[: names.index(view.cursor.step)][::-1] if len(steps) == len(names) else []


def _steps(view: View) -> list[Step]:
    """The steps of the turn: all of a company's, else the one at hand, which may stand by itself."""
    steps = list(current_round(view).steps.values())
    here = current_step(view)
    if all(isinstance(step, CompanyStep) for step in steps):
        return steps
    return [] if here is None else [here]


def listed(names: Sequence[str]) -> str:
    """Names one after the other, of many the first."""
    shown = joined(", ", names[:NAMES])
    return say("{shown} and {len} more", shown=shown, len=len(names) - NAMES) if len(names) > NAMES else shown


NOW, LATER, OVER, SUPPOSED = "now", "later", "over", "supposed"
"""When something can be done: now, in a later step of this turn, in one that is over, in a supposed turn."""


@dataclass(frozen=True, slots=True)
class ThingMoves:
    """What can be done with a thing, and why not what cannot.

    ``actor``: whose turn was looked at; ``possible``: (what choices call it, its step, when).
    ``steps`` are those of other rounds in which such a thing is dealt with.
    """

    actor: str
    possible: tuple[tuple[str, str, str], ...] = ()
    refused: tuple[RefusalReason, ...] = ()
    steps: tuple[str, ...] = ()


def moves_with_thing(view: View, player: str, field: str, value: str) -> ThingMoves:
    """What the player may do with a company, train, tile or hex (as fields of moves name it), and why not.

    In his turn, or that of his company; where another is on turn, as if it were his now, or for the company
    whose turn it is. No quick question.
    """
    if view.state.ended or view.state.pending:
        return ThingMoves("", steps=_elsewhere(view, field, value, ()))
    here = _as_if(view, player, value if field == "company" else "")
    if _is_company(here):
        player = here.president(here.cursor.actor) or player
    steps = _steps(here)
    found = [_in_step(view, here, player, step, field, value) for step in steps]
    possible = {each: None for those, _ in found for each in those}
    lines = {each: None for _, those in found for each in those}
    return ThingMoves(here.cursor.actor, tuple(possible), tuple(lines), _elsewhere(view, field, value, steps))


def _in_step(
    view: View, here: View, player: str, step: Step, field: str, value: str
) -> tuple[list[tuple[str, str, str]], list[RefusalReason]]:
    """What can be done with a thing in a step of the turn, and why not what cannot."""
    there = here if here is view else _supposed(here, step=step.name)
    whole = field == "company" and value == here.cursor.actor and step.company(here) == value
    moves = (
        [*step.moves, *view.policy(Agenda).moves_at_any_time] if step is current_step(here) else step.moves
    )
    topics = [_topic_of(there, player, move, field, value, whole) for move in moves if move.missing]
    lines = [why for topic in topics for why in _lines(there, topic, whole)]
    able = [t.move.choice(there, player) for t in topics if not t.is_closed or (whole and not t.things)]
    when = _when(view, here, step)
    lines = [why for why in lines if (when, why.code) != (LATER, "turn_over")]
    return [(choice.label, step.label, when) for choice in able if choice], lines


def _when(view: View, here: View, step: Step) -> str:
    """When a step is, seen from now."""
    if here is not view:
        return SUPPOSED
    names = list(current_round(view).steps)
    now, then = (names.index(name) if name in names else 0 for name in (view.cursor.step, step.name))
    return NOW if then == now else LATER if then > now and _is_company(view) else OVER


def _topic_of(view: View, player: str, move: Move, field: str, value: str, whole: bool) -> _Topic:
    """What a move says of one thing; ``whole``: of all things, for the company whose turn it is."""
    things = list(move.sought(view, player) if whole else move.sought_for(view, player, field, value))
    return _judged(view, move, [(move, thing) for thing in things])


def _is_company(view: View) -> bool:
    """Whether the turn is one of a company."""
    return view.cursor.actor in view.state.companies


def _as_if(view: View, player: str, company: str) -> View:
    """The position in the turn of the player or of a company of his in this round; as it is without one."""
    mine = [c for c in view.presided(player) if view.company(c).floated] if _is_company(view) else [player]
    wanted = next((c for c in (company, view.cursor.actor, *mine) if c in mine), view.cursor.actor)
    if wanted == view.cursor.actor or not set(turn(view)) <= {"b", "s"}:
        return view
    notes = {key: note for key, note in view.state.notes.items() if not _of_turn(key)}
    return _supposed(view, notes, actor=wanted)


def _supposed(view: View, notes: dict[str, Json] | None = None, **cursor: Any) -> View:
    """The same position with another cursor."""
    known = view.state.notes if notes is None else notes
    state = replace(view.state, notes=known, cursor=replace(view.state.cursor, **cursor))
    found = View(view.title, state)
    found.names = view.names
    found.share_board(view)
    return found


def _of_turn(note: str) -> bool:
    """Whether a note is about what was done in the present turn."""
    return note.startswith(TURN) or note == SHARE_TURN


def _elsewhere(view: View, field: str, value: str, here: Sequence[Step]) -> tuple[str, ...]:
    """The steps of other rounds in which such a thing is dealt with, of a company those that concern it."""
    shown, found = {step.label for step in here}, dict[str, None]()
    for each in view.policy(Agenda).rounds.values():
        for step in each.steps.values():
            moves = [move for move in step.moves if move.missing and field in move.args]
            if step.label not in shown and moves and _concerns(view, each.kind, step, moves, field, value):
                found[step.label] = None
    return tuple(found)


def _concerns(view: View, kind: str, step: Step, moves: Sequence[Move], field: str, value: str) -> bool:
    """Whether the thing is one that players look for in a step of theirs, or a company that has turns.

    A step of players about one company is for those that its first move begins.
    """
    if field != "company" or not isinstance(step, PlayerStep):
        return field != "company" or view.company(value).floated
    there = _supposed(view, {}, round=kind, step=step.name, actor=view.seats[0])
    begun = moves if type(step).company is Step.company else moves[:1]
    return any(thing for move in begun for thing in move.sought_for(there, view.seats[0], field, value))


def _lines(view: View, topic: _Topic, all_of_it: bool = True) -> list[RefusalReason]:
    """The refused things of a topic, those together that have one reason.

    Not ``all_of_it``: the topic holds what was asked for, so its things are named.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for name, violation in topic.refused.items():
        shape = brief(view, violation)
        groups.setdefault((violation.code, shape.replace(name, "") if name else shape), []).append(name)
    whole = len(groups) == 1 and topic.is_closed and (all_of_it or "" in topic.refused)
    return [_line(view, topic, names, whole) for names in groups.values()]


def _line(view: View, topic: _Topic, names: Sequence[str], whole: bool) -> RefusalReason:
    """One line; a sentence names its thing itself, so others are said to be likewise."""
    move, violation = topic.move, topic.refused[names[0]]
    text = brief(view, violation, many=len(names) > 1)
    told = RefusalReason(
        move.kind, move.missing, move.partly, tuple(filter(None, names)), text, violation.code, whole
    )
    if text != violation.text:
        return told if violation.code in OF_THING else replace(told, names=() if whole else told.names)
    if len(names) > 1 and names[0] in text:
        return replace(told, names=told.names[:1], other_names=tuple(names[1:]))
    return replace(told, names=()) if whole else told

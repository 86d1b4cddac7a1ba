"""Trains that rust and trains over the limit, at the end of the step in which a phase began (11.6.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core.state import DEPOT, OUT, POOL, Train
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.phases import ask_to_discard
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.trains.trains import PRESERVED, is_preserved, is_rusted, local_side

tell(Rank.RUST, rusted_18oe="Trains rust: {trains}.")
BEGAN = "phase_began"
NOTES = {TURN + BEGAN: "the end of the turn"}
"""Turn note: a train phase began in this step."""


def put_away(writer: PositionWriter, train: Train) -> None:
    """Write that a railroad gives a train up: rusted to its box, another to the Open Market (11.6.3)."""
    writer.note_train(train.id, PRESERVED, None)
    writer.turn_train(train.id, local_side(writer, train))
    writer.move_train(train.id, OUT if is_rusted(writer, train) else POOL)


def note_phase(writer: PositionWriter) -> None:
    """Remember that a train phase begins in this step."""
    writer.note(TURN + BEGAN, True)


def began_now(view: View) -> bool:
    """Whether a train phase began in the present step, so that rust is still to come."""
    return bool(turn_note(view, BEGAN))


def end_step(writer: PositionWriter) -> None:
    """Write what a phase that began in the step takes: rusted trains, then those over the limits (11.6.3)."""
    if not began_now(writer):
        return
    writer.note(TURN + BEGAN, None)
    gone = due(writer)
    if gone:
        writer.say("rusted_18oe", trains=_counted(train.owner for train in gone))
    for train in gone:
        put_away(writer, train)
    company = writer.cursor.actor
    ask_to_discard(writer, writer.president(company) or writer.seats[0], company)


def due(view: View) -> list[Train]:
    """The rusted trains that go now: all but those of nationals and the preserved one (9.4, 14.10)."""
    nationals = {c.id for c in view.companies(NATIONAL)}
    return [
        t
        for t in view.state.trains.values()
        if t.owner not in (OUT, *nationals) and is_rusted(view, t) and not is_preserved(t)
    ]


def _counted(owners: Iterable[str]) -> str:
    names = {DEPOT: say("the Locomotive Works"), POOL: say("the Open Market")}
    return joined(
        ", ",
        (
            say("{get} {count}", get=names.get(owner, owner), count=count)
            for owner, count in Counter(owners).items()
        ),
    )

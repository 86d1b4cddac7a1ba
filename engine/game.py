"""One game: submit, check, choices, options, preview, undo, redo, and its log. It knows no rule."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from engine.core import state as states
from engine.core.actions import Action, Json
from engine.core.choices import Choice, Option, Range, Waiting
from engine.core.errors import BadLog, BrokenInvariant, Refused, Violation
from engine.core.events import from_json as event_from_json
from engine.core.flow import choices_in, current_round, move_in, settle, waiting_in
from engine.core.guard import hold
from engine.core.invariants import Totals
from engine.core.laws import Breach
from engine.core.log import Record, Setup, Timeline
from engine.core.rounds import Move
from engine.core.state import Cursor, State
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.preview import Preview, previewed
from engine.routes.policy import RouteSet
from engine.routes.suggest import Stop, best_routes
from engine.title import Title


class Game:
    """A running or finished game. Only this class applies, reverts and records events.

    ``lenient``: an action that breaks a law of the rulebook stands, and ``breaches`` has it with the number
    of its record; else it is taken back as a bug.

    >>> from engine import Action, new_game
    >>> game = new_game("1889", ["Ann", "Ben", "Cy"], seed=7)
    >>> player = game.waiting().players[0]
    >>> game.waiting().label, [choice.kind for choice in game.choices(player)]
    ('initial auction', ['buy_item', 'bid', 'pass'])
    >>> game.submit(Action("pass", player)).number, game.revision
    (2, 2)
    """

    def __init__(self, title: Title, setup: Setup) -> None:
        self.title = title = title.played(setup.options)
        self.setup = setup
        self.state: State = states.from_json(setup.state)
        self._write(PositionWriter(title, self.state))
        self.log: list[Record] = []
        self._timeline = Timeline()
        self._before: list[Cursor] = []
        self.lenient = False
        self.breaches: list[tuple[int, Breach]] = []
        self._totals = Totals.of(self.state, title.rules.board.stock_of)

    # --- reading -------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The position, for reading: only this class writes."""
        return self._view

    @property
    def revision(self) -> int:
        """The number of records; a client's picture of the game is stale when it differs."""
        return len(self.log)

    @property
    def active_records(self) -> Sequence[Record]:
        """The active records, oldest first: those that are not undone."""
        return self._timeline.active_records

    def round_title(self) -> str:
        """The round's name for people, such as "OR 3.2"."""
        return current_round(self.view).title(self.view)

    def waiting(self) -> Waiting | None:
        """Whom the game waits for; None when it is over."""
        return waiting_in(self.view)

    def scores(self) -> dict[str, int]:
        """Each player's worth now, by the title's final reckoning."""
        return self.title.scores(self.view)

    def choices(self, player: str) -> list[Choice]:
        """The kinds of action that a player may take now; empty for all others."""
        return choices_in(self.view, player)

    def options(
        self, player: str, kind: str, field: str, partial: Mapping[str, Json] | None = None
    ) -> Sequence[Option] | Range:
        """The legal values of the next field of a choice, given the fields before it."""
        move, given = move_in(self.view, player, kind), Action(kind, player, dict(partial or {}))
        if move is not None and field not in move.args:
            raise KeyError(field)
        return () if move is None else move.options(self.view, given, field)

    def suggest_routes(self, stop: Stop | None = None) -> list[Json]:
        """The best set of routes of the company that acts, as the ``routes`` of a run; empty without one."""
        waiting = self.waiting()
        if waiting is None or waiting.company is None:
            return []
        return [route.to_json() for route in best_routes(self.view, waiting.company, stop).routes]

    def run_after(self, action: Action, stop: Stop | None = None) -> RouteSet | None:
        """The best run of the acting company as if the action were taken; None when it is illegal.

        What would follow from the action by itself is left out. The game is unchanged.
        """
        move, violation = self._violation(action)
        waiting = self.waiting()
        if violation is not None or move is None or waiting is None or waiting.company is None:
            return None
        try:
            move.perform(self._writer, action)
            return best_routes(self._writer, waiting.company, stop)
        finally:
            self._writer.revert()

    def check(self, action: Action) -> Violation | None:
        """Why the action is illegal now, or None. Never changes the game."""
        return self._violation(action)[1]

    # --- writing -------------------------------------------------------------------------------

    def submit(self, action: Action, note: str = "") -> Record:
        """Take an action; raises Refused when illegal. Atomic: a failure leaves the game as it was.

        Raises SearchNeeded when what follows needs an answer that the caller must supply (`View.answers`).
        """
        move, violation = self._violation(action)
        if violation is not None or move is None:
            raise Refused(violation or _not_now(action))
        before = self.state.cursor
        try:
            move.perform(self._writer, action)
            settle(self._writer)
            self._hold()
        except BaseException:
            self._writer.revert()
            raise
        return self._add(
            Record(self.revision + 1, "action", action.player, action, self._writer.take(), note=note), before
        )

    def preview(self, action: Action) -> Preview:
        """What the action would do; the game is unchanged. Raises Refused when it is illegal.

        It ends before a question that is not yet answered (`View.answers`). As long as ``view.answers`` is
        None, the engine answers such questions itself, which can take seconds where routes are searched.
        """
        move, violation = self._violation(action)
        if violation is not None or move is None:
            raise Refused(violation or _not_now(action))
        try:
            return previewed(self._writer, lambda: move.perform(self._writer, action))
        finally:
            self._writer.revert()

    def undo(self, by: str, to: int | None = None) -> Record:
        """Go back to just after record ``to`` (default: the last but one that is active).

        Raises Refused when ``to`` is not active or nothing can be undone. The first record
        (chance at the opening) is never undone.
        """
        active = self._timeline.active_records
        target = (active[-2].number if len(active) > 1 else -1) if to is None else to
        if target == active[-1].number or target not in [r.number for r in active]:
            raise Refused(
                Violation(
                    "nothing_to_undo", say("Undo goes back to an earlier move that was not undone itself.")
                )
            )
        while self._timeline.active_records[-1].number != target:
            self._step_back()
        return self._log(Record(self.revision + 1, "undo", by, to=target))

    def redo(self, by: str) -> Record:
        """Make the last undone record active again; raises Refused when there is none."""
        if not self._timeline.undone:
            raise Refused(Violation("nothing_to_redo", say("Redo is open only directly after an undo.")))
        record = self._step_forth()
        return self._log(Record(self.revision + 1, "redo", by, to=record.number))

    def correct(self, by: str, events: Iterable[Json], note: str) -> Record:
        """Repair a position by hand: events in wire form, kept only if every invariant holds."""
        before = self.state.cursor
        try:
            for raw in events:
                self._writer.emit(event_from_json(raw))
            settle(self._writer)
            self._hold(by_hand=True)
        except (BadLog, BrokenInvariant, KeyError, ValueError, TypeError, AttributeError) as error:
            self._writer.revert()
            raise Refused(
                Violation(
                    "bad_correction",
                    say("A correction must leave a possible position: {fault}", fault=str(error)),
                )
            ) from error
        return self._add(
            Record(self.revision + 1, "correction", by, None, self._writer.take(), note=note), before
        )

    def turn_start(self) -> int:
        """The record to undo to for a restart of the present turn (the newest one when it just began).

        0 where the turn began before the first record, as in a trial of a later turn.
        """
        active, here = self._timeline.active_records, self.state.cursor
        for record, was in zip(reversed(active), reversed(self._before), strict=True):
            if record.kind == "opening" or not was.same_turn(here):
                return record.number
        return 0

    # --- storing -------------------------------------------------------------------------------

    def digest(self) -> str:
        """A fingerprint of the position, equal for equal positions."""
        text = json.dumps(states.to_json(self.state), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Json]:
        """The whole game for export: how it began and its log."""
        return {
            "format": "stationmaster-game",
            "genesis": self.setup.to_json(),
            "records": [r.to_json() for r in self.log],
            "digest": self.digest(),
        }

    def fold(self, record: Record) -> None:
        """Take over a stored record: apply its events or its undo; no rules run."""
        if record.number != self.revision + 1:
            raise BadLog(f"record {record.number} follows record {self.revision}")
        try:
            self._fold(record)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError) as error:
            raise BadLog(f"record {record.number} does not fit the position") from error

    def _fold(self, record: Record) -> None:
        if record.kind == "undo":
            while self._timeline.active_records[-1].number != record.to:
                self._step_back()
            self.log.append(record)
        elif record.kind == "redo":
            self._step_forth()
            self.log.append(record)
        else:
            before = self.state.cursor
            for event in record.events:
                event.apply(self.state)
            self._add(record, before)

    # --- inside --------------------------------------------------------------------------------

    def _write(self, writer: PositionWriter) -> None:
        """Write the position by this writer from now on."""
        self._writer, self._view = writer, writer.reader()

    def open(self) -> None:
        """Record 1: all that happens before the first decision, chance included."""
        before = self.state.cursor
        self.title.opening(self._writer, Random(self.setup.seed))
        settle(self._writer)
        self._hold()
        self._add(Record(1, "opening", "", None, self._writer.take()), before)

    def _hold(self, by_hand: bool = False) -> None:
        lenient = self.lenient and not by_hand
        found = hold(self._writer, self._totals, self.title.watch, by_hand=by_hand, lenient=lenient)
        self.breaches += [(self.revision + 1, breach) for breach in found]

    def _add(self, record: Record, before: Cursor) -> Record:
        self._timeline.add(record)
        self._before.append(before)
        return self._log(record)

    def _log(self, record: Record) -> Record:
        self.log.append(record)
        return record

    def _step_back(self) -> None:
        record = self._timeline.back()
        self._before.pop()
        for event in reversed(record.events):
            event.revert(self.state)

    def _step_forth(self) -> Record:
        record = self._timeline.forth()
        self._before.append(self.state.cursor)
        for event in record.events:
            event.apply(self.state)
        return record

    def _violation(self, action: Action) -> tuple[Move | None, Violation | None]:
        if self.state.ended:
            return None, Violation("game_over", say("The game is over; no move is legal any more."))
        if action.player not in self.state.players:
            return None, Violation("unknown_player", say("Only the seats of this game may move."))
        move = move_in(self.view, action.player, action.kind)
        if move is None:
            return None, self._out_of_turn(action)
        return move, _bad_args(move, action) or move.check(self.view, action)

    def _out_of_turn(self, action: Action) -> Violation:
        waiting = self.waiting()
        assert waiting is not None
        names = joined(OR, (self.view.name(p) for p in waiting.players))
        if action.player not in waiting.players:
            return Violation(
                "not_your_turn",
                say("It is the turn of {names} ({label}).", names=names, label=waiting.label),
                {"players": waiting.players},
            )
        kinds = joined(", ", (c.kind for c in self.choices(action.player)))
        return Violation(
            "not_now",
            say("Now ({label}) you may choose: {kinds}.", label=waiting.label, kinds=kinds),
            {"kinds": kinds},
        )


def _not_now(action: Action) -> Violation:
    return Violation("not_now", say("{kind} is not possible now.", kind=action.kind))


def _bad_args(move: Move, action: Action) -> Violation | None:
    for name, value in action.args.items():
        expected = move.args.get(name)
        if expected is None:
            return Violation(
                "bad_action",
                say("{kind} takes: {args}.", kind=move.kind, args=joined(", ", move.args) or word("nothing")),
                {"argument": name},
            )
        if value is not None and (
            not isinstance(value, expected) or (isinstance(value, bool) and expected is int)
        ):
            return Violation(
                "bad_action",
                say("{name} of {kind} is of another type.", name=name, kind=move.kind),
                {"argument": name},
            )
    return None


def new_game(
    title: Title, names: Sequence[str], *, seed: int, options: Mapping[str, str] | None = None
) -> Game:
    """Start a game for the named players (seats ``p1``... in this order until seats are drawn).

    Raises Refused when the number of players or an option is not one of the title's.
    """
    chosen = {o.key: o.default for o in title.options} | dict(options or {})
    for key, value in chosen.items():
        option = next((o for o in title.options if o.key == key), None)
        if option is None or value not in option.values:
            raise Refused(
                Violation(
                    "bad_option",
                    say("{title} has no option {option}={value}.", title=title.key, option=key, value=value),
                )
            )
    title = title.played(chosen)
    low, high = title.data.min_players, title.data.max_players
    if not low <= len(names) <= high:
        raise Refused(
            Violation(
                "player_count",
                say("{title} is for {low} to {high} players.", title=title.data.name, low=low, high=high),
            )
        )
    state = title.first_position(names, chosen)
    setup = Setup(title.key, title.rules_version, tuple(names), chosen, seed, states.to_json(state))
    game = Game(title, setup)
    game.open()
    return game


def load_game(title: Title, setup: Setup, records: Iterable[Record]) -> Game:
    """Fold a stored log; no rule runs. Raises BadLog when it does not fit together."""
    if setup.title != title.key:
        raise BadLog(f"a game of {setup.title}, not of {title.key}")
    try:
        game = Game(title, setup)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog("the first position cannot be read") from error
    for record in records:
        game.fold(record)
    return game

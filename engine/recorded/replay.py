"""Recorded games: read a file, follow it action by action, and compare every fact that it states.

A file has one JSON object a line: ``{"setup": ...}``, then actions, then ``{"final": ...}``. What its words
mean is the title's affair (`Following`). The record may ask where our game does not, and the other way round:
an optional step that offers nothing is passed in silence here and by a line there. So a line is compared when
our game stands where the record stands; facts of lines between are compared at the next such point.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile

from engine.core.actions import Json
from engine.core.errors import EngineError
from engine.core.log import Record
from engine.game import Game
from engine.recorded.following import Following, Stand
from engine.recorded.reader import MISSTATED, Line, Recording, Unreadable, odd_shape
from engine.routes.suggest import best_routes
from engine.title import Title

Clock = Callable[[], float]
"""Seconds from anywhere. The engine has no clock: the caller brings one."""
_RUN = "run_routes"
_TOLD = ("round", "actor")
"""What every line tells of its place."""
_DECLINES = 60
_STOPPED = "ended_by_players"
"""The end of a game that its players broke off; the scores are those of that moment."""
_SHAPE = "as the format has it"


# --- comparing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mismatch:
    """One fact of a line that our game does not bear out; both sides as JSON."""

    n: Json
    what: str
    stated: Json
    ours: Json

    def __str__(self) -> str:
        return f"n {self.n}: {self.what}: recorded {_short(self.stated)}, ours {_short(self.ours)}"


@dataclass(frozen=True)
class SolvedRun:
    """A recorded run beside the best one: incomes in the title's currency, seconds of search."""

    n: Json
    recorded: int
    best: int
    proven: bool
    seconds: float


@dataclass
class Report:
    """What a replay found."""

    name: str
    options: Mapping[str, str]
    actions: int = 0
    checks: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    runs: list[SolvedRun] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def lines(self, most: int = 20) -> Iterator[str]:
        """The report for people: the first mismatches, the runs where they were solved, the sum."""
        for mismatch in self.mismatches[:most]:
            yield str(mismatch)
        if len(self.mismatches) > most:
            yield f"... and {len(self.mismatches) - most} more"
        if self.options:
            yield "options: " + ", ".join(f"{key}={value}" for key, value in self.options.items())
        yield from self.notes
        yield from self._solved()
        yield f"{self.name}: {self.actions} actions, {self.checks} checks, {len(self.mismatches)} mismatches"

    def _solved(self) -> Iterator[str]:
        if not self.runs:
            return
        below = [run for run in self.runs if run.best < run.recorded]
        for run in below:
            yield f"n {run.n}: the best run found earns {run.best}, the recorded one {run.recorded}"
        times = [run.seconds * 1000 for run in self.runs]
        proven = sum(run.proven for run in self.runs)
        yield (
            f"{len(self.runs)} runs, {proven} proven, {len(below)} below recorded, "
            f"median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms"
        )

    def compare(self, n: Json, what: str, stated: Json, ours: Json) -> None:
        """Count and compare a fact, leaf by leaf for objects."""
        if isinstance(stated, dict) and isinstance(ours, dict):
            for key in sorted({*stated, *ours}):
                self.compare(n, f"{what}.{key}" if what else key, stated.get(key), ours.get(key))
            return
        self.checks += 1
        if stated != ours:
            self.mismatches.append(Mismatch(n, what, stated, ours))


def _short(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 160 else text[:157] + "..."


# --- following ---------------------------------------------------------------------------------------


class Replay:
    """Follows one recording on a title's game."""

    def __init__(
        self, recording: Recording, title: Title, words: Following, clock: Clock | None, limit: float
    ) -> None:
        self.recording = recording
        self.words = words
        self.clock, self.limit = clock, limit
        self.game = _begun(words, title, recording)
        self.report = Report(recording.name, words.options, notes=list(words.notes))
        self._records: list[Record] = []
        self._events: list[Json] = []
        self._before: list[Line] = []

    def run(self) -> Report:
        """Follow the whole recording; stops at a line that our game refuses or that lacks a field."""
        try:
            self._settle({"n": 0, **self.recording.setup}, None)
        except MISSTATED as error:
            raise Unreadable(f"the set-up lacks or misstates {error}") from error
        lines = self.recording.lines
        for i, line in enumerate(lines):
            if not self._go_on(line, lines[i + 1] if i + 1 < len(lines) else None):
                return self.report
        self._end()
        return self.report

    def _end(self) -> None:
        """Compare the final line, of which only the result must be there.

        In a game that is not over the last round may be that of the last line, or the one that follows.
        """
        said, ours = self.recording.final, dict(self.words.final(self.game))
        if not self.game.state.ended:
            if self._before and said.get("rounds") == self._before[-1]["round"]:
                ours["rounds"] = said["rounds"]
            if said.get("reason") == _STOPPED:
                ours["reason"] = _STOPPED
        self.report.compare("end", "final.result", said.get("result"), ours.pop("result"))
        for key in sorted(ours.keys() & said.keys()):
            self.report.compare("end", f"final.{key}", said[key], ours[key])

    def _go_on(self, line: Line, following: Line | None) -> bool:
        """Follow one line; False when the rest cannot be followed."""
        odd = odd_shape(line)
        if odd is not None:
            self._differs(line, _words(line), _SHAPE, f"misstated: {odd}")
            return False
        try:
            self._follow(line)
            self._catch_up(following)
            self._settle(line, following)
        except EngineError as error:
            self._differs(line, _words(line), "accepted", str(error))
        except _Lost as lost:
            self._differs(lost.line, _words(lost.line), "in turn", lost.where)
        except MISSTATED as error:
            self._differs(line, _words(line), _SHAPE, f"misstated: {error!r}")
        else:
            return True
        return False

    def _differs(self, line: Line, what: str, stated: Json, ours: Json) -> None:
        self.report.checks += 1
        self.report.mismatches.append(Mismatch(line.get("n"), what, stated, ours))

    def _follow(self, line: Line) -> None:
        """Take a line that our game waits for; leave one that it has settled by itself."""
        self.report.actions += 1
        self._events += line.get("events") or []
        stand = self.words.stand(self.game, line, self._before)
        if stand is Stand.LOST or stand is Stand.BEHIND:
            raise _Lost(line, _where(self.game))
        if stand is Stand.HERE:
            for key, ours in self.words.here(self.game).items():
                if key in line or key in _TOLD:
                    self.report.compare(line["n"], key, line.get(key), ours)
            self._solve(line)
            taken = self.words.take(self.game, line)
            self._records += taken.records
            if taken.note:
                self.report.notes.append(f"n {line['n']}: {taken.note}")
            for key in sorted(taken.figures.keys() & line["action"].keys()):
                self.report.compare(line["n"], f"action.{key}", line["action"][key], taken.figures[key])
            for name, (stated, ours) in taken.details.items():
                self.report.compare(line["n"], f"action.{name}", stated, ours)
        self._before.append(line)

    def _catch_up(self, following: Line | None) -> None:
        """Let go what our game asks and the record does not."""
        for _ in range(_DECLINES):
            if self.game.state.ended or not self._is_behind(following):
                return
            action = self.words.decline(self.game)
            if action is None:
                raise _Lost(following or self._before[-1], _where(self.game))
            self._records.append(self.game.submit(action))

    def _is_behind(self, following: Line | None) -> bool:
        """Whether our game must move before the next line, or before the end that the record reached."""
        if following is None:
            final = self.recording.final
            return bool(final.get("finished", final.get("reason")))
        return self._seen_from(following) is Stand.BEHIND

    def _seen_from(self, following: Line) -> Stand:
        """Where our game stands, seen from the next line; of a misstated one nothing is known yet."""
        if odd_shape(following) is not None:
            return Stand.LOST
        try:
            return self.words.stand(self.game, following, self._before)
        except MISSTATED:
            return Stand.LOST

    def _settle(self, line: Line, following: Line | None) -> None:
        """Compare what is stated; what differs because our game has run ahead waits for the next line."""
        if self.words.goes_on(line):
            return
        ahead = following is not None and self._seen_from(following) is Stand.PAST
        found = Report("", {})
        position = self.words.stated(line)
        if position:
            found.compare(line["n"], "", dict(position), dict(self.words.facts(self.game, line)))
        ours = list(self.words.events(self.game, self._records))
        self._compare_events(found, line["n"], self.words.told_once(self._events, ours), ours)
        if ahead and found.mismatches:
            return
        self.words.settled(self.game)
        self.report.checks += found.checks
        self.report.mismatches += found.mismatches
        self._records, self._events = [], []

    def _compare_events(self, report: Report, n: Json, stated: list[Json], ours: list[Json]) -> None:
        """As bags: the order of events is free."""
        for event in stated:
            report.checks += 1
            if event in ours:
                ours.remove(event)
            else:
                alike = next((o for o in ours if o["event"] == event["event"]), None)
                if alike is not None:
                    ours.remove(alike)
                report.mismatches.append(Mismatch(n, "event", event, alike))
        for event in ours:
            report.checks += 1
            report.mismatches.append(Mismatch(n, "event", None, event))

    def _solve(self, line: Line) -> None:
        """Where a line runs trains, the best run beside what it earned."""
        action = line["action"]
        if self.clock is None or action["type"] != _RUN:
            return
        clock, began = self.clock, self.clock()
        found = best_routes(self.game.view, line["actor"]["id"], lambda: clock() - began > self.limit)
        took = clock() - began
        self.report.runs.append(
            SolvedRun(line["n"], int(action["revenue"]), found.revenue, found.proven, took)
        )


class _Lost(Exception):
    """Our game does not wait for the line, nor can it get there."""

    def __init__(self, line: Line, where: str) -> None:
        super().__init__(where)
        self.line, self.where = line, where


def _begun(words: Following, title: Title, recording: Recording) -> Game:
    """The game at its first decision; of the lines those are looked through that a replay can come to."""
    lines = list(takewhile(lambda line: odd_shape(line) is None, recording.lines))
    try:
        return words.start(title, replace(recording, lines=lines))
    except MISSTATED as error:
        raise Unreadable(f"the set-up lacks or misstates {error}") from error


def _where(game: Game) -> str:
    waiting = game.waiting()
    if waiting is None:
        return f"the game is over ({game.state.ended})"
    names = " or ".join(game.view.name(p) for p in waiting.players)
    who = names if waiting.company is None else f"{waiting.company}, {names}"
    return f"{game.round_title()}: {waiting.step} of {who}"


def _words(line: Line) -> str:
    action = line.get("action")
    if not isinstance(action, dict):
        return f"{json.dumps(line):.80}"
    plain = {k: v for k, v in action.items() if k not in ("routes", "track")}
    actor = line.get("actor")
    return f"{actor.get('id') if isinstance(actor, dict) else actor} {json.dumps(plain)}"


def replay(recording: Recording, title: Title, *, clock: Clock | None = None, limit: float = 60.0) -> Report:
    """Follow a recording and compare. With a clock each run is also solved, for ``limit`` seconds at most.

    Raises Unreadable when the title has no recorded games or cannot set this one up.
    """
    return Replay(recording, title, follower(title), clock, limit).run()


def follower(title: Title) -> Following:
    """How the title follows one recorded game; raises Unreadable when it has none."""
    found = title.recorded() if title.recorded is not None else None
    if not isinstance(found, Following):
        raise Unreadable(f"no replay for {title.key}")
    return found

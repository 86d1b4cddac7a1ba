"""Matches: games between kinds of players, with seats rotated, and what came of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.checks.random_play import Outcome, played
from engine.checks.selfcheck import Shadow, offered_but_refused
from engine.core.actions import Action
from engine.core.errors import BROKEN_GAME_ERRORS, BrokenInvariant
from engine.game import Game, new_game
from engine.players.fork import fork_for_player
from engine.players.kinds import player, work_limit_of
from engine.players.seat import Budget, Player, no_clock
from engine.title import Title

Clock = Callable[[], float]
LONGEST_TURN = 40
"""Decisions of a computer in one turn at most: in whole games of all titles they took up to 16."""


@dataclass(frozen=True)
class Played:
    """One game of a match: the kind of player of each seat (``p1``...), and the seconds of its decisions."""

    outcome: Outcome
    kinds: Mapping[str, str]
    seconds: Mapping[str, list[float]] = field(default_factory=dict)

    def line(self) -> str:
        """One line for people and scripts, as random play has it, with who sat where."""
        return f"{self.outcome.line()} seats={','.join(f'{p}:{kind}' for p, kind in self.kinds.items())}"

    def firsts(self) -> list[str]:
        """The seats with the highest worth."""
        scores = self.outcome.game.scores()
        return [p for p, score in scores.items() if score == max(scores.values())]

    def shares(self) -> dict[str, float]:
        """Each seat's part of the table's worth."""
        scores = self.outcome.game.scores()
        whole = sum(max(0, s) for s in scores.values()) or 1
        return {p: max(0, s) / whole for p, s in scores.items()}


def rotated(kinds: Sequence[str], game: int) -> list[str]:
    """The kinds by seat in one game of a match."""
    turn = game % len(kinds)
    return [*kinds[turn:], *kinds[:turn]]


def match(
    title: Title,
    kinds: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, str],
    clock: Clock = no_clock,
) -> Iterator[Played]:
    """Play games with the seats rotated; each has a seed of its own, the first ``seed``."""
    for number in range(games):
        yield play(title, rotated(kinds, number), seed + number, options, clock)


def play(
    title: Title,
    kinds: Sequence[str],
    seed: int,
    options: Mapping[str, str],
    clock: Clock = no_clock,
    full: bool = False,
) -> Played:
    """One game; what breaks it is the fault of its outcome. All laws are on.

    ``full``: after each action the wire form of the log, undo and redo are checked, too.
    """
    names = [f"{kind.rpartition(':')[2]} {i}" for i, kind in enumerate(kinds, 1)]
    game = new_game(title, names, seed=seed, options=options)
    seats = {f"p{i}": kind for i, kind in enumerate(kinds, 1)}
    players = {seat: player(kind, 1000 * seed + i) for i, (seat, kind) in enumerate(seats.items())}
    seconds: dict[str, list[float]] = {kind: [] for kind in kinds}
    table = _Table(game, seats, players, seconds, clock, Shadow(game) if full else None)
    return Played(played(game, seed, table.turn), seats, seconds)


@dataclass(frozen=True)
class _Table:
    """A game with its players."""

    game: Game
    kinds: Mapping[str, str]
    players: Mapping[str, Player]
    seconds: Mapping[str, list[float]]
    clock: Clock
    shadow: Shadow | None = None
    course: list[tuple[object, ...]] = field(default_factory=list)
    """The turn that goes on, once for each decision in it."""

    def turn(self) -> str | None:
        """One decision, by the first seat for which the game waits; what breaks, as a sentence."""
        waiting = self.game.waiting()
        assert waiting is not None
        seat = next((p for p in waiting.players if self.game.choices(p)), None)
        if seat is None:
            return f"nobody is offered anything while the game waits for {waiting}"
        kind = self.kinds[seat]
        if kind != "random" and self._decisions(seat) > LONGEST_TURN:
            return f"{kind} does not come to the end of its turn in {LONGEST_TURN} decisions"
        try:
            budget = Budget(work_limit_of(kind), clock=self.clock)
            began = self.clock()
            decision = self.players[seat].choose(fork_for_player(self.game), seat, budget)
            self.seconds[kind].append(self.clock() - began)
            return self._do(decision.actions)
        except BROKEN_GAME_ERRORS as error:
            return f"{type(error).__name__}: {error}"

    def _decisions(self, seat: str) -> int:
        """How many decisions a seat takes in the turn that goes on, with the one to come."""
        cursor = self.game.state.cursor
        now = cursor.round, cursor.number, cursor.part, cursor.actor, seat
        if now not in self.course:
            self.course.clear()
        self.course.append(now)
        return len(self.course)

    def _do(self, actions: Sequence[Action]) -> str | None:
        for number, action in enumerate(actions):
            violation = self.game.check(action)
            if violation is not None and number:
                return None
            if violation is not None:
                return offered_but_refused(action, violation)
            self.game.submit(action)
            if self.shadow is not None:
                self.shadow.follow(self.game)
        if not actions:
            raise BrokenInvariant("a player decided nothing")
        return None


# --- what came of it -------------------------------------------------------------------------------


@dataclass
class Tally:
    """What a kind of player reached in a match; a shared first place counts in part."""

    games: int = 0
    seats: int = 0
    firsts: float = 0.0
    shares: list[float] = field(default_factory=list)
    worth: int = 0
    seconds: list[float] = field(default_factory=list)


def tallied(games: Sequence[Played]) -> dict[str, Tally]:
    """The results of whole games by kind of player."""
    found: dict[str, Tally] = {}
    for game in (g for g in games if g.outcome.fault is None):
        firsts, shares, scores = game.firsts(), game.shares(), game.outcome.game.scores()
        for kind in dict.fromkeys(game.kinds.values()):
            tally = found.setdefault(kind, Tally())
            own = [p for p, k in game.kinds.items() if k == kind]
            tally.games += 1
            tally.seats += len(own)
            tally.firsts += sum(p in firsts for p in own) / len(firsts)
            tally.shares += [shares[p] for p in own]
            tally.worth += sum(scores[p] for p in own)
            tally.seconds += game.seconds.get(kind, [])
    return found


def interval(hits: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a rate, by Wilson."""
    if not of:
        return 0.0, 1.0
    z, rate = 1.96, hits / of
    middle = rate + z * z / (2 * of)
    half = z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return max(0.0, (middle - half) / (1 + z * z / of)), min(1.0, (middle + half) / (1 + z * z / of))


def summary(games: Sequence[Played]) -> list[str]:
    """A line for each kind of player, and one for the table."""
    lines = [_line(kind, tally) for kind, tally in tallied(games).items()]
    whole = [sum(g.outcome.game.scores().values()) for g in games if g.outcome.fault is None]
    if whole:
        mean = statistics.mean(whole)
        lines.append(f"table games={len(whole)} worth={mean:.0f} least={min(whole)} most={max(whole)}")
    return lines


def _line(kind: str, tally: Tally) -> str:
    low, high = interval(tally.firsts, tally.games)
    times = sorted(tally.seconds) or [0.0]
    chance = f"rate={tally.firsts / tally.games:.2f} ({low:.2f}-{high:.2f})"
    value = f"share={statistics.mean(tally.shares):.3f} worth={tally.worth / tally.seats:.0f}"
    time = f"seconds={statistics.median(times):.3f} worst={times[-1]:.3f} decisions={len(tally.seconds)}"
    return f"{kind} games={tally.games} seats={tally.seats} first={tally.firsts:g} {chance} {value} {time}"

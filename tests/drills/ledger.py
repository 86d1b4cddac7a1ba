"""Who was waited for by the stored log, who was called by what Discord got, and whether the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.chat.press import Press
from engine import Game, Record, load_game
from tests.loopback.messages import Posted

RACE = 0.3
"""Seconds that a message is on its way: a call may leave before a move that is stored meanwhile."""

HEAD = (
    f"{'scene':<34}{'turns':>6}{'called':>7}{'over':>6}{'twice':>6}{'stale':>6}{'live':>5}"
    f"{'owed':>6}{'well ms':>9}{'sick s':>8}"
)


@dataclass(frozen=True)
class Wait:
    """A stretch in which the game waited for the same players: from a revision until before another."""

    players: tuple[str, ...]
    revision: int
    until_rev: int | None
    at: float
    until: float | None


@dataclass
class Account:
    """One table's waits with the calls that told them."""

    waits: list[Wait]
    calls: dict[int, list[Posted]]
    faults: list[str] = field(default_factory=list)

    @property
    def called(self) -> int:
        return sum(bool(self.calls[w.revision]) for w in self.waits)

    @property
    def over(self) -> int:
        """Waits that had ended before anybody could be called."""
        return sum(not self.calls[w.revision] for w in self.waits)

    def uncalled(self, longest: float) -> list[Wait]:
        """Waits without a call though they lasted longer than that."""
        return [w for w in self.waits if not self.calls[w.revision] and w.until and w.until - w.at > longest]

    @property
    def twice(self) -> int:
        return sum(len(self.calls[w.revision]) > 1 for w in self.waits)

    @property
    def stale(self) -> int:
        """Calls that were posted although the player had moved already."""
        return sum(
            w.until is not None and call.at > w.until + RACE
            for w in self.waits
            for call in self.calls[w.revision]
        )

    @property
    def delays(self) -> list[float]:
        """Seconds from a move until the next player's call."""
        return [self.calls[w.revision][0].at - w.at for w in self.waits if self.calls[w.revision]]


def waits_of(game: Game, times: Sequence[float]) -> list[Wait]:
    """The waits of a stored game; ``times`` of its records."""
    found: list[tuple[tuple[str, ...], Record, float]] = []
    then = load_game(game.setup, [])
    for record, at in zip(game.log, times, strict=True):
        then.fold(record)
        waiting = then.waiting()
        players = waiting.players if waiting else ()
        if not found or found[-1][0] != players:
            found.append((players, record, at))
    ends = [(record.number, at) for _, record, at in found[1:]] + [(None, None)]
    names = game.view.name
    return [
        Wait(tuple(names(p) for p in players), record.number, revision, at, until)
        for (players, record, at), (revision, until) in zip(found, ends, strict=True)
        if players
    ]


def account(game_id: int, waits: Sequence[Wait], posts: Sequence[Posted], since: int) -> Account:
    """Hold the cards of a game against its waits from revision ``since`` on."""
    made = Account([w for w in waits if w.revision > since], {w.revision: [] for w in waits})
    for post in posts:
        revision = turn_of(post.buttons, game_id)
        wait = next((w for w in reversed(waits) if revision is not None and w.revision <= revision), None)
        if wait is None:
            continue
        if post.called and set(post.called) != set(wait.players):
            made.faults.append(f"a card of move {revision} calls {post.called}, not {wait.players}")
        elif post.called:
            made.calls[wait.revision].append(post)
        elif not made.calls[wait.revision]:
            made.faults.append(
                f"a card of move {revision} calls nobody, though {wait.players} were not called"
            )
    for wait in made.waits:
        times = len(made.calls[wait.revision])
        if times > 1:
            made.faults.append(f"{wait.players} were called {times} times at move {wait.revision}")
        if not times and wait.until is None:
            made.faults.append(f"{wait.players} wait at move {wait.revision} and were never called")
    return made


def turn_of(buttons: Sequence[str], game_id: int) -> int | None:
    """The revision of a card with a turn to take; None for any other message."""
    pressed = (Press.parse(button) for button in buttons)
    return next(
        (
            p.revision
            for p in pressed
            if p and (p.game_id, p.button_name, p.argument_text) == (game_id, "turn", "")
        ),
        None,
    )


@dataclass
class Figures:
    """What came of a scene."""

    scene: str
    sick: Account
    well: Account
    live: list[int]
    owed: int
    took: float
    faults: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The figures in the columns of `WORD_PATTERN`."""
        turns, both = len(self.sick.waits) + len(self.well.waits), (self.sick, self.well)
        sums = [sum(getattr(a, name) for a in both) for name in ("called", "over", "twice", "stale")]
        well, sick = (max(a.delays, default=0.0) for a in (self.well, self.sick))
        return (
            f"{self.scene:<34}{turns:>6}{sums[0]:>7}{sums[1]:>6}{sums[2]:>6}{sums[3]:>6}{max(self.live):>5}"
            f"{self.owed:>6}{well * 1000:>9.0f}{sick:>8.1f}"
        )

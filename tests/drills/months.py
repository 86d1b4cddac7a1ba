"""Random months of several tables on a moved clock, and what must hold of every ping in them.

    python -m tests.drills months [--short] [--seed N]

Members move, hesitate, go on vacation, change their hours, snooze, mute, hand over seats; tables are paused;
the bot is away for minutes or days; zones shift to daylight saving and back. Nothing here asks the plan what
is right: quiet hours are read off the wall clock, and what is overdue is found by its own reckoning.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

from bot.calls.follow import SeatsToAct, next_reminders
from bot.calls.model import DAY, HOUR, MINUTE, PingTimes, Reminder, ReminderSettings
from bot.calls.plan import PING_INTERVALS, DueMessage, find_due_messages, next_check_time
from tests.drills.line import options

MONTHS = [(2026, 3), (2026, 4), (2026, 9), (2026, 10), (2026, 11), (2027, 2)]
"""Months in which one of the zones shifts, or none."""

ZONES = (
    "Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Asia/Kolkata", "Pacific/Auckland", "UTC", "Africa/Casablanca", "America/St_Johns",
)  # fmt: skip


class Broken(AssertionError):
    """Something that must hold does not."""


@dataclass
class Table:
    """One game: whose turn it is, and how it takes time."""

    number: int
    pace: PingTimes
    users: list[int]
    revision: int = 1
    turn: int = 0
    paused: bool = False
    haste: float = 1.0

    @property
    def seat(self) -> str:
        return f"p{self.turn}"

    def scene(self, acted: bool = False, called: bool = False) -> SeatsToAct:
        seats = {} if self.paused else {self.seat: self.users[self.turn]}
        return SeatsToAct(
            self.number, self.revision, seats, f"OR {self.revision // 9}|",
            frozenset([self.seat] if acted else []), frozenset([self.seat] if called else []),
        )  # fmt: skip


@dataclass
class Month:
    """A month of a seed."""

    seed: int
    now: int = 0
    reminders: dict[tuple[int, str], Reminder] = field(default_factory=dict)
    stored: dict[tuple[int, str], int | None] = field(default_factory=dict)
    pings: list[tuple[int, Reminder, ReminderSettings]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    back: int = 0

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        year, month = self.rng.choice(MONTHS)
        self.now = int(datetime(year, month, 1, tzinfo=UTC).timestamp()) + self.rng.randrange(DAY)
        self.end = self.now + 31 * DAY
        self.people = {user: self.person(user) for user in range(1, 7)}
        self.tables = [self.table(number) for number in (1, 2, 3)]

    # --- who plays -----------------------------------------------------------------------------

    def person(self, user: int) -> ReminderSettings:
        roll = self.rng.random
        quiet = (self.rng.randrange(1440), self.rng.randrange(1440)) if roll() < 0.6 else None
        gap = self.rng.choice([0, 0, 10 * MINUTE, 30 * MINUTE, 3 * HOUR])
        return ReminderSettings(user, self.rng.choice(ZONES), quiet, roll() < 0.3, min_gap=gap)

    def table(self, number: int) -> Table:
        pace = PingTimes(self.rng.choice([0, 2, 2, 30]) * MINUTE, self.rng.random() < 0.1,
                    self.rng.choice([None, 24 * HOUR, 72 * HOUR]))  # fmt: skip
        haste = self.rng.choice([1.0, 1.0, 0.02])
        return Table(number, pace, self.rng.sample(sorted(self.people), 3), haste=haste)

    # --- time passes ---------------------------------------------------------------------------

    def run(self) -> Month:
        for table in self.tables:
            self.write(table, called=True)
        while self.now < self.end:
            self.pass_time(self.now + int(self.rng.expovariate(1 / (3 * HOUR))) + 1)
            self.event()
        return self

    def pass_time(self, until: int) -> None:
        """Look whenever something falls due, as the clerk does; hours go by between."""
        hour = self.now + HOUR
        while self.now < until:
            soon = [at for at in self.stored.values() if at is not None]
            self.now = max(self.now, min([*soon, hour, until]))
            self.look()
            self.check_overdue()
            hour = self.now + HOUR

    def look(self) -> None:
        keys = [key for key, at in self.stored.items() if at is not None and at <= self.now]
        paces = {t.number: t.pace for t in self.tables}
        plan = find_due_messages([self.reminders[k] for k in keys], paces, self.people, self.now)
        for act in plan.messages:
            self.acted(act)
        for user in plan.pinged_users:
            self.people[user] = replace(self.people[user], last_ping=self.now)
        for key in keys:
            self.keep(plan.reminders.get(key, self.reminders[key]))
            at = self.stored[key]
            if at is not None and at <= self.now:
                raise Broken(f"looks again and again: {self.reminders[key]}")

    def keep(self, reminder: Reminder) -> None:
        key, pace = (reminder.game_id, reminder.seat), self.tables[reminder.game_id - 1].pace
        self.reminders[key] = reminder
        member = self.people[reminder.user_id] if reminder.user_id is not None else None
        self.stored[key] = next_check_time(reminder, pace, member, self.now)

    def write(self, table: Table, *, acted: bool = False, called: bool = False) -> None:
        """A game was written: what the service does in that transaction."""
        mine = {key: reminder for key, reminder in self.reminders.items() if key[0] == table.number}
        for key in mine:
            del self.reminders[key], self.stored[key]
        for reminder in next_reminders(
            mine.values(), table.scene(acted, called), table.pace, self.people, self.now
        ):
            if reminder.is_pinged_by_card and reminder.waiting_since == reminder.last_ping == self.now:
                self.check_ping(reminder, reminder)
                self.people[reminder.user_id or 0] = replace(
                    self.people[reminder.user_id or 0], last_ping=self.now
                )
            self.keep(reminder)

    def again(self, user: int) -> None:
        for key, reminder in self.reminders.items():
            if reminder.user_id == user:
                self.stored[key] = self.now

    # --- what happens --------------------------------------------------------------------------

    def event(self) -> None:
        happens = {
            self.move: 60, self.step: 15, self.snooze: 8, self.hours: 5, self.vacation: 3, self.pause: 3,
            self.hand_over: 3, self.mute: 3, self.downtime: 3, self.restart: 2, self.nudge: 6,
        }  # fmt: skip
        what = self.rng.choices(list(happens), list(happens.values()))[0]
        self.counts[what.__name__] += 1
        what()
        self.look()
        self.check_overdue()

    def any_table(self) -> Table:
        going = [t for t in self.tables if not t.paused] or self.tables
        return self.rng.choices(going, [t.haste for t in going])[0]

    def move(self) -> None:
        table = self.any_table()
        if not table.paused:
            table.revision += 1
            table.turn = (table.turn + 1) % 3
            self.write(table, called=True)

    def step(self) -> None:
        table = self.any_table()
        if not table.paused:
            table.revision += 1
            self.write(table, acted=True)

    def snooze(self) -> None:
        if self.reminders:
            key = self.rng.choice(sorted(self.reminders))
            until = self.now + self.rng.choice([HOUR, 4 * HOUR, 20 * HOUR])
            self.reminders[key] = replace(self.reminders[key], snoozed_until=until, nudger_id=None)
            self.stored[key] = self.now

    def nudge(self) -> None:
        if self.reminders:
            key = self.rng.choice(sorted(self.reminders))
            reminder = self.reminders[key]
            self.reminders[key] = replace(
                reminder, snoozed_until=max(self.now, reminder.snoozed_until or 0), nudger_id=99
            )
            self.stored[key] = self.now

    def hours(self) -> None:
        user = self.rng.choice(sorted(self.people))
        new, old = self.person(user), self.people[user]
        self.people[user] = replace(
            new, last_ping=old.last_ping, muted_games=old.muted_games, vacations=old.vacations
        )
        self.again(user)

    def vacation(self) -> None:
        user = self.rng.choice(sorted(self.people))
        begins = self.now + self.rng.randrange(3 * DAY)
        away = (begins, begins + self.rng.randrange(DAY, 8 * DAY))
        old = self.people[user]
        self.people[user] = replace(old, vacations=(*old.vacations, away))
        self.again(user)

    def mute(self) -> None:
        user, game = self.rng.choice(sorted(self.people)), self.rng.choice(self.tables).number
        old = self.people[user]
        self.people[user] = replace(old, muted_games=old.muted_games ^ {game})
        self.again(user)

    def pause(self) -> None:
        table = self.rng.choice(self.tables)
        table.paused = not table.paused
        self.write(table, called=not table.paused)

    def hand_over(self) -> None:
        """A player drops out and another one takes the seat, or he comes back."""
        table = self.rng.choice(self.tables)
        seat = self.rng.randrange(3)
        table.users[seat] = self.rng.choice([u for u in self.people if u not in table.users])
        self.write(table, called=seat == table.turn)

    def restart(self) -> None:
        """Everything that is due is looked at anew."""
        for key in self.stored:
            self.stored[key] = self.now

    def downtime(self) -> None:
        away = int(self.rng.expovariate(1 / (9 * HOUR))) + 10 * MINUTE
        self.now += away
        self.back = self.now
        for key, reminder in self.reminders.items():
            self.reminders[key] = replace(reminder, deadline_extension=reminder.deadline_extension + away)
        self.restart()
        before = len(self.pings)
        self.look()
        flood = Counter((reminder.game_id, reminder.user_id) for _, reminder, _ in self.pings[before:])
        if any(count > 1 for count in flood.values()):
            raise Broken(f"a flood after downtime: {flood}")

    # --- what must hold ------------------------------------------------------------------------

    def acted(self, act: DueMessage) -> None:
        self.counts[act.kind] += 1
        before = self.reminders[act.reminder.game_id, act.reminder.seat]
        if act.kind == "ping":
            self.check_ping(act.reminder, before)
        elif act.kind == "expired":
            pace = self.tables[act.reminder.game_id - 1].pace
            if (
                pace.time_limit_seconds is None
                or self.now < before.time_limit_start + before.deadline_extension + pace.time_limit_seconds
            ):
                raise Broken(f"the clock ran out too early: {before}")

    def check_ping(self, reminder: Reminder, before: Reminder) -> None:
        table = self.tables[reminder.game_id - 1]
        member = self.people[reminder.user_id or 0]
        if table.paused or (reminder.seat, reminder.user_id) != (table.seat, table.users[table.turn]):
            raise Broken(f"pinged after the state moved on: {reminder}")
        if rests(member, self.now):
            raise Broken(f"pinged in quiet hours: {reminder} {member}")
        if table.pace.is_live or table.number in member.muted_games:
            raise Broken(f"pinged where nobody wants it: {reminder}")
        if member.last_ping and self.now - member.last_ping < member.min_gap:
            raise Broken(f"pinged twice within the gap: {member}")
        asked = before.snoozed_until is not None
        last = [at for at, other, _ in self.pings if same_wait(other, reminder)]
        if last and not asked and self.now - last[-1] < min(PING_INTERVALS):
            raise Broken(f"pinged twice for one wait: {reminder}")
        if len(last) > len(PING_INTERVALS) + 60 * self.counts["snooze"] + 60 * self.counts["nudge"]:
            raise Broken(f"pinged for ever: {reminder}")
        self.pings.append((self.now, reminder, member))

    def check_overdue(self) -> None:
        """No ping is lost: whoever can be called and is to be called by now was."""
        for reminder in self.reminders.values():
            member, pace = self.people[reminder.user_id or 0], self.tables[reminder.game_id - 1].pace
            wanted = should_be_called_at(reminder, pace)
            if (
                wanted is None
                or pace.is_live
                or reminder.game_id in member.muted_games
                or rests(member, self.now)
            ):
                continue
            free = member.last_ping + member.min_gap if member.last_ping else 0
            if max(wanted, free) < self.now:
                raise Broken(f"a ping is lost at {self.now}: {reminder} {member}")


def same_wait(one: Reminder, other: Reminder) -> bool:
    """Whether two records are of one wait."""
    return (one.game_id, one.seat, one.user_id, one.waiting_since) == (
        other.game_id,
        other.seat,
        other.user_id,
        other.waiting_since,
    )


def should_be_called_at(reminder: Reminder, pace: PingTimes) -> int | None:
    """By the table's rules alone, without anybody's hours."""
    if reminder.snoozed_until is not None:
        return reminder.snoozed_until
    if reminder.ping_count == 0:
        return reminder.waiting_since + pace.first_delay
    steps = [8 * HOUR, 24 * HOUR, 48 * HOUR]
    return (
        max(reminder.last_ping, reminder.last_move) + steps[reminder.ping_count - 1]
        if reminder.ping_count <= 3
        else None
    )


def rests(member: ReminderSettings, moment: int) -> bool:
    """Read off the wall clock, minute by minute."""
    if any(begins <= moment < ends for begins, ends in member.vacations):
        return True
    wall = datetime.fromtimestamp(moment, ZoneInfo(member.zone))
    if member.is_free_at_weekends and wall.strftime("%a") in ("Sat", "Sun"):
        return True
    if member.quiet_hours is None or member.quiet_hours[0] == member.quiet_hours[1]:
        return False
    minute, (start, end) = wall.hour * 60 + wall.minute, member.quiet_hours
    hours = range(start, end) if start < end else (*range(start, 1440), *range(end))
    return minute in hours


def live_through(count: int, first: int) -> int:
    """So many months from a seed on; the first breach is told with its seed."""
    total: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            month = Month(seed).run()
        except Broken as fault:
            print(f"month {seed}: {fault}")
            return 1
        total += month.counts
        total["pings"] += len(month.pings)
    told = ", ".join(f"{name} {number}" for name, number in sorted(total.items()))
    print(f"{count} months: nothing broken ({told})")
    return 0


def main(argv: list[str]) -> int:
    """The command line: a thousand months, or thirty."""
    chosen = options("months", __doc__).parse_args(argv)
    return live_through(30 if chosen.short else 1000, chosen.seed)

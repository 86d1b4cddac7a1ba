"""What happened, on a card: one line an actor's turn in the order of time; what is too much is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from textwrap import shorten

from bot.chat.figures import both, plain, small
from bot.games.turns import Turn
from bot.words import t, tn
from engine.face.stories import Line, Part, Rank

LINES, RESULT = 8, 14
"""Lines on the card of a turn, and on one that is over."""

WIDTH, ROOM, CLOSED = 420, 2000, 3300
"""Characters of a line where there are many; of all of them on a card of a turn, and on one that is over."""

ENDLESS, ROOM_OF_NAMES = 1 << 30, 8
"""Characters of a line that is not cut, and those between two clauses and before one."""

NOUNS = (Part.TILE, Part.TOKEN, Part.PRICE)
"""What is told without a verb."""

NAMES, WEIGHTY = 6, 4
"""Actors that are named where turns are told as one, and things that are told of them in full."""


@dataclass(slots=True)
class Clause:
    """One thing that was done, or several told as one; ``subject`` did it, empty where the text says so."""

    text: str
    rank: Rank
    lines: list[Line]
    subject: str

    @property
    def noun(self) -> bool:
        """Whether it has no verb, so that a name before it is no subject of what follows."""
        return self.lines[0].part in NOUNS


@dataclass(slots=True)
class Row:
    """A line of a card: what it says in full, and what it only counts."""

    text: str
    shown: list[Line] = field(default_factory=list)
    counted: list[Line] = field(default_factory=list)


def lines_of(turns: Sequence[Turn], most: int = LINES, room: int = ROOM) -> str:
    """The turns as small text, the oldest told as one where there are too many."""
    return small("\n".join(row.text for row in fitting(turns, most, room)))


def shortened(turns: Sequence[Turn], most: int = LINES, room: int = ROOM) -> bool:
    """Whether there is more to tell than `lines_of` shows."""
    return any(row.counted for row in fitting(turns, most, room))


def fitting(turns: Sequence[Turn], most: int = LINES, room: int = ROOM) -> list[Row]:
    """At most so many lines with so many characters in all, in the order of time."""
    groups = _groups(turns)
    width = max(min(WIDTH, room), room // max(min(len(groups), most), 1))
    rows = [_row(group, width) for group in groups]
    kept = _fit(rows, most, room)
    if kept == len(rows):
        return rows
    groups = _quiet_together(groups)
    rows = [_row(group, width) for group in groups]
    kept = _fit(rows, most, room)
    if kept == len(rows):
        return rows
    kept = max(kept - 1, 1)
    before = [turn for group in groups[:-kept] for turn in group]
    return [_before(before), *rows[-kept:]]


def rows_of(turns: Sequence[Turn]) -> list[Row]:
    """All of the turns in full."""
    return [_row(group, ENDLESS) for group in _groups(turns)]


def _fit(rows: Sequence[Row], most: int, room: int) -> int:
    """How many of the newest rows there is room for."""
    used, kept = 0, 0
    for row in reversed(rows[-most:]):
        used += len(row.text) + 4
        if kept and used > room:
            break
        kept += 1
    return kept


def _groups(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Turns one by one; those in a row that did nothing but the same together."""
    found: list[list[Turn]] = []
    for same, group in groupby(turns, _as_others):
        members = list(group)
        found += [members] if same else [[turn] for turn in members]
    return found


def _quiet_together(groups: Sequence[list[Turn]]) -> list[list[Turn]]:
    """Whole rounds in a row in which everybody passed are one group."""
    rounds: list[list[list[Turn]]] = []
    for group in groups:
        if group[0].begins or not rounds:
            rounds.append([])
        rounds[-1].append(group)
    found: list[list[Turn]] = []
    for quiet, some in groupby(rounds, _is_quiet):
        several = [group for each in some for group in each]
        found += [[turn for group in several for turn in group]] if quiet else several
    return found


def _is_quiet(groups: Sequence[Sequence[Turn]]) -> bool:
    """Whether a round is told from its begin, and of nothing but passes and the order that follows."""
    turns = [turn for group in groups for turn in group]
    said = [line for turn in turns if not turn.ends for line in turn.lines]
    order = [line for turn in turns if turn.ends for line in turn.lines]
    passed = all(line.part is Part.PASS for line in said)
    plainly = all(line.part is Part.DEED and line.rank == Rank.DETAIL for line in order)
    return bool(turns[0].begins and said) and passed and plainly


def _as_others(turn: Turn) -> str:
    """What a turn is all of, where several may have done the same, such as passing."""
    said = {line.several * (line.subject == turn.actor and not line.note) for line in turn.lines}
    return said.pop() if len(said) == 1 and not turn.begins and not turn.ends else ""


def _row(group: Sequence[Turn], width: int) -> Row:
    if len(group) > 1 and group[0].begins:
        return _quiet(group)
    names = list(dict.fromkeys(plain(turn.name(turn.actor)) for turn in group))
    if len(group) > 1:
        line = group[0].lines[0]
        said = f"{both(names)} {line.several}" if len(names) > 1 else f"{names[0]} {line.clause}"
        return Row(said, [line for turn in group for line in turn.lines])
    [turn] = group
    kept, counted = _most_of(_clauses(turn), width)
    return Row(_headed(turn, kept, counted), _lines(kept), counted)


def _quiet(turns: Sequence[Turn]) -> Row:
    """Rounds in which everybody passed, named and no more."""
    names = [plain(turn.begins) for turn in turns if turn.begins]
    said = t("**{round}**: everybody passes", round=names[0])
    if len(names) > 1:
        said = t("**{first}** to **{last}**: everybody passes", first=names[0], last=names[-1])
    return Row(said, counted=[line for turn in turns for line in turn.lines])


def _lines(clauses: Iterable[Clause]) -> list[Line]:
    return [line for clause in clauses for line in clause.lines]


# --- clauses ---------------------------------------------------------------------------------------


def _clauses(turn: Turn) -> list[Clause]:
    """What was done in a turn, in order; a run and what it paid are one, and so are incomes in a row."""
    found: list[Clause] = []
    for part, group in groupby(turn.lines, lambda line: line.part):
        lines = list(group)
        if part is Part.PAID:
            found.append(_paid(turn, lines))
        elif part is Part.LAPSE and len(lines) > 1:
            found.append(_lapsed(lines))
        elif part is Part.INCOME:
            found += [_ran(turn, found, line) for line in lines]
        else:
            found += [_shared(turn, line) for line in lines]
    return _together(_with_dividends(found))


def _clause(line: Line) -> Clause:
    said = plain(line.clause or line.text.removesuffix("."))
    return Clause(said + _noted(line), _weight(line), [line], line.subject)


def _shared(turn: Turn, line: Line) -> Clause:
    """A dividend with who got how much; any other deed as it is."""
    made, holders = _clause(line), line.values.get("holders", ())
    if holders:
        told = ", ".join(f"{plain(turn.name(who))} {turn.money(amount)}" for who, amount in holders)
        made.text = f"{made.text.removesuffix(_noted(line))} ({told}){_noted(line)}"
    return made


def _noted(line: Line) -> str:
    if not line.note:
        return ""
    return " " + (t("(order)") if ":" in line.note else f"({plain(line.note)})")


def _weight(line: Line) -> Rank:
    """What a run earned and where a price went matter as much as what is paid."""
    return Rank.DIVIDEND if line.part in (Part.INCOME, Part.PRICE) else line.rank


def _paid(turn: Turn, lines: Sequence[Line]) -> Clause:
    """Incomes that come by themselves, together by whom they pay."""
    sums = Counter[str]()
    for line in lines:
        sums[line.subject] += int(line.values.get("amount", 0))
    told = ", ".join(f"{plain(turn.name(who))} {turn.money(amount)}" for who, amount in sums.items())
    return Clause(t("privates pay {incomes}", incomes=told), Rank.DETAIL, list(lines), "")


def _lapsed(lines: Sequence[Line]) -> Clause:
    """Offers that lapse together; what each was about stands where it was made."""
    count = len(lines)
    return Clause(tn("{count} offer lapses", "{count} offers lapse", count), lines[0].rank, list(lines), "")


def _ran(turn: Turn, found: list[Clause], line: Line) -> Clause:
    """A run with its routes, which stand before it."""
    routes: list[Clause] = []
    while found and found[-1].lines[0].part is Part.ROUTE and found[-1].subject == line.subject:
        routes.insert(0, found.pop())
    made = _clause(line)
    if routes:
        money = turn.money(int(line.values.get("revenue", 0)))
        text = tn(
            "runs {count} train for {money}", "runs {count} trains for {money}", len(routes), money=money
        )
        made.text = text + _noted(line if line.note else routes[0].lines[0])
    made.lines = [*_lines(routes), line]
    return made


def _with_dividends(clauses: Iterable[Clause]) -> list[Clause]:
    """A run and what it paid as one."""
    found: list[Clause] = []
    for clause in clauses:
        last = found[-1].lines[-1] if found else None
        line = clause.lines[0]
        if last and last.part is Part.INCOME and line.rank == Rank.DIVIDEND and line.subject == last.subject:
            text = f"{found[-1].text}, {clause.text}"
            found[-1] = Clause(text, Rank.DIVIDEND, [*found[-1].lines, *clause.lines], clause.subject)
        else:
            found.append(clause)
    return found


def _together(clauses: Iterable[Clause]) -> list[Clause]:
    """What was done several times in a row as one."""
    found = []
    for (_, text), group in groupby(clauses, lambda clause: (clause.subject, clause.text)):
        first, *more = group
        if more:
            first.text = t("{deed} ({count} times)", deed=text, count=len(more) + 1)
            first.lines = _lines((first, *more))
        found.append(first)
    return found


def _most_of(clauses: Sequence[Clause], width: int) -> tuple[list[Clause], list[Line]]:
    """The clauses that fit, in order, and the lines of those left out: what matters least."""
    kept, left_out = list(clauses), list[Line]()
    while len(kept) > 1 and sum(len(clause.text) + ROOM_OF_NAMES for clause in kept) > width:
        least = max(kept, key=lambda clause: clause.rank)
        kept = [clause for clause in kept if clause is not least]
        left_out += least.lines
    return [replace(clause, text=shorten(clause.text, width, placeholder=" …")) for clause in kept], left_out


# --- sentences -------------------------------------------------------------------------------------


def _headed(turn: Turn, clauses: Sequence[Clause], left_out: Sequence[Line]) -> str:
    """Who, then what, then how much more."""
    head = _head(turn)
    said = _said(turn, clauses) + (f" · + {counted(left_out)}" if left_out else "")
    if not head or not said:
        return said or head
    first = clauses[0]
    sentence = first.subject == turn.actor and turn.actor and not turn.company and not first.noun
    return f"{head} {said}" if sentence else f"{head}: {said}"


def _head(turn: Turn) -> str:
    if turn.begins:
        return t("**{round} begins**", round=plain(turn.begins))
    if turn.ends:
        return t("**{round} ends**", round=plain(turn.ends))
    name = plain(turn.name(turn.actor)) if turn.actor else ""
    if not turn.company:
        return name
    return f"{name} ({plain(turn.name(turn.by))})" if turn.by else t("{company} (no president)", company=name)


def _said(turn: Turn, clauses: Sequence[Clause]) -> str:
    """The clauses; who is not the one of whom the last clause was is named."""
    said, last = "", turn.actor
    for clause in clauses:
        who = clause.subject
        named = plain(turn.name(who)) + " " if who and who != last else ""
        also = who and who == last and last != turn.actor
        said += (", " if also else " · ") * bool(said) + named + clause.text
        if not clause.noun:
            last = who or (last if last == turn.actor else "")
    return said


# --- what is counted -------------------------------------------------------------------------------


def _before(turns: Sequence[Turn]) -> Row:
    """Turns told as one: whose they were, what mattered most, and how much of the rest there was."""
    told = [(turn, clause) for turn in turns for clause in _clauses(turn)]
    weighty = [one for one in told if one[1].rank <= Rank.FLOAT]
    weighty = sorted(weighty, key=lambda one: one[1].rank)[:WEIGHTY]
    shown = [one for one in told if any(one is w for w in weighty)]
    rest = [line for one in told if not any(one is s for s in shown) for line in one[1].lines]
    parts = [_said(replace(turn, actor=""), [clause]) for turn, clause in shown]
    actors = list(dict.fromkeys(plain(turn.name(turn.actor)) for turn in turns if turn.actor))
    names = ", ".join(actors[:NAMES]) + " …" * (len(actors) > NAMES)
    count = sum(bool(turn.actor) for turn in turns)
    head = tn("before: {count} turn ({names})", "before: {count} turns ({names})", count, names=names)
    said = " · ".join([*parts, *[counted(rest)] * bool(rest)])
    return Row(f"{head}: {said}" if said else head, _lines(clause for _, clause in shown), rest)


def counted(lines: Iterable[Line]) -> str:
    """How many of each sort there are, such as "2 trains, 4 passes"."""
    told = list(lines)
    sorts = Counter(_sort(line) for line in told if line.part is not Part.ROUTE or len(told) == 1)
    return ", ".join(_many(sort, sorts[sort]) for sort in SORTS if sorts[sort])


SORTS = ("tile", "token", "run", "dividend", "price", "train", "share", "paid", "offer", "pass", "other")


def _sort(line: Line) -> str:
    if line.part is Part.INCOME:
        return "run"
    if line.part is Part.DEED:
        return "dividend" if line.rank == Rank.DIVIDEND else "other"
    return str(line.part.value)


def _many(sort: str, count: int) -> str:
    words: Mapping[str, Callable[[], str]] = {
        "tile": lambda: tn("{count} tile", "{count} tiles", count),
        "token": lambda: tn("{count} token", "{count} tokens", count),
        "run": lambda: tn("{count} run", "{count} runs", count),
        "dividend": lambda: tn("{count} dividend", "{count} dividends", count),
        "price": lambda: tn("{count} new price", "{count} new prices", count),
        "train": lambda: tn("{count} train bought", "{count} trains bought", count),
        "share": lambda: tn("{count} deal in shares", "{count} deals in shares", count),
        "paid": lambda: tn("{count} income", "{count} incomes", count),
        "offer": lambda: tn("{count} offer", "{count} offers", count),
        "pass": lambda: tn("{count} pass", "{count} passes", count),
        "other": lambda: tn("{count} thing more", "{count} things more", count),
    }
    return words[sort]()

"""What happened, on a card: one line an actor's turn in the order of time; what is too much is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from textwrap import shorten

from bot.cards.clauses import Clause, clauses_of, lines_in, without_offers
from bot.chat.figures import both, plain, small
from bot.games.turns import Turn
from bot.words import known, t, tn
from engine.face.stake import unled
from engine.face.stories import Line, Part, Rank

LINES, RESULT = 8, 14
"""Lines on the card of a turn, and on one that is over."""

WIDTH, ROOM, CLOSED = 420, 2000, 3300
"""Characters of a line where there are many; of all of them on a card of a turn, and on one that is over."""

ENDLESS, ROOM_OF_NAMES = 1 << 30, 8
"""Characters of a line that is not cut, and those between two clauses and before one."""

NAMES, WEIGHTY = 6, 4
"""Actors that are named where turns are told as one, and things that are told of them in full."""


@dataclass(slots=True)
class Row:
    """A line of a card: what it says in full, and what it only counts."""

    text: str
    shown: list[Line] = field(default_factory=list)
    counted: list[Line] = field(default_factory=list)


def lines_of(turns: Sequence[Turn], most: int = LINES, room: int = ROOM, *, to: Collection[str] = ()) -> str:
    """The turns as small text, the oldest told as one where there are too many; ``to`` reads it."""
    return small("\n".join(row.text for row in fitting(turns, most, room, to)))


def shortened(turns: Sequence[Turn], most: int = LINES, room: int = ROOM) -> bool:
    """Whether there is more to tell than `lines_of` shows."""
    return any(row.counted for row in fitting(turns, most, room))


def fitting(
    turns: Sequence[Turn], most: int = LINES, room: int = ROOM, to: Collection[str] = ()
) -> list[Row]:
    """At most so many lines with so many characters in all, in the order of time."""
    groups = _groups(turns)
    width = max(min(WIDTH, room), room // max(min(len(groups), most), 1))
    rows = [_row(group, width, to) for group in groups]
    if _fit(rows, most, room) == len(rows):
        return rows
    groups = _quiet_together(groups)
    rows = [_row(group, width, to) for group in groups]
    if _fit(rows, most, room) == len(rows):
        return rows
    kept = _fit(rows, max(most - 1, 1), room - WIDTH)
    before = [turn for group in groups[:-kept] for turn in group]
    return [_before(before, to), *rows[-kept:]]


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


def _row(group: Sequence[Turn], width: int, to: Collection[str] = ()) -> Row:
    if len(group) > 1 and group[0].begins:
        return _quiet(group)
    names = list(dict.fromkeys(plain(turn.name(turn.actor)) for turn in group))
    if len(group) > 1:
        return Row(_all_pass(names, group[0].lines[0]), [line for turn in group for line in turn.lines])
    [turn] = group
    kept, counted = _most_of(clauses_of(turn, to), width)
    shown = lines_in(clause for clause in kept if not clause.brief)
    brief = lines_in(clause for clause in kept if clause.brief)
    return Row(_headed(turn, kept, counted), shown, [*brief, *counted])


def _quiet(turns: Sequence[Turn]) -> Row:
    """Rounds in which everybody passed, named and no more."""
    names = [plain(turn.begins) for turn in turns if turn.begins]
    said = t("**{round}**: everybody passes", round=names[0])
    if len(names) > 1:
        said = t("**{first}** to **{last}**: everybody passes", first=names[0], last=names[-1])
    return Row(said, counted=[line for turn in turns for line in turn.lines])


def _most_of(clauses: Sequence[Clause], width: int) -> tuple[list[Clause], list[Line]]:
    """The clauses that fit, in order, and the lines of those left out: what matters least."""
    kept, left_out = list(clauses), list[Line]()
    if _length(kept) > width:
        kept = without_offers(kept)
    while len(kept) > 1 and _length(kept) > width:
        least = max(kept, key=lambda clause: clause.weight)
        kept = [clause for clause in kept if clause is not least]
        left_out += least.lines
    return [replace(clause, text=shorten(clause.text, width, placeholder=" …")) for clause in kept], left_out


def _length(clauses: Iterable[Clause]) -> int:
    return sum(len(clause.text) + ROOM_OF_NAMES for clause in clauses)


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
    if turn.begins and turn.after:
        return t("**{before} ends, {round} begins**", before=plain(turn.after), round=plain(turn.begins))
    if turn.begins:
        return t("**{round} begins**", round=plain(turn.begins))
    if turn.ends:
        return t("**{round} ends**", round=plain(turn.ends))
    name = plain(turn.name(turn.actor)) if turn.actor else ""
    if not turn.company:
        return name
    by = turn.name(turn.by) if turn.by or turn.view is None else known(unled(turn.view))
    return f"{name} ({plain(by)})"


def _said(turn: Turn, clauses: Sequence[Clause]) -> str:
    """The clauses; who is not the one of whom the last clause was is named, anew after a colon."""
    said, last, offered = "", turn.actor, False
    for clause in clauses:
        who, offers = clause.subject, clause.part is Part.OFFER
        named = plain(turn.name(who)) + " " if who and (who != last or (offered and not offers)) else ""
        also = who and who == last and last != turn.actor and not named
        said += (", " if also else " · ") * bool(said) + named + clause.text
        if ": " in clause.text and who != turn.actor:
            last = ""
        elif not clause.noun:
            last = who
        offered = offers and ": " in clause.text
    return said


# --- what is counted -------------------------------------------------------------------------------


def _before(turns: Sequence[Turn], to: Collection[str] = ()) -> Row:
    """Turns told as one: whose they were, what mattered most, and how much of the rest there was."""
    told = [(turn, clauses_of(turn, to)) for turn in turns]
    shown = _worth_it([clause for _, clauses in told for clause in clauses])
    parts = [part for turn, clauses in told for part in _parts(turn, clauses, shown)]
    rest = [line for _, clauses in told for c in clauses if not _among(c, shown) for line in c.lines]
    names = list(dict.fromkeys(plain(turn.name(turn.actor)) for turn in turns if turn.actor))
    if not parts and rest and all(line.part is Part.PASS for line in rest):
        return Row(t("before: {deed}", deed=_all_pass(names, rest[0])), counted=rest)
    called = ", ".join(names[:NAMES]) + " …" * (len(names) > NAMES)
    count = sum(bool(turn.actor) for turn in turns)
    head = tn("before: {count} turn ({names})", "before: {count} turns ({names})", count, names=called)
    more = counted(line for line in rest if line.part is not Part.PASS)
    said = " · ".join(filter(None, [*parts, more]))
    return Row(f"{head}: {said}" if said else head, lines_in(shown), rest)


def _all_pass(names: Sequence[str], line: Line) -> str:
    return f"{both(names)} {line.several}" if len(names) > 1 else f"{names[0]} {line.clause}"


def _worth_it(clauses: Sequence[Clause]) -> list[Clause]:
    """What is told of turns that are told as one; of what has no name to be counted by as much as fits."""
    weighty = sorted((c for c in clauses if c.rank <= Rank.FLOAT), key=lambda c: c.rank)[:WEIGHTY]
    found = [*weighty, *(c for c in clauses if c.kept and not _among(c, weighty))]
    for clause in clauses:
        other = any(_sort(line) == "other" for line in clause.lines) and not _among(clause, found)
        if other and _length([*found, clause]) <= WIDTH:
            found.append(clause)
    return [clause for clause in clauses if _among(clause, found)]


def _among(clause: Clause, found: Iterable[Clause]) -> bool:
    return any(clause is other for other in found)


def _parts(turn: Turn, clauses: Sequence[Clause], shown: Sequence[Clause]) -> list[str]:
    """What is told of a turn; how rounds begin and end always is."""
    told = [_said(replace(turn, actor=""), [clause]) for clause in clauses if _among(clause, shown)]
    return [_head(turn), *told] if turn.begins or turn.ends else told


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
        "paid": lambda: t("privates pay"),
        "offer": lambda: tn("{count} offer", "{count} offers", count),
        "pass": lambda: tn("{count} pass", "{count} passes", count),
        "other": lambda: tn("{count} thing more", "{count} things more", count),
    }
    return words[sort]()

"""What was done in a turn as clauses: a run with its routes, incomes, offers, what was done several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.chat.figures import both, plain
from bot.games.turns import Turn
from bot.words import t, tn
from engine.face.stories import Line, Part, Rank

NOUNS = (Part.TILE, Part.TOKEN, Part.PRICE)
"""What is told without a verb."""

SMALL = (Part.TILE, Part.TOKEN, Part.PASS)
"""What is left out before anything else but offers that came to nothing."""

SUMS = ("price", "amount", "money", "cost")
"""Names of what one deed cost or brought."""


@dataclass(slots=True)
class Clause:
    """One thing that was done, or several told as one; ``subject`` did it, empty where the text says so.

    kept: never left out, as money of whoever reads. causes: the price that moved next. brief: of the lines it
    tells the number only.
    """

    text: str
    rank: Rank
    lines: list[Line]
    subject: str
    kept: bool = False
    causes: bool = False
    brief: bool = False

    @property
    def part(self) -> Part:
        """What sort of thing it is."""
        return self.lines[0].part

    @property
    def noun(self) -> bool:
        """Whether it has no verb, so that a name before it is no subject of what follows."""
        return self.brief or self.part in NOUNS

    @property
    def weight(self) -> tuple[int, int, bool]:
        """What has more is left out first."""
        if self.kept:
            return 0, 0, False
        early = 2 if self.part in (Part.OFFER, Part.LAPSE) and self.rank != Rank.DEAL else self.part in SMALL
        return 1 + int(early), Rank.DIVIDEND if self.causes else self.rank, self.part is Part.PRICE


def lines_in(clauses: Iterable[Clause]) -> list[Line]:
    """What they tell, in order."""
    return [line for clause in clauses for line in clause.lines]


def clauses_of(turn: Turn, to: Collection[str] = ()) -> list[Clause]:
    """What was done in a turn, in order; a run and what it paid are one, and so are incomes in a row.

    ``to``: who reads it.
    """
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
    made = _formed(turn, _together(turn, _with_dividends(found)))
    for i, clause in enumerate(made):
        clause.kept = any(_gets(line) & set(to) for line in clause.lines)
        cause = _cause(made[:i], clause) if clause.part is Part.PRICE else None
        if cause is not None:
            cause.causes = True
    return made


def _gets(line: Line) -> set[str]:
    """Who gets money by what a line tells."""
    paid = {line.subject} if line.part is Part.PAID else set[str]()
    return paid | {who for who, _ in line.values.get("holders", ())}


def _cause(before: Sequence[Clause], moved: Clause) -> Clause | None:
    """What moved a price: what its company did last, or else a deal in shares."""
    wanted = (c for c in reversed(before) if c.part is not Part.PRICE)
    return next((c for c in wanted if c.part is Part.SHARE or c.subject == moved.subject), None)


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
    made.lines = [*lines_in(routes), line]
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


def _formed(turn: Turn, clauses: Iterable[Clause]) -> list[Clause]:
    """Companies that became the same in a row as one, by name."""
    found: list[Clause] = []
    for several, group in groupby(clauses, _becomes):
        same = list(group)
        if several and len(same) > 1:
            names = both([plain(turn.name(clause.subject)) for clause in same])
            same = [Clause(f"{names} {several}", Rank.FORMATION, lines_in(same), "")]
        found += same
    return found


def _becomes(clause: Clause) -> str:
    """What a company and others may become."""
    return clause.lines[0].several if clause.rank is Rank.FORMATION and clause.subject else ""


def _together(turn: Turn, clauses: Iterable[Clause]) -> list[Clause]:
    """What was done several times in a row as one."""
    found = []
    for _, group in groupby(clauses, lambda clause: (clause.subject, clause.text)):
        first, *more = group
        if more:
            first.text = _times(turn, first, len(more) + 1)
            first.lines = lines_in((first, *more))
        found.append(first)
    return found


def _times(turn: Turn, clause: Clause, count: int) -> str:
    """Something that was done several times, with the money of each time."""
    values = clause.lines[0].values
    times = t("twice") if count == 2 else t("{count} times", count=count)
    sums = [values[name] for name in SUMS if isinstance(values.get(name), int)]
    if not sums:
        return f"{clause.text} ({times})"
    return t("{deed} ({times}, {money} each)", deed=clause.text, times=times, money=turn.money(sums[0]))


def without_offers(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses with all offers that came to nothing as one, where the first of them stood."""
    accepted = {
        _deal(line) for c in clauses if c.rank == Rank.DEAL and c.part is Part.OFFER for line in c.lines
    }
    vain = [c for c in clauses if _is_vain(c, accepted)]
    if len(vain) < 2:
        return list(clauses)
    lines, deals = lines_in(vain), dict[object, list[Line]]()
    for line in lines:
        deals.setdefault(_deal(line), []).append(line)
    told = tn("{count} offer", "{count} offers", len(deals))
    if not any(map(_is_open, deals.values())):
        told = tn("{count} offer, not accepted", "{count} offers, none accepted", len(deals))
    one = Clause(told, vain[0].rank, lines, "", brief=True)
    return [one if c is vain[0] else c for c in clauses if c is vain[0] or not any(c is v for v in vain)]


def _is_vain(clause: Clause, accepted: Collection[object]) -> bool:
    offers = clause.part in (Part.OFFER, Part.LAPSE)
    return offers and not any(_deal(line) in accepted for line in clause.lines)


def _deal(line: Line) -> tuple[object, ...]:
    return tuple(line.values.get(name) for name in ("by", "to", "deal"))


def _is_open(told: Sequence[Line]) -> bool:
    """Whether an offer of a deal waits: each has a line when it is made, and one when it ends."""
    last = told[-1]
    return len(told) % 2 == 1 and last.part is Part.OFFER and last.subject == last.values.get("by")

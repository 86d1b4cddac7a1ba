"""The events of a turn as clauses for a card: runs with their routes, incomes, offers, repeated actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.cards.past_turns import Turn
from bot.chat.markdown import escape
from bot.words import join_and, t, tn
from engine.api.stories import Line, Part, Rank

NOUN_PARTS = (Part.TILE, Part.TOKEN, Part.PRICE)
"""Parts whose clauses have no verb."""

MINOR_PARTS = (Part.TILE, Part.TOKEN, Part.PASS)
"""Parts that a full card leaves out first, after offers that were not accepted."""

AMOUNTS = ("price", "amount", "money", "cost")
"""Names of the value that says what one action cost or earned."""


@dataclass(slots=True)
class Clause:
    """One clause of a card, for one event or several; ``subject`` is the company or player who acts, or "".

    ``is_kept``: never left out, as the reader gets money by it. ``moves_price``: it moved the price in a
    later clause. ``is_summary``: it gives only the number of its lines.
    """

    text: str
    rank: Rank
    lines: list[Line]
    subject: str
    is_kept: bool = False
    moves_price: bool = False
    is_summary: bool = False

    @property
    def part(self) -> Part:
        """Return the kind of event that this clause of a card is about."""
        return self.lines[0].part

    @property
    def is_noun(self) -> bool:
        """Return True if the clause has no verb, so that the name before it is not its subject."""
        return self.is_summary or self.part in NOUN_PARTS

    @property
    def omission_order(self) -> tuple[int, int, bool]:
        """Return the sort key for leaving clauses out of a full card: the greatest goes first.

        Offers that were not accepted go first, then tiles, tokens and passes, then all others. In each group
        the higher rank goes first, and of equal ranks the share price. Clauses that are kept have the
        smallest key.
        """
        if self.is_kept:
            return 0, 0, False
        omission_group = (
            2
            if self.part in (Part.OFFER, Part.LAPSE) and self.rank != Rank.DEAL
            else self.part in MINOR_PARTS
        )
        return (
            1 + int(omission_group),
            Rank.DIVIDEND if self.moves_price else self.rank,
            self.part is Part.PRICE,
        )


def lines_in(clauses: Iterable[Clause]) -> list[Line]:
    """Return the lines of some clauses of a card, in order."""
    return [line for clause in clauses for line in clause.lines]


def clauses_of(turn: Turn, readers: Collection[str] = ()) -> list[Clause]:
    """Return the events of a turn as clauses for a card, in order; [] for a turn without events.

    Events that belong together are one clause: a run and its dividend, payments of privates in a row, lapsed
    offers, repeated actions, companies that float. ``readers`` are the seat ids of those who read it: clauses
    about their money are never left out of the card.
    """
    clauses: list[Clause] = []
    for part, group in groupby(turn.lines, lambda line: line.part):
        lines = list(group)
        if part is Part.PAID:
            clauses.append(_private_income(turn, lines))
        elif part is Part.LAPSE and len(lines) > 1:
            clauses.append(_lapsed_offers(lines))
        elif part is Part.INCOME:
            clauses += [_run_clause(turn, clauses, line) for line in lines]
        else:
            clauses += [_clause_with_holders(turn, line) for line in lines]
    merged_clauses = _merge_formations(turn, _merge_repeated(turn, _merge_dividends(clauses)))
    for index, clause in enumerate(merged_clauses):
        clause.is_kept = any(_receivers(line) & set(readers) for line in clause.lines)
        cause = _find_cause(merged_clauses[:index], clause) if clause.part is Part.PRICE else None
        if cause is not None:
            cause.moves_price = True
    return merged_clauses


def _receivers(line: Line) -> set[str]:
    """Return the ids of companies and players who receive money in a line of a card."""
    receivers = {line.subject} if line.part is Part.PAID else set[str]()
    return receivers | {holder for holder, _ in line.values.get("holders", ())}


def _find_cause(earlier: Sequence[Clause], price_clause: Clause) -> Clause | None:
    """Return the clause of the event that moved a share price, for a card; None if none of ``earlier`` did.

    That is the company's last clause, or a deal in shares just before the price. ``earlier`` are the clauses
    of the turn before it, in order.
    """
    candidates = (candidate for candidate in reversed(earlier) if candidate.part is not Part.PRICE)
    return next(
        (
            candidate
            for candidate in candidates
            if candidate.part is Part.SHARE or candidate.subject == price_clause.subject
        ),
        None,
    )


def _clause_of_line(line: Line) -> Clause:
    """Return the clause of a single line of the card, with its note."""
    text = escape(line.clause or line.text.removesuffix("."))
    return Clause(text + _note_suffix(line), _rank_of(line), [line], line.subject)


def _clause_with_holders(turn: Turn, line: Line) -> Clause:
    """Return a card's clause of a line; a dividend also lists its receivers, and how much each received."""
    clause, holders = _clause_of_line(line), line.values.get("holders", ())
    if holders:
        shares = ", ".join(f"{escape(turn.name(holder))} {turn.money(amount)}" for holder, amount in holders)
        clause.text = f"{clause.text.removesuffix(_note_suffix(line))} ({shares}){_note_suffix(line)}"
    return clause


def _note_suffix(line: Line) -> str:
    """Return the suffix of a card's clause for the note of a move, such as " (order)"; "" without a note.

    A note with a colon is that of a standing order.
    """
    if not line.note:
        return ""
    return " " + (t("(order)") if ":" in line.note else f"({escape(line.note)})")


def _rank_of(line: Line) -> Rank:
    """Return the rank of a line on the card; runs and prices rank as high as dividends."""
    return Rank.DIVIDEND if line.part in (Part.INCOME, Part.PRICE) else line.rank


def _private_income(turn: Turn, lines: Sequence[Line]) -> Clause:
    """Return one clause of a card for the revenue that private companies pay, summed by receiver."""
    income_by_receiver = Counter[str]()
    for line in lines:
        income_by_receiver[line.subject] += int(line.values.get("amount", 0))
    incomes = ", ".join(
        f"{escape(turn.name(receiver))} {turn.money(amount)}"
        for receiver, amount in income_by_receiver.items()
    )
    return Clause(t("privates pay {incomes}", incomes=incomes), Rank.DETAIL, list(lines), "")


def _lapsed_offers(lines: Sequence[Line]) -> Clause:
    """Return one clause of a card for several offers that lapse at once.

    There must be at least one line.
    """
    count = len(lines)
    return Clause(tn("{count} offer lapses", "{count} offers lapse", count), lines[0].rank, list(lines), "")


def _run_clause(turn: Turn, clauses: list[Clause], line: Line) -> Clause:
    """Return a card's clause of a company's run with its revenue, from its line.

    The clauses of its routes are removed from the end of ``clauses`` and become the number of trains. Without
    routes the clause is the line's own.
    """
    routes: list[Clause] = []
    while clauses and clauses[-1].lines[0].part is Part.ROUTE and clauses[-1].subject == line.subject:
        routes.insert(0, clauses.pop())
    clause = _clause_of_line(line)
    if routes:
        money = turn.money(int(line.values.get("revenue", 0)))
        text = tn(
            "runs {count} train for {money}", "runs {count} trains for {money}", len(routes), money=money
        )
        clause.text = text + _note_suffix(line if line.note else routes[0].lines[0])
    clause.lines = [*lines_in(routes), line]
    return clause


def _merge_dividends(clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses of a card with each run and the dividend right after it merged into one."""
    merged_clauses: list[Clause] = []
    for clause in clauses:
        last_line = merged_clauses[-1].lines[-1] if merged_clauses else None
        line = clause.lines[0]
        if (
            last_line
            and last_line.part is Part.INCOME
            and line.rank == Rank.DIVIDEND
            and line.subject == last_line.subject
        ):
            text = f"{merged_clauses[-1].text}, {clause.text}"
            merged_clauses[-1] = Clause(
                text, Rank.DIVIDEND, [*merged_clauses[-1].lines, *clause.lines], clause.subject
            )
        else:
            merged_clauses.append(clause)
    return merged_clauses


def _merge_formations(turn: Turn, clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses of a card with companies that float in a row, or form alike, merged into one."""
    merged_clauses: list[Clause] = []
    for outcome, group in groupby(clauses, _plural_outcome):
        companies_clauses = list(group)
        if outcome and len(companies_clauses) > 1:
            names = join_and([escape(turn.name(clause.subject)) for clause in companies_clauses])
            companies_clauses = [
                Clause(f"{names} {outcome}", Rank.FORMATION, lines_in(companies_clauses), "")
            ]
        merged_clauses += companies_clauses
    return merged_clauses


def _plural_outcome(clause: Clause) -> str:
    """Return what a company became (such as floated), worded for several; "" for any other clause."""
    return clause.lines[0].plural_clause if clause.rank is Rank.FORMATION and clause.subject else ""


def _merge_repeated(turn: Turn, clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses of a card with the same action of the same subject in a row merged into one.

    The first clause of each is changed in place.
    """
    merged_clauses = []
    for _, group in groupby(clauses, lambda clause: (clause.subject, clause.text)):
        first, *repeats = group
        if repeats:
            first.text = _repeated_text(turn, first, len(repeats) + 1)
            first.lines = lines_in((first, *repeats))
        merged_clauses.append(first)
    return merged_clauses


def _repeated_text(turn: Turn, clause: Clause, count: int) -> str:
    """Return a card's text of an action done `count` (2 or more) times, with the money of each, if any."""
    values = clause.lines[0].values
    times = t("twice") if count == 2 else t("{count} times", count=count)
    amounts = [values[name] for name in AMOUNTS if isinstance(values.get(name), int)]
    if not amounts:
        return f"{clause.text} ({times})"
    return t("{deed} ({times}, {money} each)", deed=clause.text, times=times, money=turn.money(amounts[0]))


def merge_offers(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a card with all offers that were not accepted merged into the place of the first.

    Fewer than two such clauses stay as they are. The text counts the offers, a repeated one once, and says
    that none was accepted unless one is still open.
    """
    accepted_offers = {
        _offer_key(line)
        for clause in clauses
        if clause.rank == Rank.DEAL and clause.part is Part.OFFER
        for line in clause.lines
    }
    unaccepted = [clause for clause in clauses if _is_unaccepted(clause, accepted_offers)]
    if len(unaccepted) < 2:
        return list(clauses)
    lines, deals = lines_in(unaccepted), dict[object, list[Line]]()
    for line in lines:
        deals.setdefault(_offer_key(line), []).append(line)
    text = tn("{count} offer", "{count} offers", len(deals))
    if not any(map(_is_open, deals.values())):
        text = tn("{count} offer, not accepted", "{count} offers, none accepted", len(deals))
    summary = Clause(text, unaccepted[0].rank, lines, "", is_summary=True)
    return [
        summary if clause is unaccepted[0] else clause
        for clause in clauses
        if clause is unaccepted[0] or not any(clause is other for other in unaccepted)
    ]


def _is_unaccepted(clause: Clause, accepted: Collection[object]) -> bool:
    """Return True if a clause of a card is about offers none of which was accepted."""
    is_offer = clause.part in (Part.OFFER, Part.LAPSE)
    return is_offer and not any(_offer_key(line) in accepted for line in clause.lines)


def _offer_key(line: Line) -> tuple[object, ...]:
    """Return what identifies an offer on a card: who made it, to whom, and for what."""
    return tuple(line.values.get(name) for name in ("by", "to", "deal"))


def _is_open(lines: Sequence[Line]) -> bool:
    """Return True if the last offer of a deal, told on a card, is still open.

    An offer has one line when made and one when ended. ``lines`` are those of that deal, oldest first.
    """
    last_line = lines[-1]
    return (
        len(lines) % 2 == 1
        and last_line.part is Part.OFFER
        and last_line.subject == last_line.values.get("by")
    )

"""The events of a turn in the words of a card: runs with routes, payments of privates, offers and so on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.cards.past_turns import Turn
from bot.chat.markdown import escape
from bot.words import join_and, t, tn
from engine.api.stories import EventKind, LogLine, Rank

NOUN_PHRASE_KINDS = (EventKind.TILE, EventKind.TOKEN, EventKind.PRICE)
"""Kinds of events whose text on a card has no verb."""

MINOR_KINDS = (EventKind.TILE, EventKind.TOKEN, EventKind.PASS)
"""Kinds of events that a full card leaves out first, after offers that were not accepted."""

AMOUNTS = ("price", "amount", "money", "cost")
"""Names of the value that says what one action cost or earned."""


@dataclass(slots=True)
class CardEvent:
    """What a card says about one event of the log, or about several events that are merged into one.

    ``lines`` are the log's sentences about the event (at least one); ``subject`` is the id of the player or
    company that acts, "" for nobody. ``is_always_shown``: the event is never left out of a full card, since a
    reader of the card receives money in it. ``moves_price``: the event moved the share price that a later
    event of the card reports. ``is_summary``: the text only counts the event's lines. The lower ``rank`` is,
    the more important the event is.
    """

    text: str
    rank: Rank
    lines: list[LogLine]
    subject: str
    is_always_shown: bool = False
    moves_price: bool = False
    is_summary: bool = False

    @property
    def kind(self) -> EventKind:
        """Return the kind of this event of a card, such as a tile or a run: the kind of its first line."""
        return self.lines[0].kind

    @property
    def is_noun_phrase(self) -> bool:
        """Return True if this event's text on a card has no verb, such as "2 offers" or the text of a tile.

        A name before such a text is not its grammatical subject.
        """
        return self.is_summary or self.kind in NOUN_PHRASE_KINDS

    @property
    def omission_sort_key(self) -> tuple[int, int, bool]:
        """Return the sort key by which events are left out of a full card; the greatest key goes first.

        Offers that were not accepted go first, then tiles, tokens and passes, then all other events. In each
        of these groups, less important events (greater rank) go first, and of the same rank share prices. An
        event that moved a share price ranks as a dividend. Events that are always shown have the smallest
        key.
        """
        if self.is_always_shown:
            return 0, 0, False
        omission_group = (
            2
            if self.kind in (EventKind.OFFER, EventKind.LAPSE) and self.rank != Rank.DEAL
            else self.kind in MINOR_KINDS
        )
        return (
            1 + int(omission_group),
            Rank.DIVIDEND if self.moves_price else self.rank,
            self.kind is EventKind.PRICE,
        )


def lines_of_events(events: Iterable[CardEvent]) -> list[LogLine]:
    """Return the lines (sentences) of the log that these events of a card stand for, in order."""
    return [line for event in events for line in event.lines]


def card_events(turn: Turn, reader_seats: Collection[str] = ()) -> list[CardEvent]:
    """Return the events of a turn for a card, in order; [] for a turn without events.

    Events that belong together are merged into one: a run and its dividend, consecutive payments of privates,
    lapsed offers, repeated actions, companies that are sold out or become nationals. ``reader_seats`` are the
    seat ids of the card's readers: events in which they receive money are always shown.
    """
    events: list[CardEvent] = []
    for kind, group in groupby(turn.lines, lambda line: line.kind):
        lines = list(group)
        if kind is EventKind.PAID:
            events.append(_private_income_event(turn, lines))
        elif kind is EventKind.LAPSE and len(lines) > 1:
            events.append(_lapsed_offers_event(lines))
        elif kind is EventKind.INCOME:
            events += [_train_run_event(turn, events, line) for line in lines]
        else:
            events += [_event_with_payouts(turn, line) for line in lines]
    events = _merge_sold_out(turn, _merge_dividends(events))
    merged_events = _merge_formations(turn, _merge_repeated(turn, events))
    for index, event in enumerate(merged_events):
        event.is_always_shown = any(_payee_ids(line) & set(reader_seats) for line in event.lines)
        cause = _find_price_cause(merged_events[:index], event) if event.kind is EventKind.PRICE else None
        if cause is not None:
            cause.moves_price = True
    return merged_events


def _payee_ids(line: LogLine) -> set[str]:
    """Return the ids of the companies and players who receive money in the event of a card's line.

    These are the subject of a payment, or the keys in the value ``holders`` of a dividend (see
    `card_lines_of_record`).
    """
    payees = {line.subject} if line.kind is EventKind.PAID else set[str]()
    return payees | {holder for holder, _ in line.values.get("holders", ())}


def _find_price_cause(earlier_events: Sequence[CardEvent], price_event: CardEvent) -> CardEvent | None:
    """Return the event of a card that moved a share price; None if no earlier event did.

    ``earlier_events`` are the events of the turn before ``price_event``, in order. The cause is the last of
    them that is a share deal or is about the company of the price.
    """
    candidates = (
        candidate for candidate in reversed(earlier_events) if candidate.kind is not EventKind.PRICE
    )
    return next(
        (
            candidate
            for candidate in candidates
            if candidate.kind is EventKind.SHARE or candidate.subject == price_event.subject
        ),
        None,
    )


def _card_event_of_line(line: LogLine) -> CardEvent:
    """Return what a card shows of a single line of the log: its text, its rank and its subject.

    The text is the line's predicate or its sentence, with Markdown escaped; the line's note follows it.
    """
    text = escape(line.predicate or line.text.removesuffix("."))
    return CardEvent(text + _note_suffix(line), _rank_on_card(line), [line], line.subject)


def _event_with_payouts(turn: Turn, line: LogLine) -> CardEvent:
    """Return the card event for one line (sentence) of the log; a dividend names who received how much.

    The line of a dividend has the value ``holders`` (see `card_lines_of_record`).
    """
    event, holders = _card_event_of_line(line), line.values.get("holders", ())
    if holders:
        amounts = ", ".join(
            f"{escape(turn.name_of_holder(holder))} {turn.format_money(amount)}" for holder, amount in holders
        )
        event.text = f"{event.text.removesuffix(_note_suffix(line))} ({amounts}){_note_suffix(line)}"
    return event


def _note_suffix(line: LogLine) -> str:
    """Return the note of a move with a space and brackets, as the end of a card's text; "" for no note.

    The note of a standing order, which has a colon, becomes " (order)".
    """
    if not line.note:
        return ""
    return " " + (t("(order)") if ":" in line.note else f"({escape(line.note)})")


def _rank_on_card(line: LogLine) -> Rank:
    """Return the importance (`Rank`) that a line (sentence) of the log has on a card; 0 is most important.

    Runs and changes of share prices rank as dividends, all other lines as in the log.
    """
    return Rank.DIVIDEND if line.kind in (EventKind.INCOME, EventKind.PRICE) else line.rank


def _private_income_event(turn: Turn, lines: Sequence[LogLine]) -> CardEvent:
    """Return a single card event for consecutive payments of private companies, summed up for each payee."""
    income_by_payee = Counter[str]()
    for line in lines:
        income_by_payee[line.subject] += int(line.values.get("amount", 0))
    incomes = ", ".join(
        f"{escape(turn.name_of_holder(payee))} {turn.format_money(amount)}"
        for payee, amount in income_by_payee.items()
    )
    return CardEvent(t("privates pay {incomes}", incomes=incomes), Rank.DETAIL, list(lines), "")


def _lapsed_offers_event(lines: Sequence[LogLine]) -> CardEvent:
    """Return a single card event that sums up several offers that lapse at once, such as "3 offers lapse".

    ``lines`` are the log's sentences about these offers, at least one.
    """
    count = len(lines)
    return CardEvent(
        tn("{count} offer lapses", "{count} offers lapse", count), lines[0].rank, list(lines), ""
    )


def _train_run_event(turn: Turn, earlier_events: list[CardEvent], line: LogLine) -> CardEvent:
    """Return the card event for the run of a company's trains, with the number of trains and the revenue.

    ``line`` is the log's sentence on the revenue. The events of the run's routes are removed from the end of
    ``earlier_events``. If there are none, the event has the text of ``line``.
    """
    routes: list[CardEvent] = []
    while (
        earlier_events
        and earlier_events[-1].kind is EventKind.ROUTE
        and earlier_events[-1].subject == line.subject
    ):
        routes.insert(0, earlier_events.pop())
    event = _card_event_of_line(line)
    if routes:
        money = turn.format_money(int(line.values.get("revenue", 0)))
        text = tn(
            "runs {count} train for {money}", "runs {count} trains for {money}", len(routes), money=money
        )
        event.text = text + _note_suffix(line if line.note else routes[0].lines[0])
    event.lines = [*lines_of_events(routes), line]
    return event


def _merge_dividends(events: Iterable[CardEvent]) -> list[CardEvent]:
    """Return a card's events, with each run merged with a dividend of the same company that follows it."""
    merged_events: list[CardEvent] = []
    for event in events:
        last_line = merged_events[-1].lines[-1] if merged_events else None
        line = event.lines[0]
        if (
            last_line
            and last_line.kind is EventKind.INCOME
            and line.rank == Rank.DIVIDEND
            and line.subject == last_line.subject
        ):
            text = f"{merged_events[-1].text}, {event.text}"
            merged_events[-1] = CardEvent(
                text, Rank.DIVIDEND, [*merged_events[-1].lines, *event.lines], event.subject
            )
        else:
            merged_events.append(event)
    return merged_events


def _merge_sold_out(turn: Turn, events: Iterable[CardEvent]) -> list[CardEvent]:
    """Return a card's events, with sold-out companies in a row and their new share prices merged into one."""
    paired_events: list[CardEvent] = []
    for event in events:
        last = paired_events[-1] if paired_events else None
        is_new_price = event.kind is EventKind.PRICE and last is not None and last.subject == event.subject
        if last and is_new_price and last.kind is EventKind.SOLD_OUT:
            text, lines = f"{last.text}, {event.text}", [*last.lines, *event.lines]
            paired_events[-1] = CardEvent(text, Rank.DIVIDEND, lines, event.subject)
        else:
            paired_events.append(event)
    merged_events: list[CardEvent] = []
    for kind, group in groupby(paired_events, lambda event: event.kind):
        same_kind = list(group)
        if kind is EventKind.SOLD_OUT and len(same_kind) > 1:
            prices = ", ".join(
                f"{escape(turn.name_of_holder(event.subject))} "
                f"{turn.format_money(int(event.lines[-1].values.get('value', 0)))}"
                for event in same_kind
            )
            text = t("sold out, price up: {prices}", prices=prices)
            same_kind = [CardEvent(text, Rank.DIVIDEND, lines_of_events(same_kind), "")]
        merged_events += same_kind
    return merged_events


def _merge_formations(turn: Turn, events: Sequence[CardEvent]) -> list[CardEvent]:
    """Return a card's events, with formations of companies that have the same predicate merged.

    For example, several companies that become nationals in a turn become one event (see `_plural_predicate`),
    in the place of the first of them.
    """
    events_by_predicate: dict[str, list[CardEvent]] = {}
    for event in events:
        events_by_predicate.setdefault(_plural_predicate(event), []).append(event)
    merged_events: list[CardEvent] = []
    for event in events:
        predicate = _plural_predicate(event)
        group = events_by_predicate[predicate] if predicate else [event]
        if len(group) == 1:
            merged_events.append(event)
        elif event is group[0]:
            names = join_and([escape(turn.name_of_holder(formed.subject)) for formed in group])
            lines = lines_of_events(group)
            merged_events.append(CardEvent(f"{names} {predicate}", Rank.FORMATION, lines, ""))
    return merged_events


def _plural_predicate(event: CardEvent) -> str:
    """Return the predicate with which a card says what several companies became, such as "become nationals".

    Return "" for an event that is not the formation of a company, or whose sentence has no plural.
    """
    return event.lines[0].plural_predicate if event.rank is Rank.FORMATION and event.subject else ""


def _merge_repeated(turn: Turn, events: Iterable[CardEvent]) -> list[CardEvent]:
    """Return a card's events, with consecutive events that have the same subject and text merged into one.

    The merged event is the first of them, whose text and lines are changed.
    """
    merged_events = []
    for _, group in groupby(events, lambda event: (event.subject, event.text)):
        first, *repeats = group
        if repeats:
            first.text = _repeated_text(turn, first, len(repeats) + 1)
            first.lines = lines_of_events((first, *repeats))
        merged_events.append(first)
    return merged_events


def _repeated_text(turn: Turn, event: CardEvent, count: int) -> str:
    """Return a card's text on an action that was made ``count`` times (2 or more).

    If the log has the money that each action cost or earned, the text says so.
    """
    values = event.lines[0].values
    times = t("twice") if count == 2 else t("{count} times", count=count)
    amounts = [values[name] for name in AMOUNTS if isinstance(values.get(name), int)]
    if not amounts:
        return f"{event.text} ({times})"
    return t(
        "{action} ({times}, {money} each)",
        action=event.text,
        times=times,
        money=turn.format_money(amounts[0]),
    )


def merge_unaccepted_offers(events: Sequence[CardEvent]) -> list[CardEvent]:
    """Return the events of a card, with all offers that were not accepted merged into one event.

    The merged event takes the place of the first such offer. Its text gives the number of different offers,
    and says that none was accepted unless one of them is still open. If there are fewer than two events about
    such offers, nothing is merged.
    """
    accepted_offers = {
        _offer_key(line)
        for event in events
        if event.rank == Rank.DEAL and event.kind is EventKind.OFFER
        for line in event.lines
    }
    unaccepted = [event for event in events if _is_unaccepted_offer(event, accepted_offers)]
    if len(unaccepted) < 2:
        return list(events)
    lines, lines_by_offer = lines_of_events(unaccepted), dict[object, list[LogLine]]()
    for line in lines:
        lines_by_offer.setdefault(_offer_key(line), []).append(line)
    text = tn("{count} offer", "{count} offers", len(lines_by_offer))
    if not any(map(_is_offer_open, lines_by_offer.values())):
        text = tn("{count} offer, not accepted", "{count} offers, none accepted", len(lines_by_offer))
    summary = CardEvent(text, unaccepted[0].rank, lines, "", is_summary=True)
    return [
        summary if event is unaccepted[0] else event
        for event in events
        if event is unaccepted[0] or not any(event is other for other in unaccepted)
    ]


def _is_unaccepted_offer(event: CardEvent, accepted_offers: Collection[object]) -> bool:
    """Return True if an event of a card is about offers none of which was accepted.

    ``accepted_offers`` are the keys (`_offer_key`) of offers that were accepted.
    """
    is_offer = event.kind in (EventKind.OFFER, EventKind.LAPSE)
    return is_offer and not any(_offer_key(line) in accepted_offers for line in event.lines)


def _offer_key(line: LogLine) -> tuple[object, ...]:
    """Return the key of the offer in a line of a card: who made the offer, to whom, and for what.

    The key consists of the line's values "by", "to" and "deal", each None if the line lacks it.
    """
    return tuple(line.values.get(name) for name in ("by", "to", "deal"))


def _is_offer_open(lines: Sequence[LogLine]) -> bool:
    """Return True if an offer on a card, which may have been made several times, is still open.

    ``lines`` are the log's sentences on this offer, oldest first: one each time it was made, and one each
    time it ended.
    """
    last_line = lines[-1]
    return (
        len(lines) % 2 == 1
        and last_line.kind is EventKind.OFFER
        and last_line.subject == last_line.values.get("by")
    )

"""The rows of a card that say what happened, one a turn, oldest first; what does not fit is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from textwrap import shorten

from bot.cards.card_events import CardEvent, card_events, lines_of_events, merge_unaccepted_offers
from bot.cards.counts import category_of_line, line_counts_text
from bot.cards.past_turns import Turn
from bot.chat.markdown import escape, subtext
from bot.words import join_and, t, tn, translated
from engine.api.round_state import no_president_text
from engine.api.stories import EventKind, LogLine, Rank

MAX_LINES, MAX_RESULT_LINES = 8, 14
"""The maximum number of lines on the card of a turn in progress, and of a turn that is over."""

MAX_WIDTH, MAX_CHARACTERS, MAX_RESULT_CHARACTERS = 420, 2000, 3300
"""Maximum characters: of one of many lines; of all lines on a turn's card; of all lines after the turn."""

UNLIMITED, EVENT_MARGIN = 1 << 30, 8
"""The width of a line that is never cut; characters reserved for names and separators of an event."""

MAX_NAMES, MAX_IMPORTANT = 6, 4
"""The maximum number of names, and of full events, in a line that sums up several turns."""


@dataclass(slots=True)
class CardRow:
    """A row of a card: its text, the log's lines (sentences) that it shows, and lines that it only counts."""

    text: str
    shown_lines: list[LogLine] = field(default_factory=list)
    counted_lines: list[LogLine] = field(default_factory=list)


def turns_as_text(
    turns: Sequence[Turn],
    max_rows: int = MAX_LINES,
    max_characters: int = MAX_CHARACTERS,
    *,
    reader_seats: Collection[str] = (),
) -> str:
    """Return what happened in some turns as rows of a card, in subtext; "" if nothing happened.

    There are at most ``max_rows`` rows with ``max_characters`` characters in all; if the turns need more, the
    first row sums up the oldest turns. ``reader_seats`` are the seat ids of the card's readers: events in
    which they receive money are always shown.
    """
    return rows_as_subtext(fit_rows(turns, max_rows, max_characters, reader_seats))


def rows_as_subtext(rows: Iterable[CardRow]) -> str:
    """Return the rows of a card as Discord's subtext (small grey text), one line for each row."""
    return subtext("\n".join(row.text for row in rows))


def fit_rows(
    turns: Sequence[Turn],
    max_rows: int = MAX_LINES,
    max_characters: int = MAX_CHARACTERS,
    reader_seats: Collection[str] = (),
) -> list[CardRow]:
    """Return the rows of a card that say what happened in some turns, oldest first; [] if there are no turns.

    There are at most ``max_rows`` rows with ``max_characters`` characters in all. If the turns need more,
    rounds in which everybody passed are merged first; if that is not enough, the first row sums up the oldest
    turns. ``reader_seats`` are the seat ids of the card's readers: events in which they receive money are
    always shown.
    """
    groups = _group_turns(turns)
    width = max(min(MAX_WIDTH, max_characters), max_characters // max(min(len(groups), max_rows), 1))
    rows = _rows_of_groups(groups, max_rows, width, reader_seats)
    if _count_fitting(rows, max_rows, max_characters) == len(groups):
        return rows
    groups = _merge_all_pass_rounds(groups)
    rows = _rows_of_groups(groups, max_rows, width, reader_seats)
    if _count_fitting(rows, max_rows, max_characters) == len(groups):
        return rows
    count = _count_fitting(rows, max(max_rows - 1, 1), max_characters - MAX_WIDTH)
    older_turns = [turn for group in groups[:-count] for turn in group]
    return [_summary_row(older_turns, reader_seats), *rows[-count:]]


def _rows_of_groups(
    groups: Sequence[list[Turn]], max_rows: int, width: int, reader_seats: Collection[str]
) -> list[CardRow]:
    """Return the card's rows for the last ``max_rows`` of these groups of turns, in order, one for each.

    A row of a single turn has about ``width`` characters. ``reader_seats`` are the seat ids of the card's
    readers, whose payments are always shown.
    """
    return [_card_row(group, width, reader_seats) for group in groups[-max_rows:]]


def rows_of_turns(turns: Sequence[Turn]) -> list[CardRow]:
    """Return the rows of a card, or of the log by turns, for all turns, oldest first; no row is shortened."""
    return [_card_row(group, UNLIMITED) for group in _group_turns(turns)]


def _count_fitting(rows: Sequence[CardRow], max_rows: int, max_characters: int) -> int:
    """Return how many of the last rows fit on the card within both limits: at least 1, if there are rows."""
    characters, count = 0, 0
    for row in reversed(rows[-max_rows:]):
        characters += len(row.text) + 4
        if count and characters > max_characters:
            break
        count += 1
    return count


def _group_turns(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Return a card's turns in groups: consecutive turns that consist of the same one action form a group.

    Each other turn is a group of its own.
    """
    groups: list[list[Turn]] = []
    for action, group in groupby(turns, _shared_predicate):
        turns_in_group = list(group)
        groups += [turns_in_group] if action else [[turn] for turn in turns_in_group]
    return groups


def _merge_all_pass_rounds(groups: Sequence[list[Turn]]) -> list[list[Turn]]:
    """Return a card's groups of turns, with the groups of consecutive rounds of passes merged into one group.

    These are the rounds in which everybody passed.
    """
    rounds: list[list[list[Turn]]] = []
    for group in groups:
        if group[0].begun_round or not rounds:
            rounds.append([])
        rounds[-1].append(group)
    merged_groups: list[list[Turn]] = []
    for all_passed, consecutive_rounds in groupby(rounds, _is_all_pass_round):
        groups_of_rounds = [group for round_groups in consecutive_rounds for group in round_groups]
        merged_groups += (
            [[turn for group in groups_of_rounds for turn in group]] if all_passed else groups_of_rounds
        )
    return merged_groups


def _is_all_pass_round(groups: Sequence[Sequence[Turn]]) -> bool:
    """Return True if a card's round has only passes, and at its end only details such as a new player order.

    ``groups`` are the turns of the round as `_group_turns` groups them, at least one. The result is False if
    nobody passed, or if the first turn does not begin the round.
    """
    turns = [turn for group in groups for turn in group]
    turn_lines = [line for turn in turns if not turn.ended_round for line in turn.lines]
    order_lines = [line for turn in turns if turn.ended_round for line in turn.lines]
    only_passes = all(line.kind is EventKind.PASS for line in turn_lines)
    only_details = all(line.kind is EventKind.OTHER and line.rank == Rank.DETAIL for line in order_lines)
    return bool(turns[0].begun_round and turn_lines) and only_passes and only_details


def _shared_predicate(turn: Turn) -> str:
    """Return the predicate of a turn's only action, in the plural ("pass"), by which a card groups turns.

    Return "" if the turn has no action or different ones, if a round begins or ends in the turn, or if the
    action has a note, has no plural or is not the actor's.
    """
    actions = {line.plural_predicate * (line.subject == turn.actor and not line.note) for line in turn.lines}
    return actions.pop() if len(actions) == 1 and not turn.begun_round and not turn.ended_round else ""


def _card_row(group: Sequence[Turn], width: int, reader_seats: Collection[str] = ()) -> CardRow:
    """Return the row of a card for a group of turns.

    The group is a single turn, several turns that consist of the same one action, or rounds in which
    everybody passed. The row of a single turn is cut to about ``width`` characters and ends with the number
    of lines left out. ``reader_seats`` are the seat ids of the card's readers, whose payments are always
    shown.
    """
    if len(group) > 1 and group[0].begun_round:
        return _all_pass_row(group)
    actors = list(dict.fromkeys(escape(turn.name_of_holder(turn.actor)) for turn in group))
    if len(group) > 1:
        return CardRow(
            _same_action_text(actors, group[0].lines[0]), [line for turn in group for line in turn.lines]
        )
    [turn] = group
    events, omitted_lines = _fit_events(card_events(turn, reader_seats), width)
    shown_lines = lines_of_events(event for event in events if not event.is_summary)
    summarized_lines = lines_of_events(event for event in events if event.is_summary)
    return CardRow(_row_text(turn, events, omitted_lines), shown_lines, [*summarized_lines, *omitted_lines])


def _all_pass_row(turns: Sequence[Turn]) -> CardRow:
    """Return the row of a card for consecutive rounds in which everybody passed.

    ``turns`` are the turns of these rounds; the first one must be the beginning of a round.
    """
    rounds = [escape(turn.begun_round) for turn in turns if turn.begun_round]
    text = t("**{round}**: everybody passes", round=rounds[0])
    if len(rounds) > 1:
        text = t("**{first}** to **{last}**: everybody passes", first=rounds[0], last=rounds[-1])
    return CardRow(text, counted_lines=[line for turn in turns for line in turn.lines])


def _fit_events(events: Sequence[CardEvent], width: int) -> tuple[list[CardEvent], list[LogLine]]:
    """Return the events of a card's row that fit in ``width`` characters, and the lines of those left out.

    If the events are too long, offers that were not accepted are merged first. Then the least important
    events are left out; one event always stays, and its text is cut if it is still too long.
    """
    fitting_events, omitted_lines = list(events), list[LogLine]()
    if _approximate_length(fitting_events) > width:
        fitting_events = merge_unaccepted_offers(fitting_events)
    while len(fitting_events) > 1 and _approximate_length(fitting_events) > width:
        least_important = max(fitting_events, key=lambda event: event.omission_sort_key)
        fitting_events = [event for event in fitting_events if event is not least_important]
        omitted_lines += least_important.lines
    shortened_events = [
        replace(event, text=shorten(event.text, width, placeholder=" …")) for event in fitting_events
    ]
    return shortened_events, omitted_lines


def _approximate_length(events: Iterable[CardEvent]) -> int:
    """Return about how many characters these events need in a card's row, with names and separators."""
    return sum(len(event.text) + EVENT_MARGIN for event in events)


# --- sentences -------------------------------------------------------------------------------------


def _row_text(turn: Turn, events: Sequence[CardEvent], omitted_lines: Sequence[LogLine]) -> str:
    """Return the text of a card's row for a turn: the actor, the events, and the count of omitted lines."""
    prefix = _row_prefix(turn)
    events_text = _join_events(turn, events) + (
        f" · + {line_counts_text(omitted_lines)}" if omitted_lines else ""
    )
    if not prefix or not events_text:
        return events_text or prefix
    first = events[0]
    is_sentence = (
        first.subject == turn.actor and turn.actor and not turn.is_company and not first.is_noun_phrase
    )
    return f"{prefix} {events_text}" if is_sentence else f"{prefix}: {events_text}"


def _row_prefix(turn: Turn) -> str:
    """Return the start of a card's row: the round that begins or ends, or the company or player who acts.

    A company is followed by its president in brackets, or by a remark that it has none. Return "" if nobody
    acts.
    """
    if turn.begun_round and turn.round_before:
        before, round_ = escape(turn.round_before), escape(turn.begun_round)
        return t("**{before} ends, {round} begins**", before=before, round=round_)
    if turn.begun_round:
        return t("**{round} begins**", round=escape(turn.begun_round))
    if turn.ended_round:
        return t("**{round} ends**", round=escape(turn.ended_round))
    name = escape(turn.name_of_holder(turn.actor)) if turn.actor else ""
    if not turn.is_company:
        return name
    president, view = turn.player, turn.view
    player = (
        turn.name_of_holder(president) if president or view is None else translated(no_president_text(view))
    )
    return f"{name} ({escape(player)})"


def _join_events(turn: Turn, events: Sequence[CardEvent]) -> str:
    """Return the events of a card's row as one text, with the subject's name wherever the subject changes.

    The name of the turn's actor stands before this text, so the actor's own events have no name.
    """
    text, previous, after_offer = "", turn.actor, False
    for event in events:
        subject, is_offer = event.subject, event.kind is EventKind.OFFER
        name = (
            escape(turn.name_of_holder(subject)) + " "
            if subject and (subject != previous or (after_offer and not is_offer))
            else ""
        )
        same_subject = subject and subject == previous and previous != turn.actor and not name
        text += (", " if same_subject else " · ") * bool(text) + name + event.text
        if ": " in event.text and subject != turn.actor:
            previous = ""
        elif not event.is_noun_phrase:
            previous = subject
        after_offer = is_offer and ": " in event.text
    return text


# --- the row that sums up older turns ---------------------------------------------------------------


def _summary_row(turns: Sequence[Turn], reader_seats: Collection[str] = ()) -> CardRow:
    """Return the row of a card that sums up its older turns: who acted, and what was important.

    The other events are only counted, and passes not at all; if there was nothing but passes, the row says
    so. ``turns`` come oldest first. ``reader_seats`` are the seat ids of the card's readers, whose payments
    are always shown.
    """
    events_by_turn = [(turn, card_events(turn, reader_seats)) for turn in turns]
    important = _important_events([event for _, events in events_by_turn for event in events])
    texts = [text for turn, events in events_by_turn for text in _texts_of_turn(turn, events, important)]
    counted_lines = [
        line
        for _, events in events_by_turn
        for event in events
        if not _is_among(event, important)
        for line in event.lines
    ]
    actors = list(dict.fromkeys(escape(turn.name_of_holder(turn.actor)) for turn in turns if turn.actor))
    if not texts and counted_lines and all(line.kind is EventKind.PASS for line in counted_lines):
        action = _same_action_text(actors, counted_lines[0])
        return CardRow(t("before: {action}", action=action), counted_lines=counted_lines)
    names = ", ".join(actors[:MAX_NAMES]) + " …" * (len(actors) > MAX_NAMES)
    count = sum(bool(turn.actor) for turn in turns)
    prefix = tn("before: {count} turn ({names})", "before: {count} turns ({names})", count, names=names)
    counts_text = line_counts_text(line for line in counted_lines if line.kind is not EventKind.PASS)
    body = " · ".join(filter(None, [*texts, counts_text]))
    return CardRow(f"{prefix}: {body}" if body else prefix, lines_of_events(important), counted_lines)


def _same_action_text(names: Sequence[str], line: LogLine) -> str:
    """Return a card's text on players who all did the same as ``line`` says, such as "A and B pass".

    ``names`` are the players' names; there must be at least one.
    """
    return f"{join_and(names)} {line.plural_predicate}" if len(names) > 1 else f"{names[0]} {line.predicate}"


def _important_events(events: Sequence[CardEvent]) -> list[CardEvent]:
    """Return, in order, the events that a card names when it sums up turns.

    These are the 4 most important events (with a rank up to `Rank.PRESIDENT`), the events that are always
    shown, and, as far as MAX_WIDTH characters allow, events that the card could only count as "other".
    """
    most_important = sorted(
        (candidate for candidate in events if candidate.rank <= Rank.PRESIDENT),
        key=lambda candidate: candidate.rank,
    )[:MAX_IMPORTANT]
    chosen_events = [
        *most_important,
        *(
            candidate
            for candidate in events
            if candidate.is_always_shown and not _is_among(candidate, most_important)
        ),
    ]
    for event in events:
        has_other_kind = any(category_of_line(line) == "other" for line in event.lines) and not _is_among(
            event, chosen_events
        )
        if has_other_kind and _approximate_length([*chosen_events, event]) <= MAX_WIDTH:
            chosen_events.append(event)
    return [event for event in events if _is_among(event, chosen_events)]


def _is_among(event: CardEvent, events: Iterable[CardEvent]) -> bool:
    """Return True if this very event of a card is among ``events``; an equal event does not count."""
    return any(event is other for other in events)


def _texts_of_turn(turn: Turn, events: Sequence[CardEvent], shown_events: Sequence[CardEvent]) -> list[str]:
    """Return the texts with which a card says what happened in a turn, one for each event.

    Events that are not among ``shown_events`` are left out. If a round begins or ends in the turn, the text
    that says so comes first.
    """
    texts = [
        _join_events(replace(turn, actor=""), [event]) for event in events if _is_among(event, shown_events)
    ]
    return [_row_prefix(turn), *texts] if turn.begun_round or turn.ended_round else texts

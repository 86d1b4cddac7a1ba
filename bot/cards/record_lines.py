"""The lines (sentences) of a record of the log, with the details that cards need."""

from __future__ import annotations

from dataclasses import replace

from bot.games.history import log_lines_of_record, using_seat_name_in_record
from bot.words import t, translated
from engine import Game, Record
from engine.api.stories import LogLine, Rank, dividends, keeps_priority, story_at


def card_lines_of_record(game: Game, record: Record) -> list[LogLine]:
    """Return the lines (sentences) of a record of the log for a card; [] for a record without events.

    The line of a dividend has the value ``holders``: pairs of the payee's id and the amount of money. If the
    engine has no sentences for the record, short substitutes are returned.
    """
    return [line for lines in lines_by_event(game, record).values() for line in lines]


def lines_by_event(game: Game, record: Record) -> dict[int, list[LogLine]]:
    """Return the card's lines for a record of the log, by the index in ``record.events`` of their event.

    If the engine has no sentences for the record, short substitutes are returned.
    """
    try:
        with using_seat_name_in_record(game, record) as plain_record:
            lines = story_at(game.view, plain_record, translated)
    except (KeyError, IndexError, ValueError):
        lines = list(enumerate(log_lines_of_record(game, record)[: len(record.events)]))
    return {
        index: [_add_details(record, index, line) for event_index, line in lines if event_index == index]
        for index, _ in lines
    }


def _add_details(record: Record, index: int, line: LogLine) -> LogLine:
    """Return a line of a card with the details of its event; a line without details is returned as it is.

    A dividend gets the value ``holders``: pairs of the payee's id and the amount. If the priority deal does
    not move, the line gets a predicate that says so. ``index`` is the index of the line's event in
    ``record.events``.
    """
    if index < len(record.events) and keeps_priority(record.events, index):
        return replace(line, predicate=t("keeps the priority card"))
    if line.rank is not Rank.DIVIDEND or "per_share" not in line.values:
        return line
    return replace(line, values={**line.values, "holders": dividends(record.events, index)})

"""The log of a game in sentences, which of its records are active (not undone), and what can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bot.store.game_rows import COMPUTER_SUFFIX
from bot.words import t, translated
from engine import Game, Record
from engine.api.moves import PASS
from engine.api.stories import LogLine, story

UNDO_KINDS = ("undo", "redo")

COMPUTER_NOTE = "computer"
"""The note of a move that a computer player made for the holder of a seat."""


def sentences_of_record(game: Game, record: Record) -> list[str]:
    """Return the sentences that describe a record of a game's log, in the language of this task.

    If the engine fails to build them, the list has one short substitute (seat and kind of move).
    """
    return [line.text for line in log_lines_of_record(game, record)]


def log_lines_of_record(game: Game, record: Record) -> list[LogLine]:
    """Return the lines that describe a record of a game's log: sentences with subject and importance.

    They are in the language of this task. If the engine fails to build them, the list has one short
    substitute (seat and kind of move).
    """
    with using_seat_name_in_record(game, record) as record_without_note:
        try:
            return story(game.view, record_without_note, translated)
        except (KeyError, IndexError, ValueError):
            kind = record.kind if record.action is None else record.action.kind
            return [LogLine(f"{game.view.name(record.by)}: {kind}")]


def seat_name_in_record(game: Game, record: Record) -> str:
    """Return the present name of the seat that made the move of a record in a game's log.

    The name ends with "(computer)" if a computer player made this move for the holder of the seat, and else
    does not.
    """
    name = game.view.name(record.by).removesuffix(COMPUTER_SUFFIX)
    return name + COMPUTER_SUFFIX if record.note == COMPUTER_NOTE else name


@contextmanager
def using_seat_name_in_record(game: Game, record: Record) -> Iterator[Record]:
    """Give the seat of a record its name by `seat_name_in_record` in the game's view; a context manager.

    Yields the record, without its note if that says that a computer player made the move. After the block,
    the view has its earlier names again.
    """
    view, names = game.view, game.view.names
    if record.by in game.state.players:
        view.names = {**names, record.by: seat_name_in_record(game, record)}
    try:
        yield replace(record, note="") if record.note == COMPUTER_NOTE else record
    finally:
        view.names = names


def records_not_undone(game: Game, after_number: int) -> list[Record]:
    """Return the records of a game's log after number ``after_number`` that are not undone, in order.

    Undos and redos are among them, unless the player has undone or redone only their own moves. With 0, the
    whole log is examined.
    """
    active = {record.number for record in game.active_records}
    return [
        candidate
        for candidate in game.log[after_number:]
        if candidate.number in active
        or (candidate.kind in UNDO_KINDS and not _concerns_only_own_moves(game, candidate))
    ]


def _concerns_only_own_moves(game: Game, record: Record) -> bool:
    """Return True if a record of a game's log undoes or redoes only moves of the seat that requested it.

    The kind of ``record`` must be "undo" or "redo".
    """
    first_number = record.to if record.kind == "redo" else (record.to or 0) + 1
    return all(move.by == record.by for move in game.log[(first_number or 1) - 1 : record.number])


def undo_targets(game: Game) -> list[tuple[int, str]]:
    """Return the records to which an undo can take a game back, the newest first; [] if there are none.

    Each is a pair: the record's number in the log (from 1), and a label such as "move 5: …" with its first
    sentence in the language of this task.
    """
    targets = []
    for record in reversed(game.active_records[:-1]):
        text = next(iter(sentences_of_record(game, record)), record.kind)
        targets.append((record.number, t("move {seq}: {text}", seq=record.number, text=text)))
    return targets


def is_automatic_move(record: Record) -> bool:
    """Return True if the bot made the move of a record in the log for a player, such as by a standing order.

    The record's note gives the reason. A move that a computer player has chosen does not count, but a safe
    default move does.
    """
    return record.kind == "action" and record.note not in ("", COMPUTER_NOTE)


def is_automatic_pass(record: Record) -> bool:
    """Return True if the bot passed for a player in a record of the log, such as by a standing order.

    Such a pass is undone together with the move before it.
    """
    return is_automatic_move(record) and record.action is not None and record.action.kind == PASS

"""The log of a game in words: what records tell, which are active (not undone), what can be undone."""

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
"""The note of a move that a computer made for the holder of a seat."""


def sentences_of_record(game: Game, record: Record) -> list[str]:
    """Return the sentences that tell a record of a game's log, in the reader's language.

    If the engine has none for it, a short substitute is returned.
    """
    return [line.text for line in story_lines(game, record)]


def story_lines(game: Game, record: Record) -> list[LogLine]:
    """Return the lines that tell a record of a game's log: sentences, each with subject and importance.

    If the engine has none for it, a short substitute is returned.
    """
    with with_seat_name_at(game, record) as plain_record:
        try:
            return story(game.view, plain_record, translated)
        except (KeyError, IndexError, ValueError):
            kind = record.kind if record.action is None else record.action.kind
            return [LogLine(f"{game.view.name(record.by)}: {kind}")]


def seat_name_at(game: Game, record: Record) -> str:
    """Return the present name of the seat that made a record.

    It ends with "(computer)" if a computer made this move for the holder of the seat.
    """
    name = game.view.name(record.by).removesuffix(COMPUTER_SUFFIX)
    return name + COMPUTER_SUFFIX if record.note == COMPUTER_NOTE else name


@contextmanager
def with_seat_name_at(game: Game, record: Record) -> Iterator[Record]:
    """Let the game's view name the record's seat as `seat_name_at` does, during the block.

    Yields the record, without its note if that says that a computer played. The view has its own names again
    afterwards.
    """
    view, names = game.view, game.view.names
    if record.by in game.state.players:
        view.names = {**names, record.by: seat_name_at(game, record)}
    try:
        yield replace(record, note="") if record.note == COMPUTER_NOTE else record
    finally:
        view.names = names


def records_not_undone(game: Game, record_number: int) -> list[Record]:
    """Return the records of a game's log after number ``record_number`` that are not undone, in order.

    Undos and redos are among them, unless a player has undone or redone only moves of his own.
    """
    active = {record.number for record in game.active_records}
    return [
        candidate
        for candidate in game.log[record_number:]
        if candidate.number in active
        or (candidate.kind in UNDO_KINDS and not _is_of_own_moves(game, candidate))
    ]


def _is_of_own_moves(game: Game, undo: Record) -> bool:
    """Return True if an undo or redo concerns only moves of the seat (``undo.by``) that asked for it."""
    first = undo.to if undo.kind == "redo" else (undo.to or 0) + 1
    return all(record.by == undo.by for record in game.log[(first or 1) - 1 : undo.number])


def undo_targets(game: Game) -> list[tuple[int, str]]:
    """Return the records to which a game can be taken back, the newest first; [] if there are none.

    Each is a pair: the record's number in the log (from 1), and a label such as "move 5: …" with its first
    sentence in the reader's language.
    """
    moves = []
    for record in reversed(game.active_records[:-1]):
        text = next(iter(sentences_of_record(game, record)), record.kind)
        moves.append((record.number, t("move {seq}: {text}", seq=record.number, text=text)))
    return moves


def is_automatic_move(record: Record) -> bool:
    """Return True if the bot made the move of this record for a player, such as by a standing order.

    Its note gives the reason. Moves of computers do not count, unless they are a safe default.
    """
    return record.kind == "action" and record.note not in ("", COMPUTER_NOTE)


def is_automatic_pass(record: Record) -> bool:
    """Return True if a standing order passed in this record.

    Such a pass is undone together with the move before it.
    """
    return is_automatic_move(record) and record.action is not None and record.action.kind == PASS

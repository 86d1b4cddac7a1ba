"""The log of a game in words: what records tell, which of them are still in force, what can be undone."""

from __future__ import annotations

from bot.words import known, t
from engine import Game, Record
from engine.api.moves import PASS
from engine.api.stories import Line, story

UNDO_KINDS = ("undo", "redo")


def record_sentences(game: Game, record: Record) -> list[str]:
    """The sentences that tell a record; a short substitute when the engine cannot tell it."""
    return [line.text for line in story_lines(game, record)]


def story_lines(game: Game, record: Record) -> list[Line]:
    """The sentences that tell a record, each with its rank and subject."""
    try:
        return story(game.view, record, known)
    except (KeyError, IndexError, ValueError):
        what = record.kind if record.action is None else record.action.kind
        return [Line(f"{game.view.name(record.by)}: {what}")]


def records_in_force(game: Game, seq: int) -> list[Record]:
    """The records after number ``seq`` that are still in force.

    Moves that were undone are left out, and so is a player's undo or redo of their own moves.
    """
    active = {record.seq for record in game.active}
    return [
        r
        for r in game.log[seq:]
        if r.seq in active or (r.kind in UNDO_KINDS and not _is_of_own_moves(game, r))
    ]


def _is_of_own_moves(game: Game, undo: Record) -> bool:
    """Whether an undo or redo touches only moves of the player who asked for it."""
    first = undo.to if undo.kind == "redo" else (undo.to or 0) + 1
    return all(r.by == undo.by for r in game.log[(first or 1) - 1 : undo.seq])


def moves_to_undo(game: Game) -> list[tuple[int, str]]:
    """The records to which the game can be taken back, newest first: the number, and a label for people."""
    moves = []
    for record in reversed(game.active[:-1]):
        text = next(iter(record_sentences(game, record)), record.kind)
        moves.append((record.seq, t("move {seq}: {text}", seq=record.seq, text=text)))
    return moves


def is_fired(record: Record) -> bool:
    """Whether a standing order made this move; only such moves carry a note."""
    return record.kind == "action" and bool(record.note)


def is_quiet(record: Record) -> bool:
    """Whether a standing order passed in this record; such a pass is undone with the move before it."""
    return is_fired(record) and record.action is not None and record.action.kind == PASS

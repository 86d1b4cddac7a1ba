"""The past of a game: the texts of records, and the records that can be undone."""

from __future__ import annotations

from bot.words import named, t
from engine import Game, Record
from engine.face.moves import PASS
from engine.face.stories import Line, story

BACK = ("undo", "redo")


def told(game: Game, record: Record) -> list[str]:
    """Return the sentences of a record, or a short text if they cannot be made."""
    return [line.text for line in ranked(game, record)]


def ranked(game: Game, record: Record) -> list[Line]:
    """The same with what each is about."""
    try:
        return story(game.view, record, named)
    except (KeyError, IndexError, ValueError):
        what = record.kind if record.action is None else record.action.kind
        return [Line(f"{game.view.name(record.by)}: {what}")]


def news(game: Game, seq: int) -> list[Line]:
    """What holds of all that was told after record ``seq``."""
    return [line for record in in_force(game, seq) for line in ranked(game, record)]


def in_force(game: Game, seq: int) -> list[Record]:
    """Return the records after ``seq`` that were not undone.

    Left out are the moves that were taken back, and the undo or redo of one's own moves.
    """
    active = {record.seq for record in game.active}
    return [r for r in game.log[seq:] if r.seq in active or (r.kind in BACK and not _own(game, r))]


def _own(game: Game, back: Record) -> bool:
    """Whether an undo or redo concerns moves of nobody else."""
    first = back.to if back.kind == "redo" else (back.to or 0) + 1
    return all(r.by == back.by for r in game.log[(first or 1) - 1 : back.seq])


def moves_to_undo(game: Game) -> list[tuple[int, str]]:
    """The records to which the game can be taken back, the newest first, each with its first sentence."""
    found = []
    for record in reversed(game.active[:-1]):
        text = next(iter(told(game, record)), record.kind)
        found.append((record.seq, t("move {seq}: {text}", seq=record.seq, text=text)))
    return found


def is_fired(record: Record) -> bool:
    """Return True if a standing order made this move; only such moves have a note."""
    return record.kind == "action" and bool(record.note)


def is_quiet(record: Record) -> bool:
    """Return True if a standing order passed; such a pass is undone with the move before it."""
    return is_fired(record) and record.action is not None and record.action.kind == PASS

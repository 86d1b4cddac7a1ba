"""The log in pages: every record in order, undone ones struck through."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bot.cards.lines import rows_of
from bot.chat.buttons import verb
from bot.chat.current_table import CurrentTable, game_pressed
from bot.chat.figures import brief, small
from bot.chat.frame import layout, row
from bot.chat.press import Press, button
from bot.chat.respond import Answer, Page
from bot.games.history import record_sentences
from bot.games.turns import round_name, turns
from bot.words import t
from engine import Game, Record
from engine.face.course import other_round
from engine.face.stories import CursorMoved

ROOM = 3300
"""Characters of a page."""


def log_page(here: CurrentTable, first: int | None = None) -> Page:
    """The log from a move on, or its end."""
    game = here.game
    start = _last_page(game) if first is None else min(max(first, 1), game.rev)
    lines, after = _lines(game, start)
    buttons = []
    if start > 1:
        buttons.append(
            button(Press(here.info.id, here.rev, "log", f"{_before(game, start)}.b"), t("◀ Earlier"))
        )
    if after <= game.rev:
        buttons.append(button(Press(here.info.id, here.rev, "log", f"{after}.f"), t("Later ▶")))
    head = t("## Log · moves {start} to {after} of {rev}", start=start, after=after - 1, rev=game.rev)
    return Page(layout(head, "\n".join(lines), *([row(*buttons)] if buttons else [])))


def _lines(game: Game, start: int) -> tuple[list[str], int]:
    """The lines from a record on that fit a page, and the record after them."""
    lines: list[str] = []
    active = {record.seq for record in game.active}
    for record in game.log[start - 1 :]:
        more = _told(game, record, record.seq in active)
        if lines and sum(map(len, [*lines, *more])) + len(lines) + len(more) > ROOM:
            return lines, record.seq
        lines += more
    return lines, game.rev + 1


def _told(game: Game, record: Record, active: bool) -> list[str]:
    texts = [brief(text, 400) for text in record_sentences(game, record)][:12]
    if not texts:
        return []
    if record.kind == "action" and not active:
        texts = [f"~~{text}~~" for text in texts]
    return [f"`{record.seq}` {texts[0]}", *(f"-# {text}" for text in texts[1:])]


def _before(game: Game, start: int) -> int:
    """The record with which the page before begins."""
    room, seq = ROOM, start
    while seq > 1:
        room -= sum(len(line) + 1 for line in _told(game, game.log[seq - 2], False)) + 4
        if room < 0:
            break
        seq -= 1
    return min(seq, start - 1)


def _last_page(game: Game) -> int:
    return _before(game, game.rev + 1)


def rounds(game: Game) -> list[tuple[int, str]]:
    """The first record of each round with the round's name, oldest first."""
    found = [(1, t("the beginning"))]
    for record in game.active[1:]:
        turns = [e for e in record.events if isinstance(e, CursorMoved) and other_round(e.before, e.after)]
        found += [(record.seq, round_name(game, turn.after)) for turn in turns[-1:]]
    return found


def turns_page(here: CurrentTable, first: int, skipped: int = 0) -> Page:
    """What happened from a move on as cards tell it, a line an actor's turn; the first so many left out."""
    rows = [row.text for row in rows_of(turns(here.game, max(first - 1, 0), drafts=True))]
    shown = max(_fitting(rows[skipped:]), 1)
    buttons = [
        button(Press(here.info.id, here.rev, "log", f"{first}.t.{at}"), label)
        for at, label, there in (
            (_skipped_before(rows, skipped), t("◀ Earlier"), skipped > 0),
            (skipped + shown, t("Later ▶"), skipped + shown < len(rows)),
        )
        if there
    ]
    buttons.append(button(Press(here.info.id, here.rev, "log", f"{first}.f"), t("Move by move")))
    head = t("## What happened from move {first} on", first=first)
    log_text = small("\n".join(rows[skipped : skipped + shown])) or t("Nothing has happened.")
    return Page(layout(head, log_text, row(*buttons)))


def _fitting(rows: Sequence[str]) -> int:
    """How many of the first rows fit a page."""
    used = list(accumulate(len(text) + 4 for text in rows))
    return sum(room <= ROOM for room in used)


def _skipped_before(rows: Sequence[str], skipped: int) -> int:
    """How many rows stand before those of the page before."""
    return max(skipped - max(_fitting(rows[:skipped][::-1]), 1), 0)


@verb("log")
async def _log(answer: Answer, press: Press) -> None:
    here = await game_pressed(answer, press)
    if press.parts[1:2] == ["t"]:
        await answer.show(turns_page(here, press.number(), press.number(2)))
    else:
        await answer.show(log_page(here, press.number() if press.part(0) else None))

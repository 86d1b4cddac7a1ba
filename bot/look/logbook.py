"""The log of a game in pages: every record in order, undone moves struck through; or turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bot.cards.lines import rows_of_turns
from bot.cards.past_turns import round_name, turns_after
from bot.chat.buttons import button_handler
from bot.chat.current_game import CurrentGame, started_game_of_press
from bot.chat.frame import Page, action_row, build_layout
from bot.chat.markdown import escape, escape_and_shorten, subtext
from bot.chat.press import Press, button
from bot.chat.respond import Response
from bot.computers.hints import hint_counts_by_player
from bot.games.history import sentences_of_record
from bot.words import t
from engine import Game, Record
from engine.api.course import is_other_round
from engine.api.stories import CursorMoved

MAX_CHARACTERS = 3300
"""The maximum number of characters of a page."""


async def log_page(response: Response, current_game: CurrentGame, first_record: int | None = None) -> Page:
    """Return the page of `/show log` that begins with record ``first_record`` of the log (from 1).

    None shows the last page of the log. A number outside the log is replaced by the nearest one in it.
    Buttons lead to the pages before and after. When the game is over, the page also lists how many hints each
    player took.
    """
    game = current_game.game
    start = _start_of_last_page(game) if first_record is None else min(max(first_record, 1), game.revision)
    lines, next_number = _log_page_lines(game, start)
    buttons = []
    if start > 1:
        buttons.append(
            button(
                Press(
                    current_game.info.id,
                    current_game.revision,
                    "log",
                    f"{_start_of_previous_page(game, start)}.b",
                ),
                t("◀ Earlier"),
            )
        )
    if next_number <= game.revision:
        buttons.append(
            button(
                Press(current_game.info.id, current_game.revision, "log", f"{next_number}.f"), t("Later ▶")
            )
        )
    header = t(
        "## Log · moves {start} to {after} of {rev}", start=start, after=next_number - 1, rev=game.revision
    )
    hints = await _hints_line(response, current_game) if current_game.info.status == "ended" else ""
    return Page(build_layout(header, "\n".join(lines), hints, *([action_row(*buttons)] if buttons else [])))


async def _hints_line(response: Response, current_game: CurrentGame) -> str:
    """Return the line of `/show log`, for a finished game, with the number of hints that each player took.

    If nobody took any, the line says so.
    """
    counts = await hint_counts_by_player(response.bot.games, current_game.info)
    counts_text = ", ".join(f"{escape(name)} {count}" for name, count in counts)
    return t("-# Hints taken: {told}", told=counts_text) if counts_text else t("-# Nobody took a hint.")


def _log_page_lines(game: Game, start: int) -> tuple[list[str], int]:
    """Return the lines of a page of `/show log` from record ``start`` on, and the next record's number.

    Records are numbered from 1; the first is on the page even if it is too long. After the last page, the
    number is one more than that of the last record.
    """
    lines: list[str] = []
    active = {record.number for record in game.active_records}
    for record in game.log[start - 1 :]:
        record_lines = _record_lines(game, record, record.number in active)
        if lines and sum(map(len, [*lines, *record_lines])) + len(lines) + len(record_lines) > MAX_CHARACTERS:
            return lines, record.number
        lines += record_lines
    return lines, game.revision + 1


def _record_lines(game: Game, record: Record, is_active: bool) -> list[str]:
    """Return the lines of a record for `/show log`, at most 12 of 400 characters; [] if it says nothing.

    A move that was undone (not ``is_active``) is struck through.
    """
    sentences = [escape_and_shorten(text, 400) for text in sentences_of_record(game, record)][:12]
    if not sentences:
        return []
    if record.kind == "action" and not is_active:
        sentences = [f"~~{text}~~" for text in sentences]
    return [f"`{record.number}` {sentences[0]}", *(f"-# {text}" for text in sentences[1:])]


def _start_of_previous_page(game: Game, start: int) -> int:
    """Return the number of the first record on the page of `/show log` that ends before record ``start``.

    ``start`` is greater than 1; one more than the number of the last record gives the last page.
    """
    free_characters, record_number = MAX_CHARACTERS, start
    while record_number > 1:
        free_characters -= (
            sum(len(line) + 1 for line in _record_lines(game, game.log[record_number - 2], False)) + 4
        )
        if free_characters < 0:
            break
        record_number -= 1
    return min(record_number, start - 1)


def _start_of_last_page(game: Game) -> int:
    """Return the number (from 1) of the first record on the last page of `/show log`."""
    return _start_of_previous_page(game, game.revision + 1)


def round_starts(game: Game) -> list[tuple[int, str]]:
    """Return where each round begins in the log, oldest first: pairs of record number and round's name.

    Records are numbered from 1. The first pair is record 1 and "the beginning" (translated). Rounds that were
    undone are left out.
    """
    starts = [(1, t("the beginning"))]
    for record in game.active_records[1:]:
        cursor_moves = [
            event
            for event in record.events
            if isinstance(event, CursorMoved) and is_other_round(event.before, event.after)
        ]
        starts += [(record.number, round_name(game, move.after)) for move in cursor_moves[-1:]]
    return starts


def turns_page(current_game: CurrentGame, first_record: int, offset: int = 0) -> Page:
    """Return a page of `/show log` turn by turn: the turns from record ``first_record`` (from 1) on.

    A line describes a turn, or consecutive turns of the same single action. The first ``offset`` lines are
    left out. If there are no turns, a sentence says so. Buttons lead to earlier and later turns, and to the
    log move by move.
    """
    lines = [
        turn_row.text
        for turn_row in rows_of_turns(
            turns_after(current_game.game, max(first_record - 1, 0), with_hidden_lines=True)
        )
    ]
    count = max(_count_lines_that_fit(lines[offset:]), 1)
    buttons = [
        button(
            Press(current_game.info.id, current_game.revision, "log", f"{first_record}.t.{page_offset}"),
            label,
        )
        for page_offset, label, is_possible in (
            (_previous_page_offset(lines, offset), t("◀ Earlier"), offset > 0),
            (offset + count, t("Later ▶"), offset + count < len(lines)),
        )
        if is_possible
    ]
    buttons.append(
        button(
            Press(current_game.info.id, current_game.revision, "log", f"{first_record}.f"), t("Move by move")
        )
    )
    header = t("## What happened from move {first} on", first=first_record)
    body = subtext("\n".join(lines[offset : offset + count])) or t("Nothing has happened.")
    return Page(build_layout(header, body, action_row(*buttons)))


def _count_lines_that_fit(lines: Sequence[str]) -> int:
    """Return how many lines of `/show log`, from the first on, fit on a page; 0 if the first is too long."""
    totals = list(accumulate(len(text) + 4 for text in lines))
    return sum(total <= MAX_CHARACTERS for total in totals)


def _previous_page_offset(lines: Sequence[str], offset: int) -> int:
    """Return the offset of the page of turns in `/show log` before this one; 0 for the first page.

    An offset is the number of lines before the first one on a page; ``offset`` is the offset of this page.
    ``lines`` are the lines on all turns, oldest first.
    """
    return max(offset - max(_count_lines_that_fit(lines[:offset][::-1]), 1), 0)


@button_handler("log")
async def _show_log(response: Response, press: Press) -> None:
    """Handle [Log] on a card and the buttons on a page of the log: show a page, by turns or by moves.

    The first argument in the custom id is the number of the page's first record, "" for the last page. On a
    page by turns, "t" and the number of lines to leave out follow. Raises UserError if the game is gone or
    has not started, and InvalidInput if one of these arguments is missing or is not a number.
    """
    current_game = await started_game_of_press(response, press)
    if press.arguments[1:2] == ["t"]:
        await response.show(turns_page(current_game, press.number_argument(), press.number_argument(2)))
    else:
        await response.show(
            await log_page(response, current_game, press.number_argument() if press.argument(0) else None)
        )

"""`/show since` and `/show history`: what happened since the member's last turn, and the game at any move."""

from __future__ import annotations

from bot.cards.lines import turns_as_text
from bot.cards.maps import changes_picture_request, draw_picture, map_picture_request
from bot.cards.past_turns import turns_after
from bot.cards.texts import card_heading
from bot.cards.turn import events_since_own_move
from bot.chat.bounds import parse_whole_number
from bot.chat.buttons import button_handler
from bot.chat.current_game import CurrentGame, started_game_of_press
from bot.chat.frame import Page, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape_and_shorten
from bot.chat.press import BotItem, Press, button
from bot.chat.respond import Response, UserError
from bot.games.history import sentences_of_record
from bot.look.logbook import round_starts
from bot.words import t, translated
from engine import Game, game_at

MAX_SINCE_LINES, MAX_RECORD_LINES = 40, 12
"""The maximum number of lines on what happened since a turn, and of lines on one record."""


async def since_page(response: Response, current_game: CurrentGame) -> Page:
    """Return the page of `/show since`: what happened since the member's last turn, and a map of changes.

    A member without a seat (a spectator) sees what happened in this round instead. The map is left out if
    nothing changed on it or if it cannot be drawn.
    """
    game = current_game.game
    if current_game.own_seats:
        events_since, header = (
            events_since_own_move(game, current_game.own_seats),
            t("## Since your last turn"),
        )
        turns_since, changed_hexes = events_since.turns, events_since.changed_hexes
    else:
        first_record = round_starts(game)[-1][0]
        header = t("## In this round: {round}", round=translated(game.round_title()))
        state_before = game_at(game, max(first_record - 1, 1)).state
        changed_hexes = [
            coord for coord, tile in game.state.tiles.items() if state_before.tiles.get(coord) != tile
        ]
        turns_since = turns_after(game, first_record - 1)
    picture = changes_picture_request(game.view, changed_hexes) if changed_hexes else None
    drawing = await draw_picture(response.bot.pictures, current_game.info.id, game, picture)
    pictures = [drawing] if drawing is not None else []
    body = turns_as_text(turns_since, MAX_SINCE_LINES, 3000) or t("Nothing has happened.")
    return Page(
        build_layout(header, body, *picture_galleries(pictures)),
        [drawn_picture.to_discord_file() for drawn_picture in pictures],
    )


# --- any moment ------------------------------------------------------------------------------------


async def history_page(response: Response, current_game: CurrentGame, record_number: int) -> Page:
    """Return the page of `/show history`: the map just after a record, what the record says, and buttons.

    Records are numbered from 1; a number outside the log is replaced by the nearest one in it. The buttons
    lead to other records and rounds. The map is left out if it cannot be drawn.
    """
    game, number = current_game.game, min(max(record_number, 1), current_game.game.revision)
    position = game_at(game, number)
    picture = changes_picture_request(position.view, _changed_hexes(game, number)) or map_picture_request(
        position.view
    )
    drawing = await draw_picture(response.bot.pictures, current_game.info.id, position, picture)
    pictures = [drawing] if drawing is not None else []
    header = t("## History · move {seq} of {last}", seq=number, last=game.revision)
    page = build_layout(
        header,
        card_heading(current_game.info, position, mention=False),
        _record_text(game, number),
        *picture_galleries(pictures),
        action_row(*_back_buttons(current_game, number)),
        action_row(*_forward_buttons(current_game, number)),
    )
    return Page(page, [drawn_picture.to_discord_file() for drawn_picture in pictures])


def _record_text(game: Game, record_number: int) -> str:
    """Return what a record (number from 1) says, for `/show history`.

    The text has at most 12 lines of 300 characters. A move that was undone is struck through. Returns "" if
    the record says nothing.
    """
    record = game.log[record_number - 1]
    is_undone = record.kind == "action" and record.number not in {
        active_record.number for active_record in game.active_records
    }
    lines = [escape_and_shorten(text, 300) for text in sentences_of_record(game, record)][:MAX_RECORD_LINES]
    return "\n".join(f"~~{line}~~" if is_undone else line for line in lines)


def _changed_hexes(game: Game, record_number: int) -> list[str]:
    """Return the coordinates of the hexes whose tiles a record changed, for `/show history`.

    ``record_number`` counts from 1. Returns [] for the first record.
    """
    if record_number < 2:
        return []
    state_before, state_after = game_at(game, record_number - 1).state, game_at(game, record_number).state
    return [coord for coord, tile in state_after.tiles.items() if state_before.tiles.get(coord) != tile]


def _back_buttons(current_game: CurrentGame, record_number: int) -> list[BotItem]:
    """Return the buttons of `/show history` that step back: first move, start of a round, previous move.

    The second leads to the nearest earlier start of a round. ``record_number`` is the number of the shown
    record (from 1); at the first record all buttons are disabled.
    """
    earlier_rounds = [
        round_start for round_start, _ in round_starts(current_game.game) if round_start < record_number
    ]
    return [
        _history_button(current_game, t("⏮ First"), 1, "f", record_number > 1),
        _history_button(
            current_game, t("⏪ Round"), earlier_rounds[-1] if earlier_rounds else 1, "r", record_number > 1
        ),
        _history_button(current_game, t("◀ Move"), record_number - 1, "p", record_number > 1),
    ]


def _forward_buttons(current_game: CurrentGame, record_number: int) -> list[BotItem]:
    """Return the buttons of `/show history` that step forward: next move, next round and last move.

    ``record_number`` is the number of the shown record (from 1); at the last record all buttons are disabled.
    """
    last_number, later_rounds = (
        current_game.game.revision,
        [round_start for round_start, _ in round_starts(current_game.game) if round_start > record_number],
    )
    return [
        _history_button(current_game, t("Move ▶"), record_number + 1, "n", record_number < last_number),
        _history_button(
            current_game,
            t("Round ⏩"),
            later_rounds[0] if later_rounds else last_number,
            "q",
            record_number < last_number,
        ),
        _history_button(current_game, t("Last ⏭"), last_number, "l", record_number < last_number),
    ]


def _history_button(
    current_game: CurrentGame, label: str, record_number: int, suffix: str, is_enabled: bool
) -> BotItem:
    """Return a button of `/show history` that shows the game just after the record ``record_number``.

    ``suffix`` makes the custom id unique among the buttons of the page.
    """
    return button(
        Press(current_game.info.id, current_game.revision, "past", f"{record_number}.{suffix}"),
        label,
        disabled=not is_enabled,
    )


@button_handler("past")
async def _show_history(response: Response, press: Press) -> None:
    """Handle a button of `/show history`: show the game just after the record that the custom id names.

    A number outside the log is replaced by the nearest one in it. Raises UserError if the game is gone or has
    not started, and InvalidInput if the custom id has no number.
    """
    current_game = await started_game_of_press(response, press)
    await response.show(await history_page(response, current_game, press.number_argument()))


def history_entries(game: Game) -> list[tuple[int, str]]:
    """Return what `/show history` can show: pairs of a record's number (from 1) and a label.

    The starts of the rounds come before all records of the log; in both groups the newest comes first.
    """
    move_labels = []
    for record in reversed(game.log):
        text = next(iter(sentences_of_record(game, record)), record.kind)
        move_labels.append((record.number, t("move {seq}: {text}", seq=record.number, text=text)))
    return [
        *((int(record_number), label) for record_number, label in round_labels(game).items()),
        *move_labels,
    ]


def round_labels(game: Game) -> dict[str, str]:
    """Return the labels of the rounds played, newest first, for the options of `/show log` and the like.

    The keys are the numbers of each round's first record, as strings.
    """
    return {
        str(record_number): t("{title} (move {seq})", title=title, seq=record_number)
        for record_number, title in reversed(round_starts(game))
    }


def require_record_number(game: Game, typed: str) -> int:
    """Return the number of a record of the log (from 1), as typed into the option of `/show history`.

    Raises UserError if the text is not a number or the log has no such record. Members see records as
    "moves".
    """
    number = parse_whole_number(typed, game.revision)
    if not number:
        raise UserError(
            t("Name a move from 1 to {last}, or take a moment from the list.", last=game.revision)
        )
    return number

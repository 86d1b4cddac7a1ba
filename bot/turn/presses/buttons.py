"""The buttons and menus of a turn's private page: begin a move, fill its fields, confirm it, undo it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.absence import computer_proxies
from bot.cards.texts import ROUTINE_KINDS
from bot.chat.bounds import InvalidInput, read_whole_number, value_at
from bot.chat.buttons import button_handler
from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import NOT_A_TURN_CARD, Press
from bot.chat.respond import Response, UserError
from bot.games.outcome import Outcome
from bot.post import pending
from bot.store.game_rows import CardInfo
from bot.table.outcome_texts import DONE_TEXT
from bot.turn.choosing import lists, sectors
from bot.turn.choosing.forgone import forgone_revenue_text
from bot.turn.choosing.ways import draft_from_value_indexes
from bot.turn.pages.best_runs import ALL_MOVES
from bot.turn.pages.taking_back import CONFIRMED, count_moves_undone_with_own, undo_confirmation_page
from bot.turn.pages.workspace import (
    build_first_page,
    show_page,
    show_refreshed_page,
    show_turn,
    show_turn_or_refusal,
    turn_page_button_handler,
)  # fmt: skip
from bot.turn.session import button_names, words
from bot.turn.session.draft import (
    LAY_FIELDS,
    Draft,
    fill_forced_values,
    illegal_move_text,
    legal_move_of_kind,
    legal_values_of_field,
)
from bot.turn.session.session import TurnSession, load_session
from bot.votes import undo
from bot.votes.undo import UndoAction
from bot.words import t
from engine import Option, Range


@button_handler("turn")
async def _open_turn(response: Response, press: Press) -> None:
    """Handle [Take turn]: open the user's private turn page.

    If the pressed message is the card of an earlier turn, it is edited afterwards to show the result of that
    turn. Raises UserError if the game is gone or has not started, or if the user has no seat.
    """
    await show_turn(response, press.game_id)
    message = response.interaction.message
    is_own_message = message is not None and message.author == response.bot.user
    if (
        message is not None
        and is_own_message
        and not message.flags.ephemeral
        and press.argument_text != NOT_A_TURN_CARD
    ):
        card = CardInfo("turn", message.channel.id, message.id, press.revision)
        await pending.queue_outdated_card_edit(response.bot.games, press.game_id, card)


@button_handler("computer_off")
async def _play_again(response: Response, press: Press) -> None:
    """Handle [Play myself again]: end that a computer player plays the member's seat, and show their turn.

    The custom id's argument is the seat's id. If this is refused, for example since no computer player plays
    the seat, the reason is shown. Raises UserError if the member plays no seat of the game.
    """
    outcome = await computer_proxies.set_computer_player(
        response.bot.games, press.game_id, response.user.id, press.argument_text, "", **response.request_args
    )
    if await response.ok_or_show_refusal(outcome):
        session = await load_session(response, press.game_id)
        session.result_lines = [t(DONE_TEXT)]
        await show_page(session)


@turn_page_button_handler(
    button_names.SHOW_FIRST_PAGE, needs_current_draft=False, needs_current_revision=False
)
async def _show_first_page(session: TurnSession, press: Press) -> None:
    """Handle [All choices], [Refresh] and [Other choices…]: drop the draft and show the first page.

    If a run is the only legal move, the run page is shown instead, except by [Other choices…], whose press
    carries "all".
    """
    session.set_draft(None)
    if press.argument_text == ALL_MOVES:
        session.page_override = build_first_page


@turn_page_button_handler(button_names.BEGIN_MOVE, needs_current_draft=False)
async def _begin_move(session: TurnSession, press: Press) -> Outcome | None:
    """Handle a button or menu that begins a move, and that may have the value of its next field.

    ``press.argument_text`` is the kind of move; for a button with a value, a dot follows and the value's
    index (from 0), or an amount. If the move needs no confirmation (`_is_submitted_without_confirmation`) and
    gives up no revenue (this does not matter in a trial), it is submitted and its outcome returned. Any other
    move becomes the draft, and None is returned. Raises UserError if the move is not legal, InvalidInput for
    a value that is not in the list.
    """
    kind, _, index_or_amount = press.argument_text.partition(".")
    if legal_move_of_kind(session.game, session.seat, kind) is None:
        raise UserError(illegal_move_text(session.game, session.seat))
    draft = _draft_with_pressed_value(session, Draft(kind), press.values, index_or_amount)
    if _is_submitted_without_confirmation(session, draft) and (
        session.trial is not None or not await forgone_revenue_text(session, draft)
    ):
        return await session.submit(draft, press.revision)
    session.set_draft(draft)
    return None


@turn_page_button_handler(button_names.CHOOSE_COMPLETE_MOVE, needs_current_draft=False)
async def _choose_complete_move(session: TurnSession, press: Press) -> None:
    """Handle a button or menu entry of a turn page that holds all values of a move: make it the draft.

    The press carries the kind of move and, separated by dots, an entry for each value: its index (from 0), or
    the amount itself. The page then submits the move or asks to confirm it. Raises UserError if the move is
    not legal, InvalidInput for a value that is not in the list.
    """
    kind, *value_indexes = press.arguments
    draft = draft_from_value_indexes(session, kind, press.value.split(".") if press.values else value_indexes)
    if draft is None:
        raise UserError(illegal_move_text(session.game, session.seat))
    session.set_draft(draft)


def _draft_with_pressed_value(
    session: TurnSession, draft: Draft, values: Sequence[str], index_or_amount: str
) -> Draft:
    """Return the draft of a move with the pressed value in its next field.

    Fields before it that have a single legal value are filled in. The draft is returned unchanged if the
    press has no value. ``values`` are from a menu, ``index_or_amount`` is from a button: an index of the
    list, from 0, or an amount of money; "" for none. Raises InvalidInput for a value that is not in the list,
    or an amount that is not a number.
    """
    if not values and not index_or_amount:
        return draft
    draft, next_field = fill_forced_values(session.game, session.seat, draft)
    if next_field is None:
        return draft
    options = legal_values_of_field(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        return draft.with_value(next_field.name, read_whole_number(values[0] if values else index_or_amount))
    chosen_values = (
        _validate_selected_values(options, values)
        if values
        else [value_at(options, read_whole_number(index_or_amount)).value]
    )
    return draft.with_value(next_field.name, chosen_values[0])


def _validate_selected_values(options: Sequence[Option], values: Sequence[str]) -> list[str]:
    """Return the values that were selected in a menu; raises InvalidInput if one is not among ``options``."""
    legal = {option.value for option in options}
    if not legal.issuperset(values):
        raise InvalidInput(f"not among {len(legal)} options: {str(values)[:80]}")
    return list(values)


def _is_submitted_without_confirmation(session: TurnSession, draft: Draft) -> bool:
    """Return True if a press on the move's button submits the move at once, without a page that confirms it.

    Such a move is legal and not dangerous, has no fields, and the turn goes on after it. Unless it is a pass
    or the end of a step, it changes no cash, share price or shares.
    """
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    if legal_move is None or legal_move.fields or legal_move.danger:
        return False
    preview = session.preview(draft)
    if preview is None or not words.is_same_turn_after(session.game, preview):
        return False
    return draft.kind in ROUTINE_KINDS or not words.effect_lines(session.game, preview)


# --- fields ----------------------------------------------------------------------------------------


def _pressed_values(session: TurnSession, press: Press) -> list[str]:
    """Return the values for the draft's next field that a press on the turn page carries.

    A menu sends the values. A button has, after the checksum of the draft, the value itself, or "#" and the
    value's index in the list, from 0. Raises InvalidInput if a value is not legal, UserError if nothing is
    left to choose.
    """
    options = legal_values_of_field(
        session.game, session.seat, session.current_draft, next_field_name(session)
    )
    listed_options = () if isinstance(options, Range) else options
    value_or_index = press.argument_text.partition(".")[2]
    if not press.values and value_or_index.startswith(lists.INDEX_PREFIX):
        index = read_whole_number(value_or_index.removeprefix(lists.INDEX_PREFIX))
        return [value_at(listed_options, index).value]
    return _validate_selected_values(listed_options, press.values or [value_or_index])


def set_next_value(session: TurnSession, value: object) -> None:
    """Put a value into the next field of the draft; raises UserError if nothing is left to choose.

    There must be a draft.
    """
    session.set_draft(session.current_draft.with_value(next_field_name(session), value))


def next_field_name(session: TurnSession) -> str:
    """Return the name of the draft's next field; raises UserError if nothing is left to choose.

    There must be a draft.
    """
    _, next_field = fill_forced_values(session.game, session.seat, session.current_draft)
    if next_field is None:
        raise UserError(t("Everything is chosen here already; confirm it, or go back."))
    return next_field.name


@turn_page_button_handler(button_names.SET_VALUE)
async def _set_selected_value(session: TurnSession, press: Press) -> None:
    """Handle a menu or button with a value: put this value into the next field of the draft.

    `_pressed_values` reads the value. Raises InvalidInput if the value is not legal, UserError if nothing is
    left to choose.
    """
    set_next_value(session, value_at(_pressed_values(session, press), 0))


@turn_page_button_handler(button_names.SET_AMOUNT)
async def _set_amount(session: TurnSession, press: Press) -> None:
    """Handle a button with an amount of money: put the amount into the next field of the draft.

    The press carries the amount after the checksum of the draft. Whether the amount is legal is not checked
    here. Raises InvalidInput if it is not a number, UserError if nothing is left to choose.
    """
    set_next_value(session, press.number_argument(1))


@turn_page_button_handler(button_names.SELECT_SEVERAL)
async def _select_several(session: TurnSession, press: Press) -> None:
    """Handle a menu in which several entries may be selected, such as shares to sell.

    If all entries fit in one menu (25), the selection becomes the value of the draft's next field. If the
    list has several pages, the selection is collected in the draft until [These] is pressed. Raises
    InvalidInput if an entry is not legal, UserError if nothing is left to choose.
    """
    draft, selected_now = session.current_draft, _pressed_values(session, press)
    options = legal_values_of_field(session.game, session.seat, draft, next_field_name(session))
    values = [] if isinstance(options, Range) else [option.value for option in options]
    if len(values) <= MAX_OPTIONS:
        set_next_value(session, selected_now)
        return
    values_on_page = values[draft.list_page * MAX_OPTIONS : (draft.list_page + 1) * MAX_OPTIONS]
    selected = {*(value for value in draft.selected if value not in values_on_page), *selected_now}
    session.set_draft(replace(draft, selected=tuple(value for value in values if value in selected)))


@turn_page_button_handler(button_names.SET_ALL_SELECTED)
async def _set_all_selected(session: TurnSession, press: Press) -> None:
    """Handle [These]: make the entries selected so far the value of the draft's next field.

    They may be from all pages of a long list. Raises UserError if nothing is left to choose.
    """
    set_next_value(session, list(session.current_draft.selected))


@turn_page_button_handler(button_names.TURN_LIST_PAGE)
async def _show_list_page(session: TurnSession, press: Press) -> None:
    """Handle [◀ Page] and [Page ▶]: show another page of a long list of options.

    The press carries the number of that page, from 0, after the checksum of the draft. Raises InvalidInput if
    it carries no number.
    """
    session.set_draft(replace(session.current_draft, list_page=press.number_argument(1)))


@turn_page_button_handler(button_names.CHOOSE_SECTOR)
async def _choose_sector(session: TurnSession, press: Press) -> None:
    """Handle the menu of sectors: show the sector of a large map from which the player chooses a hex.

    The press carries the letter of the sector. Raises InvalidInput if the menu does not offer this sector.
    """
    session.set_draft(sectors.draft_with_sector(session, press.value))


@turn_page_button_handler(button_names.REMOVE_LAST_VALUE)
async def _go_back(session: TurnSession, press: Press) -> None:
    """Handle [Back]: remove from the draft what the player chose last: a value, or the sector of the map.

    If nothing is left of the draft, it is dropped.
    """
    session.set_draft(sectors.without_last_value_or_sector(session.current_draft))


@turn_page_button_handler(button_names.CHOOSE_TILE)
async def _choose_tile(session: TurnSession, press: Press) -> None:
    """Handle a button or menu with a tile and its rotation: put both into the draft of a tile lay.

    The menu's value, or the button's argument after the checksum of the draft, is "tile|rotation". It
    replaces a tile that was chosen before. Raises InvalidInput if the tile or the rotation is missing or not
    legal.
    """
    draft = session.current_draft
    tile_and_rotation = (press.value if press.values else press.argument(1)).split("|")
    if len(tile_and_rotation) != len(LAY_FIELDS):
        raise InvalidInput(f"no tile and direction: {press.value[:40]!r}")
    args = {name: value for name, value in draft.args.items() if name not in LAY_FIELDS}
    auto_fields = tuple(name for name in draft.auto_fields if name not in LAY_FIELDS)
    updated_draft = replace(draft, args=args, auto_fields=auto_fields, list_page=0)
    for name, value in zip(LAY_FIELDS, tile_and_rotation, strict=True):
        options = legal_values_of_field(session.game, session.seat, updated_draft, name)
        _validate_selected_values(() if isinstance(options, Range) else options, [value])
        updated_draft = replace(updated_draft, args={**updated_draft.args, name: value})
    session.set_draft(updated_draft)


@turn_page_button_handler(button_names.TURN_TIPS_OFF, needs_current_draft=False)
async def _stop_tips(session: TurnSession, press: Press) -> None:
    """Handle [No more tips]: turn off the tips about steps for this member, in all games.

    A notice on the page says how to turn them on again.
    """
    await session.response.bot.preferences.update_member_preferences(session.response.user.id, guide=False)
    session.notice = t("No more tips; `/me prefs` turns them on again.")


@turn_page_button_handler(button_names.CONFIRM_MOVE, needs_current_revision=False)
async def _confirm_move(session: TurnSession, press: Press) -> Outcome:
    """Handle [Confirm]: submit the move that the page asked to confirm, and return the outcome.

    A refusal is an outcome, too.
    """
    return await session.submit(session.current_draft, press.revision)


UNDO_ACTIONS: dict[str, UndoAction] = {
    button_names.UNDO_MOVE: "undo", button_names.RESTART_TURN: "undo_turn", button_names.REDO_MOVE: "redo",
}  # fmt: skip


@button_handler(button_names.UNDO_MOVE, show_current_page=show_refreshed_page)
@button_handler(button_names.RESTART_TURN, show_current_page=show_refreshed_page)
@button_handler(button_names.REDO_MOVE, show_current_page=show_refreshed_page)
async def _undo_restart_or_redo(response: Response, press: Press) -> None:
    """Handle [Undo step], [Restart turn] and [Redo] of a turn page, and show the turn after it.

    If an undo takes back moves of others, a page first says how many and asks; the press from that page
    carries "sure". A refusal is shown in an ephemeral message. Raises StalePress if the game has moved on,
    UserError if the game is gone or the user has no seat.
    """
    is_unconfirmed_undo = press.button_name == button_names.UNDO_MOVE and press.argument_text != CONFIRMED
    if is_unconfirmed_undo and await _ask_before_undo(response, press):
        return
    outcome = await undo.undo_or_redo(
        response.bot.games, press.game_id, response.user.id, UNDO_ACTIONS[press.button_name],
        revision=press.revision, interaction_id=response.id,
    )  # fmt: skip
    await show_turn_or_refusal(response, press.game_id, outcome)


async def _ask_before_undo(response: Response, press: Press) -> bool:
    """Show the page that asks whether to undo later moves of others, too; return True if it was shown.

    It is not shown if there are no such moves, for a press that Discord delivers again, or if the game has
    moved on. Raises UserError if the game is gone or has not started, or if the user has no seat.
    """
    if await response.bot.games.find_outcome(response.id) is not None:
        return False
    session = await load_session(response, press.game_id)
    if press.revision != session.revision or not count_moves_undone_with_own(session):
        return False
    session.page_override = undo_confirmation_page
    await show_page(session)
    return True

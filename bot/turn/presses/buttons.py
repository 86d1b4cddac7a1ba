"""The buttons and menus of a turn's private page: pick a choice, fill its fields, confirm, undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.bounds import UnreadableInput, read_whole_number, value_at
from bot.chat.buttons import button_handler
from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import NOT_A_TURN_CARD, Press
from bot.chat.respond import Ack, Answer, Interaction, Modal, UserError, answering
from bot.games.outcome import Outcome
from bot.post import pending
from bot.store.game_rows import CardInfo
from bot.turn.choosing import chooser, lists, parts
from bot.turn.choosing.ahead import options_with_revenue_gains, search_revenue_gains
from bot.turn.choosing.ways import complete_move_at
from bot.turn.pages.best_runs import ALL_MOVES
from bot.turn.pages.taking_back import CONFIRMED, count_later_moves, undo_page
from bot.turn.pages.workspace import (
    first_page,
    handle_modal,
    session_at_current_draft,
    show_page,
    show_renewed_page,
    show_turn,
    show_turn_or_refusal,
    turn_page_button,
)  # fmt: skip
from bot.turn.session import button_names, words
from bot.turn.session.draft import (
    LAY_FIELDS,
    Draft,
    choice_of,
    fill_forced_values,
    open_choices_text,
    options_of,
)
from bot.turn.session.session import TurnSession, session_for
from bot.votes import undo
from bot.votes.undo import UndoAction
from bot.words import t
from bot.words.grammar import parse_amount
from engine import Action, Field, Option, Range


@button_handler("turn")
async def _open_turn(answer: Answer, press: Press) -> None:
    """Handle [Take turn]: open the private page of the user's turn.

    A pressed card of an earlier turn is edited to show that turn's result. Raises UserError before the start
    and without a seat.
    """
    await show_turn(answer, press.game_id)
    message = answer.interaction.message
    is_own = message is not None and message.author == answer.bot.user
    if message is not None and is_own and not message.flags.ephemeral and press.arg != NOT_A_TURN_CARD:
        card = CardInfo("turn", message.channel.id, message.id, press.rev)
        await pending.close_outdated_card(answer.bot.games, press.game_id, card)


@turn_page_button(button_names.SHOW_FIRST_PAGE, needs_current_draft=False, needs_current_revision=False)
async def _show_first_page(session: TurnSession, press: Press) -> None:
    """Handle [All choices], [Refresh] and [Other choices…]: drop the unfinished move, show the first page."""
    session.set_draft(None)
    if press.arg == ALL_MOVES:
        session.build_fixed_page = first_page


@turn_page_button(button_names.BEGIN_MOVE, needs_current_draft=False)
async def _begin_move(session: TurnSession, press: Press) -> Outcome | None:
    """Handle the press on a turn page that begins a move; it may carry the value of the move's first field.

    A move without fields may be made at once (`_is_made_at_once`); then its outcome is returned, else None.
    Raises UserError if the move is not open.
    """
    kind, _, index = press.arg.partition(".")
    if choice_of(session.game, session.seat, kind) is None:
        raise UserError(open_choices_text(session.game, session.seat))
    draft = _with_pressed_value(session, Draft(kind), press.values, index)
    if _is_made_at_once(session, draft):
        return await session.submit(draft, press.rev)
    session.set_draft(draft)
    return None


@turn_page_button(button_names.CHOOSE_COMPLETE_MOVE, needs_current_draft=False)
async def _choose_complete_move(session: TurnSession, press: Press) -> None:
    """Handle a button or menu entry of a turn page that holds all values of a move: choose the complete move.

    The page then makes it or asks to confirm it. Raises UserError if the move is not open.
    """
    kind, *value_indexes = press.arguments
    draft = complete_move_at(session, kind, press.value.split(".") if press.values else value_indexes)
    if draft is None:
        raise UserError(open_choices_text(session.game, session.seat))
    session.set_draft(draft)


def _with_pressed_value(session: TurnSession, draft: Draft, values: Sequence[str], index: str) -> Draft:
    """Return the draft of a move with the pressed value in its first next field, if the press has a value.

    ``values`` are from a menu, ``index`` is from a button: a place on the list from 0, or a sum of money.
    Raises UnreadableInput for a value that is not on the list.
    """
    if not values and not index:
        return draft
    draft, next_field = fill_forced_values(session.game, session.seat, draft)
    if next_field is None:
        return draft
    options = options_of(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        return draft.with_value(next_field.name, read_whole_number(values[0] if values else index))
    chosen_values = (
        _require_options(options, values) if values else [value_at(options, read_whole_number(index)).value]
    )
    return draft.with_value(next_field.name, chosen_values[0])


def _require_options(options: Sequence[Option], values: Sequence[str]) -> list[str]:
    """Return the values that were selected in a menu of a turn page.

    Raises UnreadableInput if one is not a legal option.
    """
    legal = {option.value for option in options}
    if not legal.issuperset(values):
        raise UnreadableInput(f"not among {len(legal)} options: {str(values)[:80]}")
    return list(values)


def _is_made_at_once(session: TurnSession, draft: Draft) -> bool:
    """Return True if a press on the turn page makes this move without a page to confirm it.

    That is one without fields, after which the turn goes on; only a pass or the end of a step may move money
    or shares.
    """
    choice = choice_of(session.game, session.seat, draft.kind)
    if choice is None or choice.fields or choice.danger:
        return False
    preview = words.preview_or_none(session.game, Action(draft.kind, session.seat))
    if preview is None or not words.is_same_turn_after(session.game, preview):
        return False
    return draft.kind in ROUTINE_KINDS or not words.effect_lines(session.game, preview)


# --- fields ----------------------------------------------------------------------------------------


def _pressed_values(session: TurnSession, press: Press) -> list[str]:
    """Return the values for the move's next field that a press on the turn page carries.

    A menu sends them itself; a button carries the value or, after INDEX_PREFIX, its place on the list from 0.
    Raises UnreadableInput if one is not legal, UserError if nothing is left to choose.
    """
    options = options_of(session.game, session.seat, session.current_draft, _next_field_name(session))
    listed_options = () if isinstance(options, Range) else options
    value_or_index = press.arg.partition(".")[2]
    if not press.values and value_or_index.startswith(lists.INDEX_PREFIX):
        index = read_whole_number(value_or_index.removeprefix(lists.INDEX_PREFIX))
        return [value_at(listed_options, index).value]
    return _require_options(listed_options, press.values or [value_or_index])


def _set_value(session: TurnSession, value: object) -> None:
    """Put a value into the next field of the move that the player fills in."""
    session.set_draft(session.current_draft.with_value(_next_field_name(session), value))


def _next_field_name(session: TurnSession) -> str:
    """Return the name of the move's next field; raises UserError if nothing is left to choose."""
    _, next_field = fill_forced_values(session.game, session.seat, session.current_draft)
    if next_field is None:
        raise UserError(t("Everything is chosen here already; confirm it, or go back."))
    return next_field.name


@turn_page_button(button_names.SET_VALUE)
async def _set_selected_value(session: TurnSession, press: Press) -> None:
    """Handle a select menu: set the next field of the move to the selected entry."""
    _set_value(session, value_at(_pressed_values(session, press), 0))


@turn_page_button(button_names.SET_AMOUNT)
async def _set_amount(session: TurnSession, press: Press) -> None:
    """Handle a button with a sum of money: set the next field of the move to it."""
    _set_value(session, press.number(1))


@turn_page_button(button_names.SELECT_SEVERAL)
async def _select_several(session: TurnSession, press: Press) -> None:
    """Handle a menu in which several entries may be selected, such as shares to sell.

    A list that fits one menu sets the field of the move. Of a longer list, the selection of each page is kept
    in the draft until [These]. Raises UnreadableInput if an entry is not legal, UserError if nothing is left
    to choose.
    """
    draft, selected_now = session.current_draft, _pressed_values(session, press)
    options = options_of(session.game, session.seat, draft, _next_field_name(session))
    values = [] if isinstance(options, Range) else [option.value for option in options]
    if len(values) <= MAX_OPTIONS:
        _set_value(session, selected_now)
        return
    values_on_page = values[draft.list_page * MAX_OPTIONS : (draft.list_page + 1) * MAX_OPTIONS]
    selected = {*(value for value in draft.selected if value not in values_on_page), *selected_now}
    session.set_draft(replace(draft, selected=tuple(value for value in values if value in selected)))


@turn_page_button(button_names.SET_ALL_SELECTED)
async def _set_all_selected(session: TurnSession, press: Press) -> None:
    """Handle [These]: set the field of the move to all entries selected on the pages of the list."""
    _set_value(session, list(session.current_draft.selected))


@turn_page_button(button_names.TURN_LIST_PAGE)
async def _turn_list_page(session: TurnSession, press: Press) -> None:
    """Handle [◀ Page] and [Page ▶]: turn to another page of a long list of options."""
    session.set_draft(replace(session.current_draft, list_page=press.number(1)))


@turn_page_button(button_names.CHOOSE_MAP_PART)
async def _choose_map_part(session: TurnSession, press: Press) -> None:
    """Handle the menu of map parts: show the part of a large map in which the player chooses a hex."""
    session.set_draft(parts.with_map_part(session.current_draft, press.value))


@turn_page_button(button_names.REMOVE_LAST_VALUE)
async def _remove_last_value(session: TurnSession, press: Press) -> None:
    """Handle [Back]: remove the last value that the player chose for the move."""
    session.set_draft(parts.one_step_back(session.current_draft))


@turn_page_button(button_names.CHOOSE_TILE)
async def _choose_tile(session: TurnSession, press: Press) -> None:
    """Handle the choice of a tile and its rotation ("tile|rotation" in the press) for a tile lay.

    It replaces an earlier one. Raises UnreadableInput if one is missing or not legal.
    """
    draft = session.current_draft
    lay = (press.value if press.values else press.argument(1)).split("|")
    if len(lay) != len(LAY_FIELDS):
        raise UnreadableInput(f"no tile and direction: {press.value[:40]!r}")
    args = {name: value for name, value in draft.args.items() if name not in LAY_FIELDS}
    auto = tuple(name for name in draft.auto_fields if name not in LAY_FIELDS)
    updated = replace(draft, args=args, auto_fields=auto, list_page=0)
    for name, value in zip(LAY_FIELDS, lay, strict=True):
        options = options_of(session.game, session.seat, updated, name)
        _require_options(() if isinstance(options, Range) else options, [value])
        updated = replace(updated, args={**updated.args, name: value})
    session.set_draft(updated)


# --- typing ----------------------------------------------------------------------------------------


class LineModal(Modal):
    """A modal with one line of text; what is typed goes to ``apply_text``."""

    def __init__(self, title: str, label: str, hint: str, press: Press) -> None:
        """Build a modal of the turn page; ``press`` opened it, ``hint`` is the placeholder of its text field.

        Title and label are cut to 45, the hint to 100 characters, Discord's limits.
        """
        super().__init__(title=title[:45], timeout=900)
        self.press = press
        self.text_input: ui.TextInput[LineModal] = ui.TextInput(
            placeholder=hint[:100], required=False, max_length=100
        )
        self.add_item(ui.Label(text=label[:45], component=self.text_input))

    @property
    def text(self) -> str:
        """Return what was typed, without spaces at its ends."""
        return self.text_input.value.strip()[:100]

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Handle the submitted modal as a step on the member's turn page."""
        async with answering(interaction) as answer:
            await handle_modal(answer, self.press, self.apply_text)

    async def apply_text(self, session: TurnSession, press: Press) -> None:
        """Use the typed line on the turn page ``session``; each modal says how."""
        raise NotImplementedError


class AmountModal(LineModal):
    """Asks for an amount of money."""

    async def apply_text(self, session: TurnSession, press: Press) -> None:
        """Set the next field of the move to the typed sum of money; raises UserError if it is not legal."""
        options = options_of(session.game, session.seat, session.current_draft, _next_field_name(session))
        typed = parse_amount(self.text, session.game.title.data.currency)
        if not isinstance(options, Range) or typed not in options:
            ranged = chooser.range_text(session, options) if isinstance(options, Range) else ""
            raise UserError(t("“{text}” is no possible amount. {ranged}", text=self.text[:40], ranged=ranged))
        _set_value(session, typed)


def _matching_options(session: TurnSession, field: Field, text: str) -> Sequence[tuple[int, Option]]:
    """Return the options that a typed number, name or coordinate means, each with its number on the page.

    A number wins unless the text names exactly one option. [] for a sum of money, or if none matches.
    """
    options = options_with_revenue_gains(session, session.current_draft, field.name)
    if isinstance(options, Range):
        return []
    numbered_options = lists.listed_options(session, session.current_draft, field, options)
    options_by_number = [option for option in numbered_options if str(option[0]) == text.removeprefix("#")]
    by_name = lists.numbered_matches(options, text, field.name)
    return options_by_number if options_by_number and len(by_name) != 1 else by_name


class FindModal(LineModal):
    """Asks for a number, name or coordinate to find in a list."""

    async def apply_text(self, session: TurnSession, press: Press) -> None:
        """Set the next field of the move to the only option that matches; otherwise list all that match.

        An empty text lists all options again.
        """
        await search_revenue_gains(session, session.choices())
        next_field = session.next_field()
        matches = [] if next_field is None else _matching_options(session, next_field, self.text)
        if self.text and len(matches) == 1:
            _set_value(session, matches[0][1].value)
        else:
            session.set_draft(replace(session.current_draft, search_text=self.text, list_page=0))


@button_handler(button_names.TYPE_AMOUNT, ack=Ack.NONE, needs_current_revision=True)
async def _open_amount_modal(answer: Answer, press: Press) -> None:
    """Handle [Another amount…] of a turn page: open the modal to type a sum; StalePress for an old page."""
    session = await session_at_current_draft(answer, press)
    options = options_of(session.game, session.seat, session.current_draft, _next_field_name(session))
    hint = chooser.range_text(session, options) if isinstance(options, Range) else ""
    await answer.open_modal(AmountModal(t("Another amount"), t("Amount"), hint, press))


@button_handler(button_names.FIND_OPTION, ack=Ack.NONE, needs_current_revision=True)
async def _open_find_modal(answer: Answer, press: Press) -> None:
    """Handle [Type number or name…] of a turn page: open the modal in which an option is searched."""
    await session_at_current_draft(answer, press)
    await answer.open_modal(
        FindModal(t("Find"), t("Number, name or coordinate"), t("Empty shows all"), press)
    )


@turn_page_button(button_names.TURN_TIPS_OFF, needs_current_draft=False)
async def _turn_guide_off(session: TurnSession, press: Press) -> None:
    """Handle [No more tips]: explain no more steps of turns to this member, in any game."""
    await session.answer.bot.preferences.set_member(session.answer.user.id, guide=False)
    session.notice = t("No more tips; `/me prefs` turns them on again.")


@turn_page_button(button_names.CONFIRM_MOVE, needs_current_revision=False)
async def _confirm_move(session: TurnSession, press: Press) -> Outcome:
    """Handle [Confirm]: make the move that the page showed for confirmation."""
    return await session.submit(session.current_draft, press.rev)


UNDO_ACTIONS: dict[str, UndoAction] = {
    button_names.UNDO_MOVE: "undo", button_names.RESTART_TURN: "restart", button_names.REDO_MOVE: "redo",
}  # fmt: skip


@button_handler(button_names.UNDO_MOVE, show_current_page=show_renewed_page)
@button_handler(button_names.RESTART_TURN, show_current_page=show_renewed_page)
@button_handler(button_names.REDO_MOVE, show_current_page=show_renewed_page)
async def _take_back(answer: Answer, press: Press) -> None:
    """Handle [Undo step], [Restart turn] and [Redo] of a turn page, and show the turn after it.

    If an undo takes back moves of others, a page first says how many and asks.
    """
    is_first_undo_press = press.button_name == button_names.UNDO_MOVE and press.arg != CONFIRMED
    if is_first_undo_press and await _ask_before_undo(answer, press):
        return
    outcome = await undo.undo_or_redo(
        answer.bot.games, press.game_id, answer.user.id, UNDO_ACTIONS[press.button_name],
        rev=press.rev, interaction_id=answer.id,
    )  # fmt: skip
    await show_turn_or_refusal(answer, press.game_id, outcome)


async def _ask_before_undo(answer: Answer, press: Press) -> bool:
    """Show the page that asks whether to undo later moves of others, too; return True if it was shown.

    Not without such moves, for a press that Discord delivers again, or if the game has moved on.
    """
    if await answer.bot.games.stored_outcome(answer.id) is not None:
        return False
    session = await session_for(answer, press.game_id)
    if press.rev != session.rev or not count_later_moves(session):
        return False
    session.build_fixed_page = undo_page
    await show_page(session)
    return True

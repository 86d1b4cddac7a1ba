"""Menus of the first page of a turn: all values of a move, of which the likely ones also have buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import BotItem, select
from bot.turn.choosing import lists
from bot.turn.choosing.legal_moves import MAX_PLACEHOLDER, OfferedMove, menu_placeholder
from bot.turn.choosing.numbered_hexes import NumberedHexes
from bot.turn.choosing.ways import CompleteMove
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Option
from engine.api.moves import HEX


def complete_move_menus(
    session: TurnSession, legal_move: OfferedMove, complete_moves: Sequence[CompleteMove]
) -> list[BotItem]:
    """Return the turn page's menus of all complete moves of a kind, each menu with at most 25 moves.

    Selecting an entry chooses all values of a move, which is then made unless it must be confirmed. There
    must be at least one move.
    """
    moves_by_menu = [
        complete_moves[index : index + MAX_OPTIONS] for index in range(0, len(complete_moves), MAX_OPTIONS)
    ]
    return [
        select(
            session.press(
                button_names.CHOOSE_COMPLETE_MOVE,
                legal_move.choice.kind,
                *([] if len(moves_by_menu) == 1 else [f"m{index}"]),
            ),
            [lists.menu_option(0, _menu_entry(complete_move)) for complete_move in menu_moves],
            placeholder=_placeholder_of_menu(session, legal_move, moves_by_menu, index),
        )
        for index, menu_moves in enumerate(moves_by_menu)
    ]


def value_menu(session: TurnSession, legal_move: OfferedMove, numbered_hexes: NumberedHexes) -> BotItem:
    """Return the turn page's menu of the legal values of a move's next field.

    Hexes have their numbers on the map, and some of them also buttons. The move must have a next field.
    """
    assert legal_move.next_field is not None
    is_on_map, count = legal_move.next_field.name == HEX, len(legal_move.options)
    numbers = [
        numbered_hexes.number_of(session, option.value) if is_on_map else 0 for option in legal_move.options
    ]
    entries = [
        lists.menu_option(number, option, is_numbered=number > 0)
        for number, option in zip(numbers, legal_move.options, strict=True)
    ]
    return select(
        session.press(button_names.BEGIN_MOVE, legal_move.choice.kind),
        entries,
        placeholder=_placeholder_with_count(session, legal_move, count)
        if is_on_map
        else menu_placeholder(session, legal_move),
    )


def _menu_entry(complete_move: CompleteMove) -> Option:
    """Return a complete move as a menu entry, with its effect and note as the description."""
    return Option(
        complete_move.button_argument,
        complete_move.menu_label,
        " · ".join(filter(None, [complete_move.effect, complete_move.note])),
    )


def _placeholder_of_menu(
    session: TurnSession, legal_move: OfferedMove, moves_by_menu: Sequence[Sequence[CompleteMove]], index: int
) -> str:
    """Return the placeholder of one of the menus of complete moves; ``index`` is that of the menu, from 0.

    It names the first and the last value of the menu if a phone can show them, else the menu's number. If
    there is only one menu, it says that it has all moves.
    """
    if len(moves_by_menu) == 1:
        return _placeholder_with_count(session, legal_move, len(moves_by_menu[0]))
    first, last = (_first_value_name(session, moves_by_menu[index][position]) for position in (0, -1))
    label = translated(legal_move.choice.label)
    text = t("{move}: {first} to {last}", move=label, first=first, last=last)
    text_with_number = f"{menu_placeholder(session, legal_move)} ({index + 1}/{len(moves_by_menu)})"
    return text if len(text) <= MAX_PLACEHOLDER and first != last else text_with_number


def _placeholder_with_count(session: TurnSession, legal_move: OfferedMove, count: int) -> str:
    """Return the placeholder of a menu that has all values of a move, such as "Lay track: all 12".

    If it would be too long for a phone, it is that of other menus (`menu_placeholder`). ``count`` is the
    number of values.
    """
    text = t("{move}: all {count}", move=translated(legal_move.choice.label), count=count)
    return text if len(text) <= MAX_PLACEHOLDER else menu_placeholder(session, legal_move)


def _first_value_name(session: TurnSession, complete_move: CompleteMove) -> str:
    """Return the short name of the first value of a complete move, for the placeholder of a menu.

    It is a company's id, or else the label of the move up to the first " · ". The move must have a value.
    """
    value = str(next(iter(complete_move.draft.args.values())))
    return value if value in session.view.state.companies else complete_move.label.partition(" · ")[0]

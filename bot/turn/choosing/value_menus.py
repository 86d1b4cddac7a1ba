"""Menus of the first page of a turn: all values of a move, of which the likely ones also have buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import BotItem, select_menu
from bot.turn.choosing import lists
from bot.turn.choosing.legal_moves import MAX_PLACEHOLDER, OfferedMove, menu_placeholder
from bot.turn.choosing.numbered_hexes import NumberedHexes
from bot.turn.choosing.ways import CompleteMove
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Option
from engine.api.moves import HEX


def menus_of_moves_with_all_values(
    session: TurnSession, offered_move: OfferedMove, complete_moves: Sequence[CompleteMove]
) -> list[BotItem]:
    """Return the turn page's menus of all complete moves of a kind, each menu with at most 25 moves.

    Selecting an entry chooses all values of a move, which is then made unless it must be confirmed. There
    must be at least one move.
    """
    moves_by_menu = [
        complete_moves[index : index + MAX_OPTIONS] for index in range(0, len(complete_moves), MAX_OPTIONS)
    ]
    return [
        select_menu(
            session.press_for(
                button_names.CHOOSE_COMPLETE_MOVE,
                offered_move.legal_move.kind,
                *([] if len(moves_by_menu) == 1 else [f"m{index}"]),
            ),
            [lists.menu_option(0, _menu_option(complete_move)) for complete_move in menu_moves],
            placeholder=_placeholder_of_menu(session, offered_move, moves_by_menu, index),
        )
        for index, menu_moves in enumerate(moves_by_menu)
    ]


def value_menu(session: TurnSession, offered_move: OfferedMove, numbered_hexes: NumberedHexes) -> BotItem:
    """Return the turn page's menu of the legal values of a move's next field.

    Hexes are labelled with their numbers on the map picture; some of these hexes also have buttons elsewhere
    on the page. The move must have a next field.
    """
    assert offered_move.next_field is not None
    is_on_map, count = offered_move.next_field.name == HEX, len(offered_move.options)
    numbers = [
        numbered_hexes.number_of(session, option.value) if is_on_map else 0 for option in offered_move.options
    ]
    entries = [
        lists.menu_option(number, option, is_numbered=number > 0)
        for number, option in zip(numbers, offered_move.options, strict=True)
    ]
    return select_menu(
        session.press_for(button_names.BEGIN_MOVE, offered_move.legal_move.kind),
        entries,
        placeholder=_placeholder_with_count(session, offered_move, count)
        if is_on_map
        else menu_placeholder(session, offered_move),
    )


def _menu_option(complete_move: CompleteMove) -> Option:
    """Return a complete move as a menu entry, with its effect and note as the description."""
    return Option(
        complete_move.button_argument,
        complete_move.menu_label,
        " · ".join(filter(None, [complete_move.effect, complete_move.note])),
    )


def _placeholder_of_menu(
    session: TurnSession,
    offered_move: OfferedMove,
    moves_by_menu: Sequence[Sequence[CompleteMove]],
    index: int,
) -> str:
    """Return the placeholder for one of the menus of complete moves; ``index`` (from 0) is that of the menu.

    It is "MOVE: first to last", with the first values of the menu's first and last moves, if that is at most
    28 characters and these values differ, else it has the menu's number. A single menu has the number of its
    moves instead.
    """
    if len(moves_by_menu) == 1:
        return _placeholder_with_count(session, offered_move, len(moves_by_menu[0]))
    first, last = (_first_value_name(session, moves_by_menu[index][position]) for position in (0, -1))
    label = translated(offered_move.legal_move.label)
    text = t("{move}: {first} to {last}", move=label, first=first, last=last)
    text_with_number = f"{menu_placeholder(session, offered_move)} ({index + 1}/{len(moves_by_menu)})"
    return text if len(text) <= MAX_PLACEHOLDER and first != last else text_with_number


def _placeholder_with_count(session: TurnSession, offered_move: OfferedMove, count: int) -> str:
    """Return the placeholder of a menu that has all values of a move, such as "Lay track: all 12".

    If that text exceeds 28 characters, `menu_placeholder` is returned instead. ``count`` is the number of
    values.
    """
    text = t("{move}: all {count}", move=translated(offered_move.legal_move.label), count=count)
    return text if len(text) <= MAX_PLACEHOLDER else menu_placeholder(session, offered_move)


def _first_value_name(session: TurnSession, complete_move: CompleteMove) -> str:
    """Return the short name of the first value of a complete move, for the placeholder of a menu.

    It is a company's id, or else the label of the move up to the first " · ". The move must have a value.
    """
    value = str(next(iter(complete_move.draft.args.values())))
    return value if value in session.view.state.companies else complete_move.label.partition(" · ")[0]

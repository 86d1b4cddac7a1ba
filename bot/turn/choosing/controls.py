"""The buttons and menus of the legal moves on the first page of a turn; likely values have buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.frame import DANGER, PRIMARY, ROW_WIDTH, SECONDARY, PageBuilder
from bot.chat.menu import split_overflow_into_menu
from bot.chat.press import OVERFLOW_MENU, BotItem, button
from bot.turn.choosing import chooser, lists
from bot.turn.choosing.fitting import max_value_buttons
from bot.turn.choosing.legal_moves import (
    OfferedMove,
    fits_one_menu,
    offered_move_lines,
    offered_move_of,
)
from bot.turn.choosing.numbered_hexes import NumberedHexes, hexes_shown_line
from bot.turn.choosing.prices import named_amounts
from bot.turn.choosing.value_menus import menus_of_moves_with_all_values, value_menu
from bot.turn.choosing.ways import (
    CompleteMove,
    complete_moves_of,
    has_repeated_first_value,
    select_likely_moves,
)
from bot.turn.session import button_names
from bot.turn.session.draft import Draft, fill_forced_values, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import t, translated, with_ellipsis
from engine import Choice, Option, Range
from engine.api.moves import BID, HEX, Subject

MAX_MENUS = 4
"""The maximum number of menus on the first page; further legal moves have buttons."""

MAX_HEX_BUTTONS = 4
"""The maximum number of hexes that also have a button, beside the menu of all hexes."""

MAX_LOT_BUTTONS = 3
"""The maximum number of bid buttons beside a menu of many lots; a phone shows each on its own line."""

MAX_LABEL = 80
"""The maximum number of characters of a button's label in Discord."""

MAX_NAMED = 40
"""The maximum number of characters of a button with a company's id and name, as a phone shows."""


@dataclass(frozen=True, slots=True)
class MoveControls:
    """The buttons and select menus of one kind of move on the first page of a turn.

    ``shows_all_values``: the buttons lead to all values of the move, so the move needs no further button even
    if its menus have no room on the page.
    """

    buttons: Sequence[BotItem] = ()
    menus: Sequence[BotItem] = ()
    shows_all_values: bool = False


def add_legal_moves(
    session: TurnSession, builder: PageBuilder, legal_moves: Sequence[Choice], numbered_hexes: NumberedHexes
) -> None:
    """Add the legal moves to the first page of a turn: effects as text, then their buttons and menus.

    ``legal_moves`` are legal kinds of moves. The likely values of a move have buttons, and all its values are
    in menus; there are at most four menus for all moves. A move whose values do not all fit in buttons or
    menus also gets a button that begins it on pages of its own. Dangerous and rarely used moves come last.
    """
    usual_moves = sorted(
        (usual_move for usual_move in legal_moves if not usual_move.seldom),
        key=lambda usual_move: usual_move.subject not in (Subject.NONE, Subject.EMERGENCY, Subject.PAR),
    )
    offered_moves = [offered_move_of(session, legal_move) for legal_move in usual_moves]
    lines = [line for offered_move in offered_moves for line in offered_move_lines(session, offered_move)]
    builder.texts.append("\n".join(filter(None, [*lines, hexes_shown_line(session, numbered_hexes)])))
    moves_to_begin: list[Choice] = []
    free_menus, max_buttons, is_extra = MAX_MENUS, max_value_buttons(len(offered_moves)), False
    for offered_move in offered_moves:
        controls = _move_controls(session, offered_move, numbered_hexes, max_buttons)
        do_menus_fit = 0 < len(controls.menus) <= free_menus
        if controls.buttons or do_menus_fit:
            _add_begin_buttons(session, builder, moves_to_begin, is_extra=is_extra)
        builder.add_buttons(controls.buttons)
        if do_menus_fit:
            free_menus -= len(controls.menus)
            builder.rows += [[menu] for menu in controls.menus]
        elif not controls.shows_all_values:
            moves_to_begin.append(offered_move.legal_move)
            if not controls.buttons:
                continue
            _add_begin_buttons(session, builder, moves_to_begin, is_extra=is_extra)
        is_extra = True
    _add_begin_buttons(session, builder, moves_to_begin, is_extra=is_extra)
    # Dangerous moves get a row of their own.
    builder.add_buttons(begin_move_button(session, legal_move) for legal_move in moves_to_begin)
    add_rarely_used_moves(session, builder, [legal_move for legal_move in legal_moves if legal_move.seldom])


def _add_begin_buttons(
    session: TurnSession, builder: PageBuilder, moves_to_begin: list[Choice], *, is_extra: bool
) -> None:
    """Add to the turn page a button to begin each of these moves, and remove these moves from the list.

    ``moves_to_begin`` are the moves without buttons or menus for their values. Dangerous moves get no button
    here and stay in the list, for the end of the page; but dangerous moves of an emergency, which may be the
    only way out, get buttons in a row after the others. ``is_extra`` makes the buttons grey, because a move
    with its own buttons or menu comes before them.
    """
    later_moves = [
        legal_move
        for legal_move in moves_to_begin
        if legal_move.danger and legal_move.subject is not Subject.EMERGENCY
    ]
    added_moves = [legal_move for legal_move in moves_to_begin if legal_move not in later_moves]
    for is_dangerous in (False, True):
        builder.add_buttons(
            begin_move_button(session, legal_move, is_extra=is_extra)
            for legal_move in added_moves
            if legal_move.danger is is_dangerous
        )
    moves_to_begin[:] = later_moves


def add_rarely_used_moves(session: TurnSession, builder: PageBuilder, legal_moves: Sequence[Choice]) -> None:
    """Add the rarely used moves to the turn page: a single one as a button, several as one menu.

    Nothing is added for []. The menu has the first 25 moves; the others are left out.
    """
    items = [begin_move_button(session, legal_move) for legal_move in legal_moves]
    buttons, menu = split_overflow_into_menu(
        items, int(len(items) == 1), session.press_for(OVERFLOW_MENU, "seldom"), t("Rarely used…")
    )
    builder.add_buttons(buttons)
    builder.rows += [menu] if menu else []


def _move_controls(
    session: TurnSession, offered_move: OfferedMove, numbered_hexes: NumberedHexes, max_buttons: int
) -> MoveControls:
    """Return the buttons and menus of one kind of move on the first page of a turn.

    At most ``max_buttons`` complete moves (with all their values) get buttons; if there is just one more, it
    gets a button, too. There are neither buttons nor menus if no value is missing, or if the values are
    chosen on pages of their own.
    """
    if offered_move.amount_range is not None and len(offered_move.legal_move.fields) == 1:
        return MoveControls(
            _amount_buttons(session, offered_move, offered_move.amount_range), shows_all_values=True
        )
    if offered_move.has_value_buttons:
        return MoveControls(
            list(_value_buttons(session, offered_move, numbered_hexes)), shows_all_values=True
        )
    if offered_move.next_field is None:
        return MoveControls()
    complete_moves = complete_moves_of(session, offered_move.legal_move)
    if complete_moves:
        return _controls_of_complete_moves(session, offered_move, complete_moves, max_buttons)
    menus = (
        [value_menu(session, offered_move, numbered_hexes)] if fits_one_menu(session, offered_move) else []
    )
    if offered_move.next_field.name == HEX:
        return _hex_controls(session, offered_move, numbered_hexes, menus)
    if menus and offered_move.legal_move.subject is Subject.PAR and not offered_move.needs_one_more_value:
        return MoveControls(
            list(_first_field_buttons(session, offered_move)),
            menus,
            shows_all_values=len(offered_move.options) <= ROW_WIDTH,
        )
    if menus and offered_move.has_next_value_buttons:
        return MoveControls(
            list(_value_buttons(session, offered_move, numbered_hexes)), shows_all_values=True
        )
    return MoveControls((), menus)


def _controls_of_complete_moves(
    session: TurnSession, offered_move: OfferedMove, complete_moves: Sequence[CompleteMove], max_buttons: int
) -> MoveControls:
    """Return buttons for the likely complete moves of a kind, and menus of all of them.

    At most ``max_buttons`` moves get buttons; if there is just one more, it gets a button, too. There is no
    menu if the buttons offer all moves. If there are more than twice ``max_buttons`` bids, at most three of
    them get buttons. If a par price is chosen for a company, the buttons are the companies instead. For moves
    with an amount, a further button asks for another amount.
    """
    legal_move, menus = (
        offered_move.legal_move,
        menus_of_moves_with_all_values(session, offered_move, complete_moves),
    )
    if legal_move.subject is Subject.PAR and has_repeated_first_value(complete_moves):
        return MoveControls(list(_first_field_buttons(session, offered_move)), menus, shows_all_values=True)
    if legal_move.kind == BID and len(complete_moves) > 2 * max_buttons:
        max_buttons = min(max_buttons, MAX_LOT_BUTTONS)
    if len(complete_moves) == max_buttons + 1:  # a menu for the only other one would be as large
        max_buttons += 1
    items = [
        button_of_complete_move(session, complete_move, legal_move)
        for complete_move in select_likely_moves(complete_moves, max_buttons)
    ]
    asks_amount = any(complete_move.is_minimum_amount for complete_move in complete_moves)
    other_amount = [_other_amount_button(session, legal_move)] if asks_amount else []
    are_all_shown = len(items) == len(complete_moves)
    return MoveControls([*items, *other_amount], () if are_all_shown else menus, are_all_shown)


def _hex_controls(
    session: TurnSession, offered_move: OfferedMove, numbered_hexes: NumberedHexes, menus: Sequence[BotItem]
) -> MoveControls:
    """Return buttons for all legal hexes of a move if there are at most five; else for four, and the menus.

    The next field of the move must be a hex. ``menus`` have all of its hexes.
    """
    are_all_shown = len(offered_move.options) <= ROW_WIDTH
    count = len(offered_move.options) if are_all_shown else MAX_HEX_BUTTONS
    items = list(_hex_buttons(session, offered_move, numbered_hexes, count))
    return MoveControls(items, () if are_all_shown else menus, are_all_shown)


def _hex_buttons(
    session: TurnSession, offered_move: OfferedMove, numbered_hexes: NumberedHexes, count: int
) -> Iterator[BotItem]:
    """Yield buttons for the first ``count`` legal hexes of a move, with their numbers on the page's map.

    The buttons are red if the move is dangerous. Each label also has the revenue gain and the price of a tile
    lay on the hex. If the numbers on the map are those of another kind of move, the label starts with the
    name of this move. Labels are cut to 80 characters. The next field of the move must be a hex.
    """
    style = DANGER if offered_move.legal_move.danger else SECONDARY
    assert offered_move.next_field is not None
    legal_hexes = legal_values_of_field(session.game, session.seat, offered_move.draft, HEX)
    indexes = (
        {}
        if isinstance(legal_hexes, Range)
        else {legal_hex.value: index for index, legal_hex in enumerate(legal_hexes)}
    )
    for option in offered_move.options[:count]:
        number = numbered_hexes.number_of(session, option.value)
        money_notes = [part for part in option.note.split(", ") if named_amounts(session.view, part)]
        label = " · ".join([*([str(number)] if number else []), option.label, *money_notes])
        if offered_move.legal_move.kind != numbered_hexes.move_kind:
            label = chooser.label_with_value(translated(offered_move.legal_move.label), label)
        press = session.press_for(
            button_names.BEGIN_MOVE, offered_move.legal_move.kind, indexes[option.value]
        )
        yield button(press, lists.shorten(label, MAX_LABEL), style=style)


def _first_field_buttons(session: TurnSession, offered_move: OfferedMove) -> Iterator[BotItem]:
    """Yield a button for each value of a move's first field, such as the company to par; at most five.

    The values of the move's other fields are asked for after the press. The label starts with the move's
    label, unless the value repeats the move's verb. A company is shown with its id and its name, shortened to
    what a phone shows.
    """
    move_label, companies = translated(offered_move.legal_move.label), session.view.state.companies
    for index, option in enumerate(offered_move.options[:ROW_WIDTH]):
        label = option.label.partition(" · ")[0]
        if option.value in companies and not chooser.repeats_verb(move_label, label):
            label_with_name = f"{move_label}: {label} {session.view.spec(option.value).name}"
            label = lists.shorten(label_with_name, max(MAX_NAMED, len(f"{move_label}: {label}")))
        else:
            label = chooser.label_with_value(move_label, label)
        yield button(
            session.press_for(button_names.BEGIN_MOVE, offered_move.legal_move.kind, index),
            with_ellipsis(label),
        )


def _value_buttons(
    session: TurnSession, offered_move: OfferedMove, numbered_hexes: NumberedHexes
) -> Iterator[BotItem]:
    """Yield a button of the turn page for each legal value of a move's next field.

    A press makes the move with this value, or begins it if more values are asked for ("…"). A hex has its
    number on the page's map. The label starts with the move's label if the value is a company's name, or a
    hex that the map does not number for this move.
    """
    style = DANGER if offered_move.legal_move.danger else SECONDARY
    is_on_map = offered_move.next_field is not None and offered_move.next_field.name == HEX
    for index, option in enumerate(offered_move.options):
        number = numbered_hexes.number_of(session, option.value) if is_on_map else 0
        label = f"{number} · {option.label}" if number else option.label
        is_numbered_move = offered_move.legal_move.kind == numbered_hexes.move_kind
        if _is_labelled_as_company(session, option) or (is_on_map and not is_numbered_move):
            label = chooser.label_with_value(
                translated(offered_move.legal_move.label), label.partition(" · ")[0]
            )
        if not offered_move.needs_one_more_value and not is_on_map:
            label = with_ellipsis(_prefix_only_legal_company(session, offered_move.draft, label))
        yield button(
            session.press_for(button_names.BEGIN_MOVE, offered_move.legal_move.kind, index),
            label,
            style=style,
        )


def _prefix_only_legal_company(session: TurnSession, draft: Draft, label: str) -> str:
    """Return the label of a value, prefixed with the id of the move's company if just one company is legal.

    ``draft`` has the values that were filled in because only one was legal. The label is returned unchanged
    if it contains the company's id, if no company was filled in, and while a company acts.
    """
    companies = session.view.state.companies if session.company is None else ()
    only_company = next((value for value in map(str, draft.args.values()) if value in companies), "")
    return (
        f"{only_company}: {label}"
        if only_company and only_company not in re.findall(r"[\w&-]+", label)
        else label
    )


def _is_labelled_as_company(session: TurnSession, option: Option) -> bool:
    """Return True if the label of an option is only a company's name or id, without an amount or number."""
    company = session.view.state.companies.get(option.value)
    if company is None:
        return False
    is_id_and_name = option.label == f"{option.value} · {session.view.spec(option.value).name}"
    return is_id_and_name or not any(char.isdigit() or char == "·" for char in option.label)


def _amount_buttons(session: TurnSession, offered_move: OfferedMove, amounts: Range) -> list[BotItem]:
    """Return buttons for the minimum and suggested amounts of a move, and one to type another amount.

    At most five buttons are returned. ``amounts`` are the legal amounts.
    """
    kind, label = offered_move.legal_move.kind, translated(offered_move.legal_move.label)
    items = [
        button(
            session.press_for(button_names.BEGIN_MOVE, kind, amount),
            f"{label}: {session.view.money(amount)}",
            style=PRIMARY,
        )
        for amount in chooser.amounts_for_buttons(amounts)
    ]
    return [
        *items[: ROW_WIDTH - 1],
        button(session.press_for(button_names.BEGIN_MOVE, kind), t("{label}: another amount…", label=label)),
    ]


def _other_amount_button(session: TurnSession, legal_move: Choice) -> BotItem:
    """Return the turn page's button "another amount…", which asks for all values of a move one by one."""
    label = t("{label}: another amount…", label=translated(legal_move.label))
    return button(session.press_for(button_names.BEGIN_MOVE, legal_move.kind, ""), label)


def button_of_complete_move(session: TurnSession, complete_move: CompleteMove, legal_move: Choice) -> BotItem:
    """Return the button that makes a complete move in one press, labelled with the move and its effect.

    ``legal_move`` is the kind of move. If the move must be confirmed, the press shows the page that asks for
    it. The label is cut to 80 characters.
    """
    label = chooser.label_with_value(translated(legal_move.label), complete_move.label)
    text = " · ".join(filter(None, [label, complete_move.effect]))
    style = DANGER if legal_move.danger else SECONDARY
    return button(
        session.press_for(button_names.CHOOSE_COMPLETE_MOVE, legal_move.kind, complete_move.button_argument),
        lists.shorten(text, MAX_LABEL),
        style=style,
    )


def begin_move_button(session: TurnSession, legal_move: Choice, *, is_extra: bool = False) -> BotItem:
    """Return the turn page's button that begins a move; "…" in its label says that more is asked for first.

    The button is red for a dangerous move. It is grey for a move that is rarely used, declines something, or
    ends a step or turn, and with ``is_extra``, for a move beside the page's main one. Otherwise it is blue.
    """
    is_grey = is_extra or legal_move.seldom or legal_move.declines or legal_move.kind in ROUTINE_KINDS
    style = DANGER if legal_move.danger else SECONDARY if is_grey else PRIMARY
    draft, next_field = fill_forced_values(session.game, session.seat, Draft(legal_move.kind))
    only_value = chooser.last_option_label(session, draft)
    label = chooser.label_with_value(translated(legal_move.label), only_value)
    label = label if next_field is None else with_ellipsis(label)
    return button(session.press_for(button_names.BEGIN_MOVE, legal_move.kind), label, style=style)

"""The buttons and menus of the first page's choices: what is likely is a button, the rest is a menu."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.frame import DANGER, PRIMARY, ROW_WIDTH, SECONDARY, PageBuilder
from bot.chat.menu import split_overflow_into_menu
from bot.chat.press import OVERFLOW_MENU, BotItem, button
from bot.turn.choosing import chooser, lists
from bot.turn.choosing.fitting import max_likely_buttons
from bot.turn.choosing.legal_moves import (
    OfferedMove,
    fits_one_menu,
    legal_move_lines,
    legal_move_of,
)
from bot.turn.choosing.numbered_hexes import NumberedHexes, hexes_shown_line
from bot.turn.choosing.prices import named_amounts
from bot.turn.choosing.value_menus import complete_move_menus, value_menu
from bot.turn.choosing.ways import (
    CompleteMove,
    complete_moves_of,
    has_repeated_first_value,
    select_likely_moves,
)
from bot.turn.session import button_names
from bot.turn.session.draft import Draft, fill_forced_values, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated, with_ellipsis
from engine import Choice, Option, Range
from engine.api.moves import BID, HEX, Subject

MAX_MENUS = 4
"""The most menus on the first page; further choices are buttons."""

MAX_HEX_BUTTONS = 4
"""The hexes that have a button of their own beside the menu of all."""

MAX_LOT_BUTTONS = 3
"""The bids that have buttons beside a menu of many lots: each is a line of its own on a phone."""

MAX_LABEL = 80
"""Characters of the label of a button that Discord takes."""

MAX_NAMED = 40
"""Characters of a button with a verb and the id and name of a company, as wide as a phone shows."""


@dataclass(frozen=True, slots=True)
class MoveControls:
    """The buttons and select menus of a move on the first page of a turn.

    ``shows_all_values``: the buttons lead to all values of the move, so it needs no further button even if
    its menus have no room on the page.
    """

    buttons: Sequence[BotItem] = ()
    menus: Sequence[BotItem] = ()
    shows_all_values: bool = False


def add_choices(
    session: TurnSession, builder: PageBuilder, choices: Sequence[Choice], numbered_hexes: NumberedHexes
) -> None:
    """Add the legal moves to the first page of a turn: effects as text, then their buttons and menus.

    ``choices`` are the kinds of moves that are legal. The likely values of a move have buttons, and all its
    values are in menus; there are at most four menus for all moves. If neither shows all values of a move,
    another button begins it. Dangerous and seldom used moves come last.
    """
    usual_choices = sorted(
        (usual_choice for usual_choice in choices if not usual_choice.seldom),
        key=lambda usual_choice: usual_choice.subject not in (Subject.NONE, Subject.EMERGENCY, Subject.PAR),
    )
    legal_moves = [legal_move_of(session, choice) for choice in usual_choices]
    lines = [line for legal_move in legal_moves for line in legal_move_lines(session, legal_move)]
    builder.texts.append("\n".join(filter(None, [*lines, hexes_shown_line(session, numbered_hexes)])))
    choices_to_begin: list[Choice] = []
    free_menus, max_buttons, is_extra = MAX_MENUS, max_likely_buttons(len(legal_moves)), False
    for legal_move in legal_moves:
        controls = _move_controls(session, legal_move, numbered_hexes, max_buttons)
        do_menus_fit = 0 < len(controls.menus) <= free_menus
        if controls.buttons or do_menus_fit:
            _add_begin_buttons(session, builder, choices_to_begin, is_extra=is_extra)
        builder.add_buttons(controls.buttons)
        if do_menus_fit:
            free_menus -= len(controls.menus)
            builder.rows += [[menu] for menu in controls.menus]
        elif not controls.shows_all_values:
            choices_to_begin.append(legal_move.choice)
            if not controls.buttons:
                continue
            _add_begin_buttons(session, builder, choices_to_begin, is_extra=is_extra)
        is_extra = True
    _add_begin_buttons(session, builder, choices_to_begin, is_extra=is_extra)
    # Dangerous moves stand in a row of their own.
    builder.add_buttons(begin_button(session, choice) for choice in choices_to_begin)
    add_seldom_used_moves(session, builder, [choice for choice in choices if choice.seldom])


def _add_begin_buttons(
    session: TurnSession, builder: PageBuilder, choices_to_begin: list[Choice], *, is_extra: bool
) -> None:
    """Add to the turn page a button that begins the move for each of these choices, and empty their list.

    ``choices_to_begin`` are the moves without buttons or menus for their values. Dangerous ones are not
    added; they stay in the list, for the end of the page. In an emergency they may be the only way out, and
    follow in a row of their own. ``is_extra``: they follow a move whose values have buttons or a menu, and
    are grey, so that they do not look more important than it.
    """
    later_choices = [
        choice for choice in choices_to_begin if choice.danger and choice.subject is not Subject.EMERGENCY
    ]
    added_choices = [choice for choice in choices_to_begin if choice not in later_choices]
    for is_dangerous in (False, True):
        builder.add_buttons(
            begin_button(session, choice, is_extra=is_extra)
            for choice in added_choices
            if choice.danger is is_dangerous
        )
    choices_to_begin[:] = later_choices


def add_seldom_used_moves(session: TurnSession, builder: PageBuilder, choices: Sequence[Choice]) -> None:
    """Add the seldom used moves to the turn page: a single one as a button, several as one menu.

    Nothing is added for []. The menu has the first 25 moves; the others are left out.
    """
    items = [begin_button(session, choice) for choice in choices]
    buttons, menu = split_overflow_into_menu(
        items, int(len(items) == 1), session.press(OVERFLOW_MENU, "seldom"), t("Rarely used…")
    )
    builder.add_buttons(buttons)
    builder.rows += [menu] if menu else []


def _move_controls(
    session: TurnSession, legal_move: OfferedMove, numbered_hexes: NumberedHexes, maximum: int
) -> MoveControls:
    """Return the buttons and menus of one kind of move on the first page of a turn.

    At most ``maximum`` complete moves have buttons, or one more if these are all. There are neither buttons
    nor menus if no value is missing, or if the values are chosen on pages of their own.
    """
    if legal_move.amount_range is not None and len(legal_move.choice.fields) == 1:
        return MoveControls(
            _amount_buttons(session, legal_move, legal_move.amount_range), shows_all_values=True
        )
    if legal_move.has_value_buttons:
        return MoveControls(list(_value_buttons(session, legal_move, numbered_hexes)), shows_all_values=True)
    if legal_move.next_field is None:
        return MoveControls()
    complete_moves = complete_moves_of(session, legal_move.choice)
    if complete_moves:
        return _complete_move_controls(session, legal_move, complete_moves, maximum)
    menus = [value_menu(session, legal_move, numbered_hexes)] if fits_one_menu(session, legal_move) else []
    if legal_move.next_field.name == HEX:
        return _hex_controls(session, legal_move, numbered_hexes, menus)
    if menus and legal_move.choice.subject is Subject.PAR and not legal_move.needs_one_value:
        return MoveControls(
            list(_first_value_buttons(session, legal_move)),
            menus,
            shows_all_values=len(legal_move.options) <= ROW_WIDTH,
        )
    if menus and legal_move.has_next_value_buttons:
        return MoveControls(list(_value_buttons(session, legal_move, numbered_hexes)), shows_all_values=True)
    return MoveControls((), menus)


def _complete_move_controls(
    session: TurnSession, legal_move: OfferedMove, complete_moves: Sequence[CompleteMove], maximum: int
) -> MoveControls:
    """Return buttons for the likely complete moves of a kind, and menus of all of them.

    At most ``maximum`` have buttons, or one more if these are all; there is no menu if the buttons offer all.
    Of bids, at most three have buttons if they are more than twice ``maximum``. If a par price is chosen for
    a company, the buttons are the companies instead. For moves with an amount, a button asks for another
    amount.
    """
    choice, menus = legal_move.choice, complete_move_menus(session, legal_move, complete_moves)
    if choice.subject is Subject.PAR and has_repeated_first_value(complete_moves):
        return MoveControls(list(_first_value_buttons(session, legal_move)), menus, shows_all_values=True)
    if choice.kind == BID and len(complete_moves) > 2 * maximum:
        maximum = min(maximum, MAX_LOT_BUTTONS)
    if len(complete_moves) == maximum + 1:  # a menu for the only other one would be as large
        maximum += 1
    items = [
        complete_move_button(session, complete_move, choice)
        for complete_move in select_likely_moves(complete_moves, maximum)
    ]
    asks_amount = any(complete_move.is_lowest_amount for complete_move in complete_moves)
    other_amount = [_other_amount_button(session, choice)] if asks_amount else []
    are_all_shown = len(items) == len(complete_moves)
    return MoveControls([*items, *other_amount], () if are_all_shown else menus, are_all_shown)


def _hex_controls(
    session: TurnSession, legal_move: OfferedMove, numbered_hexes: NumberedHexes, menus: Sequence[BotItem]
) -> MoveControls:
    """Return buttons for all legal hexes of a move if they are at most five; else for four, and the menus.

    The next field of the move must ask for a hex. ``menus`` have all of its hexes.
    """
    are_all_shown = len(legal_move.options) <= ROW_WIDTH
    count = len(legal_move.options) if are_all_shown else MAX_HEX_BUTTONS
    items = list(_hex_buttons(session, legal_move, numbered_hexes, count))
    return MoveControls(items, () if are_all_shown else menus, are_all_shown)


def _hex_buttons(
    session: TurnSession, legal_move: OfferedMove, numbered_hexes: NumberedHexes, count: int
) -> Iterator[BotItem]:
    """Yield buttons for the first ``count`` legal hexes of a move, with their numbers on the page's map.

    They are red if the move is dangerous. The label also has the revenue gain and the price of a tile lay
    there, and the move's name if the map numbers the hexes of another move; it is cut to 80 characters. The
    next field of the move must ask for a hex.
    """
    style = DANGER if legal_move.choice.danger else SECONDARY
    assert legal_move.next_field is not None
    legal_hexes = options_of(session.game, session.seat, legal_move.draft, HEX)
    indexes = (
        {}
        if isinstance(legal_hexes, Range)
        else {legal_hex.value: index for index, legal_hex in enumerate(legal_hexes)}
    )
    for option in legal_move.options[:count]:
        number = numbered_hexes.number_of(session, option.value)
        money_notes = [part for part in option.note.split(", ") if named_amounts(session.view, part)]
        label = " · ".join([*([str(number)] if number else []), option.label, *money_notes])
        if legal_move.choice.kind != numbered_hexes.move_kind:
            label = chooser.label_with_value(translated(legal_move.choice.label), label)
        press = session.press(button_names.BEGIN_MOVE, legal_move.choice.kind, indexes[option.value])
        yield button(press, lists.shorten(label, MAX_LABEL), style=style)


def _first_value_buttons(session: TurnSession, legal_move: OfferedMove) -> Iterator[BotItem]:
    """Yield a button for each value of a move's first field, such as the company to par; at most five.

    The other values are asked for next. The label begins with that of the move, unless the value repeats the
    move's verb. A company has its id and its name, cut to what a phone shows.
    """
    move_label, companies = translated(legal_move.choice.label), session.view.state.companies
    for index, option in enumerate(legal_move.options[:ROW_WIDTH]):
        label = option.label.partition(" · ")[0]
        if option.value in companies and not chooser.contains_verb(move_label, label):
            label_with_name = f"{move_label}: {label} {session.view.spec(option.value).name}"
            label = lists.shorten(label_with_name, max(MAX_NAMED, len(f"{move_label}: {label}")))
        else:
            label = chooser.label_with_value(move_label, label)
        yield button(
            session.press(button_names.BEGIN_MOVE, legal_move.choice.kind, index),
            with_ellipsis(label),
        )


def _value_buttons(
    session: TurnSession, legal_move: OfferedMove, numbered_hexes: NumberedHexes
) -> Iterator[BotItem]:
    """Yield a button of the turn page for each legal value of a move's next field.

    A press makes the move with this value, or begins it if more is asked for ("…"). A hex has its number on
    the page's map. The label begins with that of the move for the name of a company, and for hexes if the map
    numbers those of another move.
    """
    style = DANGER if legal_move.choice.danger else SECONDARY
    is_on_map = legal_move.next_field is not None and legal_move.next_field.name == HEX
    for index, option in enumerate(legal_move.options):
        number = numbered_hexes.number_of(session, option.value) if is_on_map else 0
        label = f"{number} · {option.label}" if number else option.label
        is_numbered_move = legal_move.choice.kind == numbered_hexes.move_kind
        if _is_labelled_as_company(session, option) or (is_on_map and not is_numbered_move):
            label = chooser.label_with_value(translated(legal_move.choice.label), label.partition(" · ")[0])
        if not legal_move.needs_one_value and not is_on_map:
            label = with_ellipsis(_add_only_company(session, legal_move.draft, label))
        yield button(
            session.press(button_names.BEGIN_MOVE, legal_move.choice.kind, index), label, style=style
        )


def _add_only_company(session: TurnSession, draft: Draft, label: str) -> str:
    """Return the label of a value, after the company that the move is about if only one is legal.

    ``draft`` is the move with the values that leave no choice. The label is returned unchanged if it names
    the company, and while a company acts.
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


def _amount_buttons(session: TurnSession, legal_move: OfferedMove, amounts: Range) -> list[BotItem]:
    """Return buttons for the lowest and suggested amounts of a move, and one to type another amount.

    They are at most five. ``amounts`` are the legal amounts.
    """
    kind, label = legal_move.choice.kind, translated(legal_move.choice.label)
    items = [
        button(
            session.press(button_names.BEGIN_MOVE, kind, amount),
            f"{label}: {session.view.money(amount)}",
            style=PRIMARY,
        )
        for amount in chooser.amounts_for_buttons(amounts)
    ]
    return [
        *items[: ROW_WIDTH - 1],
        button(session.press(button_names.BEGIN_MOVE, kind), t("{label}: another amount…", label=label)),
    ]


def _other_amount_button(session: TurnSession, choice: Choice) -> BotItem:
    """Return the turn page's button "another amount…" that asks for all values of a move one by one."""
    label = t("{label}: another amount…", label=translated(choice.label))
    return button(session.press(button_names.BEGIN_MOVE, choice.kind, ""), label)


def complete_move_button(session: TurnSession, complete_move: CompleteMove, choice: Choice) -> BotItem:
    """Return the button that makes a complete move in one press, labelled with the move and what it changes.

    ``choice`` is the kind of move. If the move must be confirmed, the press leads to the page for that. The
    label is cut to 80 characters.
    """
    label = chooser.label_with_value(translated(choice.label), complete_move.label)
    text = " · ".join(filter(None, [label, complete_move.effect]))
    style = DANGER if choice.danger else SECONDARY
    return button(
        session.press(button_names.CHOOSE_COMPLETE_MOVE, choice.kind, complete_move.button_argument),
        lists.shorten(text, MAX_LABEL),
        style=style,
    )


def begin_button(session: TurnSession, choice: Choice, *, is_extra: bool = False) -> BotItem:
    """Return the turn page's button that begins a move; "…" in its label says that more is asked for first.

    It is red for a dangerous move. It is grey for one that is seldom used, declines something or ends a step
    or turn, and with ``is_extra``, for a move beside the page's main one. Else it is blue.
    """
    is_grey = is_extra or choice.seldom or choice.declines or choice.kind in ROUTINE_KINDS
    style = DANGER if choice.danger else SECONDARY if is_grey else PRIMARY
    draft, next_field = fill_forced_values(session.game, session.seat, Draft(choice.kind))
    only_value = chooser.last_option_label(session, draft)
    label = chooser.label_with_value(translated(choice.label), only_value)
    label = label if next_field is None else with_ellipsis(label)
    return button(session.press(button_names.BEGIN_MOVE, choice.kind), label, style=style)

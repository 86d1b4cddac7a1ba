"""The complete moves of a kind: each is one button or one entry of a menu that makes the move in one press.

A complete move is stored as the indexes of its values in the engine's lists (an amount of money as itself),
so it fits a custom id and works after a restart. Of a range of amounts only the minimum is used; other
amounts are asked for.

A `Choice` is a kind of move that is legal now, such as "Buy shares"; an `Option` is one legal value of one of
its fields; a `Draft` is a move of that kind with the values chosen so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.chat.bounds import read_whole_number, value_at
from bot.turn.choosing.chooser import contains_amount, drop_implied_values
from bot.turn.choosing.lists import shorten
from bot.turn.choosing.prices import named_amounts, remove_money_range, unmentioned_effect
from bot.turn.session.draft import (
    LAY_FIELDS,
    Draft,
    fill_forced_values,
    legal_move_of_kind,
    legal_values_of_field,
)
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Field, Game, Option, Range
from engine.api.moves import BID, HEX

MAX_COMPLETE_MOVES, MAX_DISTINCT_COMPLETE_MOVES = 25, 50
"""The maximum number of complete moves of a kind in menus: in general, and if all first values differ."""

MAX_BUTTON_LABEL = 40
"""The maximum number of characters of a button, as a phone shows."""

MAX_LOT_NAME = 30
"""The maximum number of characters of a lot's id and name on a button."""

MAX_MOVES_WITH_EFFECT = 25
"""The maximum number of complete moves of a kind that are previewed to find their effects."""


@dataclass(frozen=True, slots=True)
class CompleteMove:
    """A complete move that one press makes: the indexes of its values in the engine's lists, and its label.

    ``value_indexes`` count from 0; an amount is put there itself. ``draft`` has the values. ``label`` is for
    a button, ``menu_label`` and ``note`` are for a menu entry. ``effect`` is what the move changes in cash
    and share prices, unless a label mentions it. ``is_minimum_amount``: a higher amount is legal, too.
    """

    value_indexes: tuple[int, ...]
    draft: Draft
    label: str
    menu_label: str
    note: str = ""
    effect: str = ""
    is_minimum_amount: bool = False

    @property
    def button_argument(self) -> str:
        """Return the move's values for the custom id of its button: ``value_indexes``, joined by dots.

        "2.0" are the third legal value of the first field and the first one of the second field; "" if the
        move has no values.
        """
        return ".".join(map(str, self.value_indexes))


def complete_moves_of(session: TurnSession, legal_move: Choice) -> list[CompleteMove]:
    """Return all complete moves of a kind, the likely ones first; [] if there are too many.

    Too many are more than 25, or more than 50 if their first values all differ. [] also if a field is a hex,
    a tile, routes or several values, if it may stay empty, or if an amount is not the last field. If there
    are more than 25 moves, they have no ``effect``.
    """
    if any(not _can_be_listed(field, legal_move) for field in legal_move.fields):
        return []
    complete_moves: list[CompleteMove] = []
    for complete_move in _iter_moves_with_all_values(session, legal_move, Draft(legal_move.kind), ()):
        complete_moves.append(complete_move)
        if len(complete_moves) > MAX_COMPLETE_MOVES and (
            len(complete_moves) > MAX_DISTINCT_COMPLETE_MOVES or has_repeated_first_value(complete_moves)
        ):
            return []
    if len(complete_moves) <= MAX_MOVES_WITH_EFFECT:
        complete_moves = [
            _with_unmentioned_effect(session, complete_move) for complete_move in complete_moves
        ]
    return sort_by_likelihood(session, legal_move, complete_moves)


def has_repeated_first_value(complete_moves: Sequence[CompleteMove]) -> bool:
    """Return True if at least two of the complete moves begin with the same value, such as a company."""
    return len({complete_move.value_indexes[:1] for complete_move in complete_moves}) < len(complete_moves)


def select_likely_moves(complete_moves: Sequence[CompleteMove], max_moves: int) -> list[CompleteMove]:
    """Return the likely complete moves for buttons, at most ``max_moves``.

    ``complete_moves`` must have the likely ones first. If there are no more than ``max_moves``, all are
    returned in their order. Otherwise the likeliest move for each value of the first field comes first, then
    the others.
    """
    if len(complete_moves) <= max_moves:
        return list(complete_moves)
    first_of_value = {
        complete_move.value_indexes[:1]: complete_move for complete_move in reversed(complete_moves)
    }
    return sorted(
        complete_moves,
        key=lambda complete_move: first_of_value[complete_move.value_indexes[:1]] is not complete_move,
    )[:max_moves]


def _can_be_listed(field: Field, legal_move: Choice) -> bool:
    """Return True if the values of a move's field can be listed in a menu.

    Fields of the kind "option" can, and an amount if it is the move's last field. A hex, a tile, a rotation
    and fields that may stay empty cannot.
    """
    if field.name in LAY_FIELDS or field.optional or field.name == HEX:
        return False
    return field.kind == "option" or (field.kind == "amount" and field is legal_move.fields[-1])


def _iter_moves_with_all_values(
    session: TurnSession, legal_move: Choice, draft: Draft, value_indexes: tuple[int, ...]
) -> Iterator[CompleteMove]:
    """Yield the moves, each with values for all its fields, that begin with the values of ``draft``.

    ``value_indexes`` are the indexes, from 0, of the values that the member chose for the draft in the
    engine's lists of legal values; values that the rules force have none. Of a range of amounts only the
    minimum is tried, and its entry in ``value_indexes`` is the amount itself. An empty range yields nothing.
    """
    draft, next_field = fill_forced_values(session.game, session.seat, draft)
    if next_field is None:
        yield _build_complete_move(session, legal_move, draft, value_indexes)
        return
    options = legal_values_of_field(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        if options.low <= options.high:
            draft_with_minimum = draft.with_value(next_field.name, options.low)
            for complete_move in _iter_moves_with_all_values(
                session, legal_move, draft_with_minimum, (*value_indexes, options.low)
            ):
                yield replace(complete_move, is_minimum_amount=True)
        return
    for index, option in enumerate(options):
        yield from _iter_moves_with_all_values(
            session, legal_move, draft.with_value(next_field.name, option.value), (*value_indexes, index)
        )


def _build_complete_move(
    session: TurnSession, legal_move: Choice, draft: Draft, value_indexes: tuple[int, ...]
) -> CompleteMove:
    """Return the complete move of ``draft``, with its labels for a button and a menu entry.

    ``value_indexes`` are those of its values. An amount is put after the name of the option for which it
    pays, unless that option's label already contains the amount.
    """
    chosen_options = _chosen_options(session.game, session.seat, legal_move, draft)
    label = _button_label(translated(legal_move.label), chosen_options)
    note = chosen_options[-1].note if chosen_options else ""
    amount = next(
        (draft.args.get(move_field.name) for move_field in legal_move.fields if move_field.kind == "amount"),
        None,
    )
    money = "" if amount is None else session.view.money(amount)
    if not money or not chosen_options:
        return CompleteMove(value_indexes, draft, money or label, money or label, note)
    if contains_amount(money, chosen_options[-1].label):
        return _with_amount_in_label(
            session, CompleteMove(value_indexes, draft, label, label, note), chosen_options[-1], money
        )
    name, *details = chosen_options[-1].label.split(" · ")
    entry = " · ".join([name, money, *details])
    return CompleteMove(
        value_indexes,
        draft,
        f"{_short_option_name(session, draft, chosen_options[-1])} · {money}",
        entry,
        note,
    )


def _with_amount_in_label(
    session: TurnSession, complete_move: CompleteMove, option: Option, money: str
) -> CompleteMove:
    """Return a copy of a complete move whose button label contains the amount ``money`` (a text).

    ``option`` is the last option chosen; its own label contains the amount. The label of a company's move is
    the company's id and the amount. Any other move keeps its label, or has the first part of the option's
    label if its own is too long for a button; if this label has a range of amounts, the amount replaces it.
    """
    if option.value in session.view.state.companies:
        return replace(
            complete_move, label=f"{_short_option_name(session, complete_move.draft, option)} · {money}"
        )
    amounts = named_amounts(session.view, _first_part(option.label))
    label = _first_part(option.label) if len(complete_move.label) > MAX_BUTTON_LABEL else complete_move.label
    if len(amounts) > 1:
        label = f"{remove_money_range(session.view, label)} · " + t("for {money}", money=money)
    return replace(complete_move, label=label)


def _button_label(move_label: str, chosen_options: Sequence[Option]) -> str:
    """Return the label of a move's button from the options chosen in it.

    Labels that a later one repeats are left out. If the last label names the other options, it stands alone;
    else it follows the first parts of the other labels. Without options, the result is ``move_label``, the
    label of the move itself.
    """
    labels = drop_implied_values(move_label, [option.label for option in chosen_options])
    if not labels:
        return move_label
    if all(_names_option(labels[-1], option) for option in chosen_options[-len(labels) : -1]):
        return labels[-1]
    return " · ".join([*map(_first_part, labels[:-1]), labels[-1]])


def _chosen_options(game: Game, seat: str, legal_move: Choice, draft: Draft) -> list[Option]:
    """Return the options that are chosen in the complete move ``draft``, in the order of its fields.

    Fields of other kinds than "option", such as amounts, are left out; [] if the move has no options.
    """
    earlier_draft, chosen_options = Draft(legal_move.kind), list[Option]()
    for field in legal_move.fields:
        value = draft.args.get(field.name)
        if field.kind == "option":
            options = legal_values_of_field(game, seat, earlier_draft, field.name)
            matching = (
                [] if isinstance(options, Range) else [option for option in options if option.value == value]
            )
            chosen_options += matching
        earlier_draft = earlier_draft.with_value(field.name, value)
    return chosen_options


def _first_part(label: str) -> str:
    """Return the part of an option's label before its first " · "; all of the label if it has none."""
    return label.partition(" · ")[0]


def _short_option_name(session: TurnSession, draft: Draft, option: Option) -> str:
    """Return the id of the company that an option stands for, else the first part of the option's label.

    For a bid, return the id and the company's name, together cut to 30 characters, as in the picture of the
    auction.
    """
    if option.value not in session.view.state.companies:
        return _first_part(option.label)
    name = session.view.spec(option.value).name
    if draft.kind != BID or name == option.value:
        return option.value
    return shorten(f"{option.value} {name}", MAX_LOT_NAME)


def _names_option(label: str, option: Option) -> bool:
    """Return True if ``label`` contains the option's value, or the first part of the option's own label."""
    return option.value in label or _first_part(option.label) in label


def _with_unmentioned_effect(session: TurnSession, complete_move: CompleteMove) -> CompleteMove:
    """Return a copy of the complete move with its ``effect``: the changes of cash and share prices, as text.

    The effect is "" if nothing changes, or if one of the move's labels or its note mentions the change.
    """
    action = Action(complete_move.draft.kind, session.seat, complete_move.draft.args)
    return replace(
        complete_move,
        effect=unmentioned_effect(
            session.game,
            session.seat,
            action,
            f"{complete_move.label} {complete_move.menu_label} {complete_move.note}",
        ),
    )


def label_of_move(session: TurnSession, draft: Draft) -> str:
    """Return the button label of the complete move ``draft``, such as "AR · ¥65".

    "" if this kind of move is not legal, has no fields, or has values that cannot be listed in a menu.
    """
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    if (
        legal_move is None
        or not legal_move.fields
        or any(not _can_be_listed(field, legal_move) for field in legal_move.fields)
    ):
        return ""
    return _build_complete_move(session, legal_move, draft, ()).label


# --- which come first ------------------------------------------------------------------------------


def sort_by_likelihood(
    session: TurnSession, legal_move: Choice, complete_moves: Sequence[CompleteMove]
) -> list[CompleteMove]:
    """Return the complete moves, sorted: first those most similar to the player's last move of this kind.

    Similar moves have many equal values. Among equally similar moves, those come first in whose company the
    player holds a larger percentage.
    """
    last_values = args_of_last_move(session.game, session.seat, legal_move.kind)

    def sort_key(complete_move: CompleteMove) -> tuple[int, int]:
        """Return a sort key: minus the number of values as last time, minus the highest percent held."""
        args = complete_move.draft.args
        matches = sum(args.get(name) == value for name, value in last_values.items())
        return -matches, -max((_percent_held(session, value) for value in args.values()), default=0)

    return sorted(complete_moves, key=sort_key)


def _percent_held(session: TurnSession, value: object) -> int:
    """Return the percentage of a company that the player holds; 0 if ``value`` is not a company."""
    if not isinstance(value, str) or value not in session.view.state.companies:
        return 0
    return session.view.percent(session.seat, value)


def args_of_last_move(game: Game, seat: str, kind: str) -> Mapping[str, Any]:
    """Return the values (by field) that a player chose in their last move of this kind.

    Undone moves do not count. {} if the player never made one.
    """
    own_actions = (
        record.action
        for record in reversed(game.active_records)
        if record.by == seat and record.action is not None
    )
    return next((action.args for action in own_actions if action.kind == kind), {})


def draft_from_value_indexes(session: TurnSession, kind: str, value_indexes: Sequence[str]) -> Draft | None:
    """Return the draft that a press describes by the indexes of its values.

    Return None if this kind of move is not legal now. Each index is a text. It counts the engine's legal
    values of a field from 0; for an amount, it is the amount itself. Fields with a single legal value have no
    index and are filled in. With too few indexes the draft is incomplete; surplus indexes are ignored. Raises
    InvalidInput if an index is not in the list, or is not a number.
    """
    if legal_move_of_kind(session.game, session.seat, kind) is None:
        return None
    draft = Draft(kind)
    for index in value_indexes:
        draft, next_field = fill_forced_values(session.game, session.seat, draft)
        if next_field is None:
            break
        options = legal_values_of_field(session.game, session.seat, draft, next_field.name)
        value = (
            read_whole_number(index)
            if isinstance(options, Range)
            else value_at(options, read_whole_number(index)).value
        )
        draft = draft.with_value(next_field.name, value)
    return fill_forced_values(session.game, session.seat, draft)[0]

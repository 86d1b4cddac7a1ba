"""The complete moves of a kind: each is one button or one entry of a menu that makes it in one press.

A complete move names its values by their indexes in the engine's lists (a sum of money by itself), so it fits
a custom id and works after a restart. Of a range of sums only the lowest is used; other sums are asked for.

A `Choice` is a kind of move that the engine allows, such as "Buy shares"; an `Option` is one legal value of
one of its fields; a `Draft` is a move of that kind with the values chosen so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.chat.bounds import read_whole_number, value_at
from bot.turn.choosing.chooser import contains_amount, drop_implied_values
from bot.turn.choosing.lists import shorten
from bot.turn.choosing.prices import named_amounts, remove_money_range, unmentioned_changes
from bot.turn.session.draft import LAY_FIELDS, Draft, choice_of, fill_forced_values, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Field, Game, Option, Range
from engine.api.moves import BID, HEX

MAX_COMPLETE_MOVES, MAX_DISTINCT_COMPLETE_MOVES = 25, 50
"""The most complete moves of a kind that are listed: in all, and where their first values all differ."""

MAX_BUTTON_LABEL = 40
"""Characters of a button that a phone shows."""

MAX_LOT_NAME = 30
"""The most characters of a lot's id and name on a button."""

MAX_MOVES_WITH_EFFECT = 25
"""The most complete moves for which the bot computes the changes that their labels do not mention."""


@dataclass(frozen=True, slots=True)
class CompleteMove:
    """A complete move that one press makes: the indexes of its values in the engine's lists, and its label.

    ``value_indexes`` count from 0; an amount stands there itself. ``draft`` has the values. ``label`` is for
    a button, ``menu_label`` and ``note`` are for a menu entry. ``effect`` is what the move changes in cash
    and share prices, as far as no label says it. ``is_lowest_amount``: it could be made with a higher amount.
    """

    value_indexes: tuple[int, ...]
    draft: Draft
    label: str
    menu_label: str
    note: str = ""
    effect: str = ""
    is_lowest_amount: bool = False

    @property
    def button_argument(self) -> str:
        """Return the move's values for the custom id of its button: ``value_indexes`` with dots between.

        "2.0" are the third legal value of the first field and the first one of the second field; "" if the
        move has no values.
        """
        return ".".join(map(str, self.value_indexes))


def complete_moves_of(session: TurnSession, choice: Choice) -> list[CompleteMove]:
    """Return all complete moves of a kind, the likely ones first; [] if there are too many.

    Too many are more than 25, or more than 50 if their first values all differ. [] also if a field asks for a
    hex, a tile, routes or several values, if it may stay empty, or if an amount is not the last field. If
    there are more than 25 moves, they have no ``effect``.
    """
    if any(not _can_be_listed(field, choice) for field in choice.fields):
        return []
    complete_moves: list[CompleteMove] = []
    for complete_move in _iter_complete_moves(session, choice, Draft(choice.kind), ()):
        complete_moves.append(complete_move)
        if len(complete_moves) > MAX_COMPLETE_MOVES and (
            len(complete_moves) > MAX_DISTINCT_COMPLETE_MOVES or has_repeated_first_value(complete_moves)
        ):
            return []
    if len(complete_moves) <= MAX_MOVES_WITH_EFFECT:
        complete_moves = [
            _add_unmentioned_changes(session, complete_move) for complete_move in complete_moves
        ]
    return sort_likely_first(session, choice, complete_moves)


def has_repeated_first_value(complete_moves: Sequence[CompleteMove]) -> bool:
    """Return True if at least two of the complete moves begin with the same value, such as a company."""
    return len({complete_move.value_indexes[:1] for complete_move in complete_moves}) < len(complete_moves)


def select_likely_moves(complete_moves: Sequence[CompleteMove], maximum: int) -> list[CompleteMove]:
    """Return the likely complete moves for buttons, at most ``maximum``.

    ``complete_moves`` have the likely ones first. If they are at most ``maximum``, they keep their order. If
    not, the first move with each first value comes first, then the others.
    """
    if len(complete_moves) <= maximum:
        return list(complete_moves)
    first_of_value = {
        complete_move.value_indexes[:1]: complete_move for complete_move in reversed(complete_moves)
    }
    return sorted(
        complete_moves,
        key=lambda complete_move: first_of_value[complete_move.value_indexes[:1]] is not complete_move,
    )[:maximum]


def _can_be_listed(field: Field, choice: Choice) -> bool:
    """Return True if the values of a move's field can be listed in a menu.

    These are options, and an amount as the last field. Fields for a hex, tile or rotation, and fields that
    may stay empty, cannot be listed.
    """
    if field.name in LAY_FIELDS or field.optional or field.name == HEX:
        return False
    return field.kind == "option" or (field.kind == "amount" and field is choice.fields[-1])


def _iter_complete_moves(
    session: TurnSession, choice: Choice, draft: Draft, value_indexes: tuple[int, ...]
) -> Iterator[CompleteMove]:
    """Yield the complete moves that begin with the values of ``draft``.

    ``value_indexes`` are the indexes of these values, from 0, in the engine's lists of legal values. Of a
    range of amounts only the lowest is used, and the amount itself stands among the indexes; nothing is
    yielded for an empty range.
    """
    draft, next_field = fill_forced_values(session.game, session.seat, draft)
    if next_field is None:
        yield _complete_move(session, choice, draft, value_indexes)
        return
    options = options_of(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        if options.low <= options.high:
            lowest = draft.with_value(next_field.name, options.low)
            for complete_move in _iter_complete_moves(session, choice, lowest, (*value_indexes, options.low)):
                yield replace(complete_move, is_lowest_amount=True)
        return
    for index, option in enumerate(options):
        yield from _iter_complete_moves(
            session, choice, draft.with_value(next_field.name, option.value), (*value_indexes, index)
        )


def _complete_move(
    session: TurnSession, choice: Choice, draft: Draft, value_indexes: tuple[int, ...]
) -> CompleteMove:
    """Return the complete move of ``draft``, with its labels for a button and a menu entry.

    ``value_indexes`` are those of its values. An amount follows the name of what it pays for, unless the
    label of that names it.
    """
    chosen_options = _chosen_options(session.game, session.seat, choice, draft)
    label = _button_label(translated(choice.label), chosen_options)
    note = chosen_options[-1].note if chosen_options else ""
    amount = next(
        (draft.args.get(move_field.name) for move_field in choice.fields if move_field.kind == "amount"), None
    )
    money = "" if amount is None else session.view.money(amount)
    if not money or not chosen_options:
        return CompleteMove(value_indexes, draft, money or label, money or label, note)
    if contains_amount(money, chosen_options[-1].label):
        return _add_amount_to_label(
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


def _add_amount_to_label(
    session: TurnSession, complete_move: CompleteMove, option: Option, money: str
) -> CompleteMove:
    """Return a complete move whose button label names its amount, if its own label may leave it open.

    ``option`` is the last one chosen; its label names the amount, too. ``money`` is the amount as text. For a
    company the label becomes its id and the amount. Otherwise it is the move's own label, or the first part
    of the option's label if that is long; if the option names several amounts, the amount replaces their
    range.
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

    It is the label of the last option if that names the others, else all their labels. Without options, it is
    ``move_label``, the label of the move itself.
    """
    labels = drop_implied_values(move_label, [option.label for option in chosen_options])
    if not labels:
        return move_label
    if all(_is_named_in(labels[-1], option) for option in chosen_options[-len(labels) : -1]):
        return labels[-1]
    return " · ".join([*map(_first_part, labels[:-1]), labels[-1]])


def _chosen_options(game: Game, seat: str, choice: Choice, draft: Draft) -> list[Option]:
    """Return the options that are chosen in the complete move ``draft``, in the order of its fields.

    Amounts are left out. [] if it has no options.
    """
    earlier_draft, chosen_options = Draft(choice.kind), list[Option]()
    for field in choice.fields:
        value = draft.args.get(field.name)
        if field.kind == "option":
            options = options_of(game, seat, earlier_draft, field.name)
            matching = (
                [] if isinstance(options, Range) else [option for option in options if option.value == value]
            )
            chosen_options += matching
        earlier_draft = earlier_draft.with_value(field.name, value)
    return chosen_options


def _first_part(label: str) -> str:
    """Return the part of an option's label before its first " · "; all of it if it has none."""
    return label.partition(" · ")[0]


def _short_option_name(session: TurnSession, draft: Draft, option: Option) -> str:
    """Return the id of the company that an option stands for, else the first part of the option's label.

    For a bid, the name of the company follows its id, cut to 30 characters, as in the picture.
    """
    if option.value not in session.view.state.companies:
        return _first_part(option.label)
    name = session.view.spec(option.value).name
    if draft.kind != BID or name == option.value:
        return option.value
    return shorten(f"{option.value} {name}", MAX_LOT_NAME)


def _is_named_in(label: str, option: Option) -> bool:
    """Return True if a label contains the value of an option, or the first part of its label."""
    return option.value in label or _first_part(option.label) in label


def _add_unmentioned_changes(session: TurnSession, complete_move: CompleteMove) -> CompleteMove:
    """Return the complete move with an ``effect``: the changes of cash and share prices, as text.

    The effect is "" if nothing changes, or if one of its labels or its note names the change.
    """
    action = Action(complete_move.draft.kind, session.seat, complete_move.draft.args)
    return replace(
        complete_move,
        effect=unmentioned_changes(
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
    choice = choice_of(session.game, session.seat, draft.kind)
    if (
        choice is None
        or not choice.fields
        or any(not _can_be_listed(field, choice) for field in choice.fields)
    ):
        return ""
    return _complete_move(session, choice, draft, ()).label


# --- which come first ------------------------------------------------------------------------------


def sort_likely_first(
    session: TurnSession, choice: Choice, complete_moves: Sequence[CompleteMove]
) -> list[CompleteMove]:
    """Return the complete moves sorted: those come first that are most like the player's last such move.

    They are compared by the number of equal values with his last move of this kind. Among equal ones, those
    come first in whose company he holds a higher percent.
    """
    last_values = args_of_last_move(session.game, session.seat, choice.kind)

    def sort_key(complete_move: CompleteMove) -> tuple[int, int]:
        """Return a sort key: minus the number of values as last time, minus the highest percent held."""
        args = complete_move.draft.args
        matches = sum(args.get(name) == value for name, value in last_values.items())
        return -matches, -max((_percent_held(session, value) for value in args.values()), default=0)

    return sorted(complete_moves, key=sort_key)


def _percent_held(session: TurnSession, value: object) -> int:
    """Return the percent of a company that the player holds; 0 if ``value`` is not a company."""
    if not isinstance(value, str) or value not in session.view.state.companies:
        return 0
    return session.view.percent(session.seat, value)


def args_of_last_move(game: Game, seat: str, kind: str) -> Mapping[str, Any]:
    """Return the values (by field) that a player chose when he last made a move of this kind.

    Undone moves do not count. {} if he never made one.
    """
    own_actions = (
        record.action
        for record in reversed(game.active_records)
        if record.by == seat and record.action is not None
    )
    return next((action.args for action in own_actions if action.kind == kind), {})


def complete_move_at(session: TurnSession, kind: str, value_indexes: Sequence[str]) -> Draft | None:
    """Return the move that a press names by the indexes of its values; None if its kind is not legal now.

    An index, as text, counts the engine's legal values of a field from 0; for an amount it is the amount
    itself. Fields with a single legal value have no index and are filled in. Too few indexes leave the move
    incomplete, further ones are ignored. Raises InvalidInput if an index is not in the list, or is not a
    number.
    """
    if choice_of(session.game, session.seat, kind) is None:
        return None
    draft = Draft(kind)
    for index in value_indexes:
        draft, next_field = fill_forced_values(session.game, session.seat, draft)
        if next_field is None:
            break
        options = options_of(session.game, session.seat, draft, next_field.name)
        value = (
            read_whole_number(index)
            if isinstance(options, Range)
            else value_at(options, read_whole_number(index)).value
        )
        draft = draft.with_value(next_field.name, value)
    return fill_forced_values(session.game, session.seat, draft)[0]

"""The subcommands of `/act`: their kinds of moves, and how typed values are parsed and completed.

Values are typed as names, coordinates, numbers on the map or ids; only legal values are understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.chat.completion import MAX_COMPLETIONS, MAX_LENGTH
from bot.chat.respond import UserError
from bot.turn.choosing.lists import matching_options
from bot.turn.session.draft import (
    Draft,
    fill_forced_values,
    illegal_move_text,
    legal_moves_of_seat,
    legal_values_of_field,
)
from bot.words import t, translated
from bot.words.grammar import parse_amount
from engine import Choice, Field, Game, Option, Range
from engine.api.moves import HEX


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand of `/act`: its description, the kinds of moves that it makes, and its options by field.

    An option is a pair: its name, and what to type.
    """

    description: str
    kinds: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict)


_PRICE = ("price", "An amount of money")
_OFFER = {"offer": ("offer", "Which offer")}
MOVE_SUBCOMMANDS: Mapping[str, Subcommand] = {
    "track": Subcommand(
        "Lay or upgrade track", ("lay_tile",),
        {"hex": ("hex", "City, coordinate or badge number"), "tile": ("tile", "Number of the tile"),
         "rotation": ("rotation", "Where its track leads")},
    ),
    "token": Subcommand(
        "Place a station token", ("place_token",),
        {"hex": ("city", "City, coordinate or badge number"), "stop": ("circle", "Which of several cities")},
    ),
    "dividend": Subcommand("Pay, split or withhold the income", ("dividend",), {"payout": ("how", "Pay...")}),
    "train": Subcommand(
        "Buy a train, or offer to buy one", ("buy_train", "offer_train"),
        {"source": ("from", "Bank, market or company"), "train": ("train", "Which kind"), "price": _PRICE},
    ),
    "buy": Subcommand(
        "Buy a share, or an item of the initial auction", ("buy_share", "buy_item"),
        {"company": ("share", "Which company"), "item": ("item", "Which item"),
         "source": ("from", "Initial offering or open market")},
    ),
    "sell": Subcommand(
        "Sell shares", ("sell_shares",),
        {"company": ("share", "Which company"), "percent": ("amount", "How much of it")},
    ),
    "par": Subcommand(
        "Start a company", ("par",), {"company": ("company", "Which one"), "price": ("price", "At which par")}
    ),
    "bid": Subcommand("Bid in an auction", ("bid",), {"item": ("item", "On which item"), "price": _PRICE}),
    "discard": Subcommand(
        "Discard a train over the limit", ("discard_train",), {"train": ("train", "Which")}
    ),
    "offer": Subcommand(
        "Offer a private company to a player, or to buy one", ("offer_private",),
        {"private": ("private", "Which private company"), "to": ("to", "Which player"), "price": _PRICE},
    ),
    "accept": Subcommand("Accept an offer made to you", ("accept_offer",), _OFFER),
    "decline": Subcommand("Decline an offer made to you", ("decline_offer",), _OFFER),
    "withdraw": Subcommand("Take back an offer of yours", ("withdraw_offer",), _OFFER),
    "private": Subcommand(
        "Buy a private company for your major, or offer to", ("buy_private", "offer_for_private"),
        {"private": ("private", "Which private company"), "price": _PRICE},
    ),
    "pass": Subcommand("Pass, or decline the present step", ("pass", "skip")),
    "done": Subcommand("End your turn", ("done",)),
}  # fmt: skip
KINDS_WITH_SUBCOMMAND = {kind for each in MOVE_SUBCOMMANDS.values() for kind in each.kinds} | {"run"}
"""Kinds that have a subcommand of their own; all others are under `/act special` and `/act choose`."""


def moves_without_subcommand(game: Game, seat: str) -> list[Choice]:
    """Return the legal kinds of moves of a seat without a subcommand of `/act`, such as company abilities."""
    return [
        legal_move
        for legal_move in legal_moves_of_seat(game, seat)
        if legal_move.kind not in KINDS_WITH_SUBCOMMAND
    ]


# --- what is typed ---------------------------------------------------------------------------------


def parse_move_options(
    game: Game, seat: str, kinds: Sequence[str], text_by_field: Mapping[str, str | None]
) -> Draft:
    """Parse the typed options of a subcommand of `/act` into the draft of a move, complete or not.

    In ``text_by_field``, None or "" stands for an option that was left out. Of several ``kinds`` of moves,
    the first that fits the texts is taken. Raises UserError if none of them is legal or fits; its text says
    what is possible.
    """
    legal_moves = [
        legal_move
        for kind in kinds
        for legal_move in legal_moves_of_seat(game, seat)
        if legal_move.kind == kind
    ]
    if not legal_moves:
        raise UserError(illegal_move_text(game, seat))
    typed_texts = {name: text for name, text in text_by_field.items() if text}
    first_error: UserError | None = None
    for legal_move in legal_moves:
        try:
            return _parse_options_of_move(game, seat, legal_move, typed_texts)
        except UserError as error:
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def _parse_options_of_move(
    game: Game, seat: str, legal_move: Choice, text_by_field: Mapping[str, str]
) -> Draft:
    """Parse the typed options of `/act` into the draft of a move of the kind ``legal_move``, complete or not.

    ``text_by_field`` has only what was typed. A field with a single legal value is filled in. The draft ends
    before the first field that is neither typed nor filled in. Raises UserError for an illegal value, for a
    field that this kind of move does not have, and for a value typed after a missing one.
    """
    draft = Draft(legal_move.kind)
    for move_field in legal_move.fields:
        if move_field.name in text_by_field:
            options = legal_values_of_field(game, seat, draft, move_field.name)
            draft = draft.with_value(
                move_field.name, _parse_value(game, move_field, options, text_by_field[move_field.name])
            )
            continue
        filled_draft, next_field = fill_forced_values(game, seat, draft)
        if next_field is None or move_field.name in filled_draft.args:
            draft = draft.with_value(move_field.name, filled_draft.args[move_field.name])
        elif any(
            later_field.name in text_by_field
            for later_field in legal_move.fields[legal_move.fields.index(move_field) :]
        ):
            options = legal_values_of_field(game, seat, draft, move_field.name)
            possible = _legal_values_text(game, options)
            raise UserError(
                t("Say first: {label} {possible}", label=translated(move_field.label), possible=possible)
            )
        else:
            break
    unknown = text_by_field.keys() - {known_field.name for known_field in legal_move.fields}
    if unknown:
        names = ", ".join(known_field.name for known_field in legal_move.fields) or t("nothing more")
        raise UserError(t("“{label}” asks for: {names}.", label=translated(legal_move.label), names=names))
    return draft


def _parse_value(game: Game, move_field: Field, options: Sequence[Option] | Range, text: str) -> Any:
    """Parse the typed value of a field of `/act`: an amount of a range, else the value of one option.

    A field for several values gets a list with this one. Raises UserError if no legal value matches, or
    several do.
    """
    if isinstance(options, Range):
        typed_amount = parse_amount(text, game.title.data.currency)
        if typed_amount not in options:
            possible = _legal_values_text(game, options)
            raise UserError(
                t("“{text}” is no possible amount: {possible}", text=text[:40], possible=possible)
            )
        return typed_amount
    matches = matching_options(list(enumerate(options, 1)), text)
    if len(matches) == 1:
        return matches[0][1].value if move_field.kind != "many" else [matches[0][1].value]
    if matches:
        names = ", ".join(option.label for _, option in matches[:8])
        raise UserError(t("“{text}” fits several: {names}; write more of it.", text=text[:40], names=names))
    possible = _legal_values_text(game, options)
    label = translated(move_field.label)
    raise UserError(
        t(
            "“{text}” is not possible for “{label}”: {possible}",
            text=text[:40],
            label=label,
            possible=possible,
        )
    )


def _legal_values_text(game: Game, options: Sequence[Option] | Range) -> str:
    """Return a phrase with the legal values of a field of `/act`: at most eight and the number of others.

    A range is described by its minimum and maximum and its step, as money. If there are no values, the phrase
    says so.
    """
    if isinstance(options, Range):
        low, high, step = (game.view.money(number) for number in (options.low, options.high, options.step))
        return t("from {low} to {high} in steps of {step}.", low=low, high=high, step=step)
    if not options:
        return t("there is nothing to choose.")
    first_names = ", ".join(option.label for option in options[:8])
    if len(options) > 8:
        return t("choose {names} and {count} more.", names=first_names, count=len(options) - 8)
    return t("choose {names}.", names=first_names)


# --- what is offered while typing ------------------------------------------------------------------


def numbered_legal_values(
    game: Game, seat: str, kinds: Sequence[str], field_name: str, earlier_values: Mapping[str, str | None]
) -> list[tuple[int, Option]]:
    """Return the legal values of a field of `/act`, for autocompletion, as pairs of number and option.

    The number counts from 1 within each kind of move. The values depend on ``earlier_values``, the texts
    typed for the fields before it, by field. [] if no legal move of these ``kinds`` has the field and fits
    the texts.
    """
    return list(_iter_options(game, seat, kinds, field_name, earlier_values))


def _iter_options(
    game: Game, seat: str, kinds: Sequence[str], field_name: str, earlier_values: Mapping[str, str | None]
) -> Iterator[tuple[int, Option]]:
    """Yield the legal values of a field of `/act`, for each kind of move that has the field.

    The numbers start at 1 again for each kind. ``earlier_values`` are the texts typed for the fields before
    it, by field. A kind of move for which they are not legal is skipped.
    """
    for legal_move in legal_moves_of_seat(game, seat):
        if legal_move.kind not in kinds or field_name not in [each.name for each in legal_move.fields]:
            continue
        try:
            texts = _values_before(legal_move, field_name, earlier_values)
            parsed_args = _parse_options_of_move(game, seat, legal_move, texts).args
            draft = Draft(legal_move.kind, _values_before(legal_move, field_name, parsed_args))
            yield from enumerate(_as_options(game, legal_values_of_field(game, seat, draft, field_name)), 1)
        except (UserError, KeyError):
            continue


def _values_before(legal_move: Choice, field_name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return those ``values`` (by field) whose field comes before ``field_name`` in a move of `/act`.

    Empty values are left out. The move must have the field.
    """
    names = [move_field.name for move_field in legal_move.fields]
    earlier_names = names[: names.index(field_name)]
    return {name: value for name, value in values.items() if value and name in earlier_names}


def _as_options(game: Game, options: Sequence[Option] | Range) -> list[Option]:
    """Return the legal values of a field as a list of options, for the autocompletion of `/act`.

    For a range, they are the minimum, the amounts that the engine suggests, and the maximum.
    """
    if not isinstance(options, Range):
        return list(options)
    candidates = {options.low, *options.suggested, options.high}
    amounts = sorted(amount for amount in candidates if amount in options)
    return [Option(str(amount), game.view.money(amount)) for amount in amounts]


def option_completions(
    numbered_options: Sequence[tuple[int, Option]], field_name: str, typed: str
) -> list[tuple[str, str]]:
    """Return Discord's autocomplete choices of a field of `/act` for what is typed: pairs of label and value.

    All options match if nothing is typed. There are at most 25, each text at most 100 characters long:
    Discord's limits.
    """
    matches = matching_options(numbered_options, typed) if typed.strip() else list(numbered_options)
    return [
        (_completion_label(number, option, field_name), option.value[:MAX_LENGTH])
        for number, option in matches[:MAX_COMPLETIONS]
    ]


def _completion_label(number: int, option: Option, field_name: str) -> str:
    """Return the label of an autocomplete choice of `/act` with its note, cut to 100 characters for Discord.

    The label of a hex begins with ``number``, its number on the map.
    """
    badge = f"{number} · " if field_name == HEX else ""
    note = f" · {option.note}" if option.note else ""
    return f"{badge}{option.label}{note}"[:MAX_LENGTH]

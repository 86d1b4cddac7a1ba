"""The subcommands of `/act`: their kinds of action, and how typed values are parsed and completed.

Values are typed as names, coordinates, badge numbers or ids; only what the engine offers is understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.chat.completion import MAX_HINTS, MAX_LENGTH
from bot.chat.respond import UserError
from bot.turn.chooser import matching
from bot.turn.draft import Draft, choices_of, filled, open_choices_text, options_of
from bot.words import known, t
from bot.words.grammar import amount
from engine import Choice, Field, Game, Option, Range
from engine.api.moves import HEX


@dataclass(frozen=True, slots=True)
class Subcommand:
    """What it does, the kinds of action that it may mean, and its options by field.

    An option is (name shown, what to type). One without kinds has a handler of its own.
    """

    text: str
    kinds: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict)


_PRICE = ("price", "An amount of money")
_OFFER = {"offer": ("offer", "Which offer")}
MOVES: Mapping[str, Subcommand] = {
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
COVERED = {kind for each in MOVES.values() for kind in each.kinds} | {"run"}
"""Kinds that have a subcommand of their own; all others are under `/act special` and `/act choose`."""


def specials(game: Game, seat: str) -> list[Choice]:
    """Return the choices without a subcommand of their own: powers of private companies and the like."""
    return [c for c in choices_of(game, seat) if c.kind not in COVERED]


# --- what is typed ---------------------------------------------------------------------------------


def parse_values(game: Game, seat: str, kinds: Sequence[str], typed: Mapping[str, str | None]) -> Draft:
    """Parse the typed values into a draft, complete or not; raises UserError that says what is possible."""
    choices = [c for kind in kinds for c in choices_of(game, seat) if c.kind == kind]
    if not choices:
        raise UserError(open_choices_text(game, seat))
    fault: UserError | None = None
    for choice in choices:
        try:
            return _parse_choice(game, seat, choice, {k: v for k, v in typed.items() if v})
        except UserError as sorry:
            fault = fault or sorry
    assert fault is not None
    raise fault


def _parse_choice(game: Game, seat: str, choice: Choice, typed: Mapping[str, str]) -> Draft:
    """Parse the typed values for one choice; raises UserError for a missing, illegal or unknown one."""
    draft = Draft(choice.kind)
    for wanted in choice.fields:
        if wanted.name in typed:
            options = options_of(game, seat, draft, wanted.name)
            draft = draft.with_value(wanted.name, _parse_value(game, wanted, options, typed[wanted.name]))
            continue
        only, asked = filled(game, seat, draft)
        if asked is None or wanted.name in only.args:
            draft = draft.with_value(wanted.name, only.args[wanted.name])
        elif any(later.name in typed for later in choice.fields[choice.fields.index(wanted) :]):
            options = options_of(game, seat, draft, wanted.name)
            told = _possible_text(game, options)
            raise UserError(t("Say first: {label} {possible}", label=known(wanted.label), possible=told))
        else:
            break
    unknown = typed.keys() - {f.name for f in choice.fields}
    if unknown:
        names = ", ".join(f.name for f in choice.fields) or t("nothing more")
        raise UserError(t("“{label}” asks for: {names}.", label=known(choice.label), names=names))
    return draft


def _parse_value(game: Game, wanted: Field, options: Sequence[Option] | Range, text: str) -> Any:
    """Parse the typed value of one field; raises UserError if none or several options match."""
    if isinstance(options, Range):
        found = amount(text, game.title.data.currency)
        if found not in options:
            told = _possible_text(game, options)
            raise UserError(t("“{text}” is no possible amount: {possible}", text=text[:40], possible=told))
        return found
    hits = matching(list(enumerate(options, 1)), text)
    if len(hits) == 1:
        return hits[0][1].value if wanted.kind != "many" else [hits[0][1].value]
    if hits:
        names = ", ".join(o.label for _, o in hits[:8])
        raise UserError(t("“{text}” fits several: {names}; write more of it.", text=text[:40], names=names))
    told = _possible_text(game, options)
    label = known(wanted.label)
    raise UserError(
        t("“{text}” is not possible for “{label}”: {possible}", text=text[:40], label=label, possible=told)
    )


def _possible_text(game: Game, options: Sequence[Option] | Range) -> str:
    """Return a phrase with the possible values, at most eight of them."""
    if isinstance(options, Range):
        low, high, step = (game.view.money(n) for n in (options.low, options.high, options.step))
        return t("from {low} to {high} in steps of {step}.", low=low, high=high, step=step)
    names, first = [o.label for o in options], ", ".join(o.label for o in options[:8])
    if not names:
        return t("there is nothing to choose.")
    if len(names) > 8:
        return t("choose {names} and {count} more.", names=first, count=len(names) - 8)
    return t("choose {names}.", names=first)


# --- what is offered while typing ------------------------------------------------------------------


def offered(
    game: Game, seat: str, kinds: Sequence[str], name: str, before: Mapping[str, str | None]
) -> list[tuple[int, Option]]:
    """Return the numbered options of a field, given what is typed for the fields before it."""
    return list(_iter_options(game, seat, kinds, name, before))


def _iter_options(
    game: Game, seat: str, kinds: Sequence[str], name: str, before: Mapping[str, str | None]
) -> Iterator[tuple[int, Option]]:
    """Yield the numbered options of a field for each kind of action that has it."""
    for choice in choices_of(game, seat):
        if choice.kind not in kinds or name not in [f.name for f in choice.fields]:
            continue
        try:
            draft = _parse_choice(game, seat, choice, _values_before(choice, name, before))
            draft = Draft(
                choice.kind,
                {k: v for k, v in draft.args.items() if k in _values_before(choice, name, draft.args)},
            )
            yield from enumerate(_as_options(game, options_of(game, seat, draft, name)), 1)
        except (UserError, KeyError):
            continue


def _values_before(choice: Choice, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields before this one."""
    names = [f.name for f in choice.fields]
    return {k: v for k, v in given.items() if v and k in names[: names.index(name)]}


def _as_options(game: Game, options: Sequence[Option] | Range) -> list[Option]:
    """Return the options; of a range the lowest, suggested and highest amounts."""
    if not isinstance(options, Range):
        return list(options)
    amounts = sorted({x for x in (options.low, *options.suggested, options.high) if x in options})
    return [Option(str(a), game.view.money(a)) for a in amounts]


def proposals(found: Sequence[tuple[int, Option]], name: str, typed: str) -> list[tuple[str, str]]:
    """Return labels and values that match what is typed so far, at most `MAX_HINTS`."""
    hits = matching(found, typed) if typed.strip() else list(found)
    return [(_label(number, option, name), option.value[:MAX_LENGTH]) for number, option in hits[:MAX_HINTS]]


def _label(number: int, option: Option, name: str) -> str:
    """Return an option's label with its badge number and note, cut to Discord's length."""
    badge = f"{number} · " if name == HEX else ""
    note = f" · {option.note}" if option.note else ""
    return f"{badge}{option.label}{note}"[:MAX_LENGTH]

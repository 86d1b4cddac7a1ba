"""The law of labels: each says act, object and price, and no two on a page say the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.chat.press import Press
from bot.turn.session.draft import Draft, legal_values_of_field
from engine import Choice, Field, Game, Range
from engine.rules.trains import rules_of
from tests.loopback.wire import walk

BUTTON = discord.ComponentType.button.value
SEEN = 46
"""Characters of an option that a phone shows."""

DEALS = {
    "acquire", "bid", "buy_bond", "buy_item", "buy_private", "buy_share", "buy_tokens", "buy_train",
    "merge", "offer_for_private", "offer_merger", "offer_private", "offer_train", "option_share", "par",
    "redeem", "redeem_bonds", "repay_loan", "sell_bonds", "sell_shares", "sell_treasury", "set_par",
    "take_loan",
}  # fmt: skip
"""Kinds of action that move money for a thing."""

UNPRICED = {
    ("acquire", "company"),
    ("acquire", "survivor"),
    ("bid", "company"),
    ("merge", "company"),
    ("merge", "survivor"),
    ("offer_merger", "company"),
    ("offer_merger", "survivor"),
}
"""Fields whose options have no price: it was said before, is asked for next, or stands in the note."""

ASKED_NEXT = {"offer_merger"}
"""Kinds of action whose price, if it is a field, is asked for after the things."""

PERSONS = ("to", "payer")
"""Fields whose options are players; the price is asked for next."""

THINGS = re.compile(r"[\w/+]+-train\b|\b(bonds?|loans?|markers?|shares?)\b")


def same_labels(parts: Any) -> list[str]:
    """The words that two buttons of a message share, or two options of one menu, or two menus."""
    buttons, menus, twice = Counter[str](), Counter[str](), list[str]()
    for part in walk(parts):
        if part["type"] == BUTTON:
            buttons[str(part.get("label"))] += 1
        elif part["type"] == discord.ComponentType.select.value:
            menus[str(part.get("placeholder"))] += 1
            options = Counter(str(o["label"]) for o in part["options"])
            twice += [label for label, count in options.items() if count > 1]
    return [*twice, *(label for found in (buttons, menus) for label, count in found.items() if count > 1)]


def bare_buttons(game: Game, parts: Any) -> Iterator[str]:
    """What is wrong with the buttons that decide a deal by themselves."""
    for part in walk(parts):
        press = Press.parse(part["custom_id"]) if "custom_id" in part else None
        label = str(part.get("label"))
        if press is not None and press.button_name == "w_pick" and part["type"] == BUTTON:
            kind = press.argument_text.partition(".")[0]
            if kind in DEALS and not label.endswith("…") and "survives" not in label:
                yield from _faults(game, kind, label, priced=True)


def untold(game: Game, seat: str, choice: Choice) -> Iterator[str]:
    """What is wrong with the labels of a deal, in all that can be reached by its fields."""
    if choice.kind not in DEALS:
        return
    if not choice.fields:
        yield from _faults(game, choice.kind, choice.label, priced=True)
    yield from _fields(game, seat, choice, choice.fields, {})


def _fields(
    game: Game, seat: str, choice: Choice, fields: tuple[Field, ...], args: Mapping[str, Any]
) -> Iterator[str]:
    if not fields:
        return
    wanted, *rest = fields
    options = legal_values_of_field(game, seat, Draft(choice.kind, args), wanted.name)
    if isinstance(options, Range):
        return
    for option in options:
        if wanted.name in PERSONS:
            continue
        later = choice.kind in ASKED_NEXT and any(field.kind == "amount" for field in rest)
        priced = (choice.kind, wanted.name) not in UNPRICED and not later
        yield from _faults(game, choice.kind, option.label, priced=priced)
        yield from _fields(game, seat, choice, tuple(rest), {**args, wanted.name: option.value})


def _faults(game: Game, kind: str, label: str, *, priced: bool) -> Iterator[str]:
    if priced and not re.search(re.escape(game.title.data.currency) + r"\d", label[:SEEN]):
        yield f"{kind}: no price in “{label[:SEEN]}”"
    if not _has_object(game, label):
        yield f"{kind}: no object in “{label}”"


def _has_object(game: Game, label: str) -> bool:
    if THINGS.search(label) or not game.state.companies.keys().isdisjoint(re.split(r"[\s,:()]+", label)):
        return True
    return any(rules_of(game.view).label(game.view, train) in label for train in game.state.trains.values())

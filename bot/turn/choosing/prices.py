"""The effect of choosing a value on cash and share prices, as a note on its menu entry.

Titles write amounts into their labels and notes; what they do not mention is found by a preview of the move
and added to the note: "pays £20", "gets £40", "price BHB £110 → £100".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.chat.markdown import escape
from bot.turn.session import words
from bot.turn.session.draft import Draft, Options, fill_forced_values, legal_move_of_kind
from bot.words import t
from engine import Action, Game, Option, Preview, Range, View

MAX_VALUES = 30
"""The maximum length of a list whose values are previewed: as many as a page may show."""


def options_with_effect_notes(
    game: Game, seat: str, draft: Draft, field_name: str, options: Options
) -> Options:
    """Return the legal values of a field, each with its effect on cash and share prices added to its note.

    The effect is added only if the value completes the move and the option's label and note do not mention
    it. A range, lists of more than 30 values, and the values of a move that is not legal now are returned
    unchanged. ``field_name`` is the name of the field, ``game`` the state before the move.
    """
    if (
        isinstance(options, Range)
        or len(options) > MAX_VALUES
        or legal_move_of_kind(game, seat, draft.kind) is None
    ):
        return options
    return [
        _option_with_effect_note(game, seat, draft.with_value(field_name, option.value), option)
        for option in options
    ]


def _option_with_effect_note(game: Game, seat: str, draft: Draft, option: Option) -> Option:
    """Return an option with its effect on cash and share prices added to its note.

    The option is returned unchanged if it does not complete the move, if the move changes neither cash nor
    share prices, or if the option's label or note mentions the change. ``draft`` is the move with this
    option.
    """
    complete_draft, next_field = fill_forced_values(game, seat, draft)
    if next_field is not None:
        return option
    note = unmentioned_effect(
        game, seat, Action(draft.kind, seat, complete_draft.args), f"{option.label} {option.note}"
    )
    return replace(option, note=" · ".join(filter(None, [note, option.note]))) if note else option


def unmentioned_effect(game: Game, seat: str, action: Action, text: str) -> str:
    """Return how a move changes cash and share prices as text for a turn page, such as "pays $40".

    "" if the move is illegal, if it changes neither, or if ``text``, shown next to it, already mentions one
    of the amounts, directly or as the sum or difference of two of its numbers. ``game`` is the state before
    the move.
    """
    preview = words.find_preview(game, action)
    if preview is None:
        return ""
    cash_changes, new_prices = money_and_price_changes(game.view, preview)
    amounts = {
        *map(abs, cash_changes.values()),
        *(price for price in new_prices.values() if price is not None),
    }
    return (
        ""
        if amounts & derivable_amounts(game.view, text)
        else effect_text(game, seat, cash_changes, new_prices)
    )


def money_and_price_changes(view: View, preview: Preview) -> tuple[dict[str, int], dict[str, int | None]]:
    """Return what a move changes: the gain or loss of cash by holder, and the new share price by company.

    The price of a company that has none after the move is None. Unchanged values are left out. ``view`` shows
    the game before the move.
    """
    cash = {
        holder: new_cash - view.cash(holder)
        for holder, new_cash in preview.cash.items()
        if new_cash != view.cash(holder)
    }
    return cash, {company: price for company, price in preview.prices.items() if price != view.price(company)}


def derivable_amounts(view: View, text: str) -> set[int]:
    """Return the amounts of money in a text, and the sums and differences of any two of them.

    An amount is also paired with itself, which gives 0 and its double. The set is empty if the text has no
    amounts.
    """
    amounts = named_amounts(view, text)
    return {
        abs(amount + sign * other_amount)
        for amount in amounts
        for other_amount in (0, *amounts)
        for sign in (1, -1)
    }


def named_amounts(view: View, text: str) -> list[int]:
    """Return the amounts of money in a text, in the order of the text; [] if there are none.

    An amount is a number after the title's currency sign.
    """
    matches: Sequence[str] = re.findall(rf"{re.escape(view.data.currency)}\s?(\d[\d,]*)", text)
    return [int(match.replace(",", "")) for match in matches]


def remove_money_range(view: View, text: str) -> str:
    """Return a text without the ranges of money in it, such as " $1 to $500"."""
    amount = rf"{re.escape(view.data.currency)}[\d,]+"
    return re.sub(rf" {amount} \w+ {amount}", "", text)


def effect_text(
    game: Game, seat: str, cash_changes: Mapping[str, int], new_prices: Mapping[str, int | None]
) -> str:
    """Describe how a move changes cash and a share price, such as "pays $40 · price PRR $80 → $70".

    At most one change of each is described. The cash is that of the acting company, else of the seat, else of
    another holder; but if company and seat both pay, as for a train that the president helps to buy, both
    payments are given. "" if nothing changes. ``cash_changes`` are gain or loss by holder, ``new_prices`` the
    new price by company (None if the company has none any more), ``game`` is the state before the move.
    """
    next_decision, view = game.waiting(), game.view
    usual_holders = [next_decision.company if next_decision and next_decision.company else "", seat]
    payers = [holder for holder in usual_holders if cash_changes.get(holder, 0) < 0]
    do_both_pay = len(payers) > 1 and payers[0] != payers[1]
    cash_texts = (
        [
            ", ".join(
                _cash_change_text(view, holder, cash_changes[holder], omit_name=False) for holder in payers
            )
        ]
        if do_both_pay
        else [
            _cash_change_text(view, holder, cash_changes[holder], omit_name=holder in usual_holders)
            for holder in (*usual_holders, *cash_changes)
            if holder in cash_changes
        ]
    )
    price_texts = [
        t(
            "price {company} {before} → {after}",
            company=company,
            before=_price_text(view, view.price(company)),
            after=_price_text(view, new_price),
        )
        for company, new_price in new_prices.items()
    ]
    return " · ".join([*cash_texts[:1], *price_texts[:1]])


def _cash_change_text(view: View, holder: str, amount: int, *, omit_name: bool) -> str:
    """Return the text on who gets or pays how much by a move, such as "PRR pays $40".

    ``amount`` is negative if ``holder`` pays. ``omit_name`` leaves the holder's name out.
    """
    money = view.money(abs(amount))
    if omit_name:
        return t("gets {money}", money=money) if amount > 0 else t("pays {money}", money=money)
    name = escape(view.name(holder))
    if amount > 0:
        return t("{name} gets {money}", name=name, money=money)
    return t("{name} pays {money}", name=name, money=money)


def _price_text(view: View, price: int | None) -> str:
    """Return a share price before or after a move as money; "none" if the company has no price (None)."""
    return t("none") if price is None else view.money(price)

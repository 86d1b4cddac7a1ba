"""What choosing a value costs, pays or moves, as a note on its menu entry.

Titles write the amounts into their labels and notes; what they leave out is found by a preview and added
to the note: "pays £20", "gets £40", "price BHB £110 → £100".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.chat.markdown import escape
from bot.turn.session import words
from bot.turn.session.draft import Draft, Options, choice_of, fill_forced_values
from bot.words import t
from engine import Action, Game, Option, Preview, Range, View

MAX_VALUES = 30
"""The longest list whose values are previewed: as many as a page may show."""


def add_changes_to_notes(game: Game, seat: str, draft: Draft, name: str, options: Options) -> Options:
    """Return the legal values of a field, with the money that each costs or brings added to its note.

    A change of a share price is noted, too. Only values that complete the move get such a note, and only if
    their text does not say it. A range, lists of more than 30 values, and those of a move that is not legal
    now are returned unchanged. ``name`` is the name of the field, ``game`` the state before the move.
    """
    if isinstance(options, Range) or len(options) > MAX_VALUES or choice_of(game, seat, draft.kind) is None:
        return options
    return [
        _add_changes_to_note(game, seat, draft.with_value(name, option.value), option) for option in options
    ]


def _add_changes_to_note(game: Game, seat: str, draft: Draft, option: Option) -> Option:
    """Return an option with the changes of cash and share prices that it makes added to its note.

    It is returned unchanged if it does not complete the move, if it changes neither, or if its label or note
    says so. ``draft`` is the move with this option.
    """
    complete_draft, next_field = fill_forced_values(game, seat, draft)
    if next_field is not None:
        return option
    note = unmentioned_changes(
        game, seat, Action(draft.kind, seat, complete_draft.args), f"{option.label} {option.note}"
    )
    return replace(option, note=" · ".join(filter(None, [note, option.note]))) if note else option


def unmentioned_changes(game: Game, seat: str, action: Action, text: str) -> str:
    """Return the changes of cash and share prices by a move as text for a turn page, such as "pays $40".

    "" if the move is illegal or changes neither. "" also if ``text``, which stands beside it, names one of
    the amounts, or two numbers whose sum or difference is one of them. ``game`` is the state before the move.
    """
    preview = words.preview_or_none(game, action)
    if preview is None:
        return ""
    cash, prices = money_and_price_changes(game.view, preview)
    amounts = {*map(abs, cash.values()), *(price for price in prices.values() if price is not None)}
    return "" if amounts & amounts_in(game.view, text) else changes_text(game, seat, cash, prices)


def money_and_price_changes(view: View, preview: Preview) -> tuple[dict[str, int], dict[str, int | None]]:
    """Return what a move changes: the gain or loss of cash by holder, and the new share price by company.

    The price of a company that then has none is None. Unchanged values are left out. ``view`` shows the game
    before the move.
    """
    cash = {
        holder: new_cash - view.cash(holder)
        for holder, new_cash in preview.cash.items()
        if new_cash != view.cash(holder)
    }
    return cash, {company: price for company, price in preview.prices.items() if price != view.price(company)}


def amounts_in(view: View, text: str) -> set[int]:
    """Return the amounts of money that a text names, and the sums and differences of any two of them.

    An amount is also paired with itself, which gives 0 and its double. The set is empty if the text names
    none.
    """
    amounts = named_amounts(view, text)
    return {
        abs(amount + sign * other_amount)
        for amount in amounts
        for other_amount in (0, *amounts)
        for sign in (1, -1)
    }


def named_amounts(view: View, text: str) -> list[int]:
    """Return the amounts of money that a text names, in the order of the text; [] if it names none.

    An amount is a number after the title's currency sign.
    """
    matches: Sequence[str] = re.findall(rf"{re.escape(view.data.currency)}\s?(\d[\d,]*)", text)
    return [int(match.replace(",", "")) for match in matches]


def remove_money_range(view: View, text: str) -> str:
    """Return a text without any range of money that it names, such as " $1 to $500"."""
    amount = rf"{re.escape(view.data.currency)}[\d,]+"
    return re.sub(rf" {amount} \w+ {amount}", "", text)


def changes_text(game: Game, seat: str, cash: Mapping[str, int], prices: Mapping[str, int | None]) -> str:
    """Return one change of cash and one of a share price by a move, such as "pays $40 · price PRR $80 → $70".

    The cash is that of the acting company, else of the seat, else of another holder. If company and seat both
    pay, as for a train that the president helps to buy, both are told. "" if nothing changes. ``cash`` is
    gain or loss by holder, ``prices`` the new price by company (None: it has none any more), ``game`` the
    state before the move.
    """
    next_decision, view = game.waiting(), game.view
    usual_holders = [next_decision.company if next_decision and next_decision.company else "", seat]
    payers = [holder for holder in usual_holders if cash.get(holder, 0) < 0]
    do_both_pay = len(payers) > 1 and payers[0] != payers[1]
    cash_texts = (
        [", ".join(_cash_change_text(view, holder, cash[holder], omits_name=False) for holder in payers)]
        if do_both_pay
        else [
            _cash_change_text(view, holder, cash[holder], omits_name=holder in usual_holders)
            for holder in (*usual_holders, *cash)
            if holder in cash
        ]
    )
    price_texts = [
        t(
            "price {company} {before} → {after}",
            company=company,
            before=_price_text(view, view.price(company)),
            after=_price_text(view, new_price),
        )
        for company, new_price in prices.items()
    ]
    return " · ".join([*cash_texts[:1], *price_texts[:1]])


def _cash_change_text(view: View, holder: str, amount: int, *, omits_name: bool) -> str:
    """Return the text on who gets or pays how much by a move, such as "PRR pays $40".

    ``amount`` is negative if ``holder`` pays. ``omits_name`` leaves the name out.
    """
    money = view.money(abs(amount))
    if omits_name:
        return t("gets {money}", money=money) if amount > 0 else t("pays {money}", money=money)
    name = escape(view.name(holder))
    if amount > 0:
        return t("{name} gets {money}", name=name, money=money)
    return t("{name} pays {money}", name=name, money=money)


def _price_text(view: View, price: int | None) -> str:
    """Return a share price before or after a move as money; "none" if the company has no price (None)."""
    return t("none") if price is None else view.money(price)

"""How money for a train that must be bought can be raised: the moves that bring some, and how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.chat.markdown import escape
from bot.turn.session import words
from bot.turn.session.draft import LAY_FIELDS, Draft, fill_forced_values, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Option, Range
from engine.api.moves import HEX
from engine.api.stories import PlayerBankrupt

MAX_TRIED_MOVES = 60
"""The most moves that are looked at."""


def money_raising_lines(session: TurnSession) -> list[str]:
    """Return a line for each kind of move that raises money for a train that must be bought.

    An example is "Sell shares: PRR $90 to $180, B&O $70". [] if no move raises money, or if the player is not
    to act.
    """
    if not session.is_on_turn:
        return []
    choices = [*session.choices(), *session.powers()]
    return [
        _money_raising_line(session, choice, amounts)
        for choice in choices
        if (amounts := _amounts_by_label(session, choice))
    ]


def _money_raising_line(session: TurnSession, choice: Choice, amounts: Mapping[str, tuple[int, int]]) -> str:
    """Return the line on a kind of move that raises money: its label and the amounts.

    If the label names the amounts already, it is the whole line. ``amounts`` are the least and the most that
    the move raises, by the label of its first value.
    """
    label, text = escape(translated(choice.label)), _amounts_text(session, amounts)
    return label if text in label else f"{label}: {text}"


def _amounts_text(session: TurnSession, amounts: Mapping[str, tuple[int, int]]) -> str:
    """Return as text how much money a kind of move raises, such as "PRR $90 to $180, B&O $70".

    ``amounts`` are the least and the most, by the label of the move's first value. An amount that its label
    names is not repeated.
    """
    money, texts = session.view.money, []
    for label, (least, most) in amounts.items():
        text = money(most) if least == most else t("{least} to {most}", least=money(least), most=money(most))
        texts.append(escape(label) if text in label else f"{escape(label)} {text}".strip())
    return ", ".join(texts)


def _amounts_by_label(session: TurnSession, choice: Choice) -> dict[str, tuple[int, int]]:
    """Return the least and the most money that a kind of move can raise, by the label of its first value.

    An example is ``{"PRR": (90, 180), "B&O": (70, 70)}`` for the sale of 1 or 2 shares of PRR, or of 1 of
    B&O. At most 60 complete moves are tried. {} for moves that raise nothing, or that ask for a hex, a tile,
    routes or several values.
    """
    if any(field.name in (*LAY_FIELDS, HEX) or field.kind in ("routes", "many") for field in choice.fields):
        return {}
    amounts = dict[str, tuple[int, int]]()
    for count, (label, args) in enumerate(_iter_tried_moves(session, Draft(choice.kind), "")):
        if count == MAX_TRIED_MOVES:
            break
        gain = _money_raised(session, Action(choice.kind, session.seat, dict(args)))
        if gain > 0:
            least, most = amounts.get(label, (gain, gain))
            amounts[label] = min(least, gain), max(most, gain)
    return amounts


def _iter_tried_moves(
    session: TurnSession, draft: Draft, label: str
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the complete moves that begin with the values of a draft, to try how much money they raise.

    Each is a pair: the label of its first value, and its arguments. ``label`` is that of the draft's first
    value, "" if it has none yet. Of a range of amounts, only the lowest and the highest are used.
    """
    draft, next_field = fill_forced_values(session.game, session.seat, draft)
    if next_field is None:
        yield label or _forced_option_name(session, draft), draft.args
        return
    options = options_of(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        for amount in dict.fromkeys((options.low, options.high)):
            yield from _iter_tried_moves(session, draft.with_value(next_field.name, amount), label)
        return
    for option in options:
        yield from _iter_tried_moves(
            session, draft.with_value(next_field.name, option.value), label or _option_name(session, option)
        )


def _forced_option_name(session: TurnSession, draft: Draft) -> str:
    """Return the name of the first option of a move that leaves no choice; "" if it has no options.

    All values of ``draft`` were filled in. The name is that of `_option_name`.
    """
    for name, value in draft.args.items():
        options = options_of(session.game, session.seat, Draft(draft.kind), name)
        if not isinstance(options, Range):
            return next((_option_name(session, option) for option in options if option.value == value), "")
    return ""


def _option_name(session: TurnSession, option: Option) -> str:
    """Return the short name of an option of a move that raises money.

    It is the id if the option is a company, else its label up to the first " · ".
    """
    is_company = option.value in session.view.state.companies
    return option.value if is_company else translated(option.label).partition(" · ")[0]


def _money_raised(session: TurnSession, action: Action) -> int:
    """Return how much more money the player and the acting company together have after a move.

    It is negative if they have less, and 0 if the move is illegal or makes a player bankrupt.
    """
    preview = words.preview_or_none(session.game, action)
    if preview is None or any(isinstance(event, PlayerBankrupt) for event in preview.events):
        return 0
    holders = {session.seat, session.company or session.seat}
    return sum(
        preview.cash.get(holder, session.view.cash(holder)) - session.view.cash(holder) for holder in holders
    )

"""How money for a train that must be bought can be raised: the moves that raise money, and how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.chat.markdown import escape
from bot.turn.session import words
from bot.turn.session.draft import LAY_FIELDS, Draft, fill_forced_values, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Option, Range
from engine.api.moves import HEX
from engine.api.stories import PlayerBankrupt

MAX_TRIED_MOVES = 60
"""The maximum number of complete moves of a kind that are tried."""


def money_raising_lines(session: TurnSession) -> list[str]:
    """Return a line for each kind of move that raises money for an emergency train purchase.

    An example is "Sell shares: PRR $90 to $180, B&O $70". [] if no move raises money, or if the player is not
    to act.
    """
    if not session.is_to_act:
        return []
    legal_moves = [*session.decision_moves(), *session.company_moves_at_any_time()]
    return [
        _money_raising_line(session, legal_move, ranges)
        for legal_move in legal_moves
        if (ranges := _money_range_by_label(session, legal_move))
    ]


def _money_raising_line(
    session: TurnSession, legal_move: Choice, ranges: Mapping[str, tuple[int, int]]
) -> str:
    """Return the line on a kind of move that raises money: its label and the amounts.

    If the label contains the amounts already, the label is the whole line. ``ranges`` are the minimum and the
    maximum that the move raises, by the label of its first value.
    """
    label, text = escape(translated(legal_move.label)), _amounts_text(session, ranges)
    return label if text in label else f"{label}: {text}"


def _amounts_text(session: TurnSession, ranges: Mapping[str, tuple[int, int]]) -> str:
    """Return as text how much money a kind of move raises, such as "PRR $90 to $180, B&O $70".

    ``ranges`` are the minimum and the maximum by the label of the move's first value. An amount that this
    label contains is not repeated.
    """
    money, texts = session.view.money, []
    for label, (minimum, maximum) in ranges.items():
        text = (
            money(maximum)
            if minimum == maximum
            else t("{least} to {most}", least=money(minimum), most=money(maximum))
        )
        texts.append(escape(label) if text in label else f"{escape(label)} {text}".strip())
    return ", ".join(texts)


def _money_range_by_label(session: TurnSession, legal_move: Choice) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum money that a kind of move can raise, by the label of its first value.

    An example is ``{"PRR": (90, 180), "B&O": (70, 70)}`` for the sale of 1 or 2 shares of PRR, or of 1 of
    B&O. At most 60 complete moves are tried. {} for moves that raise nothing, or that ask for a hex, a tile,
    routes or several values.
    """
    if any(
        field.name in (*LAY_FIELDS, HEX) or field.kind in ("routes", "many") for field in legal_move.fields
    ):
        return {}
    ranges = dict[str, tuple[int, int]]()
    for count, (label, args) in enumerate(_iter_moves_to_try(session, Draft(legal_move.kind), "")):
        if count == MAX_TRIED_MOVES:
            break
        gain = _money_raised(session, Action(legal_move.kind, session.seat, dict(args)))
        if gain > 0:
            minimum, maximum = ranges.get(label, (gain, gain))
            ranges[label] = min(minimum, gain), max(maximum, gain)
    return ranges


def _iter_moves_to_try(
    session: TurnSession, draft: Draft, label: str
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the complete moves that begin with the values of a draft, to try how much money they raise.

    Each is a pair: the label of its first value, and its arguments. ``label`` is that of the draft's first
    value, "" if it has none yet. Of a range of amounts, only the minimum and the maximum are used.
    """
    draft, next_field = fill_forced_values(session.game, session.seat, draft)
    if next_field is None:
        yield label or _forced_option_name(session, draft), draft.args
        return
    options = legal_values_of_field(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        for amount in dict.fromkeys((options.low, options.high)):
            yield from _iter_moves_to_try(session, draft.with_value(next_field.name, amount), label)
        return
    for option in options:
        yield from _iter_moves_to_try(
            session, draft.with_value(next_field.name, option.value), label or _option_name(session, option)
        )


def _forced_option_name(session: TurnSession, draft: Draft) -> str:
    """Return the name of the first option of a move whose values were all filled in as the only legal ones.

    Amounts are passed over; "" if the move has no options. The name is that of `_option_name`.
    """
    for name, value in draft.args.items():
        options = legal_values_of_field(session.game, session.seat, Draft(draft.kind), name)
        if not isinstance(options, Range):
            return next((_option_name(session, option) for option in options if option.value == value), "")
    return ""


def _option_name(session: TurnSession, option: Option) -> str:
    """Return the short name of an option of a move that raises money.

    The name is the id if the option is a company, else the option's label up to the first " · ".
    """
    is_company = option.value in session.view.state.companies
    return option.value if is_company else translated(option.label).partition(" · ")[0]


def _money_raised(session: TurnSession, action: Action) -> int:
    """Return how much more money the player and the acting company together have after a move.

    The result is negative if they have less, and 0 if the move is illegal or makes a player bankrupt.
    """
    preview = words.find_preview(session.game, action)
    if preview is None or any(isinstance(event, PlayerBankrupt) for event in preview.events):
        return 0
    holders = {session.seat, session.company or session.seat}
    return sum(
        preview.cash.get(holder, session.view.cash(holder)) - session.view.cash(holder) for holder in holders
    )

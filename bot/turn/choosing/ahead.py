"""The revenue gain of a tile lay: what it adds to the company's best run, such as "best run +£30"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.turn.session.draft import LAY_FIELDS, Draft, Options, options_of
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.searches import cached_revenue_gains, find_revenue_gains
from engine import Choice, Option, Range
from engine.api.moves import HEX
from engine.api.runs import RevenueGains

LAY_AND_HEX_FIELDS = [HEX, *LAY_FIELDS]


async def search_revenue_gains(session: TurnSession, choices: Sequence[Choice]) -> None:
    """Search in a worker process how much revenue each legal tile lay would add to the company's best run.

    The result is cached for this revision; `revenue_gains_of` returns it. ``choices`` are kinds of moves.
    Only those are searched whose fields are exactly a hex, a tile and a rotation.
    """
    for choice in choices:
        if [move_field.name for move_field in choice.fields] == LAY_AND_HEX_FIELDS:
            await find_revenue_gains(
                session.response.bot.pool, session.cache_key, session.game, session.seat, choice.kind
            )


def revenue_gains_of(session: TurnSession, move_kind: str) -> RevenueGains | None:
    """Return how much revenue each legal tile lay of a kind of move adds to the company's best run.

    None while `search_revenue_gains` has not found it, and for kinds of moves that it skips.
    """
    return cached_revenue_gains(
        session.response.bot.pool, session.cache_key, session.game, session.seat, move_kind
    )


def revenue_gain_at(session: TurnSession, move_kind: str, coord: str) -> int:
    """Return how much revenue (money) the best lay on a hex adds to the company's best run.

    It is negative if every lay there makes the run worse; 0 if it is not known. ``move_kind`` is the kind of
    tile lay, ``coord`` the hex.
    """
    gains = revenue_gains_of(session, move_kind)
    return (gains.best(coord) or 0) if gains else 0


def options_with_revenue_gains(session: TurnSession, draft: Draft, name: str) -> Options:
    """Return the legal values of the field ``name`` of an unfinished move: options, or a range of amounts.

    Hexes of a tile lay have the revenue gain of the best lay there in their notes, and those with the
    greatest gain come first, as soon as the gains are known.
    """
    options = options_of(session.game, session.seat, draft, name)
    if isinstance(options, Range) or name != HEX:
        return options
    return add_revenue_gains_to_notes(session, draft.kind, options)


def add_revenue_gains_to_notes(session: TurnSession, move_kind: str, hexes: Sequence[Option]) -> list[Option]:
    """Return the hexes of a tile lay with the revenue gain of the best lay there added to their notes.

    Those with the greatest gain come first. ``move_kind`` is the kind of tile lay. The hexes are returned
    unchanged while the gains are not known.
    """
    gains = revenue_gains_of(session, move_kind)
    if gains is None:
        return list(hexes)
    gain_by_hex = {option.value: gains.best(option.value) or 0 for option in hexes}
    hexes_with_gains = [
        replace(
            hex_option,
            note=", ".join(
                filter(None, [revenue_gain_text(session, gain_by_hex[hex_option.value]), hex_option.note])
            ),
        )
        for hex_option in hexes
    ]
    return sorted(hexes_with_gains, key=lambda option: -gain_by_hex[option.value])


def lay_revenue_gain_text(session: TurnSession, move_kind: str, coord: str, tile: str, rotation: str) -> str:
    """Return the revenue gain of a tile lay as text, such as "best run +£30".

    ``move_kind`` is the kind of tile lay, ``coord`` the hex, ``rotation`` a number as text. "" if the lay
    does not change the best run, or if its gain is not known.
    """
    gains = revenue_gains_of(session, move_kind)
    return revenue_gain_text(session, gains.by_lay.get((coord, tile, rotation), 0)) if gains else ""


def revenue_gain_text(session: TurnSession, gain: int) -> str:
    """Return a change of the best run's revenue as text, such as "best run +£30"; "" for 0.

    ``gain`` is money; if it is negative, the run loses revenue.
    """
    sign = "+" if gain > 0 else "-"
    return t("best run {sign}{money}", sign=sign, money=session.view.money(abs(gain))) if gain else ""

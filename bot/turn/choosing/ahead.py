"""The revenue gain of a tile lay: what it adds to the company's best run, such as "best run +£30"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.turn.session.draft import LAY_FIELDS, Draft, Options, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.searches import cached_revenue_gains, find_revenue_gains
from engine import Choice, Option, Range
from engine.api.moves import HEX
from engine.api.runs import RevenueGains

LAY_AND_HEX_FIELDS = [HEX, *LAY_FIELDS]


async def search_revenue_gains(session: TurnSession, legal_moves: Sequence[Choice]) -> None:
    """Search in a worker process how much revenue each legal tile lay would add to the company's best run.

    The result is cached for this revision; `revenue_gains_of` returns it. ``legal_moves`` are legal kinds of
    moves. Kinds whose fields are not exactly a hex, a tile and a rotation are skipped.
    """
    for legal_move in legal_moves:
        if [move_field.name for move_field in legal_move.fields] == LAY_AND_HEX_FIELDS:
            await find_revenue_gains(
                session.response.bot.pool, session.cache_key, session.game, session.seat, legal_move.kind
            )


def revenue_gains_of(session: TurnSession, move_kind: str) -> RevenueGains | None:
    """Return how much revenue each legal tile lay of a kind of move would add to the company's best run.

    Return None while `search_revenue_gains` has not found it, and for kinds of moves that it skips.
    """
    return cached_revenue_gains(
        session.response.bot.pool, session.cache_key, session.game, session.seat, move_kind
    )


def revenue_gain_at(session: TurnSession, move_kind: str, coord: str) -> int:
    """Return how much revenue (money) the best tile lay on a hex would add to the company's best run.

    The gain is negative if every tile lay on the hex makes the run worse, and 0 if it is not known.
    ``move_kind`` is the kind of tile lay, ``coord`` the hex.
    """
    gains = revenue_gains_of(session, move_kind)
    return (gains.best(coord) or 0) if gains else 0


def options_with_revenue_gains(session: TurnSession, draft: Draft, field_name: str) -> Options:
    """Return the legal values of the field ``field_name`` of a draft: options, or a range of amounts.

    If the field is the hex of a tile lay and the revenue gains are known, the note of each hex begins with
    the revenue gain of the best tile lay there, and the hexes with the greatest gain come first.
    """
    options = legal_values_of_field(session.game, session.seat, draft, field_name)
    if isinstance(options, Range) or field_name != HEX:
        return options
    return hexes_with_revenue_gains(session, draft.kind, options)


def hexes_with_revenue_gains(session: TurnSession, move_kind: str, hexes: Sequence[Option]) -> list[Option]:
    """Return the legal hexes of a tile lay, each with the revenue gain of its best lay in its note.

    The hexes with the greatest gain come first. ``move_kind`` is the kind of tile lay. While the gains are
    not known, the hexes are returned unchanged.
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


def tile_lay_revenue_gain_text(
    session: TurnSession, move_kind: str, coord: str, tile: str, rotation: str
) -> str:
    """Return the revenue gain of a tile lay as text, such as "best run +£30".

    The text is "" if the tile lay does not change the best run, or if its gain is not known. ``move_kind`` is
    the kind of tile lay, ``coord`` the hex, ``rotation`` a number as text.
    """
    gains = revenue_gains_of(session, move_kind)
    return revenue_gain_text(session, gains.by_lay.get((coord, tile, rotation), 0)) if gains else ""


def revenue_gain_text(session: TurnSession, gain: int) -> str:
    """Return a change of the best run's revenue as text, such as "best run +£30"; "" for 0.

    ``gain`` is an amount of money; it is negative if the run loses revenue.
    """
    sign = "+" if gain > 0 else "-"
    return t("best run {sign}{money}", sign=sign, money=session.view.money(abs(gain))) if gain else ""

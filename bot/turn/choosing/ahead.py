"""What a lay of track would add to the run, shown where a hex or a tile is chosen: "best run +£30"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.turn.session.draft import LAY_FIELDS, Draft, Options, options_of
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.searches import cached_lay_gains, find_lay_gains
from engine import Choice, Option, Range
from engine.api.moves import HEX
from engine.api.runs import Gains

LAY_AND_HEX_FIELDS = [HEX, *LAY_FIELDS]


async def search_lay_gains(session: TurnSession, choices: Sequence[Choice]) -> None:
    """Search in a worker process what each open tile lay would add to the revenue of the company's best run.

    The result is kept for this revision; `lay_gains_of` returns it. Moves of other kinds are skipped.
    """
    for choice in choices:
        if [move_field.name for move_field in choice.fields] == LAY_AND_HEX_FIELDS:
            await find_lay_gains(
                session.answer.bot.pool, session.cache_key, session.game, session.seat, choice.kind
            )


def lay_gains_of(session: TurnSession, move_kind: str) -> Gains | None:
    """Return what each tile lay adds to the revenue of the best run; None while the search is not done."""
    return cached_lay_gains(session.answer.bot.pool, session.cache_key, session.game, session.seat, move_kind)


def lay_gains_at(session: TurnSession, move_kind: str, coord: str) -> int:
    """Return how much revenue the best tile lay on a hex adds to the run; 0 if nothing or not known."""
    gains_found = lay_gains_of(session, move_kind)
    return (gains_found.best(coord) or 0) if gains_found else 0


def options_with_gains(session: TurnSession, draft: Draft, name: str) -> Options:
    """Return the legal values of a field for its turn page.

    Hexes have as a note what a tile lay there adds to the run, the best first.
    """
    options = options_of(session.game, session.seat, draft, name)
    if isinstance(options, Range) or name != HEX:
        return options
    return note_and_sort_gains(session, draft.kind, options)


def note_and_sort_gains(session: TurnSession, move_kind: str, hexes: Sequence[Option]) -> list[Option]:
    """Return the hexes of a tile lay for the turn page, with what the best lay there adds to the run as note.

    Those where it adds most come first. ``move_kind`` is the kind of tile lay. The hexes are returned
    unchanged while the search is not done.
    """
    gains_of_move = lay_gains_of(session, move_kind)
    if gains_of_move is None:
        return list(hexes)
    best = {option.value: gains_of_move.best(option.value) or 0 for option in hexes}
    hexes_with_gains = [
        replace(
            hex_option,
            note=", ".join(filter(None, [gain_text(session, best[hex_option.value]), hex_option.note])),
        )
        for hex_option in hexes
    ]
    return sorted(hexes_with_gains, key=lambda option: -best[option.value])


def lay_text(session: TurnSession, move_kind: str, coord: str, tile: str, rotation: str) -> str:
    """Return the turn page's text on the revenue that a tile lay adds to the best run.

    ``move_kind`` is the kind of tile lay. "" if the lay changes nothing, or while the search is not done.
    """
    gains_found = lay_gains_of(session, move_kind)
    return gain_text(session, gains_found.by_lay.get((coord, tile, rotation), 0)) if gains_found else ""


def gain_text(session: TurnSession, gain: int) -> str:
    """Return a change of the best run's revenue for a turn page, such as ``best run +£30``.

    "" for no change.
    """
    sign = "+" if gain > 0 else "-"
    return t("best run {sign}{money}", sign=sign, money=session.view.money(abs(gain))) if gain else ""

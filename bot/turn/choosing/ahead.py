"""What a lay of track would add to the run, shown where a hex or a tile is chosen: "best run +£30"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.turn.session.draft import LAY, Draft, Options, options_of
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.searches import cached_gains, find_gains
from engine import Choice, Option, Range
from engine.api.moves import HEX
from engine.api.runs import Gains

FIELDS = [HEX, *LAY]


async def look_ahead(session: TurnSession, choices: Sequence[Choice]) -> None:
    """Search what the lays among the choices would add to the run; once for each revision."""
    for choice in choices:
        if [f.name for f in choice.fields] == FIELDS:
            await find_gains(session.answer.bot.pool, session.key, session.game, session.seat, choice.kind)


def gains(session: TurnSession, kind: str) -> Gains | None:
    """Return what the lays of this kind of action would add, if the search is done; None if it is not."""
    return cached_gains(session.answer.bot.pool, session.key, session.game, session.seat, kind)


def gains_at(session: TurnSession, kind: str, coord: str) -> int:
    """Return what the best lay on a hex adds to the run; 0 if that is nothing or not known."""
    known = gains(session, kind)
    return (known.best(coord) or 0) if known else 0


def options_for(session: TurnSession, draft: Draft, name: str) -> Options:
    """Return the legal values of a field as pages show them; hexes with what a lay there adds."""
    options = options_of(session.game, session.seat, draft, name)
    if isinstance(options, Range) or name != HEX:
        return options
    return ranked(session, draft.kind, options)


def ranked(session: TurnSession, kind: str, options: Sequence[Option]) -> list[Option]:
    """Return the hexes with what the best lay there adds to the run as a note, the best ones first."""
    known = gains(session, kind)
    if known is None:
        return list(options)
    best = {option.value: known.best(option.value) or 0 for option in options}
    noted = [
        replace(o, note=", ".join(filter(None, [gain_text(session, best[o.value]), o.note]))) for o in options
    ]
    return sorted(noted, key=lambda option: -best[option.value])


def lay_text(session: TurnSession, kind: str, coord: str, tile: str, turn: str) -> str:
    """Return what one lay adds to the run; "" if it adds nothing or the search is not done."""
    known = gains(session, kind)
    return gain_text(session, known.by_lay.get((coord, tile, turn), 0)) if known else ""


def gain_text(session: TurnSession, gain: int) -> str:
    """Return a change of the run's revenue, such as ``best run +£30``; "" for no change."""
    sign = "+" if gain > 0 else "-"
    return t("best run {sign}{money}", sign=sign, money=session.view.money(abs(gain))) if gain else ""

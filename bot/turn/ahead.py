"""What track would add to the run, said where a hex or a tile is chosen: "best run +£30"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.turn.draft import LAY, Draft, Options, options_of
from bot.turn.session import TurnSession
from bot.words import t
from bot.work.searches import cached_gains, find_gains
from engine import Choice, Option, Range
from engine.face.moves import HEX
from engine.face.runs import Gains

FIELDS = [HEX, *LAY]


async def look_ahead(session: TurnSession, choices: Sequence[Choice]) -> None:
    """Find out what lays among the choices would add, once for each revision."""
    for choice in choices:
        if [f.name for f in choice.fields] == FIELDS:
            await find_gains(
                session.answer.bot.pool, session.info.id, session.game, session.seat, choice.kind
            )


def gains(session: TurnSession, kind: str) -> Gains | None:
    """What is known of the lays of this kind of action."""
    return cached_gains(session.answer.bot.pool, session.info.id, session.game, session.seat, kind)


def options_for(session: TurnSession, draft: Draft, name: str) -> Options:
    """The legal values of a field as pages show them: hexes with what a lay there adds to the run."""
    options = options_of(session.game, session.seat, draft, name)
    if isinstance(options, Range) or name != HEX:
        return options
    return ranked(session, draft.kind, options)


def ranked(session: TurnSession, kind: str, options: Sequence[Option]) -> list[Option]:
    """Hexes with what a lay there adds to the run at best, those first that add most."""
    known = gains(session, kind)
    if known is None:
        return list(options)
    best = {option.value: known.best(option.value) or 0 for option in options}
    noted = [
        replace(o, note=", ".join(filter(None, [gain_text(session, best[o.value]), o.note]))) for o in options
    ]
    return sorted(noted, key=lambda option: -best[option.value])


def lay_text(session: TurnSession, kind: str, coord: str, tile: str, turn: str) -> str:
    """What one lay adds to the run; empty when it adds nothing or is not known."""
    known = gains(session, kind)
    return gain_text(session, known.by_lay.get((coord, tile, turn), 0)) if known else ""


def gain_text(session: TurnSession, gain: int) -> str:
    """``best run +£30``; empty for no change."""
    sign = "+" if gain > 0 else "-"
    return t("best run {sign}{money}", sign=sign, money=session.view.money(abs(gain))) if gain else ""

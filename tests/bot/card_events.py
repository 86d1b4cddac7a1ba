"""Turns and lines of the story made by hand, for the tests of what a card tells."""

from __future__ import annotations

from bot.cards.past_turns import Turn
from engine import Game
from engine.api.stories import EventKind, LogLine, Rank


def turn(game: Game, actor: str, *lines: LogLine, by: str = "") -> Turn:
    """What an actor did."""
    company = actor in game.state.companies
    return Turn(1, actor, by, lines=list(lines), view=game.view, has_decision=True, is_company=company)


def said(
    text: str, subject: str = "", kind: EventKind = EventKind.OTHER, rank: Rank = Rank.DETAIL, **values: int
) -> LogLine:
    """One thing that was done."""
    several = "pass" if kind is EventKind.PASS else ""
    return LogLine(f"{text}.", rank, text, subject, kind, several, values=values)

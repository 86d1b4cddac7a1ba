"""The privates (O50-O51): when each closes."""

from __future__ import annotations

from engine.core.play import Play
from engine.rules.abilities import close


def close_all(play: Play) -> None:
    """Write that the privates close, with the first 10H train (O34, O53)."""
    for private in list(play.companies("private")):
        close(play, private.id)


def watch_first_trains(play: Play) -> None:
    """Called after each action: a private closes with the first train of the corporation named on it."""
    for private in list(play.companies("private")):
        corporation = play.spec(private.id).extras.get("closes_with")
        if isinstance(corporation, str) and play.trains(corporation):
            close(play, private.id)

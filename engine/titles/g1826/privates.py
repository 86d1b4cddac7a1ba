"""The privates (O50-O51): their income, their powers, and when each closes."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import BANK
from engine.core.story import tell
from engine.rules.abilities import close

tell(private_pays="{private} pays {player} {amount}.")


def pay(play: Play) -> None:
    """Write the income of the privates to their owners (O93, O113)."""
    for private in play.companies("private"):
        owner, revenue = play.owner(private.id), play.spec(private.id).revenue
        if owner in play.state.players or owner in play.state.companies:
            play.pay(BANK, owner, revenue, "private")
            play.say("private_pays", private=private.id, player=owner, amount=revenue)


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

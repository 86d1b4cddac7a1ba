"""The privates: their income and their end (R34, R36)."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import BANK
from engine.core.story import tell
from engine.rules.abilities import close

tell(private_pays="{private} pays {player} {amount}.")


def pay(play: Play) -> None:
    """Write the income of the privates to their owners (R34)."""
    for private in play.companies("private"):
        owner, revenue = play.owner(private.id), play.spec(private.id).revenue
        if owner in play.state.players or owner in play.state.companies:
            play.pay(BANK, owner, revenue, "private")
            play.say("private_pays", private=private.id, player=owner, amount=revenue)


def close_all(play: Play) -> None:
    """Write that the privates close with the first 5 train (R36)."""
    for private in list(play.companies("private")):
        close(play, private.id)

"""Private companies: their income."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import BANK
from engine.core.story import tell

tell(private_pays="{private} pays {player} {amount}.")


def pay_owners(play: Play) -> None:
    """Write the income of the privates to the players and companies that own them."""
    for private in play.companies("private"):
        owner, revenue = play.owner(private.id), play.spec(private.id).revenue
        if owner in play.state.players or owner in play.state.companies:
            play.pay(BANK, owner, revenue, "private")
            play.say("private_pays", private=private.id, player=owner, amount=revenue)

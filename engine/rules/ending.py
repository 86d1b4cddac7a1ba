"""The end that an empty bank brings, and what players are worth.

The bank pays on with IOUs, which are the players' cash like any other: its own money is then below zero.
"""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import BANK, Cert
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.rules.stock import stock_rules

tell(
    Rank.ENDING,
    bank_broken="The bank has run out of money: the game ends after this set of operating rounds.",
)

BANK_BROKEN = "bank_broken"
NOTES = {BANK_BROKEN: "the end of the game"}
"""Note: the bank has run out of money."""


def is_bank_broken(view: View) -> bool:
    """Whether the bank has run out of money at any time so far."""
    return bool(view.state.notes.get(BANK_BROKEN))


def watch_bank(play: Play, least: int = 1) -> None:
    """Remember the moment when the bank has less than this; later income does not mend it."""
    if play.cash(BANK) < least and not is_bank_broken(play):
        break_bank(play, "bank_broken")


def break_bank(play: Play, story: str) -> None:
    """Write that the bank has run out."""
    play.note(BANK_BROKEN, True)
    play.say(story)


def end_of_set(play: Play) -> None:
    """Called after the last operating round of a set: the game is over if the bank has run out.

    A bank that runs out in a share round lets the set after it be played.
    """
    watch_bank(play)
    if is_bank_broken(play):
        play.end_game("bank_broken")


def cash_and_shares(view: View) -> dict[str, int]:
    """The final worth of each player where nothing else counts."""
    return {player: view.cash(player) + shares_worth(view, player) for player in view.seats}


def with_privates(view: View) -> dict[str, int]:
    """The same where privates count at face value."""
    return {player: worth + privates_worth(view, player) for player, worth in cash_and_shares(view).items()}


def shares_worth(view: View, player: str) -> int:
    """A player's shares at market value; a share of a company off the market counts nothing."""
    return sum(_worth(view, cert) for cert in view.certs(player))


def privates_worth(view: View, player: str) -> int:
    """A player's privates at face value."""
    return sum(view.spec(c.id).price for c in view.companies("private") if view.owner(c.id) == player)


def _worth(view: View, cert: Cert) -> int:
    value = view.price(cert.company)
    return 0 if value is None else value * cert.percent // stock_rules(view).share(view, cert.company)

"""How the game ends and who has won (2.11, 2.13).

Bankruptcy ends it at once (`engine.steps.emergency`). When the bank has run out it pays on with IOUs,
which are the players' cash like any other: the bank's own money is then below zero.
"""

from __future__ import annotations

from engine.play import Play
from engine.state import BANK, Cert
from engine.story import tell
from engine.view import View

tell(bank_broken="The bank has run out of money: the game ends after this set of operating rounds.")

NOTE = "bank_broken"


def is_bank_broken(view: View) -> bool:
    """Whether the bank has run out of money at any time so far."""
    return bool(view.state.notes.get(NOTE))


def watch_bank(play: Play) -> None:
    """Remember the moment when the bank has nothing left; later income does not mend it."""
    if play.cash(BANK) <= 0 and not is_bank_broken(play):
        play.note(NOTE, True)
        play.say("bank_broken")


def end_of_set(play: Play) -> None:
    """Called after the last operating round of a set: the game is over if the bank has run out.

    A bank that runs out in a share dealing round lets the set after it be played.
    """
    watch_bank(play)
    if is_bank_broken(play):
        play.end_game("bank_broken")


def scores(view: View) -> dict[str, int]:
    """Personal cash, IOUs included, and shares at market value, by player (2.13).

    Treasuries, privates and minors count nothing; neither does a share of a company off the market.
    """
    return {p: view.cash(p) + sum(_worth(view, cert) for cert in view.certs(p)) for p in view.seats}


def _worth(view: View, cert: Cert) -> int:
    value = view.price(cert.company)
    return 0 if value is None else value * cert.percent // 10

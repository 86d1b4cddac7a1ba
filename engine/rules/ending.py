"""The end that an empty bank brings, and what players are worth.

The bank pays on with IOUs, which are the players' cash like any other: its own money is then below zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.rounds import Agenda
from engine.core.state import BANK, Cert
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.stock import stock_rules

tell(
    Rank.ENDING,
    bank_broken="The bank has run out of money: the game ends after this set of operating rounds.",
)

CASH, SHARES, PRIVATE, BONDS = "cash", "shares", "private", "bonds"
"""Kinds of asset."""

BANK_BROKEN = "bank_broken"
NOTES = {BANK_BROKEN: "the end of the game"}
"""Note: the bank has run out of money."""


def is_bank_broken(view: View) -> bool:
    """Whether the bank has run out of money at any time so far."""
    return bool(view.state.notes.get(BANK_BROKEN))


def watch_bank(writer: PositionWriter, least: int = 1) -> None:
    """Remember the moment when the bank has less than this; later income does not mend it."""
    if writer.cash(BANK) < least and not is_bank_broken(writer):
        break_bank(writer, "bank_broken")


def break_bank(writer: PositionWriter, story: str) -> None:
    """Write that the bank has run out."""
    writer.note(BANK_BROKEN, True)
    writer.say(story)


def end_of_set(writer: PositionWriter) -> None:
    """Called after the last operating round of a set: the game is over if the bank has run out.

    What closed the round may have emptied the bank, so the title looks once more. A bank that runs out in a
    stock round lets the set after it be played.
    """
    writer.policy(Agenda).follow(writer)
    if is_bank_broken(writer) and not writer.state.ended:
        writer.end_game("bank_broken")


@dataclass(frozen=True, slots=True)
class Asset:
    """A part of what a player is worth: its kind, the company of its shares or its own name, its value."""

    kind: str
    name: str
    value: int


def cash_and_shares(view: View, player: str) -> list[Asset]:
    """What a player is worth where nothing else counts: cash, and shares at market value by company.

    A share of a company off the market counts nothing.
    """
    by_company: dict[str, int] = {}
    for cert in view.certs(player):
        by_company[cert.company] = by_company.get(cert.company, 0) + _worth(view, cert)
    shares = [Asset(SHARES, company, value) for company, value in by_company.items() if value]
    return [Asset(CASH, "", view.cash(player)), *shares]


def with_privates(view: View, player: str) -> list[Asset]:
    """The same where privates count at face value."""
    owned = [c.id for c in view.companies("private") if view.owner(c.id) == player]
    return [*cash_and_shares(view, player), *privates(view, owned)]


def privates(view: View, owned: Iterable[str]) -> list[Asset]:
    """Privates at face value."""
    return [Asset(PRIVATE, private, view.spec(private).price) for private in owned]


def _worth(view: View, cert: Cert) -> int:
    value = view.price(cert.company)
    return 0 if value is None else value * cert.percent // stock_rules(view).share(view, cert.company)

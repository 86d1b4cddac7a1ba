"""Minors that leave play for the Open Market (9.5), from which a major may take them (11.7)."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.titles.g18oe import companies
from engine.titles.g18oe.companies import CHITS, MINOR, POWERS
from engine.titles.g18oe.marks import MERCANTILE, WAGONS
from engine.titles.g18oe.minor_powers import take_mercantile
from engine.titles.g18oe.rusting import put_away
from engine.titles.g18oe.story import tell
from engine.titles.g18oe.trains import PULLMAN

tell(Rank.MERGER, minor_abandoned="{company} is abandoned: its charter lies in the Open Market.")
ABANDONED = "abandoned"
"""Data of a minor: its charter lies in the Open Market."""


def merged_minors(view: View, company: str) -> list[str]:
    """The minors whose charters lie under the charter of a railroad (10.5)."""
    held: list[str] = view.company(company).data.get(POWERS, [])
    return [giver for giver in held if view.spec(giver).kind == MINOR]


def abandoned(view: View) -> list[str]:
    """The minors whose charters lie in the Open Market for majors to take (9.5)."""
    return [c.id for c in view.companies(MINOR) if c.data.get(ABANDONED)]


def abandon(play: Play, minor: str, keeper: str | None = None) -> None:
    """Write that a minor is abandoned (9.5); of a major that forms a national: its ``keeper``."""
    play.say("minor_abandoned", company=play.spec(minor).name)
    for train in play.trains(minor):
        if minor != WAGONS or train.kind != PULLMAN:
            put_away(play, train)
    _take_tokens(play, minor)
    if minor == MERCANTILE:
        take_mercantile(play)
    play.pay(minor, BANK, play.cash(minor), "abandoned")
    companies.leave_order(play, minor)
    play.move_cert(play.certs_of(minor)[0], POOL)
    play.note_company(minor, ABANDONED, True)
    if keeper is not None:
        _leave_charter(play, minor, keeper)


def _take_tokens(play: Play, minor: str) -> None:
    for token in play.tokens(minor):
        play.place_token(token.id, None)


def _leave_charter(play: Play, minor: str, keeper: str) -> None:
    """The ability and the track rights chit go with the charter (9.4, 9.5)."""
    held = play.company(keeper).data
    play.note_company(keeper, POWERS, [giver for giver in held.get(POWERS, []) if giver != minor])
    left = [companies.zone(play, m) for m in merged_minors(play, keeper)]
    play.note_company(keeper, CHITS, left)
    for pullman in play.trains(keeper):
        if minor == WAGONS and pullman.kind == PULLMAN and pullman.data.get("of_m"):
            play.move_train(pullman.id, minor)

"""The three ends of the game and the winner (10)."""

from __future__ import annotations

from engine.core.events import CursorMoved
from engine.core.recorded import one_of
from engine.core.state import BANK, IPO, POOL
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, word
from engine.rules.ending import break_bank, is_bank_broken
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.market import at_top
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.phases import last_band, reached
from engine.titles.g1862.phases.setup import remove

tell(
    Rank.ENDING,
    bank_broken_1862="The bank has run out of money: the game ends after this, or the next, set of rounds.",
    top_1862="{company} has reached the top of the market: the game ends after this operating round.",
)
NONE = word("none")
tell(
    Rank.FORMATION,
    lner_1862=Told(
        "The LNER forms. Companies that have not started leave the game: {out}.", reads={"out": one_of(NONE)}
    ),
)
tell(Rank.PHASE, limit_1862="The certificate limit is now {limit}.")
TOP_NOTE, LNER_NOTE = "market_top", "lner"
NOTES = {TOP_NOTE: "the end of the game", LNER_NOTE: "the end of the game"}
"""Notes: a company is at the top; the LNER has formed (value: certificate limit)."""

_BEGIN = ("parliament", "shares")


def lner_formed(view: View) -> bool:
    """Whether the LNER has formed: no track, markers, mergers, starts or trade in trains any more (10.3)."""
    return LNER_NOTE in view.state.notes


def turns_of(view: View) -> int:
    """How often a company operates in a round: three times in one that ends the game (10.3)."""
    return view.data.figures(Figures).final_operations if in_last_operations(view) else 1


def in_last_operations(view: View) -> bool:
    """Whether this is the one round in which each company operates for the last times (10.3)."""
    return lner_formed(view) and readings(view).last_operations_in_one_round


def watch(writer: PositionWriter) -> None:
    """Called after each action: remember that the bank is empty or a company at the top (10.1, 10.2).

    After the formation of the LNER the bank no longer matters.
    """
    if writer.cash(BANK) <= 0 and not is_bank_broken(writer) and not lner_formed(writer):
        break_bank(writer, "bank_broken_1862")
    if TOP_NOTE not in writer.state.notes:
        top = next(iter(at_top(writer)), None)
        if top is not None:
            writer.note(TOP_NOTE, top)
            writer.say("top_1862", company=top)


def end_of_round(writer: PositionWriter) -> None:
    """After the last turn of an operating round: the game is over if a company is at the top (10.1)."""
    watch(writer)
    if TOP_NOTE in writer.state.notes:
        writer.end_game("stock_market_end_reached")


def end_of_set(writer: PositionWriter) -> None:
    """After a set of operating rounds: the end, or the LNER forms (10.2, 10.3)."""
    if lner_formed(writer):
        writer.end_game("lner_formed")
    elif is_bank_broken(writer):
        writer.end_game("bank_broken")
    elif reached(writer, last_band(writer)):
        form_lner(writer)


def end_standstill(writer: PositionWriter) -> None:
    """Called when a stock round begins: the game is over when nothing can happen any more (readings).

    No company operates, and rounds follow each other without a decision. The third one within one action
    shows it, for a second one may still bring back a company that was barred (4.3). While a company operates,
    in receivership and without a decision too, its price falls and trains are sold: the game goes on.
    """
    if any(company.floated for company in writer.companies()):
        return
    begun = [
        e for e in writer.open if isinstance(e, CursorMoved) and (e.before.round, e.after.round) == _BEGIN
    ]
    if len(begun) >= 3:
        writer.end_game("standstill")


def form_lner(writer: PositionWriter) -> None:
    """Write the formation of the LNER: what has not started goes, the IPO empties, a new limit (10.3)."""
    fresh = [c.id for c in writer.companies() if c.par is None]
    for company in fresh:
        remove(writer, company)
    for cert in writer.certs(IPO):
        writer.move_cert(cert, POOL)
    limit = max(shares_held(writer, player) for player in writer.seats)
    writer.note(LNER_NOTE, limit)
    writer.say("lner_1862", out=joined(", ", fresh) or NONE)
    writer.say("limit_1862", limit=limit)


def shares_held(view: View, player: str) -> int:
    """The shares of a player, a director's certificate counted as three (6.5.2)."""
    return sum(cert.percent for cert in view.certs(player)) // 10

"""The end of the game and the winner (13): a broken bank, or the first level 8 train.

The bank pays on with the remainder cash, which is its own money below zero.
"""

from __future__ import annotations

from engine.core.recorded import one_of
from engine.core.state import BANK, Cursor
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.ending import Asset, cash_and_shares, privates
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.privates import face_up

THIS, NEXT = say("this operating round"), say("the next operating round")
tell(
    Rank.ENDING,
    eight_sold="The first level 8 train: the bank gets the remainder cash, {money}; OR {last} is the last.",
    broken_18oe=Told(
        "The bank has run out of money: the game ends after {when}.", reads={"when": one_of(THIS, NEXT)}
    ),
)
EIGHT, BROKEN = "eight_sold", "bank_out"
NOTES = {EIGHT: "the end of the game", BROKEN: "the end of the game"}
"""Notes: the set and the round in which the first level 8 train was sold; the bank has run out before."""
OPERATING = "operating"


def worth(view: View, player: str) -> list[Asset]:
    """Cash, stock at share value, and privates that lie face up at face value (13.1)."""
    return [*cash_and_shares(view, player), *privates(view, face_up(view, player))]


# --- a bank without money --------------------------------------------------------------------------


def watch_bank(writer: PositionWriter) -> None:
    """Called after each action: a bank that runs out before level 8 ends the game with an operating round."""
    if writer.cash(BANK) > 0 or writer.state.notes.get(BROKEN) or writer.state.notes.get(EIGHT):
        return
    writer.note(BROKEN, True)
    running = writer.cursor.round == OPERATING
    writer.say("broken_18oe", when=THIS if running else NEXT)


def end_of_round(writer: PositionWriter) -> None:
    """Called after each operating round: the game may be over (13)."""
    watch_bank(writer)
    if writer.state.notes.get(BROKEN):
        writer.end_game("bank_broken")
    elif is_last_round(writer):
        writer.end_game("first_level_8_train")


# --- level 8 ---------------------------------------------------------------------------------------


def first_eight(writer: PositionWriter) -> None:
    """Write the sale of the first level 8 train: all remainder cash is the bank's (13)."""
    if writer.state.notes.get(BROKEN):
        return
    number, part = writer.cursor.number, writer.cursor.part
    writer.note(EIGHT, [number, part])
    writer.say("eight_sold", money=_remainder(writer), last=f"{number + 1}.{part + 1}")


def _remainder(view: View) -> int:
    return view.data.figures(Figures).remainder_cash


def bank(view: View) -> int:
    """The money of the bank: from the first level 8 train on with the remainder cash (13)."""
    return view.cash(BANK) + (_remainder(view) if view.state.notes.get(EIGHT) else 0)


def rounds_in_set(view: View) -> int:
    """Two, or three in the last set if level 8 came in the second round of one (13)."""
    sold = view.state.notes.get(EIGHT)
    return view.phase.operating_rounds if sold is None else int(sold[1]) + 1


def outlook(view: View) -> str:
    """When the game ends, in words; empty while nobody knows."""
    sold = view.state.notes.get(EIGHT)
    if sold is not None:
        last = say("OR {sold}.{sold2} is the last", sold=sold[0] + 1, sold2=sold[1] + 1)
        return say("the last round, with the revenue of the one before") if is_last_round(view) else last
    if not view.state.notes.get(BROKEN):
        return ""
    running = view.cursor.round == OPERATING
    return say("the game ends after this operating round") if running else say("one more operating round")


def is_last_round(view: View) -> bool:
    """Whether this is the second of the final two rounds, in which revenue is paid again (13)."""
    return is_last_at(view, view.cursor)


def is_last_at(view: View, cursor: Cursor) -> bool:
    """Whether a cursor stands in that round."""
    sold = view.state.notes.get(EIGHT)
    if cursor.round != OPERATING or sold is None:
        return False
    return bool(cursor.number > sold[0] and cursor.part == sold[1] + 1)


def is_last_but_one(view: View) -> bool:
    """Whether this is the first of the final two rounds."""
    sold, cursor = view.state.notes.get(EIGHT), view.cursor
    return sold is not None and cursor.number > sold[0] and cursor.part == sold[1]

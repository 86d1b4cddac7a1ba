"""A standing order of a seat, and by what a move is known that one has made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.words import Later
from engine import Game, Record

Kind = Literal["pass", "buy", "bid", "run", "accept"]
Place = tuple[str, int, int]
"""A round: its kind and its numbers."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done for a seat as long as its holder is the same.

    ``since`` is the revision at which it was given: nothing before that ends it. ``round`` is the round with
    which it ends (None: it lasts). ``ended`` says why it is over. The ``args`` by kind:

    - ``pass``: ``until`` (a key of `bot.orders.words.UNTIL`), ``known`` (what was possible then);
    - ``buy``: ``company``, ``source``, ``percent`` to hold, ``price`` of a certificate at most;
    - ``bid``: ``item``, ``most``, ``then`` (``pass`` or ``ask``);
    - ``run``: ``company``, ``least`` that the run must earn;
    - ``accept``: ``least`` that an offer must bring.
    """

    number: int
    seat: str
    user: int
    kind: Kind
    args: Mapping[str, Any]
    since: int
    round: Place | None = None
    ended: str = ""
    fired: int = 0
    title: str = field(default="")
    """The name of the round in which it was given."""
    over: int = 0
    """The revision at which it ended."""
    why: Mapping[str, Any] = field(default_factory=dict)
    """What ``ended`` says, to be told in the language of its owner (`bot.words.Later`)."""

    def end(self, why: Later, rev: int) -> Order:
        """The order, over for this reason."""
        return replace(self, ended=str(why), over=rev, why=why.to_json())

    @property
    def running(self) -> bool:
        """Whether it may still fire."""
        return not self.ended


class Over(Exception):
    """An order can do nothing more, for this reason."""

    def __init__(self, why: Later) -> None:
        super().__init__(str(why))
        self.why = why


def place_of(game: Game) -> Place:
    """The round of the moment."""
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part


def since(game: Game, seq: int) -> list[Record]:
    """The moves in force that were made, or put back in force, after a revision."""
    back = {record.to for record in game.log[seq:] if record.kind == "redo"}
    return [r for r in game.active if r.action is not None and (r.seq > seq or r.seq in back)]


def possible(game: Game, seat: str) -> set[str]:
    """Everything that a seat could do now, open offers to it one by one."""
    offers = {f"offer {o.id}" for o in game.state.offers.values() if o.to == seat}
    return offers | {choice.kind for choice in game.choices(seat)}

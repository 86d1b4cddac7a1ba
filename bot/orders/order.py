"""A standing order of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.words import LazyText
from engine import Game, Record

OrderKind = Literal["pass", "buy", "bid", "run", "accept", "turn"]
RoundId = tuple[str, int, int]
"""A round: its kind and its numbers."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order of a seat; it ends if the seat changes hands.

    ``given_revision`` is the revision at which it was given: nothing before that ends it. ``round`` is the
    round with which it ends (None: it lasts). ``end_text`` says why it is over. The ``args`` by kind:

    - ``pass``: ``until`` (a key of `bot.orders.words.STOP_CONDITION_TEXTS`), ``known`` (what was possible
      then);
    - ``buy``: ``company``, ``source``, ``percent`` to hold, ``price`` of a certificate at most;
    - ``bid``: ``item``, ``most``, ``then`` (``pass`` or ``ask``);
    - ``run``: ``company``, ``least`` that the run must earn;
    - ``accept``: ``least`` that an offer must bring;
    - ``turn``: ``company`` ("": the player himself), the ``moves`` of its next turn in order.
    """

    number: int
    seat: str
    user_id: int
    kind: OrderKind
    args: Mapping[str, Any]
    given_revision: int
    round: RoundId | None = None
    end_text: str = ""
    move_count: int = 0
    round_title: str = field(default="")
    """The name of the round in which it was given."""
    ended_revision: int = 0
    """The revision at which it ended."""
    end_reason: Mapping[str, Any] = field(default_factory=dict)
    """``end_text`` as the JSON of a `bot.words.LazyText`, for the language of the order's owner."""

    def end(self, reason: LazyText, revision: int) -> StandingOrder:
        """Return a copy of the standing order, ended at this revision; its owner is shown the reason."""
        return replace(self, end_text=str(reason), ended_revision=revision, end_reason=reason.to_json())

    @property
    def is_running(self) -> bool:
        """Return True if the standing order has not ended."""
        return not self.end_text


class StandingOrderEnded(Exception):
    """A standing order has ended for this reason."""

    def __init__(self, reason: LazyText) -> None:
        """Store why a standing order has ended; the reason is translated when its owner is shown it."""
        super().__init__(str(reason))
        self.reason = reason


def current_round_id(game: Game) -> RoundId:
    """Return the round of a game, with which a standing order may end: its kind, number and part."""
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part


def moves_since(game: Game, record_number: int) -> list[Record]:
    """Return the records of the moves made since a standing order was given, without undone ones.

    ``record_number`` is the number of the last record of the log before the order. An earlier move that was
    undone and redone since then counts, too. [] if there are none.
    """
    redone = {record.to for record in game.log[record_number:] if record.kind == "redo"}
    return [
        record
        for record in game.active_records
        if record.action is not None and (record.number > record_number or record.number in redone)
    ]


def possible_move_kinds(game: Game, seat: str) -> set[str]:
    """Return the kinds of moves that a seat can make now; a new kind ends a standing order to pass.

    For each open offer to the seat, the set also has "offer ID", with the offer's id.
    """
    offers = {f"offer {offer.id}" for offer in game.state.offers.values() if offer.to == seat}
    return offers | {choice.kind for choice in game.choices(seat)}

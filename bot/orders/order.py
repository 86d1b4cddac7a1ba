"""A standing order of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.words import LazyText
from engine import Game, Record

OrderKind = Literal["pass", "buy", "bid", "run", "accept", "turn"]
RoundId = tuple[str, int, int]
"""A round: its kind, and the numbers 3 and 2 of "OR 3.2"."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order of a seat; it ends if the seat changes hands.

    ``start_revision`` is the revision at which the order was set: nothing before that ends it. ``round`` is
    the round with which it ends (None: it is permanent). ``end_text`` says why it has ended, "" while it is
    active. The ``args`` by kind:

    - ``pass``: ``until`` (a key of `bot.orders.words.STOP_CONDITION_TEXTS`), ``known`` (the kinds of moves
      that do not end the order when they become legal);
    - ``buy``: ``company``, ``source``, ``percent`` (the holding at which the order is done), ``price`` (the
      maximum for a certificate);
    - ``bid``: ``item``, ``most`` (the maximum bid), ``then`` (above it: ``pass`` or ``ask``);
    - ``run``: ``company``, ``least`` (the minimum revenue of the run);
    - ``accept``: ``least`` (the minimum gain of cash by an offer);
    - ``turn``: ``company`` ("": the player's own turn), ``moves`` (the planned moves of its next turn, in
      order).
    """

    number: int
    seat: str
    user_id: int
    kind: OrderKind
    args: Mapping[str, Any]
    start_revision: int
    round: RoundId | None = None
    end_text: str = ""
    move_count: int = 0
    round_title: str = field(default="")
    """The name of the round in which the order was set."""
    ended_revision: int = 0
    """The revision at which the order ended."""
    end_reason: Mapping[str, Any] = field(default_factory=dict)
    """``end_text`` as the JSON of a `bot.words.LazyText`, to be translated for the order's owner."""

    def ended_copy(self, reason: LazyText, revision: int) -> StandingOrder:
        """Return a copy of the standing order, ended at this revision; its owner is shown the reason."""
        return replace(self, end_text=str(reason), ended_revision=revision, end_reason=reason.to_json())

    @property
    def is_active(self) -> bool:
        """Return True if the standing order has not ended."""
        return not self.end_text


class StandingOrderEnded(Exception):
    """Raised where a standing order has to end; ``reason`` says why."""

    def __init__(self, reason: LazyText) -> None:
        """Store why a standing order ends; the reason is translated when the owner of the order sees it."""
        super().__init__(str(reason))
        self.reason = reason


def current_round_id(game: Game) -> RoundId:
    """Return the id of a game's current round: its kind, and for example the numbers 3 and 2 of "OR 3.2".

    A standing order that is not permanent ends when this id changes.
    """
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part


def moves_since(game: Game, record_number: int) -> list[Record]:
    """Return the records of the moves made since a standing order was set, without undone ones.

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
    """Return the kinds of moves that are legal for a seat now; a new kind ends a standing order to pass.

    For each open offer to the seat, the set also has "offer ID", with the offer's id.
    """
    offers = {f"offer {offer.id}" for offer in game.state.offers.values() if offer.to == seat}
    return offers | {legal_kind.kind for legal_kind in game.choices(seat)}

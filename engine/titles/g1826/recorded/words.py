"""How a replay acts: for the player who must decide, what was paid, and the names of items."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.actions import Action, Json
from engine.core.events import Paid
from engine.core.log import Record
from engine.game import Game

ITEMS = {"Belgian": "Belg-private", "Parisian": "Paris-private", "Alsatian": "Als-private"}


def item_of(name: str) -> str:
    """Our id of an item of the auction."""
    return ITEMS.get(name, name)


def deciding(game: Game) -> str:
    """The player whom the game waits for."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def submit(game: Game, kind: str, **args: Json) -> Record:
    """Act for the player whom the game waits for; raises Refused."""
    return game.submit(Action(kind, deciding(game), args))


def paid(records: Sequence[Record], why: str, by: str) -> int:
    """What somebody paid for this in all."""
    happened = (event for record in records for event in record.events if isinstance(event, Paid))
    return sum(event.amount for event in happened if (event.why, event.payer) == (why, by))


def received(records: Sequence[Record], why: str, by: str) -> int:
    """What somebody received for this in all."""
    happened = (event for record in records for event in record.events if isinstance(event, Paid))
    return sum(event.amount for event in happened if (event.why, event.payee) == (why, by))

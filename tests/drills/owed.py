"""The law of the messages: what the members of a game must see has been posted or waits in the outbox."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from engine import Game, game_at

RUNNING = "running"
PEOPLE = "SELECT seat FROM seat WHERE game = ? AND computer = ''"


def missing_messages(db: sqlite3.Connection, number: int, game: Game) -> Iterator[str]:
    """Tell which messages of a stored running game were neither posted nor wait to be sent.

    They are the card of the turn, and one of each open offer, where a person is to act.
    """
    [[status]] = db.execute("SELECT status FROM game WHERE id = ?", (number,))
    if status != RUNNING:
        return
    people = {
        seat for (seat,) in db.execute("SELECT seat FROM seat WHERE game = ? AND computer = ''", (number,))
    }
    cards = dict(db.execute("SELECT kind, rev FROM card WHERE game = ?", (number,)))
    waiting = [
        (kind, json.loads(payload))
        for kind, payload in db.execute("SELECT kind, payload FROM outbox WHERE game = ?", (number,))
    ]
    if not any(kind == "turn_card" for kind, _ in waiting) and not _shows_turn(
        game, cards.get("turn"), people
    ):
        yield f"game {number}: the card of its turn is missing"
    queued = {payload["offer"] for kind, payload in waiting if kind == "offer"}
    for offer in game.state.offers.values():
        if offer.to in people and offer.id not in queued and f"offer:{offer.id}" not in cards:
            yield f"game {number}: the message of offer {offer.id} is missing"


def _shows_turn(game: Game, revision: int | None, people: set[str]) -> bool:
    """Return True if the card of a revision shows the turn of now, or no person is to act."""
    now = game.waiting()
    if now is None or people.isdisjoint(now.players):
        return True
    then = None if revision is None else game_at(game, revision).waiting()
    return then is not None and (then.players, then.company) == (now.players, now.company)

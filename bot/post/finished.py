"""Finished cards, of turns and of offers: where they are, so that an undo of their moves can mark them.

The newest `KEPT_CARDS` of each sort have rows beside the current cards of a game. The kind of such a row is
"past_turn:…" with the revision at the end of the turn, or "past_offer:…" with the id of the offer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.store.game_rows import CardInfo

PAST_TURN, PAST_OFFER = "past_turn", "past_offer"

KEPT_CARDS = 20
"""The number of finished cards of each sort that a game remembers."""


def finished_turn_card(card: CardInfo, last_revision: int) -> CardInfo:
    """Return the row of a turn's finished card; ``last_revision`` is the revision at the end of the turn.

    The row's own revision is still that at which ``card`` was posted.
    """
    return replace(card, kind=f"{PAST_TURN}:{last_revision}")


def finished_offer_card(card: CardInfo, offer_id: str, record_number: int) -> CardInfo:
    """Return the row of the finished ``card`` of an offer that a record of the log has closed."""
    return replace(card, kind=f"{PAST_OFFER}:{offer_id}", revision=record_number)


def kinds_to_forget(cards: Mapping[str, CardInfo], card: CardInfo) -> list[str]:
    """Return the kinds of the finished cards whose rows are to be deleted when ``card`` is stored.

    ``cards`` are the stored cards of the game by kind. [] while there are few.
    """
    prefix = card.kind.partition(":")[0] + ":"
    earlier = [stored for stored in cards.values() if stored.kind.startswith(prefix)]
    earlier.sort(key=lambda stored: stored.message_id, reverse=True)
    return [stored.kind for stored in earlier[KEPT_CARDS - 1 :]]

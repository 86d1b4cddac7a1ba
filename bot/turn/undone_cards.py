"""After an undo, finished cards say which of their moves do not count any more; after a redo, no more."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cards.turn import past_turn_card
from bot.cards.undone import numbers_on_card
from bot.chat.frame import Page
from bot.games.changes import Changes
from bot.games.core import WRITE_WATCHERS, Games
from bot.post.deliver import posts
from bot.post.finished import PAST_OFFER, PAST_TURN
from bot.post.message import PostContext
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.messages.outbox import OutboxMessage
from bot.turn.offer_card import past_offer_page
from engine import Game, game_at


@WRITE_WATCHERS.add("finished cards of undone moves")
async def _queue_marks(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """Queue the message that marks the finished cards whose moves the new records undo or redo.

    Its payload has as "before" the revision before these records. Nothing is queued if ``changes`` have
    neither an undo nor a redo, or if the game has not started (``game`` is None).
    """
    if game is not None and any(entry.body["kind"] in ("undo", "redo") for entry in changes.new_records):
        before = game.revision - len(changes.new_records)
        changes.messages.append(OutboxMessage("undone_cards", {"before": before}))


@posts("undone_cards")
async def _mark_finished_cards(post: PostContext) -> None:
    """Edit the stored finished cards with moves that an undo or redo has changed, the newest first.

    A card then says which of its moves are undone now, if any. The payload has as "before" the revision
    before the undo or redo. Raises Obsolete if the game has not started, Postpone if a card's channel cannot
    have messages, and discord.HTTPException if Discord refuses an edit.
    """
    game = post.require_started_game()
    before = game_at(game, min(post.payload["before"], game.revision))
    changed = _active_numbers(game) ^ _active_numbers(before)
    if not changed:
        return
    for card in sorted(post.cards.values(), key=lambda card: card.message_id, reverse=True):
        page = _page_of_changed_card(post.info, game, card, changed)
        if page is not None:
            await post.edit_card(card, page)


def _active_numbers(game: Game) -> set[int]:
    """Return the numbers of the game's records that are not undone."""
    return {record.number for record in game.active_records}


def _page_of_changed_card(
    info: GameInfo, game: Game, card: CardInfo, changed: Collection[int]
) -> Page | None:
    """Return what a finished card is to show now; None if none of its records is ``changed``.

    ``changed`` are numbers of records, at least one. Return None for cards that are not finished, too.
    """
    sort, _, key = card.kind.partition(":")
    if sort == PAST_OFFER and card.revision in changed:
        return past_offer_page(info, game, key, card.revision)
    if sort == PAST_TURN and int(key) >= min(changed):
        numbers = numbers_on_card(game_at(game, int(key)), card.revision)
        return None if numbers.isdisjoint(changed) else past_turn_card(info, game, card.revision, int(key))
    return None

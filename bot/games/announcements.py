"""Which messages to players the new records of a game call for.

They are queued in the transaction of the records and sent later by the outbox.

| kind | payload | when |
| --- | --- | --- |
| `setup_card` | {} | the lobby's card changed; edit: only where it still stands |
| `turn_card` | rev, players, ping | the game waits for another seat or company, in another round, or for one
| | | whose offer was answered, moves were taken or put back, or orders fired; ping: another seat, an answer |
| `step_card` | {} | the turn goes on with another step; due later, since most turns are over by then
| `vote` | its number | the table is asked, a ballot was cast, or the vote is over |
| `offer`, `offer_closed` | offer, kind, by, to, price (how, deal) | a two-sided deal was offered or closed
| `game_over` | rev, reason | the game ended |
| `close_card` | channel, message, | an old turn card still has to show the result of its turn, from one
| | from, to | revision to another
| `lost_card` | channel, message, from | a card of moves that a restored backup does not have
| `notice` | text, user, master | an owner or game master (else a player) did something that all should see
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.games.history import is_fired
from bot.games.outcome import TAKEN
from bot.games.work import Work
from bot.store.game_rows import CardInfo, GameInfo, now
from bot.store.outbox import Note
from bot.words import kept, known
from engine import Game, Record, Waiting
from engine.api import stories
from engine.api.course import other_round
from engine.api.stories import CursorMoved, Event, OfferClosed, OfferMade, Said

log = logging.getLogger(__name__)

STEP_DELAY_MS = 60_000
"""Milliseconds to wait before a turn card is edited to show another step of the same turn."""


def queue_messages(
    work: Work, game: Game, records: Sequence[Record], before: Waiting | None, *, call: bool | None = None
) -> list[str]:
    """Queue the messages that new records of a game call for; return the records' sentences.

    ``before`` is what the game waited for earlier. ``call`` says whether to ping the player to act; None
    pings only when that is another player than before.
    """
    sentences: list[str] = []
    for record in records:
        work.notes.extend(_offer_notes(record))
        sentences += _sentences(game, record)
    work.notes.extend(_turn_notes(game, before, records, call))
    return sentences


def update_status(work: Work, game: Game, status: str) -> None:
    """Set a game's stored status to "ended" when the engine ended it, or back to "running" after an undo."""
    if game.state.ended and status != "ended":
        ended = {"status": "ended", "end_reason": game.state.ended, "ended_at": now()}
        work.values |= {**ended, "scores": game.scores()}
        work.notes.append(Note("game_over", {"rev": game.rev, "reason": game.state.ended}, latest_only=True))
    elif not game.state.ended and status == "ended":
        work.values |= {"status": "running", "end_reason": "", "ended_at": None, "scores": None}
        work.clash = TAKEN


def repost_note(info: GameInfo, ping: bool = True) -> Note:
    """The note that posts an open game's card as a new message; ``ping`` also pings whoever is to act."""
    lobby = info.status == "lobby"
    payload = {"rev": info.rev, "players": [], "ping": ping and not lobby, "anew": True}
    return Note("setup_card" if lobby else "turn_card", payload, latest_only=True)


def close_card_note(card: CardInfo, rev: int) -> Note:
    """The note that edits an old turn card to show the result of its turn, up to revision ``rev``."""
    payload = {"channel": card.channel, "message": card.message, "from": card.rev, "to": rev}
    return Note("close_card", payload, latest_only=True, key=f"close:{card.message}")


def _sentences(game: Game, record: Record) -> list[str]:
    """The sentences that tell a record; a short substitute when the engine cannot tell it."""
    try:
        return stories.lines(game.view, record, known)
    except (KeyError, IndexError, ValueError):
        # A sentence that cannot be built is a bug, but no reason to refuse the move.
        log.exception("record %s of %s cannot be told", record.seq, game.title.key)
        what = record.kind if record.action is None else record.action.kind
        return [f"{game.view.name(record.by)}: {what}"]


def _turn_notes(
    game: Game, before: Waiting | None, records: Sequence[Record], call: bool | None
) -> list[Note]:
    """The notes that show whose turn it is after new records; none when the game is over.

    A new turn gets a new card. Another step of the same turn gets a delayed edit of its card.
    """
    waiting = game.waiting()
    if waiting is None:
        return []
    previous = (before.players, before.company) if before else ((), None)
    answered = _has_answered_offer(records, waiting)
    is_out_of_turn = any(record.kind in ("undo", "redo") or is_fired(record) for record in records)
    is_same_turn = previous == (waiting.players, waiting.company) and not _has_new_round(records)
    if is_same_turn and not answered and not is_out_of_turn:
        later = Note("step_card", {}, latest_only=True, due=now() + STEP_DELAY_MS)
        return [later] if before is not None and before.step != waiting.step else []
    ping = answered or (previous[0] != waiting.players if call is None else call)
    payload = {"rev": game.rev, "players": list(waiting.players), "ping": ping}
    return [Note("turn_card", payload, latest_only=True)]


def _has_new_round(records: Sequence[Record]) -> bool:
    """Whether the records began another round, even one with the same seat and company in turn."""
    moves = (event for record in records for event in record.events if isinstance(event, CursorMoved))
    return any(other_round(event.before, event.after) for event in moves)


def _has_answered_offer(records: Sequence[Record], waiting: Waiting) -> bool:
    """Whether another player answered an offer made by a seat for which the game waits."""
    return any(
        isinstance(event, OfferClosed)
        and event.offer.by in waiting.players
        and record.by == event.offer.to
        and record.by not in waiting.players
        for record in records
        for event in record.events
    )


def _offer_notes(record: Record) -> list[Note]:
    """The notes about offers between players that a record opened or closed."""
    notes = []
    for index, event in enumerate(record.events):
        if isinstance(event, OfferMade | OfferClosed):
            offer = event.offer
            payload = {
                "offer": offer.id,
                "kind": offer.kind,
                "by": offer.by,
                "to": offer.to,
                "price": offer.price,
            }
            if isinstance(event, OfferMade):
                notes.append(Note("offer", payload))
            else:
                closed = {"how": event.how, "deal": kept(_deal_text(event, record.events[index:]))}
                notes.append(Note("offer_closed", {**payload, **closed}))
    return notes


def _deal_text(closed: OfferClosed, after: Sequence[Event]) -> str:
    """The deal of a closed offer in words, from the story event that follows it; "" when there is none."""
    key, sides = f"offer_{closed.how}", (closed.offer.by, closed.offer.to)
    stories = (e.params for e in after if isinstance(e, Said) and e.key == key)
    deal: str = next((p["deal"] for p in stories if (p["by"], p["to"]) == sides), "")
    return deal

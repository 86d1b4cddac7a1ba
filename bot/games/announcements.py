"""The messages to players that follow new records of a game.

They are queued in the transaction of the records and sent later from the outbox. Upper rooms register
functions that return the messages for a record:

    @RECORD_MESSAGES.add("dividends")
    def _dividend_messages(record: Record) -> list[OutboxMessage]: ...

| kind queued here | payload | when |
| --- | --- | --- |
| `setup_card` | rev, players, ping, anew | the set-up card is posted again |
| `turn_card` | rev, players, ping | the game waits for another seat or company, another round began, an offer
| | | was answered, moves were undone or redone, or a standing order acted; ping: another seat, an answer |
| `step_card` | {} | the turn goes on with another step; due later, since most turns are over by then
| `game_over` | rev, reason | the game ended |
| `close_card` | channel, message, | an old turn card still has to show the result of its turn, from one
| | from, to | revision to another
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from bot.games.changes import Changes
from bot.games.history import is_automatic_move
from bot.games.outcome import channel_taken_outcome
from bot.store.game_rows import CardInfo, GameInfo, now_ms
from bot.store.messages.outbox import OutboxMessage
from bot.words import translated
from bot.work.registry import Registry
from engine import Game, Record, Waiting
from engine.api import stories
from engine.api.course import is_other_round
from engine.api.stories import CursorMoved, OfferClosed

log = logging.getLogger(__name__)

RECORD_MESSAGES = Registry[Callable[[Record], Sequence[OutboxMessage]]]("messages that follow a record")
"""Functions of upper rooms that return the messages for a new record of the log; [] for most records.

For a redo they get the record that is active (not undone) again.
"""

STEP_DELAY_MS = 60_000
"""Milliseconds to wait before a turn card is edited to show another step of the same turn."""


def queue_record_messages(
    changes: Changes,
    game: Game,
    records: Sequence[Record],
    previous_decision: Waiting | None,
    *,
    with_ping: bool | None = None,
) -> list[str]:
    """Add to ``changes`` the messages that new records of the log require; return the records' sentences.

    The sentences are translated. ``game`` is the state after the records, ``previous_decision`` the decision
    for which it waited before them (None: for none). ``with_ping`` says whether a new turn card pings the
    players to act; with None it pings only if they are others than before. A player whose offer was answered
    is always pinged.
    """
    sentences: list[str] = []
    for record in records:
        active_record = _resolve_redo(game, record)
        for create_messages in RECORD_MESSAGES:
            changes.messages.extend(create_messages(active_record))
        sentences += _record_sentences(game, record)
    changes.messages.extend(_turn_messages(game, previous_decision, records, with_ping))
    return sentences


def add_status_change(changes: Changes, game: Game, status: str) -> None:
    """Add to ``changes`` the game's new status: "ended" if the engine has ended it, "running" after an undo.

    ``status`` is the stored one; if it is right already, nothing is added. An end also adds its reason, time
    and scores, and queues the message that the game is over. An undo of the end deletes reason, time and
    scores; if another game is open in the channel by then, the outcome of the write is
    `channel_taken_outcome`.
    """
    if game.state.ended and status != "ended":
        end_values = {"status": "ended", "end_reason": game.state.ended, "ended_at": now_ms()}
        changes.game_columns |= {**end_values, "scores": game.scores()}
        changes.messages.append(
            OutboxMessage("game_over", {"rev": game.revision, "reason": game.state.ended}, latest_only=True)
        )
    elif not game.state.ended and status == "ended":
        changes.game_columns |= {"status": "running", "end_reason": "", "ended_at": None, "scores": None}
        changes.conflict = channel_taken_outcome()


def build_repost_message(info: GameInfo, with_ping: bool = True) -> OutboxMessage:
    """Return the outbox message that posts the card of an open game again at the end of its channel.

    In the lobby it is the set-up card, which pings nobody, otherwise the turn card. With ``with_ping`` the
    turn card pings the players who are to act when it is posted.
    """
    is_lobby = info.status == "lobby"
    payload = {"rev": info.revision, "players": [], "ping": with_ping and not is_lobby, "anew": True}
    return OutboxMessage("setup_card" if is_lobby else "turn_card", payload, latest_only=True)


def build_close_card_message(card: CardInfo, revision: int) -> OutboxMessage:
    """Return the outbox message that edits a game's old turn card to show the result of its turn.

    ``card`` is where the old card is; ``revision`` is the revision of the game at the end of the turn.
    """
    payload = {"channel": card.channel_id, "message": card.message_id, "from": card.revision, "to": revision}
    return OutboxMessage("close_card", payload, latest_only=True, key=f"close:{card.message_id}")


def _record_sentences(game: Game, record: Record) -> list[str]:
    """Return the translated sentences that describe a new record of a game's log to players.

    If the engine fails to build them, the error is logged and one short sentence (seat and kind of move) is
    returned.
    """
    try:
        return stories.lines(game.view, record, translated)
    except (KeyError, IndexError, ValueError):
        # A sentence that cannot be built is a bug, but no reason to refuse the move.
        log.exception("record %s of %s cannot be told", record.number, game.title.key)
        kind = record.kind if record.action is None else record.action.kind
        return [f"{game.view.name(record.by)}: {kind}"]


def _resolve_redo(game: Game, record: Record) -> Record:
    """Return the record that a redo in a game's log makes active again; for any other record, return it.

    The caller uses it to queue again a message that was dropped when the move was undone. ``game`` is the
    state after the redo.
    """
    if record.kind != "redo":
        return record
    return next(restored for restored in game.active_records if restored.number == record.to)


def _turn_messages(
    game: Game, previous_decision: Waiting | None, records: Sequence[Record], with_ping: bool | None
) -> list[OutboxMessage]:
    """Return the messages, at most one, that show whose turn it is after new records of a game's log.

    A new turn, an undo or redo, an answered offer and a move that the bot made for a player get a new card;
    another step of the same turn edits the card a minute later. ``with_ping`` says whether a new card pings;
    with None it pings only if other players are to act than before. A new card for an answered offer always
    pings. ``game`` is the state after the records, ``previous_decision`` the decision before them. Return []
    if nothing changed or nobody is to act.
    """
    next_decision = game.waiting()
    if next_decision is None:
        return []
    previous_turn = (
        (previous_decision.players, previous_decision.company) if previous_decision else ((), None)
    )
    is_offer_answered = _has_answered_offer(records, next_decision)
    has_undo_or_automatic_move = any(
        record.kind in ("undo", "redo") or is_automatic_move(record) for record in records
    )
    turn = (next_decision.players, next_decision.company)
    is_same_turn = previous_turn == turn and not _has_new_round(records)
    if is_same_turn and not is_offer_answered and not has_undo_or_automatic_move:
        delayed_edit = OutboxMessage("step_card", {}, latest_only=True, due=now_ms() + STEP_DELAY_MS)
        return (
            [delayed_edit]
            if previous_decision is not None and previous_decision.step != next_decision.step
            else []
        )
    has_other_players = previous_turn[0] != next_decision.players
    ping = is_offer_answered or (has_other_players if with_ping is None else with_ping)
    payload = {"rev": game.revision, "players": list(next_decision.players), "ping": ping}
    return [OutboxMessage("turn_card", payload, latest_only=True)]


def _has_new_round(records: Sequence[Record]) -> bool:
    """Return True if new records of the log began another round, even if the same seat is to act again."""
    cursor_moves = (event for record in records for event in record.events if isinstance(event, CursorMoved))
    return any(is_other_round(event.before, event.after) for event in cursor_moves)


def _has_answered_offer(records: Sequence[Record], next_decision: Waiting) -> bool:
    """Return True if new records of the log have an answer to an offer of a player who is to act next.

    This player is then pinged. An answer by a player who is to act next does not count. ``next_decision`` is
    the decision for which the game waits after the records.
    """
    return any(
        isinstance(event, OfferClosed)
        and event.offer.by in next_decision.players
        and record.by == event.offer.to
        and record.by not in next_decision.players
        for record in records
        for event in record.events
    )

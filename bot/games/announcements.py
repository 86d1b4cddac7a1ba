"""Decides which messages follow a record. They are queued in the transaction of the record.

| kind | payload | when |
| --- | --- | --- |
| `setup_card` | {} | the lobby's card changed; edit: only where it still stands |
| `turn_card` | rev, players, ping | the game waits for another seat or company, in another round, or for one
| | | whose offer was answered, moves were taken or put back, or orders fired; ping: another seat, an answer |
| `step_card` | {} | the turn goes on with another step; due later, since most turns are over by then
| `vote` | its number | the table is asked, a ballot was cast, or the vote is over |
| `offer`, `offer_closed` | offer, kind, by, to, price (how, deal) | a two-sided deal was made or settled |
| `game_over` | rev, reason | the game ended |
| `close_card` | channel, message, | an old card of a turn still has to show what came of it, from one
| | from, to | revision to another
| `lost_card` | channel, message, from | a card of moves that a restored copy does not have
| `notice` | text, user, master | an owner or game master (else a player) did something for all to see |
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.games.history import is_fired
from bot.games.outcome import TAKEN
from bot.games.work import Work
from bot.store.game_rows import CardInfo, GameInfo, now
from bot.store.outbox import Note
from bot.words import named
from engine import Game, Record, Waiting
from engine.face import stories
from engine.face.course import other_round
from engine.face.stories import CursorMoved, Event, OfferClosed, OfferMade, Said

log = logging.getLogger(__name__)

STEP = 60_000
"""Milliseconds after which the card shows that its turn has come to another step."""


def owed_for(
    work: Work, game: Game, made: Sequence[Record], before: Waiting | None, *, call: bool | None = None
) -> list[str]:
    """Queue the messages for new records and return the text lines of these records.

    ``before`` is whom the game waited for; ``call``: whether whoever it waits for is
    called; None: if that is another one.
    """
    told: list[str] = []
    for record in made:
        work.notes.extend(_offers(record))
        told += _lines(game, record)
    work.notes.extend(_turn(game, before, made, call))
    return told


def status_after(work: Work, game: Game, status: str) -> None:
    """Update the game's status after the game has ended or its end was undone."""
    if game.state.ended and status != "ended":
        ended = {"status": "ended", "end_reason": game.state.ended, "ended_at": now()}
        work.values |= {**ended, "scores": game.scores()}
        work.notes.append(Note("game_over", {"rev": game.rev, "reason": game.state.ended}, latest_only=True))
    elif not game.state.ended and status == "ended":
        work.values |= {"status": "running", "end_reason": "", "ended_at": None, "scores": None}
        work.clash = TAKEN


def card_anew(info: GameInfo, ping: bool = True) -> Note:
    """Return the note for a new card of an open game; ``ping`` pings the player who is to act again."""
    lobby = info.status == "lobby"
    payload = {"rev": info.rev, "players": [], "ping": ping and not lobby, "anew": True}
    return Note("setup_card" if lobby else "turn_card", payload, latest_only=True)


def closing(card: CardInfo, rev: int) -> Note:
    """Return the note that an old turn card must show the result of its turn up to a revision."""
    payload = {"channel": card.channel, "message": card.message, "from": card.rev, "to": rev}
    return Note("close_card", payload, latest_only=True, key=f"close:{card.message}")


def _lines(game: Game, record: Record) -> list[str]:
    try:
        return stories.lines(game.view, record, named)
    except (KeyError, IndexError, ValueError):
        # A sentence that cannot be told is a bug, but no reason to refuse the move.
        log.exception("record %s of %s cannot be told", record.seq, game.title.key)
        what = record.kind if record.action is None else record.action.kind
        return [f"{game.view.name(record.by)}: {what}"]


def _turn(game: Game, before: Waiting | None, made: Sequence[Record], call: bool | None) -> list[Note]:
    waiting = game.waiting()
    if waiting is None:
        return []
    was = (before.players, before.company) if before else ((), None)
    answered = _answered(made, waiting)
    aside = any(record.kind in ("undo", "redo") or is_fired(record) for record in made)
    same = was == (waiting.players, waiting.company) and not _round_changed(made)
    if same and not answered and not aside:
        later = Note("step_card", {}, latest_only=True, due=now() + STEP)
        return [later] if before is not None and before.step != waiting.step else []
    ping = answered or (was[0] != waiting.players if call is None else call)
    payload = {"rev": game.rev, "players": list(waiting.players), "ping": ping}
    return [Note("turn_card", payload, latest_only=True)]


def _round_changed(made: Sequence[Record]) -> bool:
    """Whether another round began, though perhaps with the same seat and company."""
    turns = (event for record in made for event in record.events if isinstance(event, CursorMoved))
    return any(other_round(event.before, event.after) for event in turns)


def _answered(made: Sequence[Record], waiting: Waiting) -> bool:
    """Whether others answered an offer of the seat for which the game waits: it could not know."""
    return any(
        isinstance(event, OfferClosed)
        and event.offer.by in waiting.players
        and record.by == event.offer.to
        and record.by not in waiting.players
        for record in made
        for event in record.events
    )


def _offers(record: Record) -> list[Note]:
    found = []
    for i, event in enumerate(record.events):
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
                found.append(Note("offer", payload))
            else:
                closed = {"how": event.how, "deal": _deal(event, record.events[i:])}
                found.append(Note("offer_closed", {**payload, **closed}))
    return found


def _deal(closed: OfferClosed, after: Sequence[Event]) -> str:
    """What an offer was about, as the story of its end says it, which follows; empty where it is not told."""
    key, sides = f"offer_{closed.how}", (closed.offer.by, closed.offer.to)
    said = (e.params for e in after if isinstance(e, Said) and e.key == key)
    return str(next((p["deal"] for p in said if (p["by"], p["to"]) == sides), ""))

"""The past of a game by turns: the actions of each actor, and the ends and beginnings of rounds."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from bot.games.history import in_force, is_fired, ranked
from bot.words import known, named, t
from engine import Game, Record, View, game_at
from engine.face.course import other_round
from engine.face.stories import (
    CertMoved,
    CursorMoved,
    Line,
    Part,
    Rank,
    called,
    dividends,
    keeps_priority,
    story_at,
)
from engine.face.table import Cursor

OPENING = 1
"""The record with which a game begins."""


@dataclass(slots=True)
class Turn:
    """The successive actions of one actor, or the events at the beginning or end of a round.

    ``actor`` is a company or a player, empty where nobody acts; ``by`` the player who decided or would for a
    company, empty without one. ``begins`` and ``ends`` name a round, ``after`` the one whose end is told with
    that begin. ``first`` is the first record.
    """

    first: int
    actor: str = ""
    by: str = ""
    begins: str = ""
    ends: str = ""
    after: str = ""
    lines: list[Line] = field(default_factory=list)
    view: View | None = None
    decided: bool = False
    """Whether somebody chose; else the rules did it all."""
    company: bool = False

    def name(self, who: str) -> str:
        """Return the display name of a player or company."""
        return called(self.view, who) if self.view is not None else who

    def money(self, amount: int) -> str:
        """Format an amount of money."""
        return self.view.money(amount) if self.view is not None else str(amount)


def turns(game: Game, seq: int, *, drafts: bool = False) -> list[Turn]:
    """Return the turns after record ``seq`` without undone moves and without turns that have no line.

    ``drafts``: also what no card tells, or only the first.
    """
    told = _Telling(game, seq, drafts)
    for record in in_force(game, seq):
        told.take(record)
    return _worth_telling(told.turns)


def told_by_card(game: Game, first: int) -> list[Turn]:
    """Return the turns that a turn card shows after its end; its turn began with record ``first``.

    What happened by itself in its turn before it was called belongs to it, and so it does to the next card.
    """
    told, opening = _Telling(game, first - 1), list[Turn]()
    for record in in_force(game, first - 1):
        told.take(record)
        if record.seq == first:
            opening, told.turns = told.turns if first == OPENING else [], told.overture()
    if any(turn.decided for turn in told.turns):
        told.turns = [*(turn for turn in opening if turn not in told.turns), *told.turns]
    after = told.overture() if game.waiting() is not None else []
    return _worth_telling([turn for turn in told.turns if not any(turn is a for a in after)])


def _worth_telling(found: list[Turn]) -> list[Turn]:
    full = [turn for turn in found if turn.lines or turn.begins]
    return [turn for turn, then in zip_longest(full, full[1:]) if not _is_empty(turn, then)]


def _is_empty(turn: Turn, then: Turn | None) -> bool:
    """Whether a round began in which nothing happened before the next."""
    return bool(turn.begins and not turn.lines and then is not None and then.begins)


def round_name(game: Game, cursor: Cursor) -> str:
    """Return the name of the round of a cursor."""
    then = copy.copy(game.state)
    then.cursor = cursor
    return game.title.rounds[cursor.round].title(View(game.title, then))


def begun(game: Game) -> int:
    """The record after which the card of the moment tells: with which its turn began, if it was interrupted.

    A turn is interrupted by forced decisions of others, their answers to offers, and standing orders that
    fire, and goes on with the card of before.
    """
    start, waiting, last = opened(game), game.waiting(), game.log[-1]
    if start == game.rev or last.kind != "action" or waiting is None:
        return game.rev
    aside = game.state.pending or is_fired(last) or last.by not in waiting.players
    goes_on = aside or game_at(game, game.rev - 1).state.pending
    return start if goes_on and not _only_forced(game, start, waiting.players) else game.rev


def _only_forced(game: Game, start: int, players: Sequence[str]) -> bool:
    """Whether all since a record were forced decisions of others, so that no turn has begun to go on."""
    made = (record for record in game.active if record.seq > start)
    return all(r.by not in players and game_at(game, r.seq - 1).state.pending for r in made)


def opened(game: Game) -> int:
    """The record with which the turn of the moment began: after what others were forced to decide first."""
    start, actor = game.turn_start(), game.state.cursor.actor
    mine = game.view.president(actor) if actor in game.state.companies else actor
    for record in [r for r in game.active if r.seq > start]:
        if record.by == mine or not game_at(game, start).state.pending:
            break
        start = record.seq
    return start


class _Telling:
    """Walks through records and cuts what they tell where the actor or the round changes."""

    def __init__(self, game: Game, seq: int, drafts: bool = False) -> None:
        self.game, self.view = game, game.view
        late = (Part.DRAFT, Part.SETUP) if game.rev > 1 else (Part.DRAFT,)
        self.hidden = () if drafts else late
        self.turns: list[Turn] = []
        self.presidents = _presidents(game, seq)
        self.cursor = _cursor_at(game, seq)
        self.fresh = True

    def take(self, record: Record) -> None:
        """Add the lines of a record."""
        if record.kind != "action":
            self._alone(record)
        else:
            self._decide(record)
        at = _told(self.game, record)
        for i, event in enumerate(record.events):
            for line in self._told(at.get(i, ())):
                self._here(record, line).lines.append(line)
            if isinstance(event, CursorMoved):
                self._turn_to(event.after, record)
            elif isinstance(event, CertMoved) and event.cert in self.presidents:
                self.presidents[event.cert] = event.after

    def _told(self, found: Sequence[Line]) -> list[Line]:
        return [line for line in found if line.part not in self.hidden]

    def overture(self) -> list[Turn]:
        """The turn of whom the cursor names, if it has begun and nobody has decided anything in it."""
        last = self.turns[-1] if self.turns and not self.fresh else None
        if last is None or last.decided or last.begins or last.actor != self.cursor.actor:
            return []
        return [last]

    def _alone(self, record: Record) -> None:
        lines = [line for line in ranked(self.game, record)[:1] if line.rank == Rank.TABLE]
        self.turns.append(Turn(record.seq, lines=lines, view=self.view))
        self.fresh = True

    def _decide(self, record: Record) -> None:
        actor = self.cursor.actor
        if actor not in self.game.state.companies and actor != record.by:
            actor = record.by
        now = self.turns[-1] if self.turns and not self.fresh else None
        if now is None or now.actor != actor or now.ends:
            now = self._begin(record, actor)
        now.decided = True
        now.by = now.by or record.by

    def _begin(self, record: Record, actor: str) -> Turn:
        company = actor in self.game.state.companies
        by = self._president(actor) if company else actor
        self.turns.append(Turn(record.seq, actor, by, view=self.view, company=company))
        self.fresh = False
        return self.turns[-1]

    def _here(self, record: Record, line: Line) -> Turn:
        """The turn that goes on, or a new one of whom the cursor names.

        An offer lapses with the old one, and so does what the rules do before the next player acts.
        """
        last, actor = self.turns[-1] if self.turns else None, self.cursor.actor
        done = last is not None and bool(last.lines or last.decided)
        late = line.part in (Part.OFFER, Part.LAPSE) or (
            actor in self.game.state.players and line.subject != actor
        )
        return self._begin(record, actor) if self.fresh and not (late and done) else self.turns[-1]

    def _turn_to(self, to: Cursor, record: Record) -> None:
        was, self.cursor = self.cursor, to
        if other_round(was, to):
            told = record.kind != "action" or self._end(was)
            begun = self._begin(record, "")
            begun.begins = known(round_name(self.game, to))
            begun.after = "" if told else known(round_name(self.game, was))
        elif was.actor != to.actor:
            self.fresh = True

    def _end(self, was: Cursor) -> bool:
        """What happened after the last turn of a player is told of the round, if anything did."""
        last = self.turns[-1] if self.turns and not self.fresh else None
        alone = last and not last.decided and not last.begins and not last.company
        if last and alone and last.lines and last.lines[0].part is not Part.PASS:
            last.ends, last.actor, last.by = known(round_name(self.game, was)), "", ""
        return bool(last and last.ends)

    def _president(self, company: str) -> str:
        certs = self.view.certs_of(company)
        owner = self.presidents.get(certs[0].id, "") if certs else ""
        return owner if owner in self.game.state.players else ""


def _told(game: Game, record: Record) -> dict[int, list[Line]]:
    """The lines of a record by the event that each tells; a short one where it cannot be told."""
    try:
        told = story_at(game.view, record, named)
    except (KeyError, IndexError, ValueError):
        told = list(enumerate(ranked(game, record)[: len(record.events)]))
    return {i: [_shared(record, i, line) for at, line in told if at == i] for i, _ in told}


def _shared(record: Record, at: int, line: Line) -> Line:
    """The line of a dividend with who got how much of it, as ``holders`` of its values.

    Whoever had the priority card before keeps it.
    """
    if at < len(record.events) and keeps_priority(record.events, at):
        return replace(line, clause=t("keeps the priority card"))
    if line.rank is not Rank.DIVIDEND or "per_share" not in line.values:
        return line
    return replace(line, values={**line.values, "holders": dividends(record.events, at)})


def _cursor_at(game: Game, seq: int) -> Cursor:
    """Where the game was just after a record."""
    for record in in_force(game, seq):
        for event in record.events:
            if isinstance(event, CursorMoved):
                return event.before
    return game.state.cursor


def _presidents(game: Game, seq: int) -> dict[str, str]:
    """Who held the president's certificate of each company, by its id, just after a record."""
    held = {certs[0].id: certs[0].owner for c in game.state.companies if (certs := game.view.certs_of(c))}
    for record in reversed(game.active):
        if record.seq <= seq:
            break
        for event in reversed(record.events):
            if isinstance(event, CertMoved) and event.cert in held:
                held[event.cert] = event.before
    return held

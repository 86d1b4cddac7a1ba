"""The past of a game by turns, for cards and the log: what players and companies did, when rounds began."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest

from bot.cards.record_lines import lines_by_event
from bot.games.history import (
    is_automatic_move,
    log_lines_of_record,
    records_not_undone,
    seat_name_in_record,
)
from bot.words import translated
from engine import Game, Record, View, game_at
from engine.api.course import is_other_round
from engine.api.stories import (
    CertMoved,
    CursorMoved,
    EventKind,
    LogLine,
    Rank,
    name_in_story,
)
from engine.api.table import Cursor

FIRST_RECORD = 1
"""The number of the record that begins a game; only the card of the first turn shows it."""


@dataclass(slots=True)
class Turn:
    """What one player or company did in a row, or what happened automatically as a round began or ended.

    ``actor`` is the id of a company or player, "" when nobody acts; ``player`` is the id of the player who
    decided (for a company, its president), "" if nobody did. ``begun_round`` and ``ended_round`` name a
    round; ``round_before`` names the round that ended as another began. ``first_record`` is the number of the
    first record, ``lines`` are the turn's lines. ``view`` is the game as it is now, for names and money.
    """

    first_record: int
    actor: str = ""
    player: str = ""
    begun_round: str = ""
    ended_round: str = ""
    round_before: str = ""
    lines: list[LogLine] = field(default_factory=list)
    view: View | None = None
    has_decision: bool = False
    """Whether somebody chose; else the rules did it all."""
    is_company: bool = False
    names_by_seat: Mapping[str, str] = field(default_factory=dict)
    """The name under which the player who decided did so, by seat."""

    def name_of_holder(self, holder: str) -> str:
        """Return the name that a card shows for a player or company, given its id, as it was in this turn.

        If the turn has no ``view``, the id is returned, unless ``names_by_seat`` has the player's name.
        """
        if holder in self.names_by_seat:
            return self.names_by_seat[holder]
        return name_in_story(self.view, holder) if self.view is not None else holder

    def format_money(self, amount: int) -> str:
        """Return an amount of money for a card, with the title's currency if the turn has a ``view``."""
        return self.view.money(amount) if self.view is not None else str(amount)


def turns_after(game: Game, record_number: int, *, with_hidden_lines: bool = False) -> list[Turn]:
    """Return the turns after record ``record_number`` (0: all turns), with lines for a card, oldest first.

    Undone moves and turns in which nothing happened are left out. ``with_hidden_lines`` also includes lines
    that cards leave out: those on the initial draft of private companies and on the game's set-up.
    """
    splitter = _TurnSplitter(game, record_number, with_hidden_lines)
    for record in records_not_undone(game, record_number):
        splitter.add(record)
    return _drop_empty_turns(splitter.turns)


def turns_on_card(game: Game, record_number: int) -> list[Turn]:
    """Return the turns that the card of a finished turn sums up, oldest first; [] if nothing happened.

    They consist of the moves after record ``record_number`` (see `record_number_before_card`) and the
    automatic events before the first decision; automatic events after the last decision belong to the next
    card. The first card of a game also shows the set-up.
    """
    splitter, setup_turns = _TurnSplitter(game, record_number - 1), list[Turn]()
    for record in records_not_undone(game, record_number - 1):
        splitter.add(record)
        if record.number == record_number:
            setup_turns = splitter.turns if record_number == FIRST_RECORD else []
            splitter.turns = list(filter(None, [splitter.last_turn_if_undecided()]))
    if any(turn.has_decision for turn in splitter.turns):
        splitter.turns = [*(turn for turn in setup_turns if turn not in splitter.turns), *splitter.turns]
    undecided_turn = splitter.last_turn_if_undecided() if game.waiting() is not None else None
    return _drop_empty_turns([turn for turn in splitter.turns if turn is not undecided_turn])


def _drop_empty_turns(all_turns: list[Turn]) -> list[Turn]:
    """Return the turns of a card that have lines or begin a round, except rounds in which nothing happened.

    ``all_turns`` come oldest first.
    """
    turns_with_text = [turn for turn in all_turns if turn.lines or turn.begun_round]
    return [
        turn
        for turn, next_turn in zip_longest(turns_with_text, turns_with_text[1:])
        if not _is_empty_round(turn, next_turn)
    ]


def _is_empty_round(turn: Turn, next_turn: Turn | None) -> bool:
    """Return True if nothing happened in the round that ``turn`` begins on a card.

    This is so if the turn has no lines and ``next_turn`` (None: there is none) begins another round.
    """
    return bool(turn.begun_round and not turn.lines and next_turn is not None and next_turn.begun_round)


def round_name(game: Game, cursor: Cursor) -> str:
    """Return the name of the round to which the engine's ``cursor`` points, not yet translated.

    An example is "Operating Round 2.1". Cards and the log show the name.
    """
    state = copy.copy(game.state)
    state.cursor = cursor
    return game.title.rounds[cursor.round].title(View(game.title, state))


def record_number_before_card(game: Game) -> int:
    """Return the number of the last record before the moves that the card of the current turn shows.

    This is normally the latest record. If the current turn goes on after an interruption (a forced decision
    of other players, a response to an offer, a move of a standing order), it is the last record before that
    turn, unless nothing but forced decisions of other players has happened in the turn.
    """
    start, next_decision, last_record = record_number_before_turn(game), game.waiting(), game.log[-1]
    if start == game.revision or last_record.kind != "action" or next_decision is None:
        return game.revision
    is_interrupted = (
        game.state.pending or is_automatic_move(last_record) or last_record.by not in next_decision.players
    )
    goes_on = is_interrupted or game_at(game, game.revision - 1).state.pending
    return (
        start
        if goes_on and not _are_all_moves_forced_on_others(game, start, next_decision.players)
        else game.revision
    )


def _are_all_moves_forced_on_others(game: Game, start: int, players: Sequence[str]) -> bool:
    """Return True if all moves on a turn's card were forced decisions of players other than ``players``.

    ``players`` are the ids of the seats to act. The moves are those after record ``start``; the result is
    also True if there is no move.
    """
    records = (record for record in game.active_records if record.number > start)
    return all(
        record.by not in players and game_at(game, record.number - 1).state.pending for record in records
    )


def record_number_before_turn(game: Game) -> int:
    """Return the number of the last record before the moves of the current turn, for the card of the turn.

    Forced decisions of other players at the beginning of a turn, and everything before the last of these
    decisions, do not belong to the turn.
    """
    start, actor = game.turn_start(), game.state.cursor.actor
    player = game.view.president(actor) if actor in game.state.companies else actor
    records = (record for record in game.active_records if record.number > start)
    forced_decisions = takewhile(lambda record: game_at(game, record.number - 1).state.pending, records)
    return max((record.number for record in forced_decisions if record.by != player), default=start)


class _TurnSplitter:
    """Splits the lines of successive records of the log into turns: where the actor or the round changes."""

    def __init__(self, game: Game, record_number: int, with_hidden_lines: bool = False) -> None:
        """Begin to split the log of a game into turns for cards, after record ``record_number``.

        ``with_hidden_lines`` includes lines that cards leave out.
        """
        self.game, self.view = game, game.view
        hidden_kinds = (EventKind.DRAFT, EventKind.SETUP) if game.revision > 1 else (EventKind.DRAFT,)
        self.hidden_kinds = () if with_hidden_lines else hidden_kinds
        self.turns: list[Turn] = []
        self.presidents = _president_cert_owners_after(game, record_number)
        self.cursor = _round_and_actor_after(game, record_number)
        self.is_new_turn_due = True

    def add(self, record: Record) -> None:
        """Add the lines of the log's next record to the turns of the card.

        The splitter's ``cursor`` (round and actor) and ``presidents`` are updated.
        """
        if record.kind != "action":
            self._add_record_without_move(record)
        else:
            self._add_decision(record)
        card_lines = lines_by_event(self.game, record)
        for index, event in enumerate(record.events):
            for line in self._visible_lines(card_lines.get(index, ())):
                self._get_or_begin_turn_for_line(record, line).lines.append(line)
            if isinstance(event, CursorMoved):
                self._update_round_and_actor(event.after, record)
            elif isinstance(event, CertMoved) and event.cert in self.presidents:
                self.presidents[event.cert] = event.after

    def _visible_lines(self, lines: Sequence[LogLine]) -> list[LogLine]:
        """Return those of these lines of the log that are not of a kind that cards hide."""
        return [line for line in lines if line.kind not in self.hidden_kinds]

    def last_turn_if_undecided(self) -> Turn | None:
        """Return the card's last turn if it is the current actor's and contains no decision yet, else None.

        None is also returned if `is_new_turn_due`, or if the last turn begins a round.
        """
        last_turn = self.turns[-1] if self.turns and not self.is_new_turn_due else None
        if (
            last_turn is None
            or last_turn.has_decision
            or last_turn.begun_round
            or last_turn.actor != self.cursor.actor
        ):
            return None
        return last_turn

    def _add_record_without_move(self, record: Record) -> None:
        """Add a record that is not a move, such as an undo, to the card as a turn of its own.

        The turn has the record's first line if that line says what was undone, redone or corrected. The next
        record begins another turn.
        """
        lines = [line for line in log_lines_of_record(self.game, record)[:1] if line.rank == Rank.TABLE]
        self.turns.append(Turn(record.number, lines=lines, view=self.view))
        self.is_new_turn_due = True

    def _add_decision(self, record: Record) -> None:
        """Mark the card's last turn as one in which a player decided, by this record of a move.

        If another actor decides, a new turn is begun first. A decision of another player during a player's
        turn is a turn of its own; a decision of another player during a company's turn is part of the
        company's turn.
        """
        actor = self.cursor.actor
        if actor not in self.game.state.companies and actor != record.by:
            actor = record.by
        turn = self.turns[-1] if self.turns and not self.is_new_turn_due else None
        if turn is None or turn.actor != actor or turn.ended_round:
            turn = self._begin_turn(record, actor)
        turn.has_decision = True
        turn.player = turn.player or record.by

    def _begin_turn(self, record: Record, actor: str) -> Turn:
        """Append a new turn that begins with this record to the card's turns, and return the turn.

        ``actor`` is the id of a player or company, "" for nobody.
        """
        is_company = actor in self.game.state.companies
        player = self._president_id(actor) if is_company else actor
        is_by_player = record.by in self.game.state.players
        names = {record.by: seat_name_in_record(self.game, record)} if is_by_player else {}
        self.turns.append(
            Turn(record.number, actor, player, view=self.view, is_company=is_company, names_by_seat=names)
        )
        self.is_new_turn_due = False
        return self.turns[-1]

    def _get_or_begin_turn_for_line(self, record: Record, line: LogLine) -> Turn:
        """Return the card's turn to which a line of this record belongs: the last turn or a new one.

        If `is_new_turn_due`, a new turn of the current actor is begun, except for lines about offers and
        about what happens automatically before the next player acts: these belong to the last turn unless
        that is empty. If no new turn is due, the card must have a turn already.
        """
        last_turn, actor = self.turns[-1] if self.turns else None, self.cursor.actor
        has_last_turn = last_turn is not None and bool(last_turn.lines or last_turn.has_decision)
        is_of_last_turn = line.kind in (EventKind.OFFER, EventKind.LAPSE) or (
            actor in self.game.state.players and line.subject != actor
        )
        return (
            self._begin_turn(record, actor)
            if self.is_new_turn_due and not (is_of_last_turn and has_last_turn)
            else self.turns[-1]
        )

    def _update_round_and_actor(self, after: Cursor, record: Record) -> None:
        """Update the splitter's ``cursor`` (round and actor) to ``after``, to which this record changed it.

        Another round begins a turn of its own on the card. That turn names the new round; if the record is a
        move, the turn also names the ended round unless the last turn names it already. Another actor only
        sets `is_new_turn_due`. A round with the number 0 is ignored: the engine has only reset its count of
        rounds.
        """
        before = self.cursor
        if is_other_round(before, after) and not after.number:
            return
        self.cursor = after
        if is_other_round(before, after):
            is_end_named = record.kind != "action" or self._add_round_end_to_last_turn(before)
            turn = self._begin_turn(record, "")
            turn.begun_round = translated(round_name(self.game, after))
            turn.round_before = "" if is_end_named else translated(round_name(self.game, before))
        elif before.actor != after.actor:
            self.is_new_turn_due = True

    def _add_round_end_to_last_turn(self, before: Cursor) -> bool:
        """Make the card's last turn name the round that ended at ``before``, if the turn is suitable.

        This is so if the turn has lines, has only automatic events, is not a company's turn, does not begin a
        round and does not begin with a pass. Return True if the last turn then names the end of a round, also
        if it did so before; return False if it does not, or if there is no such turn.
        """
        last_turn = self.turns[-1] if self.turns and not self.is_new_turn_due else None
        is_automatic = (
            last_turn
            and not last_turn.has_decision
            and not last_turn.begun_round
            and not last_turn.is_company
        )
        if last_turn and is_automatic and last_turn.lines and last_turn.lines[0].kind is not EventKind.PASS:
            last_turn.ended_round, last_turn.actor, last_turn.player = (
                translated(round_name(self.game, before)),
                "",
                "",
            )
        return bool(last_turn and last_turn.ended_round)

    def _president_id(self, company: str) -> str:
        """Return the id of the player who is president of a company at this point of the log; "" if none."""
        certs = self.view.certs_of(company)
        owner = self.presidents.get(certs[0].id, "") if certs else ""
        return owner if owner in self.game.state.players else ""


def _round_and_actor_after(game: Game, record_number: int) -> Cursor:
    """Return the engine's cursor (round and actor) just after record ``record_number``, for a card."""
    for record in records_not_undone(game, record_number):
        for event in record.events:
            if isinstance(event, CursorMoved):
                return event.before
    return game.state.cursor


def _president_cert_owners_after(game: Game, record_number: int) -> dict[str, str]:
    """Return who owned each president's certificate just after record ``record_number``, for a card.

    The ids of the owners (players or, for example, the bank) are keyed by the id of the certificate.
    """
    owner_by_cert = {
        certs[0].id: certs[0].owner
        for company in game.state.companies
        if (certs := game.view.certs_of(company))
    }
    for record in reversed(game.active_records):
        if record.number <= record_number:
            break
        for event in reversed(record.events):
            if isinstance(event, CertMoved) and event.cert in owner_by_cert:
                owner_by_cert[event.cert] = event.before
    return owner_by_cert

"""The public cards of a random game, as the service calls for them, each when its turn is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.cards.lines import MAX_RESULT_CHARACTERS, MAX_RESULT_LINES, CardRow, fit_rows
from bot.cards.past_turns import FIRST_RECORD, Turn, record_number_before_card, turns_on_card
from bot.cards.turn import turn_result_card
from bot.chat.markdown import escape
from bot.games.announcements import queue_record_messages
from bot.games.changes import Changes
from bot.store.game_rows import GameInfo, SeatInfo
from engine import Game, Record, game_at
from engine.api.stories import EventKind, LogLine, story
from tests.bot.limits import text_of
from tests.walks import Walk

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eli")


@dataclass(frozen=True)
class Card:
    """A card that is over: the moves that it tells, its lines, and its text; no text, its message is gone."""

    first: int
    last: int
    told: list[Turn]
    rows: list[CardRow]
    text: str

    @property
    def lines(self) -> list[LogLine]:
        """All that happened, in the order of time."""
        return [line for turn in self.told for line in turn.lines]

    @property
    def counted(self) -> list[LogLine]:
        """What is only counted."""
        return [line for row in self.rows for line in row.counted_lines]


def info_of(game: Game) -> GameInfo:
    """A running table of the members that play it."""
    names = NAMES[: len(game.setup.names)]
    seats = tuple(SeatInfo(f"p{i}", name, 100 + i) for i, name in enumerate(names, 1))
    return GameInfo(
        1, 1, 2, game.title.key, "Tuesday", 101, "running", {}, {}, game.revision, 1, "", 1, 2, None, seats
    )


def played(title: str, seed: int, moves: int, players: int = 4) -> tuple[Game, list[Card]]:
    """A random game of so many moves at most, and its cards."""
    walk = Walk(title, NAMES[:players], seed)
    return walk.game, list(cards(walk, moves))


def cards(walk: Walk, moves: int) -> Iterator[Card]:
    """The cards of a game that goes on for so many moves at most, each when the next one takes its place."""
    game, card = walk.game, walk.game.revision
    for _ in range(moves):
        before = game.waiting()
        record, changes = walk.step(), Changes()
        queue_record_messages(changes, game, [record], before)
        over = game.waiting() is None
        if over or any(note.kind == "turn_card" for note in changes.messages):
            found = closed(game, card)
            if found is not None:
                yield found
            card = game.revision
        if over:
            return


def told_wrong(game: Game, told: list[Card]) -> str:
    """Where the cards of a game do not tell all that happened, each once and in order; empty if they do."""
    happened = [line.text for record in game.log for line in _public(game, record)]
    found = [line.text for card in told for line in card.lines]
    wrong = next((i for i, (a, b) in enumerate(zip(happened, found, strict=False)) if a != b), None)
    if wrong is not None:
        return f"{happened[wrong]!r} is told as {found[wrong]!r}"
    return "" if len(found) <= len(happened) else f"too much: {found[-1]!r}"


def _public(game: Game, record: Record) -> list[LogLine]:
    return [line for line in story(game.view, record) if line.kind not in (EventKind.DRAFT, EventKind.SETUP)]


def split(told: list[Card]) -> list[str]:
    """The companies whose turn in a round is told by more than one card."""
    seen: dict[tuple[int, str], int] = {}
    rounds, found = 0, []
    for number, card in enumerate(told):
        for turn in card.told:
            rounds += bool(turn.begun_round)
            if turn.is_company and turn.lines and seen.setdefault((rounds, turn.actor), number) != number:
                found.append(f"{turn.actor}, moves {card.first} to {card.last}")
    return found


def closed(game: Game, card: int) -> Card | None:
    """The card of a revision when the game has gone on; None when its message goes."""
    page = turn_result_card(replace(info_of(game), revision=game.revision), game, card)
    if page is None:
        return None
    assert page.view is not None
    first = record_number_before_card(game_at(game, card))
    told = turns_on_card(game, first)
    return Card(
        first,
        game.revision,
        told,
        fit_rows(told, MAX_RESULT_LINES, MAX_RESULT_CHARACTERS),
        text_of(page.view),
    )


def faults(card: Card) -> list[str]:
    """What a reader of the card would stumble over."""
    place = {id(line): i for i, line in enumerate(card.lines)}
    by_row = [sorted(place[id(line)] for line in (*row.shown_lines, *row.counted_lines)) for row in card.rows]
    flat = [i for row in by_row for i in row]
    found = []
    if not card.rows or not flat:
        found.append("no line")
    if flat != list(range(len(card.lines))):
        found.append("against the time, twice, or lost")
    begins = [bool(turn.begun_round) and turn.first_record > FIRST_RECORD for turn in card.told]
    if any(turn.has_decision for turn in card.told[begins.index(True) if True in begins else len(begins) :]):
        found.append("over two rounds")
    if any(not _stands(line, row.text) for row in card.rows for line in row.shown_lines):
        found.append("told and not there")
    return found


def _stands(line: LogLine, text: str) -> bool:
    """Whether what happened can be read on a line; of what is told as one, that it is told."""
    folded = line.kind.value in ("route", "paid", "income", "pass", "lapse", "sold_out")
    price = line.predicate.rpartition(" → ")[2] if line.kind is EventKind.PRICE else line.predicate
    alike = bool(line.plural_predicate) and line.plural_predicate in text
    return folded or alike or escape(price) in text

"""What finished cards say of their moves that were undone since."""

from __future__ import annotations

from collections.abc import Collection

from bot.cards.past_turns import record_number_before_card
from bot.chat.markdown import escape
from bot.games.history import seat_name_in_record
from bot.words import t
from engine import Game, Record, game_at


def numbers_on_card(game: Game, revision: int) -> set[int]:
    """Return the numbers of the records that the card of a finished turn sums up as moves.

    ``game`` is the game at the end of the turn, ``revision`` the one at which the card was posted. Moves that
    were undone within the turn are left out, as on the card.
    """
    start = record_number_before_card(game_at(game, revision))
    return {record.number for record in game.active_records if record.number > start}


def undone_text(game: Game, numbers: Collection[int]) -> str:
    """Return the line of a finished card that says which of its moves are undone now, and by whom.

    ``numbers`` are those of the card's records; ``game`` is the game now. "" if none of them is undone.
    """
    undone = sorted(set(numbers) - {record.number for record in game.active_records})
    if not undone:
        return ""
    first, last = undone[0], undone[-1]
    names = dict.fromkeys(seat_name_in_record(game, _last_undo_of(game, number)) for number in undone)
    name = escape(", ".join(names))
    if first == last:
        return t("↩ Taken back by {name}: move {rev} does not count any more.", name=name, rev=first)
    return t(
        "↩ Taken back by {name}: moves {first} to {last} do not count any more.",
        name=name, first=first, last=last,
    )  # fmt: skip


def _last_undo_of(game: Game, number: int) -> Record:
    """Return the newest record of the log that undid record ``number``, which must be undone now."""
    return next(
        record
        for record in reversed(game.log)
        if record.kind == "undo" and record.to < number < record.number
    )

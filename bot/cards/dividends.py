"""The dividends that players have received, as a line that is not overlooked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.cards.past_turns import Turn
from bot.cards.record_lines import card_lines_of_record
from bot.chat.markdown import escape
from bot.words import t
from engine import Game
from engine.api.stories import LogLine


def dividends_by_seat(lines: Iterable[LogLine], seats: Sequence[str]) -> dict[str, int]:
    """Return the dividends in these lines of a card, in the game's currency, by the seat that received them.

    ``seats`` are the ids of the seats to consider; seats that received nothing are left out. The line of a
    dividend must have the value ``holders``, as in `card_lines_of_record`.
    """
    dividends = Counter[str]()
    for line in lines:
        for holder, amount in line.values.get("holders", ()):
            if holder in seats:
                dividends[holder] += int(amount)
    return {seat: dividends[seat] for seat in seats if dividends[seat] > 0}


def dividends_text(game: Game, turns: Sequence[Turn], seats: Sequence[str]) -> str:
    """Return the turn card's text on the dividends that each of these seats received in these turns.

    Return "" if no seat received any.
    """
    dividends = dividends_by_seat((line for turn in turns for line in turn.lines), seats)
    money, name = game.view.money, game.view.name
    return " · ".join(
        t("**{name} received {money} in dividends.**", name=escape(name(seat)), money=money(amount))
        for seat, amount in dividends.items()
    )


def dividends_of_seat(game: Game, record_numbers: Iterable[int], seat: str) -> int:
    """Return the dividends, in the game's currency, that a seat received in some records of the log, or 0.

    ``record_numbers`` are the numbers of these records, from 1.
    """
    lines = (line for number in record_numbers for line in card_lines_of_record(game, game.log[number - 1]))
    return dividends_by_seat(lines, [seat]).get(seat, 0)


def received_dividend_before(game: Game, record_number: int, seat: str) -> bool:
    """Return True if a seat received a dividend in a record of the log before ``record_number`` (from 1).

    Undone records do not count.
    """
    earlier_records = (record for record in game.active_records if record.number < record_number)
    return any(dividends_by_seat(card_lines_of_record(game, record), [seat]) for record in earlier_records)

"""What players have received as dividends, as a line that is not overlooked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.cards.past_turns import Turn, detailed_lines
from bot.chat.markdown import escape
from bot.words import t
from engine import Game
from engine.api.stories import LogLine


def dividends_in(lines: Iterable[LogLine], seats: Sequence[str]) -> dict[str, int]:
    """Return the dividends, in the game's currency, that these lines of a card say each seat received.

    The lines must have the value ``holders`` where they tell a dividend, as those of `detailed_lines` have.
    Seats that received nothing are left out.
    """
    received = Counter[str]()
    for line in lines:
        for holder, amount in line.values.get("holders", ()):
            if holder in seats:
                received[holder] += int(amount)
    return {seat: received[seat] for seat in seats if received[seat] > 0}


def income_text(game: Game, turns: Sequence[Turn], seats: Sequence[str]) -> str:
    """Return the text of a turn's card on the dividends that each of these seats received in the turns.

    "" if none.
    """
    received = dividends_in((line for turn in turns for line in turn.lines), seats)
    money, name = game.view.money, game.view.name
    return " · ".join(
        t("**{name} received {money} in dividends.**", name=escape(name(seat)), money=money(amount))
        for seat, amount in received.items()
    )


def dividends_of_seat(game: Game, record_numbers: Iterable[int], seat: str) -> int:
    """Return the dividends, in the game's currency, that a seat received by some records of the log.

    ``record_numbers`` are the numbers of these records, from 1. It is 0 if the seat received nothing.
    """
    lines = (line for number in record_numbers for line in detailed_lines(game, game.log[number - 1]))
    return dividends_in(lines, [seat]).get(seat, 0)


def had_dividend(game: Game, record_number: int, seat: str) -> bool:
    """Return True if this seat has received a dividend, as cards tell it, before record ``record_number``.

    Undone records do not count.
    """
    earlier = (record for record in game.active_records if record.number < record_number)
    return any(dividends_in(detailed_lines(game, record), [seat]) for record in earlier)

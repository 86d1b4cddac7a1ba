"""The price of a national that inherits loans, where the record has it otherwise.

Of the readings of "loans inherited" one moves the price left for each loan, the other says nothing of the
price. Which of them a recorded game follows shows in the line of the formation.
"""

from __future__ import annotations

from engine.conformance import Taken
from engine.events import PriceMoved
from engine.game import Game
from engine.recordings import Line
from engine.state import Cell
from engine.titles.g1826.companies import loans


def stayed(game: Game, line: Line) -> PriceMoved | None:
    """The move back to the starting price, where the record tells of no move for the loans inherited."""
    company = line["action"]["corporation"]
    told, now = _told(line, company), game.view.company(company).cell
    if told is None or now is None or told == now or not loans(game.view, company):
        return None
    if told != _start(game, company):
        return None
    return PriceMoved(company, now, told, game.state.market[now].index(company))


def _told(line: Line, company: str) -> Cell | None:
    """The space of the national after its formation, as the record has it."""
    named = [event for event in line.get("events") or [] if event.get("corporation") == company]
    start = (event for event in named if event["event"] == "start_price" and "row" in event)
    moved = (event["to"] for event in reversed(named) if event["event"] == "price")
    space = next(moved, next(start, None))
    return None if space is None else (space["row"], space["column"])


def _start(game: Game, company: str) -> Cell | None:
    """The space on which the national's token was placed."""
    moves = (event for record in game.active for event in record.events if isinstance(event, PriceMoved))
    return next((move.after for move in moves if move.company == company and move.before is None), None)


def national_forms(game: Game, line: Line) -> Taken:
    """A formation is done already; only its price may have to be put as the record has it."""
    moved = stayed(game, line)
    if moved is None:
        return Taken([])
    company = moved.company
    note = f"the price of {company} stays for the loans it inherits, as the record has it"
    game.correct("record", [moved.to_json()], note)
    return Taken([], note=note)

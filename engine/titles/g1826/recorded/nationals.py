"""The price of a national that inherits loans, where the record has it otherwise.

Of the readings of "loans inherited" one moves the price left for each loan, the other says nothing of the
price. Which of them a recorded game follows shows in the line of the formation: in the space of the price, or
in what the SNCF is paid for the shares left to it.
"""

from __future__ import annotations

from engine.core.events import Paid, PriceMoved
from engine.core.state import BANK, Cell
from engine.game import Game
from engine.recorded.acts import Taken
from engine.recorded.reader import Line
from engine.titles.g1826.companies.companies import loans
from engine.titles.g1826.finance import bonds


def stayed(game: Game, line: Line) -> PriceMoved | None:
    """The move back to the starting price, where the record tells of no move for the loans inherited."""
    company = line["action"]["corporation"]
    start, now = _start(game, company), game.view.company(company).cell
    if start is None or now is None or start == now or not _has_inherited(game, company):
        return None
    if _told(game, line, company) != start:
        return None
    return PriceMoved(company, now, start, game.state.market[now].index(company))


def _has_inherited(game: Game, company: str) -> bool:
    return bool(loans(game.view, company)) or (company == bonds.ISSUER and bool(bonds.holders(game.view)))


def _told(game: Game, line: Line, company: str) -> Cell | None:
    """The space of the national after its formation, as the record has it."""
    named = [event for event in line.get("events") or [] if event.get("corporation") == company]
    start = (event for event in named if event["event"] == "start_price" and "row" in event)
    moved = (event["to"] for event in reversed(named) if event["event"] == "price")
    paid = [event["amount"] for event in named if event["event"] == "floats"]
    if paid and paid[-1] == _capital(game, company):
        return game.view.company(company).cell
    space = next(moved, next(start, None))
    return None if space is None else (space["row"], space["column"])


def _start(game: Game, company: str) -> Cell | None:
    """The space on which the national's token was placed."""
    moves = (
        event for record in game.active_records for event in record.events if isinstance(event, PriceMoved)
    )
    return next((move.after for move in moves if move.company == company and move.before is None), None)


def _capital(game: Game, company: str) -> int:
    """What the bank paid for the shares left to it."""
    happened = (event for record in game.active_records for event in record.events if isinstance(event, Paid))
    return sum(event.amount for event in happened if (event.why, event.payee) == ("capital", company))


def national_forms(game: Game, line: Line) -> Taken:
    """A formation is done already; only its price may have to be put as the record has it."""
    moved = stayed(game, line)
    if moved is None:
        return Taken([])
    company, capital, before = moved.company, _capital(game, moved.company), game.view.price(moved.company)
    note = f"the price of {company} stays for the loans it inherits, as the record has it"
    game.correct("record", [moved.to_json()], note)
    after = game.view.price(company)
    if not capital or not before or not after:
        return Taken([], note=note)
    more = Paid(BANK, company, capital // before * after - capital, "capital")
    return Taken([game.correct("record", [more.to_json()], note)], note=note)

"""A president who cannot pay is bankrupt and out of the game, which goes on without him (O133-O135).

The turn of the company that was in need ends: it keeps the money raised for it and tries again next time.
"""

from __future__ import annotations

from engine.abilities.ends import give_back_bonuses
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined
from engine.rules.abilities import close
from engine.rules.emergency import EmergencyPolicy, holdings, sellable
from engine.rules.ownership import hand_over
from engine.rules.stock import stock_rules
from engine.steps.turns import turn_note
from engine.titles.g1826.companies.companies import NATIONAL, retire
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.stock.stock import GIVEN_UP

tell(
    raised_1826="{player} leaves {amount} to {company}.",
    to_pool_1826="What {player} still owns goes to the open market: {held}.",
)
tell(
    Rank.BANKRUPTCY,
    closed_1826="{company} is closed without compensation; its trains go to the open market.",
)
tell(Rank.PRESIDENT, no_president_1826="{company} has no president.")
LEAST_NATIONAL = 20
"""Percent of a national that a player must hold to take it over from a bankrupt president (O135)."""


def settle(writer: PositionWriter, player: str) -> None:
    """Write what follows when a president is bankrupt while his company is in need of money."""
    needy = writer.cursor.actor
    _sell(writer, player, needy)
    raised = writer.cash(player)
    writer.pay(player, needy, raised, "bankruptcy")
    writer.say("raised_1826", player=player, amount=raised, company=needy)
    presided = [*writer.presided(player), *turn_note(writer, GIVEN_UP, [])]
    _surrender(writer, player)
    for company in dict.fromkeys(presided):
        _replace(writer, player, company)
    if writer.state.priority == player:
        writer.give_priority(writer.left_of(player))
    writer.move_cursor(step="")


def _sell(writer: PositionWriter, player: str, needy: str) -> None:
    """All that may still be sold is sold, each company in one block, and the bonds.

    No sale here makes a holder of one share president of a national: that is closed (O135).
    """
    for company in holdings(writer, player):
        blocks = [
            p for p in sellable(writer, player, needy, company) if not _weak(writer, player, company, p)
        ]
        if blocks:
            stock_rules(writer).sell(writer, player, company, blocks[-1])
    papers = bonds.held(writer, player)
    if papers:
        bonds.sell(writer, player, papers)


def _weak(view: View, player: str, company: str, percent: int) -> bool:
    heir = stock_rules(view).heir(view, player, company, percent)
    return heir is not None and view.percent(heir, company) < _least(view, company)


def _surrender(writer: PositionWriter, player: str) -> None:
    """The rest goes to the pool, whatever that holds already, presidencies too (O134); privates close."""
    rest = writer.certs(player)
    if rest:
        held = joined(", ", dict.fromkeys(cert.company for cert in rest))
        writer.say("to_pool_1826", player=player, held=held)
    for cert in rest:
        if writer.company(cert.company).kind == "private":
            close(writer, cert.company)
        else:
            writer.move_cert(cert, POOL)


def _replace(writer: PositionWriter, player: str, company: str) -> None:
    """Who holds most of it presides, if it is enough; a national without such a player is closed (O135)."""
    heir = successor(writer, player, company)
    if heir is not None:
        if heir != writer.president(company):
            hand_over(writer, company, heir)
    elif writer.company(company).kind == NATIONAL:
        close_national(writer, company)
    else:
        writer.say("no_president_1826", company=company)


def successor(view: View, player: str, company: str) -> str | None:
    """Who takes over from a bankrupt president: most shares, then first to his left; None if nobody can."""
    able = [p for p in view.from_seat(player)[1:] if view.percent(p, company) >= _least(view, company)]
    return max(able, key=lambda p: view.percent(p, company)) if able else None


def _least(view: View, company: str) -> int:
    national = view.company(company).kind == NATIONAL
    return LEAST_NATIONAL if national else view.certs_of(company)[0].percent


def close_national(writer: PositionWriter, company: str) -> None:
    """Write that a national closes: shares and tokens out, trains to the pool, nobody is paid (O135)."""
    writer.say("closed_1826", company=company)
    writer.pay(company, BANK, writer.cash(company), "closed")
    for train in writer.trains(company):
        writer.move_train(train.id, POOL)
    for token in writer.tokens(company):
        writer.place_token(token.id, None)
    for private in [c.id for c in writer.companies("private") if writer.owner(c.id) == company]:
        close(writer, private)
    give_back_bonuses(writer, company)
    writer.note_company(company, bonds.BONDS, None)
    retire(writer, company)


class Emergency(EmergencyPolicy):
    """Loans are debts, bonds can be sold, and a bankrupt player leaves the game to the others."""

    def debts(self, view: View, company: str) -> int:
        return loans.debt(view, company)

    def assets(self, view: View, player: str) -> int:
        return bonds.worth(view, player)

    def bankrupt(self, writer: PositionWriter, player: str) -> None:
        settle(writer, player)

"""A president who cannot pay is bankrupt and out of the game, which goes on without him (O133-O135).

The turn of the company that was in need ends: it keeps the money raised for it and tries again next time.
"""

from __future__ import annotations

from engine.abilities.ends import give_back_bonuses
from engine.core.play import Play
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
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


def settle(play: Play, player: str) -> None:
    """Write what follows when a president is bankrupt while his company is in need of money."""
    needy = play.cursor.actor
    _sell(play, player, needy)
    raised = play.cash(player)
    play.pay(player, needy, raised, "bankruptcy")
    play.say("raised_1826", player=player, amount=raised, company=needy)
    presided = [*play.presided(player), *turn_note(play, GIVEN_UP, [])]
    _surrender(play, player)
    for company in dict.fromkeys(presided):
        _replace(play, player, company)
    if play.state.priority == player:
        play.give_priority(play.left_of(player))
    play.move_cursor(step="")


def _sell(play: Play, player: str, needy: str) -> None:
    """All that may still be sold is sold, each company in one block, and the bonds.

    No sale here makes a holder of one share president of a national: that is closed (O135).
    """
    for company in holdings(play, player):
        blocks = [p for p in sellable(play, player, needy, company) if not _weak(play, player, company, p)]
        if blocks:
            stock_rules(play).sell(play, player, company, blocks[-1])
    papers = bonds.held(play, player)
    if papers:
        bonds.sell(play, player, papers)


def _weak(view: View, player: str, company: str, percent: int) -> bool:
    heir = stock_rules(view).heir(view, player, company, percent)
    return heir is not None and view.percent(heir, company) < _least(view, company)


def _surrender(play: Play, player: str) -> None:
    """The rest goes to the pool, whatever that holds already, presidencies too (O134); privates close."""
    rest = play.certs(player)
    if rest:
        held = joined(", ", dict.fromkeys(cert.company for cert in rest))
        play.say("to_pool_1826", player=player, held=held)
    for cert in rest:
        if play.company(cert.company).kind == "private":
            close(play, cert.company)
        else:
            play.move_cert(cert, POOL)


def _replace(play: Play, player: str, company: str) -> None:
    """Who holds most of it presides, if it is enough; a national without such a player is closed (O135)."""
    heir = successor(play, player, company)
    if heir is not None:
        if heir != play.president(company):
            hand_over(play, company, heir)
    elif play.company(company).kind == NATIONAL:
        close_national(play, company)
    else:
        play.say("no_president_1826", company=company)


def successor(view: View, player: str, company: str) -> str | None:
    """Who takes over from a bankrupt president: most shares, then first to his left; None if nobody can."""
    able = [p for p in view.from_seat(player)[1:] if view.percent(p, company) >= _least(view, company)]
    return max(able, key=lambda p: view.percent(p, company)) if able else None


def _least(view: View, company: str) -> int:
    national = view.company(company).kind == NATIONAL
    return LEAST_NATIONAL if national else view.certs_of(company)[0].percent


def close_national(play: Play, company: str) -> None:
    """Write that a national closes: shares and tokens out, trains to the pool, nobody is paid (O135)."""
    play.say("closed_1826", company=company)
    play.pay(company, BANK, play.cash(company), "closed")
    for train in play.trains(company):
        play.move_train(train.id, POOL)
    for token in play.tokens(company):
        play.place_token(token.id, None)
    for private in [c.id for c in play.companies("private") if play.owner(c.id) == company]:
        close(play, private)
    give_back_bonuses(play, company)
    play.note_company(company, bonds.BONDS, None)
    retire(play, company)


class Emergency(EmergencyPolicy):
    """Loans are debts, bonds can be sold, and a bankrupt player leaves the game to the others."""

    def debts(self, view: View, company: str) -> int:
        return loans.debt(view, company)

    def assets(self, view: View, player: str) -> int:
        return bonds.worth(view, player)

    def bankrupt(self, play: Play, player: str) -> None:
        settle(play, player)

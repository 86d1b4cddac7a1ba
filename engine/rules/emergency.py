"""Shares that a president must sell so that a company gets its train, and bankruptcy.

The needy company is the one whose turn it is. Money is in the title's currency, shares in percent.
"""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.state import BANK
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import trains
from engine.rules.market import down
from engine.rules.stock import stock_rules

tell(Rank.BANKRUPTCY, bankrupt_loses="{player} loses {amount} to the bank.")


class EmergencyPolicy:
    """What a title adds to a forced purchase. It overrides what differs."""

    sells_all = False
    """Whether a bankrupt sells all that he may, and his money goes to the bank."""

    def debts(self, view: View, company: str) -> int:
        """What the company whose turn it is owes beyond its treasury, trains apart."""
        return 0

    def assets(self, view: View, player: str) -> int:
        """What a president in need can get for more than shares (bonds)."""
        return 0

    def bankrupt(self, writer: PositionWriter, player: str) -> None:
        """Write what follows when a president is bankrupt: the game ends."""
        if self.sells_all:
            _sell_all(writer, player, writer.cursor.actor)
        writer.end_game("bankruptcy")


def _sell_all(writer: PositionWriter, player: str, needy: str) -> None:
    for company in holdings(writer, player):
        blocks = sellable(writer, player, needy, company)
        if blocks:
            stock_rules(writer).sell(writer, player, company, blocks[-1])
    if writer.cash(player):
        writer.say("bankrupt_loses", player=player, amount=writer.cash(player))
    writer.pay(player, BANK, writer.cash(player), "bankruptcy")


def missing(view: View, needy: str) -> int:
    """What treasury and president together lack for the cheapest train or a debt; 0 outside an emergency."""
    president = view.president(needy)
    if president is None:
        return 0
    debt = view.policy(EmergencyPolicy).debts(view, needy)
    return max(0, (debt or _lacking(view, needy)) - view.cash(president))


def _lacking(view: View, needy: str) -> int:
    """What the treasury lacks for the cheapest train that the president must help to buy."""
    if not trains.is_forced(view, needy) or not trains.president_helps(view, needy):
        return 0
    price = trains.cheapest(view)
    assert price is not None
    return price - view.cash(needy)


def sellable(view: View, player: str, needy: str, company: str) -> list[int]:
    """The blocks of a company that its holder may sell, however much money is needed.

    In the needy company none that costs the presidency; elsewhere the presidency may go, unless the title's
    stock rules keep it there too.
    """
    rules = stock_rules(view)
    blocks = rules.sale_percents(view, player, company)
    keeps = company == needy or rules.keeps_presidencies
    return [p for p in blocks if not keeps or rules.heir(view, player, company, p) is None]


def holdings(view: View, player: str) -> list[str]:
    """The companies of which a player owns shares, each once."""
    rules = stock_rules(view)
    return list(dict.fromkeys(c.company for c in view.certs(player) if rules.has_shares(view, c.company)))


def raisable(view: View, player: str, needy: str) -> int:
    """The most that the player's sales can bring: the largest block of each company, each in one sale.

    What else the title lets him sell counts too.
    """
    rules = stock_rules(view)
    largest = {c: sellable(view, player, needy, c) for c in holdings(view, player)}
    other = view.policy(EmergencyPolicy).assets(view, player)
    return other + sum(rules.sale_price(view, c, blocks[-1]) for c, blocks in largest.items() if blocks)


def is_hopeless(view: View, needy: str) -> bool:
    """Whether even the sale of all that may be sold leaves the president short."""
    lacking, president = missing(view, needy), view.president(needy)
    return bool(lacking) and president is not None and lacking > raisable(view, president, needy)


def check_sale(view: View, player: str, needy: str, company: str, percent: int) -> Violation | None:
    """Why a president may not sell this block for the needy company now, or None."""
    lacking = missing(view, needy)
    if not lacking:
        text = say("Shares are sold in an operating round only while money for a forced purchase is missing.")
        return Violation("nothing_to_raise", text)
    rules = stock_rules(view)
    found = rules.check_sale(view, player, company, percent)
    if found is not None:
        return found
    if percent not in sellable(view, player, needy, company):
        text = say(
            "The president sells only so many shares of {company} that he stays its president.",
            company=company,
        )
        return Violation("keeps_presidency", text)
    share, money = rules.share(view, company), view.money(lacking)
    if percent > share and rules.sale_price(view, company, percent - share) >= lacking:
        text = say("Only as many shares may be sold as bring the missing {money}.", money=money)
        return Violation("more_than_needed", text, {"missing": lacking})
    if _spoils(view, player, needy, company, percent):
        text = say(
            "Sell a larger block of {company}: after so small a one {money} cannot be raised.",
            company=company,
            money=money,
        )
        return Violation("block_too_small", text, {"missing": lacking})
    return None


def blocks_for_sale(view: View, player: str, needy: str, company: str) -> list[int]:
    """The blocks that may be sold for the needy company now."""
    found = sellable(view, player, needy, company)
    return [p for p in found if check_sale(view, player, needy, company, p) is None]


def _spoils(view: View, player: str, needy: str, company: str, percent: int) -> bool:
    """Whether the fall of the price puts the money out of reach that a larger block would bring.

    The president must raise it if he can, so he may not sell himself into bankruptcy.
    """
    rules = stock_rules(view)
    lacking, total = missing(view, needy), raisable(view, player, needy)
    most = sellable(view, player, needy, company)[-1]
    cell = view.company(company).cell
    assert cell is not None
    for _ in range(percent // rules.share(view, company)):
        cell = down(view.data.market, cell)
    rest = 0 if rules.one_block else most - percent
    later = view.data.market.value(cell) * rest // rules.share(view, company)
    after = total - rules.sale_price(view, company, most) + rules.sale_price(view, company, percent) + later
    return total >= lacking > after

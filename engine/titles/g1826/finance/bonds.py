"""The bonds of the SNCF (O131, O132): who holds them, what they pay, how they change hands.

Bonds are no shares: they count for no limit and have no vote. Who holds how many is in the data of the
SNCF under ``bonds``, by holder (players, companies, the pool); what nobody holds is not issued.
"""

from __future__ import annotations

from engine.core.choices import Option
from engine.core.errors import Violation
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.stock import stock_rules
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.story import tell

tell(bonds_given_1826="{holder} receives {count:bond|bonds} of {company}.")
tell(
    Rank.DEAL,
    bonds_issued_1826="{company} issues {count:bond|bonds} to the open market for {amount}.",
    bond_bought_1826="{player} buys a bond of {company} for {price}.",
    bonds_sold_1826="{player} sells {count:bond|bonds} of {company} for {price}.",
    bonds_redeemed_1826="{company} redeems {count:bond|bonds} of {holder} for {price}.",
)
ISSUER = "SNCF"
BONDS = "bonds"


COUNTED = {"loan": (say("a loan"), say("{count} loans")), "bond": (say("a bond"), say("{count} bonds"))}
"""One piece in words, and several."""


def price(view: View) -> int:
    """What a bond costs, whoever buys or sells it."""
    return view.data.figures(Figures).bond_price


def counted(count: int, piece: str) -> str:
    """A number of loans or bonds in words."""
    one, many = COUNTED[piece]
    return one if count == 1 else say(many, count=count)


def pieces(view: View, wording: str, piece: str, most: int, each: int) -> list[Option]:
    """One to so many loans or bonds as options, with the money."""
    labels = (say(wording, pieces=counted(n, piece), money=view.money(n * each)) for n in range(1, most + 1))
    return [Option(str(n), label) for n, label in enumerate(labels, 1)]


def holders(view: View) -> dict[str, int]:
    """How many bonds each holder has: the pool first, then players from the priority card clockwise."""
    held: dict[str, int] = view.company(ISSUER).data.get(BONDS, {})
    order = [POOL, *(view.from_seat(view.state.priority) if view.state.priority else view.seats)]
    order += sorted(held.keys() - set(order))
    return {holder: held[holder] for holder in order if held.get(holder)}


def held(view: View, holder: str) -> int:
    """How many bonds somebody holds."""
    return holders(view).get(holder, 0)


def worth(view: View, player: str) -> int:
    """What a player's bonds count at the end of the game."""
    return held(view, player) * price(view)


def unissued(view: View, company: str) -> int:
    """How many bonds a company can still issue; none but the SNCF has any."""
    if company != ISSUER:
        return 0
    return view.data.figures(Figures).bond_count - sum(holders(view).values())


def interest(view: View, company: str) -> dict[str, int]:
    """What the company owes each holder of its bonds in a turn."""
    if company != ISSUER:
        return {}
    each = view.data.figures(Figures).bond_interest
    return {holder: count * each for holder, count in holders(view).items()}


def add(writer: PositionWriter, holder: str, count: int) -> None:
    """Write that a holder has so many bonds more (or less); the rest of the ten are not issued."""
    before = holders(writer)
    after = {**before, holder: before.get(holder, 0) + count}
    writer.note_company(ISSUER, BONDS, {h: n for h, n in sorted(after.items()) if n} or None)


def give(writer: PositionWriter, holder: str, count: int) -> int:
    """Write that a holder gets bonds without paying, as far as there are any; returns how many."""
    given = min(count, unissued(writer, ISSUER))
    if given:
        add(writer, holder, given)
        writer.say("bonds_given_1826", holder=holder, count=given, company=ISSUER)
    return given


def issue(writer: PositionWriter, count: int) -> None:
    """Write that the SNCF sells bonds to the pool (O131)."""
    amount = count * price(writer)
    add(writer, POOL, count)
    writer.pay(BANK, ISSUER, amount, "bonds")
    writer.say("bonds_issued_1826", company=ISSUER, count=count, amount=amount)


# --- players -----------------------------------------------------------------------------------------


def check_buy(view: View, player: str) -> Violation | None:
    """Why a player may not buy a bond from the pool now, his turn apart."""
    if not held(view, POOL):
        return Violation("no_bond", say("The open market has no bond."))
    cost, have = price(view), stock_rules(view).spendable(view, player)
    if cost > have:
        text = say(
            "A bond costs {money}; you can spend {money2}.", money=view.money(cost), money2=view.money(have)
        )
        return Violation("not_enough_money", text, {"cost": cost, "cash": have})
    return None


def buy(writer: PositionWriter, player: str) -> None:
    """Write the purchase of one bond from the pool."""
    writer.pay(player, BANK, price(writer), "bond")
    add(writer, POOL, -1)
    add(writer, player, 1)
    writer.say("bond_bought_1826", player=player, company=ISSUER, price=price(writer))


def check_sell(view: View, player: str, count: int) -> Violation | None:
    """Why a player may not sell so many bonds to the pool, his turn apart."""
    mine = held(view, player)
    if 1 <= count <= mine:
        return None
    text = say("You may sell up to {mine} bonds.", mine=mine) if mine else say("You hold no bond to sell.")
    return Violation("no_bond", text)


def sell(writer: PositionWriter, player: str, count: int) -> None:
    """Write the sale of bonds to the pool."""
    amount = count * price(writer)
    writer.pay(BANK, player, amount, "bond")
    add(writer, player, -count)
    add(writer, POOL, count)
    writer.say("bonds_sold_1826", player=player, company=ISSUER, count=count, price=amount)


# --- redemption --------------------------------------------------------------------------------------


def redeemable(view: View, company: str) -> dict[str, int]:
    """How many bonds of each holder the company may redeem now: the pool's first, then those of players."""
    most = view.cash(company) // price(view)
    if company != ISSUER or not most:
        return {}
    found = holders(view)
    first = {POOL: found[POOL]} if POOL in found else found
    return {holder: min(count, most) for holder, count in first.items()}


def redeem(writer: PositionWriter, holder: str, count: int) -> None:
    """Write that the SNCF buys bonds back; they can be issued again."""
    amount = count * price(writer)
    writer.pay(ISSUER, BANK if holder == POOL else holder, amount, "bond")
    add(writer, holder, -count)
    writer.say("bonds_redeemed_1826", company=ISSUER, holder=holder, count=count, price=amount)


def are_sound(view: View) -> str | None:
    """An invariant: no holder of less than nothing, not more bonds than there are."""
    if unissued(view, ISSUER) < 0 or any(count < 0 for count in holders(view).values()):
        return "the bonds do not add up"
    return None

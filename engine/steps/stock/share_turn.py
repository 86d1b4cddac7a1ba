"""What the player has done in a turn of share dealing, and what still fits into it."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import dealing
from engine.rules.stock import stock_rules

DONE = "sr_turn"
NOTES = {DONE: "the end of the turn"}
"""Note: what the actor has done in this turn."""


def turn(view: View) -> str:
    """What the actor has done in this turn: "b" for a purchase, "s" for sales, in order."""
    done: str = view.state.notes.get(DONE, "")
    return done


def may_still(view: View, what: str) -> bool:
    """True when a purchase ("b") or a sale ("s") still fits into this turn."""
    return _fits(view, what) or (what == "b" and bought_again(view) is not None)


def _fits(view: View, what: str) -> bool:
    """The same by the patterns of a turn alone; ``what`` may be several in their order."""
    so_far = turn(view)
    then = so_far if what == "s" and so_far.endswith("s") else so_far + what
    return any(pattern.startswith(then) for pattern in stock_rules(view).turn_patterns(view))


def bought_again(view: View) -> str | None:
    """The company of which the actor, who has just bought a share of it, may buy another in this turn."""
    company = dealing.bought_now(view)
    if company is None or not turn(view).endswith("b"):
        return None
    return company if stock_rules(view).buys_several(view, company) else None


def refuse_purchase(view: View, player: str) -> Violation | None:
    """Why a purchase does not fit into this turn, or not yet: who must sell sells while he can."""
    early = stock_rules(view).sells_down or not _fits(view, "bs")
    return refuse_order(view, "b") or (must_sell(view, player) if early else None)


def refuse_other(view: View, company: str, starts: bool = False) -> Violation | None:
    """Why a purchase that fits into this turn may not be of this company, or not start it (``starts``)."""
    again = bought_again(view)
    if again is None or _fits(view, "b") or (company == again and not starts):
        return None
    text = say("After a share of {company} only more shares of it may be bought in this turn.", company=again)
    return Violation("one_purchase", text, {"company": again})


def refuse_order(view: View, what: str) -> Violation | None:
    """Why a purchase or sale no longer fits into this turn."""
    if may_still(view, what):
        return None
    rules = stock_rules(view)
    patterns = rules.turn_patterns(view)
    if not rules.has_sales(view):
        return _refuse_of_purchases(what, max(map(len, patterns)))
    order = _order(patterns)
    return Violation("turn_order", say("A turn is {order}, and you have had yours.", order=order))


def _order(patterns: Collection[str]) -> str:
    """What a turn of these patterns is, in words."""
    if any("sbs" in pattern for pattern in patterns):
        return say("sales, one purchase and sales again")
    if any("bs" in pattern for pattern in patterns):
        return say("one purchase, sales, or both in either order")
    return say("sales, then one purchase")


def _refuse_of_purchases(what: str, most: int) -> Violation:
    """The same where a turn consists of purchases only, ``most`` of them."""
    if what == "s":
        return Violation("one_purchase", say("This round has no sales."))
    count = say("one purchase") if most == 1 else say("{most} purchases at most", most=most)
    return Violation("one_purchase", say("A turn of this round is {count}.", count=count))


def certificates(count: int) -> str:
    """A number of certificates in words for a sentence."""
    return say("one certificate") if count == 1 else say("{count} certificates", count=count)


def must_sell(view: View, player: str) -> Violation | None:
    """Why a turn may not end or pass: too many certificates, and a sale is possible."""
    rules = stock_rules(view)
    over, much = rules.excess(view, player), rules.overheld(view, player)
    if not (over or much) or not may_still(view, "s") or not rules.can_sell(view, player):
        return None
    if not over:
        text = say(
            "You hold more than {holding_limit} % of {much}: sell shares first.",
            holding_limit=rules.holding_limit(view, much[0]),
            much=much[0],
        )
        return Violation("must_sell", text, {"company": much[0]})
    text = say("You hold {over} over the limit: sell shares first.", over=certificates(over))
    return Violation("must_sell", text, {"excess": over})


def acted(writer: PositionWriter, what: str) -> None:
    """Write that the actor bought ("b") or sold ("s") in this turn."""
    again = what == "b" and not _fits(writer, "b")
    if not again and not (what == "s" and turn(writer).endswith("s")):
        writer.note(DONE, turn(writer) + what)
    writer.move_cursor(passes=0)


def end_turn(writer: PositionWriter) -> None:
    """Write that the next turn begins with nothing done."""
    writer.note(DONE, None)

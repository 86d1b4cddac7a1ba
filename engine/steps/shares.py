"""Share dealing: buy, sell, buy then sell, sell then buy, or pass, turn by turn until all pass.

What is legal and what a deal does is in `engine.rules.stock`; here is the course of a turn. A turn
ends with ``done``, or by itself when nothing more could follow; a turn without an action is a pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Sought, said
from engine.core.errors import Violation
from engine.core.flow import begin_round, current_round, passing
from engine.core.play import Play
from engine.core.rounds import Move, PlayerStep, Round, Step
from engine.core.state import Cursor
from engine.core.story import Part, Told, tell
from engine.core.view import View
from engine.message import OR, joined, say, word
from engine.rules.dealing import forget_dealing, forget_sales
from engine.rules.stock import stock_rules
from engine.steps.share_options import block_option, held_option, par_option, stocked, unstarted

tell(
    passes=Told("{player} passes.", part=Part.PASS, several="pass"),
    priority="{player} takes the priority card.",
)
DONE = "sr_turn"
NOTES = {DONE: "the end of the turn"}
"""Note: what the actor has done in this turn."""


def as_amount(value: Json) -> int:
    """A whole number given as an int or in digits; -1 for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else -1


def turn(view: View) -> str:
    """What the actor has done in this turn: "b" for a purchase, "s" for sales, in order."""
    done: str = view.state.notes.get(DONE, "")
    return done


def may_still(view: View, what: str) -> bool:
    """True when a purchase ("b") or a sale ("s") still fits into this turn."""
    so_far = turn(view)
    then = so_far if what == "s" and so_far.endswith("s") else so_far + what
    return any(pattern.startswith(then) for pattern in stock_rules(view).turn_patterns(view))


def refuse_purchase(view: View, player: str) -> Violation | None:
    """Why a purchase does not fit into this turn, or not yet."""
    first = must_sell(view, player) if stock_rules(view).sells_down else None
    return refuse_order(view, "b") or first


def refuse_order(view: View, what: str) -> Violation | None:
    """Why a purchase or sale no longer fits into this turn."""
    if may_still(view, what):
        return None
    patterns = stock_rules(view).turn_patterns(view)
    if not any("s" in pattern for pattern in patterns):
        return _refuse_of_purchases(what, max(map(len, patterns)))
    either = any("bs" in pattern for pattern in patterns)
    order = say("one purchase, sales, or both in either order") if either else say("sales, then one purchase")
    return Violation("turn_order", say("You have dealt in this turn, which is {order}.", order=order))


def _refuse_of_purchases(what: str, most: int) -> Violation:
    """The same where a turn consists of purchases only, ``most`` of them."""
    if what == "s":
        return Violation("one_purchase", say("No shares may be sold in this round."))
    count = say("one purchase") if most == 1 else say("{most} purchases at most", most=most)
    return Violation("one_purchase", say("A turn of this round is {count}.", count=count))


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
    text = say("You hold {over} certificates over the limit: sell shares first.", over=over)
    return Violation("must_sell", text, {"excess": over})


def acted(play: Play, what: str) -> None:
    """Write that the actor bought ("b") or sold ("s") in this turn."""
    if not (what == "s" and turn(play).endswith("s")):
        play.note(DONE, turn(play) + what)
    play.move_cursor(passes=0)


def end_turn(play: Play) -> None:
    """Write that the next turn begins with nothing done."""
    play.note(DONE, None)


class BuyShare(Move):
    """Buy one certificate from the initial offering or the open market."""

    kind = "buy_share"
    args: ClassVar = {"company": str, "source": str}
    missing, partly = say("No share can be bought"), say("Cannot buy {names}")

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_purchase(view, player) or not any(
            self._sources(view, player, c) for c in view.state.companies
        ):
            return None
        fields = (Field("company", say("Which company?")), Field("source", say("From where?")))
        return Choice(self.kind, say("Buy a share"), fields)

    def _sources(self, view: View, player: str, company: str) -> list[str]:
        rules = stock_rules(view)
        offered = (s for s in rules.sources if rules.is_offered(view, player, company, s))
        return [s for s in offered if rules.check_buy(view, player, company, s) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if refuse_purchase(view, partial.player):
            return ()
        if field == "company":
            names = (c for c in view.state.companies if self._sources(view, partial.player, c))
            return [self._company(view, c, partial.player) for c in names]
        if field == "source":
            company = partial.get("company", "")
            return [self._source(view, company, s) for s in self._sources(view, partial.player, company)]
        raise KeyError(field)

    def _company(self, view: View, company: str, player: str) -> Option:
        """What the next certificate costs wherever it can be bought."""
        found = self._sources(view, player, company)
        note = said(
            view.spec(company).name, say("you own {percent} %", percent=view.percent(player, company))
        )
        if len(found) == 1:
            return Option(company, self._deal(view, company, found[0]), note)
        rules, percent = stock_rules(view), stock_rules(view).on_sale(view, company, found[0])[0].percent
        prices = (
            say(
                "{money} from {removeprefix}",
                money=view.money(rules.cost(view, company, s)),
                removeprefix=word(rules.sources[s].removeprefix("the ")),
            )
            for s in found
        )
        return Option(
            company,
            say(
                "{company} {percent} % · {prices}",
                company=company,
                percent=percent,
                prices=joined(OR, prices),
            ),
            note,
        )

    def _deal(self, view: View, company: str, source: str) -> str:
        """``M&R 10 % · $60 · 6 left``: one certificate of a source, and how many it has."""
        percent, price, left = self._offer(view, company, source)
        return said(
            say("{company} {percent} %", company=company, percent=percent), price, say("{len} left", len=left)
        )

    def _offer(self, view: View, company: str, source: str) -> tuple[int, str, int]:
        """The percent and the cost of the next certificate of a source, and how many it has."""
        rules = stock_rules(view)
        certs = rules.on_sale(view, company, source)
        return certs[0].percent, view.money(rules.cost(view, company, source)), len(certs)

    def _source(self, view: View, company: str, source: str) -> Option:
        percent, price, left = self._offer(view, company, source)
        where = say("{left} left in {source}", left=left, source=stock_rules(view).sources[source])
        deal = say("Buy {company} {percent} %", company=company, percent=percent)
        return Option(source, said(deal, price, where))

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """Shares of companies that have a price, from each source that has some."""
        for company, source in stocked(view):
            yield Sought(company, Action(self.kind, player, {"company": company, "source": source}))

    def sought_for(self, view: View, player: str, field: str, value: str) -> list[Sought]:
        """Also a company that has no price yet."""
        found = list(super().sought_for(view, player, field, value))
        if found or field != "company" or not stock_rules(view).has_shares(view, value):
            return found
        source = next(iter(stock_rules(view).sources))
        return [Sought(value, Action(self.kind, player, {"company": value, "source": source}))]

    def check(self, view: View, action: Action) -> Violation | None:
        company, source = action.get("company", ""), action.get("source", "")
        early = refuse_purchase(view, action.player)
        return early or stock_rules(view).check_buy(view, action.player, company, source)

    def perform(self, play: Play, action: Action) -> None:
        stock_rules(play).buy(play, action.player, action.args["company"], action.args["source"])
        acted(play, "b")


class Par(Move):
    """Start a company: buy its president's certificate and choose the par."""

    kind = "par"
    args: ClassVar = {"company": str, "price": (int, str)}
    missing, partly = say("No company can be started"), say("Cannot start {names}")

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_purchase(view, player) or not any(
            self._is_open(view, player, c) for c in view.state.companies
        ):
            return None
        fields = (Field("company", say("Which company?")), Field("price", say("At which par?")))
        return Choice(self.kind, say("Start a company"), fields)

    def _is_open(self, view: View, player: str, company: str) -> bool:
        """True when the lowest par is legal: a higher one only costs more."""
        return bool(self._pars(view, player, company, 1))

    def _pars(self, view: View, player: str, company: str, lowest: int | None = None) -> list[int]:
        rules = stock_rules(view)
        if not rules.has_shares(view, company) or not rules.can_start(view, company):
            return []
        values = rules.par_values(view, company)[:lowest]
        if values and rules.cost_of_start(view, company, values[0]) > rules.spendable(view, player):
            return []
        return [v for v in values if rules.check_par(view, player, company, v) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if refuse_purchase(view, partial.player):
            return ()
        if field == "company":
            names = (c for c in view.state.companies if self._is_open(view, partial.player, c))
            return [self._company(view, c) for c in names]
        if field == "price":
            company = partial.get("company", "")
            return [par_option(view, company, v) for v in self._pars(view, partial.player, company)]
        raise KeyError(field)

    def _company(self, view: View, company: str) -> Option:
        least = stock_rules(view).par_values(view, company)[0]
        label = said(
            say("Start {company}", company=company),
            say("par from {money}", money=view.money(least)),
            view.spec(company).name,
        )
        return Option(company, label, par_option(view, company, least).note)

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        for company, least in unstarted(view):
            yield Sought(company, Action(self.kind, player, {"company": company, "price": least}))

    def check(self, view: View, action: Action) -> Violation | None:
        company, par = action.get("company", ""), as_amount(action.get("price"))
        early = refuse_purchase(view, action.player)
        return early or stock_rules(view).check_par(view, action.player, company, par)

    def perform(self, play: Play, action: Action) -> None:
        stock_rules(play).start(play, action.player, action.args["company"], as_amount(action.args["price"]))
        acted(play, "b")


class SellShares(Move):
    """Sell a block of one company to the open market; several blocks in the order of one's choice."""

    kind = "sell_shares"
    args: ClassVar = {"company": str, "percent": (int, str)}
    missing, partly = say("No share can be sold"), say("Cannot sell {names}")

    def choice(self, view: View, player: str) -> Choice | None:
        if not may_still(view, "s") or not stock_rules(view).can_sell(view, player):
            return None
        fields = (Field("company", say("Which company?")), Field("percent", say("How much?")))
        return Choice(self.kind, say("Sell shares"), fields)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        rules, player = stock_rules(view), partial.player
        if not may_still(view, "s"):
            return ()
        if field == "company":
            names = [c for c in view.state.companies if rules.has_shares(view, c)]
            return [held_option(view, c, player) for c in names if rules.sale_percents(view, player, c)]
        if field == "percent":
            company = partial.get("company", "")
            blocks = rules.sale_percents(view, player, company) if rules.has_shares(view, company) else []
            return [block_option(view, company, percent) for percent in blocks]
        raise KeyError(field)

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        rules = stock_rules(view)
        held = dict.fromkeys(c.company for c in view.certs(player) if rules.has_shares(view, c.company))
        for company in held:
            percent = next(iter(rules.sale_percents(view, player, company)), rules.share(view, company))
            yield Sought(company, Action(self.kind, player, {"company": company, "percent": percent}))

    def check(self, view: View, action: Action) -> Violation | None:
        company, percent = action.get("company", ""), as_amount(action.get("percent"))
        return refuse_order(view, "s") or stock_rules(view).check_sale(view, action.player, company, percent)

    def perform(self, play: Play, action: Action) -> None:
        company, percent = action.args["company"], as_amount(action.args["percent"])
        stock_rules(play).sell(play, action.player, company, percent)
        acted(play, "s")


class PassShares(Move):
    """Let the turn go without an action."""

    kind = "pass"

    def choice(self, view: View, player: str) -> Choice | None:
        return (
            Choice(self.kind, say("Pass"), note=passing(view))
            if self._refusal(view, player) is None
            else None
        )

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player)

    def _refusal(self, view: View, player: str) -> Violation | None:
        if turn(view):
            return Violation("turn_begun", say("You have acted in this turn: end it, or go on."))
        return must_sell(view, player)

    def perform(self, play: Play, action: Action) -> None:
        share_round(play).pass_turn(play)


class Done(Move):
    """End a turn in which something was done."""

    kind = "done"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("End turn")) if self._refusal(view, player) is None else None

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player)

    def _refusal(self, view: View, player: str) -> Violation | None:
        if not turn(view):
            return Violation("nothing_done", say("You have not acted in this turn: deal, or pass."))
        return must_sell(view, player)

    def perform(self, play: Play, action: Action) -> None:
        current_round(play).advance(play)


class ShareStep(PlayerStep):
    """The turn of one player."""

    name = "turn"
    label = say("share dealing")
    moves: Sequence[Move] = (BuyShare(), Par(), SellShares(), Done(), PassShares())

    def is_open(self, view: View) -> bool:
        """False once nothing more can follow in a turn; before a purchase the player decides himself."""
        rules, actor = stock_rules(view), view.cursor.actor
        if rules.passes_alone and (not turn(view) or may_still(view, "b")):
            dealings = (m for m in self.moves if m.kind not in (Done.kind, PassShares.kind))
            return any(move.choice(view, actor) is not None for move in dealings)
        if not turn(view) or may_still(view, "b"):
            return True
        return may_still(view, "s") and rules.can_sell(view, actor)


def share_round(view: View) -> ShareRound:
    """The round in progress, which is one of share dealing."""
    found = current_round(view)
    assert isinstance(found, ShareRound)
    return found


class ShareRound(Round):
    """Turns of share dealing from the holder of the priority card until all pass in a row."""

    kind = "shares"
    steps: Mapping[str, Step] = {"turn": ShareStep()}

    def title(self, view: View) -> str:
        return say("Stock {number}", number=view.cursor.number)

    def begin(self, play: Play) -> None:
        number = play.cursor.number + 1
        forget_dealing(play)  # what was sold in operating rounds binds nobody here
        play.set_cursor(Cursor(self.kind, number, actor=play.state.priority, step="turn"))

    def advance(self, play: Play) -> None:
        """End the turn of the actor; one that ends without an action is a pass."""
        if turn(play):
            self.next_turn(play)
        else:
            self.pass_turn(play)

    def next_turn(self, play: Play) -> None:
        """Go on with the player to the left."""
        end_turn(play)
        forget_sales(play)
        play.move_cursor(actor=play.left_of(play.cursor.actor))

    def pass_turn(self, play: Play) -> None:
        """The actor passes; the round is over when all have passed in a row."""
        play.say("passes", player=play.cursor.actor)
        passes = play.cursor.passes + 1
        play.move_cursor(passes=passes)
        self.next_turn(play)
        if passes >= len(play.solvent):
            self.finish(play)

    def finish(self, play: Play) -> None:
        """All have passed; the cursor is at the first of them, who takes the priority card."""
        hand_on_priority(play)
        stock_rules(play).end_round(play)
        forget_dealing(play)
        self.next_round(play)

    def next_round(self, play: Play) -> None:
        """Begin what follows a share round."""
        begin_round(play, "operating")


def hand_on_priority(play: Play) -> None:
    """The player at the cursor, left of the last one to act other than passing, takes the card."""
    play.give_priority(play.cursor.actor)
    play.say("priority", player=play.cursor.actor)

"""Parliament Rounds: auctions of charters, and how the winner starts the company at once (4.1, 4.2).

The cursor: ``actor`` is the player to speak, ``done`` who has won a charter in this round, ``passes`` how
many in a row declined to open an auction. The note ``auction`` holds the company, the high bid, whose it
is and who is still in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action, Json, as_amount
from engine.core.choices import Bids, Choice, Field, Lot, Option, Range, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.flow import begin_round, current_round, passing
from engine.core.rounds import Move, OpenMove, PlayerStep, Round, Step
from engine.core.state import BANK, Cursor
from engine.core.story import EventKind, Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import AND, joined, say, word
from engine.rules.dealing import forget_dealing
from engine.rules.stock import stock_rules
from engine.rules.track import hex_name
from engine.steps.stock.share_purchase import BuyShare, Par
from engine.steps.stock.share_turn import end_turn, turn
from engine.steps.stock.stock_round import Done
from engine.steps.turns import SETS
from engine.titles.g1862.companies import companies
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.stock.stock import PARLIAMENT, charter, hold_charter

tell(
    auction_1862="{player} opens the auction of {company} with {price}.",
    raise_1862="{player} bids {price} for {company}.",
    out_1862=Told(
        "{player} drops out of the auction of {company}.",
        kind=EventKind.PASS,
        plural_predicate="drop out of the auction of {company}",
    ),
    declines_1862=Told("{player} opens no auction.", kind=EventKind.PASS, plural_predicate="open no auction"),
)
tell(
    Rank.FLOAT,
    charter_1862="{player} wins the charter of {company} for {price} and must float it in the stock round.",
)
AUCTION, OPENINGS = "auction", "parliaments"
NOTES = {AUCTION: "the end of the auction", OPENINGS: "the end of the game"}
"""Notes: the auction in progress; how many Parliament Rounds there were."""
PROPOSE, RAISE, START = "propose", "auction", "charter"


def auction(view: View) -> dict[str, Json]:
    """The auction in progress: company, bid, by, in."""
    found: dict[str, Json] = view.state.notes[AUCTION]
    return found


def most(view: View, player: str) -> int:
    """The highest bid that leaves a player three shares at the lowest par; below 0 none (4.1, 4.2)."""
    figures = view.data.figures(Figures)
    free = view.cash(player) - 3 * min(figures.charter_pars)
    step = figures.bid_step
    return int(free // step * step)


def refuse_bidder(view: View, player: str, least: int) -> Violation | None:
    """Why a player must pass whatever the company: money or certificates (4.1)."""
    rules = stock_rules(view)
    if rules.certificates(view, player) >= rules.certificate_limit(view):
        held, limit = rules.certificates(view, player), rules.certificate_limit(view)
        text = say(
            "You own {held} certificates and may own {limit}: you can only pass.", held=held, limit=limit
        )
        return Violation("certificate_limit", text, {"held": held, "limit": limit})
    if most(view, player) < least:
        needed = 3 * min(view.data.figures(Figures).charter_pars) + least
        bid, cost, have = (view.money(n) for n in (least, needed, view.cash(player)))
        text = say(
            "A bid of {bid} takes {cost} in cash, you have {have}: you can only pass.",
            bid=bid,
            cost=cost,
            have=have,
        )
        return Violation("not_enough_money", text, {"needed": needed})
    return None


def refuse_opener(view: View, player: str) -> Violation | None:
    """Why a player may not open an auction now (4.1)."""
    if player in view.cursor.done:
        text = say("You have won a charter in this round: you may bid, but not open an auction.")
        return Violation("has_charter", text)
    return refuse_bidder(view, player, 0)


def check_amount(view: View, player: str, amount: int, least: int) -> Violation | None:
    """Why a bid of this amount is not legal."""
    step, top = view.data.figures(Figures).bid_step, most(view, player)
    if amount < least or amount > top or amount % step:
        text = say(
            "Bid {money} to {money2} in steps of {money3}.",
            money=view.money(least),
            money2=view.money(top),
            money3=view.money(step),
        )
        return Violation("bad_bid", text, {"least": least, "most": top})
    return None


class OpenAuction(Move):
    """Propose a company with a first bid."""

    kind = "bid"
    args: ClassVar = {"company": str, "amount": (int, str)}
    missing, partly = say("No auction can be opened"), say("No auction of {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The companies that have not started, with a first bid of nothing."""
        for company in (c.id for c in view.companies() if not companies.is_started(view, c.id)):
            yield Sought(company, Action(self.kind, player, {"company": company, "amount": 0}))

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_opener(view, player) is not None or not companies.startable(view):
            return None
        fields = (Field("company", say("For which company?")), Field("amount", say("First bid?"), "amount"))
        return Choice(self.kind, say("Open an auction"), fields, _money_kept(view))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        if field == "company":
            return [_proposal(view, c) for c in companies.startable(view)]
        return bids(view, partial.player, 0)

    def check(self, view: View, action: Action) -> Violation | None:
        company = action.get("company") or ""
        refused = refuse_opener(view, action.player)
        if refused is not None:
            return refused
        why = companies.why_not_startable(view, company)
        if why is not None:
            return Violation(*why)
        return check_amount(view, action.player, as_amount(action.get("amount")), 0)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, amount, player = action.args["company"], as_amount(action.args["amount"]), action.player
        seats = list(writer.from_seat(player))
        writer.note(AUCTION, {"company": company, "bid": amount, "by": player, "in": seats})
        writer.say("auction_1862", player=player, company=company, price=amount)
        writer.move_cursor(actor=seats[1 % len(seats)], step=RAISE, passes=0)


def bids(view: View, player: str, least: int) -> Range:
    """The legal bids from ``least`` on; offered at once are the lowest ones."""
    step, top = view.data.figures(Figures).bid_step, max(least, most(view, player))
    return Range(least, top, step, tuple(least + n * step for n in (0, 1, 2, 4) if least + n * step <= top))


def _proposal(view: View, company: str) -> Option:
    """A company whose charter may be auctioned, with its permit and home."""
    permits = joined(AND, map(word, view.company(company).data.get("permits", ()))) or "no"
    where = hex_name(view, companies.home(view, company)[0])
    label = said(company, say("{permits} permit", permits=permits), view.spec(company).name)
    return Option(company, label, say("home {where}", where=where))


def _money_kept(view: View) -> str:
    kept = 3 * min(view.data.figures(Figures).charter_pars)
    return say(
        "A bid must leave {money} in cash, for three shares at the lowest par.", money=view.money(kept)
    )


class Raise(Move):
    """Bid more in the auction in progress."""

    kind = "bid"
    args: ClassVar = {"company": str, "amount": (int, str)}
    missing = say("No higher bid is possible")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The lowest bid, while an auction is in progress."""
        if AUCTION in view.state.notes:
            yield Sought("", Action(self.kind, player, {"amount": self._least(view)}))

    def choice(self, view: View, player: str) -> Choice | None:
        now = auction(view)
        if refuse_bidder(view, player, self._least(view)) is not None:
            return None
        others = joined(", ", (view.name(p) for p in now["in"] if p not in (player, now["by"])))
        high = say("{name} bids {money}", name=view.name(now["by"]), money=view.money(now["bid"]))
        note = (
            say("{high}; also in: {others}.", high=high, others=others)
            if others
            else say("{high}; nobody else is in.", high=high)
        )
        return Choice(
            self.kind,
            say("Bid for {now}", now=now["company"]),
            (Field("amount", say("How much?"), "amount"),),
            note,
        )

    def _least(self, view: View) -> int:
        return int(auction(view)["bid"]) + view.data.figures(Figures).bid_step

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        return bids(view, partial.player, self._least(view))

    def check(self, view: View, action: Action) -> Violation | None:
        least, company = self._least(view), auction(view)["company"]
        if action.get("company", company) != company:
            return Violation("other_auction", say("The auction is for {company}.", company=company))
        refused = refuse_bidder(view, action.player, least)
        return refused or check_amount(view, action.player, as_amount(action.get("amount")), least)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        amount = as_amount(action.args["amount"])
        now = auction(writer)
        writer.note(AUCTION, {**now, "bid": amount, "by": action.player})
        writer.say("raise_1862", player=action.player, company=now["company"], price=amount)
        writer.move_cursor(actor=_next(now["in"], action.player))


def _next(order: Sequence[str], player: str) -> str:
    return order[(order.index(player) + 1) % len(order)]


class PassParliament(OpenMove):
    """Open no auction, or leave the one in progress for good."""

    kind = "pass"

    def choice(self, view: View, player: str) -> Choice | None:
        leaves = view.cursor.step == RAISE
        return Choice(self.kind, say("Leave the auction") if leaves else say("Pass"), note=passing(view))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        current_round(writer).advance(writer)


class ProposeStep(PlayerStep):
    """Open an auction or pass; who may not, passes by himself."""

    name = PROPOSE
    label = say("parliament")
    subject: ClassVar[Subject] = Subject.PARLIAMENT
    moves = (OpenAuction(), PassParliament())

    def bids(self, view: View) -> Bids | None:
        return Bids()

    def lots(self, view: View) -> list[Lot]:
        """The companies whose charter may be auctioned; a first bid may be nothing."""
        return [Lot(company, lowest_bid=0) for company in companies.startable(view)]

    def is_open(self, view: View) -> bool:
        return refuse_opener(view, view.cursor.actor) is None and bool(companies.startable(view))


class RaiseStep(PlayerStep):
    """Raise or pass; who cannot raise, drops out by himself."""

    name = RAISE
    label = say("auction of a charter")
    subject: ClassVar[Subject] = Subject.PARLIAMENT
    moves = (Raise(), PassParliament())

    def bids(self, view: View) -> Bids | None:
        now = auction(view)
        return Bids({now["company"]: (now["by"], now["bid"])}, now["company"])

    def lots(self, view: View) -> list[Lot]:
        """The charter in auction: the highest bid alone stands; then the companies that may follow."""
        now = auction(view)
        company, high, least = now["company"], now["by"], now["bid"] + view.data.figures(Figures).bid_step
        answering = tuple(p for p in view.from_seat(high) if p in now["in"] and p != high)
        here = Lot(company, None, least, {high: now["bid"]}, (high,), True, answering)
        return [here, *(Lot(c, lowest_bid=None) for c in companies.startable(view) if c != company)]

    def is_open(self, view: View) -> bool:
        return self.moves[0].choice(view, view.cursor.actor) is not None


class CharterStep(PlayerStep):
    """The winner sets the par, buys the director's certificate, then up to two more shares (4.2)."""

    name = START
    label = say("starting a chartered company")
    subject: ClassVar[Subject] = Subject.PAR
    moves = (Par(), BuyShare(), Done())

    def company(self, view: View) -> str | None:
        return charter(view)

    def is_open(self, view: View) -> bool:
        return not turn(view) or any(m.choice(view, view.cursor.actor) for m in self.moves[:2])


class Parliament(Round):
    """Auctions, beginning with the Priority Deal, until all decline in a row (4.1)."""

    kind = PARLIAMENT
    steps: Mapping[str, Step] = {step.name: step for step in (ProposeStep(), RaiseStep(), CharterStep())}

    def title(self, view: View) -> str:
        return (
            say("Parliament {number}", number=view.cursor.number)
            if view.cursor.number
            else say("Initial Parliament")
        )

    def begin(self, writer: PositionWriter) -> None:
        """The first of the opening rounds has number 0, the last one that of the stock round (2.4.4)."""
        held = writer.state.notes.get(OPENINGS, 0) + 1
        writer.note(OPENINGS, held)
        before = max(0, writer.data.figures(Figures).opening_parliaments - held)
        number = writer.state.notes.get(SETS, 0) + 1 - before
        writer.set_cursor(Cursor(self.kind, number, actor=writer.state.priority, step=PROPOSE))

    def advance(self, writer: PositionWriter) -> None:
        """The actor passes, or has started the company of his charter."""
        {PROPOSE: self._decline, RAISE: self._drop, START: self._resume}[writer.cursor.step](writer)

    def _decline(self, writer: PositionWriter) -> None:
        actor, passes = writer.cursor.actor, writer.cursor.passes + 1
        writer.say("declines_1862", player=actor)
        if passes == len(writer.seats):
            self._end(writer)
        else:
            writer.move_cursor(actor=writer.left_of(actor), passes=passes)

    def _drop(self, writer: PositionWriter) -> None:
        now, actor = auction(writer), writer.cursor.actor
        following = _next(now["in"], actor)
        left = [p for p in now["in"] if p != actor]
        writer.say("out_1862", player=actor, company=now["company"])
        writer.note(AUCTION, {**now, "in": left})
        if left == [now["by"]]:
            self._award(writer)
        else:
            writer.move_cursor(actor=following)

    def _award(self, writer: PositionWriter) -> None:
        """The winner pays his bid and is under obligation; the others keep their money (4.2, 4.3)."""
        now = auction(writer)
        winner, company = now["by"], now["company"]
        writer.pay(winner, BANK, now["bid"], "charter")
        writer.say("charter_1862", player=winner, company=company, price=now["bid"])
        writer.note(AUCTION, None)
        hold_charter(writer, company)
        writer.note_company(company, companies.OBLIGATION, winner)
        writer.move_cursor(actor=winner, step=START)

    def _resume(self, writer: PositionWriter) -> None:
        winner = writer.cursor.actor
        hold_charter(writer, None)
        end_turn(writer)
        done = (*writer.cursor.done, winner)
        writer.move_cursor(actor=writer.left_of(winner), step=PROPOSE, done=done, passes=0)

    def _end(self, writer: PositionWriter) -> None:
        """Another opening round, else a stock round; the Priority Deal stays (4.1)."""
        forget_dealing(writer)
        opening = writer.state.notes[OPENINGS] < writer.data.figures(Figures).opening_parliaments
        begin_round(writer, PARLIAMENT if opening else "shares")

"""A tiny but real title for tests of all that is around the rules: players count, pay and trade.

In a count round each player pays others as often as he likes and then counts (1 to 3) or passes; whoever
reaches the next five gives the player on his left the choice of a prize. In a toll round each who has 5 may
pay a toll to the bank. Counts may be sold by offer at any time. After some rounds the richest wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from engine.board.board import Board
from engine.board.coords import Layout
from engine.board.hexmap import HexMap
from engine.board.tiles import Catalogue
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range
from engine.core.errors import Violation
from engine.core.events import SeatsDrawn
from engine.core.flow import begin_round, current_round
from engine.core.rounds import Move, Round, Step
from engine.core.state import BANK, Cursor, Offer, Pending, Player, State
from engine.core.story import Stories
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import MarketSpec, PhaseSpec, TitleData
from engine.rules.boards import BoardPolicy
from engine.rules.ending import Asset
from engine.rules.setup import SetupRules
from engine.steps.offers import Deals, check_offer, draft, make_offer
from engine.title import Rules, SetupOption, Title

PRIZE = 5


def count_of(view: View, player: str) -> int:
    """How far a player has counted."""
    return view.state.notes.get(f"count:{player}", 0)


def add_count(writer: PositionWriter, player: str, by: int) -> None:
    """Let a player's count grow or shrink."""
    writer.note(f"count:{player}", (count_of(writer, player) + by) or None)


class Count(Move):
    """Count on by 1 to 3 and end the turn."""

    kind = "count"
    args: ClassVar = {"by": int}

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice("count", "Count on", (Field("by", "By how much?", "amount"),))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        return Range(1, 3)

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("by") in Range(1, 3):
            return None
        return Violation("bad_count", "Count on by 1, 2 or 3.")

    def perform(self, writer: PositionWriter, action: Action) -> None:
        before, by = count_of(writer, action.player), action.args["by"]
        add_count(writer, action.player, by)
        writer.say("counted", player=action.player, to=before + by)
        if (before + by) // 5 > before // 5:
            writer.push(Pending("prize", (writer.left_of(action.player),)))
        current_round(writer).advance(writer)


class Pay(Move):
    """Give money to another player; the turn goes on."""

    kind = "pay"
    args: ClassVar = {"to": str, "amount": int}

    def choice(self, view: View, player: str) -> Choice | None:
        if not view.cash(player):
            return None
        return Choice("pay", "Pay", (Field("to", "Whom?"), Field("amount", "How much?", "amount")))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        if field == "to":
            return [Option(p, view.name(p)) for p in view.seats if p != partial.player]
        return Range(1, view.cash(partial.player))

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("to") not in view.seats or action.get("to") == action.player:
            return Violation("bad_payee", "Pay another player.")
        if action.get("amount") not in Range(1, view.cash(action.player)):
            return Violation("bad_amount", f"Pay from $1 to ${view.cash(action.player)}.")
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.pay(action.player, action.args["to"], action.args["amount"], "gift")
        writer.say("paid", player=action.player, to=action.args["to"], amount=action.args["amount"])


class Pass(Move):
    """End the turn."""

    kind = "pass"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice("pass", "Pass")

    def check(self, view: View, action: Action) -> Violation | None:
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.say("toy_passed", player=action.player)
        current_round(writer).advance(writer)


class PayToll(Pass):
    """Pay a toll and end the turn."""

    kind = "pay_toll"
    args: ClassVar = {"toll": str}

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice("pay_toll", "Pay the toll", (Field("toll", "Which toll?"),))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        return [Option(str(t), f"${t}") for t in (5, 10) if t <= view.cash(partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("toll") in [str(t) for t in (5, 10) if t <= view.cash(action.player)]:
            return None
        return Violation("bad_toll", "The toll is $5 or, for those who have it, $10.")

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.pay(action.player, BANK, int(action.args["toll"]), "toll")
        writer.say("toll_paid", player=action.player, amount=int(action.args["toll"]))
        current_round(writer).advance(writer)


class Prize(Move):
    """Take the prize or leave it."""

    kind = "prize"
    args: ClassVar = {"take": str}

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice("prize", "The prize", (Field("take", "Take it?"),))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        return [Option("yes", "Take it"), Option("no", "Leave it")]

    def check(self, view: View, action: Action) -> Violation | None:
        return None if action.get("take") in ("yes", "no") else Violation("bad_prize", "Say yes or no.")

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.pop()
        if action.args["take"] == "yes":
            writer.pay(BANK, action.player, PRIZE, "prize")
            writer.say("prize_taken", player=action.player, amount=PRIZE)


class CountSale:
    """The deal by offer: the one who proposes sells some of his count."""

    kind: ClassVar[str] = "counts"

    def label(self, view: View, offer: Offer) -> str:
        return (
            f"{view.name(offer.by)} sells {offer.data['counts']} to {view.name(offer.to)} for ${offer.price}"
        )

    def check(self, view: View, offer: Offer) -> Violation | None:
        if not 0 < offer.data["counts"] <= count_of(view, offer.by):
            return Violation("no_counts", f"Sell 1 to {count_of(view, offer.by)}.")
        if offer.to == offer.by or offer.to not in view.seats or not 0 <= offer.price <= view.cash(offer.to):
            return Violation("no_money", "Sell to another player for what he has.")
        return None

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        add_count(writer, offer.by, -offer.data["counts"])
        add_count(writer, offer.to, offer.data["counts"])
        writer.pay(offer.to, offer.by, offer.price, "counts")


class OfferCounts(Move):
    """Offer one of one's counts to another player."""

    kind = "offer_counts"
    args: ClassVar = {"to": str, "price": int}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._buyers(view, player):
            return None
        fields = (Field("to", "To whom?"), Field("price", "For how much?", "amount"))
        return Choice("offer_counts", "Sell a count", fields)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        if field == "to":
            return [Option(p, view.name(p)) for p in self._buyers(view, partial.player)]
        return Range(0, view.cash(partial.args["to"]))

    def _buyers(self, view: View, player: str) -> list[str]:
        others = (p for p in view.seats if p != player)
        return [p for p in others if check_offer(view, self._draft(view, player, p, 0)) is None]

    def _draft(self, view: View, player: str, to: str, price: int) -> Offer:
        return draft(view, "counts", player, to, price, counts=1)

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("to") not in view.seats or action.get("price") is None:
            return Violation("bad_offer", "Name another player and a price.")
        return check_offer(view, self._draft(view, action.player, action.args["to"], action.args["price"]))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        make_offer(writer, self._draft(writer, action.player, action.args["to"], action.args["price"]))


class Turn(Step):
    """The actor's turn in a count round."""

    name, label = "turn", "count, pay or pass"
    moves = (Count(), Pay(), Pass())

    def players(self, view: View) -> tuple[str, ...]:
        return (view.cursor.actor,)


class Toll(Step):
    """The actor's turn in a toll round; closed for those who cannot pay."""

    name, label = "toll", "pay the toll or pass"
    moves = (PayToll(), Pass())

    def players(self, view: View) -> tuple[str, ...]:
        return (view.cursor.actor,)

    def is_open(self, view: View) -> bool:
        return view.cash(view.cursor.actor) >= 5


class PrizeStep(Step):
    """The forced decision of the player to whom a prize is open."""

    name, label = "prize", "take the prize or leave it"
    moves = (Prize(),)

    def players(self, view: View) -> tuple[str, ...]:
        return view.state.pending[-1].players


class SeatRound(Round):
    """A round in which each seat has one turn, clockwise from the priority holder."""

    only: ClassVar[Step]
    after: ClassVar[str]

    def __init__(self) -> None:
        self.steps = {self.only.name: self.only}

    def begin(self, writer: PositionWriter) -> None:
        writer.set_cursor(Cursor(self.kind, writer.cursor.number, 0, writer.state.priority, self.only.name))

    def advance(self, writer: PositionWriter) -> None:
        cursor = writer.cursor
        done = (*cursor.done, cursor.actor)
        left = [p for p in writer.from_seat(cursor.actor) if p not in done]
        if left:
            writer.move_cursor(actor=left[0], done=done)
        else:
            self.end(writer)

    def end(self, writer: PositionWriter) -> None:
        begin_round(writer, self.after)


class CountRound(SeatRound):
    kind, after = "count", "toll"
    only = Turn()

    def title(self, view: View) -> str:
        return f"Count {view.cursor.number}"

    def begin(self, writer: PositionWriter) -> None:
        writer.move_cursor(number=writer.cursor.number + 1)
        super().begin(writer)


class TollRound(SeatRound):
    kind, after = "toll", "count"
    only = Toll()

    def title(self, view: View) -> str:
        return f"Toll {view.cursor.number}"

    def end(self, writer: PositionWriter) -> None:
        if writer.cursor.number >= writer.state.notes["rounds"]:
            writer.end_game("last_round")
        else:
            super().end(writer)


DATA = TitleData(
    key="TOY", name="Counting", currency="$", bank=1000, min_players=2, max_players=4,
    starting_cash={2: 30, 3: 20, 4: 15}, certificate_limit={}, companies={}, trains={},
    phases={"1": PhaseSpec("1", "", (), {})}, market=MarketSpec((), ()), tiles={}, record=None,
)  # fmt: skip


class Table(SetupRules):
    """Every player with the same money, nothing counted."""

    def position(self, data: TitleData, names: Sequence[str], options: Mapping[str, str]) -> State:
        each = data.starting_cash[len(names)]
        players = {f"p{i}": Player(f"p{i}", name, each) for i, name in enumerate(names, 1)}
        return State(
            players, {}, {}, {}, {}, {}, Cursor("count"), data.bank - each * len(names), "1", tuple(players),
            notes={"rounds": 2 if options["length"] == "short" else 6},
        )  # fmt: skip

    def opening(self, writer: PositionWriter, rng: Random) -> None:
        """Chance seats the players; the first of them begins."""
        order = list(writer.seats)
        rng.shuffle(order)
        writer.emit(SeatsDrawn(writer.seats, tuple(order)))
        writer.give_priority(order[0])
        writer.say("toy_seats", order=", ".join(writer.name(p) for p in order))
        begin_round(writer, "count")


def worth(view: View, player: str) -> list[Asset]:
    """Money and two for each counted."""
    return [Asset("cash", "", view.cash(player)), Asset("counted", "", 2 * count_of(view, player))]


class NoMap(BoardPolicy):
    """Nothing is laid."""

    def board(self, state: State) -> Board:
        return Board(HexMap(Layout.FLAT, {}), Catalogue({}))

    def printed(self) -> HexMap:
        return HexMap(Layout.FLAT, {})

    def stock_of(self, tile: str) -> str:
        return tile


STORY = Stories()
STORY.tell(
    counted="{player} counts to {to}.",
    paid="{player} pays {to} {amount}.",
    toy_passed="{player} passes.",
    toll_paid="{player} pays a toll of {amount}.",
    prize_taken="{player} takes the prize of {amount}.",
    toy_seats="The seats are drawn: {order}.",
)

TITLE = Title(
    data=DATA,
    setup_rules=Table("count"),
    rounds={"count": CountRound(), "toll": TollRound()},
    rules=Rules(board=NoMap(Path(__file__).parent), deals=Deals({"counts": CountSale()})),
    worth=worth,
    pendings={"prize": PrizeStep()},
    moves_at_any_time=(OfferCounts(),),
    options=(SetupOption("length", "Length", {"short": "2 rounds", "long": "6 rounds"}, "long"),),
    story=STORY,
    extras={"weights": {"pay": 0.3}},
)

"""The course of a stock round of 18OE (8.2, 8.3, 10): the moves of a turn, and what begins and ends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move, Step
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.abilities import close
from engine.steps.stock import stock_round
from engine.steps.stock.share_turn import turn
from engine.steps.stock.stock_round import Done, PassShares
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import expanding, over_limit, phases
from engine.titles.g18oe.floats.expanding import Expand, expansion
from engine.titles.g18oe.floats.launching import BuyParred, FloatMinor, FloatRegional, RemoveRegional
from engine.titles.g18oe.floats.phases import CONSOLIDATION, MAJOR_PHASE
from engine.titles.g18oe.mergers import consolidation, merging
from engine.titles.g18oe.mergers.consolidation import AskForOffers
from engine.titles.g18oe.mergers.merger_moves import MergeMinor, OfferMerger
from engine.titles.g18oe.nationals.insolvency import Rescue
from engine.titles.g18oe.powers.barclay import BuyAsked, SellAsked
from engine.titles.g18oe.railroads import custody, reserved
from engine.titles.g18oe.railroads.companies import FACE_DOWN, unfloated_minors
from engine.titles.g18oe.railroads.privates import face_up, has_parted, note_parted
from engine.titles.g18oe.stock import stock, trade_bundles
from engine.titles.g18oe.stock.player_trades import OfferTrade
from engine.titles.g18oe.stock.trade_bundles import PutTogether, TakeApart

tell(
    private_turned="{player} closes {private}: it lies face down.",
    private_removed="{player} removes {private} from the game.",
)


class BeforeAction(Move):
    """Something about a private that a player may do before the stock action of his turn (10)."""

    subject: ClassVar[Subject] = Subject.PRIVATES
    seldom: ClassVar[bool] = True

    args: ClassVar = {"private": str}
    button: ClassVar[str]
    wording: ClassVar[str]
    story: ClassVar[str]

    def choice(self, view: View, player: str) -> Choice | None:
        if _refuse_before(view, player) or not self.open(view, player):
            return None
        return Choice(self.kind, self.button, (Field("private", say("Which private?")),), danger=True)

    def open(self, view: View, player: str) -> list[str]:
        """The privates with which it may be done."""
        return face_up(view, player)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [
            Option(p, say(self.wording, private=view.spec(p).name)) for p in self.open(view, partial.player)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        refused = _refuse_before(view, action.player)
        if refused is not None:
            return refused
        mine = self.open(view, action.player)
        if action.get("private") in mine:
            return None
        return Violation(
            "not_your_private", say("Your privates: {mine}.", mine=joined(", ", mine) or word("none"))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        private = action.args["private"]
        writer.say(self.story, player=action.player, private=writer.spec(private).name)
        note_parted(writer, private)
        self.act(writer, private)

    def act(self, writer: PositionWriter, private: str) -> None:
        """Write what becomes of the private."""
        raise NotImplementedError


def _refuse_before(view: View, player: str) -> Violation | None:
    """Why nothing may come before the action now (10); over the limit more may, and after sales (4.1)."""
    if over_limit.parts_on(view, player):
        return None
    if turn(view):
        return Violation("turn_order", say("This comes before the stock action of a turn."))
    if not phases.in_phase(view, MAJOR_PHASE, CONSOLIDATION):
        return Violation(
            "other_phase", say("Privates are closed or removed from the Major Railroad Phase on.")
        )
    if has_parted(view):
        return Violation(
            "one_private", say("You have closed or removed a private: now take your stock action.")
        )
    return None


class ClosePrivate(BeforeAction):
    """Turn a private face down: it counts and pays no more, and keeps its power (6.1)."""

    kind = "close_private"
    button = say("Close a private")
    wording = say("Close {private}")
    story = "private_turned"

    def act(self, writer: PositionWriter, private: str) -> None:
        writer.note_company(private, FACE_DOWN, True)


class RemovePrivate(BeforeAction):
    """Remove a private from the game (10)."""

    kind = "remove_private"
    button = say("Remove a private")
    wording = say("Remove {private}")
    story = "private_removed"

    def open(self, view: View, player: str) -> list[str]:
        return [c.id for c in view.companies("private") if view.owner(c.id) == player]

    def act(self, writer: PositionWriter, private: str) -> None:
        close(writer, private, told=True)


class Pass(PassShares):
    """Let the turn go; not while a minor waits to float (8.2), nor before all is consolidated (10.6)."""

    def _refusal(self, view: View, player: str) -> Violation | None:
        waiting = unfloated_minors(view, player)
        if waiting:
            text = say("Float your minors first: {waiting}.", waiting=joined(", ", waiting))
            return Violation("float_minors", text, {"companies": waiting})
        usual = super()._refusal(view, player)
        return usual or over_limit.refuse(view, player) or consolidation.refuse_pass(view, player)


class Finish(Done):
    """End the action; not before who expanded another's regional presides over it (9.3)."""

    def _refusal(self, view: View, player: str) -> Violation | None:
        now = expansion(view)
        if now is not None and now["must"] and "b" not in turn(view):
            text = say("Buy a share of {now} from its treasury to become its president.", now=now["company"])
            return Violation("must_preside", text)
        return super()._refusal(view, player) or over_limit.refuse(view, player)


MOVES: tuple[Move, ...] = (
    FloatMinor(),
    FloatRegional(),
    BuyParred(),
    RemoveRegional(),
    Expand(),
    MergeMinor(),
    BuyAsked(),
    SellAsked(),
    Rescue(),
    AskForOffers(),
    OfferMerger(),
    OfferTrade(),
    PutTogether(),
    TakeApart(),
    ClosePrivate(),
    RemovePrivate(),
    Finish(),
    Pass(),
)


class StockStep(stock_round.StockStep):
    """The stock action of one player (8.2, 10)."""

    label = say("stock round")
    moves: Sequence[Move] = MOVES


class StockRound(stock_round.StockRound):
    """Stock actions in player order until all pass in a row (8, 10)."""

    steps: Mapping[str, Step] = {"turn": StockStep()}

    def title(self, view: View) -> str:
        number = say("SR {number}", number=view.cursor.number)
        return (
            say("{number}, Consolidation", number=number) if phases.in_phase(view, CONSOLIDATION) else number
        )

    def begin(self, writer: PositionWriter) -> None:
        super().begin(writer)
        consolidation.begin(writer)
        if writer.cursor.number > 1:
            reserved.expire(writer)

    def next_turn(self, writer: PositionWriter) -> None:
        expanding.forget(writer)
        stock.forget_values(writer)
        note_parted(writer, None)
        trade_bundles.forget(writer)
        super().next_turn(writer)

    def next_round(self, writer: PositionWriter) -> None:
        """Two operating rounds follow (5)."""
        merging.forget(writer)
        custody.end_round(writer)
        consolidation.end(writer)
        super().next_round(writer)

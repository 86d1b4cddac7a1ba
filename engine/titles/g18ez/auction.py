"""The startpacket: privates and minors by auction, in the initial share dealing round (1.2-1.4)."""

from __future__ import annotations

from engine.core.flow import begin_round
from engine.core.state import BANK
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.initial_auction import InitialAuctionRules
from engine.steps.auction.initial_auction import InitialAuctionRound
from engine.steps.stock.stock_round import hand_on_priority
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.story import tell

tell(packet_waits="All pass: the rest of the startpacket waits for the next share dealing round.")
tell(Rank.PHASE, packet_sold="The startpacket is sold; shares may be bought.")
tell(Rank.FLOAT, minor_funded=Told("{company} starts with {money} from the bank.", floats=True))
INITIAL = "sr_initial"
NOTES = {INITIAL: "the end of the initial share dealing round"}
"""Note: shares are bought in the round in which the startpacket was sold."""


class AuctionRules(InitialAuctionRules):
    """A minor runs from its purchase, with its printed price in the treasury (1.10)."""

    def sold(self, writer: PositionWriter, item: str, player: str, price: int) -> None:
        if writer.company(item).kind != "minor":
            return
        capital = writer.data.figures(Figures).minor_capital
        writer.float_company(item)
        writer.pay(BANK, item, capital, "capital")
        writer.say("minor_funded", company=item, money=capital)


class Startpacket(InitialAuctionRound):
    """One item for sale at a time; the rest can be bid on."""

    def title(self, view: View) -> str:
        return say("SDR {number} (startpacket)", number=view.cursor.number)

    def taker(self, writer: PositionWriter) -> str:
        return writer.state.priority

    def others_left(self, writer: PositionWriter) -> None:
        """The round ends (readings)."""
        writer.say("packet_waits")
        hand_on_priority(writer)
        begin_round(writer, "operating")

    def sold_out(self, writer: PositionWriter) -> None:
        """The same round goes on with purchases of shares (1.5)."""
        writer.say("packet_sold")
        writer.note(INITIAL, True)
        writer.move_cursor(round="shares", step="turn")

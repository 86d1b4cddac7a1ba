"""The startpacket: privates and minors by auction, in the initial share dealing round (1.2-1.4)."""

from __future__ import annotations

from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.state import BANK
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.message import say
from engine.rules.packet import PacketRules, top_row
from engine.steps.auction import PacketRound
from engine.steps.shares import hand_on_priority
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.story import tell

tell(packet_waits="All pass: the rest of the startpacket waits for the next share dealing round.")
tell(Rank.PHASE, packet_sold="The startpacket is sold; shares may be bought.")
tell(Rank.FLOAT, minor_funded=Told("{company} starts with {money} from the bank.", floats=True))
INITIAL = "sr_initial"
NOTES = {INITIAL: "the end of the initial share dealing round"}
"""Note: shares are bought in the round in which the startpacket was sold."""


class Packet(PacketRules):
    """A minor runs from its purchase, with its printed price in the treasury (1.10)."""

    def sold(self, play: Play, item: str, player: str, price: int) -> None:
        if play.company(item).kind != "minor":
            return
        capital = play.data.figures(Figures).minor_capital
        play.float_company(item)
        play.pay(BANK, item, capital, "capital")
        play.say("minor_funded", company=item, money=capital)


class Startpacket(PacketRound):
    """One item for sale at a time; the rest can be bid on."""

    def title(self, view: View) -> str:
        return say("SDR {number} (startpacket)", number=view.cursor.number)

    def all_passed(self, play: Play) -> None:
        """The first item falls in price until it is sold; after that the round ends (readings)."""
        figures = play.data.figures(Figures)
        if top_row(play)[0] == figures.start_packet[0]:
            return self.drop_price(play, figures.short_line_drop, play.state.priority)
        play.say("packet_waits")
        hand_on_priority(play)
        return begin_round(play, "operating")

    def sold_out(self, play: Play) -> None:
        """The same round goes on with purchases of shares (1.5)."""
        play.say("packet_sold")
        play.note(INITIAL, True)
        play.move_cursor(round="shares", step="turn")

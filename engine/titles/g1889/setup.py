"""The position before the first decision: privates by players, or dealt to beginners (R1, R2, R75)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.flow import begin_round
from engine.core.state import BANK
from engine.core.writer import PositionWriter
from engine.data.schema import TitleData
from engine.message import say
from engine.rules.setup import SetupRules, chosen
from engine.title import switch
from engine.titles.g1889.figures import Figures

BEGINNER = "beginner"
OPTIONS = (switch(BEGINNER, say("Beginner's game: privates are dealt"), first_game="yes"),)


class Shikoku(SetupRules):
    """What differs from the printed components by the number of players and in the beginner's game."""

    def left_out(self, data: TitleData, players: int, options: Mapping[str, str]) -> Sequence[str]:
        """In the beginner's game all privates that are not dealt (R75)."""
        if options[BEGINNER] != "yes":
            return super().left_out(data, players, options)
        dealt = data.figures(Figures).dealt_to_beginners[:players]
        return [p.id for p in data.of_kind("private") if p.id not in dealt]

    def tiles(self, data: TitleData, options: Mapping[str, str]) -> dict[str, int]:
        """Copies of each tile, some more in the beginner's game (R77)."""
        more = data.figures(Figures).beginner_tiles if options[BEGINNER] == "yes" else {}
        return {tile: count + more.get(tile, 0) for tile, count in data.tiles.items()}

    def begin(self, writer: PositionWriter, rng: Random) -> None:
        """Beginners draw their privates."""
        privates = [p.id for p in writer.companies("private")] if chosen(writer, BEGINNER) == "yes" else []
        rng.shuffle(privates)
        deal(writer, privates)


def deal(writer: PositionWriter, privates: Sequence[str]) -> None:
    """Write the sale of dealt privates in the order of the seats (R75); without them the auction begins."""
    for player, private in zip(writer.seats, privates, strict=False):
        price = writer.spec(private).price
        writer.pay(player, BANK, price, "packet")
        writer.move_cert(writer.certs_of(private)[0], player)
        writer.say("item_bought", player=player, item=writer.spec(private).name, price=price)
    begin_round(writer, "shares" if privates else "packet")


SETUP = Shikoku("packet")

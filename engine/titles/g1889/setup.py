"""The position before the first decision: privates by players, or dealt to beginners (R1, R2, R75)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.state import BANK
from engine.data.schema import TitleData
from engine.message import say
from engine.rules.setup import SetUp, chosen
from engine.title import SetupOption
from engine.titles.g1889.figures import Figures

BEGINNER = "beginner"
OPTIONS = (
    SetupOption(BEGINNER, say("Beginner's game: privates are dealt"), {"no": "no", "yes": "yes"}, "no"),
)


class Shikoku(SetUp):
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

    def begin(self, play: Play, rng: Random) -> None:
        """Beginners draw their privates."""
        privates = [p.id for p in play.companies("private")] if chosen(play, BEGINNER) == "yes" else []
        rng.shuffle(privates)
        deal(play, privates)


def deal(play: Play, privates: Sequence[str]) -> None:
    """Write the sale of dealt privates in the order of the seats (R75); without them the auction begins."""
    for player, private in zip(play.seats, privates, strict=False):
        price = play.spec(private).price
        play.pay(player, BANK, price, "packet")
        play.move_cert(play.certs_of(private)[0], player)
        play.say("item_bought", player=player, item=play.spec(private).name, price=price)
    begin_round(play, "shares" if privates else "packet")


SETUP = Shikoku("packet")

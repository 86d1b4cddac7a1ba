"""A company with two privates that each grant a lay uses both, one after the other."""

from dataclasses import replace

from engine.abilities.granted_lay import GrantedLay, LayGranted
from engine.titles.g18ez import TITLE as EZ
from tests.abilities.privates import data_with
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18ez.ez_turns import SE, Turn, W, turned

FIRST, SECOND = (spec.id for spec in EZ.data.of_kind("private")[:2])


class Lays(Turn):
    """M&R, which owns two privates that each grant the lay of one tile."""

    def __init__(self) -> None:
        data = data_with(EZ.data, FIRST, GrantedLay(hexes=("D16",)))
        data = data_with(data, SECOND, GrantedLay(hexes=("D10",)))
        others = tuple(move for move in EZ.interjections if move.kind != LayGranted.kind)
        Scenario.__init__(self, replace(EZ, data=data, interjections=(*others, LayGranted())))
        self.note("sets", 1).note("rounds_in_set", 2)
        self.major("M&R", "p1").major("BCRR", "p2").token("M&R", "D14").token("BCRR", "C5")
        self.lay("D14", "57", 1, 4).lay("C5", "57", 1, 4).own("M&R", FIRST).own("M&R", SECOND)
        self.phase("3").turn("M&R")


def test_both_privates_lay_their_tile():
    game = Lays().game()
    act(game, "p1", "lay_granted", hex="D16", tile="8", rotation=turned("8", W, SE))
    assert "lay_granted" in kinds(game, "p1")
    act(game, "p1", "lay_granted", hex="D10", tile="8", rotation=turned("8", W, SE))
    assert "lay_granted" not in kinds(game, "p1")
    assert (
        refusal(game, "p1", "lay_granted", hex="D10", tile="8", rotation=turned("8", W, SE)) == "power_used"
    )


def test_the_hex_says_which_private_lays():
    game = Lays().game()
    act(game, "p1", "lay_granted", hex="D10", tile="8", rotation=turned("8", W, SE))
    act(game, "p1", "lay_granted", hex="D16", tile="8", rotation=turned("8", W, SE))

"""Rare decisions of several titles in constructed positions, made by the pages alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine import Game
from tests.bot.scenes import FIVE
from tests.bot.taps import Act
from tests.bot.turn.test_scenes_18oe import Decision, decide
from tests.titles.g18ez.trainyard import rival, yard
from tests.titles.g18oe.oe_start import initial
from tests.titles.g1826.french_turns import Turn
from tests.titles.g1826.test_1826_bankruptcy import hopeless
from tests.titles.g1862.mania import Mania
from tests.titles.g1862.mergers import hold

THREE = FIVE[:3]


def one_share_in_the_pool() -> Game:
    scenario = Mania(*THREE).company("N&E", 74, cash=400, p1=50, pool=20, permits=("local",))
    return scenario.train("N&E", "A", "local").operating("N&E", "redeem").game()


def two_shares_in_the_pool() -> Game:
    scenario = Turn(*THREE).ten("PLM").corporation("PLM", 100, cash=250, p1=20, pool=40).phase("6H")
    return scenario.trains("PLM", "6H").turn("PLM", "own_shares").game()


def without_hope() -> Game:
    return hopeless(*THREE).shares("Nord", p1=40).own("p1", "Mail").game()


def without_a_train() -> Game:
    scenario = Turn(*THREE).national("SNCF", cash=390, p1=60).bonds(p2=1).phase("E")
    return scenario.no_trains_left("2H", "4H", "6H", "10H").turn("SNCF", "trains").game()


def full_yards() -> Game:
    """BCRR of p1 buys the first 6-train; its own yard and that of PS&W of p3 are then too full."""
    scenario = rival(yard(*THREE).money({"BCRR": 2000}), "PS&W", p3=20).phase("5")
    scenario.trains("BCRR", "4", "5").trains("PS&W", "4", "4", "5")
    return scenario.no_trains_left("2", "3", "4", "5").game()


def patronage() -> Game:
    tile = {"group": "green", "zone": "RU", "payout": {"yellow": 30, "green": 40, "brown": 60, "gray": 80}}
    return initial().note("patronage", {"G68": tile, "J69": tile}).game()


SCENES: dict[str, tuple[Callable[[], Game], Sequence[Decision]]] = {
    "1862: a company redeems a share": (
        one_share_in_the_pool,
        [Decision("p1", Act("redeem"), ["Redeem a share of N&E for £74", "treasury 0 → 10 %"], 2)],
    ),
    "1862: a company acquires another": (
        lambda: hold(p1=(60, 60), step="acquire"),
        [
            Decision(
                "p1",
                Act("acquire", {"company": "I&B", "survivor": "I&B"}),
                ["New share price £90, par £90.", "Acquire I&B · I&B survives", "Shares: Ann 12 → 6"],
                2,
            )
        ],
    ),
    "1826: a corporation redeems two shares": (
        two_shares_in_the_pool,
        [Decision("p1", Act("redeem", {"percent": 20}), ["Redeem PLM 20 % · F200", "treasury 40 → 60 %"], 2)],
    ),
    "1826: a president is bankrupt": (
        without_hope,
        [
            Decision(
                "p1",
                Act("declare_bankruptcy"),
                ["of which it lacks F280", "The money that PLM needs cannot be raised.", "PLM F20 → F140"],
                2,
            )
        ],
    ),
    "1826: the SNCF issues bonds and buys a train": (
        without_a_train,
        [
            Decision("p1", Act("issue_bonds"), ["of which it lacks F410", "Issue 5 bonds for F500"], 2),
            Decision("p1", Act("buy_train", {"source": "depot", "train": "E"}), ["Buy E-train F800"], 2),
        ],
    ),
    "18EZ: the first 6-train makes two companies discard": (
        full_yards,
        [
            Decision("p1", Act("buy_train", {"source": "depot", "train": "6"}), ["Buy 6-train $630"], 2),
            Decision("p1", Act("discard_train", {"train": "5"}), ["discard trains over the limit"], 2),
            Decision("p3", Act("discard_train", {"train": "4"}), ["PS&W", "Discard"], 2),
        ],
    ),
    "18OE: a minor begins on a patronage tile": (
        patronage,
        [
            Decision(
                "p1",
                Act("float_minor", {"company": "A", "zone": "RU", "hex": "G68"}),
                ["with the last of them the Major Railroad Phase begins"],
                9,
            )
        ],
    ),
}


@pytest.mark.parametrize("name", SCENES)
async def test_a_rare_decision_is_understood_and_made_on_its_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decisions = SCENES[name]
    await decide(tmp_path, monkeypatch, position(), decisions)

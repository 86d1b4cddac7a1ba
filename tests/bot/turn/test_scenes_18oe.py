"""Rare decisions of 18OE in constructed positions, made by the pages alone: their texts and presses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import Game
from tests.bot.playing import check_message
from tests.bot.scenes import FIVE, staged
from tests.bot.taps import Act, Thumb
from tests.titles.g18oe.building import turn
from tests.titles.g18oe.oe_late import buying, major_phase, no_more, rich, stock, with_major, with_regional
from tests.titles.g18oe.test_18oe_lille import owning
from tests.titles.g18oe.test_18oe_mergers import stranded
from tests.titles.g18oe.test_18oe_running import after_express
from tests.titles.g18oe.test_18oe_rust_and_need import begins_phase_4, national
from tests.titles.g18oe.test_18oe_transfer import two


@dataclass(frozen=True)
class Decision:
    """What a seat decides, and what its page says of it; ``taps``: the most presses on its page.

    ``behind``: the button behind which the decision stands.
    """

    seat: str
    act: Act
    words: Sequence[str]
    taps: int
    behind: str = ""


def asking_offers() -> Game:
    return stock(with_major(stranded(p2=60), "KBS", p3=60))


def selling() -> Game:
    scenario = with_major(major_phase("BBBT"), "GWR", value=100, p1=40, p3=30).own("p3", "BBBT")
    return stock(scenario)


def forming() -> Game:
    return begins_phase_4(with_major(with_major(rich(phase="3"), "KBS", p3=60), "MIDI", p2=60))


def parred() -> Game:
    return stock(with_regional(major_phase("BBBT"), "GWR", par=60).own("p1", "BBBT"))


SCENES: dict[str, tuple[Callable[[], Game], Sequence[Decision]]] = {
    "a president who cannot pay for a train": (
        lambda: buying(no_more(rich(money=100).cash(p1=50), "2", "3")),
        [
            Decision(
                "p1",
                Act("surrender"),
                ["no stock is sold for it", "of which it lacks £200", "sold for a train: GWR closes"],
                4,
            )
        ],
    ),
    "nationals form in order": (
        forming,
        [
            Decision("p1", Act("decline"), ["GWR"], 3),
            Decision("p2", Act("form_national", {"company": "MIDI"}), ["MIDI"], 4),
        ],
    ),
    "a national claims a rusted train": (
        lambda: buying(national()),
        [Decision("p1", Act("claim_train", {"train": "2+2"}), ["Claim 2+2 train"], 5)],
    ),
    "a stranded minor gets offers": (
        asking_offers,
        [
            Decision("p1", Act("ask_offers", {"minor": "B"}), ["your minors merged: B."], 4),
            Decision("p2", Act("offer_home", {"company": "GWR"}), ["Without an offer it is abandoned"], 4),
            Decision("p3", Act("offer_home", {"company": "KBS"}), ["Offers so far: GWR."], 4),
            Decision("p1", Act("choose_offer", {"company": "KBS"}), ["KBS"], 4),
        ],
    ),
    "a port authority": (
        lambda: turn(two(cash=200), step="track"),
        [
            Decision(
                "p1",
                Act("buy_port_authority", {"sea": "north_sea"}),
                ["Buy port authority North Sea £125"],
                6,
            )
        ],
    ),
    "Barclay sets a new par": (
        parred,
        [
            Decision(
                "p1",
                Act("repar", {"company": "GWR", "price": 90}),
                ["Set a new par: With Barclay, Bevan", "### At any time"],
                6,
                "More…",
            )
        ],
    ),
    "Barclay holds a value at a sale": (
        selling,
        [
            Decision("p1", Act("sell_shares", {"company": "GWR", "percent": 20}), ["GWR"], 5),
            Decision("p3", Act("use_barclay"), ["wants to sell 20 % of GWR"], 3),
        ],
    ),
    "a token beside the White Cliffs Ferry": (
        lambda: turn(owning(), step="token"),
        [
            Decision(
                "p1",
                Act("white_cliffs", {"company": "GWR"}),
                ["White Cliffs Ferry: GWR** · Which token?", "the 1 hex near", "Beside the ferry: GWR"],
                6,
            )
        ],
    ),
    "the bonus of the first Orient Express": (
        lambda: after_express()[0],
        [
            Decision("p1", Act("express_bonus", {"bonus": "moves"}), ["Orient Express** · Which bonus?"], 4),
            Decision("p1", Act("dividend", {"payout": "pay"}), ["Pay"], 4),
        ],
    ),
}


@pytest.mark.parametrize("name", SCENES)
async def test_a_rare_decision_is_understood_and_made_on_its_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, decisions = SCENES[name]
    await decide(tmp_path, monkeypatch, position(), decisions)


async def decide(
    path: Path, monkeypatch: pytest.MonkeyPatch, game: Game, decisions: Sequence[Decision]
) -> None:
    """Make decisions on the pages of their seats; each is stored as it was pressed."""
    for seat, own_name in zip(game.state.seats, FIVE, strict=False):
        game.state.players[seat].name = own_name
    members = {seat: game.view.name(seat) for seat in game.state.seats}
    async with staged(path, monkeypatch, game, careful=False) as scene:
        for decision in decisions:
            member = scene.table.member(members[decision.seat])
            page = await scene.turn(member)
            if decision.behind:
                await scene.press(member, page, decision.behind)
            check_message(page.message)
            shown = page.text + " ".join(page.labels)
            assert all(word in shown for word in decision.words), shown
            before = (await scene.table.game()).revision
            thumb = Thumb(scene, member, decision.seat, page=page.message)
            assert await thumb.do(decision.act) <= decision.taps, thumb.told
            after = await scene.table.game()
            made = after.log[before].action
            assert made is not None
            assert made.kind == decision.act.kind
            assert all(decision.act.wants(name, value) for name, value in made.args.items()), made

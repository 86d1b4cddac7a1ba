"""What the advice says beside its move: only figures that its player can check on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.turn.help import hint_texts
from engine.api.runs import RevenueGains
from tests.bot.moments import first_of, moment
from tests.bot.orders.test_turns import line_of_ar
from tests.bot.scenes import staged
from tests.bot.turn.test_chooser import session_of

ASK = "What would you do?"
LAY = {"hex": "F3", "tile": "57", "rotation": 2}


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({("F3", "57", "2"): 30}, "It adds ¥30 to the best run of this turn."),
        ({("F3", "57", "2"): 0}, "The best run of this turn does not grow by it."),
        (
            {("F3", "57", "2"): 10, ("K4", "5", "0"): 50},
            "It adds ¥10 to the best run of this turn. A lay on Tokushima (K8) would add ¥50 now; the advice",
        ),
        ({("K8", "5", "0"): 50}, ""),
    ],
)
def test_an_advised_lay_is_told_with_the_gains_of_the_page(
    found: dict[tuple[str, str, str], int], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, _ = moment("1889", first_of("lay_tile"))
    found = {("K8" if lay[0] == "K4" else lay[0], *lay[1:]): gain for lay, gain in found.items()}
    monkeypatch.setattr(
        hint_texts, "revenue_gains_of", lambda session, kind: RevenueGains(0, found, whole=True)
    )
    text = "".join(hint_texts.revenue_gain_lines(session_of(game, seat), ("lay_tile", LAY)))
    assert told in text
    assert bool(told) is bool(text)


def test_a_move_that_lays_nothing_has_no_such_line() -> None:
    game, seat, _ = moment("1889", first_of("lay_tile"))
    assert hint_texts.revenue_gain_lines(session_of(game, seat), ("pass", {})) == []


async def test_a_page_that_asks_for_a_run_gives_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = line_of_ar("2").turn("AR", "run").game()
    async with staged(tmp_path, monkeypatch, position, careful=False) as scene:
        page = await scene.turn(scene.ann)
        assert "Run ¥40" in " ".join(page.labels)
        page = await scene.ann.click(page, ASK)
        assert "This is the best run that was found." in page.text
        await scene.ann.click(page, "Choose that")
        assert (await scene.table.game()).view.cursor.step != "run"

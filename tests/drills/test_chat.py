"""The short form of the drill of the local chat, and what its figures say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills import chat


@pytest.mark.slow(seconds=10)
async def test_nobody_waits_for_what_another_viewer_has_begun(tmp_path: Path) -> None:
    waits = await chat.drill(tmp_path, 4, chat.SHORT_LONG)
    assert waits.faults == []
    assert (len(waits.free), len(waits.shown)) == (8, 8)
    assert waits.others > 0


def test_what_the_figures_say() -> None:
    waits = chat.Waits(free=[("/turn", 0.2)] * 95 + [("/act pass", 3.0)] * 5)
    assert waits.line("free again", waits.free) == (
        "free again: 95 of 100 within 1 s; p50 200 ms, p95 3000 ms, the slowest 3000 ms (/act pass)"
    )
    assert waits.judged() == ["too few actions were shown within 1 s"]
    waits.shown = [*waits.free, ("/act pass", 3.0)]
    assert waits.judged() == ["too few actions were shown within 1 s"]

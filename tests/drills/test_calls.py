"""The short form of the drill; and what it would say of calls that are lost, doubled or wrong."""

from __future__ import annotations

import pytest

from tests.drills import calls
from tests.drills.ledger import HEAD, Wait, account
from tests.loopback.messages import Posted

WAITS = [
    Wait(("Ann",), 1, 4, 10.0, 20.0),
    Wait(("Ben",), 4, 6, 20.0, 21.0),
    Wait(("Cy",), 6, None, 21.0, None),
]


def card(at: float, revision: int, *called: str) -> Posted:
    return Posted(at, "c", "m", called, (f"x:1:{revision}:turn:",))


@pytest.mark.slow(seconds=50)
async def test_the_short_drill_of_the_calls() -> None:
    told, faults = [HEAD], []
    async for figures in calls.drill(True, 1):
        told.append(figures.line())
        faults += [f"{figures.scene}: {fault}" for fault in figures.faults]
    assert faults == [], "\n".join(told)
    assert len(told) == 1 + len(calls.BRIEF)


def test_what_is_in_order() -> None:
    made = account(1, WAITS, [card(11, 2, "Ann"), card(12, 3), card(22, 6, "Cy")], 0)
    assert (made.faults, made.called, made.over, made.twice, made.stale) == ([], 2, 1, 0, 0)
    assert made.delays == [1.0, 1.0]
    assert made.uncalled(0.5) == [WAITS[1]]


def test_what_is_not() -> None:
    posts = [card(10, 1), card(11, 1, "Ben"), card(20.1, 4, "Ben"), card(23, 5, "Ben")]
    made = account(1, WAITS, posts, 0)
    assert made.faults == [
        "a card of move 1 calls nobody, though ('Ann',) were not called",
        "a card of move 1 calls ('Ben',), not ('Ann',)",
        "('Ben',) were called 2 times at move 4",
        "('Cy',) wait at move 6 and were never called",
    ]
    assert (made.twice, made.stale) == (1, 1)


def test_cards_of_other_games_do_not_count() -> None:
    other = Posted(11, "c", "m", ("Ann",), ("x:2:1:turn:",))
    assert account(1, WAITS, [other], 0).called == 0

"""The short forms of the drills of what is stored; what they say of moves that are lost or doubled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.drills import damage, disk, kill, restored, writer
from tests.drills.books import NURSERY, PATIENCE, Books

pytestmark = pytest.mark.slow


async def test_the_short_drill_of_kills(tmp_path: Path) -> None:
    books = await kill.drill(tmp_path / "games.db", kill.SHORT, 3)
    assert books.faults == []
    assert len(books.acknowledged) > kill.SHORT


async def test_the_short_drill_of_damaged_databases(tmp_path: Path) -> None:
    found, faults = await damage.drill(tmp_path, True, 1)
    assert faults == []
    assert found.keys() == {"refused", "closed", "told", "the same"}


async def test_the_short_drill_of_a_full_disk(tmp_path: Path) -> None:
    books, full = await disk.drill(tmp_path / "games.db", disk.SHORT, 1)
    assert books.faults == []
    assert full == disk.SHORT
    assert books.refused


async def test_the_short_drill_of_restores(tmp_path: Path) -> None:
    told = await restored.drill(tmp_path, restored.SHORT, 2)
    assert told.faults == []
    assert (told.rounds, told.killed) == (restored.SHORT, restored.SHORT // 2)


def test_a_drill_registers_what_the_bot_registers() -> None:
    receiver, sender = NURSERY.Pipe(duplex=False)
    process = NURSERY.Process(target=writer.tell_registered, args=(sender,), daemon=True)
    process.start()
    assert receiver.poll(PATIENCE)
    registered, registered_by_bot = receiver.recv()
    process.join(PATIENCE)
    assert registered == registered_by_bot
    assert "waits" in registered["in the transaction of each write"]


def said(*lines: list[object]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines) + b'["try", "cut'


def test_what_is_lost_or_doubled_is_told() -> None:
    books = Books()
    left = books.hear(
        said(
            ["open"], ["try", "a", 1, 1, "pass", {}, 1], ["done", "a", "ok", 2, False],
            ["try", "b", 1, 1, "pass", {}, 1], ["done", "b", "not_saved", 1, False],
            ["try", "c", 1, 1, "pass", {}, 1],
        )
    )  # fmt: skip
    assert left == ["c"]
    books._compare({"b"}, 3)
    assert books.faults == [
        "1 acknowledged moves are lost",
        "2 moves were made that nobody asked for",
        "1 moves were stored though they were refused",
    ]
    assert books.hear(said(["try", "a", 1, 1, "pass", {}, 1], ["done", "a", "stale", 2, False])) == []
    assert books.faults[-1] == "the move a was acknowledged and then answered with stale"

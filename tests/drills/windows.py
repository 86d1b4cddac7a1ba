"""Windows that a member has open, filled in as no client would, by that member or by somebody else."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.drills.hall import GAME, Hall, Place, custom_id
from tests.loopback import Member
from tests.loopback.views import Reply

TEXT_INPUT, LABEL, ROW = 4, 18, 1
"""Discord's types of a line in a window, and of what contains lines."""

OPENERS: tuple[tuple[str, list[str] | None], ...] = (
    ("r_quiet", None),
    ("snooze_own", None),
    ("auto_accept", None),
    ("auto_bid", ["M&R"]),
    ("auto_buy", ["M&R|ipo"]),
)
"""Buttons and menus that open a window, whatever the game is at."""


async def submit_forged(hall: Hall, rng: Random, who: Member, place: Place, text: Any) -> Reply:
    """Open a window as Ann, and submit it as somebody, with that in its lines."""
    name, values = rng.choice(OPENERS)
    made = custom_id(hall.ids[GAME], 1, name, "")
    opened = await hall.press(hall.server.member("Ann"), Place(hall.home, hall.places[GAME]), made, values)
    modal: Any = opened.interaction.modal
    if modal is None:
        return opened
    return await hall.submit(who, place, modal["custom_id"], _parts(rng, _line_ids(modal), text))


def _line_ids(part: Any) -> list[str]:
    """The custom ids of the lines of a window."""
    below = [part.get("component"), *part.get("components", [])]
    found = [line for inner in below if inner is not None for line in _line_ids(inner)]
    return [*found, part["custom_id"]] if part.get("type") == TEXT_INPUT else found


def _parts(rng: Random, line_ids: list[str], text: Any) -> Any:
    """Components in their form or in another one."""
    kinds = (TEXT_INPUT, TEXT_INPUT, TEXT_INPUT, 3, 5, 19)
    lines: list[Any] = [
        {"type": rng.choice(kinds), "id": 2, "custom_id": line, "value": text} for line in line_ids
    ]
    labels = [{"type": LABEL, "id": 1, "component": line} for line in lines]
    other: tuple[Any, ...] = (
        lines,
        [],
        None,
        "x",
        {},
        labels * 3000,
        labels[:1],
        [{"type": LABEL}],
        [{"type": ROW}],
    )
    return labels if rng.random() < 0.5 else rng.choice(other)

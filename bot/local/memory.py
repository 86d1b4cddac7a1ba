"""SimCord reads every text of a page anew whenever it shows the page; here each is read once."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bot.local.simcord_internals import replace_reader
from bot.work.recent import Recent

KEEP = 5000
"""Texts that are kept."""

Reader = Callable[..., list[dict[str, Any]]]


def remember_texts() -> None:
    """Let SimCord's pages keep what they have read."""
    kept = Recent[str, bytes](KEEP)
    replace_reader(lambda reader: partial(_read, reader, kept))


def _read(
    reader: Reader, kept: Recent[str, bytes], value: Any, profile: str = "message", *,
    context: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """What a text reads; whoever asks may change it."""
    key = repr((value, profile, context))
    if key not in kept:
        kept[key] = pickle.dumps(reader(value, profile, context=context))
    found: list[dict[str, Any]] = pickle.loads(kept[key])
    return found

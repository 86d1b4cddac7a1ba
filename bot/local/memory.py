"""A cache of parsed texts: SimCord parses all texts of a page each time it shows it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bot.local.simcord_internals import patch_text_parser
from bot.work.recent import LruCache

MAX_TEXTS = 5000
"""Texts in the cache."""

TextParser = Callable[..., list[dict[str, Any]]]


def cache_parsed_texts() -> None:
    """Let SimCord cache the parsed texts of the local chat's pages instead of parsing them each time."""
    cache = LruCache[str, bytes](MAX_TEXTS)
    patch_text_parser(lambda parse_text: partial(_parse_cached, parse_text, cache))


def _parse_cached(
    parse_text: TextParser, cache: LruCache[str, bytes], value: Any, profile: str = "message", *,
    context: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """Return SimCord's tokens of a text of a browser page from a cache, as a copy that the caller may change.

    ``value`` is the text and ``parse_text`` SimCord's parser, which is called if the cache lacks the text.
    ``profile`` and ``context`` say how to read the text; the cache tells them apart.
    """
    key = repr((value, profile, context))
    if key not in cache:
        cache[key] = pickle.dumps(parse_text(value, profile, context=context))
    tokens: list[dict[str, Any]] = pickle.loads(cache[key])
    return tokens

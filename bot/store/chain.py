"""The checksums of a game's log: each digest covers the one before it, the first also how the game began.

So one flipped bit, a record that is missing or one that was put between is seen when the game is opened. It
is no seal against whoever can write the database: it has no key. Users, who may be forgotten, are not
covered.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from engine import BadLog

SIZE = 16
"""Bytes of a digest."""


class Damaged(BadLog):
    """The log of a game is damaged; ``rev`` is the first damaged record."""

    def __init__(self, game: int, rev: int, name: str = "") -> None:
        super().__init__(f"table {game} is damaged at record {rev}")
        self.game, self.rev, self.name = game, rev, name


@dataclass(frozen=True, slots=True)
class Link:
    """The parts of a record that its digest covers; ``raw`` is its body as compact JSON."""

    seq: int
    seat: str
    via: str
    at: int
    raw: bytes


def root(genesis: bytes) -> bytes:
    """Return the digest of the start of a game (compact JSON)."""
    return _digest(b"", genesis)


def following(before: bytes, link: Link) -> bytes:
    """Return the digest of a record, given the digest of the record before it."""
    about: Any = [link.seq, link.seat, link.via, link.at]
    return _digest(before, json.dumps(about).encode() + b"\n" + link.raw)


def links(before: bytes, made: Iterable[Link]) -> list[bytes]:
    """Return the digests of successive records, given the digest before them."""
    found = []
    for link in made:
        before = following(before, link)
        found.append(before)
    return found


def _digest(before: bytes, data: bytes) -> bytes:
    return blake2b(before + data, digest_size=SIZE).digest()

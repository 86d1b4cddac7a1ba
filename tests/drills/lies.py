"""Files that say they are exported games: every kind of lie about one, made anew from a seed."""

from __future__ import annotations

import copy
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.checks.exported import MOST_BYTES

Lie = Callable[[Random, Any], bytes]

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 2**31, 2**63, 2**64, -(2**70), 10**17, 0.5, "", "\0", "\ud800", "p9", "x" * 3000,
    "\U0001d518\u202e", [], {}, [[]], {"": None}, [None] * 50, "__class__", "../../etc", "🚂" * 90,
)  # fmt: skip
"""Values where others belong."""


def dumped(raw: Any) -> bytes:
    return json.dumps(raw).encode()


# --- no game at all --------------------------------------------------------------------------------


def empty_lists(rng: Random, raw: Any) -> bytes:
    return b"[" + b"[]," * rng.choice((10, 100_000, 2_660_000)) + b"[]]"


def deep(rng: Random, raw: Any) -> bytes:
    count = rng.choice((50, 900, 100_000, 3_900_000))
    return rng.choice((b"[" * count + b"]" * count, b'{"a":' * count, b"[" * 2 * count))


def deep_inside(rng: Random, raw: Any) -> bytes:
    value: Any = 1
    for _ in range(rng.choice((41, 200, 900))):
        value = [value] if rng.random() < 0.5 else {"events": value}
    place, key = rng.choice(places(raw))
    place[key] = value
    return dumped(raw)


def garbage(rng: Random, raw: Any) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 7, 1000, 200_000)))


def cut(rng: Random, raw: Any) -> bytes:
    data = dumped(raw)
    return data[: rng.randrange(len(data))]


def flipped(rng: Random, raw: Any) -> bytes:
    data = bytearray(dumped(raw))
    for _ in range(rng.choice((1, 3, 100))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def too_long(rng: Random, raw: Any) -> bytes:
    return dumped(raw) + b" " * (MOST_BYTES + 1)


def other_code(rng: Random, raw: Any) -> bytes:
    return json.dumps(raw).encode(rng.choice(("utf-16", "utf-32", "utf-7")))


# --- packed ----------------------------------------------------------------------------------------


def bomb(rng: Random, raw: Any) -> bytes:
    """A hundred megabytes in a hundred kilobytes, once or twice packed."""
    packed = zlib.compressobj(9, wbits=31)
    data = b"".join(packed.compress(bytes(1_000_000)) for _ in range(rng.choice((9, 100)))) + packed.flush()
    return gzip.compress(data) if rng.random() < 0.3 else data


def cut_gzip(rng: Random, raw: Any) -> bytes:
    data = gzip.compress(dumped(raw))
    return data[: rng.randrange(2, len(data) - 8)]


def false_gzip(rng: Random, raw: Any) -> bytes:
    return b"\x1f\x8b" + rng.randbytes(200)


# --- a game with something false in it -------------------------------------------------------------


def places(raw: Any) -> list[tuple[Any, Any]]:
    """Where values stand: a list or object and the index or key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        keys: Iterator[Any] = iter(())
        if isinstance(value, dict):
            keys = iter(list(value))
        elif isinstance(value, list):
            keys = iter(range(len(value)))
        for key in keys:
            found.append((value, key))
            waiting.append(value[key])
    return found


def wrong_values(rng: Random, raw: Any) -> bytes:
    for _ in range(rng.choice((1, 1, 1, 3, 20))):
        place, key = rng.choice(places(raw))
        place[key] = copy.deepcopy(rng.choice(ODD))
    return dumped(raw)


def near_values(rng: Random, raw: Any) -> bytes:
    """One number or word a little other than it was."""
    place, key = rng.choice([(p, k) for p, k in places(raw) if isinstance(p[k], int | str)])
    value = place[key]
    place[key] = value + rng.choice((-1, 1, 10)) if isinstance(value, int) else value + "x"
    return dumped(raw)


def wrong_head(rng: Random, raw: Any) -> bytes:
    part = rng.choice((raw, raw["genesis"], rng.choice(raw["records"])))
    part[rng.choice(list(part))] = copy.deepcopy(rng.choice(ODD))
    return dumped(raw)


def left_out(rng: Random, raw: Any) -> bytes:
    place, key = rng.choice(places(raw))
    del place[key]
    return dumped(raw)


def doubled(rng: Random, raw: Any) -> bytes:
    lists = [p[k] for p, k in places(raw) if isinstance(p[k], list) and p[k]]
    found = rng.choice(lists)
    found.insert(rng.randrange(len(found) + 1), copy.deepcopy(rng.choice(found)))
    return dumped(raw)


def swapped(rng: Random, raw: Any) -> bytes:
    records = raw["records"]
    i = rng.randrange(len(records) - 1)
    records[i], records[i + 1] = records[i + 1], records[i]
    return dumped(raw)


def unknown_title(rng: Random, raw: Any) -> bytes:
    raw["genesis"]["title"] = rng.choice(("CHESS", "18EZ ", "", "__init__", "18ez", "x" * 1500))
    return dumped(raw)


def unknown_option(rng: Random, raw: Any) -> bytes:
    raw["genesis"]["options"][rng.choice(("speed", "", "x" * 1000, "__proto__"))] = rng.choice(ODD)
    return dumped(raw)


def other_seed(rng: Random, raw: Any) -> bytes:
    raw["genesis"]["seed"] = rng.choice((-1, 2**48, 2**60, 10**17))
    return dumped(raw)


def many_names(rng: Random, raw: Any) -> bytes:
    raw["genesis"]["names"] = rng.choice(([], ["A"], ["A"] * 3, ["A"] * 500, [" "] * 3, ["\u202e" * 99] * 3))
    return dumped(raw)


def long_note(rng: Random, raw: Any) -> bytes:
    rng.choice(raw["records"])["note"] = "n" * rng.choice((1999, 2001, 100_000))
    return dumped(raw)


def false_note(rng: Random, raw: Any) -> bytes:
    raw["digest"] = rng.choice(("", "0" * 16, "é" * 16, None, 7))
    rng.choice(raw["records"])["note"] = rng.choice(("a note", "\ud83d", "\0", ["a"], 5))
    return dumped(raw)


def many_records(rng: Random, raw: Any) -> bytes:
    last = raw["records"][-1]
    raw["records"] += [{**last, "seq": last["seq"] + i} for i in range(1, rng.choice((2, 7000)))]
    return dumped(raw)


def replaced(rng: Random, raw: Any, *texts: str) -> bytes:
    """The text of some number or word in the file, as no writer of JSON would put it."""
    place, key = rng.choice([(p, k) for p, k in places(raw) if isinstance(p[k], int | str)])
    place[key] = "\u2603MARK"
    return (
        json.dumps(raw).replace(json.dumps("\u2603MARK"), rng.choice(texts)).encode("utf-8", "surrogatepass")
    )


def endless_digits(rng: Random, raw: Any) -> bytes:
    return replaced(rng, raw, "9" * 19, "9" * 4400, "-" + "1" * 100_000, "1" * 4299)


def fractions(rng: Random, raw: Any) -> bytes:
    return replaced(rng, raw, "NaN", "Infinity", "-Infinity", "1e5", "1.0", "1e999", "-0.0", "2E-400")


def no_words(rng: Random, raw: Any) -> bytes:
    return replaced(rng, raw, "undefined", "'x'", "01", "+1", ".5", "\\u0000", '"\t"', "\ud800")


def half_characters(rng: Random, raw: Any) -> bytes:
    return replaced(rng, raw, r'"\ud800"', r'"\udfff\ud800"', r'"a\u0000b"', '"\udc80"')


def named_twice(rng: Random, raw: Any) -> bytes:
    text = json.dumps(raw)
    key = rng.choice(("genesis", "records", "digest", "format", "seed", "seq"))
    return text.replace(f'"{key}":', f'"{key}": 0, "{key}":', 1).encode()


LIES: tuple[Lie, ...] = (
    empty_lists, deep, deep_inside, garbage, cut, flipped, too_long, other_code, bomb, cut_gzip, false_gzip,
    wrong_values, near_values, wrong_head, left_out, doubled, swapped, unknown_title, unknown_option,
    other_seed, many_names, long_note, false_note, many_records, endless_digits, fractions, no_words,
    half_characters, named_twice,
)  # fmt: skip
CHEAP = (wrong_values, near_values, wrong_head, left_out)
"""The lies of which there are many."""


def lies(seed: int, count: int, honest: Any) -> Iterator[tuple[str, bytes]]:
    """So many false files: one of each kind, then at random, more often where something small is wrong."""
    rng = Random(seed)
    for number in range(count):
        lie = LIES[number] if number < len(LIES) else rng.choice((*LIES, *CHEAP, *CHEAP))
        yield lie.__name__, lie(rng, copy.deepcopy(honest))

"""Random games of 1826, written in the neutral format, are followed again; altered facts are found."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.recorded.reader import Recording
from engine.recorded.replay import replay
from engine.titles.g1826 import TITLE
from tests.conformance.scribe26 import Scribe

Line = dict[str, Any]
GAMES = {
    "privates alone pay": (3, 4, 0, 60),
    "nationals, bonds, mail": (5, 8, 3, 940),
    "bankruptcy": (5, 1, 2, 1035),
}
"""Players, seed, style, actions."""
WORDS = {
    "privates alone pay": {"all_passed", "privates_only_round"},
    "nationals, bonds, mail": {
        "player buy_bond", "corporation buy_bond", "bond_interest", "place_bonus", "corporation buy_private",
        "Etat", "SNCF", "exchange_token", "discard_train", "convert", "converted", "repay_loan",
        "revenue_after_interest", "rust", "president", "split_kept",
    },
    "bankruptcy": {"bankrupt", "take_loan", "interest"},
}  # fmt: skip
"""Words that the game at hand lacks for the most part, and that these have."""


@cache
def written(name: str) -> Recording:
    players, seed, style, most = GAMES[name]
    return Scribe(players, seed, style).record(most)


def said_by(game: Recording) -> set[str]:
    """The words of actions and events of a record, with who acts where that makes a difference."""
    found: set[str] = set()
    for line in game.lines:
        action, actor = line["action"], line["actor"] or {}
        found |= {action["type"], f"{actor.get('kind')} {action['type']}"}
        found |= {event["event"] for event in line["events"]}
        if action["type"] == "national_forms":
            found.add(action["corporation"])
    return found


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_random_game_is_followed_again(name: str) -> None:
    record = written(name)
    report = replay(record, TITLE)
    assert [str(found) for found in report.mismatches] == []
    assert report.notes == []
    assert report.actions == len(record.lines)
    assert said_by(record) >= WORDS[name]


# --- altered facts -----------------------------------------------------------------------------------

Alter = Callable[[list[Line]], Line]


def _first(lines: list[Line], kind: str, actor: str = "") -> Line:
    named = (line for line in lines if line["action"]["type"] == kind)
    return next(line for line in named if not actor or line["actor"]["kind"] == actor)


def _figure(kind: str, key: str, actor: str = "") -> Alter:
    def alter(lines: list[Line]) -> Line:
        line = _first(lines, kind, actor)
        line["action"][key] += 10
        return line

    return alter


def _event(kind: str, key: str, value: Any) -> Alter:
    def alter(lines: list[Line]) -> Line:
        found = ((line, e) for line in lines for e in line["events"] if e["event"] == kind)
        line, event = next(pair for pair in found if pair[1].get("to") != "Pool")
        event[key] = value
        return line

    return alter


def _derived(key: str) -> Alter:
    def alter(lines: list[Line]) -> Line:
        line = [line for line in lines if line.get("derived", {}).get(key)][-1]
        line["derived"][key] = {}
        return line

    return alter


ALTERATIONS: dict[str, tuple[Alter, str]] = {
    "a bond's price": (_figure("buy_bond", "cost", "player"), "action.cost"),
    "a redeemed bond's price": (_figure("buy_bond", "cost", "corporation"), "action.cost"),
    "the mail's value": (_figure("place_bonus", "value"), "action.value"),
    "interest on bonds": (_event("bond_interest", "amount", 990), "event"),
    "a national's members": (lambda lines: _members(_first(lines, "national_forms"), "GC", "PO"), "minors"),
    "who holds bonds": (_derived("bonds"), "bonds"),
}  # fmt: skip


def _members(line: Line, *minors: str) -> Line:
    line["action"]["minors"] = list(minors)
    return line


def test_altered_facts_are_found_at_their_lines() -> None:
    """At the line itself, or at the next where both games stand alike."""
    record = written("nationals, bonds, mail")
    lines: list[Line] = copy.deepcopy([dict(line) for line in record.lines])
    wanted = {name: (alter(lines)["n"], what) for name, (alter, what) in ALTERATIONS.items()}
    found = [(m.n, m.what) for m in replay(replace(record, lines=lines), TITLE).mismatches if m.n != "end"]
    told = {
        name for name, (n, what) in wanted.items()
        if any(n <= at <= n + 2 and where.startswith(what) for at, where in found)
    }  # fmt: skip
    assert told == set(ALTERATIONS)

"""Commands written out as text are read as the picker would fill them in."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local.written import CommandError, parse_command, usage

PEOPLE = {"Ann": "1", "Ben": "2"}


def option(name: str, kind: str = "string", required: bool = False, *choices: str) -> dict[str, Any]:
    values = [{"name": choice, "value": choice.lower()} for choice in choices]
    return {"name": name, "description": f"The {name}", "type": kind, "required": required, "choices": values}


NEW = {
    "invocation": "game new",
    "options": [
        option("title", required=True), option("name"), option("players", "integer"),
        option("order", "string", False, "Random", "Join"),
    ],
}  # fmt: skip
REPLACE = {
    "invocation": "gm replace",
    "options": [option("seat", required=True), option("user", "user", True)],
}
IMPORT = {"invocation": "game import", "options": [option("file", "attachment", True)]}
TURN: dict[str, Any] = {"invocation": "turn", "options": []}
ALL = [NEW, REPLACE, IMPORT, TURN]


@pytest.mark.parametrize(
    ("text", "entry", "options"),
    [
        ("/turn", TURN, {}),
        ("  /Turn  ", TURN, {}),
        ("/game new title: 18EZ", NEW, {"title": "18EZ"}),
        ("/game   new title:18EZ", NEW, {"title": "18EZ"}),
        ("/game new name: Tuesday night title: A", NEW, {"name": "Tuesday night", "title": "A"}),
        ("/game new title: A name: at 12:30, or: later", NEW, {"title": "A", "name": "at 12:30, or: later"}),
        ("/game new TITLE: A players: 3", NEW, {"title": "A", "players": "3"}),
        ("/game new title: A order: random", NEW, {"title": "A", "order": "random"}),
        ("/gm replace seat: 2 user: @ben", REPLACE, {"seat": "2", "user": "2"}),
        ("/gm replace user: <@1> seat: 2", REPLACE, {"seat": "2", "user": "1"}),
        ("/spiel neu titel: 18EZ", NEW, {"title": "18EZ"}),
        ("/Spiel Neu titel: A name: Dienstag", NEW, {"title": "A", "name": "Dienstag"}),
        ("/zug", TURN, {}),
    ],
)
def test_it_is_read(text: str, entry: dict[str, Any], options: dict[str, Any]) -> None:
    assert parse_command(text, ALL, PEOPLE) == (entry, options)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/game nwe title: A", "There is no command `/game nwe`; there is `/game new`."),
        ("/game", "`/game` has more than one command: `/game new`, `/game import`."),
        ("/zzz", "There is no command `/zzz`; type `/` alone for the list of all commands."),
        ("/", "There is no command `/`; type `/` alone for the list of all commands."),
        ("/game new", "`title` is missing (The title). " + usage(NEW)),
        ("/game new title:", "`title` is missing (The title). " + usage(NEW)),
        ("/game new titl: A", "`/game new` has no option `titl`. " + usage(NEW)),
        ("/game new title: A plaers: 3", "`/game new` has no option `plaers`. " + usage(NEW)),
        ("/game new 18EZ", "`/game new` has options that begin with their names and a colon. " + usage(NEW)),
        ("/turn now", "`/turn` has no options. Write `/turn` alone."),
        ("/game new title: A players: three", "`players` is a whole number in digits, not “three”."),
        ("/game new title: A order: none", "`order` can be: Random, Join."),
        ("/gm replace seat: 1 user: Zoe", "`user` is one of the members here: Ann, Ben."),
        ("/game import file: x.json", "`file` is a file: type `/` and pick the command there, "
         "then choose the file."),
    ],
)  # fmt: skip
def test_it_is_explained(text: str, told: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(text, ALL, PEOPLE)
    assert str(caught.value) == told


def test_usage_tells_what_may_be_left_out() -> None:
    assert usage(TURN) == "Write `/turn` alone."
    assert usage(REPLACE) == "Write `/gm replace seat: … user: …`."
    assert usage(NEW) == (
        "Write `/game new title: … [name: …] [players: …] [order: …]`; what is in brackets may be left out."
    )

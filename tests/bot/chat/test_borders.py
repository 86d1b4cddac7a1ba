"""What comes from outside is bounded: numbers, ids, options, places; and what is stored is said to be."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from contextvars import copy_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui

import engine
from bot.chat import entrance
from bot.chat.bounds import InvalidInput, is_storable, parse_discord_id, parse_whole_number, read_whole_number
from bot.chat.current_game import is_open_to
from bot.chat.press import Press
from bot.operate import features as cogs
from bot.operate.login import is_temporary_error, retry_delay, retry_request
from bot.store.game_rows import GameInfo, SeatInfo
from bot.votes import service as voting
from bot.work.logs import JsonLines, TaskFieldsFilter, add_log_fields
from bot.work.pool import WorkFailed, WorkTimeout
from engine.api.judging import forgery_reason
from engine.core.log import Record
from tests.bot.tables import Table, toy_table


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    async with toy_table(tmp_path, monkeypatch) as made:
        yield made


# --- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "read"),
    [("0", 0), (" 12 ", 12), ("9" * 12, 10**12 - 1), ("9" * 13, None), ("9" * 4400, None), ("-1", None),
     ("٣", None), ("1e3", None), ("", None), ("1_0", None)],
)  # fmt: skip
def test_whole_numbers(typed: str, read: int | None) -> None:
    assert parse_whole_number(typed) == read
    if read is None:
        with pytest.raises(InvalidInput):
            read_whole_number(typed)


@pytest.mark.parametrize("text", ["", "-5", "9" * 20, "٣", "1.0"])
def test_ids_of_discord(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_discord_id(text)


@pytest.mark.parametrize(
    ("data", "sound"),
    [({"a": ["x", 1, True, None, 2.5]}, True), ("\ud800", False), ({"\udfff": 1}, False), ("a\0b", False),
     ("x" * 6000, True), ("x" * 6001, False), (2**63, False), (-(2**63) + 1, True), (float("nan"), False),
     ([1] * 6000, False)],
)  # fmt: skip
def test_what_discord_hands_over(data: Any, sound: bool) -> None:
    assert is_storable(data) is sound


@pytest.mark.parametrize(
    "made",
    ["plan_back", "x:1:2:turn", "x:-1:1:turn:", "x:" + "z" * 13 + ":1:turn:", "x:1:1:turn:" + "a" * 90, ""],
)
def test_ids_that_are_no_presses(made: str) -> None:
    assert Press.parse(made) is None


class Window(ui.Modal):
    """A window that is open."""

    open = True

    def is_dispatching(self) -> bool:
        return self.open


WINDOW = Window(title="x", custom_id="w")
LINE: ui.TextInput[Any] = ui.TextInput(custom_id="a", max_length=5, required=False)
WINDOW.add_item(ui.Label(text="x", component=LINE))


FORGED_TEXTS: tuple[Any, ...] = (5, True, [], {"a": 1}, "123456", "\ud800", "\0")


def _typed(text: Any, kind: int = 4, **more: Any) -> list[Any]:
    return [{"type": 18, "id": 1, "component": {"type": kind, "custom_id": "a", "value": text, **more}}]


def _nested(depth: int) -> list[Any]:
    part: Any = _typed("1")[0]
    for _ in range(depth):
        part = {"type": 1, "components": [part]}
    return [part]


def _passed_on(data: Any) -> Any:
    """The data of a submitted window as discord.py gets them."""
    got: list[Any] = []
    parsers: dict[str, Any] = {"INTERACTION_CREATE": got.append}
    store = SimpleNamespace(_dynamic_items={})
    connection = SimpleNamespace(parsers=parsers, _view_store=store)
    client: Any = SimpleNamespace(_connection=connection, open_modals={"w": WINDOW})
    entrance.install_event_parsers(client)
    parsers["INTERACTION_CREATE"]({"type": 5, "data": data})
    return got[0]["data"] if got else None


@pytest.mark.parametrize(
    "parts",
    [_typed("7:30"), _typed(""), _typed(None), [{"type": 10, "id": 1}, *_typed("x")], _nested(2)],
)
def test_a_window_as_discord_submits_it_reaches_its_code(parts: Any) -> None:
    data = {"custom_id": "w", "components": parts}
    assert _passed_on(data) is data


@pytest.mark.parametrize(
    "data",
    [{}, {"components": []}, {"components": None}, {"components": "abc"}, {"components": {}},
     *({"components": _typed(text)} for text in FORGED_TEXTS),
     {"components": _typed("x", kind=3, values=["x"])}, {"components": [{"type": 18}]},
     {"components": [{"type": 1}]}, {"components": [{"custom_id": "a", "value": "1"}]},
     {"components": _typed("1") * 4000}, {"components": _nested(5000)},
     {"components": [{"type": 4, "custom_id": [], "value": "1"}]}],
)  # fmt: skip
def test_a_forged_window_reaches_no_code(data: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert _passed_on({"custom_id": "w", **data}) == {"custom_id": "withheld", "components": []}
    assert not caplog.records


def test_a_window_that_opens_a_moment_after_its_submission_stays_closed_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Window, "open", False)
    closed = {"custom_id": "closed", "components": []}
    assert _passed_on({"custom_id": "w", "components": _typed("1")}) == closed
    assert _passed_on({"custom_id": "other", "components": _typed("1")}) == closed


async def test_a_number_without_end_is_refused_in_a_sentence(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    ann = table.member("Ann")
    for command, option in (("/gm undo-to", "move"), ("/act undo", "to"), ("/auto off", "program")):
        typed: Any = {option: "9" * 4400}
        reply = await ann.slash(command, **typed)
        assert "(error" not in reply.text
        assert reply.text
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]


# --- places ----------------------------------------------------------------------------------------


class Asker:
    """An interaction as `is_open_to` reads it."""

    def __init__(self, guild: int | None, user: int, *, manages: bool = False, here: int = 1) -> None:
        self.guild_id, self.guild, self.channel, self.channel_id = guild, None, None, here
        self.user = type("User", (), {"id": user})()
        self.permissions = discord.Permissions(manage_guild=manages)


@pytest.mark.parametrize(
    ("asker", "is_open"),
    [
        (Asker(7, 99, here=70), True), (Asker(7, 99), False), (Asker(7, 99, manages=True), True),
        (Asker(7, 1), True), (Asker(8, 1), False), (Asker(8, 1, manages=True, here=70), False),
        (Asker(None, 2), True), (Asker(None, 99), False), (Asker(None, 99, manages=True), False),
    ],
)  # fmt: skip
async def test_to_whom_a_table_is_open(asker: Any, is_open: bool) -> None:
    seats = tuple(engine_seat(i) for i in (1, 2))
    info = GameInfo(5, 7, 70, "TOY", "x", 1, "running", {}, {}, 3, 1, "", 0, 0, 0, seats, {})
    assert is_open_to(asker, info) is is_open


def engine_seat(user: int) -> Any:
    return SeatInfo(f"p{user}", f"P{user}", user)


async def test_a_vote_of_another_table_is_out_of_reach(table: Table) -> None:
    done = await voting.cast_vote(table.bot.games, 1, 5, int(table.member("Ann").id), "yes")
    assert done.code == "no_vote"


# --- what is stored is said to be ------------------------------------------------------------------


async def test_a_move_that_was_stored_is_said_to_be(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("no page")

    [actor] = await table.on_move()
    before = (await table.info()).revision
    monkeypatch.setattr("bot.turn.pages.workspace.show_page", fails)
    reply = await actor.slash("/act pass")
    assert reply.text.startswith("This is done and stored, but the page after it could not be shown")
    assert "(error " in reply.text
    assert (await table.info()).revision == before + 1


# --- the log ---------------------------------------------------------------------------------------


def line(raised: BaseException | None = None, **extra: Any) -> Any:
    made = logging.makeLogRecord({"msg": "x \ud800", "levelno": logging.ERROR, "levelname": "ERROR", **extra})
    made.exc_info = (type(raised), raised, None) if raised is not None else None
    TaskFieldsFilter().filter(made)
    return json.loads(JsonLines().format(made))


def test_a_line_names_what_it_is_about() -> None:
    task = copy_context()
    task.run(add_log_fields, game=7, rev=3, interaction=5)
    made = task.run(line, error="abcd")
    assert (made["game"], made["rev"], made["interaction"]) == (7, 3, 5)
    assert "game" not in line()


@pytest.mark.parametrize("raised", [ConnectionResetError("gone"), WorkFailed("gone"), WorkTimeout("gone")])
def test_what_fails_at_discord_or_in_a_worker_is_a_warning_without_a_traceback(raised: Exception) -> None:
    made = line(raised)
    assert (made["level"], "exception" in made) == ("WARNING", False)
    assert f"{type(raised).__name__}: gone" in made["message"]


def test_a_bug_is_an_error_with_its_traceback() -> None:
    made = line(RuntimeError("a bug"))
    assert (made["level"], "exception" in made) == ("ERROR", True)


# --- login -----------------------------------------------------------------------------------------


class Calm:
    """A bot that ends after so many looks."""

    def __init__(self, looks: int = 10**6) -> None:
        self.looks = looks

    @property
    def is_closing(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def failure(status: int) -> discord.HTTPException:
    response: Any = type("Answer", (), {"status": status, "reason": "x"})()
    return discord.HTTPException(response, "x")


async def test_what_passes_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_rest(bot: Any, seconds: float) -> None:
        rests.append(seconds)

    rests: list[float] = []
    monkeypatch.setattr("bot.operate.login._sleep_unless_ending", no_rest)
    due = [failure(503), ConnectionRefusedError("x"), TimeoutError(), failure(429)]

    async def attempt() -> None:
        if due:
            raise due.pop(0)

    assert await retry_request(Calm(), "the login", attempt)
    assert rests == [1, 2, 4, 8]
    assert retry_delay(discord.RateLimited(77.0), 0) == 77.0
    assert retry_delay(failure(500), 30) == 300


async def test_what_does_not_pass_ends_it() -> None:
    async def attempt() -> None:
        raise failure(403)

    with pytest.raises(discord.HTTPException):
        await retry_request(Calm(), "the login", attempt)
    assert not is_temporary_error(discord.LoginFailure("x"))
    assert not is_temporary_error(WorkTimeout("a worker"))


async def test_who_is_told_to_end_waits_no_longer() -> None:
    async def attempt() -> None:
        raise failure(503)

    assert not await retry_request(Calm(3), "the login", attempt)


# --- what an import may not say --------------------------------------------------------------------


async def test_a_move_without_an_action_is_no_move(table: Table) -> None:
    [actor] = await table.on_move()
    await table.act(actor, "pass")
    game = await table.game()
    last = game.log[-1]
    game = engine.copy_game(game)
    game.log[-1] = Record(last.number, "action", last.by, None, last.events)
    assert "without an action" in str(forgery_reason(game))


@pytest.mark.parametrize(
    ("command", "option", "fits"),
    [
        ("game follow", {"name": "level", "type": 3, "value": "end"}, True),
        ("game follow", {"name": "level", "type": 3, "value": "all of it"}, False),
        ("remind digest", {"name": "hour", "type": 4, "value": 23}, True),
        ("remind digest", {"name": "hour", "type": 4, "value": 24}, False),
    ],
)
def test_a_value_that_the_command_does_not_have_is_not_taken(command: str, option: Any, fits: bool) -> None:
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    cogs.register_commands(tree)
    found = next(c for c in tree.walk_commands() if c.qualified_name == command)
    made: Any = SimpleNamespace(command=found)
    root, leaf = command.split()
    data = {"name": root, "options": [{"name": leaf, "type": 1, "options": [option]}]}
    assert entrance._options_fit(made, data) == fits

"""Two servers with tables on one bot process, and interactions as nobody's client would send them.

On the home server there are a game that goes on, a table in the lobby, and one in a channel that only its
player sees; on the other server members with all rights there, and a table of their own.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

from bot.chat.press import Press
from bot.store.compression import decompress
from engine import Game, Record, Setup, load_game
from tests.loopback import BotProcess, LoopbackServer, Member
from tests.loopback.gateway import new_payload
from tests.loopback.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, Interaction
from tests.loopback.messages import public
from tests.loopback.views import Reply
from tests.loopback.wire import UPLOAD_LIMIT, Json
from tests.loopback.world import EVERYTHING, VIEW

PLAYERS = ("Ann", "Ben", "Cy")
GAME, LOBBY, HIDDEN, FOREIGN = "Quokka", "Wombat", "Numbat", "Dingo"
"""The tables, by names that stand nowhere else: whoever reads one has seen the table."""

MANAGE = 1 << 5


@dataclass(frozen=True)
class Place:
    """From where an interaction is said to come."""

    guild: Json | None
    channel: Json


class Hall:
    """Use as ``async with Hall(path) as hall``."""

    def __init__(self, data: Path) -> None:
        self.server = LoopbackServer()
        self.data = data
        env = {"STATIONMASTER_WORKERS": "1"}
        self.bot = BotProcess(self.server, data, env=env, within=180)
        self.home, self.abroad = self.server.guild, self.server.world.add_guild("Abroad")
        self.hidden = self.server.channel("hidden")
        self.places = {name: self.server.channel(name.lower()) for name in (GAME, LOBBY)}
        self.foreign = self.server.channel("theirs", self.abroad)
        self.ids: dict[str, int] = {}

    async def __aenter__(self) -> Hall:
        await self.server.start()
        self.server.interactions.deadline = self.server.patience = 30.0
        for name in (*PLAYERS, "Dee"):
            self.server.member(name)
        for name in ("Zoe", "Ann", "Dee"):
            self.server.member(name, guild=self.abroad)
        self._hide()
        await self.bot.start()
        await self.server.wait_ready(120)
        await self._begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.bot.stop()
        await self.server.stop()

    def _hide(self) -> None:
        """Only Ann and the bot see this channel."""
        world, guild = self.server.world, self.home["id"]
        nobody = {"id": guild, "type": 0, "allow": "0", "deny": str(VIEW)}
        some = [
            {"id": i, "type": 1, "allow": str(VIEW), "deny": "0"}
            for i in (world.app_id, self.server.member("Ann").id)
        ]
        self.hidden["permission_overwrites"] += [nobody, *some]

    async def _begin(self) -> None:
        ann, zoe = self.server.member("Ann"), self.server.member("Zoe")
        for person, name, channel in (
            (ann, GAME, self.places[GAME]), (ann, LOBBY, self.places[LOBBY]),
            (ann, HIDDEN, self.hidden), (zoe, FOREIGN, self.foreign),
        ):  # fmt: skip
            await person.slash("/game new", channel, title="18EZ", name=name, order="join", pace="live")
            [[self.ids[name]]] = self.rows("SELECT id FROM game WHERE name = ?", name)
        await self.server.until(lambda: self.server.channel_messages(self.places[GAME]))
        for name in PLAYERS[1:]:
            await self.server.member(name).slash("/game join", self.places[GAME])
        await ann.slash("/game start", self.places[GAME])
        await self.server.quiet(0.5, 30)

    # --- forging -------------------------------------------------------------------------------

    async def press(
        self, who: Member, place: Place, custom_id: Any, values: Any = None, *, source: Json | None = None,
        rights: int | None = None,
    ) -> Reply:  # fmt: skip
        """A press on a message that need not exist."""
        kind = 2 if values is None else 3
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        data |= {} if values is None else {"values": values}
        shown = source or self.message(place, custom_id, kind)
        return await self.send(who, place, COMPONENT, data, source=shown, rights=rights)

    def message(self, place: Place, custom_id: Any, kind: int) -> Json:
        """A message of the bot with that button, as a forger would write it."""
        item: Json = {"type": kind, "custom_id": custom_id, "id": 2}
        item |= {"style": 2, "label": "x"} if kind == 2 else {"options": [{"label": "x", "value": "x"}]}
        made = self.server.messages.build(place.channel["id"], self.server.world.bot, {"content": "x"}, {})
        return {**made, "components": [{"type": 1, "id": 1, "components": [item]}]}

    async def command(
        self, who: Member, place: Place, path: str, options: Sequence[Json], *, typing: bool = False,
        rights: int | None = None, resolved: Json | None = None,
    ) -> Reply:  # fmt: skip
        """A command with whatever options."""
        root, *rest = path.split()
        known = next(c for c in self.server.rest.commands[""] if c["name"] == root)
        kinds, level = [], known["options"]
        for part in rest:
            step = next(o for o in level if o["name"] == part)
            kinds.append((part, step["type"]))
            level = step.get("options", [])
        filled = list(options)
        for part, kind in reversed(kinds):
            filled = [{"name": part, "type": kind, "options": filled}]
        data = {"id": known["id"], "name": root, "type": 1, "options": filled, "resolved": resolved or {}}
        return await self.send(who, place, AUTOCOMPLETE if typing else COMMAND, data, rights=rights)

    async def menu(
        self, who: Member, place: Place, name: str, target: Any, resolved: Json, *, rights: int | None = None
    ) -> Reply:
        """A command of the menu of Apps, on a message or member that need not exist."""
        known = next(c for c in self.server.rest.commands[""] if c["name"] == name)
        data = {"id": known["id"], "name": name, "type": known["type"], "target_id": target}
        return await self.send(who, place, COMMAND, {**data, "resolved": resolved}, rights=rights)

    async def submit(self, who: Member, place: Place, modal: str, parts: Any) -> Reply:
        """A window that was filled in."""
        data = {"custom_id": modal, "components": parts}
        return await self.send(who, place, SUBMIT, data, source=self.message(place, "x", 2))

    async def send(
        self, who: Member, place: Place, kind: int, data: Json, *, source: Json | None = None,
        rights: int | None = None,
    ) -> Reply:  # fmt: skip
        """Any interaction; who is no member of that server comes as one all the same."""
        world = self.server.world
        payload = new_payload(world.app_id, kind, data)
        payload.update(channel_id=place.channel["id"], channel=dict(place.channel))
        payload.update(attachment_size_limit=UPLOAD_LIMIT, authorizing_integration_owners={})
        payload.update(context=0 if place.guild else 1, app_permissions=str(EVERYTHING))
        if source is not None:
            payload["message"] = public(source)
        if place.guild is None:
            payload["user"] = who.user
        else:
            member: Json = {"user": who.user, "roles": [], "joined_at": world.bot.get("joined"), "flags": 0}
            member |= {"deaf": False, "mute": False, "nick": None, "avatar": None}
            payload["member"] = {**member, "permissions": str(VIEW if rights is None else rights)}
            payload.update(guild_id=place.guild["id"], guild_locale="en-GB")
            payload["guild"] = {"id": place.guild["id"], "locale": "en-GB", "features": []}
        interaction = Interaction(payload, who.user, place.channel["id"], source)
        await self.server.interactions.send(interaction)
        await who.settle(interaction)
        return Reply(self.server, interaction)

    # --- what became of it ---------------------------------------------------------------------

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What a query finds in the bot's database."""
        with closing(sqlite3.connect(self.data / "stationmaster.db", timeout=10)) as db:
            return db.execute(query, values).fetchall()

    def game(self) -> Game:
        """The game that goes on, as its log in the database leads to it."""
        [[setup]] = self.rows("SELECT genesis FROM game WHERE id = ?", self.ids[GAME])
        bodies = self.rows("SELECT body FROM record WHERE game = ? ORDER BY seq", self.ids[GAME])
        records = [Record.from_json(json.loads(decompress(body))) for (body,) in bodies]
        return load_game(Setup.from_json(json.loads(decompress(setup))), records)

    async def act(self, *, wait: bool = True, deliveries: int = 1) -> Reply:
        """Whoever is waited for passes."""
        game = self.game()
        waiting = game.waiting()
        assert waiting is not None
        member = self.server.member(game.view.name(waiting.players[0]))
        return await member.slash("/act pass", self.places[GAME], wait=wait, deliveries=deliveries)

    async def settled(self) -> int:
        """The revision of that game once all is at rest."""
        with suppress(AssertionError):
            await self.server.quiet(0.4, 20)
        return self.game().revision

    def state(self) -> dict[str, Counter[str]]:
        """All that is stored of the tables and of the home server, row by row."""
        tables = ("game", "seat", "tenure", "record", "audit", "standing_order", "proxy", "vote",
                  "ballot", "draft", "plan", "follower", "server_pref", "muted", "nudge")  # fmt: skip
        known = {name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return {name: Counter(map(repr, self._kept_in(name))) for name in tables if name in known}

    def _kept_in(self, table: str) -> list[Any]:
        """The rows of a table without the count of writes, which a look may raise."""
        columns = [row[1] for row in self.rows(f"PRAGMA table_info({table})") if row[1] != "writes"]
        return self.rows(f"SELECT {', '.join(columns)} FROM {table}")

    def odd_lines(self) -> list[str]:
        """Lines of the log that are no JSON, and tracebacks."""
        lines = self.bot.log.splitlines()
        return [
            f"{line[:300]} ... {line[-300:]}" for line in lines if "Traceback" in line or not _is_json(line)
        ]

    def faults_in_log(self) -> list[str]:
        """Lines of the log that must not be there."""
        lines = self.bot.log.splitlines()
        return [
            f"{line[:400]} ... {line[-300:]}" for line in lines if "Traceback" in line or not _is_quiet(line)
        ]


def _is_json(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _is_quiet(line: str) -> bool:
    try:
        return json.loads(line).get("level") not in ("ERROR", "CRITICAL")
    except ValueError:
        return False


def custom_id(game: int, revision: int, button_name: str, arg: str) -> str:
    """The id of a button, however long."""
    made = Press(game, revision, button_name, "").custom_id
    return made + arg


def shuffled(rng: Random, values: Sequence[Any], most: int) -> list[Any]:
    """Some of the values."""
    return [rng.choice(values) for _ in range(rng.randrange(most + 1))]


MASTER = EVERYTHING | MANAGE

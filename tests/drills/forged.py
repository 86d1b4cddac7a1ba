"""Forged interactions: presses, menus, windows, commands and completions that no client would send.

By members without a seat, players who are not to act, members of another server with all rights there, in
direct messages, in threads and hidden channels. After each handful: nobody changed what is not his to change,
nobody read the name of a table that he may not see, everything was answered, and the log is clean.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.chat.buttons import BUTTON_HANDLERS
from bot.operate import features as cogs
from tests.drills.hall import FOREIGN, GAME, HIDDEN, LOBBY, MASTER, PLAYERS, Hall, Place, custom_id, shuffled
from tests.drills.line import options, told
from tests.drills.windows import submit_forged
from tests.loopback import Member
from tests.loopback.views import Reply
from tests.loopback.wire import Json

FEATURES = cogs
"""The list of all features: importing it is what makes the buttons known."""

ON_MEMBER = 2
"""The type of a command of the menu of Apps on a member; that on a message has 3."""

HANDFUL = 8
"""Interactions at once, before the state is looked at."""

WORDS = (
    "", "0", "1", "-1", "7", "12.b", ".", "..", "1.2.3", "p1", "p2", "p1.lasts", "9" * 40, "1" * 4400, "zz",
    "pass", "buy_share.0", "lay_tile.99", "\u202e", "é", "🚂", "\ud800", "\0", "null", "all", "x" * 90,
    "aside", "begin", "0..begin", "map", "player:p1", "player:nobody", "company:M&R", "crop", "market",
    "theme.1", "text_first.1", "channels", "role", "clock", "language", "creators", "live", "proxy:1",
    "1.yes", "1.wait", "1.proxy:zz", "1.free", "random", "join", "9:00", "4", "18EZ", "٣", "1e5", "NaN",
    "[[[", "{}", '"', "%s%n",
)  # fmt: skip
"""Arguments, values and typed texts."""

NUMBERS: tuple[Any, ...] = (
    -1,
    0,
    1,
    2,
    25,
    2**31,
    2**53,
    2**63,
    2**70,
    1.5,
    True,
    None,
    "1",
    "x",
    [],
    float("nan"),
)


@dataclass
class Tally:
    """What came of all of it."""

    sent: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def faults(self) -> list[str]:
        return [*self.unanswered, *self.read, *self.changed, *self.log]

    def line(self, took: float) -> str:
        by_kind = ", ".join(f"{kind} {count}" for kind, count in sorted(self.sent.items()))
        return (
            f"{self.sent.total()} forged interactions ({by_kind}): {len(self.changed)} changes not allowed, "
            f"{len(self.read)} tables read, {len(self.unanswered)} not answered, {len(self.log)} faults in "
            f"the log; {took:.0f} s"
        )


@dataclass(frozen=True)
class Actor:
    """Who forges, from where, with which rights; ``sees`` and ``seats``: what is his."""

    who: Member
    place: Place
    rights: int | None = None
    sees: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        where = self.place.channel.get("name", "a direct message")
        return f"{self.who.name} in {where}"


def actors(hall: Hall) -> list[Actor]:
    """Everybody who is no honest player on turn."""
    person, home, abroad = hall.server.member, hall.home, hall.abroad
    game, lobby = Place(home, hall.places[GAME]), Place(home, hall.places[LOBBY])
    theirs = Place(abroad, hall.foreign)
    thread = hall.server.world.add_thread(hall.places[GAME], "a thread", None, 60)
    seen = (GAME, LOBBY)
    return [
        Actor(person("Dee"), game, sees=seen),
        Actor(person("Dee"), Place(home, thread), sees=seen),
        Actor(person("Dee"), theirs, sees=(FOREIGN,)),
        Actor(person("Dee"), Place(None, person("Dee").dm())),
        Actor(person("Dee"), Place(abroad, hall.places[GAME])),
        Actor(person("Zoe"), theirs, MASTER, sees=(FOREIGN,)),
        Actor(person("Zoe"), Place(abroad, hall.places[LOBBY]), MASTER),
        Actor(person("Zoe"), Place(None, person("Zoe").dm()), sees=(FOREIGN,)),
        Actor(person("Ann"), theirs, MASTER, sees=(FOREIGN, *seen, HIDDEN)),
        Actor(person("Ben"), game, sees=seen, seats=("p2",)),
        Actor(person("Ben"), Place(None, person("Ben").dm()), sees=seen, seats=("p2",)),
        Actor(person("Cy"), lobby, sees=seen, seats=("p3",)),
    ]


# --- what is sent ----------------------------------------------------------------------------------

Forge = Callable[[Hall, Random, Actor], Awaitable[Reply]]


def _target(hall: Hall, rng: Random) -> int:
    return rng.choice([*hall.ids.values(), *hall.ids.values(), 0, 999, 36**12 - 1])


async def forged_press(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """Any button with any argument, at any game and revision, on a message that shows it."""
    revision = rng.choice([0, 1, 2, 36**11, *(row[0] for row in hall.rows("SELECT rev FROM game"))])
    made = custom_id(
        _target(hall, rng), revision, rng.choice([*BUTTON_HANDLERS.names(), "nothing"]), _argument(rng)
    )[:100]
    values = shuffled(rng, WORDS, 3) if rng.random() < 0.5 else None
    return await hall.press(actor.who, actor.place, made, values, rights=actor.rights)


AIMED: tuple[tuple[str, str, list[str] | None], ...] = (
    ("join", "", None), ("leave", "", None), ("start", "", None), ("options", "", None),
    ("order", "", ["join"]), ("pace", "", ["live"]), ("clock", "", ["24"]), ("undo_to", "1", None),
    ("resign", "", None),
    ("w_undo", "", None), ("w_restart", "", None), ("q_pass", "", None), ("turn", "", None),
    ("more", "", None), ("look", "", ["player:p1"]), ("log", "", None), ("past", "1.f", None),
    ("w_home", "", None),
    ("w_pick", "pass", None), ("take_seat", "p1", None), ("ask_table", "p1", None), ("undo_yes", "", None),
    ("auto_pass", "", ["round"]), ("plan_clear", "", None), ("oops", "1.99999999999", None),
    ("snooze", "1", None), ("nudge", "", None), ("let_be", "", None),
)  # fmt: skip
"""Presses that do something where they are allowed: button, argument, values."""


async def aimed_press(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """What a page of the table would offer at this moment."""
    name = rng.choice((GAME, GAME, LOBBY, HIDDEN, FOREIGN))
    [[revision]] = hall.rows("SELECT rev FROM game WHERE id = ?", hall.ids[name])
    button_name, arg, values = rng.choice(AIMED)
    made = custom_id(hall.ids[name], revision, button_name, arg)
    return await hall.press(actor.who, actor.place, made, values, rights=actor.rights)


async def aimed_command(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """A command without options, or with a table alone."""
    path, options = rng.choice(_leaves(hall))
    named = [{"name": "table", "type": 3, "value": str(rng.choice([*hall.ids.values(), *hall.ids]))}]
    there = rng.random() < 0.8 and any(option["name"] == "table" for option in options)
    return await hall.command(actor.who, actor.place, path, named if there else [], rights=actor.rights)


def _argument(rng: Random) -> str:
    return rng.choice([rng.choice(WORDS), ".".join(shuffled(rng, WORDS, 3))])


async def odd_press(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """Ids that are none."""
    made = rng.choice(
        ("", "x", "x:", "x:1", "x:1:2:", "x:-1:2:turn:", "x:1:-2:turn:", "x:" + "z" * 90, "x:1:1:TURN:",
         "y:1:1:turn:", "x:1:1:turn:\n", "x:1:1:turn:" + "a" * 300, "x:1:1:" + "a" * 60 + ":", "x:é:1:turn:",
         "plan_back", "log", "0" * 32, "x:\ud800:1:turn:", "x:1:1:log:1e9", "x: 1:1:turn:"),
    )  # fmt: skip
    return await hall.press(actor.who, actor.place, made, rights=actor.rights)


async def odd_values(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """A menu whose values are no texts, or far too many."""
    made = custom_id(_target(hall, rng), 1, rng.choice(BUTTON_HANDLERS.names()), "")
    values = rng.choice([[1, 2], [None], "text", {}, [["a"]], ["x"] * 3000, ["x" * 9000], ["\udfff"], 7])
    return await hall.press(actor.who, actor.place, made, values, rights=actor.rights)


async def forged_window(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """A window that was never opened."""
    text = {"type": 4, "custom_id": "a", "value": rng.choice(WORDS), "id": 2}
    parts = rng.choice([[], [{"type": 18, "id": 1, "component": text}], [{"type": 1, "components": [text]}]])
    made = rng.choice(("0" * 32, "", "x:1:1:w_ask:", "\ud800"))
    return await hall.submit(actor.who, actor.place, made, parts)


async def opened_window(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """A window that somebody has open."""
    text = rng.choice([*WORDS, *NUMBERS, [], {}, "9" * 6000])
    return await submit_forged(hall, rng, actor.who, actor.place, text)


def _leaves(hall: Hall) -> list[tuple[str, list[Json]]]:
    """All commands that are written, with their options."""
    found = []
    for root in (c for c in hall.server.rest.commands[""] if c.get("type", 1) == 1):
        waiting = [(root["name"], root)]
        while waiting:
            path, node = waiting.pop()
            below = [o for o in node.get("options", []) if o["type"] in (1, 2)]
            waiting += [(f"{path} {o['name']}", o) for o in below]
            if not below:
                found.append((path, node.get("options", [])))
    return found


def _filled(hall: Hall, rng: Random, options: Sequence[Json]) -> list[Json]:
    """Options of the right and of wrong types; a table is named in most cases."""
    made = []
    for option in options:
        if not option.get("required") and option["name"] != "table" and rng.random() < 0.4:
            continue
        right = [c["value"] for c in option.get("choices") or []]
        texts = [*WORDS, "9" * 4400, "x" * 5999, "[" * 3000]
        if option["name"] == "table":
            texts = [*map(str, hall.ids.values()), *hall.ids, "9" * 4400]
        kind = rng.choice([option["type"]] * 9 + [3, 4, 10])
        value: Any = rng.choice(right) if right and rng.random() < 0.7 else rng.choice(texts)
        if option["type"] not in (3,) and rng.random() < 0.8:
            value = rng.choice(NUMBERS)
        made.append({"name": option["name"], "type": kind, "value": value})
    return made


FORGETS = "me data forget"


async def forged_command(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """Any command with any options."""
    path, options = rng.choice(_leaves(hall))
    filled = _filled(hall, rng, options)
    return await hall.command(actor.who, actor.place, path, filled, rights=actor.rights)


async def forged_typing(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """Any completion."""
    path, options = rng.choice([leaf for leaf in _leaves(hall) if leaf[1]])
    filled = _filled(hall, rng, options)
    if filled and rng.random() < 0.9:
        rng.choice(filled)["focused"] = True
    return await hall.command(actor.who, actor.place, path, filled, typing=True, rights=actor.rights)


async def forged_menu(hall: Hall, rng: Random, actor: Actor) -> Reply:
    """A command of the menu of Apps: on a card that any bot could have sent anywhere, or on any member."""
    menu = rng.choice([c for c in hall.server.rest.commands[""] if c.get("type", 1) != 1])
    if menu["type"] == ON_MEMBER:
        user = rng.choice([hall.server.member(name) for name in ("Ann", "Ben", "Zoe", "Dee")]).user
        plain: Json = {"roles": [], "joined_at": None, "permissions": "0", "flags": 0}
        target, found = user["id"], {"users": {user["id"]: user}, "members": {user["id"]: plain}}
    else:
        revision = rng.choice([0, 1, 2, 36**11])
        made = custom_id(_target(hall, rng), revision, rng.choice([*BUTTON_HANDLERS.names(), "nothing"]), "")
        shown = hall.message(actor.place, rng.choice([made, made, made, "0" * 32, "x"]), 2)
        target, found = shown["id"], {"messages": {shown["id"]: shown}}
    return await hall.menu(actor.who, actor.place, menu["name"], target, found, rights=actor.rights)


FORGERIES: dict[str, tuple[Forge, int]] = {
    "aimed": (aimed_press, 8), "tables": (aimed_command, 3), "presses": (forged_press, 8),
    "odd ids": (odd_press, 2), "odd values": (odd_values, 2),
    "windows": (forged_window, 1), "open windows": (opened_window, 2),
    "commands": (forged_command, 6), "completions": (forged_typing, 3),
    "menus of Apps": (forged_menu, 3),
}  # fmt: skip


# --- the law ---------------------------------------------------------------------------------------


def not_allowed(before: Any, after: Any, hall: Hall, group: Sequence[Actor]) -> list[str]:
    """What was changed by nobody who may: only players move, for their own seats, at their own table."""
    users = {int(actor.who.id) for actor in group}
    found = []
    for table, rows in after.items():
        gone, made = before[table] - rows, rows - before[table]
        found += [f"{table} lost {row}" for row in gone if not _may(table, row, hall, group, users)]
        found += [f"{table} gained {row}" for row in made if not _may(table, row, hall, group, users)]
    return found


def _may(table: str, row: str, hall: Hall, group: Sequence[Actor], users: set[int]) -> bool:
    """Whether a row is one that somebody of the group may write."""
    values = eval(row, {"__builtins__": {}})
    if table in ("draft", "plan", "follower", "muted", "nudge"):
        return users & {v for v in values if isinstance(v, int)} != set()
    if table == "server_pref":
        return str(hall.abroad["id"]) in row and any(actor.rights for actor in group)
    number = values[0] if table in ("game", "audit") else values[0 if table != "vote" else 1]
    if table in ("game", "seat", "record") and number not in hall.ids.values():
        return True  # a table of his own, as /game learn makes it
    return any(_touches(actor, table, values, number, hall) for actor in group)


OF_ONES_OWN = ("resign", "own_proxy")
"""What a player does with his own seat, and all are told."""


def _touches(actor: Actor, table: str, values: Sequence[Any], game: int, hall: Hall) -> bool:
    abroad = actor.place.guild is hall.abroad and actor.place.channel is hall.foreign
    if hall.ids[FOREIGN] in values and abroad:
        return True
    if actor.seats and hall.ids[GAME] in values[:3]:
        return table != "audit" or (values[2] == int(actor.who.id) and values[3] in OF_ONES_OWN)
    there = actor.place.guild is hall.home or bool(actor.seats)
    return there and hall.ids[LOBBY] in values[:2] and table in ("seat", "game") and game != hall.ids[GAME]


SIGNS = ("The seats are drawn", *(f"{name} to act" for name in PLAYERS))
"""What an answer says that shows the one game which goes on."""


def names_read(hall: Hall, reply: Reply, actor: Actor) -> list[str]:
    """Tables whose names or positions stand in an answer to somebody who may not see them and has no seat."""
    mine = hall.rows(
        "SELECT name FROM game WHERE id IN (SELECT game FROM seat WHERE user_id = ?)", actor.who.id
    )
    seen = {*actor.sees, *(name for (name,) in mine)}
    texts = [m.text for m in reply.messages] + [str(reply.choices), str(reply.interaction.modal or "")]
    read = " ".join(texts)
    shown = {n for n in (GAME, LOBBY, HIDDEN, FOREIGN) if n in read}
    shown |= {GAME} if any(sign in read for sign in SIGNS) else set()
    return sorted(shown - seen)


# --- the drill -------------------------------------------------------------------------------------


async def run(count: int, seed: int) -> Tally:
    """So many forged interactions at a hall of their own."""
    with tempfile.TemporaryDirectory() as data:
        async with Hall(Path(data)) as hall:
            return await forge(hall, count, seed)


async def forge(hall: Hall, count: int, seed: int) -> Tally:
    """So many forged interactions."""
    rng, tally = Random(seed), Tally()
    kinds, weights = list(FORGERIES), [weight for _, weight in FORGERIES.values()]
    people, before = actors(hall), hall.state()
    while tally.sent.total() < count:
        group = [rng.choice(people) for _ in range(HANDFUL)]
        chosen = rng.choices(kinds, weights, k=HANDFUL)
        pairs = zip(chosen, group, strict=True)
        await asyncio.gather(*(_one(hall, rng, kind, actor, tally) for kind, actor in pairs))
        after = hall.state()
        tally.changed += not_allowed(before, after, hall, group)
        before = after
    await hall.server.quiet(0.5, 30)
    tally.log = hall.faults_in_log()
    return tally


async def _one(hall: Hall, rng: Random, kind: str, actor: Actor, tally: Tally) -> None:
    reply = await FORGERIES[kind][0](hall, rng, actor)
    tally.sent[kind] += 1
    data = str(reply.interaction.payload["data"])[:300]
    if not reply.acknowledged:
        tally.unanswered.append(f"{actor.name}: {kind} {data} was not answered")
    tally.read += [f"{actor.name} read {name} by {kind} {data}" for name in names_read(hall, reply, actor)]


def main(argv: list[str]) -> int:
    """Ten thousand of them, or two hundred."""
    parser = options("forged", __doc__)
    parser.add_argument("--count", type=int, default=10_000)
    chosen = parser.parse_args(argv)
    began = time.monotonic()
    tally = asyncio.run(run(200 if chosen.short else chosen.count, chosen.seed))
    print(tally.line(time.monotonic() - began))
    return told(tally.faults()[:40])

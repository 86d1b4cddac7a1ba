"""Games before their start: creating, joining, seats, options, and the start itself."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.computers.words import computer_seat
from bot.games.announcements import queue_messages, repost_note
from bot.games.core import Games
from bot.games.opening import title_in_play
from bot.games.outcome import TAKEN, Id, Outcome, answer, refused
from bot.games.work import Live, MovedOn, Work
from bot.store import game_rows, outbox, postgres, seals
from bot.store.game_rows import GameInfo, SeatInfo, now
from bot.store.outbox import Note
from bot.votes.rows import owe_votes
from bot.words import t
from bot.work.intake import SEED_BITS
from engine import TITLES, Title, new_game

JOIN = "join"
"""The setting ``order`` of a table whose players sit as they joined; the first of them begins."""

COMPUTERS = game_rows.COMPUTERS

OF_ONE_GAME = {game_rows.BY_HAND, COMPUTERS, "imported"}
"""Settings that tell of one game alone: the next of the same people begins without them."""

SETUP = Note("setup_card", {}, latest_only=True)


async def create(  # noqa: PLR0913 - all but the user are given by name
    games: Games,
    user: int,
    *,
    title: str,
    name: str,
    guild: int | None = None,
    channel: int | None = None,
    owner_name: str = "",
    options: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    computers: Sequence[str] = (),
    interaction_id: Id = None,
) -> Outcome:
    """Make a game in the lobby; its owner takes the first seat when ``owner_name`` is given.

    ``settings`` are the table's own: ``order`` is ``random`` (default) or ``join``; others are kept as
    they are. ``computers``: a level for each that plays with him.
    """
    fault = (
        _bad_title(title)
        or _bad_name(name)
        or _bad_options(TITLES[title], options or {})
        or _too_many_computers(title, options or {}, len(computers) + bool(owner_name))
    )
    if fault is not None:
        return fault
    values = {
        "owner": user, "title": title, "name": name.strip(), "guild": guild, "channel": channel,
        "options": dict(options or {}), "settings": dict(settings or {}),
    }  # fmt: skip
    chairs = [SeatInfo("p1", owner_name[:100], user)] if owner_name else []
    for level in computers:
        chairs.append(replace(computer_seat(level, chairs), seat=f"p{len(chairs) + 1}"))
    return await insert(games, user, interaction_id, values, chairs)


async def again(
    games: Games, info: GameInfo, user: int, *, channel: int | None, interaction_id: Id
) -> Outcome:
    """A new table like one that is over: the same people, options and settings, seats drawn anew."""
    fault = _bad_title(info.title) or _bad_options(TITLES[info.title], info.options)
    if fault is not None:
        return fault
    chairs = [s for s in info.seats if s.user is not None or s.computer]
    placed = [replace(s, seat=f"p{i}") for i, s in enumerate(chairs, 1)]
    kept = {key: value for key, value in info.settings.items() if key not in OF_ONE_GAME}
    wanted = max(len(placed), title_in_play(info).data.min_players)
    values = {
        "owner": user, "title": info.title, "name": _numbered(info.name), "guild": info.guild,
        "channel": channel, "options": dict(info.options),
        "settings": {**kept, "order": "random", "players": wanted},
    }  # fmt: skip
    return await insert(games, user, interaction_id, values, placed, _calls_all)


async def insert(
    games: Games,
    user: int,
    interaction_id: Id,
    values: Mapping[str, Any],
    chairs: Sequence[SeatInfo],
    fill: Callable[[Any, int], Any] | None = None,
) -> Outcome:
    """Store a new game with its seats and, by ``fill(connection, game)``, whatever else belongs to it."""
    async with games.lock("new game"):
        try:
            given = await games.stored_answer(interaction_id)
            if given is not None:
                return given
            made = await _insert(games, user, interaction_id, values, chairs, fill)
        except IntegrityError:
            return await games.stored_answer(interaction_id) or TAKEN
        except (SQLAlchemyError, OSError):
            made = await _fate_of_new(games, interaction_id)
    if made.ok:
        games.after_commit()
    return made


async def _fate_of_new(games: Games, interaction_id: Id) -> Outcome:
    failed = games.failed("not_saved", 0)
    try:
        return await games.fate(None, interaction_id)
    except MovedOn:
        return failed


async def _insert(
    games: Games, user: int, interaction_id: Id, values: Mapping[str, Any],
    chairs: Sequence[SeatInfo], fill: Callable[[Any, int], Any] | None,
) -> Outcome:  # fmt: skip

    async def unit(conn: AsyncConnection) -> Outcome:
        game = await game_rows.create(conn, **values)
        await game_rows.put_seats(conn, game, chairs)
        if fill is not None:
            await fill(conn, game)
        await seals.renew_seal(conn, game)
        await outbox.put(conn, game, [SETUP])
        found = await game_rows.find(conn, game)
        made = Outcome("ok", game, found.rev if found else 0)
        if interaction_id is not None:
            await game_rows.remember(conn, str(interaction_id), game, user, (0, made.rev), made.to_json())
        return made

    return await games.store.write(unit, game=postgres.NOTHING)


async def join(games: Games, game_id: int, user: int, name: str, *, interaction_id: Id = None) -> Outcome:
    """Take a seat before the start under this name."""

    def judge(live: Live, work: Work) -> Outcome:
        chairs, most = live.info.seats, title_in_play(live.info).data.max_players
        if live.info.seats_of(user):
            return refused("already_seated", t("You have a seat in this game already; leave gives it up."))
        if len(chairs) >= most:
            return refused("full", t("All {most} seats are taken; somebody must leave first.", most=most))
        return _set_seats(work, live.info, [*chairs, SeatInfo("", unused(name, chairs), user)])

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def add_computer(
    games: Games, game_id: int, user: int, level: str, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Add a computer of this level before the start."""

    def judge(live: Live, work: Work) -> Outcome:
        if not _may(live.info, user, gm):
            return answer("not_allowed")
        chairs, most = live.info.seats, title_in_play(live.info).data.max_players
        if len(chairs) >= most:
            return refused("full", t("All {most} seats are taken; somebody must leave first.", most=most))
        return _set_seats(work, live.info, [*chairs, computer_seat(level, chairs)])

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def drop_computer(
    games: Games, game_id: int, user: int, name: str, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Remove a computer before the start."""

    def judge(live: Live, work: Work) -> Outcome:
        if not _may(live.info, user, gm):
            return answer("not_allowed")
        left = [s for s in live.info.seats if not (s.computer and s.name == name)]
        return _set_seats(work, live.info, left)

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def leave(games: Games, game_id: int, user: int, *, interaction_id: Id = None) -> Outcome:
    """Give up the user's seat before the start."""

    def judge(live: Live, work: Work) -> Outcome:
        if not live.info.seats_of(user):
            return answer("not_seated")
        return _set_seats(work, live.info, [s for s in live.info.seats if s.user != user])

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def set_seats(
    games: Games, game_id: int, user: int, order: Sequence[int | str], *, gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Set the order of players, by user or seat; each must be named once."""

    def judge(live: Live, work: Work) -> Outcome:
        if not _may(live.info, user, gm):
            return answer("not_allowed")
        chairs = {s.seat if s.user is None else s.user: s for s in live.info.seats}
        if sorted(order, key=str) != sorted(chairs, key=str):
            return refused("bad_order", t("The order must name every player who joined, each once."))
        return _set_seats(work, live.info, [chairs[each] for each in order])

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def set_options(
    games: Games, game_id: int, user: int, options: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None, *, name: str | None = None, gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Change some of the title's options and the table's settings, or its name, before the start."""

    def judge(live: Live, work: Work) -> Outcome:
        if not _may(live.info, user, gm):
            return answer("not_allowed")
        chosen = {**live.info.options, **(options or {})}
        title_name = live.info.name if name is None else name
        fault = (
            _bad_name(title_name)
            or _bad_options(TITLES[live.info.title], chosen)
            or _too_many(replace(live.info, options=chosen))
        )
        if fault is not None:
            return fault
        kept = {**live.info.settings, **(settings or {})}
        work.values |= {"options": chosen, "settings": kept, "name": title_name.strip()}
        work.notes.append(SETUP)
        return Outcome("ok")

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def start(
    games: Games, game_id: int, user: int, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Start the game; its random seed is drawn here and stored."""

    def judge(live: Live, work: Work) -> Outcome:
        if not _may(live.info, user, gm):
            return answer("not_allowed")
        return _begin(live, work, user, secrets.randbits(SEED_BITS))

    return await _in_lobby(games, game_id, user, interaction_id, judge)


async def _in_lobby(
    games: Games, game_id: int, user: int, interaction_id: Id, judge: Callable[[Live, Work], Outcome]
) -> Outcome:
    def checked(live: Live, work: Work) -> Outcome:
        if live.info.status != "lobby":
            return answer("ended" if live.info.status == "ended" else "started")
        return judge(live, work)

    return await games.write(game_id, user, interaction_id, checked)


async def _calls_all(conn: AsyncConnection, game: int) -> None:
    await outbox.put(conn, game, [Note("again", {}, latest_only=True)])


def _numbered(name: str) -> str:
    """Return the name of the next table of the same players: "Evening (2)" after "Evening"."""
    found = re.fullmatch(r"(.*) \((\d{1,3})\)", name)
    bare, number = (found[1], int(found[2])) if found else (name, 1)
    return f"{bare[:90]} ({number + 1})"


def _may(info: GameInfo, user: int, gm: bool) -> bool:
    return gm or user == info.owner


def _set_seats(work: Work, info: GameInfo, chairs: Sequence[SeatInfo]) -> Outcome:
    placed = [replace(s, seat=f"p{i}") for i, s in enumerate(chairs, 1)]
    work.statements.append(partial(game_rows.put_seats, game=info.id, chairs=placed))
    work.notes.append(SETUP)
    return Outcome("ok")


def _begin(live: Live, work: Work, user: int, seed: int) -> Outcome:
    """Start the game: draw the seats, store the first records, and post the first card."""
    info = live.info
    placed = _placed(info, seed)
    game = new_game(info.title, [s.name for s in placed], seed=seed, options=info.options)
    placed.sort(key=lambda chair: game.view.seats.index(chair.seat))
    live.game = game
    for made in game.log:
        work.record(made, user, "start")
    lines = queue_messages(work, game, game.log, None)
    work.notes.append(SETUP)
    work.values |= {
        "status": "running", "seed": seed, "genesis": game.setup.to_json(), "started_at": now(),
        "rules_version": game.setup.rules_version, "options": dict(game.setup.options),
        "settings": {**info.settings, **({COMPUTERS: True} if info.computers else {})},
    }  # fmt: skip
    work.statements.append(partial(game_rows.put_seats, game=info.id, chairs=placed))
    for chair in placed:
        give = partial(
            game_rows.hand_over, game=info.id, seat=chair.seat, user=chair.user, rev=game.rev,
            computer=chair.computer,
        )  # fmt: skip
        work.statements.append(give)
    return Outcome("ok", seqs=tuple(r.seq for r in game.log), lines=tuple(lines))


def _placed(info: GameInfo, seed: int) -> list[SeatInfo]:
    """Return the players with their seats in the game: drawn, or by joining."""
    chairs = list(info.seats)
    if info.settings.get("order") == JOIN:
        drawn = new_game(info.title, [s.name for s in chairs], seed=seed, options=info.options).view.seats
        chairs = [chairs[drawn.index(f"p{i}")] for i in range(1, len(chairs) + 1)]
    elif info.settings.get("order") == "random":
        Random(seed).shuffle(chairs)
    return [replace(s, seat=f"p{i}") for i, s in enumerate(chairs, 1)]


def _too_many(info: GameInfo) -> Outcome | None:
    """Return the refusal when more have joined than can play; otherwise None."""
    data, count = title_in_play(info).data, len(info.seats)
    if count <= data.max_players:
        return None
    return refused(
        "too_many_players",
        t(
            "{name} is for {least} to {most} players and {count} have joined; somebody must leave first.",
            name=data.name,
            least=data.min_players,
            most=data.max_players,
            count=count,
        ),
    )


def _too_many_computers(title: str, options: Mapping[str, str], seats: int) -> Outcome | None:
    """Return the refusal when there are more computers than can play; otherwise None."""
    most = TITLES[title].played(options).data.max_players
    if seats <= most:
        return None
    return refused("too_many_players", t("At this game {most} can play, computers included.", most=most))


def _bad_title(title: str) -> Outcome | None:
    if title in TITLES:
        return None
    return refused("no_such_title", t("These titles can be played: {names}.", names=", ".join(TITLES)))


def _bad_name(name: str) -> Outcome | None:
    if 1 <= len(name.strip()) <= 100:
        return None
    return refused("bad_name", t("The name of a game has 1 to 100 characters."))


def _bad_options(title: Title, options: Mapping[str, str]) -> Outcome | None:
    known = {o.key: o for o in title.options}
    for key, value in options.items():
        if key not in known:
            names = ", ".join(known) or t("none")
            return refused("bad_option", t("{key} has these options: {names}.", key=title.key, names=names))
        if value not in known[key].values:
            return refused(
                "bad_option",
                t("{label} can be: {names}.", label=known[key].label, names=", ".join(known[key].values)),
            )
    return None


def unused(name: str, chairs: Sequence[SeatInfo]) -> str:
    """Return the name, with a number when another player at the table has it."""
    wanted, taken = name.strip()[:90] or t("Player"), {s.name for s in chairs}
    return next(n for i in range(1, 100) if (n := wanted if i == 1 else f"{wanted} {i}") not in taken)


async def repost(games: Games, infos: Iterable[GameInfo]) -> None:
    """Queue the cards of games to be posted again; they ping only players not yet pinged."""
    for info in infos:
        await games.store.write(partial(_repost, info=info), game=info.id)
    games.after_commit()


async def _repost(conn: AsyncConnection, info: GameInfo) -> None:
    """Queue the card and the open votes of a table to be posted again."""
    await outbox.put(conn, info.id, [repost_note(info, ping=False)])
    await owe_votes(conn, info.id)

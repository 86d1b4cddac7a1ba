"""Games as files: out as JSON, and in again after every action was judged anew: a file can be forged."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from bot.service.lobby import SEED_BITS, Lobby
from bot.service.outcome import Id, Outcome, refused
from bot.store import records
from bot.store.games import SeatInfo, now
from bot.store.records import Entry
from bot.texts import t
from engine import UNSOUND, BadLog, Game, forged, import_game, rejudge

MAX_RECORDS = 20_000


class Transfer(Lobby):
    """Export and import."""

    async def export(self, game_id: int) -> Any:
        """The whole game as JSON, without users; None when there is none or it has not started."""
        game = await self.game(game_id)
        return None if game is None else game.to_json()

    async def import_game(
        self, raw: Any, user: int, *, name: str, guild: int | None = None, channel: int | None = None,
        interaction_id: Id = None,
    ) -> Outcome:  # fmt: skip
        """Take in an exported game, paused and with free seats; the user becomes its owner.

        Refused (``bad_file``) at the first record that today's rules would not make so.
        """
        try:
            game = await asyncio.to_thread(judged, raw)
        except BadLog as fault:
            return refused("bad_file", t("The file is not a sound game: {fault}", fault=fault))
        ended = game.state.ended
        values = {
            "owner": user, "title": game.title.key, "name": name.strip()[:100] or game.title.key,
            "guild": guild, "channel": channel, "options": dict(game.genesis.options),
            "settings": {"imported": True}, "status": "ended" if ended else "paused", "end_reason": ended,
            "started_at": now(), "ended_at": now() if ended else None, "rev": game.rev,
            "seed": game.genesis.seed, "genesis": game.genesis.to_json(),
            "rules_version": game.genesis.rules_version,
        }  # fmt: skip
        chairs = [SeatInfo(f"p{i}", n[:100], None) for i, n in enumerate(game.genesis.names, 1)]
        entries = [Entry(r.seq, r.by, r.to_json(), None, "import") for r in game.log]
        return await self.insert(
            user, interaction_id, values, chairs, partial(records.append, entries=entries)
        )


def judged(raw: Any) -> Game:
    """The game in an exported file, if today's rules make each of its records so; raises BadLog."""
    try:
        game = _read(raw)
        difference = _forged(game) or next(iter(rejudge(game)), None)
    except BadLog:
        raise
    except UNSOUND as error:
        # What the file holds was taken for a position and could not be one; its text may say anything.
        raise BadLog(t("its parts do not fit together ({fault}).", fault=type(error).__name__)) from error
    if difference is not None:
        raise BadLog(difference)
    return game


def _read(raw: Any) -> Game:
    if not isinstance(raw, dict) or not isinstance(raw.get("records"), list):
        raise BadLog(t("it was not written by `/game export`."))
    if len(raw["records"]) > MAX_RECORDS:
        raise BadLog(t("it has more than {most} records.", most=MAX_RECORDS))
    return import_game(raw)


def _forged(game: Game) -> str | None:
    names: tuple[object, ...] = game.genesis.names
    named = all(isinstance(name, str) and 0 < len(name) <= 100 for name in names)
    if not named or not 0 <= game.genesis.seed < 2**SEED_BITS:
        return t("its names or its seed are not such as a table has.")
    return forged(game)

"""`transcript FILE [--titles A,B] [--moves N]`: scripted games of each title at a table, in two languages.

Writes what everybody reads after each move, what the player reads who is to act, and what the commands that
show something answer: texts, buttons, the digest of each picture. The moves are read from FILE.moves, which
the first run writes: the same games can be played with the code of another day, in its folder, and the two
files compared.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import secrets
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine import TITLES, Action, Game
from engine.checks.random_play import RandomPlayer
from tests.bot.tables import Table, make_bot
from tests.loopback import Message, Response

NAMES = ("Ann", "Ben", "Cy")
LANGUAGES = {"en": "en-GB", "de": "de"}
MOVES, EVERY_PAGE, EVERY_SHOW = 48, 3, 16
SHOWN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("market", {}), ("companies", {}), ("stake", {}), ("player", {"name": "Ann"}), ("trains", {}),
    ("order", {}), ("privates", {}), ("log", {}), ("since", {}), ("map", {}),
)  # fmt: skip
"""The commands that show something, with their options."""

SEED = 20260
TIME = re.compile(r"<t:\d+")


class Writer:
    """Plays the games and gathers the lines."""

    def __init__(self, moves: dict[str, list[dict[str, Any]]], most: int) -> None:
        self.lines: list[str] = []
        self.moves, self._most = moves, most
        self._seen: dict[str, str] = {}

    async def play(self, title: str, language: str) -> None:
        """Play one title in one language."""
        self._seen.clear()
        self.lines.append(f"===== {title} {language}")
        with tempfile.TemporaryDirectory() as folder:
            table = Table(Path(folder), await make_bot(Path(folder)))
            table.bot.has_one_language = True
            for guild in table.env.backend.guilds.values():
                guild.preferred_locale = LANGUAGES[language]
            try:
                async with table:
                    await self._play(table, title)
            finally:
                for bot in table.bots:
                    await bot.close()

    async def _play(self, table: Table, title: str) -> None:
        await self._start(table, title)
        given = self.moves.setdefault(title, [])
        dice = RandomPlayer(TITLES[title], SEED)
        for number in range(self._most):
            game = await table.game()
            if game.state.ended:
                break
            if number == len(given):
                given.append(dice.action(game).to_json())
            await self._look(table, number)
            if not await self._move(table, game, Action.from_json(given[number])):
                break

    async def _start(self, table: Table, title: str) -> None:
        people = [table.member(name) for name in NAMES]
        await people[0].slash("/game new", title=title, name="Tuesday", pace="at once")
        for person in people[1:]:
            await person.click(self._newest(table, "join"), custom_id="join")
        await people[0].click(self._newest(table, "start"), custom_id="start")
        self._public(table, "start")

    def _newest(self, table: Table, word: str) -> Message:
        """The newest message with a button whose id has this word."""
        return next(
            m for m in reversed(table.channel_messages()) if any(word in c.custom_id for c in m.components)
        )

    async def _move(self, table: Table, game: Game, action: Action) -> bool:
        user = (await table.info()).holder_id_of(action.player)
        member = next(m for m in table.people.values() if m.id == str(user))
        try:
            await table.act(member, action.kind, **action.args)
        except AssertionError as refusal:
            self.lines.append(f"!! refused: {refusal}")
            return False
        self._public(table, f"{game.revision} {member.name} {action.kind} {json.dumps(dict(action.args))}")
        return True

    async def _look(self, table: Table, number: int) -> None:
        """The page of who is to act, and what the commands show."""
        if number % EVERY_PAGE == 0:
            for member in (await table.on_move())[:1]:
                self._answer(table, f"/turn of {member.name}", await member.slash("/turn"))
        if number % EVERY_SHOW == EVERY_SHOW - 1:
            for command, options in SHOWN:
                response = await table.member("Dee").slash(f"/show {command}", **options)
                self._answer(table, f"/show {command}", response)

    # --- what is written ---------------------------------------------------------------------------

    def _public(self, table: Table, what: str) -> None:
        """The public messages that are new or changed, and those that are gone."""
        self.lines.append(f"--- {what}")
        now = {m.id: "\n".join(_told(table, m)) for m in table.channel_messages()}
        for gone in self._seen.keys() - now.keys():
            self.lines.append("(a message is deleted) " + self._seen[gone].partition("\n")[0])
        for key, text in now.items():
            if self._seen.get(key) != text:
                self.lines += ["edited:" if key in self._seen else "posted:", text]
        self._seen = now

    def _answer(self, table: Table, what: str, response: Response) -> None:
        self.lines.append(f"--- {what}")
        for message in response.messages:
            self.lines += _told(table, message)


def _told(table: Table, message: Message) -> Iterator[str]:
    """The lines of a message: text, buttons and menus, pictures."""
    text = TIME.sub("<t:0", message.text)
    for name, member in table.people.items():
        text = text.replace(f"<@{member.id}>", f"@{name}")
    yield from (f"  {line}" for line in text.splitlines())
    for component in message.components:
        off = " (off)" if component.disabled else ""
        options = ", ".join(str(o.get("label")) for o in component.options)
        yield f"  [{component.label}{off}]" + (f" {options}" if options else "")
    for png, alt in message.images:
        yield f"  alt: {alt}"
        yield f"  picture: {hashlib.sha256(png).hexdigest()[:16]}"


def write(file: Path, titles: Sequence[str], most: int) -> None:
    """Write the transcript of these titles into a file."""
    kept = file.with_suffix(".moves")
    moves = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    writer = Writer(moves, most)
    secrets.randbits = lambda bits: SEED  # type: ignore[assignment]  # the seed that each table draws
    for title in titles:
        for language in LANGUAGES:
            asyncio.run(writer.play(title, language))
            print(title, language, len(writer.lines), flush=True)
            file.write_text("\n".join(writer.lines) + "\n", "utf-8")
            kept.write_text(json.dumps(writer.moves), "utf-8")


def main(argv: Sequence[str]) -> int:
    """Write the transcript. Return 0."""
    parser = argparse.ArgumentParser(prog="transcript")
    parser.add_argument("file", type=Path)
    parser.add_argument("--titles", default=",".join(sorted(TITLES)))
    parser.add_argument("--moves", type=int, default=MOVES)
    options = parser.parse_args(argv)
    write(options.file, options.titles.split(","), options.moves)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Discord fails where members are answered, at login, and below the bot: what is stored is said to be stored.

The cards and calls of the channels are the drill `calls`; here are the answers, the start and the workers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path

from tests.drills.hall import GAME, Hall, Place, custom_id
from tests.drills.imports import hand_in
from tests.drills.scenery import Scale, SeatsToAct
from tests.loopback import CALLBACK, BotProcess, Fault
from tests.loopback.wire import rate_limited

ANSWERS = r"/webhooks/"
BUSY = 503
"""An error that discord.py does not try again by itself."""

SAID = ("done and stored", "pictures could not be sent")


def respond_to(
    pattern: str, *, said: tuple[str, ...] = ("",), stored: bool = True, **fault: object
) -> SeatsToAct:
    """A move is made while the answers meet a fault; then the next one is made without."""

    async def scene(hall: Hall, scale: Scale) -> str | None:
        before = await hall.settled()
        method = "*" if pattern == ANSWERS else "POST"
        struck = hall.server.faults.add(Fault(method, pattern, **fault))  # type: ignore[arg-type]
        hall.server.patience = 8.0
        reply = await hall.act()
        hall.server.faults.clear()
        after = await hall.settled()
        if not struck.hits:
            return "the fault did not strike"
        told = " ".join(m.text for m in reply.messages)
        if stored and (after != before + 1 or not any(words in told for words in said)):
            return f"from move {before} to {after}: {told[:200]!r}"
        if not before <= after <= before + 1:
            return f"from move {before} to {after}"
        return await _next(hall, after)

    return scene


async def _next(hall: Hall, revision: int) -> str | None:
    reply = await hall.act()
    after = await hall.settled()
    return (
        None if reply.acknowledged and after == revision + 1 else f"stands at move {after}, was at {revision}"
    )


async def no_file(hall: Hall, scale: Scale) -> str | None:
    """Discord does not hand out a file."""
    place = Place(hall.home, hall.places[GAME])
    reply = await hand_in(hall, hall.server.member("Ann"), place, b"{}", kept=False)
    return None if "hand out the file" in reply.text else reply.text


async def gone_channel(hall: Hall, scale: Scale) -> str | None:
    """A channel goes, and a button of its table is pressed elsewhere."""
    spare = hall.server.world.add_channel(hall.home, "spare")
    await hall.server.gateway.dispatch("CHANNEL_CREATE", spare, 1)
    ben = hall.server.member("Ben")
    await ben.slash("/game new", spare, title="18EZ", name="Bilby", pace="live")
    [[number]] = hall.rows("SELECT max(id) FROM game")
    await hall.settled()
    await hall.server.delete_channel(spare)
    here = Place(hall.home, hall.places[GAME])
    stranger = await hall.press(hall.server.member("Dee"), here, custom_id(number, 0, "join", ""))
    mine = await hall.press(ben, here, custom_id(number, 0, "options", ""))
    ended = await ben.slash("/game list", hall.places[GAME])
    if "no longer there" not in stranger.text or "Bilby" not in mine.text or not ended.acknowledged:
        return f"{stranger.text[:100]!r}, {mine.text[:100]!r}"
    return None


async def login(hall: Hall, scale: Scale) -> str | None:
    """Discord is down as the bot starts; then it takes no commands for a while."""
    (hall.data / "commands.sha256").unlink()
    await hall.bot.stop()
    down = hall.server.faults.error_once(r"/users/@me$", BUSY, times=1)
    again = hall.server.faults.error_once(r"/oauth2/applications/@me$", BUSY, times=1)
    commands = hall.server.faults.error_once(r"/commands$", BUSY, times=2)
    await hall.bot.start()
    await hall.server.wait_ready(180)
    await hall.server.until(lambda: commands.hits == 2, 60)
    await hall.server.until((hall.data / "commands.sha256").exists, 60)
    warned = hall.bot.log.count("the login failed, again in")
    if (down.hits, again.hits, warned) != (1, 1, hall_logins(hall)):
        return f"{down.hits} and {again.hits} faults, {warned} lines"
    return await _next(hall, await hall.settled())


def hall_logins(hall: Hall) -> int:
    """Failed logins so far: two for each scene of this kind."""
    return 2 * hall.bot.log.count('"the commands could not be sent, again soon')


async def wrong_token(hall: Hall, scale: Scale) -> str | None:
    """A token that is none: a sentence and an exit code."""
    env = {**os.environ, **hall.server.environment(), "DISCORD_TOKEN": "no.such.token"}
    env["STATIONMASTER_DATA"] = str(hall.data / "other")
    bot = BotProcess(hall.server, Path(env["STATIONMASTER_DATA"]))
    run = await asyncio.to_thread(
        subprocess.run, bot.command, env=env, capture_output=True, text=True, timeout=120
    )
    last = run.stderr.splitlines()[-1]
    good = run.returncode == 2 and last.startswith("Discord does not accept DISCORD_TOKEN")
    return None if good and "Traceback" not in run.stderr else f"{run.returncode}: {run.stderr[-300:]}"


async def dead_workers(hall: Hall, scale: Scale) -> str | None:
    """All workers are killed; the next answers come without pictures, and then with them."""
    for pid in children(hall.bot.pid):
        os.kill(pid, signal.SIGKILL)
    hall.server.patience = 60.0
    reply = await hall.server.member("Dee").slash("/show map", hall.places[GAME])
    return None if reply.answered and "error" not in reply.text else reply.text


async def dead_bot(hall: Hall, scale: Scale) -> str | None:
    """The bot is killed while a worker works: the worker ends with a line of JSON at most."""
    workers = children(hall.bot.pid)
    await hall.server.member("Dee").slash("/show routes", hall.places[GAME], name="NWR", wait=False)
    await hall.server.member("Dee").slash("/show trains", hall.places[GAME], wait=False)
    await asyncio.sleep(scale.rng.random() * 0.3)
    await hall.bot.restart()
    await hall.server.wait_ready(180)
    await hall.server.until(lambda: not any(map(alive, workers)), 30)
    return await _next(hall, await hall.settled())


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


SLOW = rate_limited(1.0, {"X-RateLimit-Scope": "shared"})
SCENES: dict[str, SeatsToAct] = {
    "429 on the acknowledgement": respond_to(CALLBACK, status=429, body=SLOW.body, headers=SLOW.headers),
    "500 on the acknowledgement": respond_to(CALLBACK, status=500),
    "503 on the acknowledgement": respond_to(CALLBACK, status=BUSY, stored=False),
    "lost acknowledgement": respond_to(CALLBACK, drop=True, stored=False),
    "lost answer to the acknowledgement": respond_to(CALLBACK, drop=True, after=True, stored=False),
    "429 on the page": respond_to(ANSWERS, status=429, body=SLOW.body, headers=SLOW.headers),
    "503 on the page": respond_to(ANSWERS, status=BUSY, times=2),
    "413 on the page": respond_to(ANSWERS, status=413, said=SAID),
    "404 on the page": respond_to(ANSWERS, status=404, said=SAID),
    "lost answer to the page": respond_to(ANSWERS, drop=True, after=True),
    "hanging page": respond_to(ANSWERS, delay=3.0),
    "no file": no_file,
    "a channel is gone": gone_channel,
    "workers are killed": dead_workers,
    "the bot is killed while its workers work": dead_bot,
    "Discord is down at the start": login,
    "a wrong token": wrong_token,
}  # fmt: skip

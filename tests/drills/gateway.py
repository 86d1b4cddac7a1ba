"""The gateway breaks, and brings interactions twice, late and in another order: each is carried out once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.drills.hall import Hall
from tests.drills.scenery import Scale, SeatsToAct
from tests.loopback.gateway import Drop


def dropped(how: Drop, *, lost: bool = False) -> SeatsToAct:
    """Somebody acts just as the connection breaks; what came before the break is not known to Discord."""

    async def scene(hall: Hall, scale: Scale) -> str | None:
        before = await hall.settled()
        await hall.server.drop_gateway(how)
        reply = await hall.act(wait=False)
        await hall.server.wait_ready(60)
        with suppress(AssertionError):
            await hall.server.until(lambda: reply.answered, 2 if lost else 30)
        after = await hall.settled()
        wanted = (before, before + 1) if lost else (before + 1,)
        if after not in wanted:
            return f"from move {before} to {after}"
        return await _goes_on(hall, after)

    return scene


async def _goes_on(hall: Hall, revision: int) -> str | None:
    """The next one acts, and is answered."""
    reply = await hall.act()
    after = await hall.settled()
    return (
        None if reply.acknowledged and after == revision + 1 else f"stands at move {after}, was at {revision}"
    )


async def doubled(hall: Hall, scale: Scale) -> str | None:
    """The same interaction is delivered two or three times at once."""
    before = await hall.settled()
    await hall.act(deliveries=scale.rng.choice((2, 3)))
    after = await hall.settled()
    return None if after == before + 1 else f"from move {before} to {after}"


async def late_again(hall: Hall, scale: Scale) -> str | None:
    """It comes again after others have acted."""
    before = await hall.settled()
    replies = [await hall.act() for _ in range(3)]
    await hall.settled()
    for reply in scale.rng.sample(replies, 3):
        await hall.server.redeliver(reply, 2)
    after = await hall.settled()
    return None if after == before + 3 else f"from move {before} to {after}"


async def reordered(hall: Hall, scale: Scale) -> str | None:
    """Of two moves that depend on each other the second comes first: nothing is done twice or for another."""
    before = await hall.settled()
    first = await hall.act(wait=False)
    await asyncio.sleep(scale.rng.random() * 0.1)
    second = await hall.act(wait=False)
    await hall.server.redeliver(second)
    await hall.server.redeliver(first)
    with suppress(AssertionError):
        await hall.server.until(lambda: first.answered and second.answered, 30)
    after = await hall.settled()
    return None if before + 1 <= after <= before + 2 else f"from move {before} to {after}"


async def after_restart(hall: Hall, scale: Scale) -> str | None:
    """What was carried out before a kill comes again to the next process, with what came meanwhile."""
    before = await hall.settled()
    reply = await hall.act()
    await hall.bot.restart(kill=scale.rng.random() < 0.7)
    await hall.server.wait_ready(180)
    await hall.server.redeliver(reply, 2)
    after = await hall.settled()
    return None if after == before + 1 else f"from move {before} to {after}"


SCENES: dict[str, SeatsToAct] = {
    "reset while somebody acts": dropped("abort"),
    "closed while somebody acts": dropped("close"),
    "asked to reconnect while somebody acts": dropped("reconnect"),
    "session lost while somebody acts": dropped("invalid", lost=True),
    "delivered twice at once": doubled,
    "delivered again later": late_again,
    "delivered in another order": reordered,
    "delivered again after a restart": after_restart,
}

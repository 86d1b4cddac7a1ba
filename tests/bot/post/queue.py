"""Put messages into the outbox, and count those that wait there."""

from bot.store.messages import outbox


async def queue(harness, game, *notes):
    async with harness.store.transaction() as conn:
        await outbox.queue_messages(conn, game, notes)


async def count(harness):
    async with harness.store.transaction() as conn:
        return await outbox.count_messages(conn)

"""The messages of a table: its card before the start, and what its owner did."""

from __future__ import annotations

from bot.calls import manners
from bot.cards import turn
from bot.post.deliver import can_edit, posts
from bot.post.message import Post
from bot.table import pages as setup
from bot.words import told


@posts("setup_card")
async def _setup(post: Post) -> None:
    """Edit the set-up card, or post it again when it is gone or the table has moved."""
    page, card = setup.setup_card(post.info), post.cards.get("setup")
    if card is not None and can_edit(post, card) and await post.edit(card, page):
        return
    if card is not None and not can_edit(post, card):
        await post.delete(card)
    if not post.payload.get("edit"):
        await post.send(page, card="setup")


@posts("table_full")
async def _full(post: Post) -> None:
    if post.info.status == "lobby" and setup.is_full(post.info):
        await post.send(setup.full_table(post.info), ping=[post.info.owner])


@posts("again")
async def _made_again(post: Post) -> None:
    others = [s.user for s in post.info.seats if s.user is not None and s.user != post.info.owner]
    if post.info.status == "lobby" and others:
        await post.send(setup.made_again(post.info), ping=await manners.pingable_users(post, others))


@posts("notice")
async def _notice(post: Post) -> None:
    text = told(post.payload)
    await post.send(turn.notice(post.payload["user"], text, master=post.payload.get("master", True)))

"""The messages of a game from its owner: its set-up card, invitations, and notices of what the owner did."""

from __future__ import annotations

from bot.calls import ping_rules
from bot.cards import turn
from bot.post.deliver import can_edit, posts
from bot.post.message import PostContext
from bot.table import pages as setup_pages
from bot.words import translate_stored_text


@posts("setup_card")
async def _post_setup_card(post: PostContext) -> None:
    """Edit the set-up card of a game, or post it again if it is gone or the game has another channel.

    An old card in another channel is deleted. If "edit" in the payload is true, an existing card is edited
    but none is posted; if "anew" is true, the old card is deleted and a new one posted (`can_edit`). Raises
    Postpone if the bot cannot write in the channel, and discord.HTTPException or discord.RateLimited if
    Discord refuses.
    """
    page, card = setup_pages.setup_card(post.info), post.cards.get("setup")
    if card is not None and can_edit(post, card) and await post.edit_card(card, page):
        return
    if card is not None and not can_edit(post, card):
        await post.delete_card(card)
    if not post.payload.get("edit"):
        await post.send(page, card_kind="setup")


@posts("table_full")
async def _post_all_joined(post: PostContext) -> None:
    """Post the message that pings the owner because all expected players have joined the lobby.

    Nothing is posted if the game has started or one of them has left again. Raises Obsolete if the message
    was replaced meanwhile, Postpone if the bot cannot write in the channel, and discord.HTTPException or
    discord.RateLimited if Discord refuses.
    """
    if post.info.status == "lobby" and setup_pages.has_all_expected_players(post.info):
        await post.send(setup_pages.all_joined_page(post.info), mentions=[post.info.owner_id])


@posts("again")
async def _post_rematch_invitation(post: PostContext) -> None:
    """Post the message that invites the players who got a seat in a rematch, while it is in the lobby.

    It pings those whom a message may ping now (`pingable_users`), never the owner. Nothing is posted after
    the start, or if only the owner and computer players have seats. Raises Obsolete if the message was
    replaced meanwhile, Postpone if the bot cannot write in the channel, and discord.HTTPException or
    discord.RateLimited if Discord refuses.
    """
    user_ids = [
        seat_info.user_id
        for seat_info in post.info.seats
        if seat_info.user_id is not None and seat_info.user_id != post.info.owner_id
    ]
    if post.info.status == "lobby" and user_ids:
        await post.send(
            setup_pages.rematch_invitation_page(post.info),
            mentions=await ping_rules.pingable_users(post, user_ids),
        )


@posts("notice")
async def _post_notice(post: PostContext) -> None:
    """Post a public notice about what the owner, a game master or a player did in the game.

    The payload is the JSON of a `LazyText` with ``user`` (their Discord id) and ``master``: whether they
    acted as game master (default True). Raises Postpone if the bot cannot write in the channel, and
    discord.HTTPException or discord.RateLimited if Discord refuses.
    """
    text = translate_stored_text(post.payload)
    is_game_master = post.payload.get("master", True)
    await post.send(turn.member_action_card(post.payload["user"], text, is_game_master=is_game_master))

"""Posts the public messages of a turn: its card, pings, offers, and the end of the game."""

from __future__ import annotations

import logging
from functools import partial

import discord

from bot.calls import ping_rules
from bot.calls import service as reminders
from bot.cards import turn
from bot.cards.end import game_over_card
from bot.cards.past_turns import record_number_before_turn
from bot.cards.quick import oops_button, quick_buttons
from bot.chat import locale
from bot.chat.frame import Page
from bot.chat.onepage import PageGone
from bot.chat.respond import Ack, Response, UserError
from bot.computers.hints import is_tutorial
from bot.computers.offers import are_only_computers_to_act, awaited_offer
from bot.post.deliver import can_edit, posts
from bot.post.finished import finished_offer_card
from bot.post.message import PostContext
from bot.post.sender import Obsolete
from bot.store.game_rows import CardInfo
from bot.store.messages import outbox
from bot.turn import offer_card as offers
from bot.turn.pages.workspace import show_turn
from bot.words import msg, parse_stored_message, t
from engine import Game, game_at

log = logging.getLogger(__name__)

GUIDE_HINT = msg("**Take turn** opens the tutorial: it explains your next step and advises a move.")


@posts("turn_card")
async def _post_turn_card(post: PostContext) -> None:
    """Post or edit the public card of a turn, and ping the players to act if a ping of them is due.

    An old card is edited in place if it shows the same turn, `can_edit` allows it and nobody has to be
    pinged; otherwise it is closed and a new one posted. If only computer players are to act, the card says so
    instead. After a computer player's move, a refresh of private pages (a message of the kind "own_pages") is
    queued with a new card. Nothing is posted after the end of the game. Raises Obsolete if the game has not
    started, or if a newer message of the outbox replaced this one before its ping; Postpone if the bot cannot
    write in the channel; and discord.HTTPException or RateLimited if Discord refuses.
    """
    game, old_card, turn_ping = post.require_started_game(), post.cards.get("turn"), post.due_ping()
    next_decision = game.waiting()
    if next_decision is None or post.info.status == "ended":
        return
    if are_only_computers_to_act(post.info, next_decision):
        await _post_computer_players_card(post, game, old_card)
        return
    page = await _build_turn_card(post, game, await _oops_button_expiry(post, game))
    if (
        old_card is not None
        and turn_ping is None
        and can_edit(post, old_card)
        and _is_same_turn_as_card(post, game, old_card.revision)
    ):
        if await post.edit_card(old_card, page):
            return
    elif old_card is not None:
        await post.close_turn_card(old_card)
    users = (
        await ping_rules.select_pings_and_schedule_others(post, post.user_ids_of_seats(next_decision.players))
        if turn_ping
        else []
    )
    await post.send(page, card_kind="turn", mentions=users, turn_ping=turn_ping)
    if game.log[-1].by in post.info.computer_levels:
        post.queue_message(outbox.OutboxMessage("own_pages", {}, latest_only=True))


@posts("own_pages")
async def _refresh_private_pages(post: PostContext) -> None:
    """Show the current turn on the open private pages of the players to act, after computer players moved.

    After the end of the game these are the pages of all players. If the payload has a "seat", it is the page
    of the player of this seat alone. Pages that a quick button has opened stay as
    they are (``stays_open``), and so do pages that cannot be shown or edited. Raises Obsolete if nobody is to
    act although the game has not ended, or if it has not started.
    """
    game = post.require_started_game()
    next_decision = None if post.info.status == "ended" else game.waiting()
    if next_decision is None and post.info.status != "ended":
        raise Obsolete("nobody is to act any more")
    seats = game.state.seats if next_decision is None else next_decision.players
    if "seat" in post.payload:
        seats = (post.payload["seat"],)
    for user in post.user_ids_of_seats(seats):
        page = post.bot.private_pages.newest_page(post.info.id, user)
        if page is None or page.stays_open:
            continue
        await locale.apply_member_preferences(page.interaction)
        try:
            await show_turn(Response(page.interaction, Ack.AUTO), post.info.id)
        except (discord.HTTPException, OSError, UserError, PageGone) as error:
            log.info("game %s: the private page %s stays as it is: %s", post.info.id, page.message_id, error)


async def _post_computer_players_card(post: PostContext, game: Game, old_card: CardInfo | None) -> None:
    """Show on the turn's public card that computer players act: edit ``old_card``, or post a new card.

    A new card is posted if ``old_card`` is None or deleted, or if it must be posted anew (`can_edit`) and is
    closed. Nobody is pinged, and a ping that is due counts as sent. Raises Postpone if the bot cannot write
    in the channel, and discord.HTTPException or RateLimited if Discord refuses.
    """
    if (turn_ping := post.due_ping()) is not None:
        post.skip_ping(turn_ping)
    if old_card is not None and can_edit(post, old_card):
        if await post.edit_card(old_card, _computer_turn_card(post, game, old_card.revision)):
            return
    elif old_card is not None:
        await post.close_turn_card(old_card)
    await post.send(_computer_turn_card(post, game, game.revision), card_kind="turn")


def _computer_turn_card(post: PostContext, game: Game, revision: int) -> Page:
    """Build the turn's public card while computer players act; ``revision`` is that of its first posting."""
    return turn.computer_turn_card(post.info, game, revision, awaited_offer(post.bot.games, post.info, game))


async def _build_turn_card(post: PostContext, game: Game, oops_button_expires_at: int | None = None) -> Page:
    """Build the turn's public card with its quick buttons and the earliest deadline of the seats to act.

    ``oops_button_expires_at`` is the time (seconds since 1970) until which the card has an Oops button, which
    undoes the last move; None for no such button. The game must wait for a player.
    """
    deadlines = (await reminders.read_deadlines(post.bot.games, post.info.id)).values()
    build_quick_buttons = partial(quick_buttons, post.bot, post.info, game)
    return await turn.turn_card(
        post.info,
        game,
        post.bot.pictures,
        build_quick_buttons,
        min(deadlines, default=None),
        oops_button_expires_at,
        hint=t(GUIDE_HINT) if is_tutorial(post.info) else "",
    )


async def _oops_button_expiry(post: PostContext, game: Game) -> int | None:
    """Return when the Oops button (undo the last move) on the turn's card expires, in seconds since 1970.

    This is when the players to act are pinged: after the game's ping delay (its setting PING_AFTER, in
    seconds) from the beginning of their turn. None if this time is past, or if the last move cannot be undone
    at once.
    """
    turn_starts = [
        reminder.waiting_since for reminder in await reminders.reminders_of_game(post.bot.games, post.info.id)
    ]
    expires_at = max(turn_starts, default=0) + int(post.info.settings.get(outbox.PING_AFTER) or 0)
    can_undo = expires_at > post.bot.games.now() and oops_button(post.info, game, expires_at) is not None
    return expires_at if can_undo else None


@posts("oops_over")
async def _remove_oops_button(post: PostContext) -> None:
    """Remove the Oops button (undo at once) from the turn's card, as the players to act have been pinged.

    The payload has as "rev" the game's revision when they were pinged. Raises Obsolete if there is no card
    any more, if the game has moved on since then or has not started, or if nobody is to act; Postpone if the
    bot cannot write in the channel; and discord.HTTPException if Discord refuses the edit.
    """
    game, card = post.require_started_game(), post.cards.get("turn")
    if card is None or game.revision != post.payload["rev"] or game.waiting() is None:
        raise Obsolete("the card is of another moment")
    await post.edit_card(card, await _build_turn_card(post, game))


@posts("step_card")
async def _update_turn_card(post: PostContext) -> None:
    """Edit the turn's public card to show the next step of the same turn, without a ping.

    Raises Obsolete if there is no card any more or it shows another turn, if only computer players are to act
    (their card shows no steps), or if the game is over or has not started; Postpone if the bot cannot write
    in the channel; and discord.HTTPException if Discord refuses.
    """
    game, card = post.require_started_game(), post.cards.get("turn")
    if card is None or post.info.status == "ended" or not _is_same_turn_as_card(post, game, card.revision):
        raise Obsolete("the card is of another moment")
    if are_only_computers_to_act(post.info, game.waiting()):
        raise Obsolete("the card of computer players shows no steps")
    await post.edit_card(card, await _build_turn_card(post, game, await _oops_button_expiry(post, game)))


def _is_same_turn_as_card(post: PostContext, game: Game, revision: int) -> bool:
    """Return True if the turn's card, posted at ``revision`` of the game, shows the current turn.

    Its round, company and players to act must be the current ones. In a game with computer players, no turn
    may have begun since then: they may all have played between two turns of the same player.
    """
    game_of_card = game_at(game, revision)
    shown_decision, decision = game_of_card.waiting(), game.waiting()
    if shown_decision is None or decision is None or game_of_card.round_title() != game.round_title():
        return False
    if post.info.computer_levels and record_number_before_turn(game) > revision:
        return False
    return (shown_decision.players, shown_decision.company) == (decision.players, decision.company)


@posts("call")
async def _post_ping(post: PostContext) -> None:
    """Post the message that pings the players whose turn it is, and queue the removal of the Oops button.

    If none of them may be pinged, nothing is posted and the ping counts as sent. Raises Obsolete if no ping
    is due any more, if nobody is to act, or if a newer message of the outbox replaced this one; Postpone if
    the bot cannot write in the channel; and discord.HTTPException or RateLimited if Discord refuses.
    """
    turn_ping, next_decision = post.due_ping(), post.game.waiting() if post.game else None
    if turn_ping is None or next_decision is None:
        raise Obsolete("nobody is to be called any more")
    post.queue_message(outbox.OutboxMessage("oops_over", {"rev": post.revision}, latest_only=True))
    page = turn.ping_page(post.info, post.require_started_game(), post.cards.get("turn"))
    users = await ping_rules.select_pings_and_schedule_others(
        post, post.user_ids_of_seats(next_decision.players)
    )
    if not users:
        post.skip_ping(turn_ping)
        return
    await post.send(page, mentions=users, turn_ping=turn_ping)


@posts("offer")
async def _post_offer(post: PostContext) -> None:
    """Post the public card of an offer, and ping the player who must agree, if this player may be pinged.

    Nothing is posted if the offer is no longer open or has a card. The card of an undone offer with the same
    id is closed first. A player whose own undo opened the offer again is not pinged. The payload has the
    offer's id as "offer" and, after an undo, the seat that made the undo as "undone_by". Raises Obsolete if
    the game has not started, or if a newer message of the outbox replaced this one before its ping; Postpone
    if the bot cannot write in the channel; and discord.HTTPException or RateLimited if Discord refuses.
    """
    game, card_kind = post.require_started_game(), f"offer:{post.payload['offer']}"
    offer, card = game.state.offers.get(post.payload["offer"]), post.cards.get(card_kind)
    if offer is None or (card is not None and offers.is_card_of_open_offer(game, offer.id, card.revision)):
        return
    if card is not None:
        await _close_undone_offer(post, card, offer.id)
    user = None if post.payload.get("undone_by") == offer.to else post.info.user_id_playing(offer.to)
    page = await offers.offer_card(post.info, game, offer, post.bot.pictures)
    await post.send(
        page,
        card_kind=card_kind,
        mentions=await ping_rules.pingable_users_or_queue_ping(post, user, offer.id),
    )


async def _close_undone_offer(post: PostContext, card: CardInfo, offer_id: str) -> None:
    """Edit the card of an offer that an undo removed from the game, to say that it is withdrawn or not open.

    If the card's message was deleted, nothing happens. Raises Obsolete if the game has not started, Postpone
    if the bot cannot write in the channel, and discord.HTTPException if Discord refuses the edit.
    """
    page = offers.undone_offer_page(post.info, post.require_started_game(), offer_id, card)
    try:
        await post.edit_message(card, page)
    except discord.NotFound:
        log.info("message %s of game %s is gone", card.message_id, post.info.id)


@posts("offer_closed")
async def _close_offer_card(post: PostContext) -> None:
    """Edit the public card of an offer to show how the offer ended, and remove its buttons.

    Nothing happens if the offer has no card, or is open again because the answer to it was undone. The
    payload has "offer" (the offer's id), "by" and "to" (seats), "how" (the engine's code for the way it
    ended) and "deal" (a stored text). Raises Obsolete if the game has not started, Postpone if the bot cannot
    write in the channel, and discord.HTTPException if Discord refuses.
    """
    payload, offer_id = post.payload, post.payload["offer"]
    game, card = post.require_started_game(), post.cards.get(f"offer:{offer_id}")
    if card is not None and not offers.is_card_of_open_offer(game, offer_id, card.revision):
        page = offers.offer_result_page(
            post.info,
            payload["by"],
            payload["to"],
            payload["how"],
            parse_stored_message(payload.get("deal", "")),
        )
        await post.finish_card(card, page)
        number = offers.last_closing_number(game, offer_id)
        post.keep_finished_card(finished_offer_card(card, offer_id, number))


@posts("game_over")
async def _post_end_card(post: PostContext) -> None:
    """Post the card of the end of a game, and ping those of its players who may be pinged.

    The card of the last turn is closed. In a game with computer players, a refresh of private turn pages is
    queued. Nothing happens while the game goes on. The payload has as "reason" why the game ended: the
    engine's code, or a text. Raises Obsolete if the game has not started, or if a newer message of the outbox
    replaced this one before its ping; Postpone if the bot cannot write in the channel; and
    discord.HTTPException or RateLimited if Discord refuses.
    """
    game, old_card = post.require_started_game(), post.cards.get("turn")
    if post.info.status != "ended":
        return
    if old_card is not None:
        await post.close_turn_card(old_card)
    page = await game_over_card(post.info, game, post.payload["reason"], post.bot.pictures)
    users = [seat_info.user_id for seat_info in post.info.seats if seat_info.user_id is not None]
    await post.send(page, card_kind="end", mentions=await ping_rules.pingable_users(post, users))
    if post.info.computer_levels:
        post.queue_message(outbox.OutboxMessage("own_pages", {}, latest_only=True))

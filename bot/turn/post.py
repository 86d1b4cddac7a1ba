"""Posts the public messages of a turn: its card, pings, offers, and the end of the game."""

from __future__ import annotations

from functools import partial

from bot.calls import manners
from bot.calls import service as waits
from bot.cards import turn
from bot.cards.end import end_card
from bot.cards.quick import oops_button, quick_answers
from bot.chat.respond import Page
from bot.games.turns import turn_start
from bot.post.deliver import can_edit, posts
from bot.post.message import Post
from bot.post.sender import Obsolete
from bot.store import outbox
from bot.store.game_rows import CardInfo
from bot.turn import offer_card as offers
from bot.words import restored
from engine import Game, game_at


@posts("turn_card")
async def _turn(post: Post) -> None:
    """Post or edit the card of the turn, and ping the players it waits for."""
    game, old, call = post.running(), post.cards.get("turn"), post.call()
    waiting = game.waiting()
    if waiting is None or post.info.status == "ended":
        return
    if all(seat in post.info.computers for seat in waiting.players):
        await _show_computers(post, game, old)
        return
    page = await _turn_page(post, game, await _oops_until(post, game))
    if old is not None and call is None and can_edit(post, old) and _calls_same_players(post, game, old.rev):
        if await post.edit(old, page):
            return
    elif old is not None:
        await post.close_turn(old)
    users = await manners.users_pinged_by_card(post, post.users(waiting.players)) if call else []
    await post.send(page, card="turn", ping=users, call=call)


async def _show_computers(post: Post, game: Game, old: CardInfo | None) -> None:
    """Show that computers act: edit the turn's card or post a new one, and ping nobody."""
    if (call := post.call()) is not None:
        post.mark_pinged(call)
    if old is not None and can_edit(post, old):
        if await post.edit(old, turn.computers_card(post.info, game, old.rev)):
            return
    elif old is not None:
        await post.close_turn(old)
    await post.send(turn.computers_card(post.info, game, game.rev), card="turn")


async def _turn_page(post: Post, game: Game, oops: int | None = None) -> Page:
    """Build the card of the turn; ``oops`` is until when (ms since 1970) the last move may be taken back."""
    clocks = (await waits.deadlines(post.bot.games, post.info.id)).values()
    answers = partial(quick_answers, post.bot, post.info, game)
    return await turn.turn_card(post.info, game, post.bot.pictures, answers, min(clocks, default=None), oops)


async def _oops_until(post: Post, game: Game) -> int | None:
    """Return until when (ms since 1970) the card offers to take the last move back; None if it does not."""
    begun = [wait.since for wait in await waits.waits_of_game(post.bot.games, post.info.id)]
    until = max(begun, default=0) + int(post.info.settings.get(outbox.PING_AFTER) or 0)
    free = until > post.bot.games.clock() and oops_button(post.info, game, until) is not None
    return until if free else None


@posts("oops_over")
async def _oops_over(post: Post) -> None:
    """Remove the Oops button from the turn's card, once the players are pinged."""
    game, card = post.running(), post.cards.get("turn")
    if card is None or game.rev != post.payload["rev"] or game.waiting() is None:
        raise Obsolete("the card is of another moment")
    await post.edit(card, await _turn_page(post, game))


@posts("step_card")
async def _step(post: Post) -> None:
    """Edit the turn's card to show the next step of the same turn."""
    game, card = post.running(), post.cards.get("turn")
    if card is None or post.info.status == "ended" or not _calls_same_players(post, game, card.rev):
        raise Obsolete("the card is of another moment")
    await post.edit(card, await _turn_page(post, game, await _oops_until(post, game)))


def _calls_same_players(post: Post, game: Game, rev: int) -> bool:
    """Return whether the card of that revision already calls the players whom the game waits for now.

    Where computers play its turn must not be over, for between two of a person they have all had theirs.
    """
    before = game_at(game, rev)
    then, now = before.waiting(), game.waiting()
    if then is None or now is None or before.round_title() != game.round_title():
        return False
    if post.info.computers and turn_start(game) > rev:
        return False
    return (then.players, then.company) == (now.players, now.company)


@posts("call")
async def _call(post: Post) -> None:
    """Ping the players whom the game waits for."""
    call, waiting = post.call(), post.game.waiting() if post.game else None
    if call is None or waiting is None:
        raise Obsolete("nobody is to be called any more")
    post.queue(outbox.OutboxMessage("oops_over", {"rev": post.rev}, latest_only=True))
    page = turn.call_page(post.info, post.running(), post.cards.get("turn"))
    users = await manners.users_pinged_by_card(post, post.users(waiting.players))
    if not users:
        post.mark_pinged(call)
        return
    await post.send(page, ping=users, call=call)


@posts("offer")
async def _offer(post: Post) -> None:
    """Post the card of an offer, and ping the player who is asked."""
    game, key = post.running(), f"offer:{post.payload['offer']}"
    offer = game.state.offers.get(post.payload["offer"])
    if offer is None or key in post.cards:
        return
    to = post.info.player_of(offer.to)
    page = await offers.offer_card(post.info, game, offer, post.bot.pictures)
    await post.send(page, card=key, ping=await manners.users_pinged_by_offer(post, to, offer.id))


@posts("offer_closed")
async def _offer_closed(post: Post) -> None:
    """Replace the card of an offer with how it was settled."""
    card = post.cards.get(f"offer:{post.payload['offer']}")
    if card is not None:
        said = post.payload
        page = offers.offer_result(
            post.info, said["by"], said["to"], said["how"], restored(said.get("deal", ""))
        )
        await post.finish(card, page)


@posts("game_over")
async def _over(post: Post) -> None:
    """Close the last turn's card, and post the result of the game."""
    game, old = post.running(), post.cards.get("turn")
    if post.info.status != "ended":
        return
    if old is not None:
        await post.close_turn(old)
    page = await end_card(post.info, game, post.payload["reason"], post.bot.pictures)
    users = [s.user for s in post.info.seats if s.user is not None]
    await post.send(page, card="end", ping=await manners.pingable_users(post, users))

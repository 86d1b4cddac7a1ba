"""The public card of a turn, what it becomes when the turn is over, and short public notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.cards.dividends import dividends_text
from bot.cards.lines import (
    MAX_CHARACTERS,
    MAX_RESULT_CHARACTERS,
    MAX_RESULT_LINES,
    fit_rows,
    rows_as_subtext,
    turns_as_text,
)
from bot.cards.maps import (
    PictureRequest,
    company_map_picture_request,
    draw_picture,
    hexes_of_decision,
    turn_map_picture_request,
)
from bot.cards.past_turns import Turn, record_number_before_card, turns_after, turns_on_card
from bot.cards.quick import oops_button
from bot.cards.round_state import (
    describe_round_state_picture,
    does_picture_show_trains,
    draw_round_pictures,
    is_auction_or_stock_round,
    round_state_text,
)
from bot.cards.sets import draw_operating_set_summary
from bot.cards.texts import card_heading, decision_text, game_state_line, seat_label
from bot.cards.undone import numbers_on_card, undone_text
from bot.chat.frame import PRIMARY, Page, accent_colour, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape, truncate_to_whole_lines
from bot.chat.press import BotItem, Press, button
from bot.games.history import is_automatic_move, log_lines_of_record
from bot.store.game_rows import CardInfo, GameInfo
from bot.words import t
from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, Waiting, game_at
from engine.api.table import Offer

MAX_TEXT = 3900
"""The maximum number of characters of a card; Discord accepts 4,000."""

MIN_EVENT_CHARACTERS = 300
"""The minimum number of characters that are reserved for what happened."""

MAX_PICTURE_TEXT = 1500
"""The maximum number of characters of the text that replaces a picture that failed."""


BuildQuickButtons = Callable[[], Awaitable[Sequence[BotItem]]]
"""Returns the quick buttons of a card."""


@dataclass(frozen=True, slots=True)
class EventsSince:
    """What happened since the last move of the players to act, and the hexes and share prices that changed.

    ``first_record`` is the number of the first record after that move (from 1), ``changed_hexes`` are
    coordinates, and ``price_moves`` has for each share price that moved the company, the old and the new cell
    (space) of the stock market.
    """

    first_record: int
    turns: list[Turn]
    changed_hexes: list[str]
    price_moves: list[tuple[str, Any, Any]]


def events_since_own_move(game: Game, seats: tuple[str, ...]) -> EventsSince:
    """Return what happened since the last move of one of these seats (ids), for the turn's card and `/show`.

    If none of them has moved, everything that happened is returned. Moves that the bot made for a seat, such
    as by a standing order, do not count. ``game`` is the current state.
    """
    last_own_move = next(
        (
            record.number
            for record in reversed(game.log)
            if record.by in seats and not is_automatic_move(record)
        ),
        0,
    )
    state_before, state = game_at(game, max(last_own_move, 1)).state, game.state
    changed_hexes = [coord for coord, tile in state.tiles.items() if state_before.tiles.get(coord) != tile]
    cells = {
        company_id: (state_before.companies[company_id].cell, company.cell)
        for company_id, company in state.companies.items()
    }
    price_moves = [
        (company_id, cell_before, cell_now)
        for company_id, (cell_before, cell_now) in cells.items()
        if cell_before and cell_now and cell_before != cell_now
    ]
    return EventsSince(last_own_move + 1, turns_after(game, last_own_move), changed_hexes, price_moves)


async def turn_card(
    info: GameInfo, game: Game, pictures: Pictures, build_quick_buttons: BuildQuickButtons | None = None,
    deadline: int | None = None, oops_expires_at: int | None = None, hint: str = "",
) -> Page:  # fmt: skip
    """Build the public card of a turn; the game must wait for a player.

    ``build_quick_buttons`` returns the quick buttons (None: no such buttons). ``deadline`` is the time by
    which the player is to act, ``oops_expires_at`` the time until which the Oops button works; both are in
    seconds since 1970, or None if there is no such time. ``hint`` is a text below the decision ("": no text).
    If the first picture cannot be drawn in time, a text takes its place.
    """
    next_decision = game.waiting()
    assert next_decision is not None
    events_since = events_since_own_move(game, next_decision.players)
    (first_picture, second_picture), summary_picture, quick_buttons = await asyncio.gather(
        _draw_turn_card_pictures(info, game, next_decision, events_since, pictures),
        draw_operating_set_summary(pictures, info.id, game),
        (build_quick_buttons or _no_quick_buttons)(),
    )
    text = "" if first_picture else await _text_without_picture(game, next_decision, events_since, pictures)
    drawn_pictures = list(filter(None, (summary_picture, first_picture, second_picture)))
    oops_item = oops_button(info, game, oops_expires_at) if oops_expires_at is not None else None
    state_line = game_state_line(info, game, trains_below=does_picture_show_trains(game))
    header = [f"## {card_heading(info, game)}", _paused_text(info), state_line]
    state = "" if text and is_auction_or_stock_round(game) else round_state_text(game)
    decision_line = _decision_line(
        game, deadline, without_bids=bool(state), has_lots_picture=first_picture is not None
    )
    max_characters = MAX_TEXT - sum(map(len, (*header, text, state, decision_line, hint)))
    view = build_layout(
        *header,
        *picture_galleries(drawn_pictures),
        text,
        _events_text(info, game, next_decision, events_since, max_characters),
        dividends_text(game, events_since.turns, next_decision.players),
        state,
        decision_line,
        hint,
        _turn_buttons(info, game, events_since.first_record),
        *([action_row(*quick_buttons)] if quick_buttons else []),
        *([action_row(oops_item)] if oops_item is not None else []),
        accent=accent_colour(game),
    )
    return Page(view, [picture.to_discord_file() for picture in drawn_pictures])


def _paused_text(info: GameInfo) -> str:
    """Return the turn card's line that says that the game is paused; "" if the game is not paused."""
    if info.status != "paused":
        return ""
    return t("**The game is paused**; its owner or a game master resumes it.")


def _events_text(
    info: GameInfo, game: Game, next_decision: Waiting, events_since: EventsSince, max_characters: int
) -> str:
    """Return what the turn's card says about the events since the last move of the players to act.

    If all other players are computer players, a sentence refers to the closed turn card above instead, unless
    nothing happened, the players to act have not moved yet, or their turn goes on. The text has at most
    ``max_characters`` characters; a limit below 300 counts as 300, and one above 2000 as 2000.
    """
    seats_of_people = {seat.id for seat in info.seats} - set(info.computer_levels)
    if (
        seats_of_people == set(next_decision.players)
        and events_since.first_record > 1
        and record_number_before_card(game) == game.revision
        and events_since.turns
    ):
        return t("-# The finished card above tells what happened since your last turn.")
    limit = min(MAX_CHARACTERS, max(max_characters, MIN_EVENT_CHARACTERS))
    return turns_as_text(events_since.turns, max_characters=limit, reader_seats=next_decision.players)


def _decision_line(game: Game, deadline: int | None, *, without_bids: bool, has_lots_picture: bool) -> str:
    """Return the turn card's line with the decision to take, the game's revision, and the deadline.

    ``deadline`` is in seconds since 1970, None if there is none. ``without_bids``: the bids stand elsewhere
    on the card. ``has_lots_picture``: a picture on the card shows the lots.
    """
    decision = decision_text(game, without_bids=without_bids, has_lots_picture=has_lots_picture)
    line = t("-# {decision} · move {rev}", decision=decision, rev=game.revision)
    return line + (" · " + t("due {when}", when=f"<t:{deadline}:R>") if deadline else "")


async def _text_without_picture(
    game: Game, next_decision: Waiting, events_since: EventsSince, pictures: Pictures
) -> str:
    """Return the text that replaces the first picture of a turn's card, cut at 1500 characters and escaped.

    Return "" if the card would have no such picture, or if the worker that writes the text fails or is late.
    """
    if is_auction_or_stock_round(game):
        return escape(
            truncate_to_whole_lines(await describe_round_state_picture(game, pictures), MAX_PICTURE_TEXT)
        )
    if _map_picture_request(game, next_decision.company, events_since.changed_hexes) is None:
        return ""
    return escape(truncate_to_whole_lines(await pictures.describe(game, "map"), MAX_PICTURE_TEXT))


async def _no_quick_buttons() -> Sequence[BotItem]:
    """Return an empty sequence, for a turn's card without quick buttons."""
    return ()


async def _draw_turn_card_pictures(
    info: GameInfo, game: Game, next_decision: Waiting, events_since: EventsSince, pictures: Pictures
) -> tuple[DrawnPicture | None, DrawnPicture | None]:
    """Draw the turn card's two pictures: of the auction or stock round, else of the map and the market.

    Either picture is None if it cannot be drawn in time, or if there is nothing to show.
    """
    moves = [
        [company, list(cell_before), list(cell_now)]
        for company, cell_before, cell_now in events_since.price_moves
    ]
    if is_auction_or_stock_round(game):
        return await draw_round_pictures(info.id, game, pictures, moves)
    return await asyncio.gather(
        _draw_map(info, game, next_decision.company, events_since.changed_hexes, pictures),
        pictures.draw(info.id, game, "market", moves=moves, brief=True),
    )


async def _draw_map(
    info: GameInfo, game: Game, company: str | None, changed_hexes: list[str], pictures: Pictures
) -> DrawnPicture | None:
    """Draw the map picture of a turn's card (see `_map_picture_request`).

    Return None if the picture cannot be drawn in time, or if there is nothing to show. ``company`` is the
    acting company, None when players act; ``changed_hexes`` are the coordinates of the hexes to mark.
    """
    return await draw_picture(pictures, info.id, game, _map_picture_request(game, company, changed_hexes))


def _map_picture_request(game: Game, company: str | None, changed_hexes: list[str]) -> PictureRequest | None:
    """Return the request for the map picture of this turn's card; None if there is nothing to show.

    The picture shows the area of the acting ``company`` (None when players act), or else what the decision is
    about, or else what changed. ``changed_hexes`` (coordinates) are marked.
    """
    company_picture = company_map_picture_request(game.view, company, changed_hexes)
    return company_picture or turn_map_picture_request(
        game.view, None, changed_hexes, hexes_of_decision(game)
    )


def _turn_buttons(info: GameInfo, game: Game, first_record: int) -> ui.ActionRow[Any]:
    """Return the row of buttons of a turn's card; [Take turn] is disabled while the game is not running.

    ``first_record`` is the number of the record with which the page of [Log] begins.
    """
    revision = game.revision
    return action_row(
        button(
            Press(info.id, revision, "turn"), t("Take turn"), style=PRIMARY, disabled=info.status != "running"
        ),
        button(Press(info.id, revision, "map"), t("Map")),
        button(Press(info.id, revision, "market"), t("Market")),
        log_button(info, game, first_record),
        button(Press(info.id, revision, "more"), t("More")),
    )


def log_button(info: GameInfo, game: Game, first_record: int | None = None) -> BotItem:
    """Return a card's button [Log], which shows the log by turns, from record number ``first_record`` on.

    If ``first_record`` is None, the button shows the log's last page, move by move.
    """
    return button(
        Press(info.id, game.revision, "log", f"{first_record}.t.0" if first_record else ""), t("Log")
    )


def past_turn_card(info: GameInfo, game: Game, revision: int, last_revision: int) -> Page | None:
    """Build the card of a turn that ended at ``last_revision``; its first line names the moves undone since.

    ``revision`` is the revision at which the card was posted, ``game`` is the game now. Return None if the
    message is to be deleted, as for `turn_result_card`.
    """
    game_after_turn = game_at(game, last_revision)
    numbers = numbers_on_card(game_after_turn, revision)
    return turn_result_card(info, game_after_turn, revision, undone_text(game, numbers))


def turn_result_card(info: GameInfo, game: Game, revision: int, notice: str = "") -> Page | None:
    """Build the card of a turn that is over: whose turn it was and what happened, below a ``notice``.

    ``revision`` is the revision at which the card was posted, ``game`` is the game now. Return None if the
    message is to be deleted: nothing happened, or the turn goes on and the next card shows all of it.
    """
    game_when_posted = game_at(game, revision)
    start = record_number_before_card(game_when_posted)
    if game.waiting() is not None and record_number_before_card(game) <= revision < game.revision:
        return None
    # If the player has only undone their own moves, the card says that.
    shown_turns = turns_on_card(game, start) or _undo_turns(game, revision)
    if not shown_turns:
        return None
    game_at_start = game_when_posted if start == revision else game_at(game, start)
    header = f"### {card_heading(info, game_at_start, mention=False, is_turn_over=True)}"
    rows = fit_rows(shown_turns, MAX_RESULT_LINES, MAX_RESULT_CHARACTERS)
    is_shortened = any(row_of_turn.counted_lines for row_of_turn in rows)
    log = [action_row(log_button(info, game, start + 1))] if is_shortened else []
    moves_text = _move_numbers_line(start + 1, game.revision)
    return Page(
        build_layout(
            notice, header, rows_as_subtext(rows), moves_text, *log, accent=accent_colour(game_when_posted)
        )
    )


def computer_turn_card(info: GameInfo, game: Game, revision: int, awaited_offer: Offer | None = None) -> Page:
    """Build the card of a turn while computer players act: what has happened, and who is acting now.

    ``revision`` is the revision at which the card was posted. ``awaited_offer`` is the offer to a person for
    whose answer the computer players wait; None if they wait for none.
    """
    start = record_number_before_card(game_at(game, revision))
    header_lines = [f"## {card_heading(info, game, mention=False)}", game_state_line(info, game)]
    text = turns_as_text(turns_on_card(game, start), MAX_RESULT_LINES, MAX_RESULT_CHARACTERS)
    status = t("-# It plays by itself; whoever is to act after it is called · move {rev}", rev=game.revision)
    if awaited_offer is not None:
        status = t(
            "-# ⏳ The computers wait for the answer of {player} to the offer of {computer} · move {rev}",
            player=seat_label(info, awaited_offer.to, mention=False),
            computer=seat_label(info, awaited_offer.by, mention=False), rev=game.revision,
        )  # fmt: skip
    status = _paused_text(info) or status
    buttons = action_row(
        button(Press(info.id, game.revision, "map"), t("Map")),
        button(Press(info.id, game.revision, "market"), t("Market")),
        log_button(info, game, start + 1),
        button(Press(info.id, game.revision, "more"), t("More")),
    )
    return Page(build_layout(*header_lines, text, status, buttons, accent=accent_colour(game)))


def _undo_turns(game: Game, revision: int) -> list[Turn]:
    """Return a list with a turn that shows the undo of all moves on a turn's card, or [].

    The turn has the lines of the undo, the last record of the log. ``revision`` is the revision at which the
    card was posted; the result is [] if no record was added after it, or if the record has no lines.
    """
    lines = log_lines_of_record(game, game.log[-1]) if game.revision > revision else []
    return [Turn(game.revision, lines=lines, view=game.view)] if lines else []


def _move_numbers_line(first: int, last: int) -> str:
    """Return the finished turn card's line with the numbers of its first and last move (from 1)."""
    if last <= first:
        return t("-# move {rev}", rev=last)
    return t("-# moves {first} to {last}", first=first, last=last)


def lost_moves_card(info: GameInfo) -> Page:
    """Build the page that replaces a turn card whose moves were lost when an older backup was restored."""
    text = t(
        "An earlier copy of the games was restored: what stood here is no more, and “{name}” goes on after "
        "move {rev}. `/turn` opens it.",
        name=escape(info.name), rev=info.revision,
    )  # fmt: skip
    return Page(build_layout(text))


def ping_page(info: GameInfo, game: Game, card: CardInfo | None) -> Page:
    """Build the message that pings the players to act, with a link to the turn's ``card``.

    If ``card`` is None, the message names `/turn` instead. The game must wait for a player.
    """
    url = f"https://discord.com/channels/{info.guild_id}/{card.channel_id}/{card.message_id}" if card else ""
    link_text = t("[The card of this turn]({where}) shows what there is to do.", where=url) if url else ""
    hint = link_text or t("`/turn` opens it.")
    return Page(build_layout(card_heading(info, game), f"-# {decision_text(game)} · {hint}"))


def member_action_card(user_id: int, text: str, *, is_game_master: bool) -> Page:
    """Build the short public message that says what a member did, as a player or as a game master.

    ``user_id`` is the member's Discord id. ``text`` is what the member did, such as "paused the game",
    without a full stop; its Markdown is escaped here.
    """
    author = t("Game master <@{user}>", user=user_id) if is_game_master else f"<@{user_id}>"
    return Page(build_layout(f"-# {author} {escape(text)}."))

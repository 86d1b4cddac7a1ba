"""The public card of a turn, what it becomes when the turn is over, and short public notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.cards.lines import MAX_CHARACTERS, MAX_RESULT_CHARACTERS, MAX_RESULT_LINES, is_shortened, lines_of
from bot.cards.maps import draw_picture, surroundings
from bot.cards.quick import oops_button as quick_oops
from bot.cards.sets import draw_set
from bot.cards.stake import draw_pictures, is_auction_or_shares, shows_trains, state_lines, state_text
from bot.chat.figures import decision, heading, plain, table_line
from bot.chat.frame import PRIMARY, accent, gallery, layout, row
from bot.chat.press import GameItem, Press, button
from bot.chat.respond import Page
from bot.games.history import is_fired, story_lines
from bot.games.turns import Turn, card_start, turns, turns_on_card
from bot.store.game_rows import CardInfo, GameInfo
from bot.words import t
from bot.work.pictures import Drawn, Pictures
from engine import Game, Waiting, game_at

MAX_TEXT = 3900
"""Characters of a card; Discord takes 4,000."""

MIN_NEWS = 300
"""Characters that are at least reserved for what happened."""

MAX_TWIN = 1500
"""Characters of the text that replaces a picture that failed."""


Quick = Callable[[], Awaitable[Sequence[GameItem]]]
"""Returns the buttons of the quick answers of a card."""


@dataclass(frozen=True, slots=True)
class Since:
    """The events since the last move of the players to act, and the hexes and prices that changed."""

    first: int
    turns: list[Turn]
    changed: list[str]
    moves: list[tuple[str, Any, Any]]


def since(game: Game, players: tuple[str, ...]) -> Since:
    """The events since the last move that one of these seats made itself; all events without such a move."""
    last = next((r.seq for r in reversed(game.log) if r.by in players and not is_fired(r)), 0)
    then, state = game_at(game, max(last, 1)).state, game.state
    changed = [h for h, tile in state.tiles.items() if then.tiles.get(h) != tile]
    cells = {c: (then.companies[c].cell, company.cell) for c, company in state.companies.items()}
    price_moves = [(c, was, now) for c, (was, now) in cells.items() if was and now and was != now]
    return Since(last + 1, turns(game, last), changed, price_moves)


async def turn_card(
    info: GameInfo, game: Game, pictures: Pictures, quick: Quick | None = None, due: int | None = None,
    oops: int | None = None,
) -> Page:  # fmt: skip
    """The public card of the players to act; a picture that fails is replaced by text.

    ``due``: when their time is up, in Unix seconds. ``oops``: until when the last move can be taken back, in
    Unix seconds.
    """
    waiting = game.waiting()
    assert waiting is not None
    news = since(game, waiting.players)
    (board, chart), over, answers = await asyncio.gather(
        _draw_pictures(info, game, waiting, news, pictures),
        draw_set(pictures, info.id, game),
        (quick or _no_answers)(),
    )
    twin = "" if board else (await _picture_text(game, waiting, news, pictures))[:MAX_TWIN]
    drawn = [d for d in (over, board, chart) if d is not None]
    oops_row = quick_oops(info, game, oops) if oops is not None else None
    paused = (
        t("**The game is paused**; its owner or a game master resumes it.") if info.status == "paused" else ""
    )
    head = [f"## {heading(info, game)}", paused, table_line(info, game, trains_below=shows_trains(game))]
    words, stake = plain(twin), "" if twin and is_auction_or_shares(game) else state_lines(game)
    asked = t("-# {decision} · move {rev}", decision=decision(game, brief_of_bids=bool(stake)), rev=game.rev)
    asked += " · " + t("due {when}", when=f"<t:{due}:R>") if due else ""
    room = MAX_TEXT - sum(map(len, (*head, words, stake, asked)))
    view = layout(
        *head,
        *gallery(drawn),
        words,
        lines_of(news.turns, room=min(MAX_CHARACTERS, max(room, MIN_NEWS)), readers=waiting.players),
        stake,
        asked,
        _turn_buttons(info, game, news.first),
        *([row(*answers)] if answers else []),
        *([row(oops_row)] if oops_row is not None else []),
        accent=accent(game),
    )
    return Page(view, [d.file() for d in drawn])


async def _picture_text(game: Game, waiting: Waiting, news: Since, pictures: Pictures) -> str:
    """The text in place of the card's first picture; "" when that picture shows nothing."""
    if is_auction_or_shares(game):
        return await state_text(game, pictures)
    picture = surroundings(game.view, waiting.company, news.changed)
    return "" if picture is None else await pictures.twin(game, "map")


async def _no_answers() -> Sequence[GameItem]:
    return ()


async def _draw_pictures(
    info: GameInfo, game: Game, waiting: Waiting, news: Since, pictures: Pictures
) -> tuple[Drawn | None, Drawn | None]:
    """Draw the pictures of the card: the state of an auction or stock round, else the map and the market."""
    moves = [[c, list(was), list(now)] for c, was, now in news.moves]
    if is_auction_or_shares(game):
        return await draw_pictures(info.id, game, pictures, moves)
    return await asyncio.gather(
        _draw_board(info, game, waiting.company, news.changed, pictures),
        pictures.draw(info.id, game, "market", moves=moves, brief=True),
    )


async def _draw_board(
    info: GameInfo, game: Game, company: str | None, changed: list[str], pictures: Pictures
) -> Drawn | None:
    """Draw the acting company's surroundings, else the whole map or the part that changed."""
    return await draw_picture(pictures, info.id, game, surroundings(game.view, company, changed))


def _turn_buttons(info: GameInfo, game: Game, first: int) -> ui.ActionRow[Any]:
    """The row of buttons under the card; "Take turn" is disabled while the game is not running."""
    rev = game.rev
    return row(
        button(Press(info.id, rev, "turn"), t("Take turn"), style=PRIMARY, disabled=info.status != "running"),
        button(Press(info.id, rev, "map"), t("Map")),
        button(Press(info.id, rev, "market"), t("Market")),
        log_button(info, game, first),
        button(Press(info.id, rev, "more"), t("More")),
    )


def log_button(info: GameInfo, game: Game, first: int | None = None) -> GameItem:
    """A button that opens the log in private, by turns from move `first` on, or at its end."""
    return button(Press(info.id, game.rev, "log", f"{first}.t.0" if first else ""), t("Log"))


def turn_result(info: GameInfo, game: Game, rev: int) -> Page | None:
    """What the card of a turn becomes when the turn is over: whose turn it was and what happened.

    None deletes its message: nothing happened, or the turn goes on and the next card tells all of it.
    """
    then = game_at(game, rev)
    first = card_start(then)
    if game.waiting() is not None and card_start(game) <= rev < game.rev:
        return None
    # Where all that happened is that its player took his own moves back, that is said.
    turns_told = turns_on_card(game, first) or _taken_back(game, rev)
    if not turns_told:
        return None
    at_begin = then if first == rev else game_at(game, first)
    head = f"### {heading(info, at_begin, mention=False, acting=False)}"
    text = lines_of(turns_told, MAX_RESULT_LINES, MAX_RESULT_CHARACTERS)
    log = (
        [row(log_button(info, game, first + 1))]
        if is_shortened(turns_told, MAX_RESULT_LINES, MAX_RESULT_CHARACTERS)
        else []
    )
    return Page(layout(head, text, _move_span(first + 1, game.rev), *log, accent=accent(then)))


def computers_card(info: GameInfo, game: Game, rev: int) -> Page:
    """The card of a turn that is over while computers play: what happened, and which one is playing.

    `rev` is the revision of the card. It calls nobody until a person is to act.
    """
    first = card_start(game_at(game, rev))
    head = [f"## {heading(info, game, mention=False)}", table_line(info, game)]
    text = lines_of(turns_on_card(game, first), MAX_RESULT_LINES, MAX_RESULT_CHARACTERS)
    status = t("-# It plays by itself; whoever is to act after it is called · move {rev}", rev=game.rev)
    if info.status == "paused":
        status = t("**The game is paused**; its owner or a game master resumes it.")
    buttons = row(
        button(Press(info.id, game.rev, "map"), t("Map")),
        button(Press(info.id, game.rev, "market"), t("Market")),
        log_button(info, game, first + 1),
        button(Press(info.id, game.rev, "more"), t("More")),
    )
    return Page(layout(*head, text, status, buttons, accent=accent(game)))


def _taken_back(game: Game, rev: int) -> list[Turn]:
    """The last record as a turn, when a player took moves back; empty if nothing came after `rev`."""
    lines = story_lines(game, game.log[-1]) if game.rev > rev else []
    return [Turn(game.rev, lines=lines, view=game.view)] if lines else []


def _move_span(first: int, last: int) -> str:
    """The numbers of the moves that a turn took."""
    if last <= first:
        return t("-# move {rev}", rev=last)
    return t("-# moves {first} to {last}", first=first, last=last)


def lost_page(info: GameInfo) -> Page:
    """What the card of a turn becomes when its moves are gone since an earlier copy was restored."""
    text = t(
        "An earlier copy of the games was restored: what stood here is no more, and “{name}” goes on after "
        "move {rev}. `/turn` opens it.",
        name=plain(info.name), rev=info.rev,
    )  # fmt: skip
    return Page(layout(text))


def call_page(info: GameInfo, game: Game, card: CardInfo | None) -> Page:
    """Calls the players to act, with a link to the card of the turn when there is one."""
    url = f"https://discord.com/channels/{info.guild}/{card.channel}/{card.message}" if card else ""
    link = t("[The card of this turn]({where}) shows what there is to do.", where=url) if url else ""
    hint = link or t("`/turn` opens it.")
    return Page(layout(heading(info, game), f"-# {decision(game)} · {hint}"))


def notice(user: int, text: str, *, master: bool) -> Page:
    """A public note of what a member did as a game master (``master``) or as a player."""
    who = t("Game master <@{user}>", user=user) if master else f"<@{user}>"
    return Page(layout(f"-# {who} {plain(text)}."))

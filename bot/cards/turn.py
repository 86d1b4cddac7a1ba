"""The card of a turn, what came of it, and notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.cards.lines import CLOSED, RESULT, ROOM, lines_of, shortened
from bot.cards.maps import drawn_of, surroundings
from bot.cards.quick import oops as quick_oops
from bot.cards.stake import in_words, lies_open, pictures_of, stake_lines, trains_below
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

TEXT = 3900
"""Characters of a card, of the 4,000 that a message may have."""

LEAST = 300
"""Those of them that what happened has at least."""

TWIN = 1500
"""Characters of a view in words on a card whose pictures failed."""


Quick = Callable[[], Awaitable[Sequence[GameItem]]]
"""Finds the quick answers of a card."""


@dataclass(frozen=True, slots=True)
class Since:
    """What happened since the last turn of whoever is to act."""

    first: int
    turns: list[Turn]
    changed: list[str]
    moves: list[tuple[str, Any, Any]]


def since(game: Game, players: tuple[str, ...]) -> Since:
    """Everything after the last move that one of these seats made himself; from the beginning without one."""
    last = next((r.seq for r in reversed(game.log) if r.by in players and not is_fired(r)), 0)
    then, state = game_at(game, max(last, 1)).state, game.state
    changed = [h for h, tile in state.tiles.items() if then.tiles.get(h) != tile]
    cells = {c: (then.companies[c].cell, company.cell) for c, company in state.companies.items()}
    moves = [(c, was, now) for c, (was, now) in cells.items() if was and now and was != now]
    return Since(last + 1, turns(game, last), changed, moves)


async def turn_card(
    info: GameInfo, game: Game, pictures: Pictures, quick: Quick | None = None, due: int | None = None,
    oops: int | None = None,
) -> Page:  # fmt: skip
    """The card of whoever is to act, with pictures or, when they fail, with words; ``due`` by the clock.

    ``oops``: until when whoever moved last may take that back.
    """
    waiting = game.waiting()
    assert waiting is not None
    news = since(game, waiting.players)
    (board, chart), answers = await asyncio.gather(
        _pictures(info, game, waiting, news, pictures), (quick or _none)()
    )
    twin = "" if board else (await _in_words(game, waiting, news, pictures))[:TWIN]
    drawn = [d for d in (board, chart) if d is not None]
    back = quick_oops(info, game, oops) if oops is not None else None
    paused = (
        t("**The game is paused**; its owner or a game master resumes it.") if info.status == "paused" else ""
    )
    head = [f"## {heading(info, game)}", paused, table_line(info, game, trains_below=trains_below(game))]
    words, stake = plain(twin), "" if twin and lies_open(game) else stake_lines(game)
    asked = t("-# {decision} · move {rev}", decision=decision(game, brief_of_bids=bool(stake)), rev=game.rev)
    asked += " · " + t("due {when}", when=f"<t:{due}:R>") if due else ""
    left = TEXT - sum(map(len, (*head, words, stake, asked)))
    view = layout(
        *head,
        *gallery(drawn),
        words,
        lines_of(news.turns, room=min(ROOM, max(left, LEAST)), to=waiting.players),
        stake,
        asked,
        _turn_buttons(info, game, news.first),
        *([row(*answers)] if answers else []),
        *([row(back)] if back is not None else []),
        accent=accent(game),
    )
    return Page(view, [d.file() for d in drawn])


async def _in_words(game: Game, waiting: Waiting, news: Since, pictures: Pictures) -> str:
    """What stands on the card where its first picture fails; nothing where there is none to be seen."""
    if lies_open(game):
        return await in_words(game, pictures)
    wanted = surroundings(game.view, waiting.company, news.changed)
    return "" if wanted is None else await pictures.twin(game, "map")


async def _none() -> Sequence[GameItem]:
    return ()


async def _pictures(
    info: GameInfo, game: Game, waiting: Waiting, news: Since, pictures: Pictures
) -> tuple[Drawn | None, Drawn | None]:
    moves = [[c, list(was), list(now)] for c, was, now in news.moves]
    if lies_open(game):
        return await pictures_of(info.id, game, pictures, moves)
    return await asyncio.gather(
        _board(info, game, waiting.company, news.changed, pictures),
        pictures.draw(info.id, game, "market", moves=moves, brief=True),
    )


async def _board(
    info: GameInfo, game: Game, company: str | None, changed: list[str], pictures: Pictures
) -> Drawn | None:
    """The company's surroundings when it is on the board, else the whole map or the part that changed."""
    return await drawn_of(pictures, info.id, game, surroundings(game.view, company, changed))


def _turn_buttons(info: GameInfo, game: Game, first: int) -> ui.ActionRow[Any]:
    rev = game.rev
    return row(
        button(Press(info.id, rev, "turn"), t("Take turn"), style=PRIMARY, disabled=info.status != "running"),
        button(Press(info.id, rev, "map"), t("Map")),
        button(Press(info.id, rev, "market"), t("Market")),
        log_button(info, game, first),
        button(Press(info.id, rev, "more"), t("More")),
    )


def log_button(info: GameInfo, game: Game, first: int | None = None) -> GameItem:
    """Opens in private what happened from a move on by turns, or the end of the log."""
    return button(Press(info.id, game.rev, "log", f"{first}.t.0" if first else ""), t("Log"))


def turn_result(info: GameInfo, game: Game, rev: int) -> Page | None:
    """What a turn card becomes when its turn is over: whose it was and what came of it.

    None: its message goes, as nothing is told there, or the turn goes on and the next card tells all of it.
    """
    then = game_at(game, rev)
    first = card_start(then)
    if game.waiting() is not None and card_start(game) <= rev < game.rev:
        return None
    # Where all that happened is that its player took his own moves back, that is said.
    told = turns_on_card(game, first) or _taken_back(game, rev)
    if not told:
        return None
    whose = then if first == rev else game_at(game, first)
    head = f"### {heading(info, whose, mention=False, acting=False)}"
    text = lines_of(told, RESULT, CLOSED)
    log = [row(log_button(info, game, first + 1))] if shortened(told, RESULT, CLOSED) else []
    return Page(layout(head, text, _span(first + 1, game.rev), *log, accent=accent(then)))


def computers_card(info: GameInfo, game: Game, rev: int) -> Page:
    """The card of a turn while computers play after it: what came of it, and who is at it now.

    rev: the revision of the card, which calls nobody until a person is to act.
    """
    first = card_start(game_at(game, rev))
    head = [f"## {heading(info, game, mention=False)}", table_line(info, game)]
    text = lines_of(turns_on_card(game, first), RESULT, CLOSED)
    plays = t("-# It plays by itself; whoever is to act after it is called · move {rev}", rev=game.rev)
    if info.status == "paused":
        plays = t("**The game is paused**; its owner or a game master resumes it.")
    buttons = row(
        button(Press(info.id, game.rev, "map"), t("Map")),
        button(Press(info.id, game.rev, "market"), t("Market")),
        log_button(info, game, first + 1),
        button(Press(info.id, game.rev, "more"), t("More")),
    )
    return Page(layout(*head, text, plays, buttons, accent=accent(game)))


def _taken_back(game: Game, rev: int) -> list[Turn]:
    lines = story_lines(game, game.log[-1]) if game.rev > rev else []
    return [Turn(game.rev, lines=lines, view=game.view)] if lines else []


def _span(first: int, last: int) -> str:
    """The moves that a turn took."""
    if last <= first:
        return t("-# move {rev}", rev=last)
    return t("-# moves {first} to {last}", first=first, last=last)


def lost_page(info: GameInfo) -> Page:
    """What a card becomes whose moves are no more, since an earlier copy of the games was restored."""
    told = t(
        "An earlier copy of the games was restored: what stood here is no more, and “{name}” goes on after "
        "move {rev}. `/turn` opens it.",
        name=plain(info.name), rev=info.rev,
    )  # fmt: skip
    return Page(layout(told))


def call_page(info: GameInfo, game: Game, card: CardInfo | None) -> Page:
    """Calls whoever is to act, with a way to the card that shows what there is to do."""
    where = f"https://discord.com/channels/{info.guild}/{card.channel}/{card.message}" if card else ""
    way = t("[The card of this turn]({where}) shows what there is to do.", where=where) if where else ""
    told = way or t("`/turn` opens it.")
    return Page(layout(heading(info, game), f"-# {decision(game)} · {told}"))


def notice(user: int, text: str, *, master: bool) -> Page:
    """What somebody did as a game master, or as a player, for all to see."""
    who = t("Game master <@{user}>", user=user) if master else f"<@{user}>"
    return Page(layout(f"-# {who} {plain(text)}."))

"""The public messages of a game: set-up card, turn card, the result of a turn, offers, notices, the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui
from PIL import ImageColor

from bot.history import news, position_at
from bot.pictures import Drawn, Pictures
from bot.press import GameItem, Press, button
from bot.respond import Page
from bot.service import GameInfo
from bot.ui import words
from bot.ui.figures import brief, decision, figures, heading, plain, ranking, seat_of, table_line
from engine import TITLES, Game, Range, Waiting
from engine.face.stories import Line, Rank
from engine.face.table import Offer

LINES, SENTENCE = 8, 360
"""Lines of the log on a card, and characters of a sentence there."""

RESULT = 12
"""Lines on the card of a turn that is over."""

SHARE = 3
"""Lines about the same sort of thing, before others have had their say."""

TWIN = 1500
"""Characters of a view in words on a card whose pictures failed."""

PRIMARY, SUCCESS, DANGER = (
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)
STATUS = {"lobby": "open for players", "running": "running", "paused": "paused", "ended": "over"}


def layout(*parts: ui.Item[Any] | str, accent: discord.Colour | None = None) -> ui.LayoutView:
    """A message of one box: texts, pictures and rows; it never times out. Empty texts are left out."""
    box: ui.Container[Any] = ui.Container(accent_colour=accent)
    for part in parts:
        if isinstance(part, str):
            if part:
                box.add_item(ui.TextDisplay(part))
        else:
            box.add_item(part)
    return ui.LayoutView(timeout=None).add_item(box)


def row(*items: GameItem) -> ui.ActionRow[Any]:
    """Up to five buttons, or one select."""
    return ui.ActionRow(*items)


def gallery(pictures: list[Drawn]) -> list[ui.MediaGallery[Any]]:
    """The pictures as parts of a layout: each in its own gallery, for Discord crops those that share one."""
    return [ui.MediaGallery(picture.gallery_item()) for picture in pictures]


def lines_of(lines: Sequence[Line], most: int = LINES) -> str:
    """The lines that matter most as small text, these first, and how many are left out."""
    shown = [f"-# {brief(line.text, SENTENCE)}" for line in foremost(lines, most)]
    left_out = len(lines) - len(shown)
    return "\n".join([*shown, *[f"-# … {left_out} more under Log"] * bool(left_out)])


def foremost(lines: Sequence[Line], most: int) -> list[Line]:
    """So many lines by their rank, in each rank the newest, put in the order of rank and of time."""
    seen: Counter[Rank] = Counter()
    order: list[tuple[int, Rank, int]] = []
    for age, line in enumerate(reversed(lines)):
        turn = seen[line.rank] // SHARE if line.rank < Rank.DETAIL else len(lines)
        order.append((turn, line.rank, age))
        seen[line.rank] += 1
    kept = sorted(order)[:most]
    return [lines[len(lines) - 1 - age] for _, _, age in sorted(kept, key=lambda o: (o[1], -o[2]))]


# --- lobby -------------------------------------------------------------------------------------


def setup_card(info: GameInfo) -> Page:
    """The table before its start: seats, options, and the buttons to join; only the facts afterwards."""
    data = TITLES[info.title].data
    seats = [f"{i}. {seat_of(info, s.seat)}" for i, s in enumerate(info.seats, 1)]
    head = f"## {plain(info.name)}\n{data.name} · {STATUS[info.status]}"
    count = f"**Seats** {len(seats)} of {_wanted(info)}"
    parts: list[Any] = [head, "\n".join([count, *seats]), options_line(info), reconstructed(info)]
    if info.status == "lobby":
        parts += [_lobby_buttons(info), f"-# Made by <@{info.owner}>, who starts the game."]
    elif info.end_reason:
        parts.append(f"-# {plain(info.end_reason)}")
    return Page(layout(*parts))


def _wanted(info: GameInfo) -> str:
    data, wanted = TITLES[info.title].data, info.settings.get("players")
    span = f"{data.min_players} to {data.max_players}"
    return f"{wanted} wanted ({span} can play)" if wanted else span


def is_full(info: GameInfo) -> bool:
    """Whether as many have joined as the owner looks for, or as can play."""
    return len(info.seats) >= int(info.settings.get("players") or TITLES[info.title].data.max_players)


def full_table(info: GameInfo) -> Page:
    """Calls the owner: everybody is here."""
    return Page(
        layout(f"<@{info.owner}>, {len(info.seats)} players have joined: press **Start** on the card.")
    )


def _lobby_buttons(info: GameInfo) -> ui.ActionRow[Any]:
    data = TITLES[info.title].data
    full, enough = len(info.seats) >= data.max_players, len(info.seats) >= data.min_players
    return row(
        button(Press(info.id, 0, "join"), "Join", style=SUCCESS, disabled=full),
        button(Press(info.id, 0, "leave"), "Leave", disabled=not info.seats),
        button(Press(info.id, 0, "start"), "Start", style=PRIMARY, disabled=not enough),
        button(Press(info.id, 0, "options"), "Options"),
    )


def options_line(info: GameInfo) -> str:
    """The title's options and the order of the seats."""
    order = "drawn at the start" if info.settings.get("order") == "random" else "as the players joined"
    chosen = {o.key: info.options.get(o.key, o.default) for o in TITLES[info.title].options}
    told = [f"{o.label}: {o.values[chosen[o.key]]}" for o in TITLES[info.title].options]
    return "**Options** " + " · ".join([*told, f"seats {order}"])


def reconstructed(info: GameInfo) -> str:
    """A remark when components of the title are not the printed ones."""
    readings = TITLES[info.title].data.readings
    if not any(r.reconstructed for r in readings):
        return ""
    return "-# Some components are reconstructed, since no source prints them: `/game info` lists them."


# --- turns -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Since:
    """What happened since the last turn of whoever is to act."""

    lines: list[Line]
    changed: list[str]
    moves: list[tuple[str, Any, Any]]


def since(game: Game, players: tuple[str, ...]) -> Since:
    """Everything after the last record of one of these seats; from the beginning when there is none."""
    last = next((r.seq for r in reversed(game.log) if r.by in players), 0)
    then, state = position_at(game, max(last, 1)).state, game.state
    changed = [h for h, tile in state.tiles.items() if then.tiles.get(h) != tile]
    cells = {c: (then.companies[c].cell, company.cell) for c, company in state.companies.items()}
    moves = [(c, was, now) for c, (was, now) in cells.items() if was and now and was != now]
    return Since(news(game, last), changed, moves)


async def turn_card(info: GameInfo, game: Game, pictures: Pictures) -> Page:
    """The card of whoever is to act, with pictures or, when they fail, with words."""
    waiting = game.waiting()
    assert waiting is not None
    news = since(game, waiting.players)
    board, chart = await _pictures(info, game, waiting, news, pictures)
    twin = "" if board else (await pictures.twin(game, "map"))[:TWIN]
    drawn = [d for d in (board, chart) if d is not None]
    paused = (
        "**The game is paused**; its owner or a game master resumes it." if info.status == "paused" else ""
    )
    view = layout(
        f"## {heading(info, game)}",
        paused,
        table_line(info, game),
        *gallery(drawn),
        plain(twin),
        lines_of(news.lines),
        figures(info, game),
        f"-# {decision(game)} · move {game.rev}",
        _turn_buttons(info, game),
        accent=accent(game, waiting.company),
    )
    return Page(view, [d.file() for d in drawn])


async def _pictures(
    info: GameInfo, game: Game, waiting: Waiting, news: Since, pictures: Pictures
) -> tuple[Drawn | None, Drawn | None]:
    moves = [[c, list(was), list(now)] for c, was, now in news.moves]
    return await asyncio.gather(
        _board(info, game, waiting.company, news.changed, pictures),
        pictures.draw(info.id, game, "market", moves=moves),
    )


async def _board(
    info: GameInfo, game: Game, company: str | None, changed: list[str], pictures: Pictures
) -> Drawn | None:
    """The company's surroundings when it is on the board, else the whole map."""
    if company and game.view.stations(company):
        drawn = await pictures.draw(info.id, game, "crop", company=company, changed=changed)
        if drawn is not None:
            return drawn
    return await pictures.draw(info.id, game, "map", changed=changed)


def _turn_buttons(info: GameInfo, game: Game) -> ui.ActionRow[Any]:
    rev = game.rev
    return row(
        button(Press(info.id, rev, "turn"), "Take turn", style=PRIMARY, disabled=info.status != "running"),
        button(Press(info.id, rev, "map"), "Map"),
        button(Press(info.id, rev, "market"), "Market"),
        log_button(info, game),
        button(Press(info.id, rev, "more"), "More"),
    )


def log_button(info: GameInfo, game: Game, first: int | None = None) -> GameItem:
    """Opens the whole log in private, from a move on or at its end."""
    return button(Press(info.id, game.rev, "log", f"{first}.f" if first else ""), "Log")


def turn_result(info: GameInfo, game: Game, rev: int) -> Page:
    """What a turn card becomes when its turn is over: whose it was and what came of it."""
    then = position_at(game, rev)
    lines = news(game, rev)
    head = f"### {heading(info, then, mention=False).removesuffix(' to act')}"
    span = f"-# moves {rev + 1} to {game.rev}" if game.rev > rev else ""
    log = [row(log_button(info, game, rev + 1))] if len(lines) > RESULT else []
    return Page(layout(head, lines_of(lines, RESULT), span, *log, accent=accent(then, _company(then))))


def _company(game: Game) -> str | None:
    waiting = game.waiting()
    return waiting.company if waiting else None


def accent(game: Game, company: str | None) -> discord.Colour | None:
    """The colour of the company that acts; None for players and for colours of no known name."""
    if company is None:
        return None
    try:
        red, green, blue = ImageColor.getrgb(game.view.spec(company).colour)[:3]
    except ValueError:
        return None
    return discord.Colour.from_rgb(red, green, blue)


# --- offers, notices, the end ------------------------------------------------------------------


def offer_text(game: Game, offer: str, to: str) -> str:
    """An open deal in words, as the engine offers it to the one who must agree."""
    options = game.options(to, "decline_offer", "offer")
    found = [] if isinstance(options, Range) else [o.label for o in options if o.value == offer]
    return next(iter(found), "")


async def offer_card(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> Page:
    """A deal that waits for an answer: what it does, with its buttons."""
    text = offer_text(game, offer.id, offer.to)
    asker = seat_of(info, offer.by, mention=False)
    buttons = row(
        button(Press(info.id, game.rev, "accept", offer.id), "Accept", style=SUCCESS),
        button(Press(info.id, game.rev, "decline", offer.id), "Decline"),
        button(Press(info.id, game.rev, "turn"), "Look first"),
    )
    drawn = await _proposed(info, game, offer, pictures)
    head = f"**{asker} asks {seat_of(info, offer.to)}**\n{plain(text)}"
    parts: list[Any] = [head, *gallery(drawn), words.offer_effect(game, offer), buttons]
    return Page(layout(*parts, accent=accent(game, _company(game))), [d.file() for d in drawn])


async def _proposed(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> list[Drawn]:
    """The lay that an offer is about, if it is one."""
    lay = [offer.data.get(key) for key in ("hex", "tile", "rotation")]
    if None in lay:
        return []
    coord, tile, rotation = map(str, lay)
    lays = [[tile, int(rotation)]]
    drawn = await pictures.draw(info.id, game, "candidates", hex=coord, lays=lays, first=1)
    return [] if drawn is None else [drawn]


def offer_result(info: GameInfo, by: str, to: str, how: str) -> Page:
    """A deal that is settled."""
    names = f"{seat_of(info, by, mention=False)} to {seat_of(info, to, mention=False)}"
    return Page(layout(f"-# Offer of {names}: {how}."))


def notice(user: int, text: str, *, master: bool) -> Page:
    """What somebody did as a game master, or as a player, for all to see."""
    who = f"Game master <@{user}>" if master else f"<@{user}>"
    return Page(layout(f"-# {who} {plain(text)}."))


async def end_card(info: GameInfo, game: Game, reason: str, pictures: Pictures) -> Page:
    """The end: the ranking and the last map."""
    found = await asyncio.gather(
        pictures.draw(info.id, game, "map"), pictures.draw(info.id, game, "market", moves=[])
    )
    drawn = [d for d in found if d is not None]
    view = layout(
        f"## {plain(info.name)}: the game is over",
        f"{TITLES[info.title].data.name} · {plain(reason.replace('_', ' '))}",
        ranking(info, game),
        *gallery(drawn),
        lines_of(news(game, max(game.rev - 3, 0))),
        row(
            button(Press(info.id, game.rev, "map"), "Map"),
            button(Press(info.id, game.rev, "market"), "Market"),
            log_button(info, game),
            button(Press(info.id, game.rev, "more"), "More"),
        ),
    )
    return Page(view, [d.file() for d in drawn])

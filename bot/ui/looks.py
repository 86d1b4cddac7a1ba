"""Looking at a game in private: the map, the market and all other views, as a picture or in words."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.here import Here, game_pressed
from bot.press import GameItem, Press, button, select
from bot.respond import Answer, Page
from bot.texts import msg, t
from bot.ui.figures import company_line, heading, plain, player_line, table_line
from bot.ui.frame import gallery, layout, row
from bot.verbs import verb

WORDS = 3500
VIEWS = {
    "map": msg("Map"),
    "market": msg("Market"),
    "trains": msg("Trains"),
    "order": msg("Order of play"),
    "tiles": msg("Tiles left"),
    "privates": msg("Private companies"),
}


async def look(answer: Answer, here: Here, view: str, **params: Any) -> Page:
    """One view of `render.api` as a page: the picture, or its words when it cannot be drawn."""
    drawn = await answer.bot.pictures.draw(here.info.id, here.game, view, **params)
    if drawn is not None:
        return Page(layout(*gallery([drawn]), selects(here)), [drawn.file()])
    return await words(answer, here, view, **params)


async def words(answer: Answer, here: Here, view: str, **params: Any) -> Page:
    """The same in words."""
    told = await answer.bot.pictures.twin(here.game, view, **params)
    shown = shortened(plain(told).splitlines())
    return Page(layout(shown or t("This view cannot be shown at the moment."), selects(here)))


def shortened(lines: list[str], most: int = WORDS) -> str:
    """As many whole lines as a message holds, and how many it does not."""
    shown = lines
    while sum(map(len, shown)) + len(shown) > most:
        shown = shown[:-1]
    if len(shown) == len(lines):
        return "\n".join(lines)
    note = t("-# … {count} more lines; look at a part: `/show map around:`", count=len(lines) - len(shown))
    return "\n".join([*shown, note])


def overview(here: Here) -> Page:
    """All companies and players in figures."""
    view, scores = here.game.view, here.game.scores()
    companies = [company_line(view, c.id) for c in view.companies() if c.floated]
    players = [player_line(view, here.info, seat, scores.get(seat)) for seat in view.seats]
    head = f"### {heading(here.info, here.game, mention=False)}\n{table_line(here.info, here.game)}"
    offers = row(*_ways(here)) if here.seats else ""
    told = "\n".join(players)[:1500], "\n".join(companies)[:1500]
    return Page(layout(head, *told, offers, selects(here)))


def _ways(here: Here) -> list[GameItem]:
    """What a player may do besides his turn: offers, pings of his own, a nudge to whoever is to act."""
    game, rev = here.info.id, here.rev
    found = [button(Press(game, rev, "w_more"), t("Offers"))]
    if here.to_act:
        found.append(button(Press(game, rev, "snooze_own"), t("Remind me later")))
    elif here.info.status == "running":
        found.append(button(Press(game, rev, "nudge"), t("Nudge")))
    found.append(button(Press(game, rev, "w_auto"), t("Auto…")))
    return [*found, button(Press(game, rev, "r_panel"), t("My pings"))]


def selects(here: Here) -> ui.ActionRow[Any]:
    """What else can be looked at."""
    return row(view_select(here))


def offered(here: Here) -> dict[str, str]:
    """The views, the players and the companies of the game, by what a menu sends for them."""
    view = here.game.view
    found = {key: t(label) for key, label in VIEWS.items()}
    found |= {f"player:{seat}": t("Player {name}", name=view.name(seat)) for seat in view.seats}
    companies = [c.id for c in view.companies() if c.kind != "private"]
    return found | {f"company:{c}"[:100]: t("Company {name}", name=c) for c in companies}


def view_select(here: Here) -> GameItem:
    """A select of what can be looked at, at most 25."""
    found = [discord.SelectOption(label=label[:100], value=key) for key, label in offered(here).items()]
    return select(Press(here.info.id, here.rev, "look"), found[:25], placeholder=t("Look at…"))


@verb("look")
async def _look(answer: Answer, press: Press) -> None:
    here = await game_pressed(answer, press)
    kind, _, which = press.one_of(offered(here)).partition(":")
    await answer.show(await look(answer, here, kind, **({kind: which} if which else {})))


@verb("map")
@verb("market")
async def _view(answer: Answer, press: Press) -> None:
    await answer.show(await look(answer, await game_pressed(answer, press), press.verb))


@verb("more")
async def _more(answer: Answer, press: Press) -> None:
    await answer.show(overview(await game_pressed(answer, press)))

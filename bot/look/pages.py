"""Looking at a game in private: the map, the market and all other views, as a picture or in words."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.cards.charts import CHARTS, rounds_of
from bot.cards.maps import is_large
from bot.cards.stake import COMPANIES, STAKE, with_runs
from bot.chat.bounds import read_whole
from bot.chat.buttons import verb
from bot.chat.current_table import CurrentTable, game_pressed
from bot.chat.figures import company_line, heading, plain, player_line, table_line
from bot.chat.frame import MAX_OPTIONS, gallery, layout, row
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Answer, Page
from bot.words import msg, t
from engine import View
from render.map.sectors import sectors_of

MAPS, CHART = ("map", "crop"), "chart"
WORDS, HALF = 3500, 1600
"""Characters of a page of words, and of each of two lists on a page."""

VIEWS = {
    STAKE: msg("At stake"),
    COMPANIES: msg("Companies"),
    "map": msg("Map"),
    "market": msg("Market"),
    "trains": msg("Trains"),
    "order": msg("Order of play"),
    "tiles": msg("Tiles left"),
    "privates": msg("Private companies"),
}


async def look(answer: Answer, here: CurrentTable, view: str, **params: Any) -> Page:
    """One view of `render.api` as a page: the picture, or its words when it cannot be drawn.

    A large map is an overview first, of which the parts are looked at.
    """
    params = await _given(here, view, params)
    on_map = view in MAPS and is_large(here.game.view)
    drawn_as = "regions" if on_map and view == "map" and not params else view
    drawn = await answer.bot.pictures.draw(here.info.id, here.game, drawn_as, **params)
    if drawn is None:
        return await words(answer, here, view, **params)
    parts = _parts(here) if on_map else []
    return Page(layout(*gallery([drawn]), *parts, *selects(here)), [drawn.file()])


async def _given(here: CurrentTable, view: str, params: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a view, with what the log tells of it besides the position."""
    if view == CHART and "rounds" not in params:
        return {**params, "rounds": await rounds_of(here.game)}
    return {**with_runs(here.game), **params} if view in (STAKE, COMPANIES) else params


def _parts(here: CurrentTable) -> list[ui.ActionRow[Any]]:
    """The parts of a large map, and all of it at once."""
    whole = Press(here.info.id, here.rev, "whole_map")
    parts = _menu(here, _sectors(here), t("Part of the map"), "part")
    return [row(parts), row(button(whole, t("Whole map")))]


def _sectors(here: CurrentTable) -> list[discord.SelectOption]:
    if not is_large(here.game.view):
        return []
    return [
        discord.SelectOption(label=f"{sector.letter} · {sector.name}"[:100], value=f"part:{sector.letter}")
        for sector in sectors_of(here.game.view)
    ]


async def words(answer: Answer, here: CurrentTable, view: str, **params: Any) -> Page:
    """The same in words."""
    params = await _given(here, view, params)
    told = await answer.bot.pictures.twin(here.game, view, **params)
    shown = shortened(plain(told).splitlines())
    return Page(layout(shown or t("This view cannot be shown at the moment."), *selects(here)))


def shortened(lines: list[str], most: int = WORDS, way: str = "") -> str:
    """As many whole lines as a message holds, how many it does not, and the way to these."""
    shown = lines
    while sum(map(len, shown)) + len(shown) > most:
        shown = shown[:-1]
    if len(shown) == len(lines):
        return "\n".join(lines)
    way = way or t("look at a part: `/show map around:`")
    note = t("-# … {count} more lines; {way}", count=len(lines) - len(shown), way=way)
    return "\n".join([*shown, note])


def overview(here: CurrentTable) -> Page:
    """All companies and players in figures."""
    view, scores = here.game.view, here.game.scores()
    companies = [company_line(view, c.id) for c in view.companies() if _does_business(view, c.id)]
    players = [player_line(view, here.info, seat, scores.get(seat)) for seat in view.seats]
    head = f"### {heading(here.info, here.game, mention=False)}\n{table_line(here.info, here.game)}"
    offers = row(*_ways(here)) if here.seats else ""
    below = t("choose one below")
    told = shortened(players, HALF, below), shortened(companies, HALF, below)
    return Page(layout(head, *told, offers, *selects(here)))


def _does_business(view: View, company: str) -> bool:
    """Whether a company has begun and is not part of another, as after a merger."""
    return view.company(company).floated and view.owner(company) not in view.state.companies


def _ways(here: CurrentTable) -> list[GameItem]:
    """What a player may do besides his turn: offers, pings of his own, a nudge to whoever is to act."""
    game, rev = here.info.id, here.rev
    found = [button(Press(game, rev, "w_more"), t("Offers"))]
    if here.to_act:
        found.append(button(Press(game, rev, "snooze_own"), t("Remind me later")))
    elif here.info.status == "running":
        found.append(button(Press(game, rev, "nudge"), t("Nudge")))
    found.append(button(Press(game, rev, "w_auto"), t("Auto…")))
    return [*found, button(Press(game, rev, "r_panel"), t("My pings"))]


def selects(here: CurrentTable, part: int = 0) -> list[ui.ActionRow[Any]]:
    """What else can be looked at; companies that are too many have a menu of their own, in parts."""
    things, companies = _things(here), _companies(here)
    if len(things) + len(companies) <= MAX_OPTIONS:
        return [row(_menu(here, [*things, *companies], t("Look at…")))]
    named = _part(companies, part)
    return [row(_menu(here, things, t("Look at…"))), row(_menu(here, named, t("Company…"), "companies"))]


def offered(here: CurrentTable) -> set[str]:
    """What the menus send of what can be looked at."""
    return {option.value for option in (*_things(here), *_companies(here), *_sectors(here))}


def _menu(here: CurrentTable, entries: list[discord.SelectOption], words: str, which: str = "") -> GameItem:
    return select(Press(here.info.id, here.rev, "look", which), entries, placeholder=words)


def _things(here: CurrentTable) -> list[discord.SelectOption]:
    view = here.game.view
    views = [discord.SelectOption(label=t(label), value=key) for key, label in VIEWS.items()]
    views += [discord.SelectOption(label=t(label), value=f"{CHART}:{key}") for key, label in CHARTS.items()]
    return views + [
        discord.SelectOption(label=t("Player {name}", name=view.name(seat))[:100], value=f"player:{seat}")
        for seat in view.seats
    ]


def _companies(here: CurrentTable) -> list[discord.SelectOption]:
    """Those that do business first."""
    found = [c for c in here.game.view.companies() if c.kind != "private"]
    return [
        discord.SelectOption(
            label=t("Company {name}", name=c.id)[:100],
            value=f"company:{c.id}"[:100],
            description=here.game.view.spec(c.id).name[:100],
        )
        for c in sorted(found, key=lambda c: not _does_business(here.game.view, c.id))
    ]


def _part(entries: list[discord.SelectOption], part: int) -> list[discord.SelectOption]:
    """One part of a long menu, and the way to the next."""
    if len(entries) <= MAX_OPTIONS:
        return entries
    parts = [entries[i : i + MAX_OPTIONS - 1] for i in range(0, len(entries), MAX_OPTIONS - 1)]
    following = (part + 1) % len(parts)
    label = t("More companies ({part} of {parts})…", part=following + 1, parts=len(parts))
    return [
        *parts[part % len(parts)],
        discord.SelectOption(label=label, value=f"companies:{following}"),
    ]


def more_companies(here: CurrentTable, part: int) -> Page:
    """A part of the companies in figures, and the menu of them."""
    view = here.game.view
    entries = _part(_companies(here), part)
    ids = [o.value.removeprefix("company:") for o in entries if o.value.startswith("company:")]
    return Page(layout(shortened([_in_brief(view, c) for c in ids]), *selects(here, part)))


def _in_brief(view: View, company: str) -> str:
    if _does_business(view, company):
        return company_line(view, company)
    return f"**{plain(company)}**: {plain(view.spec(company).name)}"


@verb("look")
async def _look(answer: Answer, press: Press) -> None:
    here = await game_pressed(answer, press)
    kind, _, which = press.value.partition(":")
    if kind == "companies":
        await answer.show(more_companies(here, read_whole(which)))
        return
    press.require_value(offered(here))
    if kind == "part":
        await answer.show(await look(answer, here, "crop", sector=which))
        return
    await answer.show(await look(answer, here, kind, **({kind: which} if which else {})))


@verb("map")
@verb("market")
async def _view(answer: Answer, press: Press) -> None:
    await answer.show(await look(answer, await game_pressed(answer, press), press.verb))


@verb("whole_map")
async def _whole(answer: Answer, press: Press) -> None:
    """All of a large map, to be looked into when it is opened."""
    here = await game_pressed(answer, press)
    await answer.show(await look(answer, here, "map", changed=[]))


@verb("more")
async def _more(answer: Answer, press: Press) -> None:
    await answer.show(overview(await game_pressed(answer, press)))

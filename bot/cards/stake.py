"""What is at stake on the public card: its picture, and the lines of it that matter most as text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.chat.figures import company_name, plain, small
from bot.words import known, t
from bot.work.pictures import Drawn, Pictures
from engine import Game, View
from engine.face import stake
from engine.face.depot import due
from engine.face.stake import Glance, Lot, Purse, Ran

STAKE, COMPANIES = "stake", "companies"
"""Views of `render.api`."""

MOST = 1100
"""Characters of the lots of an auction on a card; the picture and its words have all of them."""

NAME = 24
"""Characters of a player's name in these lines."""


def lies_open(game: Game) -> bool:
    """Whether the table deals in lots or shares now: then that stands on the card, and not the map."""
    return stake.scene(game.view) in (stake.AUCTION, stake.SHARES)


def trains_below(game: Game) -> bool:
    """Whether the picture of the card tells what the bank sells and what that rusts."""
    return stake.scene(game.view) == stake.SHARES


def with_runs(game: Game) -> dict[str, Any]:
    """The parameter of the views: what the log tells of last runs."""
    return {"ran": stake.last_runs(game)}


async def pictures_of(
    game_id: int, game: Game, pictures: Pictures, moves: Sequence[Any]
) -> tuple[Drawn | None, Drawn | None]:
    """What is at stake; beside it in a share round the market, or the companies where they are many.

    There is no market before a company has begun.
    """
    drawn = pictures.draw(game_id, game, STAKE, **with_runs(game))
    if stake.scene(game.view) == stake.AUCTION:
        return await drawn, None
    if stake.crowded(game.view):
        beside = pictures.draw(game_id, game, COMPANIES, **with_runs(game))
    elif any(c.cell is not None or c.par is not None for c in game.state.companies.values()):
        beside = pictures.draw(game_id, game, "market", moves=moves, brief=True)
    else:
        return await drawn, None
    return await asyncio.gather(drawn, beside)


async def in_words(game: Game, pictures: Pictures) -> str:
    """The same in words, where the picture fails."""
    return await pictures.twin(game, STAKE, **with_runs(game))


def stake_lines(game: Game) -> str:
    """The lines on the card: lots and bids, money and certificates; or the company in turn and the depot."""
    scene = stake.scene(game.view)
    if scene == stake.OPERATING:
        return "\n".join(_turn(game))
    lots = _fitting(_lots(game.view)) if scene == stake.AUCTION else []
    return "\n".join([*lots, *map(small, _table(game.view))])


# --- auctions --------------------------------------------------------------------------------------


def _lots(view: View) -> Iterator[str]:
    """A line for each lot that is up or has a bid."""
    found = stake.lots(view)
    total = stake.lots_in_all(view, found)
    for i, lot in enumerate(found):
        if lot.going or lot.on_sale:
            yield _up(view, lot, total - len(found) + i + 1, total)
    yield from other_lots(view)


def other_lots(view: View) -> Iterator[str]:
    """A line for each lot with bids that is not up now."""
    later = (lot for lot in stake.lots(view) if lot.bids and not lot.going and not lot.on_sale)
    yield from (_later(view, lot) for lot in later)


def lot_line(view: View, company: str) -> str:
    """A lot with its price and its bids; empty for what is not for sale in an auction now."""
    lot = next((lot for lot in stake.lots(view) if lot.item == company), None)
    if lot is None or (lot.price is None and not lot.bids):
        return ""
    return _later(view, lot)


def _up(view: View, lot: Lot, number: int, total: int) -> str:
    """The lot that is auctioned or for sale now."""
    name = company_name(view, lot.item)
    if lot.price is None:
        head = t("**{company}**", company=name)
    else:
        head = t(
            "Lot {number} of {total}: **{company}** {price}",
            number=number, total=total, company=name, price=view.money(lot.price),
        )  # fmt: skip
    return " · ".join(filter(None, [head, _bids(view, lot), _answers(view, lot)]))


def _later(view: View, lot: Lot) -> str:
    price = "" if lot.price is None else f" {view.money(lot.price)}"
    least = "" if lot.least is None or not lot.bids else view.money(lot.least)
    more = t("next bid {money} or more", money=least) if least else ""
    return " · ".join(filter(None, [f"{company_name(view, lot.item)}{price}", _bids(view, lot), more]))


def _bids(view: View, lot: Lot) -> str:
    """Every bid that stands, the highest first."""
    told = [f"{_called(view, player)} {view.money(amount)}" for player, amount in lot.bids.items()]
    return ", ".join([t("{bid} (leads)", bid=told[0]), *told[1:]]) if told else ""


def _answers(view: View, lot: Lot) -> str:
    if not lot.going or lot.least is None or not lot.answering:
        return ""
    names = ", ".join(_called(view, player) for player in lot.answering)
    return t("{names} may bid {money} or more", names=names, money=view.money(lot.least))


def _fitting(lines: Iterable[str]) -> list[str]:
    """As many lines as a card holds, and how many it does not."""
    found, room = list(lines), MOST
    for i, line in enumerate(found):
        room -= len(line) + 1
        if room < 0:
            return [*found[:i], t("-# … {count} more lots with bids in the picture", count=len(found) - i)]
    return found


# --- the table -------------------------------------------------------------------------------------


def _table(view: View) -> Iterator[str]:
    """Money, and certificates with the priority deal and the passes in a row."""
    found = stake.purses(view)
    yield t("Cash: {money}", money=" · ".join(_money(view, purse) for purse in found))
    certificates = " · ".join(f"{_name(view, p)} {p.certificates}{_limit(p)}" for p in found)
    parts = [t("Certificates: {certificates}", certificates=certificates)]
    holder = next((p for p in found if p.priority), None)
    parts += [t("priority {name}", name=_name(view, holder))] if holder else []
    passed = stake.passes(view)
    if passed is not None:
        parts.append(t("passes in a row {count} of {most}", count=passed.count, most=passed.of))
    yield " · ".join(parts)


def _limit(purse: Purse) -> str:
    return "" if purse.limit is None else f"/{purse.limit}"


def _name(view: View, purse: Purse) -> str:
    return _called(view, purse.player)


def _called(view: View, player: str) -> str:
    """A player's name, a long one cut: each stands in several lines."""
    name = view.name(player)
    return plain(name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…")


def _money(view: View, purse: Purse) -> str:
    told = f"{_name(view, purse)} {view.money(purse.cash)}"
    if not purse.bound:
        return told
    return t(
        "{player} ({bound} bound, {free} free)",
        player=told, bound=view.money(purse.bound), free=view.money(purse.free),
    )  # fmt: skip


# --- the turn of a company -------------------------------------------------------------------------


def _turn(game: Game) -> Iterator[str]:
    """The company in turn, and what the bank sells next."""
    view, waiting = game.view, game.waiting()
    company = waiting.company if waiting and waiting.company else view.cursor.actor
    if company in view.state.companies:
        yield _company(view, stake.glance(view, company, stake.ran_from(stake.last_runs(game))))
    if told := _depot(view):
        yield small(told)


def _company(view: View, glance: Glance) -> str:
    parts = [view.money(glance.cash), _trains(view, glance), _tokens(view, glance), _last(view, glance.ran)]
    if glance.price is not None:
        parts.append(t("price {money}", money=view.money(glance.price)))
    parts += [t("open market {percent}%", percent=glance.market)] if glance.market else []
    parts += [plain(known(text)) for text in stake.brief(view, glance.company)]
    return f"**{plain(glance.company)}**: " + " · ".join(filter(None, parts))


def _trains(view: View, glance: Glance) -> str:
    """The trains, those of one fate together; without one, whether one must be bought."""
    price = due(view) if view.cursor.actor == glance.company else None
    if price is not None and not glance.trains:
        return t("no train: must buy one this turn ({money})", money=view.money(price))
    if not glance.trains:
        return t("trains {trains}", trains=t("none"))
    fates: dict[str, list[str]] = {}
    for train in glance.trains:
        fates.setdefault(train.fate, []).append(train.key)
    told = (f"{', '.join(keys)} ({known(fate)})" if fate else ", ".join(keys) for fate, keys in fates.items())
    return t("trains {trains}", trains="; ".join(told))


def _tokens(view: View, glance: Glance) -> str:
    if not view.tokens(glance.company):
        return ""
    left = t("tokens {count} left", count=glance.tokens)
    costs = [known(cost) for cost in glance.token_costs]
    if not costs:
        return left
    return f"{left} ({costs[0] if len(set(costs)) == 1 else ', '.join(costs)})"


def _last(view: View, ran: Ran | None) -> str:
    """The last run and what it paid."""
    if ran is None:
        return ""
    money = view.money(ran.revenue)
    if ran.each:
        return t("last run {money}, {each} a share", money=money, each=ran.each)
    if ran.way == "withhold":
        return t("last run {money}, kept", money=money)
    return t("last run {money}", money=money)


def _depot(view: View) -> str:
    """What the bank sells now; what that rusts stands at the head of the card."""
    told = [_sale(view, sale) for sale in stake.depot(view)]
    return t("Next trains: {trains}", trains=", ".join(told)) if told else ""


def _sale(view: View, sale: stake.Sale) -> str:
    """A card with what it may be bought as; its sides share one count."""
    faces = ""
    for price, names in sale.faces.items():
        one = t("{train} for {money}", train="/".join(names), money=view.money(price))
        faces = t("{one} or {other}", one=faces, other=one) if faces else one
    return faces if sale.left is None else t("{trains} ({count} left)", trains=faces, count=sale.left)

"""The state of the round on the public card: lots and bids, money and certificates, or the acting company."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bot.cards.texts import company_name
from bot.chat.markdown import escape, subtext
from bot.words import t, translated
from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, View
from engine.api import round_state
from engine.api.depot import required_train_price
from engine.api.incomes import incomes
from engine.api.round_state import CompanySummary, LastRun, Lot, PlayerSummary

ROUND_STATE_VIEW, COMPANIES_VIEW = "stake", "companies"
"""Views of `render.api`."""

MAX_LOT_CHARACTERS = 1100
"""Characters of all lots of an auction on a card; the picture shows every lot."""

MAX_NAME = 24
"""Characters of a player's name in these lines."""


def is_auction_or_stock_round(game: Game) -> bool:
    """Return True in an auction or stock round, where the public card shows bids or shares, not the map."""
    return round_state.round_kind(game.view) in (round_state.AUCTION, round_state.SHARES)


def does_picture_show_trains(game: Game) -> bool:
    """Return True in a stock round, where a card's picture shows the trains for sale and what they rust."""
    return round_state.round_kind(game.view) == round_state.SHARES


def last_runs_param(game: Game) -> dict[str, Any]:
    """Return the parameter "ran" of the pictures on cards and of `/show`: the last runs of companies.

    They come from the log. The only key of the dict is "ran"; its value has, by company id, a list of the
    values of `LastRun`: revenue, what became of it, and the amount of one share (a text).
    """
    return {"ran": round_state.last_runs(game)}


def company_runs_param(game: Game, company: str) -> dict[str, Any]:
    """Return the parameter "runs" of a company's picture (its charter): its last runs by the log.

    The only key of the dict is "runs"; its value is a list of at most three dicts with the fields of
    `Income`, the oldest first.
    """
    return {"runs": [asdict(run) for run in incomes(game, company)]}


async def draw_round_pictures(
    game_id: int, game: Game, pictures: Pictures, price_moves: Sequence[Any]
) -> tuple[DrawnPicture | None, DrawnPicture | None]:
    """Draw a card's pictures in an auction or stock round: its state, and the market or the companies.

    ``price_moves`` are share prices that moved: lists of the company's id, its cell of the share price chart
    before, and its cell now. The second picture is None in an auction and before any company has started;
    either is None if it cannot be drawn.
    """
    state_drawing = pictures.draw(game_id, game, ROUND_STATE_VIEW, **last_runs_param(game))
    if round_state.round_kind(game.view) == round_state.AUCTION:
        return await state_drawing, None
    if round_state.has_companies_picture(game.view):
        other_drawing = pictures.draw(game_id, game, COMPANIES_VIEW, **last_runs_param(game))
    elif any(
        company.cell is not None or company.par is not None for company in game.state.companies.values()
    ):
        other_drawing = pictures.draw(game_id, game, "market", moves=price_moves, brief=True)
    else:
        return await state_drawing, None
    return await asyncio.gather(state_drawing, other_drawing)


async def describe_round_state_picture(game: Game, pictures: Pictures) -> str:
    """Return what the picture of the auction or stock round shows as text, for a card without this picture.

    "" if the worker that writes it fails or is late.
    """
    return await pictures.describe(game, ROUND_STATE_VIEW, **last_runs_param(game))


def round_state_text(game: Game) -> str:
    """Return the state of the round as text of the turn's card, with line breaks.

    It has the lots and players in an auction, the players in a stock round, and the acting company and the
    trains for sale in an operating round.
    """
    kind = round_state.round_kind(game.view)
    if kind == round_state.OPERATING:
        return "\n".join(_company_lines(game))
    lots = lot_lines(game.view) if kind == round_state.AUCTION else []
    return "\n".join([*lots, *map(subtext, _player_lines(game.view))])


# --- auctions --------------------------------------------------------------------------------------


def lot_lines(view: View) -> list[str]:
    """Return one line of the turn's card for each lot that is in auction, for sale or has bids.

    They have at most 1100 characters in all; a last line counts the lots that do not fit.
    """
    return _lot_lines_that_fit([*_current_lot_lines(view), *_other_lot_lines(view)])


def contested_lot_lines(view: View) -> list[str]:
    """Return one line, as on a card, for each lot in auction, or for sale and with bids.

    They are for the private page of a turn, where a picture shows the other lots. They have at most 1100
    characters in all; a last line counts the lots that do not fit.
    """
    return _lot_lines_that_fit(_current_lot_lines(view, contested=True))


def _current_lot_lines(view: View, *, contested: bool = False) -> Iterator[str]:
    """Yield one line of the card for each lot that is in auction or for sale.

    Lots are numbered from 1; those already sold count. ``contested``: only lots in auction or with bids.
    """
    lots = round_state.lots(view)
    total = round_state.lots_in_all(view, lots)
    for index, lot in enumerate(lots):
        if lot.is_in_auction or (lot.is_for_sale and (lot.bids or not contested)):
            yield _current_lot_line(view, lot, total - len(lots) + index + 1, total)


def _other_lot_lines(view: View) -> Iterator[str]:
    """Yield one line of the card for each lot that has bids but is not in auction or for sale."""
    lots = (
        lot for lot in round_state.lots(view) if lot.bids and not lot.is_in_auction and not lot.is_for_sale
    )
    yield from (_other_lot_line(view, lot) for lot in lots)


def lot_line(view: View, company: str) -> str:
    """Return the line of a card on a lot of the auction (``company`` is its id): its price and bids.

    "" if the company is no lot of the auction, or has neither price nor bids.
    """
    lot = next((lot for lot in round_state.lots(view) if lot.item == company), None)
    if lot is None or (lot.price is None and not lot.bids):
        return ""
    return _other_lot_line(view, lot)


def _current_lot_line(view: View, lot: Lot, number: int, total: int) -> str:
    """Return the turn card's line of a lot that is in auction or for sale.

    It begins with "Lot ``number`` of ``total``" (``number`` from 1), name and price, or without a price with
    the name alone. Bids and bidders follow.
    """
    name = company_name(view, lot.item)
    if lot.price is None:
        title = t("**{company}**", company=name)
    else:
        title = t(
            "Lot {number} of {total}: **{company}** {price}",
            number=number, total=total, company=name, price=view.money(lot.price),
        )  # fmt: skip
    return " · ".join(filter(None, [title, _bids_text(view, lot), _bidders_text(view, lot)]))


def _other_lot_line(view: View, lot: Lot) -> str:
    """Return the turn card's line of a lot that is not yet in auction or for sale: name, price and bids.

    If there are bids, the lowest next bid follows.
    """
    price = "" if lot.price is None else f" {view.money(lot.price)}"
    min_bid = "" if lot.lowest_bid is None or not lot.bids else view.money(lot.lowest_bid)
    next_bid = t("next bid {money} or more", money=min_bid) if min_bid else ""
    return " · ".join(
        filter(None, [f"{company_name(view, lot.item)}{price}", _bids_text(view, lot), next_bid])
    )


def _bids_text(view: View, lot: Lot) -> str:
    """Return the bids on a lot of the auction as text of the turn's card, the highest first.

    Each has the player's name. "" for a lot without bids.
    """
    bids = [f"{_short_player_name(view, player)} {view.money(amount)}" for player, amount in lot.bids.items()]
    return ", ".join([t("{bid} (leads)", bid=bids[0]), *bids[1:]]) if bids else ""


def _bidders_text(view: View, lot: Lot) -> str:
    """Return the part of a lot's line on the turn's card with the players who may bid, and the lowest bid.

    "" if nobody may bid, or if the lot is not in auction.
    """
    if not lot.is_in_auction or lot.lowest_bid is None or not lot.bidders:
        return ""
    names = ", ".join(_short_player_name(view, player) for player in lot.bidders)
    return t("{names} may bid {money} or more", names=names, money=view.money(lot.lowest_bid))


def _lot_lines_that_fit(lines: Iterable[str]) -> list[str]:
    """Return the first of these lines of lots that fit on the turn's card, in MAX_LOT_CHARACTERS characters.

    If some do not fit, a last line counts them.
    """
    all_lines, characters_left = list(lines), MAX_LOT_CHARACTERS
    for index, line in enumerate(all_lines):
        characters_left -= len(line) + 1
        if characters_left < 0:
            return [
                *all_lines[:index],
                t("-# … {count} more lots with bids in the picture", count=len(all_lines) - index),
            ]
    return all_lines


# --- players ---------------------------------------------------------------------------------------


def _player_lines(view: View) -> Iterator[str]:
    """Yield two lines of the turn's card: the players' cash; their certificates, and who has priority.

    The number of passes in a row follows, unless a lot is in auction.
    """
    summaries = round_state.player_summaries(view)
    yield t("Cash: {money}", money=" · ".join(_cash_text(view, summary) for summary in summaries))
    certificates = " · ".join(
        f"{_short_player_name(view, summary.player)} {summary.certificates}{_limit_suffix(summary)}"
        for summary in summaries
    )
    parts = [t("Certificates: {certificates}", certificates=certificates)]
    priority_holder = next((summary for summary in summaries if summary.priority), None)
    parts += (
        [t("priority {name}", name=_short_player_name(view, priority_holder.player))]
        if priority_holder
        else []
    )
    pass_count = round_state.passes(view)
    if pass_count is not None:
        parts.append(t("passes in a row: {count} of {most}", count=pass_count.count, most=pass_count.of))
    yield " · ".join(parts)


def _limit_suffix(summary: PlayerSummary) -> str:
    """Return a player's certificate limit as a suffix on the card, such as "/12"; "" without a limit."""
    return "" if summary.limit is None else f"/{summary.limit}"


def _short_player_name(view: View, player: str) -> str:
    """Return the name of a player (id), cut to 24 characters for the card, with Markdown escaped."""
    name = view.name(player)
    return escape(name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1].rstrip()}…")


def _cash_text(view: View, summary: PlayerSummary) -> str:
    """Return a player's name and cash for the turn's card.

    If cash is committed, as by his bids, it also says how much, and how much is free.
    """
    cash = f"{_short_player_name(view, summary.player)} {view.money(summary.cash)}"
    if not summary.committed:
        return cash
    return t(
        "{player} ({bound} bound, {free} free)",
        player=cash, bound=view.money(summary.committed), free=view.money(summary.free),
    )  # fmt: skip


# --- the turn of a company -------------------------------------------------------------------------


def _company_lines(game: Game) -> Iterator[str]:
    """Yield the turn card's line on the operating company, and the line of the trains for sale.

    A line is left out if no company operates, or no train is for sale.
    """
    view, next_decision = game.view, game.waiting()
    company = next_decision.company if next_decision and next_decision.company else view.cursor.actor
    if company in view.state.companies:
        yield _company_line(
            view,
            round_state.company_summary(
                view, company, round_state.last_runs_from(round_state.last_runs(game))
            ),
        )
    if trains := _depot_line(view):
        yield subtext(trains)


def _company_line(view: View, summary: CompanySummary) -> str:
    """Return the operating company's line on the turn's card: cash, trains, tokens, last run and share price.

    The percent of its shares in the open market and facts of the title, such as loans, follow.
    """
    parts = [
        view.money(summary.cash),
        _trains_text(view, summary),
        _tokens_text(view, summary),
        _last_run_text(view, summary.last_run),
    ]
    if summary.price is not None:
        parts.append(t("price {money}", money=view.money(summary.price)))
    parts += [t("open market {percent} %", percent=summary.market)] if summary.market else []
    parts += [escape(translated(text)) for text in round_state.brief_facts(view, summary.company)]
    return f"**{escape(summary.company)}**: " + " · ".join(filter(None, parts))


def _trains_text(view: View, summary: CompanySummary) -> str:
    """Return a company's trains for the turn's card as "trains ...", grouped by what will rust them.

    Without trains it is "trains none". If the company acts now and must buy one, it says so with the price
    instead.
    """
    price = required_train_price(view) if view.cursor.actor == summary.company else None
    if price is not None and not summary.trains:
        return t("no train: must buy one this turn ({money})", money=view.money(price))
    if not summary.trains:
        return t("trains {trains}", trains=t("none"))
    keys_by_lifespan: dict[str, list[str]] = {}
    for train in summary.trains:
        keys_by_lifespan.setdefault(train.lifespan, []).append(train.key)
    groups = (
        f"{', '.join(keys)} ({translated(lifespan)})" if lifespan else ", ".join(keys)
        for lifespan, keys in keys_by_lifespan.items()
    )
    return t("trains {trains}", trains="; ".join(groups))


def _tokens_text(view: View, summary: CompanySummary) -> str:
    """Return the operating company's number of station tokens left with their costs, for the turn's card.

    "" for a company that has no tokens at all.
    """
    if not view.tokens(summary.company):
        return ""
    count_text = t("tokens {count} left", count=summary.tokens)
    costs = [translated(cost) for cost in summary.token_costs]
    if not costs:
        return count_text
    return f"{count_text} ({costs[0] if len(set(costs)) == 1 else ', '.join(costs)})"


def _last_run_text(view: View, last_run: LastRun | None) -> str:
    """Return the text of the turn's card on the company's last run: its revenue, and what became of it.

    That is the amount for each share, or that it was withheld. "" for None: there was no run.
    """
    if last_run is None:
        return ""
    money = view.money(last_run.revenue)
    if last_run.each:
        return t("last run {money}, {each} a share", money=money, each=last_run.each)
    if last_run.way == "withhold":
        return t("last run {money}, kept", money=money)
    return t("last run {money}", money=money)


def _depot_line(view: View) -> str:
    """Return the card's line of the trains for sale now, with prices; "" if there are none."""
    trains = [_train_for_sale_text(view, sale) for sale in round_state.depot(view)]
    return t("Next trains: {trains}", trains=", ".join(trains)) if trains else ""


def _train_for_sale_text(view: View, sale: round_state.Sale) -> str:
    """Return the turn card's text of one train for sale: what it may be bought as (its faces), with prices.

    The number left in the bank follows, unless there is no limit.
    """
    text = ""
    for price, names in sale.faces.items():
        face_text = t("{train} for {money}", train="/".join(names), money=view.money(price))
        text = t("{one} or {other}", one=text, other=face_text) if text else face_text
    return text if sale.left is None else t("{trains} ({count} left)", trains=text, count=sale.left)

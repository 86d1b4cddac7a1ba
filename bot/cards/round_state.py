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
"""The maximum number of characters of all lots of an auction on a card; the picture shows every lot."""

MAX_NAME = 24
"""The maximum number of characters of a player's name in these lines."""


def is_auction_or_stock_round(game: Game) -> bool:
    """Return True in an auction or stock round: the public card then shows bids or shares, not the map."""
    return round_state.round_kind(game.view) in (round_state.AUCTION, round_state.SHARES)


def does_picture_show_trains(game: Game) -> bool:
    """Return True if the card's picture shows the trains for sale and what they rust: in a stock round."""
    return round_state.round_kind(game.view) == round_state.SHARES


def last_runs_param(game: Game) -> dict[str, Any]:
    """Return the parameter "ran" of the pictures on cards and of `/show`: the last runs of companies.

    The runs are read from the log. The only key of the dict is "ran"; its value has, by company id, a list of
    the values of `LastRun`: the revenue, how it was used (paid out or withheld), and the dividend per share
    as text.
    """
    return {"ran": round_state.last_runs(game)}


def company_runs_param(game: Game, company: str) -> dict[str, Any]:
    """Return the parameter "runs" of the picture of a company's charter: the company's last runs in the log.

    The only key of the dict is "runs"; its value is a list of at most three dicts with the fields of
    `Income`, the oldest first.
    """
    return {"runs": [asdict(run) for run in incomes(game, company)]}


async def draw_round_pictures(
    game_id: int, game: Game, pictures: Pictures, price_moves: Sequence[Any]
) -> tuple[DrawnPicture | None, DrawnPicture | None]:
    """Draw a card's pictures in an auction or stock round: its state, and the market or the companies.

    ``price_moves`` has one list ``[company id, old cell, new cell]`` for each share price that has moved; the
    cells are spaces of the stock market. The second picture is None in an auction and before any company has
    started; either picture is None if it cannot be drawn in time.
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
    """Return as text what the picture of an auction's or stock round's state shows, for a card without it.

    Return "" if the worker that writes the text fails or is late.
    """
    return await pictures.describe(game, ROUND_STATE_VIEW, **last_runs_param(game))


def round_state_text(game: Game) -> str:
    """Return the state of the round as text of the turn's card, with line breaks.

    In an auction the text has the lots and the players, in a stock round the players, and in an operating
    round the acting company and the trains for sale.
    """
    kind = round_state.round_kind(game.view)
    if kind == round_state.OPERATING:
        return "\n".join(_company_lines(game))
    lots = lot_lines(game.view) if kind == round_state.AUCTION else []
    return "\n".join([*lots, *map(subtext, _player_lines(game.view))])


# --- auctions --------------------------------------------------------------------------------------


def lot_lines(view: View) -> list[str]:
    """Return a line of the turn's card for each lot that is being auctioned, is for sale or has bids.

    The lines have at most 1100 characters in all; a last line counts the lots that do not fit.
    """
    return _lot_lines_that_fit([*_current_lot_lines(view), *_other_lot_lines(view)])


def contested_lot_lines(view: View) -> list[str]:
    """Return a line, worded as on a card, for each lot that is being auctioned, or is for sale and has bids.

    The lines are for the private page of a turn, where a picture shows the other lots. They have at most 1100
    characters in all; a last line counts the lots that do not fit.
    """
    return _lot_lines_that_fit(_current_lot_lines(view, contested=True))


def _current_lot_lines(view: View, *, contested: bool = False) -> Iterator[str]:
    """Yield one line of the card for each lot that is being auctioned or is for sale.

    Lots are numbered from 1; lots already sold count. ``contested`` selects lots that are being auctioned or
    have bids.
    """
    lots = round_state.lots(view)
    total = round_state.lots_in_all(view, lots)
    for index, lot in enumerate(lots):
        if lot.is_in_auction or (lot.is_for_sale and (lot.bids or not contested)):
            yield _current_lot_line(view, lot, total - len(lots) + index + 1, total)


def _other_lot_lines(view: View) -> Iterator[str]:
    """Yield one line of the card for each lot that has bids but is neither being auctioned nor for sale."""
    lots = (
        lot for lot in round_state.lots(view) if lot.bids and not lot.is_in_auction and not lot.is_for_sale
    )
    yield from (_other_lot_line(view, lot) for lot in lots)


def lot_line(view: View, company: str) -> str:
    """Return the line of a card on a lot of the auction (``company`` is its id): its price and bids.

    Return "" if the company is not a lot of the auction, or has neither a price nor bids.
    """
    lot = next((lot for lot in round_state.lots(view) if lot.item == company), None)
    if lot is None or (lot.price is None and not lot.bids):
        return ""
    return _other_lot_line(view, lot)


def _current_lot_line(view: View, lot: Lot, number: int, total: int) -> str:
    """Return the turn card's line for a lot that is being auctioned or is for sale.

    A lot with a price begins with "Lot ``number`` of ``total``" (``number`` counts from 1), its name and the
    price, any other lot with its name. Bids and bidders follow.
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
    """Return the turn card's line for a lot that is not yet auctioned or for sale: name, price and bids.

    If there are bids, the minimum of the next bid follows.
    """
    price = "" if lot.price is None else f" {view.money(lot.price)}"
    min_bid = "" if lot.lowest_bid is None or not lot.bids else view.money(lot.lowest_bid)
    next_bid = t("next bid {money} or more", money=min_bid) if min_bid else ""
    return " · ".join(
        filter(None, [f"{company_name(view, lot.item)}{price}", _bids_text(view, lot), next_bid])
    )


def _bids_text(view: View, lot: Lot) -> str:
    """Return the bids on a lot of the auction as text of the turn's card, in descending order, with names.

    Return "" for a lot without bids.
    """
    bids = [f"{_short_player_name(view, player)} {view.money(amount)}" for player, amount in lot.bids.items()]
    return ", ".join([t("{bid} (leads)", bid=bids[0]), *bids[1:]]) if bids else ""


def _bidders_text(view: View, lot: Lot) -> str:
    """Return the text, in a lot's line on the turn's card, with the players who may bid and the minimum bid.

    Return "" if nobody may bid, or if the lot is not being auctioned.
    """
    if not lot.is_in_auction or lot.lowest_bid is None or not lot.bidders:
        return ""
    names = ", ".join(_short_player_name(view, player) for player in lot.bidders)
    return t("{names} may bid {money} or more", names=names, money=view.money(lot.lowest_bid))


def _lot_lines_that_fit(lines: Iterable[str]) -> list[str]:
    """Return the first of these lines on lots that fit on the turn's card, in MAX_LOT_CHARACTERS.

    If some lines do not fit, a last line says how many.
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
    """Yield two lines of the turn's card: the players' cash; their certificates, and who has priority deal.

    The number of consecutive passes ends the second line, unless a lot is being auctioned.
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

    If part of the cash is committed, for example by bids, the text also has the committed and the free
    amount.
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
    """Yield the turn card's line on the operating company, and the line on the trains for sale.

    A line is left out if no company operates, or if no train is for sale.
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

    The percentage of its shares in the open market and facts of the title, such as loans, follow.
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

    If the company has none, the text is "trains none"; if it acts now and must buy a train, the text says so
    with the price.
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
    """Return how many station tokens the operating company has left and their costs, for the turn's card.

    Return "" for a company that has no tokens at all.
    """
    if not view.tokens(summary.company):
        return ""
    count_text = t("tokens {count} left", count=summary.tokens)
    costs = [translated(cost) for cost in summary.token_costs]
    if not costs:
        return count_text
    return f"{count_text} ({costs[0] if len(set(costs)) == 1 else ', '.join(costs)})"


def _last_run_text(view: View, last_run: LastRun | None) -> str:
    """Return the turn card's text on the company's last run: the revenue, then the dividend per share.

    If the revenue was withheld, the text says so instead. Return "" if ``last_run`` is None: there was no
    run.
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
    """Return the card's line on the trains for sale now, with prices; "" if no train is for sale."""
    trains = [_train_for_sale_text(view, sale) for sale in round_state.depot(view)]
    return t("Next trains: {trains}", trains=", ".join(trains)) if trains else ""


def _train_for_sale_text(view: View, sale: round_state.Sale) -> str:
    """Return the turn card's text for one train for sale: the kinds as which it can be bought, with prices.

    The number left in the bank follows, unless it is unlimited.
    """
    text = ""
    for price, names in sale.faces.items():
        face_text = t("{train} for {money}", train="/".join(names), money=view.money(price))
        text = t("{one} or {other}", one=text, other=face_text) if text else face_text
    return text if sale.left is None else t("{trains} ({count} left)", trains=text, count=sale.left)

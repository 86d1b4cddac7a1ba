"""The state of a game as texts for cards and pages: the game, companies, players, the decision to take."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.chat.markdown import escape, escape_and_shorten
from bot.games.engine_results import legal_move_kinds
from bot.store.game_rows import ENDED_BY_HAND, GameInfo
from bot.words import join_and, msg, t, tn, translated
from engine import Choice, Game, Range, View
from engine.api.course import BONDS, CASH, worth
from engine.api.moves import BID, BUY_ITEM, SKIP
from engine.api.round_state import company_status, lots, next_rust
from engine.api.table import BANK, POOL, bank, facts, outlook, tokens_left, train_key
from engine.message import in_words

MAX_NOTES, MAX_NOTE = 2, 180
"""Maximum number of notes on a card, and of characters of each; the turn page shows all notes."""

SENTENCE_END = re.compile(r"\.(?=\s)")

MAX_LOTS = 6
"""The maximum number of lots open to bids that a card names; further lots are counted."""

NEAR_TRAINS = 3
"""A card mentions the next rust of trains only if at most so many trains must be sold before it."""

PRIVATES_HINT = msg("`/show privates` tells what each brings")

ASSETS = {CASH: msg("cash"), BONDS: msg("bonds")}
"""Labels of the kinds of assets that have no names of their own."""

PAR_FIELD = ("price", msg("At which par?"))
"""The name and the label of the field of a decision on a par price."""

ROUTINE_KINDS = ("pass", "done", SKIP)
"""Kinds of moves that end a step or a turn: they come last on a page, in a row of their own."""


def end_reason(reason: str, info: GameInfo | None = None) -> str:
    """Return why a game is over, for cards and pages, with Markdown escaped.

    ``reason`` is a code of the engine, which is translated, or a text that a member typed. It counts as typed
    if it contains a space, or if the game (``info``; None: not considered) has the setting ENDED_BY_HAND.
    """
    is_typed = " " in reason or (info is not None and info.settings.get(ENDED_BY_HAND, False))
    return escape(reason if is_typed else translated(in_words(reason)))


def seat_label(info: GameInfo, seat: str, *, mention: bool = True) -> str:
    """Return who plays a seat, for a card: a mention of the player, or without ``mention`` the seat's name.

    A computer player is always named; a free seat is named and said to be free. A proxy is mentioned with the
    seat's name. An unknown seat id is returned as it is.
    """
    seat_info = next((candidate for candidate in info.seats if candidate.id == seat), None)
    if seat_info is None:
        return seat
    if seat_info.computer_level:
        return escape(seat_info.display_name)
    if seat in info.proxies and mention:
        return t("<@{proxy}> for {name}", proxy=info.proxies[seat], name=escape(seat_info.name))
    if seat_info.user_id is None:
        return t("{name} (the seat is free)", name=escape(seat_info.name))
    return f"<@{seat_info.user_id}>" if mention else escape(seat_info.name)


def card_heading(info: GameInfo, game: Game, *, mention: bool = True, is_turn_over: bool = False) -> str:
    """Return the heading of a game's card: the round, the acting company and the players to act.

    Players are mentioned, or named without ``mention``. With ``is_turn_over`` the words "to act" are left
    out. If nobody is to act, the heading says that the game is over.
    """
    next_decision = game.waiting()
    if next_decision is None:
        return t("{round} · the game is over", round=translated(game.round_title()))
    names = ", ".join(seat_label(info, seat, mention=mention) for seat in next_decision.players)
    round_and_company = (
        f"{translated(game.round_title())}{_acting_company_text(game.view, next_decision.company)}"
    )
    return (
        f"{round_and_company}: {names}"
        if is_turn_over
        else t("{where}: {names} to act", where=round_and_company, names=names)
    )


def _acting_company_text(view: View, company: str | None) -> str:
    """Return the acting company and its status, if any, for a card's heading: " · Name (ID), status".

    Return "" if ``company`` is None, as when players act.
    """
    if not company:
        return ""
    status = company_status(view, company)
    return f" · {company_name(view, company)}" + (f", {translated(status)}" if status else "")


def company_name(view: View, company: str) -> str:
    """Return a company's printed name for cards and pages, with its id in parentheses if the id differs.

    Markdown is escaped.
    """
    name = escape(view.spec(company).name)
    return name if name == company else f"{name} ({escape(company)})"


def game_state_line(info: GameInfo, game: Game, *, trains_below: bool = False) -> str:
    """Return a card's line on the state of a game: name, phase, bank, the next rust, and how it will end.

    ``trains_below``: a picture of the trains follows, so the next rust of trains is mentioned only if at most
    3 trains are sold before it.
    """
    view = game.view
    rust = next_rust(view)
    rust_text = "" if trains_below and rust and rust.trains_before > NEAR_TRAINS else rust_line(view)
    parts = [
        t("“{name}”", name=escape(info.name)),
        t("phase {phase}", phase=view.state.phase),
        bank_line(view),
    ]
    return " · ".join(filter(None, [*parts, rust_text, translated(outlook(view))]))


def bank_line(view: View) -> str:
    """Return the money in the bank as text for a card; if it is below 0, by how much the bank is broken."""
    cash = bank(view)
    if cash < 0:
        return t("the bank is broken by {money}: paid on paper", money=view.money(-cash))
    return t("bank {money}", money=view.money(cash))


def rust_line(view: View) -> str:
    """Return a card's text on the next train that rusts others: the kinds, and how many trains come before.

    These are the trains that must be sold before the next train that rusts others. Return "" if no train will
    rust any others.
    """
    rust = next_rust(view)
    if rust is None:
        return ""
    names = join_and([t("{kind}-trains", kind=kind) for kind in rust.rusted_kinds])
    if not rust.trains_before:
        return t("the next train sold is a {kind}-train and rusts the {names}", kind=rust.kind, names=names)
    return tn(
        "the first {kind}-train rusts the {names} ({count} other train is sold before it)",
        "the first {kind}-train rusts the {names} ({count} other trains are sold before it)",
        rust.trains_before, kind=rust.kind, names=names,
    )  # fmt: skip


def company_line(view: View, company: str) -> str:
    """Return a line on a company, for cards and pages: cash, trains, tokens left, last revenue, share price.

    The percentage of its shares in the open market follows. What a company does not have is left out, except
    cash and trains ("none").
    """
    company_state = view.company(company)
    parts = [view.money(company_state.cash)]
    trains = ", ".join(train_key(view, train) for train in view.trains(company))
    parts.append(t("trains {trains}", trains=trains or t("none")))
    if tokens_left(view, company) or view.stations(company):  # it has none before it starts
        parts.append(t("tokens {count} left", count=tokens_left(view, company)))
    if company_state.last_revenue is not None:
        parts.append(t("last run {money}", money=view.money(company_state.last_revenue)))
    price = view.price(company)
    if price is not None:
        parts.append(t("price {money}", money=view.money(price)))
        pool_percent = view.percent(POOL, company)
        parts += [t("open market {percent} %", percent=pool_percent)] if pool_percent else []
    return f"**{escape(company)}**: " + " · ".join(parts)


def player_line(view: View, info: GameInfo, seat: str, worth: int | None = None) -> str:
    """Return a line on a player, for cards and pages: cash, worth, and shares in percent.

    ``worth`` is an amount of money, left out if it is None. ``seat`` is the id of the player's seat.
    """
    shares: dict[str, int] = {}
    for cert in view.certs(seat):
        shares[cert.company] = shares.get(cert.company, 0) + cert.percent
    holdings = ", ".join(_holding_text(view, seat, company, percent) for company, percent in shares.items())
    parts = [view.money(view.cash(seat))]
    parts += [t("worth {money}", money=view.money(worth))] if worth is not None else []
    parts += [holdings or t("no shares")]
    return f"**{seat_label(info, seat, mention=False)}**: " + " · ".join(parts)


def _holding_text(view: View, seat: str, company: str, percent: int) -> str:
    """Return a player's holding in one company as text for cards and pages, with Markdown escaped.

    It is the company's id, the percentage and, for the president, "(president)"; the id alone if the company
    has a single certificate, as a private has.
    """
    if len(view.certs_of(company)) == 1:
        return escape(company)
    return f"{escape(company)} {percent} %" + (
        " (" + t("president") + ")" if view.president(company) == seat else ""
    )


def company_facts_line(view: View, company: str) -> str:
    """Return the title's own facts about a company, such as its loans, as a line of subtext; "" for no facts.

    The line is for cards and pages. The facts are cut to at most 300 characters.
    """
    facts_text = " · ".join(
        f"{translated(label)}: {translated(text)}" for label, text in facts(view, company)
    )
    return f"-# {escape_and_shorten(facts_text, 300)}" if facts_text else ""


def decision_text(game: Game, *, without_bids: bool = False, has_lots_picture: bool = False) -> str:
    """Return a card's text on the decision for which the game waits: the step, and notes on the legal moves.

    At most 2 notes are shown, on the moves of the first player to act, each cut to 180 characters. With
    ``without_bids`` (the card shows bids elsewhere), only the step is returned while a lot is being
    auctioned; otherwise the open lots are listed in place of the notes, unless ``has_lots_picture`` (a
    picture on the card shows all lots). A hint on `/show privates` may follow. Return "" if the game is over.
    """
    next_decision = game.waiting()
    if next_decision is None:
        return ""
    if without_bids and any(lot.is_in_auction for lot in lots(game.view)):
        return escape(translated(next_decision.label))
    kinds_at_any_time = {move.kind for move in game.title.moves_at_any_time}
    legal_kinds = [
        legal_kind
        for seat in next_decision.players[:1]
        for legal_kind in legal_move_kinds(game, seat)
        if legal_kind.kind not in ROUTINE_KINDS
    ]
    open_lots = _open_lot_texts(game.view, legal_kinds) if without_bids else []
    if open_lots:
        listed_lots = [] if has_lots_picture else open_lots
        return " · ".join([escape(translated(next_decision.label)), *listed_lots, t(PRIVATES_HINT)])
    label_by_note = {
        legal_kind.note: legal_kind.label
        for legal_kind in reversed(legal_kinds)
        if legal_kind.note
        and not legal_kind.seldom
        and (legal_kind.company or legal_kind.kind not in kinds_at_any_time)
    }
    notes = [f"{translated(label)}: {translated(text)}" for text, label in reversed(label_by_note.items())]
    notes = [*_par_price_texts(game, next_decision.players[0], legal_kinds), *notes]
    step, shown_notes = translated(next_decision.label), list(map(_short_note, notes[:MAX_NOTES]))
    text = " · ".join(shown_notes if _first_note_names_step(notes, step) else [escape(step), *shown_notes])
    return f"{text} · {t(PRIVATES_HINT)}" if _has_unsold_privates_or_minors(game.view) else text


def _first_note_names_step(notes: Sequence[str], step: str) -> bool:
    """Return True if the first note on a card's moves names the step (its label) just before ": "."""
    return bool(notes) and notes[0].partition(": ")[0].casefold().endswith(step.casefold())


def _short_note(note: str) -> str:
    """Return a note for a card, at most 180 characters, escaped, without the full stop at its end.

    A long note ends after its last sentence that fits, if this keeps more than 90 characters; else it is cut
    and ends with "…".
    """
    if len(note) > MAX_NOTE:
        ends = [match.end() for match in SENTENCE_END.finditer(note[:MAX_NOTE])]
        note = note[: ends[-1]] if ends and ends[-1] > MAX_NOTE / 2 else note
    return escape_and_shorten(note.removesuffix("."), MAX_NOTE)


def _open_lot_texts(view: View, legal_kinds: Sequence[Choice]) -> list[str]:
    """Return a card's texts on the lots of the auction: one on lots to buy now, one on lots open to bids.

    A text is left out if it would name no lot, or if ``legal_kinds``, the player's legal kinds of moves, do
    not have the move. At most 6 lots to bid on are named; the others are counted.
    """
    kinds = {legal_kind.kind for legal_kind in legal_kinds}
    priced_lots = [lot for lot in lots(view) if lot.price is not None]
    prices = [
        f"{company_name(view, lot.item)} {view.money(lot.price or 0)}"
        for lot in priced_lots
        if lot.is_for_sale
    ]
    bids = [
        t("{company} from {money}", company=company_name(view, lot.item), money=view.money(lot.lowest_bid))
        for lot in priced_lots
        if lot.lowest_bid is not None and not lot.is_for_sale
    ]
    if len(bids) > MAX_LOTS:
        bids = [*bids[:MAX_LOTS], t("{count} more", count=len(bids) - MAX_LOTS)]
    parts = [t("buy {lots}", lots=", ".join(prices))] if prices and BUY_ITEM in kinds else []
    return [*parts, *([t("bid on {lots}", lots=", ".join(bids))] if bids and BID in kinds else [])]


def _par_price_texts(game: Game, player: str, legal_kinds: Sequence[Choice]) -> list[str]:
    """Return a list with one text for a card on the par prices that a player may set, such as "par £60 70".

    ``legal_kinds`` are the player's legal kinds of moves. Return [] if none of them has a par price as its
    only field, or if the prices are a range or not plain numbers.
    """
    par_kinds = [
        legal_kind
        for legal_kind in legal_kinds
        if [(field.name, field.label) for field in legal_kind.fields] == [PAR_FIELD]
    ]
    options = game.options(player, par_kinds[0].kind, PAR_FIELD[0]) if par_kinds else ()
    values = [] if isinstance(options, Range) else [option.value for option in options]
    if not values or not all(value.isdigit() for value in values):
        return []
    first, *rest = values
    return [t("par {values}", values=" ".join([game.view.money(int(first)), *rest]))]


def _has_unsold_privates_or_minors(view: View) -> bool:
    """Return True if the bank still owns a private or minor company; a card then names `/show privates`."""
    return any(view.owner(company.id) == BANK for company in view.companies("private", "minor"))


def final_ranking_text(info: GameInfo, game: Game) -> str:
    """Return the final ranking for the game-over card: the players by worth, each with the assets below.

    Equal players share a place. The numbers are escaped, since Discord would renumber a Markdown list.
    Players are mentioned.
    """
    scores = game.scores()
    seats = sorted(scores, key=lambda seat: -scores[seat])
    lines = []
    for seat in seats:
        place = 1 + sum(score > scores[seat] for score in scores.values())
        lines.append(f"{place}\\. {seat_label(info, seat)}: {game.view.money(scores[seat])}")
        lines.append(f"-# {_asset_text(game, seat)}")
    return "\n".join(lines)


def _asset_text(game: Game, seat: str) -> str:
    """Return a player's assets as text for the game-over card: cash, shares by company and other assets.

    Each asset has its value. The text is "nothing" for a player without assets.
    """
    money = game.view.money
    texts = []
    for asset in worth(game, seat):
        label = t(ASSETS[asset.kind]) if asset.kind in ASSETS else ""
        texts.append(" ".join(filter(None, [label, escape(asset.name), money(asset.value)])))
    return " · ".join(texts) or t("nothing")

"""The figures of a game as text: the state of the table, companies, players and the decision at hand."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from bot.store.game_rows import BY_HAND, GameInfo
from bot.words import known, msg, t
from engine import Choice, Game, Range, View
from engine.api.course import BONDS, CASH, worth
from engine.api.moves import BID, BUY_ITEM, SKIP
from engine.api.stake import became, lots, next_rust
from engine.api.table import BANK, POOL, bank, facts, outlook, tokens_left, train_key
from engine.message import spelt

MAX_REMARKS, MAX_REMARK = 2, 180
"""Remarks of choices on a card, and characters of each; the page of the turn shows all of them."""

NEAR_TRAINS = 3
"""The head of a card mentions rusting when at most so many trains are left to be sold before it."""

POWERS = msg("`/show privates` tells what each brings")

ASSETS = {CASH: msg("cash"), BONDS: msg("bonds")}
"""Labels of the kinds of assets that have no names of their own."""

PAR_FIELD = ("price", msg("At which par?"))
"""The name and the label of the field of a decision on a par price."""

LAST = ("pass", "done", SKIP)
"""Kinds of moves that end a step or a turn: they come last on a page, in a row of their own."""

STATUS = {
    "lobby": msg("open for players"),
    "running": msg("running"),
    "paused": msg("paused"),
    "ended": msg("over"),
}


def plain(text: str) -> str:
    """Escape Markdown in text that members wrote, so that Discord shows it as written."""
    return "".join(f"\\{c}" if c in "\\*_`~|>#[]<" else c for c in text)


def subtext(text: str) -> str:
    """A text as Discord's subtext (small letters), line by line; the text is escaped already."""
    return "\n".join(f"-# {line}" for line in text.splitlines())


def shorten_plain(text: str, maximum: int) -> str:
    """Escape a sentence and shorten it to at most `maximum` characters; "…" shows that words are missing."""
    return shorten(plain(text), maximum, placeholder=" …")


def join_and(names: Sequence[str]) -> str:
    """Join names with commas and "and", such as A, B and C."""
    *others, last = names or [""]
    return t("{names} and {last}", names=", ".join(others), last=last) if others else last


def join_or(names: Sequence[str]) -> str:
    """Join names with commas and "or", such as A, B or C."""
    *others, last = names or [""]
    return t("{names} or {last}", names=", ".join(others), last=last) if others else last


def end_reason(reason: str, info: GameInfo | None = None) -> str:
    """The reason why a game is over: a member's own text, or the translated reason of the engine."""
    typed = " " in reason or (info is not None and info.settings.get(BY_HAND, False))
    return plain(reason if typed else known(spelt(reason)))


def seat_label(info: GameInfo, seat: str, *, mention: bool = True) -> str:
    """The player of a seat as a mention; as a name if ``mention`` is off or there is nobody to mention."""
    holder = next((s for s in info.seats if s.seat == seat), None)
    if holder is None:
        return seat
    if holder.computer:
        return plain(holder.shown)
    if seat in info.proxies and mention:
        return f"<@{info.proxies[seat]}> for {plain(holder.name)}"
    if holder.user is None:
        return t("{name} (the seat is free)", name=plain(holder.name))
    return f"<@{holder.user}>" if mention else plain(holder.name)


def heading(info: GameInfo, game: Game, *, mention: bool = True, acting: bool = True) -> str:
    """The round, the acting company and the players for whom the game waits.

    With ``acting`` off it leaves out "to act", as for a turn that is over.
    """
    waiting = game.waiting()
    if waiting is None:
        return t("{round} · the game is over", round=known(game.round_title()))
    names = ", ".join(seat_label(info, seat, mention=mention) for seat in waiting.players)
    stage = f"{known(game.round_title())}{_acting_company(game.view, waiting.company)}"
    return t("{where}: {names} to act", where=stage, names=names) if acting else f"{stage}: {names}"


def _acting_company(view: View, company: str | None) -> str:
    """A suffix with the acting company and its status, such as " · Name (ID), status"; "" without one."""
    if not company:
        return ""
    status = became(view, company)
    return f" · {company_name(view, company)}" + (f", {known(status)}" if status else "")


def company_name(view: View, company: str) -> str:
    """A company's printed name with its id in parentheses when they differ."""
    name = plain(view.spec(company).name)
    return name if name == company else f"{name} ({plain(company)})"


def table_line(info: GameInfo, game: Game, *, trains_below: bool = False) -> str:
    """The table's name, the phase, the bank, the next rusting and how the game will end, in one line.

    ``trains_below``: the card also shows a table of trains, so rusting is mentioned only when it is near.
    """
    view = game.view
    rust = next_rust(view)
    rusting = "" if trains_below and rust and rust.before > NEAR_TRAINS else rust_line(view)
    parts = [
        f"“{plain(info.name)}”",
        t("phase {phase}", phase=view.state.phase),
        bank_line(view),
    ]
    return " · ".join(filter(None, [*parts, rusting, known(outlook(view))]))


def bank_line(view: View) -> str:
    """The money in the bank, or by how much the bank is broken."""
    cash = bank(view)
    if cash < 0:
        return t("the bank is broken by {money}: paid on paper", money=view.money(-cash))
    return t("bank {money}", money=view.money(cash))


def rust_line(view: View) -> str:
    """Which train will rust others next, and how many are sold before it; "" when none will rust."""
    rust = next_rust(view)
    if rust is None:
        return ""
    left = t("{count} to go", count=rust.before) if rust.before else t("the next")
    names = join_and([t("{kind}-trains", kind=kind) for kind in rust.doomed])
    return t("first {kind}-train ({left}) rusts the {names}", kind=rust.kind, left=left, names=names)


def company_line(view: View, company: str) -> str:
    """A company's cash, trains, tokens, last run, price and shares in the open market, in one line."""
    record = view.company(company)
    parts = [view.money(record.cash)]
    trains = ", ".join(train_key(view, train) for train in view.trains(company))
    parts.append(t("trains {trains}", trains=trains or t("none")))
    if view.tokens(company):
        parts.append(t("tokens {count} left", count=tokens_left(view, company)))
    if record.last_revenue is not None:
        parts.append(t("last run {money}", money=view.money(record.last_revenue)))
    price = view.price(company)
    if price is not None:
        parts.append(t("price {money}", money=view.money(price)))
        pool = view.percent(POOL, company)
        parts += [t("open market {percent}%", percent=pool)] if pool else []
    return f"**{plain(company)}**: " + " · ".join(parts)


def player_line(view: View, info: GameInfo, seat: str, worth: int | None = None) -> str:
    """A player's cash, worth (left out when None) and shares, in one line."""
    shares: dict[str, int] = {}
    for cert in view.certs(seat):
        shares[cert.company] = shares.get(cert.company, 0) + cert.percent
    holdings = ", ".join(_holding(view, seat, company, percent) for company, percent in shares.items())
    parts = [view.money(view.cash(seat))]
    parts += [t("worth {money}", money=view.money(worth))] if worth is not None else []
    parts += [holdings or t("no shares")]
    return f"**{seat_label(info, seat, mention=False)}**: " + " · ".join(parts)


def _holding(view: View, seat: str, company: str, percent: int) -> str:
    """A player's shares of one company in percent, and whether the player is its president."""
    if percent == 100:
        return plain(company)
    return f"{plain(company)} {percent}%" + (
        " (" + t("president") + ")" if view.president(company) == seat else ""
    )


def facts_line(view: View, company: str) -> str:
    """The title's own facts about a company as subtext; "" when there are none."""
    joined = " · ".join(f"{known(label)}: {known(text)}" for label, text in facts(view, company))
    return f"-# {shorten_plain(joined, 300)}" if joined else ""


def decision(game: Game, *, brief_of_bids: bool = False) -> str:
    """The decision at hand: the step, and remarks on its choices.

    ``brief_of_bids``: the bids on the lot in auction stand elsewhere on the card and are left out.
    """
    waiting = game.waiting()
    if waiting is None:
        return ""
    if brief_of_bids and any(lot.going for lot in lots(game.view)):
        return plain(known(waiting.label))
    interjections = {move.kind for move in game.title.interjections}
    choices = [c for seat in waiting.players[:1] for c in game.choices(seat) if c.kind not in LAST]
    open_lots = _open_lots(game.view, choices) if brief_of_bids else []
    if open_lots:
        return " · ".join([plain(known(waiting.label)), *open_lots, t(POWERS)])
    label_by_note = {
        c.note: c.label for c in reversed(choices) if c.note and (c.company or c.kind not in interjections)
    }
    remarks = [f"{known(label)}: {known(note)}" for note, label in reversed(label_by_note.items())]
    remarks = [*_par_values(game, waiting.players[0], choices), *remarks]
    text = " · ".join(
        [
            plain(known(waiting.label)),
            *(shorten_plain(remark, MAX_REMARK) for remark in remarks[:MAX_REMARKS]),
        ]
    )
    return f"{text} · {t(POWERS)}" if _has_privates_for_sale(game.view) else text


def _open_lots(view: View, choices: Sequence[Choice]) -> list[str]:
    """The lots that can be bought now, and those on which players can bid with the least bid."""
    kinds, priced = {choice.kind for choice in choices}, [lot for lot in lots(view) if lot.price is not None]
    prices = [f"{plain(lot.item)} {view.money(lot.price or 0)}" for lot in priced if lot.on_sale]
    bids = [
        t("{company} from {money}", company=plain(lot.item), money=view.money(lot.least))
        for lot in priced
        if lot.least is not None and not lot.on_sale
    ]
    parts = [t("buy {lots}", lots=", ".join(prices))] if prices and BUY_ITEM in kinds else []
    return [*parts, *([t("bid on {lots}", lots=", ".join(bids))] if bids and BID in kinds else [])]


def _par_values(game: Game, player: str, choices: Sequence[Choice]) -> list[str]:
    """The par prices of a decision that asks for nothing else; an empty list for any other decision."""
    pars = [c for c in choices if [(field.name, field.label) for field in c.fields] == [PAR_FIELD]]
    options = game.options(player, pars[0].kind, PAR_FIELD[0]) if pars else ()
    values = [] if isinstance(options, Range) else [option.value for option in options]
    if not values or not all(value.isdigit() for value in values):
        return []
    first, *more = values
    return [t("par {values}", values=" ".join([game.view.money(int(first)), *more]))]


def _has_privates_for_sale(view: View) -> bool:
    """Whether the bank still sells privates or minors, which have powers of their own."""
    return any(view.owner(c.id) == BANK for c in view.companies("private", "minor"))


def ranking(info: GameInfo, game: Game) -> str:
    """The players by worth with their assets; equal players share a place.

    The numbers are text, since a numbered list of Discord's would count on.
    """
    scores = game.scores()
    seats = sorted(scores, key=lambda seat: -scores[seat])
    lines = []
    for seat in seats:
        place = 1 + sum(other > scores[seat] for other in scores.values())
        lines.append(f"{place}\\. {seat_label(info, seat)}: {game.view.money(scores[seat])}")
        lines.append(f"-# {_worth_in_parts(game, seat)}")
    return "\n".join(lines)


def _worth_in_parts(game: Game, seat: str) -> str:
    """A player's worth in parts: cash, shares by company and other assets."""
    money = game.view.money
    parts = []
    for asset in worth(game, seat):
        label = t(ASSETS[asset.kind]) if asset.kind in ASSETS else ""
        parts.append(" ".join(filter(None, [label, plain(asset.name), money(asset.value)])))
    return " · ".join(parts) or t("nothing")

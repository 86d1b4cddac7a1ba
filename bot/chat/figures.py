"""The figures of a game in words: who is to act, the state of the table, companies and players."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from bot.store.game_rows import BY_HAND, GameInfo
from bot.words import known, msg, named, t
from engine import Choice, Game, Range, View
from engine.face.course import BONDS, CASH, worth
from engine.face.moves import BID, BUY_ITEM, SKIP
from engine.face.stake import became, lots, next_rust
from engine.face.table import BANK, POOL, bank, facts, outlook, tokens_left, train_key

REMARKS, REMARK = 2, 180
"""Remarks of choices on a card, and characters of each: the page of the turn tells all of it."""

NEAR = 3
"""Trains that are sold before others rust: then the head of a card tells it."""

POWERS = msg("`/show privates` tells what each brings")

ASSETS = {CASH: msg("cash"), BONDS: msg("bonds")}
"""What stands before the value of an asset that has no name of its own."""

PAR_ASKED = ("price", msg("At which par?"))
"""The field in which a par is asked for."""

LAST = ("pass", "done", SKIP)
"""Kinds that end something: they come last on a page, in a row of their own."""

STATUS = {
    "lobby": msg("open for players"),
    "running": msg("running"),
    "paused": msg("paused"),
    "ended": msg("over"),
}


def plain(text: str) -> str:
    """Text of people's making, so that it is shown as it is written."""
    return "".join(f"\\{c}" if c in "\\*_`~|>#[]<" else c for c in text)


def small(text: str) -> str:
    """A remark in small letters, each line of it; the text is `plain` already."""
    return "\n".join(f"-# {line}" for line in text.splitlines())


def brief(text: str, most: int) -> str:
    """A sentence as `plain` text; one that is too long is cut after a word, which "…" shows."""
    return shorten(plain(text), most, placeholder=" …")


def both(names: Sequence[str]) -> str:
    """Names one after the other, such as A, B and C."""
    *most, last = names or [""]
    return t("{names} and {last}", names=", ".join(most), last=last) if most else last


def either(names: Sequence[str]) -> str:
    """Names of which any one will do, such as A, B or C."""
    *most, last = names or [""]
    return t("{names} or {last}", names=", ".join(most), last=last) if most else last


def end_reason(reason: str, info: GameInfo | None = None) -> str:
    """Why a game is over: what somebody wrote, or the engine's word for an end of its own."""
    typed = " " in reason or (info is not None and info.settings.get(BY_HAND, False))
    return plain(reason if typed else known(reason.replace("_", " ")))


def seat_of(info: GameInfo, seat: str, *, mention: bool = True) -> str:
    """A seat for people: its holder mentioned, else its name."""
    found = next((s for s in info.seats if s.seat == seat), None)
    if found is None:
        return seat
    if found.computer:
        return plain(found.shown)
    if seat in info.proxies and mention:
        return f"<@{info.proxies[seat]}> for {plain(found.name)}"
    if found.user is None:
        return t("{name} (the seat is free)", name=plain(found.name))
    return f"<@{found.user}>" if mention else plain(found.name)


def heading(info: GameInfo, game: Game, *, mention: bool = True, acting: bool = True) -> str:
    """The round, the company and whom the game waits for; not ``acting``: whom it waited for."""
    waiting = game.waiting()
    if waiting is None:
        return t("{round} · the game is over", round=known(game.round_title()))
    names = ", ".join(seat_of(info, seat, mention=mention) for seat in waiting.players)
    where = f"{known(game.round_title())}{_acting(game.view, waiting.company)}"
    return t("{where}: {names} to act", where=where, names=names) if acting else f"{where}: {names}"


def _acting(view: View, company: str | None) -> str:
    """The company in turn, and what it has become."""
    if not company:
        return ""
    word = became(view, company)
    return f" · {company_name(view, company)}" + (f", {known(word)}" if word else "")


def company_name(view: View, company: str) -> str:
    """A company by id and printed name."""
    name = plain(view.spec(company).name)
    return name if name == company else f"{name} ({plain(company)})"


def table_line(info: GameInfo, game: Game, *, trains_below: bool = False) -> str:
    """The table's name, the phase, the bank, what rusts when, and when the game ends.

    trains_below: what rusts stands in a table below, too, and here only when it is near.
    """
    view = game.view
    rust = next_rust(view)
    rusts = "" if trains_below and rust and rust.before > NEAR else rust_line(view)
    parts = [
        f"“{plain(info.name)}”",
        t("phase {phase}", phase=view.state.phase),
        bank_line(view),
    ]
    return " · ".join(filter(None, [*parts, rusts, known(outlook(view))]))


def bank_line(view: View) -> str:
    """What the bank holds, or by how much it is broken: then it pays on paper."""
    left = bank(view)
    if left < 0:
        return t("the bank is broken by {money}: paid on paper", money=view.money(-left))
    return t("bank {money}", money=view.money(left))


def rust_line(view: View) -> str:
    """Which train rusts which others next, and how many are sold before it; empty when none does."""
    rust = next_rust(view)
    if rust is None:
        return ""
    left = t("{count} to go", count=rust.before) if rust.before else t("the next")
    names = both([t("{kind}-trains", kind=kind) for kind in rust.doomed])
    return t("first {kind}-train ({left}) rusts the {names}", kind=rust.kind, left=left, names=names)


def company_line(view: View, company: str) -> str:
    """A company's cash, trains, tokens, last run and price."""
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
    """A player's cash, worth and holdings."""
    shares: dict[str, int] = {}
    for cert in view.certs(seat):
        shares[cert.company] = shares.get(cert.company, 0) + cert.percent
    held = ", ".join(_holding(view, seat, company, percent) for company, percent in shares.items())
    parts = [view.money(view.cash(seat))]
    parts += [t("worth {money}", money=view.money(worth))] if worth is not None else []
    parts += [held or t("no shares")]
    return f"**{seat_of(info, seat, mention=False)}**: " + " · ".join(parts)


def _holding(view: View, seat: str, company: str, percent: int) -> str:
    if percent == 100:
        return plain(company)
    return f"{plain(company)} {percent}%" + (
        " (" + t("president") + ")" if view.president(company) == seat else ""
    )


def facts_line(view: View, company: str) -> str:
    """What the title says of a company besides the usual, in small letters."""
    told = " · ".join(f"{known(label)}: {named(text)}" for label, text in facts(view, company))
    return f"-# {brief(told, 300)}" if told else ""


def decision(game: Game, *, brief_of_bids: bool = False) -> str:
    """What is to be decided, for all to see: the step, and the remarks of the choices.

    brief_of_bids: the bids of the lot in auction stand beside it, and are not told again.
    """
    waiting = game.waiting()
    if waiting is None:
        return ""
    if brief_of_bids and any(lot.going for lot in lots(game.view)):
        return plain(known(waiting.label))
    anytime = {move.kind for move in game.title.anytime}
    found = [c for seat in waiting.players[:1] for c in game.choices(seat) if c.kind not in LAST]
    open_lots = _lots_open(game.view, found) if brief_of_bids else []
    if open_lots:
        return " · ".join([plain(known(waiting.label)), *open_lots, t(POWERS)])
    noted = {c.note: c.label for c in reversed(found) if c.note and (c.company or c.kind not in anytime)}
    remarks = [f"{known(label)}: {known(note)}" for note, label in reversed(noted.items())]
    remarks = [*_pars(game, waiting.players[0], found), *remarks]
    told = " · ".join([plain(known(waiting.label)), *(brief(remark, REMARK) for remark in remarks[:REMARKS])])
    return f"{told} · {t(POWERS)}" if _on_sale(game.view) else told


def _lots_open(view: View, found: Sequence[Choice]) -> list[str]:
    """What may be bought now, and which lots one may bid on."""
    kinds, priced = {choice.kind for choice in found}, [lot for lot in lots(view) if lot.price is not None]
    sold = [f"{plain(lot.item)} {view.money(lot.price or 0)}" for lot in priced if lot.on_sale]
    bids = [
        t("{company} from {money}", company=plain(lot.item), money=view.money(lot.least))
        for lot in priced
        if lot.least is not None and not lot.on_sale
    ]
    told = [t("buy {lots}", lots=", ".join(sold))] if sold and BUY_ITEM in kinds else []
    return [*told, *([t("bid on {lots}", lots=", ".join(bids))] if bids and BID in kinds else [])]


def _pars(game: Game, player: str, found: Sequence[Choice]) -> list[str]:
    """The values of a decision about nothing but a par."""
    pars = [c for c in found if [(field.name, field.label) for field in c.fields] == [PAR_ASKED]]
    options = game.options(player, pars[0].kind, PAR_ASKED[0]) if pars else ()
    values = [] if isinstance(options, Range) else [option.value for option in options]
    if not values or not all(value.isdigit() for value in values):
        return []
    first, *more = values
    return [t("par {values}", values=" ".join([game.view.money(int(first)), *more]))]


def _on_sale(view: View) -> bool:
    """Whether privates or minors, which have powers of their own, are still with the bank."""
    return any(view.owner(c.id) == BANK for c in view.companies("private", "minor"))


def ranking(info: GameInfo, game: Game) -> str:
    """The players by worth, equal ones with the same place: no list of Discord's, which would count on."""
    scores = game.scores()
    order = sorted(scores, key=lambda seat: -scores[seat])
    lines = []
    for seat in order:
        place = 1 + sum(other > scores[seat] for other in scores.values())
        lines.append(f"{place}\\. {seat_of(info, seat)}: {game.view.money(scores[seat])}")
        lines.append(f"-# {_parts(game, seat)}")
    return "\n".join(lines)


def _parts(game: Game, seat: str) -> str:
    """What a player is worth, part by part: cash, shares by company, what else counts."""
    money = game.view.money
    told = []
    for asset in worth(game, seat):
        label = t(ASSETS[asset.kind]) if asset.kind in ASSETS else ""
        told.append(" ".join(filter(None, [label, plain(asset.name), money(asset.value)])))
    return " · ".join(told) or t("nothing")

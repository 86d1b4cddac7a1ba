"""The texts of a turn's private page: where the game stands, and what an action would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.chat.figures import company_line, join_and, join_or, plain, player_line
from bot.games.history import record_sentences as told_of
from bot.games.turns import turn_start
from bot.store.game_rows import GameInfo
from bot.words import known, t
from engine import Action, Game, Preview, Refused, View
from engine.api.course import other_round
from engine.api.moves import ACCEPT, offer_note
from engine.api.stake import unled
from engine.api.stories import CursorMoved, Event, GameEnded, sentences
from engine.api.table import POOL, Offer, company_steps
from engine.message import spelt

LINES = 20
"""Lines of a preview or of a result; more are counted."""

THEN = 8
"""Lines of what follows by the rules."""


def header(game: Game, seat: str) -> str:
    """Return the heading of a page: the round, who acts, and the steps of the turn."""
    waiting = game.waiting()
    if waiting is None:
        return t("## {round} · the game is over", round=known(game.round_title()))
    view = game.view
    if seat not in waiting.players:
        names = join_or([plain(view.name(p)) for p in waiting.players])
        head = t("## {round} · {names} to act", round=known(game.round_title()), names=names)
        return f"{head}\n{_waiting_text(view, waiting.company, known(waiting.label))}"
    who = waiting.company or plain(view.name(seat))
    bar = step_bar(game)
    return f"## {known(game.round_title())} · {who}: {known(waiting.label)}" + (f"\n{bar}" if bar else "")


def _waiting_text(view: View, company: str | None, label: str) -> str:
    """Return what the game waits for: the company and the step, or the step alone."""
    return f"{company}: {label}" if company else label[:1].upper() + label[1:]


def step_bar(game: Game) -> str:
    """Return the steps of a company's turn with the past ones ticked; "" if the turn has no steps."""
    view = game.view
    names = company_steps(view)
    if view.state.pending or len(names) < 2:
        return ""
    here = names.index(view.cursor.step) if view.cursor.step in names else -1
    marks = ["✔ " if i < here else "▶ " if i == here else "" for i in range(len(names))]
    words = [f"{mark}{known(spelt(name))}" for mark, name in zip(marks, names, strict=True)]
    return " · ".join(f"**{w}**" if i == here else w for i, w in enumerate(words))


def standing(info: GameInfo, game: Game, seat: str) -> str:
    """Return one line on the acting company, otherwise on the player."""
    waiting = game.waiting()
    if waiting is not None and waiting.company is not None:
        return company_line(game.view, waiting.company)
    return player_line(game.view, info, seat)


# --- what an action would do -----------------------------------------------------------------------


def preview_or_none(game: Game, action: Action) -> Preview | None:
    """Return what an action would do; None if it is not legal."""
    try:
        return game.preview(action)
    except Refused:
        return None


def preview_lines(game: Game, preview: Preview) -> list[str]:
    """Return what the action itself does: sentences, then the changes of cash, prices and shares."""
    return [*_sentences(game, preview.own, LINES), *effects(game, preview)]


def warning(game: Game, preview: Preview) -> str:
    """Return a warning that a company spends the money for a train it must still buy; "" if it does not."""
    view, company = game.view, game.state.cursor.actor
    if preview.due is None or preview.cash[company] >= min(view.cash(company), preview.due):
        return ""
    price, left = view.money(preview.due), view.money(preview.cash[company])
    told = t(
        "⚠ {company} must still buy a train this turn, for {price} or more, and would have {money} left.",
        company=plain(company), price=price, money=left,
    )  # fmt: skip
    president = view.president(company)
    if president is None or preview.cash[company] + preview.cash[president] >= preview.due:
        return told
    who, cash = plain(view.name(president)), view.money(preview.cash[president])
    return f"{told} " + t("With all that {player} has, {money}, it could not pay.", player=who, money=cash)


def afterwards(game: Game, preview: Preview) -> str:
    """Return what the rules make follow in later steps, in small lines; "" if nothing follows."""
    lines = _sentences(game, preview.then, THEN)
    return "\n".join([t("Then, by the rules:"), *(f"-# {line}" for line in lines)]) if lines else ""


def _sentences(game: Game, events: Sequence[Event], most: int) -> list[str]:
    """Return events as sentences, at most ``most``, then how many more there are."""
    lines = [plain(text) for text in sentences(game.view, events, known)]
    return lines if len(lines) <= most else [*lines[:most], t("… and {count} more", count=len(lines) - most)]


def effects(game: Game, preview: Preview) -> list[str]:
    """Return the changes of cash, share prices and shares, a line for each."""
    view = game.view
    figures = (_cash_line(view, preview.cash, t("Cash")), _price_line(view, preview))
    return [*filter(None, figures), *_shares(view, preview)]


def effect_line(game: Game, action: Action) -> str:
    """Return in one line what an action would change in money and shares; "" if it is not legal."""
    preview = preview_or_none(game, action)
    return " · ".join(effects(game, preview)) if preview else ""


def _cash_line(view: View, after: Mapping[str, int], word: str) -> str:
    """Return the changes of cash in one line; "" without any."""
    moved = [
        f"{plain(view.name(who))} {view.money(view.cash(who))} → {view.money(cash)}"
        for who, cash in after.items()
        if cash != view.cash(who)
    ]
    return f"{word}: {', '.join(moved)}" if moved else ""


def _price_line(view: View, preview: Preview) -> str:
    """Return the changes of share prices in one line; "" without any."""
    moved = [
        f"{company} {_price(view, view.price(company))} → {_price(view, price)}"
        for company, price in preview.prices.items()
        if price != view.price(company)
    ]
    return t("Price: {list}", list=", ".join(moved)) if moved else ""


def _shares(view: View, preview: Preview) -> list[str]:
    """Return the changes of share holdings in percent, a line for each company."""
    lines = []
    for company, after in preview.shares.items():
        before = view.holdings(company)
        owners = [o for o in (*view.seats, *preview.shares, POOL) if before.get(o) != after.get(o)]
        moved = [f"{_owner(view, o, company)} {before.get(o, 0)} → {after.get(o, 0)} %" for o in owners]
        if moved and len(view.certs_of(company)) > 1:
            lines.append(f"{plain(company)}: {', '.join(moved)}")
    return lines


def _owner(view: View, owner: str, company: str) -> str:
    """Return the name of a shareholder: a player, the treasury or the open market."""
    places = {company: t("treasury"), POOL: t("open market")}
    return places.get(owner) or plain(view.name(owner))


def _price(view: View, price: int | None) -> str:
    return t("none") if price is None else view.money(price)


def offer_effect(game: Game, offer: Offer) -> str:
    """Return what accepting an offer would do, in small lines; "" if it is impossible now."""
    preview = preview_or_none(game, Action(ACCEPT, offer.to, {"offer": offer.id}))
    note = offer_note(game.view, offer) if preview else ""
    lines = [*([plain(known(note))] if note else []), *(preview_lines(game, preview)[1:] if preview else [])]
    return "\n".join([t("If it is accepted:"), *(f"-# {line}" for line in lines)]) if lines else ""


def turn_end_text(game: Game, preview: Preview) -> str:
    """Return who acts after a turn that ends, and the round if that ends too; "" if the turn goes on."""
    if any(isinstance(event, GameEnded) for event in preview.events):
        return t("Then the game is over.")
    if turn_goes_on(game, preview):
        return ""
    if not ends_round(preview):
        return _next_actor_text(game, preview)
    return t(
        "{next} The round ends: {round}.",
        next=_next_actor_text(game, preview),
        round=known(game.round_title()),
    )


def _next_actor_text(game: Game, preview: Preview) -> str:
    """Return the sentence on who decides or acts after the turn."""
    if preview.asked:
        names = join_and([plain(game.view.name(player)) for player in preview.asked])
        return t("This ends the turn; {names} must decide something first.", names=names)
    cursor = next(e.after for e in reversed(preview.events) if isinstance(e, CursorMoved))
    actor = cursor.actor
    president = game.view.president(actor) if actor in game.state.companies else actor
    if president is None:
        state = plain(known(unled(game.view)))
        return t("This ends the turn; then {company} ({state}) acts.", company=plain(actor), state=state)
    who = plain(game.view.name(president))
    if president == actor:
        return t("This ends the turn; then {who} acts.", who=who)
    return t("This ends the turn; then {who} acts for {company}.", who=who, company=actor)


def this_turn(game: Game) -> str:
    """Return the moves of the current turn, in small lines; "" if there are none yet."""
    start = turn_start(game)
    lines = [plain(line) for record in game.active if record.seq > start for line in told_of(game, record)]
    shown = [f"-# {line}" for line in lines[:LINES]]
    return "\n".join([t("This turn so far:"), *shown]) if shown else ""


def ends_round(preview: Preview) -> bool:
    """Return whether the action ends the round."""
    moves = [event for event in preview.events if isinstance(event, CursorMoved)]
    return any(other_round(move.before, move.after) for move in moves)


def turn_goes_on(game: Game, preview: Preview) -> bool:
    """Return whether the same turn goes on after the action."""
    here = game.state.cursor
    moves = [e.after for e in preview.events if isinstance(e, CursorMoved)]
    if any(isinstance(event, GameEnded) for event in preview.events):
        return False
    return all(cursor.same_turn(here) for cursor in moves)

"""The texts of a turn's private page: the current round and step, and what a move would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.cards.past_turns import record_number_before_turn
from bot.cards.texts import ROUTINE_KINDS, company_line, player_line
from bot.chat.markdown import escape
from bot.games.engine_results import cached_engine_result
from bot.games.history import sentences_of_record
from bot.store.game_rows import GameInfo
from bot.words import join_and, join_or, t, translated
from engine import Action, Game, Preview, Refused, View, Waiting
from engine.api.course import is_other_round
from engine.api.moves import ACCEPT, Subject, offer_note
from engine.api.round_state import WAYS, no_president_text
from engine.api.stories import CursorMoved, Event, GameEnded, Said, sentences
from engine.api.table import POOL, Offer, company_steps, is_main_step, is_occasional_step
from engine.message import in_words

MAX_TURN_LINES = 20
"""The maximum number of lines of a preview or of a result; the others are only counted."""

DONE_MARK, CURRENT_MARK, SKIPPED_MARK = "✔\N{NO-BREAK SPACE}", "▶\N{NO-BREAK SPACE}", "⏭\N{NO-BREAK SPACE}"
"""The marks of the steps of a turn: done (had a move), current, and skipped (past, without a move)."""

REVENUE_KEYS = {"income", *WAYS} - {"no_income"}
"""The stored keys of log lines on what a company earned, and what was done with it."""

MAX_CONSEQUENCES = 8
"""The maximum number of lines on what follows automatically."""


def turn_page_heading(game: Game, seat: str, *, is_over: bool = False) -> str:
    """Return the heading of a turn page: the round, who acts and the step.

    For the player who is to act, the steps of the acting company's turn follow. After the end, the heading
    says that the game is over. ``is_over``: the game has ended, maybe by hand while somebody was still to
    act.
    """
    next_decision = None if is_over else game.waiting()
    if next_decision is None:
        return t("## {round} · the game is over", round=translated(game.round_title()))
    if seat not in next_decision.players:
        view = game.view
        names = join_or([escape(view.name(player)) for player in next_decision.players])
        title = t("## {round} · {names} to act", round=translated(game.round_title()), names=names)
        return f"{title}\n{_decision_text(next_decision.company, translated(next_decision.label))}"
    steps = steps_line(game)
    return _heading_for_player_to_act(game, seat, next_decision) + (f"\n{steps}" if steps else "")


def _heading_for_player_to_act(game: Game, seat: str, next_decision: Waiting) -> str:
    """Return the heading of the turn page of a player who is to act: round, company or player, and step.

    Without a company, the round or the step is left out if their names share a word, and the main step of a
    stock round or auction is never named.
    """
    title, label = translated(game.round_title()), translated(next_decision.label)
    if next_decision.company is not None:
        return f"## {title} · {next_decision.company}: {label}"
    name = escape(game.view.name(seat))
    is_main = is_main_step(game.view, next_decision.step)
    if (is_main and next_decision.subject is Subject.STOCK) or label.casefold() in title.casefold():
        return f"## {title} · {name}"
    if any(word.casefold() in label.casefold() for word in title.split() if word.isalpha()):
        return f"## {label[:1].upper()}{label[1:]} · {name}"
    if is_main and next_decision.subject is Subject.AUCTION:
        return f"## {title} · {name}"
    return f"## {title} · {name}: {label}"


def _decision_text(company: str | None, label: str) -> str:
    """Return the decision for which the game waits, for the heading of a turn page.

    That is the company and the step, or the step alone with a capital at its start (``company`` None).
    ``label`` is the translated label of the step.
    """
    return f"{company}: {label}" if company else label[:1].upper() + label[1:]


def steps_line(game: Game) -> str:
    """Return the steps of a company's turn in one line: the past ones with a mark, the current one bold.

    The mark is ✔ if the step had a move or revenue, else ⏭. An occasional step is shown only if it is the
    current one, or had a move or revenue in this turn. If the turn is at a step that the line does not list,
    no step has a mark. "" for a turn with fewer than two steps, and during a forced decision.
    """
    view = game.view
    names = company_steps(view)
    if view.state.pending or len(names) < 2:
        return ""
    current_index = names.index(view.cursor.step) if view.cursor.step in names else -1
    steps_done = _steps_with_moves(game) | _steps_with_revenue(game)
    return " · ".join(
        _step_with_mark(name, name in steps_done, index - current_index if current_index >= 0 else 1)
        for index, name in enumerate(names)
        if index == current_index or name in steps_done or not is_occasional_step(view, name)
    )


def _step_with_mark(name: str, is_done: bool, offset: int) -> str:
    """Return a step of a company's turn with its mark, for the line of steps; the current one is bold.

    ``name`` is the code of the step. ``offset`` is 0 for the current step, negative for a past one and
    positive for a later one, which has no mark. ``is_done``: a move was made, or revenue earned, in a past
    step.
    """
    text = translated(in_words(name))
    if offset == 0:
        return f"**{CURRENT_MARK}{text}**"
    past_mark = DONE_MARK if is_done else SKIPPED_MARK
    return f"{past_mark}{text}" if offset < 0 else text


def _steps_with_moves(game: Game) -> set[str]:
    """Return the codes of the steps of the current turn in which a move was made.

    A pass, a skip or the end of a step is no such move.
    """
    if not game.active_records:
        return set()
    step, start_number, steps = game.view.cursor.step, record_number_before_turn(game), set[str]()
    for record in reversed(game.active_records):
        if record.number <= start_number:
            break
        step = next((event.before.step for event in record.events if isinstance(event, CursorMoved)), step)
        if record.action is not None and record.action.kind not in ROUTINE_KINDS:
            steps.add(step)
    return steps


def _steps_with_revenue(game: Game) -> set[str]:
    """Return the codes of the steps of the current turn in which revenue was earned, paid out or withheld.

    Automatic revenue, for which no move was made, is included.
    """
    step, steps = game.view.cursor.step, set[str]()
    for event in (event for record in reversed(game.active_records) for event in reversed(record.events)):
        if isinstance(event, CursorMoved):
            if not event.before.same_turn(event.after):
                break
            step = event.before.step
        elif isinstance(event, Said) and event.key in REVENUE_KEYS:
            steps.add(step)
    return steps


def status_line(info: GameInfo, game: Game, seat: str) -> str:
    """Return the turn page's line on the acting company, or else on the player: cash, trains, shares."""
    next_decision = game.waiting()
    if next_decision is not None and next_decision.company is not None:
        return company_line(game.view, next_decision.company)
    return player_line(game.view, info, seat)


# --- what an action would do -----------------------------------------------------------------------


def find_preview(game: Game, action: Action) -> Preview | None:
    """Return what a move would change, without making it; None if it is not legal.

    The result is cached for this revision, as several functions ask for it while a page is built.
    """

    def compute_preview() -> Preview | None:
        """Return the engine's preview of the move; None if it is not legal."""
        try:
            return game.preview(action)
        except Refused:
            return None

    cache_key = ["preview", action.player, action.kind, dict(action.args)]
    preview: Preview | None = cached_engine_result(game, cache_key, compute_preview)
    return preview


def preview_lines(game: Game, preview: Preview) -> list[str]:
    """Return what a move would do, for a turn page: sentences, then changes of cash, share prices and shares.

    ``game`` is the state before the move. There are at most 20 sentences; if there were more, a further line
    says how many are left out.
    """
    return [*_event_sentences(game, preview.own_events, MAX_TURN_LINES), *effect_lines(game, preview)]


def train_warning(game: Game, preview: Preview) -> str:
    """Return a warning if a move spends money that the acting company needs for a train it must still buy.

    "" if the move does not. If even all cash of the president would not be enough, the warning says so.
    ``game`` is the state before the move.
    """
    view, company = game.view, game.state.cursor.actor
    train_price = preview.unpaid_train_price
    if train_price is None or preview.cash[company] >= min(view.cash(company), train_price):
        return ""
    price, money_left = view.money(train_price), view.money(preview.cash[company])
    sentence = t(
        "⚠ {company} must still buy a train this turn, for {price} or more, and would have {money} left.",
        company=escape(company), price=price, money=money_left,
    )  # fmt: skip
    president = view.president(company)
    if president is None or preview.cash[company] + preview.cash[president] >= train_price:
        return sentence
    president_name, cash = escape(view.name(president)), view.money(preview.cash[president])
    return f"{sentence} " + t(
        "With all that {player} has, {money}, it could not pay.", player=president_name, money=cash
    )


def consequences_text(game: Game, preview: Preview) -> str:
    """Return what happens automatically after a move, as lines of Discord subtext; "" if nothing does.

    At most eight sentences are shown; one more line says how many are left out. ``game`` is the state before
    the move.
    """
    lines = _event_sentences(game, preview.later_events, MAX_CONSEQUENCES)
    return "\n".join([t("Then, by the rules:"), *(f"-# {line}" for line in lines)]) if lines else ""


def _event_sentences(game: Game, events: Sequence[Event], max_lines: int) -> list[str]:
    """Return the events of a move as at most ``max_lines`` sentences; one more says how many are left out."""
    lines = [escape(text) for text in sentences(game.view, events, translated)]
    return (
        lines
        if len(lines) <= max_lines
        else [*lines[:max_lines], t("… and {count} more", count=len(lines) - max_lines)]
    )


def effect_lines(game: Game, preview: Preview) -> list[str]:
    """Return a line for each kind of change that a move makes: cash, share prices, shares of each company.

    [] if there is none. ``game`` is the state before the move.
    """
    view = game.view
    figures = (_cash_line(view, preview.cash, t("Cash")), _price_line(view, preview))
    return [*filter(None, figures), *_share_lines(view, preview)]


def effect_line(game: Game, action: Action) -> str:
    """Return in one line what a move would change in cash, share prices and shares.

    "" if the move is illegal or changes none of these. ``game`` is the state before the move.
    """
    preview = find_preview(game, action)
    return " · ".join(effect_lines(game, preview)) if preview else ""


def _cash_line(view: View, new_cash: Mapping[str, int], label: str) -> str:
    """Return the line on the changes of cash by a move, which begins with ``label``; "" if there are none.

    ``view`` shows the game before the move, ``new_cash`` is the cash after it by holder.
    """
    changes = [
        f"{escape(view.name(holder))} {view.money(view.cash(holder))} → {view.money(cash)}"
        for holder, cash in new_cash.items()
        if cash != view.cash(holder)
    ]
    return f"{label}: {', '.join(changes)}" if changes else ""


def _price_line(view: View, preview: Preview) -> str:
    """Return the line on the changes of share prices by a move; "" if there are none.

    ``view`` shows the game before the move.
    """
    changes = [
        f"{company} {_price_text(view, view.price(company))} → {_price_text(view, price)}"
        for company, price in preview.prices.items()
        if price != view.price(company)
    ]
    return t("Price: {list}", list=", ".join(changes)) if changes else ""


def _share_lines(view: View, preview: Preview) -> list[str]:
    """Return lines on the changes of shareholdings by a move, in percent: one for each company.

    [] if there are none. A company with a single certificate has no line. A company that leaves the stock
    market has none either, because the sentences on the move describe what becomes of its shares. ``view``
    shows the game before the move.
    """
    lines = []
    for company, new_percents in preview.shares.items():
        if preview.prices[company] is None and view.price(company) is not None:
            continue
        old_percents = view.holdings(company)
        owners = [
            owner
            for owner in (*view.seats, *preview.shares, POOL)
            if old_percents.get(owner) != new_percents.get(owner)
        ]
        changes = [
            f"{_shareholder_name(view, owner, company)} "
            f"{old_percents.get(owner, 0)} → {new_percents.get(owner, 0)} %"
            for owner in owners
        ]
        if changes and len(view.certs_of(company)) > 1:
            lines.append(f"{escape(company)}: {', '.join(changes)}")
    return lines


def _shareholder_name(view: View, owner: str, company: str) -> str:
    """Return the name of an owner of shares of ``company``, for a line on a move's changes of shares.

    It is the name of a player or another company, "treasury" for the company itself, or "open market".
    """
    special_names = {company: t("treasury"), POOL: t("open market")}
    return special_names.get(owner) or escape(view.name(owner))


def _price_text(view: View, price: int | None) -> str:
    """Return a share price as money for the turn page; "none" if the company has no price (None)."""
    return t("none") if price is None else view.money(price)


def offer_effect(game: Game, offer: Offer) -> str:
    """Return what else would change if an offer were accepted, as lines of Discord subtext.

    The text is for a turn page or for the offer's card. The sentence on the deal itself is left out. "" if
    the offer cannot be accepted now, or if nothing else would change.
    """
    preview = find_preview(game, Action(ACCEPT, offer.to, {"offer": offer.id}))
    note = offer_note(game.view, offer) if preview else ""
    lines = [
        *([escape(translated(note))] if note else []),
        *(preview_lines(game, preview)[1:] if preview else []),
    ]
    return "\n".join([t("If it is accepted:"), *(f"-# {line}" for line in lines)]) if lines else ""


def turn_end_text(game: Game, preview: Preview) -> str:
    """Return who acts after a move that ends the turn, and which round ends; "" if the turn goes on.

    If the move ends the game, the text says only that. ``game`` is the state before the move.
    """
    if any(isinstance(event, GameEnded) for event in preview.events):
        return t("Then the game is over.")
    if is_same_turn_after(game, preview):
        return ""
    if not ends_round(preview):
        return _next_actor_text(game, preview)
    return t(
        "{next} The round ends: {round}.",
        next=_next_actor_text(game, preview),
        round=translated(game.round_title()),
    )


def _next_actor_text(game: Game, preview: Preview) -> str:
    """Return the sentence on who acts, or has to decide something, after a move that ends the turn.

    For a company without a president, the sentence says so instead of naming one. The move must end the turn.
    ``game`` is the state before the move.
    """
    if preview.players_asked:
        names = join_and([escape(game.view.name(player)) for player in preview.players_asked])
        return t("This ends the turn; {names} must decide something first.", names=names)
    cursor = next(event.after for event in reversed(preview.events) if isinstance(event, CursorMoved))
    actor = cursor.actor
    president = game.view.president(actor) if actor in game.state.companies else actor
    if president is None:
        state = escape(translated(no_president_text(game.view)))
        return t("This ends the turn; then {company} ({state}) acts.", company=escape(actor), state=state)
    president_name = escape(game.view.name(president))
    if president == actor:
        return t("This ends the turn; then {who} acts.", who=president_name)
    return t("This ends the turn; then {who} acts for {company}.", who=president_name, company=actor)


def turn_so_far_text(game: Game) -> str:
    """Return the first 20 sentences on the current turn as Discord subtext below a heading; "" if none."""
    start_number = record_number_before_turn(game)
    lines = [
        escape(line)
        for record in game.active_records
        if record.number > start_number
        for line in sentences_of_record(game, record)
    ]
    small_lines = [f"-# {line}" for line in lines[:MAX_TURN_LINES]]
    return "\n".join([t("This turn so far:"), *small_lines]) if small_lines else ""


def ends_round(preview: Preview) -> bool:
    """Return True if the move that is previewed ends the round."""
    cursor_moves = [event for event in preview.events if isinstance(event, CursorMoved)]
    return any(is_other_round(cursor_move.before, cursor_move.after) for cursor_move in cursor_moves)


def is_same_turn_after(game: Game, preview: Preview) -> bool:
    """Return True if the current turn of a company or player goes on after the move that is previewed.

    False if the move ends the game or the turn. ``game`` is the state before the move.
    """
    cursor_now = game.state.cursor
    later_cursors = [event.after for event in preview.events if isinstance(event, CursorMoved)]
    if any(isinstance(event, GameEnded) for event in preview.events):
        return False
    return all(cursor.same_turn(cursor_now) for cursor in later_cursors)

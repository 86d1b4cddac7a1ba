"""The private page on which a member takes his turn, edited in place.

A button takes a step: it changes the draft in the member's session, or submits a move. The session is opened
before it, and stored and shown after it, all here:

    @step("w_back")
    async def _back(session: TurnSession, press: Press) -> None:
        session.choose(session.chosen.back())

The draft is stored on the server, and every press builds the page from it, so any button works after a
restart and in a second window.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.cards.texts import LAST, end_reason, facts_line, ranking
from bot.chat.buttons import verb
from bot.chat.frame import Sheet
from bot.chat.markdown import escape
from bot.chat.press import ENTRY, Press
from bot.chat.respond import Answer, Stale
from bot.computers.hints import is_guided
from bot.games.outcome import Outcome
from bot.turn.choosing import chooser, controls, openings, parts, steps, tracks
from bot.turn.choosing.ahead import look_ahead
from bot.turn.choosing.asking import asks_first
from bot.turn.choosing.fitting import fit
from bot.turn.help import whynot
from bot.turn.help.glossary import explanations
from bot.turn.help.guide import add_guide
from bot.turn.help.lesson import learnt_text
from bot.turn.help.news import dividend_text, done_text, is_first_payment, news_text
from bot.turn.pages import best_runs as best
from bot.turn.pages import offers, whole
from bot.turn.pages import runs_by_hand as byhand
from bot.turn.pages.last_row import turn_buttons
from bot.turn.pages.lesson_page import begins_choice, closing_sheet, closing_text, lesson_sheet
from bot.turn.pages.rule_buttons import refusal_view
from bot.turn.pages.votes import add_votes
from bot.turn.session import words
from bot.turn.session.draft import Draft
from bot.turn.session.session import PAGES, TurnSession, session_for
from bot.words import join_and, msg, t, translated
from bot.work.pictures import DrawnPicture
from bot.work.registry import Registry
from engine import Choice
from engine.api.moves import HEX, SKIP

ASIDE = msg("You are not on turn now. What you can do at any time is under More.")
MEANWHILE = msg("What you can do at any time is under More.")
RENEWED = msg(
    "The game has moved on since this page was shown, so nothing was done. This is how it stands now."
)
OTHER = msg("Something else was chosen meanwhile; this is what is chosen now.")

DECIDING = ("w_pick", "w_do", "w_set", "w_amount", "w_lay", "w_advice")
"""The verbs of steps that may complete the draft."""

Step = Callable[[TurnSession, Press], Awaitable[Outcome | None]]
"""What a press does in the session; returns the outcome of a submitted move, otherwise None."""

PagePart = Callable[[TurnSession, Sheet], Awaitable[None]]
PAGE_PARTS = Registry[PagePart]("on the first page of a turn")
"""Functions by which other features add to the first page, after the choices."""


def step(name: str, *, chosen: bool = True, current: bool = True) -> Callable[[Step], Step]:
    """Return a decorator that registers the handler of a button of the turn page under the verb ``name``.

    ``chosen``: the page must show the current draft. ``current``: a press of an older revision only shows the
    page anew. Without it the button works at any revision, and a press that Discord delivers again shows its
    stored result.
    """

    def register(handle_step: Step) -> Step:
        """Register the handler of the turn page's button under its verb, and return it unchanged."""

        async def handler(answer: Answer, press: Press) -> None:
            """Open the user's turn, run the handler if the page is current, and show the turn.

            A press that Discord delivers again may only show its stored result (``current``).
            """
            first_outcome = None if current else await answer.bot.games.stored_answer(answer.id)
            session = await session_for(answer, press.game, first_outcome)
            if first_outcome is not None:
                await show_result(session, first_outcome)
            elif is_current_page(session, press, chosen=chosen):
                await show_step_result(session, press, await handle_step(session, press))
            else:
                await show(session)

        verb(name, current=current, renew=renew)(handler)
        return handle_step

    return register


async def renew(answer: Answer, press: Press) -> None:
    """Show the turn page at the current revision, with a notice that the game has moved on."""
    session = await session_for(answer, press.game)
    session.notice = t(RENEWED)
    await show(session)


async def take_step(answer: Answer, press: Press, handle_step: Step) -> None:
    """Run a handler with what was typed into a modal of the turn page, and show the page.

    If another draft is current, that is shown with a notice instead. Raises Stale if the game has moved on.
    """
    session = await session_for(answer, press.game)
    if is_current_page(session, press):
        await show_step_result(session, press, await handle_step(session, press))
    else:
        await show(session)


def is_current_page(session: TurnSession, press: Press, *, chosen: bool = True) -> bool:
    """Return True if the pressed button may act: its turn page shows the current unfinished move.

    With ``chosen`` False every page may. Where it may not, a notice is set in ``session``, or Stale is raised
    if the game has moved on.
    """
    if not chosen or session.is_at(press):
        return True
    if press.rev != session.rev:
        raise Stale(press.game, session.rev)
    session.notice = t(OTHER)
    return False


async def show_step_result(session: TurnSession, press: Press, outcome: Outcome | None) -> None:
    """Show the turn page after a press, with the result of what was submitted.

    ``outcome`` None: the handler submitted nothing, so a move that the press completed is submitted now. A
    refusal is told in private. Raises Stale if the game has moved on.
    """
    outcome = outcome or await _submit_if_complete(session, press)
    if outcome is None:
        await show(session)
    elif outcome.kind == "stale" and session.answer.edits_message:
        raise Stale(press.game, outcome.rev)
    elif await session.answer.accepts(outcome, refusal_view(session.info, outcome)):
        await session.reload(outcome)
        await show_result(session, outcome)


async def _submit_if_complete(session: TurnSession, press: Press) -> Outcome | None:
    """Submit the move that this press on a turn page completed, and return the outcome.

    None if the verb is not in DECIDING, the move is not complete, or it must be confirmed first. A rehearsal
    asks for no confirmation.
    """
    if press.verb not in DECIDING or session.draft is None or session.draft.before:
        return None
    if session.next_field() is not None:
        return None
    if session.plan is None and await asks_first(session, session.chosen):
        return None
    return await session.submit(session.chosen, press.rev)


async def session_at(answer: Answer, press: Press) -> TurnSession:
    """Open the user's turn for a press that opens a modal; raises Stale if the page shows an older draft."""
    session = await session_for(answer, press.game)
    if not session.is_at(press):
        raise Stale(press.game, session.rev)
    return session


async def show_outcome(answer: Answer, game: int, outcome: Outcome) -> None:
    """Show the user's turn page after ``outcome``, or in private why the request was refused.

    Raises Stale for a stale outcome if the answer edits a page; the page is then shown anew.
    """
    if outcome.kind == "stale" and answer.edits_message:
        raise Stale(game, outcome.rev)
    info = None if outcome.ok else await answer.bot.games.info(game)
    if await answer.accepts(outcome, refusal_view(info, outcome) if info else None):
        await show_turn(answer, game, outcome)


async def show_turn(answer: Answer, game: int, outcome: Outcome | None = None) -> None:
    """Open and show the user's turn page; ``outcome`` is what the user has just done, None for nothing.

    Raises UserError before the start and without a seat.
    """
    await show_result(await session_for(answer, game, outcome), outcome)


async def show_first_turn(answer: Answer, game: int, text: str) -> None:
    """Show the user's turn page in a game that has just begun, below a text about it.

    Raises UserError without a seat.
    """
    session = await session_for(answer, game)
    session.notice = text
    await show(session)


async def ask_first(answer: Answer, game: int, draft: Draft) -> bool:
    """Show the turn page that asks to confirm the complete move ``draft``, if the move needs that.

    Returns True if it was shown. Raises UserError without a seat.
    """
    session = await session_for(answer, game)
    if not await asks_first(session, draft):
        return False
    session.choose(draft)
    await show(session)
    return True


async def show_result(session: TurnSession, outcome: Outcome | None) -> None:
    """Show the turn page with the text of an outcome (None: nothing) and the dividends received.

    They replace the notice of the session. After the first dividend of a guided game, its page on what the
    player has learnt is shown instead.
    """
    notices = (
        [escape(translated(outcome.text)), dividend_text(session, outcome)] if outcome is not None else []
    )
    session.notice = "\n".join(filter(None, notices))
    if outcome is not None and is_guided(session.info) and is_first_payment(session, outcome):
        session.page = closing_sheet
    await show(session)


async def show(session: TurnSession) -> None:
    """Build the turn page of the session and show it: what was just done, the sheet, tips, advice and rules.

    The draft is stored before, and again if the sheet has filled fields. Terms and tips are stored as read.
    Raises discord.HTTPException or OSError if it cannot be shown.
    """
    await session.save_draft()
    sheet = await (session.page or sheet_of)(session)
    await session.save_draft()
    if session.page is not closing_sheet:
        sheet = await lesson_sheet(session, sheet) or await _with_help(session, sheet)
    if session.plan is not None:
        sheet.texts.insert(0, whole.banner(session))
    fit(sheet, session.press(ENTRY, "more"))
    if session.done_lines:
        sheet.texts.insert(0, done_text(session, words.LINES))
    elif not session.notice and begins_choice(session):
        session.notice = news_text(session)
    if session.notice:
        sheet.texts.insert(0, session.notice)
    await session.answer.show_turn(session.info.id, sheet.page())


async def _with_help(session: TurnSession, sheet: Sheet) -> Sheet:
    """Add to a turn page the terms that its reader meets first, advice, rules and tips, and return it."""
    sheet.texts += await explanations(session, sheet)
    for add_part in PAGES:
        add_part(session, sheet)
    await add_guide(session, sheet)
    return sheet


async def sheet_of(session: TurnSession) -> Sheet:
    """Build the turn page for the unfinished move: the page of its next field, or that to confirm it.

    Without one, it is the first page with all open moves, or the list of a plan. A run that is the only move
    is begun. On turn, it waits for the search of what tile lays add to the run.
    """
    if session.plan is not None and session.draft is None and (session.plan.listed or session.over):
        return await whole.plan_sheet(session)
    if session.on_turn:
        await look_ahead(session, session.choices())
    if session.draft is None and (only_run := _only_run(session)) is not None:
        session.choose(Draft(only_run.kind))
    if session.draft is None:
        return await first_sheet(session)
    if session.draft.before:
        return await offers.counter_sheet(session, session.draft)
    next_field, draft = session.next_field(), session.draft
    if next_field is None:
        return await chooser.confirm_sheet(session, draft)
    if next_field.kind == "routes":
        manual_run = byhand.manual_run_of(draft)
        return await (
            byhand.manual_run_sheet(session, draft, manual_run)
            if manual_run
            else best.run_sheet(session, draft)
        )
    if tracks.is_lay(session, draft, next_field):
        return await tracks.lay_sheet(session, draft)
    if parts.is_asked(session, draft, next_field):
        return await parts.part_sheet(session, draft, next_field)
    sheet = await chooser.field_sheet(session, draft, next_field)
    if not draft.args:
        whynot.add(session, sheet, [draft.kind])
    return sheet


def _only_run(session: TurnSession) -> Choice | None:
    """Return the run if it is the only move besides declining it, so that its page comes at once.

    Else None.
    """
    choices = [choice for choice in session.choices() if choice.kind != SKIP] if session.on_turn else []
    if len(choices) == 1 and [move_field.kind for move_field in choices[0].fields] == ["routes"]:
        return choices[0]
    return None


async def first_sheet(session: TurnSession) -> Sheet:
    """Build the first page of the turn: the position and all moves that the player can make now.

    Votes and offers that await the player follow. After the end of the game it is the ranking.
    """
    sheet = session.sheet()
    sheet.texts = [
        words.header(session.game, session.seat),
        words.status_line(session.info, session.game, session.seat),
    ]
    if session.company and session.on_turn:
        sheet.texts.append(facts_line(session.view, session.company))
    if session.info.status == "ended":
        sheet.texts += [
            end_reason(session.info.end_reason, session.info),
            ranking(session.info, session.game),
        ]
        sheet.texts += [learnt_text(session), closing_text()] if is_guided(session.info) else []
        return sheet
    if session.info.status == "paused":
        sheet.texts.append(t("**The game is paused**; its owner or a game master resumes it."))
    if not session.on_turn:
        sheet.texts.append(_out_of_turn_text(session))
    else:
        choices = session.choices()
        sheet.texts.append("\n".join(steps.lines_of(session)))
        sheet.texts += [openings.ending_line(session, choice) for choice in choices if choice.kind in LAST]
        numbered_hexes = openings.hexes_to_number(session, choices)
        sheet.pictures = await _picture(session, choices, numbered_hexes)
        controls.add_choices(
            session,
            sheet,
            [choice for choice in choices if choice.kind not in LAST] + session.powers(),
            numbered_hexes,
        )
        whynot.add(session, sheet)
        sheet.add_buttons(controls.begin_button(session, choice) for choice in choices if choice.kind in LAST)
    if session.plan is None:
        await add_votes(session, sheet)
        offers.add_open_offers(session, sheet)
        for add_part in PAGE_PARTS:
            await add_part(session, sheet)
    sheet.add_buttons(turn_buttons(session))
    return sheet


def _out_of_turn_text(session: TurnSession) -> str:
    """Return the line of a turn page for a player who is not to act: who is, and what he can do meanwhile."""
    waiting = session.waiting
    if waiting is not None and all(seat in session.info.computers for seat in waiting.players):
        names = join_and([escape(session.view.name(seat)) for seat in waiting.players])
        playing_text = t(
            "⏳ {names} is playing. This page shows your turn when it comes; **Refresh** looks at once.",
            names=names,
        )
        return playing_text if not session.interjections() else f"{playing_text}\n{t(MEANWHILE)}"
    return t(ASIDE) if session.interjections() else t("You are not on turn now.")


async def _picture(
    session: TurnSession, choices: Sequence[Choice], numbered_hexes: openings.NumberedHexes
) -> list[DrawnPicture]:
    """Draw the picture of the first page of a turn: the map with numbered hexes, otherwise that of the step.

    [] if there is none.
    """
    if numbered_hexes.hexes:
        return await chooser.field_pictures(session, HEX, numbered_hexes.hexes)
    if steps.page_of(session) is not None:
        return await steps.picture_of(session)
    fields = [move_field.name for choice in choices for move_field in choice.fields[:1]]
    return await chooser.field_pictures(session, "company" if "company" in fields else "", [])

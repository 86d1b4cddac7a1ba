"""The private page on which a member takes a turn, edited in place.

The handler of a button changes the draft (a move begun and not completed) in the member's session, or submits
a move. The session is opened before it, and stored and shown after it, all here:

    @turn_page_button_handler(button_names.REMOVE_LAST_VALUE)
    async def _go_back(session: TurnSession, press: Press) -> None:
        session.set_draft(session.current_draft.without_last_value())

The draft is stored on the server, and every press builds the page from it, so any button works after a
restart and in a second window.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.cards.texts import ROUTINE_KINDS, company_facts_line, end_reason, final_ranking_text
from bot.chat.buttons import button_handler
from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.chat.press import OVERFLOW_MENU, Press
from bot.chat.respond import Response, StalePress
from bot.computers.hints import is_tutorial
from bot.games.outcome import Outcome
from bot.turn.choosing import chooser, controls, legal_moves, sectors, steps, tracks
from bot.turn.choosing.ahead import search_revenue_gains
from bot.turn.choosing.asking import must_be_confirmed
from bot.turn.choosing.fitting import fit_to_discord_limit
from bot.turn.choosing.numbered_hexes import NumberedHexes, select_numbered_hexes
from bot.turn.help import whynot
from bot.turn.help.glossary import explanation_lines
from bot.turn.help.guide import add_tip
from bot.turn.help.news import add_news, dividend_text, is_first_dividend
from bot.turn.help.tutorial import add_company_names, lessons_learnt_text
from bot.turn.pages import best_runs, offers, runs_by_hand, trials, tutorial_page
from bot.turn.pages.last_buttons import last_buttons
from bot.turn.pages.out_of_turn import out_of_turn_text
from bot.turn.pages.rule_buttons import refusal_view
from bot.turn.pages.votes import add_open_votes
from bot.turn.session import button_names, words
from bot.turn.session.draft import Draft
from bot.turn.session.session import EVERY_PAGE_PARTS, TurnSession, load_session
from bot.words import msg, t, translated
from bot.work.pictures import DrawnPicture
from bot.work.registry import Registry
from engine import Choice
from engine.api.moves import HEX, SKIP

PAGE_REFRESHED_TEXT = msg(
    "The game has moved on since this page was shown, so nothing was done. This is how it stands now."
)
OTHER_MOVE_CHOSEN_TEXT = msg("Something else was chosen meanwhile; this is what is chosen now.")

DECIDING_BUTTONS = (
    button_names.BEGIN_MOVE, button_names.CHOOSE_COMPLETE_MOVE, button_names.SET_VALUE,
    button_names.SET_AMOUNT, button_names.CHOOSE_TILE, button_names.CHOOSE_HINTED_MOVE,
)  # fmt: skip
"""The names of the buttons that may complete the draft."""

PressHandler = Callable[[TurnSession, Press], Awaitable[Outcome | None]]
"""What a press does in the session; returns the outcome of a submitted move, otherwise None."""

PagePart = Callable[[TurnSession, PageBuilder], Awaitable[None]]
PAGE_PARTS = Registry[PagePart]("on the first page of a turn")
"""Functions by which other features add to the first page, after the legal moves."""


def turn_page_button_handler(
    name: str, *, needs_current_draft: bool = True, needs_current_revision: bool = True
) -> Callable[[PressHandler], PressHandler]:
    """Return a decorator that registers the handler of a button of the turn page under ``name``.

    ``needs_current_draft``: the page must show the current draft. ``needs_current_revision``: a press at an
    older revision only shows the current page. If False, the handler runs at any revision, and a press that
    Discord delivers again shows its stored outcome. Decorating raises ValueError if the name is taken.
    """

    def register(handle_press: PressHandler) -> PressHandler:
        """Register the handler of the turn page's button under its name, and return it unchanged."""

        async def handle_if_current(response: Response, press: Press) -> None:
            """Run the handler if the turn page shows the draft that the handler needs, and show the page.

            A press that Discord delivers again only shows its stored outcome. Raises StalePress if the page
            is of an earlier revision, UserError if the game is gone or the user has no seat, and what the
            handler raises.
            """
            games = response.bot.games
            first_outcome = None if needs_current_revision else await games.find_outcome(response.id)
            session = await load_session(response, press.game_id, first_outcome)
            if first_outcome is not None:
                await show_page_with_outcome(session, first_outcome)
            elif check_page_is_current(session, press, needs_current_draft=needs_current_draft):
                await show_page_after_press(session, press, await handle_press(session, press))
            else:
                await show_page(session)

        button_handler(
            name, needs_current_revision=needs_current_revision, show_current_page=show_refreshed_page
        )(handle_if_current)
        return handle_press

    return register


async def show_refreshed_page(response: Response, press: Press) -> None:
    """Show the user's turn page at the current revision, with a notice that the game has moved on.

    Raises UserError if the game is gone or has not started, or if the user has no seat; BadLog if the game's
    log cannot be read; and Discord's errors like `show_page`.
    """
    session = await load_session(response, press.game_id)
    session.notice = t(PAGE_REFRESHED_TEXT)
    await show_page(session)


async def handle_modal_text(response: Response, press: Press, handle_press: PressHandler) -> None:
    """Run a handler for what was typed into a modal of the turn page, and show the page.

    ``press`` opened the modal. If the draft is another one by now, the page only shows that one, with a
    notice; if the game has moved on, too, StalePress is raised. Raises UserError if the game is gone or the
    user has no seat any more, and what the handler and `show_page` raise.
    """
    session = await load_session(response, press.game_id)
    if check_page_is_current(session, press):
        await show_page_after_press(session, press, await handle_press(session, press))
    else:
        await show_page(session)


def check_page_is_current(session: TurnSession, press: Press, *, needs_current_draft: bool = True) -> bool:
    """Return True if a press on a turn page may act, since the page shows the current draft.

    If not, set a notice in the session and return False, or raise StalePress if the game has moved on since
    the page was shown. If not ``needs_current_draft``, return True for every press.
    """
    if not needs_current_draft or session.press_matches_draft(press):
        return True
    if press.revision != session.revision:
        raise StalePress(press.game_id, session.revision)
    session.notice = t(OTHER_MOVE_CHOSEN_TEXT)
    return False


async def show_page_after_press(session: TurnSession, press: Press, outcome: Outcome | None) -> None:
    """Show the turn page after a press, with the result of the move that its handler submitted.

    If ``outcome`` is None, a move that the press completed is submitted now. A refusal is shown in an
    ephemeral message. Raises like `show_page`, and StalePress if the game has moved on and a page is edited.
    """
    outcome = outcome or await _submit_if_complete(session, press)
    if outcome is None:
        await show_page(session)
    elif outcome.kind == "stale" and session.response.edits_pressed_message:
        raise StalePress(press.game_id, outcome.revision)
    elif await session.response.ok_or_show_refusal(outcome, refusal_view(session.info, outcome)):
        await session.reload(outcome)
        await show_page_with_outcome(session, outcome)


async def _submit_if_complete(session: TurnSession, press: Press) -> Outcome | None:
    """Submit the move that this press completed, and return the outcome.

    Returns None if the button cannot complete a move, if the draft is not complete, or if the move must be
    confirmed first, as a counter-offer always must. In a trial no confirmation is needed.
    """
    if press.button_name not in DECIDING_BUTTONS or session.draft is None or session.draft.moves_before:
        return None
    if session.advance_to_next_field() is not None:
        return None
    if session.trial is None and await must_be_confirmed(session, session.current_draft):
        return None
    return await session.submit(session.current_draft, press.revision)


async def session_at_current_draft(response: Response, press: Press) -> TurnSession:
    """Return the session for a modal of a turn page; raises StalePress (old draft) or UserError (no seat)."""
    session = await load_session(response, press.game_id)
    if not session.press_matches_draft(press):
        raise StalePress(press.game_id, session.revision)
    return session


async def show_turn_or_refusal(response: Response, game_id: int, outcome: Outcome) -> None:
    """Show the user's turn page after ``outcome``, or why the request was refused, in an ephemeral message.

    Raises StalePress for a stale outcome if the response edits a page, which is then refreshed; UserError if
    the game is gone or the user has no seat any more; and Discord's errors like `show_page`.
    """
    if outcome.kind == "stale" and response.edits_pressed_message:
        raise StalePress(game_id, outcome.revision)
    info = None if outcome.ok else await response.bot.games.info(game_id)
    if await response.ok_or_show_refusal(outcome, refusal_view(info, outcome) if info else None):
        await show_turn(response, game_id, outcome)


async def show_turn(response: Response, game_id: int, outcome: Outcome | None = None) -> None:
    """Open and show the user's turn page, with the outcome of the user's last request above it, if any.

    Raises UserError if the game is gone or has not started, or if the user has no seat; BadLog if the game's
    log cannot be read; and Discord's errors like `show_page`.
    """
    await show_page_with_outcome(await load_session(response, game_id, outcome), outcome)


async def show_first_turn(response: Response, game_id: int, text: str) -> None:
    """Show the user's turn page in a game that has just started, with ``text`` about the game above it.

    Raises UserError if the game is gone or not started or the user has no seat, and what `show_page` raises.
    """
    session = await load_session(response, game_id)
    session.notice = text
    await show_page(session)


async def show_confirmation_if_needed(response: Response, game_id: int, draft: Draft) -> bool:
    """Show the turn page that asks to confirm the complete move ``draft``, if needed; return True if so.

    Raises UserError if the game is gone or not started or the user has no seat, and what `show_page` raises.
    """
    session = await load_session(response, game_id)
    if not await must_be_confirmed(session, draft):
        return False
    session.set_draft(draft)
    await show_page(session)
    return True


async def show_page_with_outcome(session: TurnSession, outcome: Outcome | None) -> None:
    """Show the turn page with a notice: the text of an outcome, and the dividends that its moves paid.

    If ``outcome`` is None, there is no notice. After the player's first dividends in a tutorial, its closing
    page is shown. Raises what `show_page` raises.
    """
    notices = [escape(translated(outcome.text)), dividend_text(session, outcome)] if outcome else []
    session.notice = "\n".join(filter(None, notices))
    if outcome is not None and is_tutorial(session.info) and is_first_dividend(session, outcome):
        session.page_override = tutorial_page.build_closing_page
    await show_page(session)


async def show_page(session: TurnSession) -> None:
    """Build and show the turn page of the session: what was just done, the page, tips, the hint and rules.

    The draft is stored before the page is built, and again after it if building has filled in fields. When
    the page is shown, its terms and tips are stored as read. Raises UserError like `build_turn_page`;
    discord.HTTPException or OSError if the page cannot be shown; PageGone if the message to edit was deleted.
    """
    await session.save_draft()
    builder = await (session.page_override or build_turn_page)(session)
    await session.save_draft()
    if session.page_override is not tutorial_page.build_closing_page:
        builder = await tutorial_page.build_tutorial_page(session, builder) or await _add_help(
            session, builder
        )
    if session.trial is not None:
        builder.texts.insert(0, trials.trial_banner(session))
    fit_to_discord_limit(builder, session.press_for(OVERFLOW_MENU, "more"))
    add_news(session, builder, is_before_choice=tutorial_page.has_chosen_nothing_yet(session))
    add_company_names(session, builder)
    await session.response.show_turn(session.info.id, builder.build())
    await session.store_explanations()


async def _add_help(session: TurnSession, builder: PageBuilder) -> PageBuilder:
    """Add help to a turn page and return it: terms that are new to the member, the hint, rules and a tip."""
    builder.notes += await explanation_lines(session, builder)
    for add_part in EVERY_PAGE_PARTS:
        add_part(session, builder)
    await add_tip(session, builder)
    return builder


async def build_turn_page(session: TurnSession) -> PageBuilder:
    """Build the turn page for the draft: the page of its next field, or the page that asks to confirm it.

    If there is no draft, it is the first page, or the list of moves of a trial. A run that is the only legal
    move becomes the draft. If the player is to act, the revenue gains of tile lays are searched before.
    Raises UserError if the draft is a counter-offer to an offer that is no longer open.
    """
    trial = session.trial
    if trial is not None and session.draft is None and (trial.shows_list or session.is_turn_over):
        return await trials.trial_page(session)
    if session.is_to_act:
        await search_revenue_gains(session, session.decision_moves())
    if session.draft is None and (only_run := _run_if_only_move(session)):
        session.set_draft(Draft(only_run.kind))
    if session.draft is None:
        return await build_first_page(session)
    if session.draft.moves_before:
        return await offers.counter_offer_page(session, session.draft)
    next_field, draft = session.advance_to_next_field(), session.draft
    if next_field is None:
        return await chooser.confirmation_page(session, draft)
    if next_field.kind == "routes":
        if manual_run := runs_by_hand.manual_run_of(draft):
            return await runs_by_hand.manual_run_page(session, draft, manual_run)
        return await best_runs.run_page(session, draft)
    if tracks.asks_for_tile_and_rotation(session, draft, next_field):
        return await tracks.tile_lay_page(session, draft)
    if sectors.asks_for_sector(session, draft, next_field):
        return await sectors.sector_page(session, draft, next_field)
    builder = await chooser.field_page(session, draft, next_field)
    if not draft.args:
        whynot.add_illegal_move_reasons(session, builder, [draft.kind])
    return builder


def _run_if_only_move(session: TurnSession) -> Choice | None:
    """Return the run if it is the player's turn and only the run and skipping it are legal; else None."""
    moves = [move for move in session.decision_moves() if move.kind != SKIP] if session.is_to_act else []
    if len(moves) == 1 and [move_field.kind for move_field in moves[0].fields] == ["routes"]:
        return moves[0]
    return None


async def build_first_page(session: TurnSession) -> PageBuilder:
    """Build the first page of the turn: a header, the game's status and, if the player is to act, all moves.

    Open votes and offers that the player may answer follow, but not in a trial. After the end of the game,
    the page shows the ranking instead.
    """
    builder, info = session.new_page(), session.info
    builder.texts = [
        words.turn_page_heading(session.game, session.seat, is_over=info.status == "ended"),
        words.status_line(info, session.game, session.seat),
    ]
    if info.status == "ended":
        builder.texts += [end_reason(info.end_reason, info), final_ranking_text(info, session.game)]
        if is_tutorial(info):
            builder.texts += [lessons_learnt_text(session), tutorial_page.tutorial_closing_text()]
        return builder
    if info.status == "paused":
        builder.texts.append(t("**The game is paused**; its owner or a game master resumes it."))
    if not session.is_to_act:
        builder.texts.append(out_of_turn_text(session))
    else:
        await _add_legal_moves(session, builder)
    if session.trial is None:
        await add_open_votes(session, builder)
        offers.add_open_offers(session, builder)
        for add_part in PAGE_PARTS:
            await add_part(session, builder)
    builder.add_buttons(last_buttons(session))
    return builder


async def _add_legal_moves(session: TurnSession, builder: PageBuilder) -> None:
    """Add the position, all legal moves of the player and a picture to the first page of a turn.

    The buttons of the moves stand above the picture, which fills the screen of a phone. A line about the
    position that the page has already is not repeated. It must be the player's turn.
    """
    moves = session.decision_moves()
    numbered_hexes = select_numbered_hexes(session, moves)
    builder.pictures = await _draw_first_page_picture(session, moves, numbered_hexes)
    has_step_picture = bool(builder.pictures) and not numbered_hexes.hexes
    lines = steps.step_lines(session, has_picture=has_step_picture)
    if session.company and not (has_step_picture and steps.has_company_facts_in_picture(session)):
        builder.texts.append(company_facts_line(session.view, session.company))
    builder.texts.append("\n".join(line for line in lines if line not in builder.texts))
    routine_moves = [move for move in moves if move.kind in ROUTINE_KINDS]
    legal_moves.add_pass_and_end_lines(session, builder, routine_moves)
    other_moves = [move for move in moves if move.kind not in ROUTINE_KINDS]
    other_moves += session.company_moves_at_any_time()
    controls.add_legal_moves(session, builder, other_moves, numbered_hexes)
    whynot.add_illegal_move_reasons(session, builder)
    builder.add_buttons(controls.begin_move_button(session, move) for move in routine_moves)
    builder.put_rows_above_pictures()


async def _draw_first_page_picture(
    session: TurnSession, moves: Sequence[Choice], numbered_hexes: NumberedHexes
) -> list[DrawnPicture]:
    """Draw the picture of a turn's first page: the map with numbered hexes, otherwise that of the step.

    Returns the picture in a list; [] if there is none, or if it cannot be drawn.
    """
    if numbered_hexes.hexes:
        return await chooser.draw_field_picture(session, HEX, numbered_hexes.hexes)
    if steps.contents_of_step(session) is not None:
        return await steps.draw_step_picture(session)
    fields = [move_field.name for move in moves for move_field in move.fields[:1]]
    return await chooser.draw_field_picture(session, "company" if "company" in fields else "", [])

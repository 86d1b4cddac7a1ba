"""The workspace: the private page in which a member plays his turn, edited in place.

What a button does is a step: it changes what is chosen at the member's desk, or hands a move in. The desk is
opened before it, and stored and shown after it, all here:

    @step("w_back")
    async def _back(desk: Desk, press: Press) -> None:
        desk.choose(desk.chosen.back())

What is chosen lies in the draft on the server; pages are made anew from it for every press, so any button
works after a restart and in a second window.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.cards.stake import other_lots
from bot.chat.buttons import verb
from bot.chat.figures import LAST, end_reason, facts_line, plain, ranking, small
from bot.chat.frame import Sheet
from bot.chat.press import Press
from bot.chat.respond import Answer, Stale
from bot.games.outcome import Outcome
from bot.settings.service import DANGER
from bot.turn import best_runs as best
from bot.turn import chooser, offers, openings, parts, tracks, whynot, words
from bot.turn import runs_by_hand as byhand
from bot.turn.ahead import look_ahead
from bot.turn.draft import Draft, choice_of
from bot.turn.glossary import explain
from bot.turn.last_row import turn_buttons
from bot.turn.session import Desk, desk_for
from bot.turn.votes import add_votes
from bot.words import known, msg, t
from bot.work.pictures import Drawn
from bot.work.registry import Registry
from engine import Choice
from engine.face.moves import HEX, SKIP

ASIDE = msg("You are not on turn now. What you can do at any time is under More.")
OTHER = msg("Something else was chosen meanwhile; this is what is chosen now.")

DECIDING = ("w_pick", "w_set", "w_amount", "w_lay")
"""Steps that may complete what is chosen."""

Step = Callable[[Desk, Press], Awaitable[Outcome | None]]
"""What a press does at the desk; the outcome of a move that was handed in."""

PagePart = Callable[[Desk, Sheet], Awaitable[None]]
PAGE_PARTS = Registry[PagePart]("on the first page of a turn")
"""What other features put on the page, behind the choices."""


def step(name: str, *, chosen: bool = True, current: bool = True) -> Callable[[Step], Step]:
    """Register what a press does. ``chosen``: its page must show what is chosen now.

    One that is not bound to the ``current`` revision does nothing when it comes again: its answer is shown.
    """

    def register(take: Step) -> Step:
        async def handler(answer: Answer, press: Press) -> None:
            given = None if current else await answer.bot.games.stored_answer(answer.id)
            desk = await desk_for(answer, press.game, given)
            if given is not None:
                await show_done(desk, given)
            elif at_page(desk, press, chosen=chosen):
                await show_taken(desk, press, await take(desk, press))
            else:
                await show(desk)

        verb(name, current=current)(handler)
        return take

    return register


async def take_step(answer: Answer, press: Press, take: Step) -> None:
    """A step that a window takes, once it is filled in."""
    desk = await desk_for(answer, press.game)
    if at_page(desk, press):
        await show_taken(desk, press, await take(desk, press))
    else:
        await show(desk)


def at_page(desk: Desk, press: Press, *, chosen: bool = True) -> bool:
    """Whether the page of a press shows what is chosen now; raises Stale where the game has moved on."""
    if not chosen or desk.is_at(press):
        return True
    if press.rev != desk.game.rev:
        raise Stale(press.game, desk.game.rev)
    desk.notice = t(OTHER)
    return False


async def show_taken(desk: Desk, press: Press, outcome: Outcome | None) -> None:
    """Show what came of a step: of a move that was handed in, or the page as it is now."""
    outcome = outcome or await _unasked(desk, press)
    if outcome is None:
        await show(desk)
    elif await desk.answer.accepts(outcome):
        await desk.go_on(outcome)
        await show_done(desk, outcome)


async def _unasked(desk: Desk, press: Press) -> Outcome | None:
    """Hand in what is complete with this press, for a member who wishes no question before it."""
    if press.verb not in DECIDING or desk.draft is None or desk.draft.before:
        return None
    wishes = await desk.answer.bot.people.member(desk.answer.user.id)
    if wishes.confirm != DANGER or desk.next_field() is not None:
        return None
    choice = choice_of(desk.game, desk.seat, desk.chosen.kind)
    if choice is None or choice.danger or chooser.gives_all(desk, desk.chosen):
        return None
    return await desk.hand_in(desk.chosen, press.rev)


async def desk_at(answer: Answer, press: Press) -> Desk:
    """The desk for a modal, which shows nothing itself; raises Stale when something else is chosen by now."""
    desk = await desk_for(answer, press.game)
    if not desk.is_at(press):
        raise Stale(press.game, desk.game.rev)
    return desk


async def show_outcome(answer: Answer, game: int, outcome: Outcome) -> None:
    """Show what came of a write."""
    if await answer.accepts(outcome):
        await show_turn(answer, game, outcome)


async def show_turn(answer: Answer, game: int, outcome: Outcome | None = None) -> None:
    """Put up the page of the user's turn; ``outcome`` is what he has just done."""
    await show_done(await desk_for(answer, game, outcome), outcome)


async def show_done(desk: Desk, outcome: Outcome | None) -> None:
    """Put up the page of a turn with what was just done."""
    desk.notice = plain(known(outcome.text)) if outcome is not None else ""
    await show(desk)


async def show(desk: Desk) -> None:
    """Store what is chosen, and put up its page, with what has just been done on top."""
    await desk.keep()
    sheet = await (desk.page or sheet_of)(desk)
    await desk.keep()
    await explain(desk, sheet)
    if desk.told:
        done = "\n".join(f"✔ {plain(line)}" for line in desk.told[: words.LINES])
        sheet.texts.insert(0, done)
    if desk.notice:
        sheet.texts.insert(0, desk.notice)
    await desk.answer.show_turn(desk.info.id, sheet.page())


async def sheet_of(desk: Desk) -> Sheet:
    """The page for the draft: a field to choose, what the choice would do, or all choices."""
    if desk.on_turn:
        await look_ahead(desk, desk.choices())
    if desk.draft is None and (alone := _alone(desk)) is not None:
        desk.choose(Draft(alone.kind))
    if desk.draft is None:
        return await first_sheet(desk)
    if desk.draft.before:
        return await offers.counter_sheet(desk, desk.draft)
    wanted, draft = desk.next_field(), desk.draft
    if wanted is None:
        return await chooser.confirm_sheet(desk, draft)
    if wanted.kind == "routes":
        hand = byhand.hand_of(draft)
        return await (byhand.hand_sheet(desk, draft, hand) if hand else best.run_sheet(desk, draft))
    if tracks.is_lay(desk, draft, wanted):
        return await tracks.which_sheet(desk, draft)
    if parts.is_asked(desk, draft, wanted):
        return await parts.part_sheet(desk, draft, wanted)
    sheet = await chooser.field_sheet(desk, draft, wanted)
    if not draft.args:
        whynot.add(desk, sheet, [draft.kind])
    return sheet


def _alone(desk: Desk) -> Choice | None:
    """The choice whose own page comes at once: a run, when nothing but declining it stands beside it."""
    choices = [c for c in desk.choices() if c.kind != SKIP] if desk.on_turn else []
    if len(choices) == 1 and [f.kind for f in choices[0].fields] == ["routes"]:
        return choices[0]
    return None


async def first_sheet(desk: Desk) -> Sheet:
    """All choices of the seat now."""
    sheet = desk.sheet()
    sheet.texts = [words.header(desk.game, desk.seat), words.standing(desk.info, desk.game, desk.seat)]
    if desk.company and desk.on_turn:
        sheet.texts.append(facts_line(desk.view, desk.company))
    if desk.info.status == "ended":
        sheet.texts += [end_reason(desk.info.end_reason, desk.info), ranking(desk.info, desk.game)]
        return sheet
    if desk.info.status == "paused":
        sheet.texts.append(t("**The game is paused**; its owner or a game master resumes it."))
    if not desk.on_turn:
        sheet.texts.append(t(ASIDE) if desk.aside() else t("You are not on turn now."))
    else:
        choices = desk.choices()
        sheet.texts += [small(line) for line in other_lots(desk.view)]
        sheet.texts += [openings.ending(desk, c) for c in choices if c.kind in LAST]
        shown = openings.badges(desk, choices)
        sheet.pictures = await _picture(desk, choices, shown)
        openings.offer(desk, sheet, [c for c in choices if c.kind not in LAST] + desk.powers(), shown)
        whynot.add(desk, sheet)
        sheet.buttons(openings.begin(desk, c) for c in choices if c.kind in LAST)
    await add_votes(desk, sheet)
    offers.add_open(desk, sheet)
    for add in PAGE_PARTS:
        await add(desk, sheet)
    sheet.buttons(turn_buttons(desk))
    return sheet


async def _picture(desk: Desk, choices: Sequence[Choice], shown: openings.Badges) -> list[Drawn]:
    if shown.hexes:
        return await chooser.pictures(desk, HEX, shown.hexes)
    fields = [f.name for c in choices for f in c.fields[:1]]
    return await chooser.pictures(desk, "company" if "company" in fields else "", [])

"""The workspace: the private page in which a member plays his turn, edited in place.

`show_turn` puts up the page at which the player was. What is chosen lies in the draft on the server; pages
are made anew from it for every press, so any button works after a restart and in a second window.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import Drawn
from bot.respond import Answer
from bot.service import Outcome
from bot.ui import words
from bot.ui.figures import LAST, facts_line, plain, ranking
from bot.ui.frame import Sheet
from bot.ui.offers import pages as offers
from bot.ui.pages import chooser, openings, tracks
from bot.ui.pages.ahead import look_ahead, options_for
from bot.ui.pages.desk import Desk, desk_for
from bot.ui.pages.draft import Draft
from bot.ui.pages.turnrow import turn_buttons
from bot.ui.runs import best as runs
from bot.ui.runs import byhand as handrun
from engine import Choice, Range
from engine.face.moves import HEX, SKIP

ASIDE = " What you can do at any time is under More."


async def show_turn(answer: Answer, game_id: int, outcome: Outcome | None = None) -> None:
    """Put up the page of the user's turn; ``outcome`` is what he has just done."""
    desk = await desk_for(answer, game_id, outcome)
    await show(desk)


async def show(desk: Desk) -> None:
    """Put up the page for the draft of this desk."""
    await show_sheet(desk, await sheet_of(desk))


async def show_sheet(desk: Desk, sheet: Sheet) -> None:
    """Put up a page, with what has just been done on top."""
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
        await desk.keep(Draft(alone.kind))
    if desk.draft is None:
        return await first_sheet(desk)
    if desk.draft.before:
        return await offers.counter_sheet(desk, desk.draft)
    wanted = desk.next_field()
    draft = desk.draft
    if wanted is None:
        return await chooser.confirm_sheet(desk, draft)
    if wanted.kind == "routes":
        hand = handrun.hand_of(draft)
        return await (handrun.hand_sheet(desk, draft, hand) if hand else runs.run_sheet(desk, draft))
    if tracks.is_lay(desk, draft, wanted):
        return await tracks.which_sheet(desk, draft)
    return await chooser.field_sheet(desk, draft, wanted)


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
        sheet.texts += [plain(desk.info.end_reason), ranking(desk.info, desk.game)]
        return sheet
    if desk.info.status == "paused":
        sheet.texts.append("**The game is paused**; its owner or a game master resumes it.")
    if not desk.on_turn:
        sheet.texts.append("You are not on turn now." + (ASIDE if desk.aside() else ""))
    else:
        choices = desk.choices()
        sheet.texts += [f"-# {plain(c.label)}: {plain(c.note)}" for c in choices if c.kind in LAST and c.note]
        sheet.pictures = await _picture(desk, choices)
        openings.offer(desk, sheet, [c for c in choices if c.kind not in LAST] + desk.powers())
        sheet.buttons(openings.begin(desk, c) for c in choices if c.kind in LAST)
    offers.add_open(desk, sheet)
    sheet.buttons(turn_buttons(desk))
    return sheet


async def _picture(desk: Desk, choices: Sequence[Choice]) -> list[Drawn]:
    fields = [f.name for c in choices for f in c.fields[:1]]
    places = [c for c in choices if c.fields and c.fields[0].name == HEX and c.kind not in LAST]
    if places:
        options = options_for(desk, Draft(places[0].kind), HEX)
        values = [] if isinstance(options, Range) else [o.value for o in options]
        return await chooser.pictures(desk, HEX, values)
    return await chooser.pictures(desk, "company" if "company" in fields else "", [])

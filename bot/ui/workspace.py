"""The workspace: the private page in which a member plays his turn, edited in place.

`show_turn` puts up the page at which the player was. What is chosen lies in the draft on the server; pages
are made anew from it for every press, so any button works after a restart and in a second window.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import Drawn
from bot.respond import Answer
from bot.service import Outcome
from bot.ui import chooser, offers, runs, tracks, words
from bot.ui.desk import Desk, desk_for
from bot.ui.draft import Draft, options_of
from bot.ui.dynamic import GameItem, button, select
from bot.ui.figures import plain, ranking
from bot.ui.frame import DANGER, PLAIN, PRIMARY, SHOWN, Sheet
from bot.ui.turnrow import turn_buttons
from engine import Choice, Option, Range
from engine.steps.track import HEX
from engine.steps.turns import Skip

MENUS = 4
"""Selects on the first page; further choices are buttons."""

ASIDE = " What you can do at any time is under More."
FEW = 3
"""Values that are buttons at once where a choice asks for nothing else."""

LAST = ("pass", "done", Skip.kind)
"""Kinds that end something: they come last, in a row of their own."""


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
    await desk.answer.show(sheet.page())


async def sheet_of(desk: Desk) -> Sheet:
    """The page for the draft: a field to choose, what the choice would do, or all choices."""
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
        return await runs.run_sheet(desk, draft)
    if tracks.is_lay(desk, draft, wanted):
        return await tracks.which_sheet(desk, draft)
    return await chooser.field_sheet(desk, draft, wanted)


def _alone(desk: Desk) -> Choice | None:
    """The choice whose own page comes at once: a run, when nothing but declining it stands beside it."""
    choices = [c for c in desk.choices() if c.kind != Skip.kind] if desk.on_turn else []
    if len(choices) == 1 and [f.kind for f in choices[0].fields] == ["routes"]:
        return choices[0]
    return None


async def first_sheet(desk: Desk) -> Sheet:
    """All choices of the seat now."""
    sheet = desk.sheet()
    sheet.texts = [words.header(desk.game, desk.seat), words.standing(desk.info, desk.game, desk.seat)]
    if desk.info.status == "ended":
        sheet.texts += [plain(desk.info.end_reason), ranking(desk.info, desk.game)]
        return sheet
    if desk.info.status == "paused":
        sheet.texts.append("**The game is paused**; its owner or a game master resumes it.")
    if not desk.on_turn:
        sheet.texts.append("You are not on turn now." + (ASIDE if desk.aside() else ""))
    else:
        choices = desk.choices()
        sheet.texts += [f"-# {c.label}: {plain(c.note)}" for c in [*choices, *desk.powers()] if c.note]
        sheet.pictures = await _picture(desk, choices)
        _offer(desk, sheet, [c for c in choices if c.kind not in LAST])
        _offer(desk, sheet, desk.powers())
        sheet.buttons(_button(desk, c) for c in choices if c.kind in LAST)
    sheet.buttons(turn_buttons(desk))
    return sheet


async def _picture(desk: Desk, choices: Sequence[Choice]) -> list[Drawn]:
    fields = [f.name for c in choices for f in c.fields[:1]]
    places = [c for c in choices if c.fields and c.fields[0].name == HEX.name and c.kind not in LAST]
    if places:
        options = options_of(desk.game, desk.seat, Draft(places[0].kind), HEX.name)
        values = [] if isinstance(options, Range) else [o.value for o in options]
        return await chooser.pictures(desk, HEX.name, values)
    return await chooser.pictures(desk, "company" if "company" in fields else "", [])


# --- the choices as buttons and menus --------------------------------------------------------------


def _offer(desk: Desk, sheet: Sheet, choices: Sequence[Choice]) -> None:
    plain: list[GameItem] = []
    menus = 0
    for choice in choices:
        options = _first_options(desk, choice)
        if options and len(options) <= FEW and len(choice.fields) == 1:
            few = [button(desk.press("w_pick", choice.kind, i), o.label) for i, o in enumerate(options)]
            sheet.buttons(few)
        elif options and len(options) <= SHOWN and menus < MENUS:
            menus += 1
            sheet.rows.append([_menu(desk, choice, options)])
        else:
            plain.append(_button(desk, choice))
    sheet.buttons(plain)


def _first_options(desk: Desk, choice: Choice) -> list[Option]:
    """The options of the first field where these are worth a menu: two or more."""
    if not choice.fields or choice.fields[0].kind != "option":
        return []
    options = options_of(desk.game, desk.seat, Draft(choice.kind), choice.fields[0].name)
    return [] if isinstance(options, Range) or len(options) < 2 else list(options)


def _menu(desk: Desk, choice: Choice, options: Sequence[Option]) -> GameItem:
    wanted = choice.fields[0]
    entries = [chooser.menu_option(i, o, numbered=wanted.name == HEX.name) for i, o in enumerate(options, 1)]
    return select(desk.press("w_pick", choice.kind), entries, placeholder=f"{choice.label}: {wanted.label}")


def _button(desk: Desk, choice: Choice) -> GameItem:
    style = DANGER if choice.danger else PLAIN if choice.kind in LAST else PRIMARY
    only = _only(desk, choice)
    label = f"{choice.label}{only}" + ("…" if choice.fields and not only else "")
    return button(desk.press("w_pick", choice.kind), label, style=style)


def _only(desk: Desk, choice: Choice) -> str:
    """The one thing that can be chosen, where there is just one."""
    if not choice.fields or choice.fields[0].kind != "option":
        return ""
    options = options_of(desk.game, desk.seat, Draft(choice.kind), choice.fields[0].name)
    return f": {options[0].label}" if not isinstance(options, Range) and len(options) == 1 else ""

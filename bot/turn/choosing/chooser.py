"""The generic pages for filling in a move: they ask for its fields one by one, then for confirmation.

A field with options is a menu (with pages and a search beyond 25 options); a field with an amount is a few
buttons and a modal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.cards.maps import is_too_much_for_one_page
from bot.chat.frame import DANGER, PRIMARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button
from bot.turn.choosing import steps
from bot.turn.choosing.ahead import options_with_revenue_gains
from bot.turn.choosing.forgone import forgone_revenue_text
from bot.turn.choosing.lists import add_option_list, listed_options, sector_letter_of
from bot.turn.session import button_names, words
from bot.turn.session.draft import Draft, chosen_value_text, legal_move_of_kind, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import SOURCE_LANGUAGE, language, t, translated
from bot.work.pictures import DrawnPicture
from engine import Action, Choice, Field, Range
from engine.api.moves import DONE, HEX

STOP_FIELD = "stop"
"""The name of the field for one of the cities of a hex."""
MAX_AMOUNT_BUTTONS = 5
"""The maximum number of amounts with a button."""


async def field_page(session: TurnSession, draft: Draft, field: Field) -> PageBuilder:
    """Build the turn page that asks for the next field of a draft, such as the hex or the price.

    The page has a menu or buttons for the legal values, the values chosen so far, and a picture. ``field`` is
    the field to ask for. Raises KeyError if the draft names a sector (large maps are divided into lettered
    sectors) that the map does not have.
    """
    options = options_with_revenue_gains(session, draft, field.name)
    builder = session.new_page()
    builder.texts = [
        words.turn_page_heading(session.game, session.seat),
        draft_line(session, draft),
        f"**{translated(field.label)}**",
    ]
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    notes = [legal_move.note if legal_move else "", *option_notes(session, draft)]
    builder.texts += [subtext(escape(note)) for note in notes if note]
    builder.texts.append("\n".join(steps.step_lines(session, legal_move)))
    if isinstance(options, Range):
        builder.texts.append(range_text(session, options))
        builder.add_buttons(amount_buttons(session, draft, options))
    else:
        numbered_options = listed_options(session, draft, field, options)
        values = [option.value for _, option in numbered_options]
        builder.pictures = await draw_field_picture(
            session, field.name, values, sector_letter_of(draft), legal_move
        )
        if field.name == STOP_FIELD and HEX in draft.args:
            builder.pictures = await session.draw("crop", hexes=[draft.args[HEX]])
        add_option_list(session, builder, draft, field, numbered_options)
    builder.add_buttons([back_button(session), all_choices_button(session)])
    if field.name not in (HEX, STOP_FIELD):  # these are chosen by their numbers in the picture
        builder.put_rows_above_pictures()
    return builder


def draft_line(session: TurnSession, draft: Draft) -> str:
    """Return the turn page's line on a draft: the move's label and the values that are chosen so far.

    Routes are left out, and so is a value that a later value repeats. An amount is left out if it was the
    only legal one and the value before it contains that amount. If the move is not legal, the line is only
    the code of its kind. The line is escaped for Markdown.
    """
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    if legal_move is None:
        return draft.kind
    values: list[str] = []
    for field in legal_move.fields:
        if field.name not in draft.args or field.kind == "routes":
            continue
        value = chosen_value_text(session.game, session.seat, draft, field)
        if not (
            field.kind == "amount"
            and values
            and contains_amount(value, values[-1])
            and _is_forced_amount(session, draft, field)
        ):
            values.append(value)
    label = translated(legal_move.label)
    return escape(label_with_value(label, ", ".join(drop_implied_values(label, values))))


def _is_forced_amount(session: TurnSession, draft: Draft, field: Field) -> bool:
    """Return True if only one amount was legal for a field of the draft, so the player did not choose it."""
    other_values = {name: value for name, value in draft.args.items() if name != field.name}
    amounts = legal_values_of_field(session.game, session.seat, Draft(draft.kind, other_values), field.name)
    return isinstance(amounts, Range) and amounts.low == amounts.high


def contains_amount(amount_text: str, text: str) -> bool:
    """Return True if a text contains an amount of money as a whole number; "£100" does not contain "£10".

    ``amount_text`` is the amount as text, with its currency.
    """
    return re.search(rf"(?<!\w){re.escape(amount_text)}(?![\w,]*\d)", text) is not None


def drop_implied_values(move_label: str, values: Sequence[str]) -> Sequence[str]:
    """Return the values of a move without those that a later value repeats.

    A value that contains the verb of the move is a whole sentence, which repeats the values before it. If no
    value contains the verb, all values are returned. ``values`` are labels, ``move_label`` is the label of
    the move.
    """
    indexes = [index for index, value in enumerate(values) if value and repeats_verb(move_label, value)]
    return values[indexes[-1] :] if indexes else values


def last_option_label(session: TurnSession, draft: Draft) -> str:
    """Return the label of the last option that was chosen or filled in for a draft; "" if there is none.

    Amounts and routes are not options.
    """
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    fields = (
        [field for field in legal_move.fields if field.name in draft.args and field.kind == "option"]
        if legal_move
        else []
    )
    return chosen_value_text(session.game, session.seat, draft, fields[-1]) if fields else ""


def label_with_value(move_label: str, value: str) -> str:
    """Return the text of a button: the label of a move, a colon and the label of the chosen value.

    If the value contains the move's verb, the text is the value alone; if ``value`` is "", it is the move's
    label alone.
    """
    if not value:
        return move_label
    return value if repeats_verb(move_label, value) else f"{move_label}: {value}"


def repeats_verb(move_label: str, value: str) -> bool:
    """Return True if the label of a value repeats the verb of its move, the first word of ``move_label``.

    In languages other than English, the verb may also be the last word of both labels; for this test, the
    value's label is cut before its first ": " or " · ".
    """
    is_first_word = value.partition(" ")[0] == move_label.partition(" ")[0]
    phrase = re.split(" · |: ", value, maxsplit=1)[0]
    is_last_word = phrase.rpartition(" ")[2].casefold() == move_label.rpartition(" ")[2].casefold()
    return is_first_word or (is_last_word and language() != SOURCE_LANGUAGE)


def option_notes(session: TurnSession, draft: Draft, *, is_for_menu: bool = False) -> list[str]:
    """Return those notes of the options chosen in a draft that are sentences: they end with a full stop.

    With ``is_for_menu``, return instead the notes that are not sentences, which only menus show. [] if there
    are none.
    """
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    earlier_values: dict[str, object] = {}
    notes = []
    for field in legal_move.fields if legal_move else ():
        if field.name not in draft.args:
            break
        value = draft.args[field.name]
        if field.kind == "option":
            options = legal_values_of_field(
                session.game, session.seat, Draft(draft.kind, earlier_values), field.name
            )
            legal_options = () if isinstance(options, Range) else options
            notes += [
                option.note
                for option in legal_options
                if option.value == value and option.note and option.note.endswith(".") is not is_for_menu
            ]
        earlier_values[field.name] = value
    return notes


def range_text(session: TurnSession, amounts: Range) -> str:
    """Return a turn page's sentence on the legal amounts of money: minimum, maximum, and step.

    The step is left out if it is 1.
    """
    low, high = (session.view.money(amount) for amount in (amounts.low, amounts.high))
    if amounts.step == 1:
        return t("From {low} to {high}.", low=low, high=high)
    step = session.view.money(amounts.step)
    return t("From {low} to {high} in steps of {step}.", low=low, high=high, step=step)


def amount_buttons(session: TurnSession, draft: Draft, amounts: Range) -> list[BotItem]:
    """Return buttons for the minimum and the suggested amounts of a field, and one to type another amount.

    ``amounts`` are the legal amounts of the draft's next field.
    """
    items = [
        button(
            session.press_for(button_names.SET_AMOUNT, draft.checksum, amount),
            session.view.money(amount),
            style=PRIMARY,
        )
        for amount in amounts_for_buttons(amounts)
    ]
    return [*items, button(session.press_for(button_names.TYPE_AMOUNT, draft.checksum), t("Another amount…"))]


def amounts_for_buttons(amounts: Range) -> list[int]:
    """Return the amounts for buttons of a turn page, ascending: the minimum and the suggested ones.

    At most five amounts are returned. The maximum is among them only if at most five amounts are legal.
    """
    ends = [amounts.low] if has_many_amounts(amounts) else [amounts.low, amounts.high]
    offered_amounts = sorted(
        {
            amount
            for amount in (*ends, *amounts.suggested)
            if amount in amounts and not is_maximum_of_many(amounts, amount)
        }
    )
    return offered_amounts[:MAX_AMOUNT_BUTTONS]


def has_many_amounts(amounts: Range) -> bool:
    """Return True if a field has more than five legal amounts, too many for buttons on a turn page."""
    return (amounts.high - amounts.low) // amounts.step >= MAX_AMOUNT_BUTTONS


def is_maximum_of_many(amounts: Range, amount: object) -> bool:
    """Return True if an amount of money is the maximum of more than five legal ones.

    This is usually all of the player's cash, which players rarely mean to spend.
    """
    return has_many_amounts(amounts) and amount == amounts.high


def uses_maximum_amount(session: TurnSession, draft: Draft) -> bool:
    """Return True if a field of the draft has the maximum of more than five legal amounts.

    The page that asks to confirm the move then warns of this.
    """
    legal_move, earlier_draft = legal_move_of_kind(session.game, session.seat, draft.kind), Draft(draft.kind)
    for field in legal_move.fields if legal_move else ():
        if field.name not in draft.args:
            break
        options = (
            legal_values_of_field(session.game, session.seat, earlier_draft, field.name)
            if field.kind == "amount"
            else ()
        )
        if isinstance(options, Range) and is_maximum_of_many(options, draft.args[field.name]):
            return True
        earlier_draft = earlier_draft.with_value(field.name, draft.args[field.name])
    return False


# --- lists -----------------------------------------------------------------------------------------


async def draw_field_picture(
    session: TurnSession,
    field_name: str,
    values: Sequence[str],
    sector_letter: str = "",
    legal_move: Choice | None = None,
) -> list[DrawnPicture]:
    """Draw the picture for the turn page that asks for the field ``field_name``; return it in a list.

    For a hex, the picture is the map sector ``sector_letter`` with the legal ``values`` numbered. If
    ``sector_letter`` is "", it is a map of the surroundings with the values numbered, or, if they are too far
    apart, an overview of all sectors without numbers. For other fields, it is the picture of the step at
    which ``legal_move`` is made; if nothing is registered for this step and a player chooses a company or a
    source of shares, it is the stock market. [] if there is no picture or it cannot be drawn.
    """
    if field_name == HEX and sector_letter:
        return await session.draw("crop", sector=sector_letter, badges=list(values))
    if field_name == HEX and is_too_much_for_one_page(session.view, values):
        return await session.draw("regions", hexes=list(values))
    if field_name == HEX and values:
        return await session.draw("crop", **_numbered_map_params(session, values))
    if legal_move is not None and steps.contents_of_step(session, legal_move) is not None:
        return await steps.draw_step_picture(session, legal_move)
    if field_name in ("company", "source") and session.company is None:
        return await session.draw("market")
    return []


def _numbered_map_params(session: TurnSession, hexes: Sequence[str]) -> dict[str, object]:
    """Return the parameters of the picture "crop", a section of the map on which these hexes are numbered.

    The map shows the surroundings of the acting company's station tokens if it has any, else those of the
    hexes. The keys are "badges" (the hexes to number), and "company" or "hexes".
    """
    company = session.company
    if company and session.view.stations(company):
        return {"company": company, "badges": list(hexes)}
    return {"hexes": list(hexes), "badges": list(hexes)}


# --- the end of a move -----------------------------------------------------------------------------


async def confirmation_page(session: TurnSession, draft: Draft) -> PageBuilder:
    """Build the turn page that says what a complete move would do, with [Confirm]; or why it is illegal.

    The page warns if the move spends money that is needed for a train, skips a run that would earn revenue,
    or uses the maximum of many amounts. If the move ends the turn, the page also sums up the turn and says
    who acts next.
    """
    action = Action(draft.kind, session.seat, draft.args)
    preview, builder = session.preview(draft), session.new_page()
    builder.texts = [words.turn_page_heading(session.game, session.seat), f"**{draft_line(session, draft)}**"]
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    if preview is None:
        refusal = session.game.check(action)
        builder.texts.append(translated(refusal.text) if refusal else t("This is not possible now."))
        builder.add_buttons([back_button(session), all_choices_button(session)])
        return builder
    builder.texts.append("\n".join(words.preview_lines(session.game, preview)))
    warnings = words.train_warning(session.game, preview), await forgone_revenue_text(session, draft)
    builder.texts += filter(None, warnings)
    if end_text := words.turn_end_text(session.game, preview):
        consequences = words.consequences_text(session.game, preview)
        builder.texts += [words.turn_so_far_text(session.game), end_text, consequences]
    # The note says what may still follow in the turn or round; nothing follows when that ends.
    is_turn_over = bool(end_text) and (draft.kind == DONE or words.ends_round(preview))
    notes = [legal_move.note if legal_move and not is_turn_over else "", *option_notes(session, draft)]
    builder.texts += [subtext(escape(note)) for note in notes if note]
    is_highest = uses_maximum_amount(session, draft)
    builder.texts += [t("**This is the highest amount that is possible.**")] if is_highest else []
    style = DANGER if is_highest or (legal_move is not None and legal_move.danger) else SUCCESS
    confirm_button = button(
        session.press_for(button_names.CONFIRM_MOVE, draft.checksum), t("Confirm"), style=style
    )
    builder.add_buttons([confirm_button, back_button(session)])
    return builder


def back_button(session: TurnSession) -> BotItem:
    """Return the button [Back], which removes from the draft what the player chose last."""
    draft_checksum = session.draft.checksum if session.draft else ""
    return button(session.press_for(button_names.REMOVE_LAST_VALUE, draft_checksum), t("Back"))


def all_choices_button(session: TurnSession) -> BotItem:
    """Return the button [All choices], which discards the draft and shows the first page of the turn."""
    return button(session.press_for(button_names.SHOW_FIRST_PAGE), t("All choices"))

"""The legal moves on the first page of a turn, with what each would change.

A move that one press completes is shown with its effect on money and shares; any other move begins a draft,
whose next field has a page of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.cards.maps import is_too_much_for_one_page
from bot.chat.frame import MAX_OPTIONS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.turn.choosing import chooser, lists
from bot.turn.choosing.ahead import options_with_revenue_gains, revenue_gain_at
from bot.turn.choosing.numbered_hexes import hexes_near_tokens
from bot.turn.choosing.prices import (
    derivable_amounts,
    money_and_price_changes,
    options_with_effect_notes,
    unmentioned_effect,
)
from bot.turn.session import words
from bot.turn.session.draft import LAY_FIELDS, Draft, fill_forced_values, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Field, Option, Range
from engine.api.leads import hexes_from_tokens
from engine.api.moves import HEX, Subject

MAX_VALUE_BUTTONS = 3
"""The maximum number of values of a field that each have a button."""

MAX_PLACEHOLDER = 28
"""The maximum number of characters of a placeholder, as a phone shows."""

MAX_EFFECT_LENGTH = 160
"""The maximum number of characters of an effect on the page; longer effects are shortened."""


@dataclass(frozen=True, slots=True)
class OfferedMove:
    """A legal kind of move as the first page of a turn offers it, with what must be asked for next.

    ``draft`` has the fields for which only one value is legal. ``next_field`` is None if these complete the
    move. ``options`` are the legal values of the next field, or ``amount_range`` if the field is an amount.
    """

    legal_move: Choice
    draft: Draft
    next_field: Field | None = None
    options: Sequence[Option] = field(default=())
    amount_range: Range | None = None

    @property
    def needs_one_more_value(self) -> bool:
        """Return True if one more value completes the move: its next field is its last one."""
        return self.next_field is not None and self.next_field.name == self.legal_move.fields[-1].name

    @property
    def has_value_buttons(self) -> bool:
        """Return True if only one value is missing, and each of at most three legal values has a button."""
        return self.needs_one_more_value and 0 < len(self.options) <= MAX_VALUE_BUTTONS

    @property
    def has_next_value_buttons(self) -> bool:
        """Return True if more than one value is missing, and the next has only 2 or 3 legal values.

        Each of these values then has a button.
        """
        return (
            not self.needs_one_more_value
            and self.next_field is not None
            and 1 < len(self.options) <= MAX_VALUE_BUTTONS
        )

    def ways_to_complete(self, session: TurnSession) -> Iterator[tuple[str, str, Action]]:
        """Yield each way to complete the move with one press: the button's label, its note, and the action.

        Nothing is yielded if the next value does not complete the move or is an amount, or if there are too
        many values for buttons.
        """
        kind, args = self.legal_move.kind, self.draft.args
        if self.next_field is None:
            only_value = chooser.last_option_label(session, self.draft)
            note = " ".join(chooser.option_notes(session, self.draft, is_for_menu=True))
            yield (
                chooser.label_with_value(translated(self.legal_move.label), only_value),
                note,
                Action(kind, session.seat, args),
            )
        elif self.has_value_buttons:
            for option in self.options:
                yield (
                    option.label,
                    option.note,
                    Action(kind, session.seat, {**args, self.next_field.name: option.value}),
                )


def offered_move_of(session: TurnSession, legal_move: Choice) -> OfferedMove:
    """Return a kind of move as the first page of a turn offers it: with its next field and the legal values.

    The notes of the values say what they would change, unless each value has a button. No values are listed
    for a tile, routes, or a field of several values; an amount has a range.
    """
    draft, next_field = fill_forced_values(session.game, session.seat, Draft(legal_move.kind))
    if next_field is None or next_field.name in LAY_FIELDS or next_field.kind not in ("option", "amount"):
        return OfferedMove(legal_move, draft, next_field)
    options = legal_values_of_field(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        return OfferedMove(legal_move, draft, next_field, amount_range=options)
    result = OfferedMove(legal_move, draft, next_field, options)
    if result.has_value_buttons:  # its buttons count the options as the engine lists them
        return result
    options_with_effects = options_with_effect_notes(
        session.game,
        session.seat,
        draft,
        next_field.name,
        options_with_revenue_gains(session, draft, next_field.name),
    )
    if isinstance(options_with_effects, Range):
        return result
    if next_field.name == HEX:
        options_with_effects = _sort_hexes_by_gain_and_distance(
            session, legal_move.kind, options_with_effects
        )
    return replace(result, options=options_with_effects)


def _sort_hexes_by_gain_and_distance(
    session: TurnSession, kind: str, options: Sequence[Option]
) -> list[Option]:
    """Return the hexes of a move, sorted: the greatest revenue gain first, then the nearest to own tokens.

    The tokens are those of the acting company. The hexes keep their order if all of them fit in one picture,
    or if no company acts. ``kind`` is the kind of move.
    """
    company, hexes = session.company, [option.value for option in options]
    if company is None or not is_too_much_for_one_page(session.view, hexes):
        return list(options)
    shown_hexes = set(hexes_near_tokens(session, hexes))

    def sort_key(option: Option) -> tuple[int, int]:
        """Return the sort key of a hex: minus its revenue gain, then its distance to the nearest token.

        The distance is counted in hexes; it is 0 for hexes that the map shows.
        """
        coord = option.value
        distance = 0 if coord in shown_hexes else hexes_from_tokens(session.view, company, coord)
        return -revenue_gain_at(session, kind, coord), distance

    return sorted(options, key=sort_key)


def offered_move_lines(session: TurnSession, offered_move: OfferedMove) -> list[str]:
    """Return the lines of a turn's first page on a legal move: notes, amounts, and the move's effect.

    If the next field's values have buttons, or the placeholder of its menu has no room for the question, a
    headline (move label and next field) comes first, unless the buttons already name the move and there is
    nothing else to say. Notes on a complete move come below its effect. [] if there is nothing to say. The
    lines are escaped for Markdown.
    """
    legal_move, lines = offered_move.legal_move, list[str]()
    effects = _effect_lines(session, offered_move, legal_move.note)
    notes = " ".join(
        map(escape, [legal_move.note, *chooser.option_notes(session, offered_move.draft)])
    ).strip()
    has_buttons = offered_move.has_value_buttons or offered_move.has_next_value_buttons
    if offered_move.next_field is not None and (has_buttons or _needs_line_above_menu(session, offered_move)):
        only_value = (
            ""
            if len(legal_move.fields) == 1
            else _forced_first_value_label(session, legal_move).partition(":")[0]
        )
        needs_headline = has_buttons and not _do_value_buttons_repeat_verb(offered_move)
        if notes or effects or only_value or needs_headline:
            headline = chooser.label_with_value(translated(legal_move.label), only_value)
            lines.append(f"**{escape(headline)}** · {translated(offered_move.next_field.label)}")
        lines += [subtext(notes)] if notes else []
    elif notes and effects[:1] == [f"**{escape(translated(legal_move.label))}**"]:
        return [*effects, subtext(notes)]
    elif notes:
        lines.append(subtext(f"{escape(_label_with_company(session, offered_move, notes))}: {notes}"))
    if offered_move.amount_range is not None and len(legal_move.fields) == 1:
        lines.append(subtext(chooser.range_text(session, offered_move.amount_range)))
    if offered_move.has_next_value_buttons:
        lines += [
            subtext(escape(lists.label_with_note(option.label, option.note)))
            for option in offered_move.options
            if option.note
        ]
    return [*lines, *effects]


def _do_value_buttons_repeat_verb(offered_move: OfferedMove) -> bool:
    """Return True if each legal value of a move has a button whose label contains the verb of the move."""
    move_label = translated(offered_move.legal_move.label)
    return offered_move.has_value_buttons and all(
        chooser.repeats_verb(move_label, option.label) for option in offered_move.options
    )


def fits_one_menu(session: TurnSession, offered_move: OfferedMove) -> bool:
    """Return True if the legal values of a move's next field fit one menu of the turn page: 2 to 25.

    False for hexes that are far apart, since the player first chooses a sector of the map.
    """
    if offered_move.next_field is None or not 1 < len(offered_move.options) <= MAX_OPTIONS:
        return False
    return offered_move.next_field.name != HEX or not is_too_much_for_one_page(
        session.view, [option.value for option in offered_move.options]
    )


def _needs_line_above_menu(session: TurnSession, offered_move: OfferedMove) -> bool:
    """Return True if a line above the move's menu must say what the menu asks for.

    This is so if the menu's placeholder has no room for the question, or if the move's first field has only
    one legal value. False if the move has no menu.
    """
    if (
        offered_move.has_value_buttons
        or not fits_one_menu(session, offered_move)
        or offered_move.next_field is None
    ):
        return False
    return not menu_placeholder(session, offered_move).endswith(
        translated(offered_move.next_field.label)
    ) or bool(_forced_first_value_label(session, offered_move.legal_move))


def _effect_lines(session: TurnSession, offered_move: OfferedMove, move_note: str) -> list[str]:
    """Return lines of a turn's first page on what each press that completes the move would change.

    There are two lines for each effect: the labels of the buttons that have it, and the effect. A note is
    what the engine says beside a move or an option, such as a price. ``move_note``, what a button says, and
    the end of a long effect are left out. Returns [] if no single press completes the move.
    """
    labels_by_text = dict[str, list[str]]()
    for label, full_note, action in offered_move.ways_to_complete(session):
        note = "" if full_note == move_note else full_note
        if _label_tells_whole_effect(session, label, action):
            continue
        if note in _company_names(session, action):  # its button has the company's id
            note = ""
        effect = words.effect_line(session.game, action)
        escaped_note = escape(note.removesuffix(".") if effect else note)
        parts = [effect] if t("Cash") in effect or not note else [escaped_note, effect]
        text = " · ".join(filter(None, parts))
        text = (
            text
            if len(text) <= MAX_EFFECT_LENGTH
            else _unmentioned_effect_and_note(session, label, note, action)
        )
        if text:
            labels_by_text.setdefault(text, []).append(f"**{escape(label)}**")
    return [line for text, labels in labels_by_text.items() for line in (" / ".join(labels), f"-# {text}")]


def _company_names(session: TurnSession, action: Action) -> list[str]:
    """Return the full names of the companies that are values of a move; [] if there are none."""
    companies = session.view.state.companies
    return [session.view.spec(value).name for value in map(str, action.args.values()) if value in companies]


def _label_with_company(session: TurnSession, offered_move: OfferedMove, notes: str) -> str:
    """Return the label of a move, followed by the name of the company that is its only legal value.

    The name is left out if the label or ``notes`` (escaped text beside the label) contain the company's name
    or id, and in an emergency, where the notes are about the acting company.
    """
    if offered_move.legal_move.subject is Subject.EMERGENCY:
        return translated(offered_move.legal_move.label)

    label, values = translated(offered_move.legal_move.label), map(str, offered_move.draft.args.values())
    words_beside = {word.strip(".,:;()") for word in f"{label} {notes}".split()}
    names = [
        session.view.spec(value).name
        for value in values
        if value in session.view.state.companies and escape(value) not in words_beside
    ]
    return chooser.label_with_value(label, next((name for name in names if escape(name) not in notes), ""))


def _label_tells_whole_effect(session: TurnSession, label: str, action: Action) -> bool:
    """Return True if the only effect of the move is a payment of the price in its button's label.

    The player or the acting company must pay the price, to the bank or to a company among the move's values.
    False if the move changes a share price or the shares of a company with several certificates, and if it is
    not legal.
    """
    preview = words.find_preview(session.game, action)
    if preview is None:
        return False
    cash_changes, _ = money_and_price_changes(session.view, preview)
    payers = [holder for holder, change in cash_changes.items() if change < 0]
    if len(payers) != 1 or payers[0] not in (session.seat, session.company):
        return False
    gains_of_companies = {
        holder: change for holder, change in cash_changes.items() if holder in action.args.values()
    }
    price = -cash_changes.pop(payers[0])
    is_paid = price in derivable_amounts(session.view, label) and cash_changes in ({}, gains_of_companies)
    return is_paid and len(words.effect_lines(session.game, preview)) == 1


def _unmentioned_effect_and_note(session: TurnSession, label: str, note: str, action: Action) -> str:
    """Return the note on a move, after those changes of cash and share prices that no text mentions yet.

    Changes are left out if the note or the button's ``label`` mentions them. The text is escaped for
    Markdown; it is "" if there is neither a change nor a note.
    """
    return escape(
        " · ".join(
            filter(None, [unmentioned_effect(session.game, session.seat, action, f"{label} {note}"), note])
        )
    )


def add_pass_and_end_lines(session: TurnSession, builder: PageBuilder, legal_moves: Sequence[Choice]) -> None:
    """Add to the first page of a turn a line for each pass or end move, saying what the move means.

    ``legal_moves`` are these moves: a pass, or the end of a step or turn. Lines for moves that change cash or
    share prices are put among the legal moves, the others below the buttons. A line may be "".
    """
    for legal_move in legal_moves:
        line = pass_or_end_line(session, legal_move)
        (builder.texts if _pass_effect_text(session, legal_move) else builder.notes).append(line)


def pass_or_end_line(session: TurnSession, legal_move: Choice) -> str:
    """Return the line of a turn's first page on what a pass, or the end of a step or turn, means and changes.

    ``legal_move`` is this pass or end move. "" if there is nothing to say.
    """
    pass_note = " · ".join(filter(None, [_pass_effect_text(session, legal_move), legal_move.note]))
    return subtext(f"{escape(translated(legal_move.label))}: {escape(pass_note)}") if pass_note else ""


def _pass_effect_text(session: TurnSession, legal_move: Choice) -> str:
    """Return how a pass, or the end of a step or turn, changes cash and share prices, as text.

    "" if nothing changes, if the note of the move mentions the change, or if the move asks for values.
    """
    action = Action(legal_move.kind, session.seat)
    return (
        "" if legal_move.fields else unmentioned_effect(session.game, session.seat, action, legal_move.note)
    )


def menu_placeholder(session: TurnSession, offered_move: OfferedMove) -> str:
    """Return the placeholder of a move's menu on a turn page, in at most 28 characters, as a phone shows.

    The placeholder has the move's label and the question that the menu asks, with the value of the first
    field between them if only one is legal. What does not fit is left out, first that value, then the
    question; the label stays even if it is longer. The move must have a next field.
    """
    assert offered_move.next_field is not None
    label, only_value = (
        translated(offered_move.legal_move.label),
        _forced_first_value_label(session, offered_move.legal_move),
    )
    question = translated(offered_move.next_field.label)
    texts = (f"{chooser.label_with_value(label, only_value)}: {question}", f"{label}: {question}", label)
    return next((text for text in texts if len(text) <= MAX_PLACEHOLDER), label)


def _forced_first_value_label(session: TurnSession, legal_move: Choice) -> str:
    """Return the label of the value of a move's first field if only one value is legal.

    "" if several or none are legal, and if the field is an amount, routes or several values.
    """
    if not legal_move.fields or legal_move.fields[0].kind != "option":
        return ""
    options = legal_values_of_field(
        session.game, session.seat, Draft(legal_move.kind), legal_move.fields[0].name
    )
    return options[0].label if not isinstance(options, Range) and len(options) == 1 else ""

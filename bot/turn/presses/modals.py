"""The modals of a turn's private page, in which a player types an amount or searches a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from bot.chat.buttons import button_handler
from bot.chat.press import Press
from bot.chat.respond import Ack, Interaction, Modal, Response, UserError, respond_to
from bot.turn.choosing import chooser, lists
from bot.turn.choosing.ahead import options_with_revenue_gains, search_revenue_gains
from bot.turn.pages.workspace import handle_modal_text, session_at_current_draft
from bot.turn.presses.buttons import next_field_name, set_next_value
from bot.turn.session import button_names
from bot.turn.session.draft import legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.words.grammar import parse_amount
from engine import Field, Option, Range


class LineModal(Modal):
    """A modal of a turn page with one line of text; `apply_text` uses what is typed."""

    def __init__(self, title: str, label: str, placeholder: str, press: Press) -> None:
        """Build a modal of the turn page; ``press`` opened it, ``placeholder`` is that of its text field.

        Title and label are cut to 45 characters, the placeholder to 100, which are Discord's limits.
        """
        super().__init__(title=title[:45], timeout=900)
        self.press = press
        self.text_input: ui.TextInput[LineModal] = ui.TextInput(
            placeholder=placeholder[:100], required=False, max_length=100
        )
        self.add_item(ui.Label(text=label[:45], component=self.text_input))

    @property
    def text(self) -> str:
        """Return what was typed into the modal, without spaces at its ends: at most 100 characters."""
        return self.text_input.value.strip()[:100]

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Handle the submitted modal as a step on the member's turn page.

        Errors are shown to the member as messages. Raises NotAcknowledged if Discord does not accept a
        response to the interaction.
        """
        async with respond_to(interaction) as response:
            await handle_modal_text(response, self.press, self.apply_text)

    async def apply_text(self, session: TurnSession, press: Press) -> None:
        """Use the typed line on the turn page ``session``; each kind of modal implements this.

        ``press`` is the press that opened the modal.
        """
        raise NotImplementedError


class AmountModal(LineModal):
    """Asks for an amount of money."""

    async def apply_text(self, session: TurnSession, press: Press) -> None:
        """Put the typed amount into the next field of the draft.

        Raises UserError if the amount is not legal, or if nothing is left to choose.
        """
        options = legal_values_of_field(
            session.game, session.seat, session.current_draft, next_field_name(session)
        )
        amount = parse_amount(self.text, session.game.title.data.currency)
        if not isinstance(options, Range) or amount not in options:
            range_sentence = chooser.range_text(session, options) if isinstance(options, Range) else ""
            raise UserError(
                t("“{text}” is no possible amount. {ranged}", text=self.text[:40], ranged=range_sentence)
            )
        set_next_value(session, amount)


def _matching_options(session: TurnSession, field: Field, text: str) -> Sequence[tuple[int, Option]]:
    """Return the options that a typed number, name or coordinate may mean, each with its number on the page.

    ``field`` is the next field of the draft. If the text is the number of an option, that option is returned,
    unless the text matches exactly one option by name. Returns [] if none match, or if the field is an
    amount. Raises KeyError if the sector whose letter was chosen is not on the map.
    """
    options = options_with_revenue_gains(session, session.current_draft, field.name)
    if isinstance(options, Range):
        return []
    numbered_options = lists.listed_options(session, session.current_draft, field, options)
    options_by_number = [option for option in numbered_options if str(option[0]) == text.removeprefix("#")]
    options_by_name = lists.numbered_matches(options, text)
    return options_by_number if options_by_number and len(options_by_name) != 1 else options_by_name


class FindModal(LineModal):
    """Asks for a number, name or coordinate to find in a list."""

    async def apply_text(self, session: TurnSession, press: Press) -> None:
        """Put the only option that matches into the next field of the draft; otherwise list all that match.

        An empty text lists all options again. Raises KeyError if the sector whose letter was chosen is not on
        the map.
        """
        await search_revenue_gains(session, session.decision_moves())
        next_field = session.advance_to_next_field()
        matches = [] if next_field is None else _matching_options(session, next_field, self.text)
        if self.text and len(matches) == 1:
            set_next_value(session, matches[0][1].value)
        else:
            session.set_draft(replace(session.current_draft, search_text=self.text, list_page=0))


@button_handler(button_names.TYPE_AMOUNT, ack=Ack.NONE, needs_current_revision=True)
async def _open_amount_modal(response: Response, press: Press) -> None:
    """Handle [Another amount…]: open the modal in which an amount is typed.

    Raises StalePress if the press is from an older turn page. Raises UserError if nothing is left to choose,
    if the game is gone, or if the user has no seat any more.
    """
    session = await session_at_current_draft(response, press)
    options = legal_values_of_field(
        session.game, session.seat, session.current_draft, next_field_name(session)
    )
    placeholder = chooser.range_text(session, options) if isinstance(options, Range) else ""
    await response.open_modal(AmountModal(t("Another amount"), t("Amount"), placeholder, press))


@button_handler(button_names.FIND_OPTION, ack=Ack.NONE, needs_current_revision=True)
async def _open_find_modal(response: Response, press: Press) -> None:
    """Handle [Type number or name…]: open the modal in which the member searches for an option.

    Raises StalePress if the press is from an older turn page. Raises UserError if the game is gone or the
    user has no seat any more.
    """
    await session_at_current_draft(response, press)
    await response.open_modal(
        FindModal(t("Find"), t("Number, name or coordinate"), t("Empty shows all"), press)
    )

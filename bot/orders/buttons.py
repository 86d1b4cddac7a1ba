"""The buttons and menus of standing orders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord import ui

from bot.absence import computer_proxies
from bot.chat.buttons import button_handler
from bot.chat.markdown import escape
from bot.chat.press import Press
from bot.chat.respond import Ack, Interaction, Modal, Response, UserError, respond_to
from bot.computers.words import COMPUTER_LEVELS
from bot.games.outcome import Outcome
from bot.orders import service as order_service
from bot.orders.pages import standing_orders_page
from bot.table.outcome_texts import DONE_TEXT
from bot.turn.pages.workspace import show_page, turn_page_button_handler
from bot.turn.session import button_names
from bot.turn.session.session import TurnSession, load_session
from bot.words import t
from bot.words.grammar import parse_amount

InputsHandler = Callable[[Response, dict[str, str]], Awaitable[None]]


@turn_page_button_handler(button_names.SHOW_ORDERS, needs_current_draft=False, needs_current_revision=False)
async def _show_orders_page(session: TurnSession, press: Press) -> None:
    """Handle [Auto…] on the turn page: show the page of the member's standing orders."""
    session.page_override = standing_orders_page


async def set_standing_order_and_show(
    response: Response, game_id: int, order_kind: str, args: Mapping[str, Any], *, is_permanent: bool = False
) -> None:
    """Set a standing order of the member, and show the page of all the member's orders.

    ``args`` are those of `StandingOrder` for this kind (for "pass" only ``until``). An order that
    ``is_permanent`` does not end with the round. If the order is refused, as before the start of the game or
    without a seat, the reason is shown instead.
    """
    outcome = await order_service.set_standing_order(
        response.bot.games,
        game_id,
        response.user.id,
        order_kind,
        args,
        is_permanent=is_permanent,
        interaction_id=response.id,
    )
    if await response.ok_or_show_refusal(outcome):
        await show_orders(response, game_id, list(outcome.lines))


async def delete_orders_and_show_rest(response: Response, game_id: int, number: int | None) -> None:
    """End and delete the member's standing order of this number (None: all), and show the remaining ones.

    If the member has no such order, an error is shown instead. If the member plays no seat of the game any
    more, the orders are deleted all the same, and UserError is raised.
    """
    outcome = await order_service.delete_orders(
        response.bot.games, game_id, response.user.id, number, interaction_id=response.id
    )
    if await response.ok_or_show_refusal(outcome):
        await show_orders(response, game_id, [])


async def show_orders(response: Response, game_id: int, result_lines: list[str]) -> None:
    """Show the page of the member's standing orders; ``result_lines`` are sentences on what was just done.

    Raises UserError before the start of the game, and for members without a seat.
    """
    session = await load_session(response, game_id)
    session.page_override, session.result_lines = standing_orders_page, result_lines
    await show_page(session)


@turn_page_button_handler(button_names.KEEP_TRIAL_TURN, needs_current_draft=False)
async def _keep_trial_turn(session: TurnSession, press: Press) -> Outcome:
    """Handle "Keep for my next turn": store the moves planned for that turn as a standing order.

    They were tried on a copy of the game (a trial turn). Returns the outcome; the trial turn ends unless the
    outcome is a refusal. Raises UserError if there is no trial turn for a later turn, or no move in it.
    """
    trial = session.trial
    if trial is None or not trial.is_later_turn or not trial.moves:
        raise UserError(t("There is no trial turn any more; `/turn` shows what you can do."))
    args = {
        "company": trial.company,
        "moves": [[kind, dict(move_args)] for kind, move_args in trial.moves],
    }
    outcome = await order_service.set_standing_order(
        session.response.bot.games, session.info.id, session.response.user.id, "turn", args,
        is_permanent=True, interaction_id=session.response.id,
    )  # fmt: skip
    if outcome.ok:
        session.try_out(None)
        await session.save_draft()
    return outcome


@button_handler("auto_off")
async def _delete_standing_order(response: Response, press: Press) -> None:
    """Handle [Off] and [Forget]: delete the standing order whose number is in the custom id; show the rest.

    If the member has no such order, an error is shown. Raises InvalidInput if there is no number, and
    UserError if the member plays no seat of the game any more.
    """
    await delete_orders_and_show_rest(response, press.game_id, press.number_argument())


@button_handler("auto_pass")
async def _set_pass_order(response: Response, press: Press) -> None:
    """Handle the menu "Pass until…": set a standing order to pass until the selected condition is met.

    `press.value` is a key of STOP_CONDITION_TEXTS. If the order is refused, the reason is shown.
    """
    await set_standing_order_and_show(response, press.game_id, "pass", {"until": press.value})


@button_handler("auto_run")
async def _set_run_order(response: Response, press: Press) -> None:
    """Handle a button that sets a standing order to run a company while it earns its last revenue or more.

    The custom id's argument is the company's id with ".lasts" for a permanent order, or with ".round" for an
    order that ends with the round. Raises UserError for members without a seat, and if the company has
    another president.
    """
    company, _, duration = press.argument_text.rpartition(".")
    session = await load_session(response, press.game_id)
    if company not in session.view.presided(session.seat):
        raise UserError(t("You do not run {company} any more.", company=company))
    min_revenue = session.view.company(company).last_revenue or 0
    await set_standing_order_and_show(
        response,
        press.game_id,
        "run",
        {"company": company, "least": min_revenue},
        is_permanent=duration == "lasts",
    )


@button_handler("computer_on")
async def _let_computer_play(response: Response, press: Press) -> None:
    """Handle the menu "Let a computer play for me…": let a computer player of the selected level play a seat.

    The page of standing orders then says so; if this is refused, the reason is shown. The custom id's
    argument is the seat's id. Raises InvalidInput if the value is not "easy", "steady" or "strong", and
    UserError if the member plays no seat of the game.
    """
    level = press.require_value(COMPUTER_LEVELS)
    outcome = await computer_proxies.set_computer_player(
        response.bot.games, press.game_id, response.user.id, press.argument_text, level,
        **response.request_args,
    )  # fmt: skip
    if await response.ok_or_show_refusal(outcome):
        await show_orders(response, press.game_id, [t(DONE_TEXT)])


# --- with an amount --------------------------------------------------------------------------------


class QuestionsModal(Modal):
    """A modal that asks for the numbers of a standing order, a line for each, and sets the order."""

    def __init__(self, title: str, questions: Mapping[str, str], set_standing_order: InputsHandler) -> None:
        """Add to the modal a text input for each question of a standing order.

        ``questions`` are labels by the name of the value that is asked for, such as "price". Title and labels
        are cut to 45 characters. When the member submits the modal, ``set_standing_order`` is called with the
        response to Discord and the typed texts by these names.
        """
        super().__init__(title=title[:45], timeout=900)
        self.set_standing_order = set_standing_order
        self.text_inputs: dict[str, ui.TextInput[QuestionsModal]] = {}
        for name, label in questions.items():
            text_input: ui.TextInput[QuestionsModal] = ui.TextInput(max_length=20)
            self.text_inputs[name] = text_input
            self.add_item(ui.Label(text=label[:45], component=text_input))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Set the standing order: call ``set_standing_order`` with the typed texts by the names of values."""
        async with respond_to(interaction) as response:
            await self.set_standing_order(
                response, {name: text_input.value for name, text_input in self.text_inputs.items()}
            )


async def parse_order_amount(response: Response, game_id: int, text: str) -> int:
    """Return the whole number (money or percent) that a member has typed for a standing order in a game.

    The text may include the game's currency symbol or a percent sign. Raises UserError if it is not a whole
    number, if the game has not started, or if the member plays no seat.
    """
    session = await load_session(response, game_id)
    number = parse_amount(text, session.game.title.data.currency)
    if number is None:
        raise UserError(t("“{typed}” is no amount; write a whole number.", typed=escape(text[:20])))
    return number


@button_handler("auto_bid", ack=Ack.NONE)
async def _ask_for_bid_order(response: Response, press: Press) -> None:
    """Handle the menu "Bid up to a maximum for…": ask for the maximum, and set a standing order to bid.

    `press.value` is the id of the item. The order passes once the next bid would exceed the maximum.
    """

    async def set_bid_order(modal_response: Response, inputs: dict[str, str]) -> None:
        """Set the standing order to bid up to the typed maximum, ``inputs["max_bid"]``.

        Raises UserError unless the typed text is a whole number.
        """
        max_bid = await parse_order_amount(modal_response, press.game_id, inputs["max_bid"])
        args = {"item": press.value, "most": max_bid, "then": "pass"}
        await set_standing_order_and_show(modal_response, press.game_id, "bid", args)

    await response.open_modal(
        QuestionsModal(
            t("Bid for {item}", item=press.value),
            {"max_bid": t("Up to which amount? Then pass.")},
            set_bid_order,
        )
    )


@button_handler("auto_buy", ack=Ack.NONE)
async def _ask_for_buy_order(response: Response, press: Press) -> None:
    """Handle the menu "Buy turn by turn…": ask for percent and price, and set the order to buy shares.

    `press.value` is "company|source". The order buys until the member holds this percentage, and ends if a
    certificate costs more than the price.
    """
    company, _, source = press.value.partition("|")

    async def set_buy_order(modal_response: Response, inputs: dict[str, str]) -> None:
        """Set the standing order to buy shares with the typed "percent" and "price" in ``inputs``.

        Raises UserError unless both are whole numbers.
        """
        percent = await parse_order_amount(modal_response, press.game_id, inputs["percent"])
        price = await parse_order_amount(modal_response, press.game_id, inputs["price"])
        args = {"company": company, "source": source, "percent": percent, "price": price}
        await set_standing_order_and_show(modal_response, press.game_id, "buy", args)

    questions = {"percent": t("Until you hold how many percent?"), "price": t("For at most how much each?")}
    await response.open_modal(
        QuestionsModal(t("Buy {company} turn by turn", company=company), questions, set_buy_order)
    )


@button_handler("auto_accept", ack=Ack.NONE)
async def _ask_for_accept_order(response: Response, press: Press) -> None:
    """Handle "Accept offers from…": ask for the minimum gain, and set a standing order to accept offers."""

    async def set_accept_order(modal_response: Response, inputs: dict[str, str]) -> None:
        """Set the standing order to accept offers that bring at least the typed gain, ``inputs["min_gain"]``.

        Raises UserError unless the typed text is a whole number.
        """
        min_gain = await parse_order_amount(modal_response, press.game_id, inputs["min_gain"])
        await set_standing_order_and_show(modal_response, press.game_id, "accept", {"least": min_gain})

    await response.open_modal(
        QuestionsModal(
            t("Accept offers"), {"min_gain": t("That bring you at least how much?")}, set_accept_order
        )
    )

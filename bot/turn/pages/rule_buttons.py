"""Buttons to the rule behind a step of a turn, and behind a refusal; `bot.look.rule_pages` handles them."""

from __future__ import annotations

from discord import ui

from bot.chat.frame import PageBuilder
from bot.chat.press import BotItem, Press, button
from bot.games.outcome import Outcome
from bot.store.game_rows import GameInfo
from bot.turn.choosing.lists import shorten
from bot.turn.session.session import EVERY_PAGE_PARTS, TurnSession
from bot.words import language, t
from engine.api.rulebook import RuleSection, rulebook

MAX_RULES = 2
"""The maximum number of buttons to rules that explain why moves are missing on a page."""

MAX_HEADING = 30
"""The number of characters of a rule's heading that a button on a phone shows."""


@EVERY_PAGE_PARTS.add("rules", order=1)
def add_rule_buttons(session: TurnSession, builder: PageBuilder) -> None:
    """Add buttons that open sections of the rules to a turn page: for the current step and for refused moves.

    The latter are at most two, for the codes in ``session.explained_refusals``. A step or code that no
    section of the rules is about has no button. Nothing is added if the player is not to act or has chosen a
    value.
    """
    next_decision = session.next_decision
    if not session.is_to_act or next_decision is None or (session.draft is not None and session.draft.args):
        return
    book = rulebook(session.info.title, language())
    step_section = book.section_for_step(
        [*([session.draft.kind] if session.draft else []), next_decision.step]
    )
    if step_section is not None:
        builder.append_button(_rule_button(session.info, session.revision, step_section, t("The rule")))
    refusing_sections = [
        section
        for code in session.explained_refusals
        if (section := book.section_for_refusal(code)) is not None
    ]
    other_sections = {section.number: section for section in refusing_sections if section != step_section}
    for section in list(other_sections.values())[:MAX_RULES]:
        label = t("Rule: {heading}", heading=shorten(section.heading, MAX_HEADING))
        builder.append_button(_rule_button(session.info, session.revision, section, label))


def refusal_view(info: GameInfo, outcome: Outcome) -> ui.View | None:
    """Build a Discord view with the button [The rule] for the message that a move of a turn was refused.

    ``outcome`` is the outcome of that move. Returns None if no section of the rules is about this refusal.
    """
    section = rulebook(info.title, language()).section_for_refusal(outcome.code) if outcome.code else None
    if section is None:
        return None
    return ui.View(timeout=None).add_item(_rule_button(info, outcome.revision, section, t("The rule")))


def _rule_button(info: GameInfo, revision: int, section: RuleSection, label: str) -> BotItem:
    """Build a button of a turn page that opens a section of the rules in a new ephemeral message."""
    return button(Press(info.id, revision, "rule_open", section.number), label)

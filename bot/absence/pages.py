"""The cards of free and offered seats, and the names of seats."""

from __future__ import annotations

from bot.cards.texts import player_line
from bot.chat.frame import PRIMARY, Page, gallery, layout, row
from bot.chat.markdown import escape
from bot.chat.press import Press, button
from bot.store.game_rows import GameInfo
from bot.words import t, translated
from bot.work.pictures import DrawnPicture
from engine import Game
from engine.api.moves import safe_action

MAX_LABEL = 60
"""Characters of a name on a button."""


def escaped_seat_name(info: GameInfo, seat: str) -> str:
    """Return the name of an absent player by the id of his seat, with Markdown escaped.

    If the game has no such seat, the escaped id is returned.
    """
    return escape(next((seat_info.name for seat_info in info.seats if seat_info.id == seat), seat))


def safe_default_text(game: Game, seat: str) -> str:
    """Return the label of the button that makes the safe default move for an absent player; it is translated.

    The move, such as a pass, costs him nothing. "" if there is none: a person must decide, or the seat is not
    to act.
    """
    action = safe_action(game, seat)
    label = next((choice.label for choice in game.choices(seat) if action and choice.kind == action.kind), "")
    if action is None:
        return ""
    return t("Play it safe: {label}", label=translated(label)) if label else t("Play it safe")


def seat_page(info: GameInfo, game: Game, seat: str, pictures: list[DrawnPicture]) -> Page:
    """Build the card that offers a seat to other members: it is free, or its holder wants to leave.

    It shows what the seat owns, a button to take it and, if it has a holder, a button for him to keep it.
    ``pictures`` are a map of the game or none.
    """
    holder_id, scores = info.holder_id_of(seat), game.scores()
    name = escaped_seat_name(info, seat)
    header = t("## A seat of “{name}” is to be had", name=escape(info.name))
    sentence = t("The seat of {name} is free.", name=name)
    if holder_id is not None:
        sentence = t(
            "The seat of {name} is offered by <@{user}>, who plays on until then.", name=name, user=holder_id
        )
    take_button = button(Press(info.id, game.revision, "take_seat", seat), t("Take the seat"), style=PRIMARY)
    keep_button = button(
        Press(info.id, game.revision, "keep_seat", seat), t("{name}: keep it", name=name[:MAX_LABEL])
    )
    view = layout(
        header,
        f"{sentence} {game.title.data.name}, {translated(game.round_title())}.",
        *gallery(pictures),
        player_line(game.view, info, seat, scores.get(seat)),
        row(take_button, *([keep_button] if holder_id is not None else [])),
    )
    return Page(view, [picture.to_discord_file() for picture in pictures])


def seat_taken_page(info: GameInfo) -> Page:
    """Build the card, without buttons, of a seat that is no longer free or offered to other members."""
    return Page(layout(t("-# This seat of “{table}” is to be had no more.", table=escape(info.name))))

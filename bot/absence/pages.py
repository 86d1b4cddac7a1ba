"""The cards of free and offered seats, the names of seats, and the button that ends a computer proxy."""

from __future__ import annotations

from bot.cards.texts import player_line
from bot.chat.frame import PRIMARY, Page, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape
from bot.chat.press import BotItem, Press, button
from bot.store.game_rows import GameInfo
from bot.words import t, translated
from bot.work.pictures import DrawnPicture
from engine import Game
from engine.api.moves import safe_action

MAX_LABEL = 60
"""The maximum number of characters of a name on a button."""


def escaped_player_name(info: GameInfo, seat: str) -> str:
    """Return the name of the player of a seat (id), with Markdown escaped.

    If the game has no such seat, the escaped id is returned.
    """
    return escape(next((seat_info.name for seat_info in info.seats if seat_info.id == seat), seat))


def safe_default_label(game: Game, seat: str) -> str:
    """Return the translated label of the button that makes a player's safe default move.

    Such a move, for example a pass, costs the player nothing. "" if there is none: a person must decide, or
    the seat is not to act.
    """
    action = safe_action(game, seat)
    label = next(
        (legal_kind.label for legal_kind in game.choices(seat) if action and legal_kind.kind == action.kind),
        "",
    )
    if action is None:
        return ""
    return t("Play it safe: {label}", label=translated(label)) if label else t("Play it safe")


def seat_offer_page(info: GameInfo, game: Game, seat: str, pictures: list[DrawnPicture]) -> Page:
    """Build the card that offers a seat to other members, because it is free or its holder wants to leave.

    It shows what the seat owns, a button to take the seat and, if the seat has a holder, a button with which
    the holder keeps it. ``pictures`` holds a picture of the map, or is empty.
    """
    holder_id, scores = info.holder_id_of(seat), game.scores()
    name = escaped_player_name(info, seat)
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
    view = build_layout(
        header,
        f"{sentence} {game.title.data.name}, {translated(game.round_title())}.",
        *picture_galleries(pictures),
        player_line(game.view, info, seat, scores.get(seat)),
        action_row(take_button, *([keep_button] if holder_id is not None else [])),
    )
    return Page(view, [picture.to_discord_file() for picture in pictures])


def play_myself_again_button(game_id: int, revision: int, seat: str) -> BotItem:
    """Return the button [Play myself again] for the holder of a seat (id) that a computer player plays.

    ``revision`` is that of the game. The room `turn` handles the press.
    """
    return button(Press(game_id, revision, "computer_off", seat), t("Play myself again"), style=PRIMARY)


def seat_taken_page(info: GameInfo) -> Page:
    """Build what a seat's card shows, without buttons, once the seat is taken or no longer offered."""
    return Page(build_layout(t("-# This seat of “{table}” is to be had no more.", table=escape(info.name))))

"""The public card of an offer: what it does, with its buttons, and how it was settled."""

from __future__ import annotations

from typing import Any

from bot.cards.texts import seat_label
from bot.chat.frame import GOOD, accent, gallery, layout, row
from bot.chat.markdown import escape, subtext
from bot.chat.press import ASIDE, Press, button
from bot.chat.respond import Page
from bot.store.game_rows import GameInfo
from bot.turn.session import words
from bot.words import t, translated
from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, Range
from engine.api.moves import outcome
from engine.api.table import Offer


def offer_text(game: Game, offer: str, recipient: str) -> str:
    """Return what an open offer proposes, as text for the player (seat id) who must agree to the deal.

    "" if he cannot decline it, as it is not open to him.
    """
    options = game.options(recipient, "decline_offer", "offer")
    labels = (
        [] if isinstance(options, Range) else [option.label for option in options if option.value == offer]
    )
    return translated(next(iter(labels), ""))


async def offer_card(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> Page:
    """Build the public card of an open offer, with buttons to accept, to decline and to look first.

    A tile lay that is asked for is drawn.
    """
    text = offer_text(game, offer.id, offer.to)
    asker = seat_label(info, offer.by, mention=False)
    buttons = row(
        button(Press(info.id, game.rev, "accept", offer.id), t("Accept"), style=GOOD),
        button(Press(info.id, game.rev, "decline", offer.id), t("Decline")),
        button(Press(info.id, game.rev, "turn", ASIDE), t("Look first")),
    )
    pictures_drawn = await _lay_picture(info, game, offer, pictures)
    header = (
        t("**{asker} asks {other}**", asker=asker, other=seat_label(info, offer.to)) + f"\n{escape(text)}"
    )
    parts: list[Any] = [header, *gallery(pictures_drawn), words.offer_effect(game, offer), buttons]
    return Page(layout(*parts, accent=accent(game)), [picture.file() for picture in pictures_drawn])


async def _lay_picture(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> list[DrawnPicture]:
    """Return the picture of the tile lay that an offer asks consent for.

    [] for other offers, and if it cannot be drawn.
    """
    hex_tile_rotation = [offer.data.get(key) for key in ("hex", "tile", "rotation")]
    if None in hex_tile_rotation:
        return []
    coord, tile, rotation = map(str, hex_tile_rotation)
    lays = [[tile, int(rotation)]]
    picture = await pictures.draw(info.id, game, "candidates", hex=coord, lays=lays, first=1)
    return [] if picture is None else [picture]


def offer_result(info: GameInfo, maker: str, recipient: str, how: str, deal: str = "") -> Page:
    """Build the card of a settled offer: who offered the deal to whom (seat ids), and how it ended.

    ``how`` is the key of the ending, ``deal`` the offer's text, "" for none.
    """
    maker, recipient = seat_label(info, maker, mention=False), seat_label(info, recipient, mention=False)
    headline = t("-# Offer of {by} to {to}: {how}.", by=maker, to=recipient, how=translated(outcome(how)))
    return Page(layout(headline, subtext(escape(translated(deal)))))

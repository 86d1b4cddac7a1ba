"""The public card of an offer: what it does, with its buttons, and how it was settled."""

from __future__ import annotations

from typing import Any

from bot.chat.figures import plain, seat_label, subtext
from bot.chat.frame import GOOD, accent, gallery, layout, row
from bot.chat.press import ASIDE, Press, button
from bot.chat.respond import Page
from bot.store.game_rows import GameInfo
from bot.turn import words
from bot.words import known, t
from bot.work.pictures import Drawn, Pictures
from engine import Game, Range
from engine.api.moves import outcome
from engine.api.table import Offer


def offer_text(game: Game, offer: str, to: str) -> str:
    """Return an open offer in words, as the engine describes it to the player who must agree."""
    options = game.options(to, "decline_offer", "offer")
    labels = [] if isinstance(options, Range) else [o.label for o in options if o.value == offer]
    return known(next(iter(labels), ""))


async def offer_card(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> Page:
    """Build the public card of an open offer, with buttons to accept and to decline."""
    text = offer_text(game, offer.id, offer.to)
    asker = seat_label(info, offer.by, mention=False)
    buttons = row(
        button(Press(info.id, game.rev, "accept", offer.id), t("Accept"), style=GOOD),
        button(Press(info.id, game.rev, "decline", offer.id), t("Decline")),
        button(Press(info.id, game.rev, "turn", ASIDE), t("Look first")),
    )
    drawn = await _lay_picture(info, game, offer, pictures)
    head = t("**{asker} asks {other}**", asker=asker, other=seat_label(info, offer.to)) + f"\n{plain(text)}"
    parts: list[Any] = [head, *gallery(drawn), words.offer_effect(game, offer), buttons]
    return Page(layout(*parts, accent=accent(game)), [d.file() for d in drawn])


async def _lay_picture(info: GameInfo, game: Game, offer: Offer, pictures: Pictures) -> list[Drawn]:
    """Return the picture of the tile that an offer proposes to lay; [] for other offers."""
    lay = [offer.data.get(key) for key in ("hex", "tile", "rotation")]
    if None in lay:
        return []
    coord, tile, rotation = map(str, lay)
    lays = [[tile, int(rotation)]]
    drawn = await pictures.draw(info.id, game, "candidates", hex=coord, lays=lays, first=1)
    return [] if drawn is None else [drawn]


def offer_result(info: GameInfo, by: str, to: str, how: str, deal: str = "") -> Page:
    """Build the card of a settled offer: who offered what, and how it ended."""
    by, to = seat_label(info, by, mention=False), seat_label(info, to, mention=False)
    settled = t("-# Offer of {by} to {to}: {how}.", by=by, to=to, how=known(outcome(how)))
    return Page(layout(settled, subtext(plain(known(deal)))))

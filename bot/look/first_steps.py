"""Six cards with pictures for members who have never seen an 18xx, drawn from a game of computer players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bot.cards.charts import rounds_as_json
from bot.chat.bounds import value_at
from bot.chat.buttons import button_handler
from bot.chat.frame import PRIMARY, Page, action_row, build_layout, picture_galleries
from bot.chat.press import Press, button, press_without_game
from bot.chat.respond import Ack, Response
from bot.words import msg, t
from engine import Game, game_at, import_game
from engine.api.judging import parse_export

SAMPLE_FILE = Path(__file__).parent / "sample.json.gz"
CHART_VIEW, ROUTES_VIEW = "chart", "routes"
NO_GAME = 0
"""The id under which pictures of the sample game are cached; no game has it."""


@dataclass(frozen=True, slots=True)
class IntroductionCard:
    """A card: its heading and text, and the view of the picture, drawn at a revision of the sample game."""

    heading: str
    text: str
    view: str
    revision: int
    params: Mapping[str, Any] = field(default_factory=dict)


INTRODUCTION_CARDS = (
    IntroductionCard(
        msg("What you do"),
        msg(
            "You are an investor. You buy shares of railway companies, and run the companies of which you"
            " hold most. They lay track on this map and earn with their trains. When the bank is empty, "
            "whoever has most money and shares has won; the companies' own money does not count."
        ),
        "map", 140,
    ),
    IntroductionCard(
        msg("Shares and prices"),
        msg(
            "A **share** is a part of a company, as a rule a tenth: its owner gets a tenth of each dividend, "
            "may sell it, and at the end counts it at its price. "
            "A company starts at a **par** price that its founder chooses. Its marker then moves on this "
            "chart: up or to the right when it pays a dividend or is sold out, down or to the left when "
            "shares are sold or it pays nothing. Whoever holds most shares is **president** and decides "
            "for the company."
        ),
        "market", 140,
    ),
    IntroductionCard(
        msg("Two kinds of round"),
        msg(
            "In **stock rounds** players buy and sell shares, in turn, until all pass. In **operating "
            "rounds** each company acts, the highest price first: it lays a tile, may place a token, runs"
            " its trains, pays or keeps what they earn, and may buy trains. This picture shows what Ann "
            "owns."
        ),
        "player", 140, {"player": "p1"},
    ),
    IntroductionCard(
        msg("Routes"),
        msg(
            "A 3-train visits up to three stops. Each route begins and ends where you like, passes at "
            "least one **token** of the company, and uses no track twice; it earns the sum of its stops. "
            "Full cities without your token block you. The bot always proposes the best routes."
        ),
        ROUTES_VIEW, 115,
    ),
    IntroductionCard(
        msg("Trains grow old"),
        msg(
            "The bank sells trains in this order. The first of a new kind changes the phase: other tiles "
            "may be laid, fewer trains may be held (the **train limit**), and old trains **rust**: they "
            "are scrapped. A company without a train must buy one, and if it cannot pay, its president "
            "must."
        ),
        "trains", 140,
    ),
    IntroductionCard(
        msg("How to play here"),
        msg(
            "A card in the channel names whoever is to act. Press **Take turn** there: your page is "
            "private and shows only what the rules allow, with its price and effect. **What would you "
            "do?** advises you, and **Oops** takes back a slip. `/game learn` begins a tutorial,"
            " `/game solo` a game without help."
        ),
        CHART_VIEW, 140, {"chart": "worth"},
    ),
)  # fmt: skip


@lru_cache
def sample_game(revision: int) -> Game:
    """Return the sample game that introduces newcomers to 18xx, as it was after a record of its log.

    ``revision`` is the record's number, from 1. The game is cached and shared; do not change it.
    """
    return game_at(import_game(parse_export(SAMPLE_FILE.read_bytes())), revision)


async def introduction_page(response: Response, card_index: int) -> Page:
    """Return the page with one of the cards that introduce newcomers to 18xx, and buttons ◀ and ▶.

    ``card_index`` is the index of the card in INTRODUCTION_CARDS, from 0, and must be valid. The card's
    picture shows the sample game at the card's revision, and is left out if it cannot be drawn. The buttons
    have no game id.
    """
    card = INTRODUCTION_CARDS[card_index]
    game = sample_game(card.revision)
    params = {**card.params, **await _picture_params_from_log(card.view, game)}
    picture = await response.bot.pictures.draw(NO_GAME, game, card.view, **params)
    pictures = [picture] if picture else []
    heading = t(
        "### {number}/{count} · {head}",
        number=card_index + 1,
        count=len(INTRODUCTION_CARDS),
        head=t(card.heading),
    )
    back_button = button(
        press_without_game("first_steps", str(card_index - 1)), "◀", disabled=card_index == 0
    )
    is_last = card_index == len(INTRODUCTION_CARDS) - 1
    next_button = button(
        press_without_game("first_steps", str(card_index + 1)), "▶", style=PRIMARY, disabled=is_last
    )
    return Page(
        build_layout(
            heading, t(card.text), *picture_galleries(pictures), action_row(back_button, next_button)
        ),
        [picture.to_discord_file() for picture in pictures],
    )


async def _picture_params_from_log(view: str, game: Game) -> dict[str, Any]:
    """Return the parameters that `render.api` needs from the sample game's log for the picture of a card.

    ``view`` is the picture's view in `render.api`. A chart needs its ``rounds``. The routes need the
    ``company`` and ``routes`` of the last record, which must be a run; {} if that record is not a move. Other
    views need nothing, {}.
    """
    if view == CHART_VIEW:
        return {"rounds": await rounds_as_json(game)}
    action = game.log[-1].action
    if view != ROUTES_VIEW or action is None:
        return {}
    return {"company": game.view.cursor.actor, "routes": action.args["routes"]}


@button_handler("first_steps_open", ack=Ack.PRIVATE)
async def _open_introduction(response: Response, press: Press) -> None:
    """Handle "New to 18xx?" on a public message: show the first card for newcomers in private."""
    await response.show(await introduction_page(response, 0))


@button_handler("first_steps")
async def _show_introduction_card(response: Response, press: Press) -> None:
    """Handle ◀ and ▶ on a card for newcomers to 18xx: show the card before or after it.

    The index of that card (from 0) is in the custom id. Raises InvalidInput if there is no such card.
    """
    card_index = press.number_argument()
    value_at(INTRODUCTION_CARDS, card_index)
    await response.show(await introduction_page(response, card_index))

"""The card of a game that is over: the ranking, charts, the last map, the game as a film, and buttons."""

from __future__ import annotations

import asyncio

from bot.cards.charts import draw_charts
from bot.cards.lines import turns_as_text
from bot.cards.maps import draw_picture, map_picture_request
from bot.cards.past_turns import turns_after
from bot.cards.texts import end_reason, final_ranking_text
from bot.cards.turn import log_button
from bot.chat.frame import PRIMARY, Page, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape
from bot.chat.press import Press, button
from bot.games.loading import title_with_options
from bot.store.game_rows import ENDED_BY_HAND, HAD_COMPUTERS, GameInfo
from bot.words import msg, t, tn, translated
from bot.work.pictures import Pictures, has_map
from engine import Game

HOUR = 3_600_000
LATE_PICTURES = msg("-# Not all pictures were drawn in time; `/show chart` and `/show film` show them.")
COUNTED_APART = msg("-# A computer has held a seat, so statistics count this game apart.")
SHOWN_CHARTS = ("worth", "income", "prices")
"""The charts on the card; `/show chart` has all."""


async def game_over_card(info: GameInfo, game: Game, reason: str, pictures: Pictures) -> Page:
    """Build the public card of a game that is over, with the final ranking, charts, the map and a film.

    The film is an animated picture of the whole game. Buttons offer another game, an export and further
    views. ``reason`` is why the game ended: a code of the engine, or a text that a member typed. Pictures
    that cannot be drawn in time are left out; if a chart or the film is missing, a line names the commands
    that show them.
    """
    charts, last_map, film = await asyncio.gather(
        draw_charts(pictures, info.id, game, SHOWN_CHARTS),
        draw_picture(pictures, info.id, game, map_picture_request(game.view)),
        pictures.draw_film(info.id, game),
    )
    drawn_pictures = [*charts, *(picture for picture in (last_map, film) if picture is not None)]
    is_complete = len(charts) == len(SHOWN_CHARTS) and (film is not None or not has_map(game))
    view = build_layout(
        t("## {name}: the game is over", name=escape(info.name)),
        _result_line(info, game, reason),
        final_ranking_text(info, game),
        t(COUNTED_APART) if info.settings.get(HAD_COMPUTERS, False) else "",
        *picture_galleries(drawn_pictures),
        "" if is_complete else t(LATE_PICTURES),
        turns_as_text(turns_after(game, max(game.revision - 3, 0))),
        action_row(
            button(Press(info.id, game.revision, "again"), t("Play again"), style=PRIMARY),
            button(Press(info.id, game.revision, "past", "1.w"), t("Whole game")),
            button(Press(info.id, game.revision, "export"), t("Export")),
        ),
        action_row(
            button(Press(info.id, game.revision, "map"), t("Map")),
            button(Press(info.id, game.revision, "market"), t("Market")),
            log_button(info, game),
            button(Press(info.id, game.revision, "more"), t("More")),
        ),
    )
    return Page(view, [picture.to_discord_file() for picture in drawn_pictures])


def _result_line(info: GameInfo, game: Game, reason: str) -> str:
    """Return the game-over card's line with the title, the reason and round of the end, and the length.

    ``reason`` is a code of the engine, or a text that a member typed.
    """
    round_title = translated(game.round_title())
    reason_text = end_reason(reason, info)
    if info.settings.get(ENDED_BY_HAND, False):
        ending = t("ended by hand ({reason}), in {round}", reason=reason_text, round=round_title)
    else:
        ending = t("{reason}, in {round}", reason=reason_text, round=round_title)
    return " · ".join([title_with_options(info).data.name, ending, *_length_texts(info, game)])


def _length_texts(info: GameInfo, game: Game) -> list[str]:
    """Return two texts for the game-over card: the number of moves, and the game's length in hours or days.

    The length is left out if the time of the start or of the end is unknown.
    """
    moves = tn("{count} move", "{count} moves", game.revision)
    if info.started_at is None or info.ended_at is None:
        return [moves]
    hours = round((info.ended_at - info.started_at) / HOUR)
    if hours < 24:
        return [moves, tn("{count} hour", "{count} hours", max(hours, 1))]
    return [moves, tn("{count} day", "{count} days", round(hours / 24))]

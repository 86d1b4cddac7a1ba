"""`/show since` and `/show history`: what happened since one's last turn, and any moment of the game."""

from __future__ import annotations

from bot.cards.lines import lines_of
from bot.cards.maps import at_once, drawn_of, with_changes
from bot.cards.turn import since
from bot.chat.bounds import parse_whole
from bot.chat.buttons import verb
from bot.chat.current_table import CurrentTable, game_pressed
from bot.chat.figures import brief, heading
from bot.chat.frame import gallery, layout, row
from bot.chat.press import GameItem, Press, button
from bot.chat.respond import Answer, Page, UserError
from bot.games.history import record_sentences
from bot.games.turns import turns
from bot.look.logbook import rounds
from bot.words import known, t
from engine import Game, game_at

SINCE, MOMENT = 40, 12
"""Lines of what happened since a turn, and of one moment."""


async def since_page(answer: Answer, here: CurrentTable) -> Page:
    """What happened since the last turn of the member, or in this round for those who watch."""
    game = here.game
    if here.seats:
        found, head = since(game, here.seats), t("## Since your last turn")
        lines, changed = found.turns, found.changed
    else:
        first = rounds(game)[-1][0]
        head = t("## In this round: {round}", round=known(game.round_title()))
        then = game_at(game, max(first - 1, 1)).state
        changed = [h for h, tile in game.state.tiles.items() if then.tiles.get(h) != tile]
        lines = turns(game, first - 1)
    asked = with_changes(game.view, changed) if changed else None
    drawn = await drawn_of(answer.bot.pictures, here.info.id, game, asked)
    pictures = [drawn] if drawn is not None else []
    body = lines_of(lines, SINCE, 3000) or t("Nothing has happened.")
    return Page(layout(head, body, *gallery(pictures)), [d.file() for d in pictures])


# --- any moment ------------------------------------------------------------------------------------


async def moment_page(answer: Answer, here: CurrentTable, seq: int) -> Page:
    """The map just after a record, what it told, and the ways to other moments."""
    game, at = here.game, min(max(seq, 1), here.game.rev)
    then = game_at(game, at)
    asked = with_changes(then.view, _changed(game, at)) or at_once(then.view)
    drawn = await drawn_of(answer.bot.pictures, here.info.id, then, asked)
    pictures = [drawn] if drawn is not None else []
    head = t("## History · move {seq} of {last}", seq=at, last=game.rev)
    page = layout(
        head,
        heading(here.info, then, mention=False),
        _told(game, at),
        *gallery(pictures),
        row(*_back(here, at)),
        row(*_on(here, at)),
    )
    return Page(page, [d.file() for d in pictures])


def _told(game: Game, seq: int) -> str:
    record = game.log[seq - 1]
    gone = record.kind == "action" and record.seq not in {r.seq for r in game.active}
    lines = [brief(text, 300) for text in record_sentences(game, record)][:MOMENT]
    return "\n".join(f"~~{line}~~" if gone else line for line in lines)


def _changed(game: Game, seq: int) -> list[str]:
    """The hexes that a record changed."""
    if seq < 2:
        return []
    before, after = game_at(game, seq - 1).state, game_at(game, seq).state
    return [h for h, tile in after.tiles.items() if before.tiles.get(h) != tile]


def _back(here: CurrentTable, at: int) -> list[GameItem]:
    earlier = [seq for seq, _ in rounds(here.game) if seq < at]
    return [
        _button(here, t("⏮ First"), 1, "f", at > 1),
        _button(here, t("⏪ Round"), earlier[-1] if earlier else 1, "r", at > 1),
        _button(here, t("◀ Move"), at - 1, "p", at > 1),
    ]


def _on(here: CurrentTable, at: int) -> list[GameItem]:
    last, later = here.game.rev, [seq for seq, _ in rounds(here.game) if seq > at]
    return [
        _button(here, t("Move ▶"), at + 1, "n", at < last),
        _button(here, t("Round ⏩"), later[0] if later else last, "q", at < last),
        _button(here, t("Last ⏭"), last, "l", at < last),
    ]


def _button(here: CurrentTable, label: str, seq: int, mark: str, there: bool) -> GameItem:
    return button(Press(here.info.id, here.rev, "past", f"{seq}.{mark}"), label, disabled=not there)


@verb("past")
async def _past(answer: Answer, press: Press) -> None:
    here = await game_pressed(answer, press)
    await answer.show(await moment_page(answer, here, press.number()))


def moments(game: Game) -> list[tuple[int, str]]:
    """The moments to which one can go by name: rounds, then moves, the newest first."""
    found = [(seq, t("{title} (move {seq})", title=title, seq=seq)) for seq, title in reversed(rounds(game))]
    moves = []
    for record in reversed(game.log):
        text = next(iter(record_sentences(game, record)), record.kind)
        moves.append((record.seq, t("move {seq}: {text}", seq=record.seq, text=text)))
    return [*found, *moves]


def to_move(game: Game, typed: str) -> int:
    """The moment that is typed: a number of a move; UserError otherwise."""
    found = parse_whole(typed, game.rev)
    if not found:
        raise UserError(t("Name a move from 1 to {last}, or take a moment from the list.", last=game.rev))
    return found

"""The public message of a vote on taking moves back: what it does, its buttons, and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.cards.lines import lines_of
from bot.chat.figures import heading, plain, seat_of
from bot.chat.frame import GOOD, layout, row
from bot.chat.press import Press, button
from bot.chat.respond import Page
from bot.games.turns import turns
from bot.store.game_rows import GameInfo
from bot.votes.rows import UndoVote as Vote
from bot.words import msg, t
from engine import Game, Record, game_at

ENDS = {
    "agreed": msg("Everybody asked has agreed: the moves are taken back."),
    "decided": msg("<@{by}> has decided it as the game master: the moves are taken back."),
    "refused": msg("<@{by}> refused: the moves stay."),
    "withdrawn": msg("<@{by}> has withdrawn the question: the moves stay."),
    "lapsed": msg("The game has moved on: the moves stay."),
}


def vote_card(info: GameInfo, game: Game, vote: Vote) -> Page:
    """A member asks those whose moves would be taken back, too."""
    back = [record for record in game.active if record.seq > vote.to]
    asked = "\n".join(_asked(info, vote, seat) for seat in vote.needed)
    buttons = row(
        button(Press(info.id, vote.rev, "undo_yes"), t("Agree"), style=GOOD),
        button(Press(info.id, vote.rev, "undo_no"), t("Refuse")),
    )
    head, *texts = undone(info, game, vote.to, back)
    note = t("-# A refusal ends the vote, and so does any move. The owner or a game master may decide it.")
    return Page(
        layout(
            t("<@{user}> asks:", user=vote.user) + f"\n{head}",
            *texts,
            t("Asked are") + f"\n{asked}",
            buttons,
            note,
        )
    )


def _asked(info: GameInfo, vote: Vote, seat: str) -> str:
    return f"{'✔' if seat in vote.agreed else '⏳'} {seat_of(info, seat)}"


def vote_result(how: str, by: int) -> Page:
    """How a vote ended."""
    return Page(layout(f"-# {t(ENDS[how], by=by)}"))


def undone(info: GameInfo, game: Game, to: int, back: Sequence[Record]) -> list[str]:
    """What it would mean to take these records back: where the game is then, cash, whose moves they are."""
    then = game_at(game, to)
    whose = Counter(game.view.name(r.by) for r in back if r.by)
    told = ", ".join(f"{plain(name)} {count}" for name, count in whose.items())
    return [
        t("### Take back everything after move {to}?", to=to),
        t(
            "Then it is {heading}.\nThe moves stay in the log, struck through; all are told.",
            heading=heading(info, then, mention=False),
        ),
        _cash(game, then),
        t("Moves of {players}:", players=told) + f"\n{lines_of(turns(game, to, drafts=True))}",
    ]


def _cash(game: Game, then: Game) -> str:
    view, was = game.view, then.view
    holders = [*view.state.players, *(c.id for c in was.companies())]
    moved = [
        f"{plain(view.name(h))} {view.money(view.cash(h))} → {view.money(was.cash(h))}"
        for h in holders
        if view.cash(h) != was.cash(h)
    ]
    return t("Cash: {list}", list=" · ".join(moved)) if moved else ""

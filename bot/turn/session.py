"""A member's session on the private page of a turn: the game, the seat, and the draft so far."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.chat.current_table import NOT_STARTED
from bot.chat.frame import Sheet, accent
from bot.chat.press import Press
from bot.chat.respond import Answer, UserError
from bot.games import moves, shelf
from bot.games.outcome import Outcome
from bot.store.game_rows import GameInfo
from bot.turn.draft import Draft, choices_of, filled, still_legal
from bot.words import msg, t
from bot.work.pictures import Drawn
from bot.work.priority import Rank, set_rank
from bot.work.registry import Registry
from engine import Choice, Field, Game, View, Waiting

NOT_SEATED = msg("Only the players of this game take turns; look at it with /show.")


@dataclass(slots=True)
class TurnSession:
    """All that a page of the workspace is made from.

    ``done_lines`` say what was just done, ``notice`` a remark; ``page`` is shown in place of the draft's own;
    ``changed`` says that the draft is not stored as it is; ``advice`` is the hint on the page.
    """

    answer: Answer
    info: GameInfo
    game: Game
    seat: str
    draft: Draft | None = None
    done_lines: list[str] = field(default_factory=list)
    notice: str = ""
    page: Callable[[TurnSession], Awaitable[Sheet]] | None = None
    changed: bool = False
    advice: str = ""

    @property
    def view(self) -> View:
        """The position of the game."""
        return self.game.view

    @property
    def waiting(self) -> Waiting | None:
        """The players and the company that the game waits for; None when it waits for nobody."""
        return self.game.waiting()

    @property
    def on_turn(self) -> bool:
        """Whether the game waits for this seat."""
        waiting = self.waiting
        return waiting is not None and self.seat in waiting.players

    @property
    def company(self) -> str | None:
        """The company whose turn it is; None outside of companies' turns."""
        waiting = self.waiting
        return None if waiting is None else waiting.company

    def press(self, verb: str, *parts: object) -> Press:
        """Return a press bound to this game and revision."""
        return Press(self.info.id, self.game.rev, verb, ".".join(str(part) for part in parts))

    def choices(self) -> list[Choice]:
        """Return the choices of the current decision."""
        return [c for c in choices_of(self.game, self.seat) if c.kind not in self._interjections]

    def powers(self) -> list[Choice]:
        """Return what the acting company may do besides the current decision; [] out of turn."""
        return [c for c in self._at_any_time() if c.company] if self.on_turn else []

    def aside(self) -> list[Choice]:
        """Return what this seat may do at any time; out of turn also what its companies may do."""
        return [c for c in self._at_any_time() if not c.company or not self.on_turn]

    def _at_any_time(self) -> list[Choice]:
        return [c for c in choices_of(self.game, self.seat) if c.kind in self._interjections]

    @property
    def _interjections(self) -> set[str]:
        return {move.kind for move in self.game.title.interjections}

    def sheet(self) -> Sheet:
        """Return an empty page in the colour of the acting company."""
        return Sheet(accent=accent(self.game))

    async def draw(self, view: str, **params: object) -> list[Drawn]:
        """Return a picture in a list; [] if it cannot be drawn."""
        drawn = await self.answer.bot.pictures.draw(self.info.id, self.game, view, **params)
        return [] if drawn is None else [drawn]

    @property
    def chosen(self) -> Draft:
        """The draft, where there must be one."""
        assert self.draft is not None
        return self.draft

    def is_at(self, press: Press) -> bool:
        """Return whether the page of a press showed the current draft."""
        return self.draft is not None and self.draft.tag == press.parts[0]

    def choose(self, draft: Draft | None) -> None:
        """Replace the draft."""
        self.draft, self.changed = draft, True

    def next_field(self) -> Field | None:
        """Fill in forced values; return the next field to ask for, None when the draft is complete."""
        draft, wanted = filled(self.game, self.seat, self.chosen)
        if draft != self.draft:
            self.choose(draft)
        return wanted

    async def load_draft(self, outcome: Outcome | None = None) -> None:
        """Load the user's stored draft; ``outcome`` is what the user has just done."""
        self.done_lines = list(outcome.lines) if outcome else []
        if self.on_turn or outcome is not None:
            set_rank(Rank.PAGE, self.answer.user.id)
        self.draft, self.changed = await _load_draft(self), False

    async def reload(self, outcome: Outcome) -> None:
        """Reload the game after the user has done something."""
        self.info, self.game, self.seat = await _load_place(self.answer, self.info.id)
        self.page = None
        await self.load_draft(outcome)

    async def save_draft(self) -> None:
        """Store the draft if it has changed, so that the page can be opened again."""
        games, user = self.answer.bot.games, self.answer.user.id
        if self.changed and self.draft is None:
            await shelf.drop_draft(games, self.info.id, user)
        elif self.changed:
            await shelf.put_draft(games, self.info.id, user, self.chosen.to_json(), self.game.rev)
        self.changed = False

    async def hand_in(self, draft: Draft, rev: int, via: str = "button") -> Outcome:
        """Submit the draft and the moves before it, and return the service's outcome."""
        return await moves.act_all(self.answer.bot.games,
            self.info.id, self.answer.user.id, [*draft.before, (draft.kind, draft.args)],
            rev=rev, interaction_id=self.answer.id, seat=self.seat, via=via,
        )  # fmt: skip


OnPage = Callable[[TurnSession, Sheet], None]
PAGES = Registry[OnPage]("on every page of a turn")
"""Functions by which other features add to each page, when it is otherwise complete."""


async def session_for(answer: Answer, game_id: int, outcome: Outcome | None = None) -> TurnSession:
    """Open the user's session in a game; raises UserError if the user has no seat or it is not running."""
    session = TurnSession(answer, *await _load_place(answer, game_id))
    await session.load_draft(outcome)
    return session


async def _load_place(answer: Answer, game_id: int) -> tuple[GameInfo, Game, str]:
    """Load a game and the seat for which the user acts; raises UserError as `session_for`."""
    live = await answer.bot.games.live(game_id)
    if live is None:
        raise UserError(t("There is no such game any more."))
    info, game = live.info, live.game
    mine = info.seats_of(answer.user.id)
    if game is None:
        raise UserError(t(NOT_STARTED))
    if not mine:
        raise UserError(t(NOT_SEATED))
    waiting = game.waiting()
    asked = [s for s in mine if waiting is not None and s in waiting.players]
    return info, game, (asked or list(mine))[0]


async def _load_draft(session: TurnSession) -> Draft | None:
    """Load the member's saved draft; None when there is none or it is no longer legal."""
    row = await shelf.draft(session.answer.bot.games, session.info.id, session.answer.user.id)
    draft = None if row is None else Draft.from_json(row.body)
    if row is None or draft is None or row.rev == session.game.rev:
        return draft
    return draft if still_legal(session.game, session.seat, draft) else None

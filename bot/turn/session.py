"""A member's session in his turn: the game, the seat for which he acts, and what he has chosen so far."""

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

    ``told`` is what was just done, ``notice`` a remark; ``page`` is shown in place of the draft's own;
    ``changed`` says that the draft is not stored as it is; ``advice`` is the hint on the page.
    """

    answer: Answer
    info: GameInfo
    game: Game
    seat: str
    draft: Draft | None = None
    told: list[str] = field(default_factory=list)
    notice: str = ""
    page: Callable[[TurnSession], Awaitable[Sheet]] | None = None
    changed: bool = False
    advice: str = ""

    @property
    def view(self) -> View:
        """The position."""
        return self.game.view

    @property
    def waiting(self) -> Waiting | None:
        """Whom the game waits for."""
        return self.game.waiting()

    @property
    def on_turn(self) -> bool:
        """True when the game waits for this seat."""
        waiting = self.waiting
        return waiting is not None and self.seat in waiting.players

    @property
    def company(self) -> str | None:
        """The company that acts."""
        waiting = self.waiting
        return None if waiting is None else waiting.company

    def press(self, verb: str, *parts: object) -> Press:
        """A press that is good for this revision."""
        return Press(self.info.id, self.game.rev, verb, ".".join(str(part) for part in parts))

    def choices(self) -> list[Choice]:
        """The choices of the decision at hand."""
        return [c for c in choices_of(self.game, self.seat) if c.kind not in self._anytime]

    def powers(self) -> list[Choice]:
        """What the acting company may do besides the decision at hand."""
        return [c for c in self._at_any_time() if c.company] if self.on_turn else []

    def aside(self) -> list[Choice]:
        """What this seat may do at any time, in nobody's turn, and what concerns a company in another's."""
        return [c for c in self._at_any_time() if not c.company or not self.on_turn]

    def _at_any_time(self) -> list[Choice]:
        return [c for c in choices_of(self.game, self.seat) if c.kind in self._anytime]

    @property
    def _anytime(self) -> set[str]:
        return {move.kind for move in self.game.title.anytime}

    def sheet(self) -> Sheet:
        """An empty page in the colour of the acting company."""
        return Sheet(accent=accent(self.game))

    async def draw(self, view: str, **params: object) -> list[Drawn]:
        """The picture in a list, empty when it cannot be had."""
        drawn = await self.answer.bot.pictures.draw(self.info.id, self.game, view, **params)
        return [] if drawn is None else [drawn]

    @property
    def chosen(self) -> Draft:
        """What is chosen, where something is."""
        assert self.draft is not None
        return self.draft

    def is_at(self, press: Press) -> bool:
        """Whether the page of a press showed what is chosen now."""
        return self.draft is not None and self.draft.tag == press.parts[0]

    def choose(self, draft: Draft | None) -> None:
        """Change what is chosen."""
        self.draft, self.changed = draft, True

    def next_field(self) -> Field | None:
        """The field to ask for, after all that fills itself; None when the draft is complete."""
        draft, wanted = filled(self.game, self.seat, self.chosen)
        if draft != self.draft:
            self.choose(draft)
        return wanted

    async def anew(self, outcome: Outcome | None = None) -> None:
        """Begin with what is kept of the user's choice; ``outcome`` is what he has just done."""
        self.told = list(outcome.lines) if outcome else []
        if self.on_turn or outcome is not None:
            set_rank(Rank.PAGE, self.answer.user.id)
        self.draft, self.changed = await _stored(self), False

    async def go_on(self, outcome: Outcome) -> None:
        """The user has done something: the session is of the present position."""
        self.info, self.game, self.seat = await _place(self.answer, self.info.id)
        self.page = None
        await self.anew(outcome)

    async def keep(self) -> None:
        """Store what is chosen, so that the page can be opened again at this place."""
        games, user = self.answer.bot.games, self.answer.user.id
        if self.changed and self.draft is None:
            await shelf.drop_draft(games, self.info.id, user)
        elif self.changed:
            await shelf.put_draft(games, self.info.id, user, self.chosen.to_json(), self.game.rev)
        self.changed = False

    async def hand_in(self, draft: Draft, rev: int, via: str = "button") -> Outcome:
        """Hand a draft to the service as moves that are made now."""
        return await moves.act_all(self.answer.bot.games,
            self.info.id, self.answer.user.id, [*draft.before, (draft.kind, draft.args)],
            rev=rev, interaction_id=self.answer.id, seat=self.seat, via=via,
        )  # fmt: skip


OnPage = Callable[[TurnSession, Sheet], None]
PAGES = Registry[OnPage]("on every page of a turn")
"""What other features put on each page, once all else is there."""


async def session_for(answer: Answer, game_id: int, outcome: Outcome | None = None) -> TurnSession:
    """The session of the user in a game; UserError when he has no place in it or it does not run."""
    session = TurnSession(answer, *await _place(answer, game_id))
    await session.anew(outcome)
    return session


async def _place(answer: Answer, game_id: int) -> tuple[GameInfo, Game, str]:
    """A game as it is now, and the seat for which the user acts there."""
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


async def _stored(session: TurnSession) -> Draft | None:
    kept = await shelf.draft(session.answer.bot.games, session.info.id, session.answer.user.id)
    draft = None if kept is None else Draft.from_json(kept.body)
    if kept is None or draft is None or kept.rev == session.game.rev:
        return draft
    return draft if still_legal(session.game, session.seat, draft) else None

"""A member's session on the private page of a turn: the game, the seat, and the draft so far."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.chat.current_table import NOT_STARTED
from bot.chat.frame import PageBuilder, accent_colour
from bot.chat.press import Press
from bot.chat.respond import Answer, UserError
from bot.games import moves, stored_games
from bot.games.outcome import Outcome
from bot.store.game_rows import GameInfo
from bot.turn.session.draft import Draft, choices_of, fill_forced_values, is_still_legal
from bot.turn.session.rehearsal import (
    Move,
    Rehearsal,
    draft_to_store,
    first_refusal,
    rehearse,
    split_stored_draft,
)
from bot.words import msg, t
from bot.work.pictures import DrawnPicture
from bot.work.priority import Priority, set_priority
from bot.work.registry import Registry
from engine import Choice, Field, Game, View, Waiting

NOT_SEATED = msg("Only the players of this game take turns; look at it with /show.")


@dataclass(slots=True)
class TurnSession:
    """A member's turn on its private page: the game, the seat and the unfinished move.

    ``result_lines`` say what was just done, ``notice`` a remark; ``build_fixed_page`` is shown in place of
    the draft's own; ``is_draft_unsaved`` says that the draft is not stored as it is; ``advice`` is the hint
    on the page. Where a turn is rehearsed, ``rehearsal`` has its moves, ``game`` is a copy after them,
    ``real_game`` the game itself, and ``is_turn_over`` says that they end the turn,
    ``rehearsed_position_id`` is a checksum of the copy. ``explained_refusals`` has the codes of the refusals
    that the page explains.
    """

    answer: Answer
    info: GameInfo
    game: Game
    seat: str
    draft: Draft | None = None
    result_lines: list[str] = field(default_factory=list)
    notice: str = ""
    build_fixed_page: Callable[[TurnSession], Awaitable[PageBuilder]] | None = None
    is_draft_unsaved: bool = False
    advice: str = ""
    rehearsal: Rehearsal | None = None
    real_game: Game | None = None
    is_turn_over: bool = False
    rehearsed_position_id: int = 0
    explained_refusals: list[str] = field(default_factory=list)

    @property
    def rev(self) -> int:
        """Return the revision of the game itself, also where a turn is rehearsed on a copy."""
        return (self.real_game or self.game).rev

    @property
    def cache_key(self) -> int:
        """Return the cache key of pictures and route searches: the game, or its rehearsed position."""
        return self.info.id if self.real_game is None else self.rehearsed_position_id

    @property
    def view(self) -> View:
        """Return the position of the game or of its rehearsed copy."""
        return self.game.view

    @property
    def waiting(self) -> Waiting | None:
        """Return the players and company that are to act; None if the game waits for nobody."""
        return self.game.waiting()

    @property
    def is_on_turn(self) -> bool:
        """Return True if the game waits for a move of this seat."""
        waiting = self.waiting
        return waiting is not None and self.seat in waiting.players

    @property
    def company(self) -> str | None:
        """Return the company whose turn the page is about; None outside of companies' turns."""
        waiting = self.waiting
        return None if waiting is None else waiting.company

    def press(self, button_name: str, *arguments: object) -> Press:
        """Return the press of a button on this turn page with these arguments, for the game's revision."""
        return Press(self.info.id, self.rev, button_name, ".".join(map(str, arguments)))

    def choices(self) -> list[Choice]:
        """Return the moves of the current decision, without those that are legal at any time."""
        return [
            choice
            for choice in choices_of(self.game, self.seat)
            if choice.kind not in self._kinds_at_any_time
        ]

    def powers(self) -> list[Choice]:
        """Return the moves that the acting company may make besides the current decision; [] out of turn."""
        return [choice for choice in self._all_at_any_time() if choice.company] if self.is_on_turn else []

    def moves_at_any_time(self) -> list[Choice]:
        """Return the moves that the player may make at any time; out of turn also those of his companies.

        [] in a rehearsal.
        """
        if self.rehearsal is not None:
            return []
        return [choice for choice in self._all_at_any_time() if not choice.company or not self.is_on_turn]

    def _all_at_any_time(self) -> list[Choice]:
        """Return the moves open to this seat that need not wait for its turn."""
        return [
            choice for choice in choices_of(self.game, self.seat) if choice.kind in self._kinds_at_any_time
        ]

    @property
    def _kinds_at_any_time(self) -> set[str]:
        """Return the kinds of moves that are legal at any time in this title."""
        return {move.kind for move in self.game.title.moves_at_any_time}

    def new_page(self) -> PageBuilder:
        """Return an empty turn page in the colour of the acting company."""
        return PageBuilder(accent=accent_colour(self.game))

    async def draw(self, view: str, **params: object) -> list[DrawnPicture]:
        """Draw a picture of the game for the turn page; returns it in a list, [] if it cannot be drawn."""
        picture = await self.answer.bot.pictures.draw(self.cache_key, self.game, view, **params)
        return [] if picture is None else [picture]

    @property
    def current_draft(self) -> Draft:
        """Return the unfinished move of the turn page, which must exist."""
        assert self.draft is not None
        return self.draft

    def shows_current_draft(self, press: Press) -> bool:
        """Return True if the pressed page showed the current unfinished move."""
        return self.draft is not None and self.draft.checksum == press.arguments[0]

    def set_draft(self, draft: Draft | None) -> None:
        """Replace the unfinished move, to be stored when the page is shown."""
        self.draft, self.is_draft_unsaved = draft, True

    def next_field(self) -> Field | None:
        """Fill in the values of the unfinished move that leave no choice; return the next field to ask for.

        None if the move is complete. There must be an unfinished move.
        """
        draft, next_field = fill_forced_values(self.game, self.seat, self.current_draft)
        if draft != self.draft:
            self.set_draft(draft)
        return next_field

    async def load_draft(self, outcome: Outcome | None = None) -> None:
        """Load the user's unfinished move and rehearsal from the database, as far as they are still legal.

        ``outcome`` is that of the user's last request, whose sentences the page shows. With one, or on turn,
        the user's searches and pictures get the priority of a page that somebody waits for.
        """
        self.result_lines = list(outcome.lines) if outcome else []
        if self.is_on_turn or outcome is not None:
            set_priority(Priority.MEMBER_PAGE, self.answer.user.id)
        self.draft, self.is_draft_unsaved = await _load_draft(self), False

    async def reload(self, outcome: Outcome) -> None:
        """Load the game and draft of the turn page again after a move of the user, and end a rehearsal.

        ``outcome`` is that of the move; the page shows its sentences.
        """
        self.info, self.game, self.seat = await _load_seat(self.answer, self.info.id)
        self.build_fixed_page, self.rehearsal, self.real_game, self.is_turn_over = None, None, None, False
        await self.load_draft(outcome)

    async def save_draft(self) -> None:
        """Store the unfinished move and the rehearsal of the turn page in the database, if they have changed.

        Without either, what is stored is deleted.
        """
        games, user = self.answer.bot.games, self.answer.user.id
        stored = draft_to_store(self.draft, self.rehearsal)
        if self.is_draft_unsaved and stored is None:
            await stored_games.delete_draft(games, self.info.id, user)
        elif self.is_draft_unsaved and stored is not None:
            await stored_games.store_draft(games, self.info.id, user, stored.to_json(), self.rev)
        self.is_draft_unsaved = False

    def rehearse(self, rehearsal: Rehearsal | None) -> bool:
        """Put the page on a copy of the game after the moves of ``rehearsal``, as far as they are legal.

        The unfinished move is dropped. Without a ``rehearsal`` (None), or if its turn cannot begin, the page
        is on the game itself. Returns True if all moves are legal.
        """
        real_game, self.draft, self.is_draft_unsaved = self.real_game or self.game, None, True
        rehearsed = None if rehearsal is None else rehearse(real_game, self.seat, rehearsal)
        if rehearsal is None or rehearsed is None:
            self.rehearsal, self.real_game, self.game, self.is_turn_over = None, None, real_game, False
            return rehearsal is None
        self.rehearsal, self.real_game = rehearsal.with_first_moves(rehearsed.move_count), real_game
        self.game, self.is_turn_over, self.rehearsed_position_id = (
            rehearsed.game,
            rehearsed.is_turn_over,
            -int(rehearsed.game.digest(), 16),
        )
        return rehearsed.move_count == len(rehearsal.moves)

    async def submit(self, draft: Draft, rev: int, via: str = "button") -> Outcome:
        """Make a move of the turn page, with those to be made before it: all of them or none.

        In a rehearsal they are added to the rehearsal instead. ``rev`` is the revision that the user saw,
        ``via`` is stored in the log. Returns the outcome.
        """
        if self.rehearsal is not None:
            return await self._add_to_rehearsal([*draft.moves_before, (draft.kind, draft.args)])
        return await moves.make_moves(self.answer.bot.games,
            self.info.id, self.answer.user.id, [*draft.moves_before, (draft.kind, draft.args)],
            rev=rev, interaction_id=self.answer.id, seat=self.seat, via=via,
        )  # fmt: skip

    async def _add_to_rehearsal(self, new_moves: Sequence[Move]) -> Outcome:
        """Add moves to the rehearsed turn, then its ``later_moves`` as far as they are legal, and store it.

        Returns an outcome: "refused" if the new moves are not legal, else "ok". The list of moves is shown
        next if there were ``later_moves`` or the turn is over. There must be a rehearsal.
        """
        assert self.rehearsal is not None
        if problem := first_refusal(self.game, self.seat, new_moves):
            return Outcome("refused", self.info.id, self.rev, text=problem)
        shows_list, moves = (
            bool(self.rehearsal.later_moves),
            (*self.rehearsal.moves, *new_moves, *self.rehearsal.later_moves),
        )
        self.rehearse(replace(self.rehearsal, moves=moves, later_moves=()))
        assert self.rehearsal is not None
        self.rehearsal = replace(self.rehearsal, shows_list=shows_list or self.is_turn_over)
        await self.save_draft()
        return Outcome("ok", self.info.id, self.rev)


EveryPagePart = Callable[[TurnSession, PageBuilder], None]
EVERY_PAGE_PARTS = Registry[EveryPagePart]("on every page of a turn")
"""Functions by which other features add to each page, when it is otherwise complete."""


async def session_for(answer: Answer, game_id: int, outcome: Outcome | None = None) -> TurnSession:
    """Open the user's turn in a game, with his unfinished move, for the seat that is to act, else his first.

    ``outcome`` is what he has just done, for the page. Raises UserError without a seat, for an unknown game,
    or before the start.
    """
    session = TurnSession(answer, *await _load_seat(answer, game_id))
    await session.load_draft(outcome)
    return session


async def _load_seat(answer: Answer, game_id: int) -> tuple[GameInfo, Game, str]:
    """Load a game and the seat for whose turn the user acts: one that is to act, else his first.

    Raises UserError as `session_for`.
    """
    loaded = await answer.bot.games.load(game_id)
    if loaded is None:
        raise UserError(t("There is no such game any more."))
    info, game = loaded.info, loaded.game
    own_seats = info.seats_of(answer.user.id)
    if game is None:
        raise UserError(t(NOT_STARTED))
    if not own_seats:
        raise UserError(t(NOT_SEATED))
    waiting = game.waiting()
    seats_to_act = [own_seat for own_seat in own_seats if waiting is not None and own_seat in waiting.players]
    return info, game, (seats_to_act or list(own_seats))[0]


async def _load_draft(session: TurnSession) -> Draft | None:
    """Load the member's unfinished move for the turn page; None if there is none or it is no longer legal.

    A stored rehearsal is put into ``session``, as far as its moves are still legal. One of a later turn that
    has come goes on as this turn, without the unfinished move; it is dropped if the company is another.
    """
    row = await stored_games.find_draft(session.answer.bot.games, session.info.id, session.answer.user.id)
    if row is None:
        return None
    draft, rehearsal = split_stored_draft(Draft.from_json(row.body))
    if rehearsal is not None and rehearsal.is_later_turn and session.is_on_turn:  # the turn has come
        rehearsal = (
            replace(rehearsal, is_later_turn=False) if rehearsal.company == (session.company or "") else None
        )
        draft = None
    if rehearsal is not None:
        is_plan_legal = session.rehearse(rehearsal)
        draft = draft if is_plan_legal else None
    if draft is None or (row.rev == session.rev and rehearsal is None):
        return draft
    return draft if is_still_legal(session.game, session.seat, draft) else None

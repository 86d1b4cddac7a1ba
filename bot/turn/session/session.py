"""A member's session on the private page of a turn: the game, the seat, and the draft so far."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy.exc import SQLAlchemyError

from bot.chat.current_game import NOT_STARTED
from bot.chat.frame import PageBuilder, accent_colour
from bot.chat.press import Press
from bot.chat.respond import Response, UserError
from bot.games import moves, stored_games
from bot.games.outcome import Outcome
from bot.store.game_rows import GameInfo
from bot.turn.session import words
from bot.turn.session.draft import Draft, fill_forced_values, is_still_legal, legal_moves_of_seat
from bot.turn.session.trial import (
    Move,
    Trial,
    draft_to_store,
    first_illegal_move_reason,
    split_stored_draft,
    state_id,
    try_out,
)
from bot.words import msg, t
from bot.work.pictures import DrawnPicture
from bot.work.priority import Priority, set_worker_call_context
from bot.work.registry import Registry
from engine import Action, Choice, Field, Game, Preview, View, Waiting

log = logging.getLogger(__name__)

NOT_SEATED = msg("Only the players of this game take turns; look at it with /show.")


@dataclass(slots=True)
class TurnSession:
    """A member's turn on its private page: the game, the seat and the unfinished move.

    ``result_lines`` tell what was just done, ``notice`` is a remark above the page; ``page_override`` builds
    a page that is shown in place of the usual one. ``is_draft_unsaved``: the draft differs from the stored
    one. ``hint`` is the hint on the page. While a turn is tried-out, ``trial`` has its moves, ``game``
    is a copy of the game after them, ``real_game`` the game itself; ``is_turn_over`` says that they end the
    turn, and ``trial_position_id`` is the id of the copy's position. ``explained_refusals`` are the codes
    of the refusals that the page explains. ``explanations_to_store`` store what else it explains, once it is
    shown.
    """

    response: Response
    info: GameInfo
    game: Game
    seat: str
    draft: Draft | None = None
    result_lines: list[str] = field(default_factory=list)
    notice: str = ""
    page_override: Callable[[TurnSession], Awaitable[PageBuilder]] | None = None
    is_draft_unsaved: bool = False
    hint: str = ""
    trial: Trial | None = None
    real_game: Game | None = None
    is_turn_over: bool = False
    trial_state_id: int = 0
    explained_refusals: list[str] = field(default_factory=list)
    explanations_to_store: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    _known_decision: tuple[Game, int, Waiting | None] | None = None

    @property
    def revision(self) -> int:
        """Return the revision of the game itself, even while the turn page shows a copy (a trial)."""
        return (self.real_game or self.game).revision

    @property
    def cache_key(self) -> int:
        """Return the key under which the turn page's pictures and searches are cached: the id of the game.

        In a trial it is an id of the position on the copy of the game.
        """
        return self.info.id if self.real_game is None else self.trial_state_id

    @property
    def view(self) -> View:
        """Return the position on the turn page: that of the game, in a trial that of its copy."""
        return self.game.view

    @property
    def next_decision(self) -> Waiting | None:
        """Return who has to decide next, and at which step, on the turn page; None if the game is over."""
        known = self._known_decision
        if known is None or known[0] is not self.game or known[1] != self.game.revision:
            known = self._known_decision = self.game, self.game.revision, self.game.waiting()
        return known[2]

    @property
    def is_to_act(self) -> bool:
        """Return True if the game waits for a move of the seat whose turn page this is."""
        next_decision = self.next_decision
        return next_decision is not None and self.seat in next_decision.players

    @property
    def company(self) -> str | None:
        """Return the company (id) that acts on the turn page; None if a player acts, or nobody is to act."""
        next_decision = self.next_decision
        return None if next_decision is None else next_decision.company

    def press(self, button_name: str, *arguments: object) -> Press:
        """Return the press of a button on this turn page, for its custom id.

        The press has the game's revision and these arguments, joined by dots.
        """
        return Press(self.info.id, self.revision, button_name, ".".join(map(str, arguments)))

    def decision_moves(self) -> list[Choice]:
        """Return the player's legal moves for the current decision, without those legal at any time."""
        return [
            legal_move
            for legal_move in legal_moves_of_seat(self.game, self.seat)
            if legal_move.kind not in self._anytime_move_kinds
        ]

    def company_moves_at_any_time(self) -> list[Choice]:
        """Return the moves for companies that the player may make at any time, such as powers of privates.

        [] if he is not to act; `moves_at_any_time` then has them.
        """
        return (
            [legal_move for legal_move in self._all_moves_at_any_time() if legal_move.company]
            if self.is_to_act
            else []
        )

    def moves_at_any_time(self) -> list[Choice]:
        """Return the moves that the player may make at any time, beside the moves of his turn.

        While the player is to act, moves for companies are left out, since `company_moves_at_any_time`
        returns them. [] in a trial.
        """
        if self.trial is not None:
            return []
        return [
            legal_move
            for legal_move in self._all_moves_at_any_time()
            if not legal_move.company or not self.is_to_act
        ]

    def _all_moves_at_any_time(self) -> list[Choice]:
        """Return the legal moves of this seat that the title allows at any time, whoever is to act."""
        return [
            legal_move
            for legal_move in legal_moves_of_seat(self.game, self.seat)
            if legal_move.kind in self._anytime_move_kinds
        ]

    @property
    def _anytime_move_kinds(self) -> set[str]:
        """Return the kinds of moves that the title allows at any time, such as answers to offers."""
        return {move.kind for move in self.game.title.moves_at_any_time}

    def preview(self, draft: Draft) -> Preview | None:
        """Return what a complete move would change, without making it; None if it is not legal."""
        return words.find_preview(self.game, Action(draft.kind, self.seat, draft.args))

    def new_page(self) -> PageBuilder:
        """Return an empty turn page in the colour of the acting company; without a colour if players act."""
        return PageBuilder(accent=accent_colour(self.game))

    async def draw(self, view: str, **params: object) -> list[DrawnPicture]:
        """Draw a picture of the game for the turn page, and return it in a list; [] if it cannot be drawn.

        ``view`` is the name of a view of `render.api`, ``params`` are its parameters.
        """
        picture = await self.response.bot.pictures.draw(self.cache_key, self.game, view, **params)
        return [] if picture is None else [picture]

    @property
    def current_draft(self) -> Draft:
        """Return the unfinished move of the turn page; there must be one."""
        assert self.draft is not None
        return self.draft

    def press_matches_draft(self, press: Press) -> bool:
        """Return True if the page of the pressed button showed the current unfinished move.

        The press carries the checksum of the move that its page showed. False if there is no unfinished move.
        """
        return self.draft is not None and self.draft.checksum == press.arguments[0]

    def set_draft(self, draft: Draft | None) -> None:
        """Replace the unfinished move (None: by none); it is stored when the page is shown."""
        self.draft, self.is_draft_unsaved = draft, True

    def advance_to_next_field(self) -> Field | None:
        """Fill in values of the unfinished move that leave no choice, and return the field to ask for next.

        None if the move is complete, or not legal any more. There must be an unfinished move.
        """
        draft, next_field = fill_forced_values(self.game, self.seat, self.current_draft)
        if draft != self.draft:
            self.set_draft(draft)
        return next_field

    async def load_draft(self, outcome: Outcome | None = None) -> None:
        """Load the user's unfinished move and trial from the database, as far as they are still legal.

        ``outcome`` is that of the user's last request; the page shows its sentences. If that has deleted the
        unfinished move, nothing is loaded. With an outcome, or if the user is to act, his searches and
        pictures get the priority of a page for which a player waits.
        """
        self.result_lines = list(outcome.lines) if outcome else []
        if self.is_to_act or outcome is not None:
            set_worker_call_context(Priority.MEMBER_PAGE, self.response.user.id)
        is_deleted = outcome is not None and outcome.draft_deleted_of == self.response.user.id
        self.draft = None if is_deleted else await _restore_draft(self)
        self.is_draft_unsaved = False

    async def reload(self, outcome: Outcome) -> None:
        """Load the game and the draft again after a move of the user, and end the trial.

        ``outcome`` is that of the move; the page shows its sentences. Raises UserError if the game is gone or
        the user has no seat any more, BadLog if its log cannot be read.
        """
        self.info, self.game, self.seat = await _load_game_and_seat(self.response, self.info.id)
        self.page_override, self.trial, self.real_game, self.is_turn_over = None, None, None, False
        await self.load_draft(outcome)

    async def save_draft(self) -> None:
        """Store the unfinished move and the trial in the database, if they have changed.

        If there is neither, the stored draft is deleted.
        """
        games, user = self.response.bot.games, self.response.user.id
        stored_draft = draft_to_store(self.draft, self.trial)
        if self.is_draft_unsaved and stored_draft is None:
            await stored_games.delete_draft(games, self.info.id, user)
        elif self.is_draft_unsaved and stored_draft is not None:
            await stored_games.store_draft(games, self.info.id, user, stored_draft.to_json(), self.revision)
        self.is_draft_unsaved = False

    async def store_explanations(self) -> None:
        """Store which terms and steps the shown page has explained; a failure of the database is logged."""
        while self.explanations_to_store:
            try:
                await self.explanations_to_store.pop(0)()
            except (SQLAlchemyError, OSError):
                log.exception("what a member has read cannot be kept; it will be explained again")

    def try_out(self, trial: Trial | None) -> bool:
        """Show the turn on a copy of the game after the moves of ``trial``, up to the first illegal one.

        The moves from that one on and the unfinished move are dropped. Without a trial (None), or if its
        turn cannot begin, the session is on the game itself again. Returns False if a move is illegal or the
        turn cannot begin.
        """
        real_game, self.draft, self.is_draft_unsaved = self.real_game or self.game, None, True
        tried_out = None if trial is None else try_out(real_game, self.seat, trial)
        if trial is None or tried_out is None:
            self.trial, self.real_game, self.game, self.is_turn_over = None, None, real_game, False
            return trial is None
        self.trial, self.real_game = trial.with_first_moves(tried_out.move_count), real_game
        self.game, self.is_turn_over, self.trial_state_id = (
            tried_out.game,
            tried_out.is_turn_over,
            state_id(tried_out.game),
        )
        return tried_out.move_count == len(trial.moves)

    async def submit(self, draft: Draft, revision: int, origin: str = "button") -> Outcome:
        """Make a move of the turn page after its ``moves_before``, all or none; return the outcome.

        In a trial, they are only added to it. ``revision`` is the revision that the user saw; ``origin``
        says in the log how he made the move. A refusal is an outcome, too, such as "refused" for an illegal
        move or "stale" if the game has moved on since ``revision``.
        """
        if self.trial is not None:
            return await self._add_to_trial([*draft.moves_before, (draft.kind, draft.args)])
        return await moves.make_moves(self.response.bot.games,
            self.info.id, self.response.user.id, [*draft.moves_before, (draft.kind, draft.args)],
            revision=revision, interaction_id=self.response.id, seat=self.seat, origin=origin,
        )  # fmt: skip

    async def _add_to_trial(self, new_moves: Sequence[Move]) -> Outcome:
        """Add moves to those planned in the trial, then its ``later_moves``, and store it.

        Of the ``later_moves``, those from the first illegal one on are dropped. The outcome is "refused" if
        the new moves are not legal, else "ok". The list of moves is shown next if there were ``later_moves``
        or the turn is over. There must be a trial.
        """
        assert self.trial is not None
        if problem := first_illegal_move_reason(self.game, self.seat, new_moves):
            return Outcome("refused", self.info.id, self.revision, text=problem)
        shows_list, planned_moves = (
            bool(self.trial.later_moves),
            (*self.trial.moves, *new_moves, *self.trial.later_moves),
        )
        self.try_out(replace(self.trial, moves=planned_moves, later_moves=()))
        assert self.trial is not None
        self.trial = replace(self.trial, shows_list=shows_list or self.is_turn_over)
        await self.save_draft()
        return Outcome("ok", self.info.id, self.revision)


EveryPagePart = Callable[[TurnSession, PageBuilder], None]
EVERY_PAGE_PARTS = Registry[EveryPagePart]("on every page of a turn")
"""Functions by which other features add to each page, when it is otherwise complete."""


async def load_session(response: Response, game_id: int, outcome: Outcome | None = None) -> TurnSession:
    """Return a session for the user's turn page in a game, with his unfinished move.

    If he has several seats, it is for one that is to act, else for the first. ``outcome`` is that of his last
    request, for the page. Raises UserError if the game does not exist or has not started, or if he has no
    seat; BadLog if its log cannot be read.
    """
    session = TurnSession(response, *await _load_game_and_seat(response, game_id))
    await session.load_draft(outcome)
    return session


async def _load_game_and_seat(response: Response, game_id: int) -> tuple[GameInfo, Game, str]:
    """Load a game and the seat for which the user acts: one that is to act, else his first.

    Returns the game's row, the game and the seat's id. Raises UserError if the game does not exist or has not
    started, or if the user has no seat; BadLog if its log cannot be read.
    """
    loaded = await response.bot.games.load(game_id)
    if loaded is None:
        raise UserError(t("There is no such game any more."))
    info, game = loaded.info, loaded.game
    own_seats = info.seats_played_by(response.user.id)
    if game is None:
        raise UserError(t(NOT_STARTED))
    if not own_seats:
        raise UserError(t(NOT_SEATED))
    next_decision = game.waiting()
    seats_to_act = [
        own_seat for own_seat in own_seats if next_decision is not None and own_seat in next_decision.players
    ]
    return info, game, (seats_to_act or list(own_seats))[0]


async def _restore_draft(session: TurnSession) -> Draft | None:
    """Load the member's unfinished move for the turn page; None if there is none or it is no longer legal.

    A stored trial is put into ``session``, without its moves from the first illegal one on; if one is
    illegal, the unfinished move is dropped. When the later turn of a trial has come, it becomes a
    trial of the current turn, without the unfinished move. If another company acts instead, it is
    dropped.
    """
    row = await stored_games.find_draft(session.response.bot.games, session.info.id, session.response.user.id)
    if row is None:
        return None
    draft, trial = split_stored_draft(Draft.from_json(row.body))
    if trial is not None and trial.is_later_turn and session.is_to_act:  # the turn has come
        trial = replace(trial, is_later_turn=False) if trial.company == (session.company or "") else None
        draft = None
    if trial is not None:
        is_plan_legal = session.try_out(trial)
        draft = draft if is_plan_legal else None
    if draft is None or (row.revision == session.revision and trial is None):
        return draft
    return draft if is_still_legal(session.game, session.seat, draft) else None

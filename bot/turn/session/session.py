"""A member's session on the private page of a turn: the game, the seat, and the draft."""

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
    """A member's turn on its private page: the game, the seat and the draft (a move begun and not completed).

    ``result_lines`` describe what was just done, ``notice`` is a remark above the page; ``page_override``
    builds a page that is shown in place of the usual one. ``is_draft_unsaved``: the draft differs from the
    stored one. ``hint`` is the text of the hint on the page, ``hint_alternatives`` the line on other moves
    below it, and ``is_hint_awaited`` says that the hint is still searched. During a trial turn, ``trial`` has
    its moves, ``game`` is a copy of the game after these moves, ``real_game`` is the game itself;
    ``is_turn_over`` says that the moves end the turn, and ``trial_state_id`` is the id of the copy's state.
    ``explained_refusals`` are the codes of the refusals that the page explains. ``explanations_to_store`` are
    functions that store which tips and terms the page explains; they are called once the page is shown.
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
    hint_alternatives: str = ""
    is_hint_awaited: bool = False
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

        In a trial, the key is an id of the state of the game's copy.
        """
        return self.info.id if self.real_game is None else self.trial_state_id

    @property
    def view(self) -> View:
        """Return the engine's view of the game that the turn page shows; in a trial, that of its copy."""
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

    def press_for(self, button_name: str, *arguments: object) -> Press:
        """Return the Press (what the custom id encodes) of a button or menu on this turn page.

        It has the game's id and revision, the button's name, and the arguments, joined by dots.
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
        """Return the moves that the player may make for a company at any time, such as a private's ability.

        Return [] if the player is not to act: `moves_at_any_time` then contains these moves.
        """
        return (
            [legal_move for legal_move in self._all_moves_at_any_time() if legal_move.company]
            if self.is_to_act
            else []
        )

    def moves_at_any_time(self) -> list[Choice]:
        """Return the moves that are legal at any time, in addition to those of the player's turn.

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
        """Return the kinds of moves that the title allows at any time, such as accepting an offer."""
        return {move.kind for move in self.game.title.moves_at_any_time}

    def preview(self, draft: Draft) -> Preview | None:
        """Return what a complete move would change, without making it; None if it is not legal."""
        return words.find_preview(self.game, Action(draft.kind, self.seat, draft.args))

    def new_page(self) -> PageBuilder:
        """Return an empty turn page in the colour of the acting company; without a colour if players act."""
        return PageBuilder(accent=accent_colour(self.game))

    async def draw(self, picture_kind: str, **params: object) -> list[DrawnPicture]:
        """Draw a picture of the game for the turn page, and return it in a list; [] if it cannot be drawn.

        ``picture_kind`` is a kind of picture, by its name in `render.api`; ``params`` are its parameters.
        """
        picture = await self.response.bot.pictures.draw(self.cache_key, self.game, picture_kind, **params)
        return [] if picture is None else [picture]

    @property
    def current_draft(self) -> Draft:
        """Return the draft of the turn page; there must be one."""
        assert self.draft is not None
        return self.draft

    def press_matches_draft(self, press: Press) -> bool:
        """Return True if the page of the pressed button showed the current draft.

        The press carries the checksum of the draft that its page showed. False if there is no draft.
        """
        return self.draft is not None and self.draft.checksum == press.arguments[0]

    def set_draft(self, draft: Draft | None) -> None:
        """Replace the draft; None removes it. It is stored when the page is shown."""
        self.draft, self.is_draft_unsaved = draft, True

    def advance_to_next_field(self) -> Field | None:
        """Fill in the draft's fields that have only one legal value, and return the next field to ask for.

        Return None if the move is complete, or not legal any more. The session must have a draft.
        """
        draft, next_field = fill_forced_values(self.game, self.seat, self.current_draft)
        if draft != self.draft:
            self.set_draft(draft)
        return next_field

    async def load_draft(self, outcome: Outcome | None = None) -> None:
        """Load the user's draft and trial from the database, without the parts that are no longer legal.

        ``outcome`` is the result of the user's last request, whose lines the page will show. If that request
        deleted the draft, nothing is loaded. If there is an outcome, or if the user is to act, the searches
        and pictures of this task get the priority of a page for which a player waits.
        """
        self.result_lines = list(outcome.lines) if outcome else []
        if self.is_to_act or outcome is not None:
            set_worker_call_context(Priority.MEMBER_PAGE, self.response.user.id)
        is_deleted = outcome is not None and outcome.draft_deleted_of == self.response.user.id
        self.draft = None if is_deleted else await _restore_draft(self)
        self.is_draft_unsaved = False

    async def reload(self, outcome: Outcome) -> None:
        """Reload the game and the draft after the user has moved, and leave the trial.

        The page shows the lines of ``outcome``, the result of that move. Raises UserError if the game is gone
        or the user no longer has a seat, BadLog if the game's log cannot be read.
        """
        self.info, self.game, self.seat = await _load_game_and_seat(self.response, self.info.id)
        self.page_override, self.trial, self.real_game, self.is_turn_over = None, None, None, False
        await self.load_draft(outcome)

    async def save_draft(self) -> None:
        """Store the draft and the trial in the database, if they have changed.

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

        The moves from that one on and the draft are discarded. If ``trial`` is None, or its turn cannot
        begin, the session shows the real game again. Return False if a move is illegal or the turn cannot
        begin.
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
        """Submit the drafted move after its ``moves_before``, all or none of them, and return the outcome.

        In a trial, the moves are only added to it. ``revision`` is the revision that the user saw; ``origin``
        is logged as the way in which the move was entered. A refusal is an outcome, too, such as "refused"
        for an illegal move or "stale" if the game has moved on since ``revision``.
        """
        if self.trial is not None:
            return await self._add_to_trial([*draft.moves_before, (draft.kind, draft.args)])
        return await moves.make_moves(self.response.bot.games,
            self.info.id, self.response.user.id, [*draft.moves_before, (draft.kind, draft.args)],
            revision=revision, interaction_id=self.response.id, seat=self.seat, origin=origin,
        )  # fmt: skip

    async def _add_to_trial(self, new_moves: Sequence[Move]) -> Outcome:
        """Append ``new_moves`` and then the ``later_moves`` to the planned moves of the trial, and store it.

        The ``later_moves`` from the first illegal one on are discarded. The outcome is "refused" if the new
        moves are not legal, else "ok". The list of moves is shown next if there were ``later_moves`` or the
        turn is over. The session must be in a trial.
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
"""Functions of other features; each adds something to every turn page that is otherwise complete."""


async def load_session(response: Response, game_id: int, outcome: Outcome | None = None) -> TurnSession:
    """Load a session for the user's turn page in a game, including the stored draft.

    A user with several seats gets a seat that is to act, or else the first. ``outcome`` is the result of the
    last request, shown on the page. Raises UserError if the game does not exist or has not started, or if the
    user has no seat; BadLog if its log cannot be read.
    """
    session = TurnSession(response, *await _load_game_and_seat(response, game_id))
    await session.load_draft(outcome)
    return session


async def _load_game_and_seat(response: Response, game_id: int) -> tuple[GameInfo, Game, str]:
    """Return the game's info, the game, and the id of the seat for which the user acts.

    It is the first of the user's seats that is to act, else the user's first seat. Raises UserError if the
    game does not exist or has not started, or if the user has no seat; BadLog if its log cannot be read.
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
    """Load the member's draft for the turn page; None if there is none or it is no longer legal.

    A trial turn that is stored with it is replayed into ``session`` up to its first illegal move; if a move
    is illegal, the draft is discarded. A trial of a later turn becomes one of the current turn when that turn
    has come, without the draft; it is discarded if another company acts instead.
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

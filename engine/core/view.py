"""Read-only questions about a game, shared by rules, drawings and the bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from engine.board.board import Board
from engine.core.actions import Json
from engine.core.errors import EngineError
from engine.core.state import DEPOT, IPO, POOL, Cert, Company, Cursor, Place, State, Token, Train
from engine.data.schema import CompanySpec, PhaseSpec, TitleData
from engine.message import say

P = TypeVar("P")
_PLACES = {IPO: say("the initial offering"), POOL: say("the open market")}


class Rulebook(Protocol):
    """What a position needs of its title."""

    @property
    def data(self) -> TitleData:
        """The components."""

    @property
    def defaults(self) -> Mapping[str, str]:
        """What holds for each option where nobody chose."""

    @property
    def scores(self) -> Callable[[View], dict[str, int]]:
        """The worth of each player."""

    def board(self, state: State) -> Board:
        """The board of a position."""

    def policy(self, kind: type[P]) -> P:
        """The title's reading of a subject."""


class SearchNeeded(EngineError):
    """An action needs a long search for routes that its caller must make; the action was taken back.

    The search is for the company ``about`` in the position ``state``. The caller stores its result in
    `View.answers` under ``key`` and submits the action again.
    """

    def __init__(self, about: str, key: str, state: Json) -> None:
        super().__init__(say("a question about {about} is due and not yet answered", about=about))
        self.about, self.key, self.state = about, key, state


def _varied(
    companies: Iterable[CompanySpec], options: Mapping[str, Json]
) -> Iterator[tuple[str, CompanySpec]]:
    chosen = [option for option, value in options.items() if value == "yes"]
    for company in companies:
        yield from ((company.id, company.variants[option]) for option in chosen if option in company.variants)


class _Memory:
    """What goes with a position and is no part of it; a writer and the view of it have it in common."""

    __slots__ = ("answers", "board", "names", "version")

    def __init__(self) -> None:
        self.answers: dict[str, Json] | None = None
        self.names: Mapping[str, str] = {}
        self.board: Board | None = None
        self.version = -1


class View:
    """The position of one game with its title's data. Asking never changes anything.

    >>> from engine import new_game
    >>> view = new_game("1889", ["Ann", "Ben", "Cy"], seed=7).view
    >>> view.seats, view.name("p3"), view.cash("p3"), view.phase.key, view.trains("p3")
    (('p3', 'p1', 'p2'), 'Cy', 420, '2', [])
    """

    def __init__(self, title: Rulebook, state: State) -> None:
        self.title = title
        self.state = state
        self.data: TitleData = title.data
        self._certs_of: dict[str, list[Cert]] = {}
        for cert in state.certs.values():
            self._certs_of.setdefault(cert.company, []).append(cert)
        self._tokens_of: dict[str, list[Token]] = {}
        for token in state.tokens.values():
            self._tokens_of.setdefault(token.company, []).append(token)
        self._train_order = {kind: i for i, kind in enumerate(title.data.trains)}
        self._memory = _Memory()
        options = {**title.defaults, **state.notes.get("options", {})}
        self._variants = dict(_varied(self.data.companies.values(), options))

    def reader(self) -> View:
        """The same position for reading alone: what one of the two works out the other knows."""
        made = View.__new__(View)
        for name in _SHARED:
            setattr(made, name, getattr(self, name))
        return made

    @property
    def answers(self) -> dict[str, Json] | None:
        """Answers to questions that take long, by key; None: each is answered when it comes up."""
        return self._memory.answers

    @answers.setter
    def answers(self, answers: dict[str, Json] | None) -> None:
        self._memory.answers = answers

    @property
    def names(self) -> Mapping[str, str]:
        """What seats are called now, where somebody else has taken them over since the beginning."""
        return self._memory.names

    @names.setter
    def names(self, names: Mapping[str, str]) -> None:
        self._memory.names = names

    def policy(self, kind: type[P]) -> P:
        """How the title reads a subject: ``view.policy(TrackPolicy)``."""
        return self.title.policy(kind)

    # --- players -------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats clockwise."""
        return self.state.seats

    @property
    def cursor(self) -> Cursor:
        """The round, actor and step of the moment."""
        return self.state.cursor

    def from_seat(self, player: str) -> tuple[str, ...]:
        """The seats clockwise, beginning with ``player``."""
        i = self.seats.index(player)
        return self.seats[i:] + self.seats[:i]

    @property
    def solvent(self) -> tuple[str, ...]:
        """The seats that still play, clockwise: those of players who are not bankrupt."""
        return tuple(p for p in self.seats if not self.state.players[p].bankrupt)

    def left_of(self, player: str) -> str:
        """The next seat clockwise that still plays."""
        others = self.from_seat(player)[1:]
        return next((p for p in others if not self.state.players[p].bankrupt), player)

    def name(self, holder: str) -> str:
        """A player's or company's name for people; places by their terms, other ids as they are."""
        if holder in self.state.players:
            return self.names.get(holder) or self.state.players[holder].name
        return _PLACES.get(holder, holder)

    def cash(self, holder: str) -> int:
        """Money of a player, a company or the bank, in the title's currency."""
        return self.state.cash(holder)

    def money(self, amount: int) -> str:
        """An amount with the title's sign, for people."""
        return f"{'-' if amount < 0 else ''}{self.data.currency}{abs(amount):,}"

    # --- certificates --------------------------------------------------------------------------

    def company(self, company: str) -> Company:
        """The company's record."""
        return self.state.companies[company]

    def spec(self, company: str) -> CompanySpec:
        """The company as printed, or as the variants say that the table chose."""
        return self._variants.get(company) or self.data.companies[company]

    def companies(self, *kinds: str) -> Iterator[Company]:
        """The companies of the given kinds that are still in the game, in printed order."""
        return (c for c in self.state.companies.values() if not c.closed and (not kinds or c.kind in kinds))

    def certs_of(self, company: str) -> Sequence[Cert]:
        """All certificates of a company, wherever they are, the president's first."""
        return self._certs_of.get(company, ())

    def certs(self, owner: str, company: str | None = None) -> list[Cert]:
        """The certificates that an owner (player, company, ipo, pool...) holds, of one company or of all."""
        pool = self.state.certs.values() if company is None else self.certs_of(company)
        return [c for c in pool if c.owner == owner]

    def percent(self, owner: str, company: str) -> int:
        """How many percent of a company an owner holds."""
        return sum(c.percent for c in self.certs_of(company) if c.owner == owner)

    def holdings(self, company: str) -> dict[str, int]:
        """Percent of a company by owner, places such as ipo and pool included."""
        shares: dict[str, int] = {}
        for cert in self.certs_of(company):
            shares[cert.owner] = shares.get(cert.owner, 0) + cert.percent
        return shares

    def owner(self, company: str) -> str:
        """Who holds the president's (or only) certificate: a player, a company or a place."""
        return self.certs_of(company)[0].owner

    def president(self, company: str) -> str | None:
        """The player who decides for a company, or None while nobody does."""
        owner = self.owner(company)
        return owner if owner in self.state.players else None

    def presided(self, player: str) -> list[str]:
        """The open companies whose president's certificate a player holds (privates excluded)."""
        return [c.id for c in self.companies() if c.kind != "private" and self.owner(c.id) == player]

    # --- market, phase, trains -----------------------------------------------------------------

    def price(self, company: str) -> int | None:
        """The share value on the market, or None without a place there."""
        cell = self.company(company).cell
        return None if cell is None else self.data.market.value(cell)

    @property
    def phase(self) -> PhaseSpec:
        """The phase in force."""
        return self.data.phases[self.state.phase]

    @property
    def phases(self) -> list[PhaseSpec]:
        """The phases from the first one to the one in force, oldest first."""
        keys = list(self.data.phases)
        return [self.data.phases[key] for key in keys[: keys.index(self.state.phase) + 1]]

    def trains(self, owner: str) -> list[Train]:
        """The trains of a company, the pool or the depot, smallest kind first."""
        held = [t for t in self.state.trains.values() if t.owner == owner]
        return sorted(held, key=lambda t: self._train_order[t.kind]) if len(held) > 1 else held

    def depot_kind(self) -> str | None:
        """The kind of train that the bank sells now, or None when none is left."""
        left = self.trains(DEPOT)
        return left[0].kind if left else None

    # --- board ---------------------------------------------------------------------------------

    def tokens(self, company: str) -> Sequence[Token]:
        """All station tokens of a company, placed or not, cheapest first."""
        return self._tokens_of.get(company, ())

    def stations(self, company: str) -> list[Place]:
        """The (hex, stop) places of a company's placed tokens."""
        return [t.place for t in self.tokens(company) if t.place is not None]

    def board(self) -> Board:
        """The board of the moment; the same object until a tile, token or marker moves."""
        kept, version = self._memory, self.state.board_version
        if kept.board is None or kept.version != version:
            kept.board, kept.version = self.title.board(self.state), version
        return kept.board

    def share_board(self, same: View) -> None:
        """Take over what was worked out about the board of an equal position, which never changes again."""
        self.keep_board(same.board())

    def keep_board(self, board: Board) -> None:
        """Take over a board that was made of an equal position, such as the one to which play went back."""
        self._memory.board, self._memory.version = board, self.state.board_version


_SHARED = ("title", "state", "data", "_certs_of", "_tokens_of", "_train_order", "_memory", "_variants")
"""All that an instance holds."""

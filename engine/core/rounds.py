"""How a game is cut into decisions: moves, steps and rounds. All of them are stateless.

A *move* is one kind of action. A *step* groups the moves that are open together and says who
decides. A *round* strings steps and actors together. What they must remember lives in the State.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Bids, Choice, Lot, Option, Range, Sought, Subject
from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter


class Move(ABC):
    """One kind of action: what it asks for, whether it is legal, what it does.

    ``args`` names the arguments and their JSON types. ``check`` is called only for an action of
    this kind, by a player of the step, with exactly these arguments (missing ones are None).

    ``missing`` says that nothing of it can be done ("No share can be bought"), ``partly`` the same of some
    things ("Cannot buy {names}"); both are empty where nobody looks for it.

    ``subject`` says what it is about, if that is not what its step is about; ``seldom``: few turns use it.
    """

    kind: ClassVar[str]
    args: ClassVar[Mapping[str, type | tuple[type, ...]]] = {}
    missing: ClassVar[str] = ""
    partly: ClassVar[str] = ""
    subject: ClassVar[Subject] = Subject.NONE
    seldom: ClassVar[bool] = False

    @abstractmethod
    def choice(self, view: View, player: str) -> Choice | None:
        """The button for this move, or None when it cannot be taken now."""

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        """The legal values of one field, which is an argument, given those before it in ``partial``."""
        raise KeyError(field)

    @abstractmethod
    def check(self, view: View, action: Action) -> Violation | None:
        """Why the action is illegal, or None. The only authority."""

    def sought(self, view: View, player: str) -> Iterable[Sought]:
        """The things for which players look here, legal or not: `check` tells why one is missing.

        Asked whenever a page is opened, so it is quick. A move without arguments is sought as a whole.
        """
        return [Sought("", Action(self.kind, player))] if self.missing and not self.args else []

    def sought_for(self, view: View, player: str, field: str, value: str) -> Iterable[Sought]:
        """The same for one thing: a ``company``, also where a field calls it otherwise, ``train``, ``tile``
        or ``hex``; it may take longer.
        """
        things = self.sought(view, player)
        if field == "company":
            return [thing for thing in things if value in thing.action.args.values()]
        return [thing for thing in things if thing.action.get(field) == value]

    @abstractmethod
    def perform(self, writer: PositionWriter, action: Action) -> None:
        """Do what was checked."""


class OpenMove(Move, ABC):
    """A move that is legal whenever its step offers it."""

    def check(self, view: View, action: Action) -> Violation | None:
        return None


class Step(ABC):
    """A decision point: its moves, who may take them, and what it is about (``page``)."""

    name: ClassVar[str]
    label: ClassVar[str]
    moves: Sequence[Move] = ()
    subject: ClassVar[Subject] = Subject.NONE

    @abstractmethod
    def players(self, view: View) -> tuple[str, ...]:
        """The seats that may act now; several may decide at once."""

    def company(self, view: View) -> str | None:
        """The company that acts, when one does."""
        return None

    def bids(self, view: View) -> Bids | None:
        """The bids that stand, where this step is one of an auction."""
        return None

    def lots(self, view: View) -> Sequence[Lot]:
        """What is auctioned, in order, where this step is one of an auction."""
        return ()

    def is_open(self, view: View) -> bool:
        """False when there is nothing to decide and the round may go on by itself."""
        return True


class CompanyStep(Step, ABC):
    """A step of the company named by the cursor; its president decides."""

    occasional: ClassVar[bool] = False
    """Whether few turns have it: those in which it is open."""

    def players(self, view: View) -> tuple[str, ...]:
        president = view.president(view.cursor.actor)
        return () if president is None else (president,)

    def company(self, view: View) -> str | None:
        return view.cursor.actor


class PlayerStep(Step, ABC):
    """A step of the player named by the cursor."""

    def players(self, view: View) -> tuple[str, ...]:
        return (view.cursor.actor,)


class ForcedStep(Step, ABC):
    """A step of the forced decision on top of the stack: of those, and of the company, that it names."""

    def players(self, view: View) -> tuple[str, ...]:
        return view.state.pending[-1].players

    def company(self, view: View) -> str | None:
        company: str | None = view.state.pending[-1].data.get("company")
        return company


class Round(ABC):
    """A kind of round. ``begin`` and ``advance`` move the cursor; nothing else does."""

    kind: ClassVar[str]
    steps: Mapping[str, Step]

    @abstractmethod
    def title(self, view: View) -> str:
        """The round's name for people, such as "OR 3.2"."""

    @abstractmethod
    def begin(self, writer: PositionWriter) -> None:
        """Start a round of this kind: set the cursor, do what happens by itself."""

    @abstractmethod
    def advance(self, writer: PositionWriter) -> None:
        """The current step is closed: go to the next step, actor or round (exactly one hop)."""

    def step(self, view: View) -> Step | None:
        """The step the cursor points at, None between steps."""
        return self.steps.get(view.cursor.step)


def by_kind(*rounds: Round) -> Mapping[str, Round]:
    """Rounds by their kind."""
    return {each.kind: each for each in rounds}


def by_name(*steps: Step) -> Mapping[str, Step]:
    """Steps by their name."""
    return {each.name: each for each in steps}


def _nothing(writer: PositionWriter) -> None:
    """Nothing follows by itself."""


@dataclass(frozen=True, kw_only=True)
class Agenda:
    """The course of a game.

    - ``rounds`` by kind, ``pendings`` the step for each kind of forced decision;
    - ``moves_at_any_time`` are open to every player while the game runs;
    - ``settle`` runs after each action, before the next decision is looked for.
    """

    rounds: Mapping[str, Round]
    pendings: Mapping[str, Step] = field(default_factory=dict)
    moves_at_any_time: tuple[Move, ...] = ()
    settle: Callable[[PositionWriter], None] = _nothing

    def follow(self, writer: PositionWriter) -> None:
        """Write what follows an action by itself."""
        self.settle(writer)

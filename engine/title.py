"""What a title is to the engine: its data, its rounds, its policies and its set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from engine.board.board import Board
from engine.core.actions import Json
from engine.core.marks import Mark
from engine.core.play import Play
from engine.core.rounds import Move, Round, Step
from engine.core.state import State
from engine.core.story import Stories
from engine.core.view import View
from engine.data.schema import TitleData

if TYPE_CHECKING:
    from engine.recorded.following import Following


@dataclass(frozen=True, slots=True)
class SetupOption:
    """A variant chosen when a table is made: its key, label, values with labels, and the default."""

    key: str
    label: str
    values: Mapping[str, str]
    default: str


@dataclass(frozen=True, slots=True)
class ParArea:
    """A part of a par chart: its name, its values, and the companies that have each of them."""

    label: str
    values: tuple[int, ...]
    companies: Mapping[int, Sequence[str]]


@dataclass(frozen=True)
class Title:
    """One game of the family. ``rules_version`` grows when a rule fix changes what is legal.

    - ``setup(data, names, options)`` builds the position before the first event;
    - ``opening(play, rng)`` emits what happens before the first decision (all chance is here);
    - ``rounds`` by kind, ``pendings`` the step for each kind of forced decision;
    - ``anytime`` moves are open to every player while the game runs;
    - ``rules`` are the policies by subject (see `engine.rules`);
    - ``scores`` the final worth by player; ``invariants`` extra checks of the title;
    - ``story`` templates of its own (`engine.core.story`), before the shared ones; ``settle`` runs after
      each action, before the next decision is looked for;
    - ``facts(view, holder)`` what the card of a company or player says besides the usual, (label, text);
    - ``powers(view, company)`` what owning a private or minor company brings besides its revenue and when it
      closes, in sentences; each kind of ability in the data has one;
    - ``train_facts(view)`` what a train of each kind does, for the sheet of the trains;
    - ``marks(view)`` what lies on the map besides the markers of the state (`engine.core.marks`);
    - ``par_chart(view)`` the par values of companies where they have a chart of their own;
    - ``recorded`` how it follows games that were recorded elsewhere (`engine.recorded.following`);
    - ``warm`` a module that makes its search for routes ready when it is imported, which may take seconds.
    """

    data: TitleData
    rules_version: int
    setup: Callable[[TitleData, Sequence[str], Mapping[str, str]], State]
    opening: Callable[[Play, Random], None]
    rounds: Mapping[str, Round]
    board: Callable[[State], Board]
    rules: Any
    scores: Callable[[View], dict[str, int]]
    pendings: Mapping[str, Step] = field(default_factory=dict)
    anytime: tuple[Move, ...] = ()
    options: tuple[SetupOption, ...] = ()
    story: Stories = field(default_factory=Stories)
    invariants: tuple[Callable[[View], str | None], ...] = ()
    settle: Callable[[Play], None] = lambda play: None
    facts: Callable[[View, str], Sequence[tuple[str, str]]] = lambda view, holder: ()
    powers: Callable[[View, str], Sequence[str]] = lambda view, company: ()
    train_facts: Callable[[View], Mapping[str, str]] = lambda view: {}
    marks: Callable[[View], Sequence[Mark]] = lambda view: ()
    par_chart: Callable[[View], Sequence[ParArea]] = lambda view: ()
    extras: Mapping[str, Json] = field(default_factory=dict)
    recorded: Callable[[], Following] | None = None
    warm: str | None = None

    @property
    def key(self) -> str:
        """The title's short name, as players write it."""
        return self.data.key

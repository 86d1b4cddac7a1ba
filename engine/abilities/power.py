"""What every kind of ability has: its parameters, its text for players, and who may use it when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar

from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.data.schema import Ability
from engine.message import OR, joined, say, word
from engine.steps.turns import OperatingRound

Owner = Literal["player", "company", "either"]


@dataclass(frozen=True, kw_only=True)
class Power(Ability):
    """A power of a private company; the fields of a kind are its parameters in the title's data."""

    def text(self, view: View, company: str) -> str:
        """What it brings, in sentences for players."""
        raise NotImplementedError

    def is_used(self) -> bool:
        """Whether somebody uses it by a move (`PowerMove`); False when it acts by itself."""
        return False

    def stays_open(self, view: View, private: str) -> bool:
        """Whether the private outlives the closing of the privates."""
        return False


@dataclass(frozen=True, kw_only=True)
class TurnPower(Power):
    """A power used for a company in its own turn.

    ``owner`` of the private is the company itself, a player who presides over it, or either; ``users`` are
    the kinds of company that may use it (none named: all).
    """

    owner: Owner = "company"
    users: tuple[str, ...] = ()

    def is_used(self) -> bool:
        return True

    def user(self) -> str:
        """Who uses it, for people: the beginning of a sentence."""
        one = joined(OR, map(word, self.users)) or word("company")
        own = say("A {one} that owns it", one=one)
        return {"company": own, "player": say("A {one} of its owner", one=one)}.get(
            self.owner, say("A {one} of its owner, or the one that owns it,", one=one)
        )


class PowerMove(Move):
    """A move by which powers are used; ``uses`` names their kinds."""

    uses: ClassVar[tuple[type[Power], ...]] = ()


P = TypeVar("P", bound=Power)
T = TypeVar("T", bound=TurnPower)


@dataclass(frozen=True, slots=True)
class Held(Generic[P]):
    """A power and the open private that brings it."""

    private: str
    power: P


def held(view: View, owner: str, kind: type[P]) -> Iterator[Held[P]]:
    """The powers of a kind that a player or company holds through open privates, in printed order."""
    for private in view.companies("private"):
        if view.owner(private.id) == owner:
            for ability in view.spec(private.id).abilities:
                if isinstance(ability, kind):
                    yield Held(private.id, ability)


def printed(view: View, kind: type[P]) -> Iterator[Held[P]]:
    """All powers of a kind in the title's data, those of closed privates too."""
    for spec in view.data.companies.values():
        for ability in spec.abilities:
            if isinstance(ability, kind):
                yield Held(spec.id, ability)


def acting(view: View, player: str) -> str | None:
    """The company whose turn it is, if this player presides over it and nothing else is to be decided."""
    actor = view.cursor.actor
    if view.cursor.round != OperatingRound.kind or actor not in view.state.companies or view.state.pending:
        return None
    return actor if view.president(actor) == player else None


def usable(view: View, player: str, kind: type[T]) -> Held[T] | None:
    """The first power of a kind that the player may use for the company whose turn it is."""
    return next(all_usable(view, player, kind), None)


def all_usable(view: View, player: str, kind: type[T]) -> Iterator[Held[T]]:
    """The powers of a kind that the player may use for the company whose turn it is, his own first."""
    company = acting(view, player)
    if company is None:
        return
    sort = view.company(company).kind
    for side, owner in (("player", player), ("company", company)):
        for found in held(view, owner, kind):
            fits = found.power.owner in (side, "either")
            if fits and sort in (found.power.users or (sort,)):
                yield found


def not_owned(what: str) -> Violation:
    """The refusal of whoever has no such power now."""
    text = say(
        "{what} is for the president of the company whose turn it is, if he or it owns the private.",
        what=what,
    )
    return Violation("power_not_owned", text)

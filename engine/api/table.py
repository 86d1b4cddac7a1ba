"""What lies on the table: its ids and names, and the position in wire form."""

from __future__ import annotations

from collections.abc import Sequence

from engine import TITLES
from engine.board.coords import sort_key
from engine.board.directions import directions
from engine.core.actions import Json
from engine.core.display import Display
from engine.core.flow import current_round
from engine.core.rounds import CompanyStep
from engine.core.state import BANK, DEPOT, OUT, POOL, Cursor, Offer, Place, Train, from_json, to_json
from engine.core.view import View
from engine.data.schema import Word
from engine.game import Game
from engine.rules import tokens, trains
from engine.rules.track import hex_name

__all__ = [
    "BANK",
    "DEPOT",
    "OUT",
    "POOL",
    "Cursor",
    "Offer",
    "Place",
    "Train",
    "Word",
    "bank",
    "company_steps",
    "directions",
    "facts",
    "hex_name",
    "is_main_step",
    "is_occasional_step",
    "outlook",
    "position",
    "rusted_by",
    "sort_key",
    "tokens_left",
    "train_key",
    "train_label",
    "view_of",
]


def facts(view: View, holder: str) -> Sequence[tuple[str, str]]:
    """What a title says of a company or player besides the usual, (label, text)."""
    return view.policy(Display).facts(view, holder)


def bank(view: View) -> int:
    """The money that the bank has now, in the title's currency."""
    return view.policy(Display).bank(view)


def outlook(view: View) -> str:
    """When the game ends, as soon as that is known; empty before."""
    return view.policy(Display).outlook(view)


def rusted_by(view: View, kind: str) -> str | None:
    """The kind of train whose first sale scraps this one; None when nothing does."""
    return view.policy(Display).rusted_by(view, kind)


def position(game: Game) -> Json:
    """The position in wire form."""
    return to_json(game.state)


def view_of(title: str, position: Json) -> View:
    """A position in wire form, for reading."""
    state = from_json(position)
    return View(TITLES[title].played(state.notes.get("options", {})), state)


def company_steps(view: View) -> list[str]:
    """The steps of a company's turn in order; empty where a turn has no such steps."""
    steps = current_round(view).steps
    return list(steps) if all(isinstance(step, CompanyStep) for step in steps.values()) else []


def is_occasional_step(view: View, step: str) -> bool:
    """Whether only few turns of a company have this step of the current round."""
    found = current_round(view).steps[step]
    return isinstance(found, CompanyStep) and found.occasional


def is_main_step(view: View, step: str) -> bool:
    """Whether a step is the first of the current round, as a player's turn is in a stock round."""
    return step == next(iter(current_round(view).steps))


def train_label(view: View, train: Train) -> str:
    """What players call a train."""
    return trains.rules_of(view).label(view, train)


def train_key(view: View, train: Train) -> str:
    """The same in short, for a list of trains."""
    return trains.rules_of(view).key(view, train)


def tokens_left(view: View, company: str) -> int:
    """How many station markers the company can still place."""
    return tokens.policy_of(view).left(view, company)

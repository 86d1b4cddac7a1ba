"""How recorded games are followed, as far as titles share it: the set-up, and where our game stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random

from engine.core import state as states
from engine.core.actions import Action, Json
from engine.core.log import Record, Setup
from engine.core.rounds import Round
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.recorded import acts, building
from engine.recorded.acts import Taken
from engine.recorded.events import Binding, Teller, bound
from engine.recorded.facts import Position
from engine.recorded.reader import MISSTATED, Line, Recording, Unreadable
from engine.rules.setup import SetupRules
from engine.steps.stock.share_turn import turn
from engine.steps.track import LayTile
from engine.title import Title

Rank = tuple[int, int, int]
OPERATING = "OR"
STEP_OF = {"lay_tile": "track", "place_token": "token", "run_routes": "routes", "buy_train": "trains"}
"""The step of words that several titles have; where a word is not named, the step has its name."""


class Stand(Enum):
    """Where our game stands, seen from a line: at its decision, before it, past it, or elsewhere."""

    HERE, BEHIND, PAST, LOST = "here", "behind", "past", "lost"


def rank(kinds: Mapping[str, int], title: str) -> Rank:
    """Rounds in the order of play, by name: "Stock 1", "OR 1.1", "OR 1.2", "Stock 2"...

    ``kinds`` are the kinds of round by their place in a set; rounds of another kind come before all of them.
    """
    kind, _, number = title.partition(" ")
    whole, _, part = number.partition(".")
    if not whole.isdecimal() or not (part or "0").isdecimal():
        return 0, 0, 0
    return (int(whole), kinds[kind], int(part or 0)) if kind in kinds else (0, 0, int(whole))


def same(here: bool, behind: bool) -> Stand:
    """At the line's decision, or else before it; if neither, elsewhere."""
    if here:
        return Stand.HERE
    return Stand.BEHIND if behind else Stand.LOST


def player_of(view: View, player: str) -> Json:
    """A player as the actor of a line."""
    return {"kind": "player", "id": view.name(player)}


@dataclass(frozen=True)
class _Opening(SetupRules):
    """Opens a game as its record has it, in place of chance."""

    opened: Callable[[PositionWriter], None] = field(kw_only=True)

    def opening(self, writer: PositionWriter, rng: Random) -> None:
        self.opened(writer)


def begin(
    title: Title, names: Sequence[str], chosen: Mapping[str, str], opening: Callable[[PositionWriter], None]
) -> Game:
    """A game at its first decision, with these options, opened by ``opening`` in place of chance."""
    options = {o.key: o.default for o in title.options} | dict(chosen)
    state = title.first_position(names, options)
    setup = Setup(title.key, title.rules_version, tuple(names), options, 0, states.to_json(state))
    game = Game(replace(title, setup_rules=_Opening("", opened=opening)), setup)
    game.open()
    return game


@dataclass(frozen=True)
class Format:
    """How the records of a title are written.

    - ``kinds``: its rounds by their place in a set;
    - ``steps``: those of a turn in order, by its names; ``renamed``: ours that have another name;
    - ``step_of``: the step of each word; ``acts``: what each word does;
    - ``binding``: the events that are compared, with what each states; ``teller`` tells ours;
    - ``rounds``: those that ask where the record asks.
    """

    kinds: Mapping[str, int]
    steps: Sequence[str]
    step_of: Mapping[str, str]
    acts: Mapping[str, acts.Act]
    binding: Binding
    teller: type[Teller] = Teller
    renamed: Mapping[str, str] = field(default_factory=dict)
    rounds: Mapping[str, Round] = field(default_factory=dict)


class Following(ABC):
    """One replay of a recorded game; a title says what is its own.

    Positions and events are told in the words of the record, ready to be compared with ``stated``.
    ``notes`` are what is reported of the set-up beside the ``options``.
    """

    format: Format
    game: Game | None = None

    def __init__(self, position: Position | None = None) -> None:
        self.position = position or Position()
        self._drawn: dict[str, tuple[Json, Json]] = {}
        self.options: Mapping[str, str] = {}
        self.notes: Sequence[str] = ()

    # --- the set-up --------------------------------------------------------------------------

    def start(self, title: Title, recording: Recording) -> Game:
        """A game at its first decision, dealt as recorded; raises Unreadable."""
        setup = recording.setup
        try:
            self.read(recording)
            self.options, self.notes = self.chosen(title, recording)
            asking = replace(title, rounds={**title.rounds, **self.format.rounds})
            names = list(setup["players"])
            self.game = begin(asking, names, self.options, lambda writer: self.opened(writer, setup))
        except MISSTATED as error:
            raise Unreadable(f"the set-up lacks or misstates {error}") from error
        return self.game

    @abstractmethod
    def read(self, recording: Recording) -> None:
        """Remember what the lines and the end tell before they are followed."""

    @abstractmethod
    def chosen(self, title: Title, recording: Recording) -> tuple[Mapping[str, str], Sequence[str]]:
        """The options of the game, and what is reported of the set-up beside them."""

    @abstractmethod
    def opened(self, writer: PositionWriter, setup: Line) -> None:
        """Write what happens before the first decision, as recorded."""

    def goes_on(self, line: Line) -> bool:
        """Whether what a line tells is done with a later one only, so that nothing is compared yet."""
        return False

    # --- where the game stands ---------------------------------------------------------------

    def rank(self, title: str) -> Rank:
        """The place of a round in the order of play."""
        return rank(self.format.kinds, title)

    def is_operating(self, title: str) -> bool:
        """Whether the round of this name is one of companies."""
        return self.rank(title)[1] == self.format.kinds[OPERATING]

    def here(self, game: Game) -> Mapping[str, Json]:
        """Round, actor and who decides for it, now."""
        company, player = self.company(game), acts.deciding(game)
        if company is None:
            return {"round": game.round_title(), "actor": player_of(game.view, player)}
        actor = {"kind": "corporation", "id": company}
        return {"round": game.round_title(), "actor": actor, "by": game.view.name(player)}

    def company(self, game: Game) -> str | None:
        """The company that decides, when one does."""
        return acts.open_decision(game).company if self.is_operating(game.round_title()) else None

    def stand(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """Where the game stands, seen from a line: by round, then by whose turn it is, then by step.

        ``before`` are the lines followed so far.
        """
        if game.waiting() is None:
            return self.past(line)
        ours, theirs = self.rank(game.round_title()), self.rank(line["round"])
        if ours != theirs:
            return Stand.BEHIND if ours < theirs else self.past(line)
        if self.is_operating(line["round"]):
            return self.in_operating(game, line)
        return self.in_players(game, line, before)

    def past(self, line: Line) -> Stand:
        """Our game has gone on, which leaves out a line that declines something."""
        return Stand.PAST if line["action"]["type"] == "pass" else Stand.LOST

    def in_operating(self, game: Game, line: Line) -> Stand:
        """In a round of companies: whose turn it is, then the step."""
        waiting, actor = acts.open_decision(game), line["actor"]["id"]
        if waiting.company != actor:
            return self.past(line) if actor in game.view.cursor.done else Stand.BEHIND
        return self.by_step(self.format.renamed.get(waiting.step, waiting.step), self.wanted(line), line)

    def wanted(self, line: Line) -> str:
        """The step in which a line is taken."""
        said = line["action"]
        return (
            str(said["step"])
            if said["type"] == "pass"
            else self.format.step_of.get(said["type"], said["type"])
        )

    def by_step(self, mine: str, wanted: str, line: Line) -> Stand:
        """In the turn of the line's company: before, at or after its step."""
        if mine == wanted:
            return Stand.HERE
        if mine not in self.format.steps or wanted not in self.format.steps:
            return Stand.LOST
        return (
            Stand.BEHIND
            if self.format.steps.index(mine) < self.format.steps.index(wanted)
            else self.past(line)
        )

    def in_players(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """In a round of players: by the seats from the last player; a circle means a turn of everybody.

        At the start of a round both begin with the Priority Deal.
        """
        view, last = game.view, self.last_turn(line, before)
        seats = [view.name(p) for p in view.seats]
        mine, wanted = view.name(acts.deciding(game)), line["actor"]["id"]
        former = last["actor"]["id"] if last else seats[seats.index(view.name(view.state.priority)) - 1]
        is_same = last is not None and wanted == former and self.same_turn(last, line)
        goes_on = last is not None and mine == former and turn(view)
        distance = 0 if is_same else _clockwise(seats, former, wanted)
        ours = 0 if goes_on else _clockwise(seats, former, mine)
        if mine == wanted and ours == distance:
            return Stand.HERE
        return Stand.BEHIND if ours < distance else self.past(line)

    def last_turn(self, line: Line, before: Sequence[Line]) -> Line | None:
        """The line before in the same round that was part of a turn."""
        last = next((former for former in reversed(before) if self.is_of_turn(former)), None)
        return last if last is not None and last["round"] == line["round"] else None

    def is_of_turn(self, line: Line) -> bool:
        """Whether a line in a round of players is part of a turn."""
        return True

    def same_turn(self, last: Line, line: Line) -> bool:
        """Whether a line of the same player belongs to the turn of his last one."""
        return bool(last["action"]["type"] != "pass")

    # --- what a line does --------------------------------------------------------------------

    def decline(self, game: Game) -> Action | None:
        """The action that lets the open decision go, when there is one."""
        return acts.decline(game)

    def take(self, game: Game, line: Line) -> Taken:
        """Do what a line says; raises Refused. Corrections and lays that are called slips are not judged."""
        kind = line["action"]["type"]
        if line.get("correction") or (line.get("slip") and kind == LayTile.kind):
            return building.put_right(game, line)
        if kind == "pass":
            return acts.passed(game, self.decline(game))
        taken = self.act(game, line)
        self._remember_tile(game, line["action"], taken)
        return taken

    def act(self, game: Game, line: Line) -> Taken:
        """Do what the word of a line says, by the rules; raises Refused."""
        return acts.take(self.format.acts, game, line)

    def _remember_tile(self, game: Game, said: Mapping[str, Json], taken: Taken) -> None:
        """A tile that lies as drawn has the name and rotation that the record gives it."""
        stated, ours = taken.details.get("track", (None, None))
        if stated is not None and stated == ours:
            self._drawn[said["hex"]] = [said["tile"], said["rotation"]], game.state.tiles[said["hex"]]

    # --- what is compared --------------------------------------------------------------------

    def stated(self, line: Line) -> Mapping[str, Json]:
        """The position after a line (or the set-up), with what has no order put in one; empty without one."""
        return self.position.stated(line["after"]) if line.get("after") else {}

    def facts(self, game: Game, line: Line) -> Mapping[str, Json]:
        """Our position in the words of `stated`."""
        found = self.position.facts(game.view, line["after"]) if line.get("after") else {}
        for coord in found.get("tiles", ()):
            theirs, ours = self._drawn.get(coord, (None, None))
            if ours == game.state.tiles.get(coord) and theirs == list(line["after"]["tiles"][coord]):
                found["tiles"][coord] = theirs
        return found

    def events(self, game: Game, records: Sequence[Record]) -> Sequence[Json]:
        """The binding events of some records, in the words of the record."""
        return self.format.teller.tell(game.view, records)

    def binding(self, event: Mapping[str, Json]) -> Json:
        """What a recorded event states, reduced to what binds; None for an event that does not."""
        return bound(event, self.format.binding)

    def told_once(self, events: Sequence[Json], ours: Sequence[Json]) -> list[Json]:
        """What binds of recorded events, to be compared with ours."""
        return [event for said in events if (event := self.binding(said)) is not None]

    def settled(self, game: Game) -> None:
        """Position and events were compared: nothing is remembered for the next time."""
        return

    def final(self, game: Game) -> Mapping[str, Json]:
        """Our final line, of the keys that are compared."""
        worth = {game.view.name(p): score for p, score in game.scores().items()}
        ended = game.state.ended
        return {
            "result": worth,
            "reason": ended or None,
            "finished": bool(ended),
            "rounds": game.round_title(),
        }


def _clockwise(seats: Sequence[str], start: str, to: str) -> int:
    """Seats from one player to another, a full circle to himself."""
    return (seats.index(to) - seats.index(start)) % len(seats) or len(seats)

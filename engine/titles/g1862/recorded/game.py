"""Follows recorded games: the set-up as dealt, each action in our words, positions and events in theirs.

The record's rounds, companies and sources of shares have our names. Players are named by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from engine.core import state as states
from engine.core.actions import Action, Json
from engine.core.flow import begin_round
from engine.core.log import Genesis, Record
from engine.core.play import Play
from engine.game import Game
from engine.recorded.reader import RECORDED, Line, Recording, Unreadable, options_of, unknown
from engine.recorded.replay import Stand, Taken
from engine.steps.shares import turn
from engine.title import Title
from engine.titles.g1862.companies import is_started
from engine.titles.g1862.figures import Figures
from engine.titles.g1862.operating import Operating
from engine.titles.g1862.recorded import acts
from engine.titles.g1862.recorded import facts as told
from engine.titles.g1862.recorded.steps import ASKED
from engine.titles.g1862.setup import Deal, take_deal
from engine.titles.g1862.share_merge import OPTION

_STEPS = ("home", "merge", "track", "token", "routes", "dividend", "trains", "redeem", "acquire")
_OUR_STEPS = {"run": "routes"}
_STEP_OF = {
    "lay_tile": "track",
    "place_token": "token",
    "run_routes": "routes",
    "dividend": "dividend",
    "buy_train": "trains",
    "emergency": "trains",
    "redeem": "redeem",
}
_LENGTHS = {"short_length": "short", "standard_length": "standard", "long_length": "long"}
SETUP_KEYS = ("offer_order", "train_counts", "token_limit", *told.SETUP_PLAIN, *told.SETUP_LISTS)
_ROUND_KINDS = {"Parliament": 0, "Stock": 1, "OR": 2}


def rank(title: str) -> tuple[int, int, int]:
    """Rounds in the order of play, by name: "Initial Parliament", "Parliament 1", "Stock 1", "OR 1.1"..."""
    kind, _, number = title.partition(" ")
    if kind not in _ROUND_KINDS:
        return 0, 0, 0
    whole, _, part = number.partition(".")
    return int(whole), _ROUND_KINDS[kind], int(part or 0)


def step_of(line: Line) -> str:
    """The step in which a line is taken, by our names where we have it."""
    action = line["action"]
    if action["type"] == "pass":
        return "home" if action["step"] == "home_upgrade" else str(action["step"])
    if action["type"] in ("merge", "choose_survivor"):
        return {"merge": "merge", "acquire": "acquire"}[action["mode"]]
    return _STEP_OF.get(action["type"], str(action["type"]))


class RecordedGame:
    """One replay of a recorded game of 1862 (see `engine.recorded.replay.Recorded`)."""

    def __init__(self) -> None:
        self.options: Mapping[str, str] = {}
        self.notes: Sequence[str] = ()
        self._drawn: dict[str, tuple[Json, Json]] = {}
        self._directors: dict[str, str | None] = {}
        self._reason: Json = None
        self._raised: set[int] = set()
        self._game: Game | None = None

    # --- the set-up --------------------------------------------------------------------------

    def start(self, title: Title, recording: Recording) -> Game:
        """Deal as recorded: companies by phase, permits, seats; readings as its program has them."""
        self._read(recording)
        try:
            return self._start(title, recording.setup)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Unreadable(f"the set-up lacks or misstates {error}") from error

    def _read(self, recording: Recording) -> None:
        """What the lines and the end tell before they are followed."""
        self._reason, self._raised = recording.final.get("reason"), _topped_up(recording.lines)

    def _start(self, title: Title, setup: Line) -> Game:
        names = list(setup["players"])
        chosen = {o.key: o.default for o in title.options} | self._options(title, setup)
        state = title.setup(title.data, names, chosen)
        seats = tuple(state.players)
        dealt = {c["id"]: c for c in setup["corporations"]}
        start = {c: dealt[c]["available_from"] for c in setup["offer_order"]}
        deal = Deal(seats, start, {c: dealt[c]["permit"] for c in start})

        def opening(play: Play, _: Random) -> None:
            take_deal(play, deal)
            begin_round(play, "parliament")

        genesis = Genesis(title.key, title.rules_version, tuple(names), chosen, 0, states.to_json(state))
        rounds = {**title.rounds, Operating.kind: Operating(ASKED)}
        game = Game(replace(title, opening=opening, rounds=rounds), genesis)
        game.open()
        self._game = game
        return game

    def _options(self, title: Title, setup: Line) -> dict[str, str]:
        lots: Mapping[str, Json] = setup["train_counts"]
        by_length: Mapping[str, Mapping[str, int]] = title.data.figures(Figures).train_counts
        fits = (key for key, counts in by_length.items() if all(lots.get(b) == n for b, n in counts.items()))
        length = next(fits, None)
        if length is None:
            raise Unreadable(f"no length of the game has these trains: {dict(lots)}")
        found = {"length": length}
        if "token_limit" in setup:
            found["markers"] = _markers(title, setup["token_limit"])
        if setup.get("source") == RECORDED:
            found["readings"] = "recorded"
        if len(setup["players"]) > 6:
            found["additional"] = "yes"
        self.options, self.notes = found, _of_options(setup, length)
        return found

    def goes_on(self, line: Line) -> bool:
        """What a line tells is done with it."""
        return False

    # --- where the game stands -----------------------------------------------------------------

    def here(self, game: Game) -> Mapping[str, Json]:
        waiting = game.waiting()
        assert waiting is not None
        who = game.view.name(waiting.players[0])
        company = self._company(game)
        if company is not None:
            actor = {"kind": "corporation", "id": company}
            return {"round": game.round_title(), "actor": actor, "by": who}
        return {"round": game.round_title(), "actor": {"kind": "player", "id": who}}

    def _company(self, game: Game) -> str | None:
        """The company that decides: in its turn, or about an option share of its own."""
        waiting, state = game.waiting(), game.state
        assert waiting is not None
        if waiting.step == OPTION:
            holder: str = state.pending[-1].data["holder"]
            return None if holder in state.players else holder
        return waiting.company if rank(game.round_title())[1] == _ROUND_KINDS["OR"] else None

    def stand(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """By round, then by whose turn it is, then by step."""
        if game.waiting() is None:
            return _past(line)
        ours, theirs = rank(game.round_title()), rank(line["round"])
        if ours != theirs:
            return Stand.BEHIND if ours < theirs else _past(line)
        if theirs[1] == _ROUND_KINDS["OR"]:
            return self._stand_operating(game, line)
        if _has_ended(line, before) and game.state.cursor.step == "turn":
            return Stand.BEHIND
        return self._stand_players(game, line, _last_turn(line, before))

    def _stand_operating(self, game: Game, line: Line) -> Stand:
        view, waiting = game.view, game.waiting()
        assert waiting is not None
        asked = line["action"]["type"] == "option_share"
        if waiting.step == OPTION or asked:
            return self._stand_option(game, line, asked)
        actor = line["actor"]["id"]
        if waiting.company != actor:
            return _past(line) if actor in view.cursor.done else Stand.BEHIND
        mine, wanted = _OUR_STEPS.get(waiting.step, waiting.step), step_of(line)
        if mine == wanted or (mine, line["action"]["type"]) == ("home", "lay_tile"):
            return Stand.HERE
        if mine not in _STEPS or wanted not in _STEPS:
            return Stand.LOST
        return Stand.BEHIND if _STEPS.index(mine) < _STEPS.index(wanted) else _past(line)

    def _stand_option(self, game: Game, line: Line, asked: bool) -> Stand:
        """Who cannot pay is not asked here; one whom the record does not ask gives his option up."""
        waiting = game.waiting()
        assert waiting is not None
        if waiting.step != OPTION:
            return _past(line)
        holders = (self._company(game), game.view.name(waiting.players[0]))
        return Stand.HERE if asked and line["actor"]["id"] in holders else Stand.BEHIND

    def _stand_players(self, game: Game, line: Line, last: Line | None) -> Stand:
        view, waiting = game.view, game.waiting()
        assert waiting is not None
        seats = [view.name(p) for p in view.seats]
        mine, wanted = view.name(waiting.players[0]), line["actor"]["id"]
        if "buy_tokens" in (waiting.step, line["action"]["type"]):
            return Stand.HERE if waiting.step == line["action"]["type"] else Stand.LOST
        if last is None:
            return Stand.HERE if mine == wanted else self._later(seats, game, mine, wanted, line)
        before = last["actor"]["id"]
        distance = 0 if wanted == before and _goes_on(last, line) else _clockwise(seats, before, wanted)
        ours = 0 if mine == before and turn(view) else _clockwise(seats, before, mine)
        if mine == wanted and ours == distance:
            return Stand.HERE
        return Stand.BEHIND if ours < distance else _past(line)

    def _later(self, seats: Sequence[str], game: Game, mine: str, wanted: str, line: Line) -> Stand:
        """At the start of a round both begin with the Priority Deal."""
        first = game.view.name(game.state.priority)
        start = seats.index(first)
        order = [*seats[start:], *seats[:start]]
        return Stand.BEHIND if order.index(mine) < order.index(wanted) else _past(line)

    # --- what a line does --------------------------------------------------------------------

    def decline(self, game: Game) -> Action | None:
        return acts.decline(game)

    def take(self, game: Game, line: Line) -> Taken:
        taken, said = acts.take(game, line), line["action"]
        stated, ours = taken.details.get("track", (None, None))
        if stated is not None and stated == ours:
            self._drawn[said["hex"]] = [said["tile"], said["rotation"]], game.state.tiles[said["hex"]]
        return taken

    # --- what is compared --------------------------------------------------------------------

    def stated(self, line: Line) -> Mapping[str, Json]:
        found = told.stated(line["after"]) if line.get("after") else {}
        return {**found, "setup": told.stated_setup(line)} if "offer_order" in line else found

    def facts(self, game: Game, line: Line) -> Mapping[str, Json]:
        found = told.facts(game.view, line["after"], self._directors) if line.get("after") else {}
        for coord in found.get("tiles", ()):
            theirs, ours = self._drawn.get(coord, (None, None))
            if ours == game.state.tiles.get(coord) and theirs == list(line["after"]["tiles"][coord]):
                found["tiles"][coord] = theirs
        if "offer_order" not in line:
            return found
        return {**found, "setup": told.setup_facts(game.view, told.stated_setup(line))}

    def events(self, game: Game, records: Sequence[Record]) -> Sequence[Json]:
        found = told.events(game.view, records, self._directors)
        return [event for event in found if not self._is_moot(event)]

    def settled(self, game: Game) -> None:
        self._directors = told.presidents(game.view, self._directors)

    def binding(self, event: Mapping[str, Json]) -> Json:
        found = told.binding(event)
        if found is not None and id(event) in self._raised:
            found["amount"] = None
        return None if found is None or self._is_moot(found) else found

    def _is_moot(self, event: Mapping[str, Json]) -> bool:
        """Whether an event tells who directs a company that is gone when the line ends (7.12)."""
        directs = event["event"] in ("president", "receivership")
        return directs and self._game is not None and not is_started(self._game.view, event["corporation"])

    def final(self, game: Game) -> Mapping[str, Json]:
        worth = {game.view.name(p): score for p, score in game.scores().items()}
        reason, rounds = told.end_told(game.view, self._reason), game.round_title()
        return {"result": worth, "reason": reason, "finished": bool(game.state.ended), "rounds": rounds}


def _markers(title: Title, limit: Json) -> str:
    values = next(option.values for option in title.options if option.key == "markers")
    if str(limit) not in values:
        raise Unreadable(f"a company may have {' or '.join(values)} station markers, not {limit}")
    return str(limit)


def _of_options(setup: Line, length: str) -> list[str]:
    """What is reported of the options: what is not known, and a length that the trains do not have."""
    told = unknown(setup, SETUP_KEYS, dict.fromkeys(_LENGTHS, (True, False)))
    chosen = [key for key, value in options_of(setup).items() if value is True and key in _LENGTHS]
    wrong = [key for key in chosen if _LENGTHS[key] != length]
    return [*told, *(f"set-up: the option {key} has other trains; they are {length}" for key in wrong)]


def _topped_up(lines: Sequence[Line]) -> set[int]:
    """The payments that a treasury raised: their amount may be told with or without what it added."""
    raised = (line for line in lines if line["action"].get("kind") == "top_up_and_pay")
    events = (event for line in raised for event in line.get("events") or [])
    return {id(event) for event in events if event["event"] == "pays_out"}


def _past(line: Line) -> Stand:
    """Our game has gone on: it can leave out a line that declines something, and what is forced.

    Without income, and in receivership, a company withholds; who cannot pay for an option is not asked.
    """
    action = line["action"]
    forced = (action["type"], action.get("kind") or action.get("choice"))
    declined = action["type"] == "pass" or forced in (("dividend", "withhold"), ("option_share", "sell"))
    return Stand.PAST if declined else Stand.LOST


def _last_turn(line: Line, before: Sequence[Line]) -> Line | None:
    """The line before in the same round that was part of a turn; a choice of markers is none."""
    same = (b for b in reversed(before) if b["action"]["type"] != "buy_tokens")
    last = next(same, None)
    return last if last is not None and last["round"] == line["round"] else None


def _has_ended(line: Line, before: Sequence[Line]) -> bool:
    """Whether the record has handed on the Priority Deal: only fines are left of the line's round."""
    if not before or before[-1]["round"] != line["round"]:
        return False
    return any(event["event"] == "priority" for event in before[-1].get("events") or [])


def _goes_on(last: Line, line: Line) -> bool:
    """Whether a line of the same player belongs to the turn of his last one."""
    if line["round"].startswith("Stock"):
        return bool(last["action"]["type"] == "sell_shares")
    more = line["action"]["type"] == "buy_share" or step_of(line) == "additional_shares"
    return more and last["action"]["type"] in ("par", "buy_share")


def _clockwise(seats: Sequence[str], start: str, to: str) -> int:
    """Seats from one player to another, a full circle to himself."""
    return (seats.index(to) - seats.index(start)) % len(seats) or len(seats)

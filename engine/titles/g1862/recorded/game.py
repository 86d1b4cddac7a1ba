"""Follows recorded games: the set-up as dealt, each action in our words, positions and events in theirs.

The record's rounds, companies and sources of shares have our names. Players are named by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.actions import Action, Json
from engine.core.flow import begin_round
from engine.core.log import Record
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.recorded.acts import open_decision
from engine.recorded.following import STEP_OF, Following, Format, Stand
from engine.recorded.reader import RECORDED, Line, Recording, Unreadable, options_of, unknown
from engine.title import Title
from engine.titles.g1862.companies.companies import is_started
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.mergers.share_merge import OPTION
from engine.titles.g1862.phases.setup import Deal, take_deal
from engine.titles.g1862.recorded import acts
from engine.titles.g1862.recorded import facts as told
from engine.titles.g1862.recorded.steps import ASKED
from engine.titles.g1862.rounds.operating import Operating

_LENGTHS = {"short_length": "short", "standard_length": "standard", "long_length": "long"}
SETUP_KEYS = ("offer_order", "train_counts", "token_limit", *told.SETUP_PLAIN, *told.SETUP_LISTS)


class RecordedGame(Following):
    """One replay of a recorded game of 1862."""

    format = Format(
        kinds={"Parliament": 0, "Stock": 1, "OR": 2},
        steps=("home", "merge", "track", "token", "routes", "dividend", "trains", "redeem", "acquire"),
        step_of={**STEP_OF, "emergency": "trains"},
        acts=acts.ACTS,
        binding=told.BINDING,
        teller=told.Teller,
        renamed={"run": "routes"},
        rounds={Operating.kind: Operating(ASKED)},
    )

    def __init__(self) -> None:
        super().__init__()
        self.position: told.Position = told.Position()
        self._reason: Json = None
        self._raised: set[int] = set()

    # --- the set-up --------------------------------------------------------------------------

    def read(self, recording: Recording) -> None:
        self._reason, self._raised = recording.final.get("reason"), _topped_up(recording.lines)

    def opened(self, writer: PositionWriter, setup: Line) -> None:
        """Deal as recorded: companies by phase, permits, seats."""
        dealt = {c["id"]: c for c in setup["corporations"]}
        start = {c: dealt[c]["available_from"] for c in setup["offer_order"]}
        take_deal(writer, Deal(tuple(writer.seats), start, {c: dealt[c]["permit"] for c in start}))
        begin_round(writer, "parliament")

    def chosen(self, title: Title, recording: Recording) -> tuple[Mapping[str, str], Sequence[str]]:
        """The length by the trains; readings as its program has them."""
        setup = recording.setup
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
        return found, _of_options(setup, length)

    # --- where the game stands -----------------------------------------------------------------

    def company(self, game: Game) -> str | None:
        """The company that decides: in its turn, or about an option share of its own."""
        waiting, state = open_decision(game), game.state
        if waiting.step != OPTION:
            return super().company(game)
        holder: str = state.pending[-1].data["holder"]
        return None if holder in state.players else holder

    def past(self, line: Line) -> Stand:
        """Our game can leave out what is forced, too.

        Without income, and in receivership, a company withholds; who cannot pay for an option is not asked.
        """
        action = line["action"]
        forced = (action["type"], action.get("kind") or action.get("choice"))
        left_out = forced in (("dividend", "withhold"), ("option_share", "sell"))
        return Stand.PAST if left_out else super().past(line)

    def wanted(self, line: Line) -> str:
        action = line["action"]
        if action["type"] in ("merge", "choose_survivor"):
            return {"merge": "merge", "acquire": "acquire"}[action["mode"]]
        found = super().wanted(line)
        return "home" if found == "home_upgrade" else found

    def in_operating(self, game: Game, line: Line) -> Stand:
        waiting, kind = open_decision(game), line["action"]["type"]
        asked = kind == "option_share"
        if waiting.step == OPTION or asked:
            return self._by_option(game, line, asked)
        at_home = (waiting.step, kind, waiting.company) == ("home", "lay_tile", line["actor"]["id"])
        return Stand.HERE if at_home else super().in_operating(game, line)

    def _by_option(self, game: Game, line: Line, asked: bool) -> Stand:
        """Who cannot pay is not asked here; one whom the record does not ask gives his option up."""
        waiting = open_decision(game)
        if waiting.step != OPTION:
            return self.past(line)
        holders = (self.company(game), game.view.name(waiting.players[0]))
        return Stand.HERE if asked and line["actor"]["id"] in holders else Stand.BEHIND

    def in_players(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        waiting, kind = open_decision(game), line["action"]["type"]
        if _has_ended(line, before) and game.state.cursor.step == "turn":
            return Stand.BEHIND
        if "buy_tokens" in (waiting.step, kind):
            return Stand.HERE if waiting.step == kind else Stand.LOST
        return super().in_players(game, line, before)

    def is_of_turn(self, line: Line) -> bool:
        """A choice of markers is none."""
        return bool(line["action"]["type"] != "buy_tokens")

    def same_turn(self, last: Line, line: Line) -> bool:
        if line["round"].startswith("Stock"):
            return bool(last["action"]["type"] == "sell_shares")
        more = line["action"]["type"] == "buy_share" or self.wanted(line) == "additional_shares"
        return more and last["action"]["type"] in ("par", "buy_share")

    # --- what a line does --------------------------------------------------------------------

    def decline(self, game: Game) -> Action | None:
        return acts.decline(game)

    # --- what is compared --------------------------------------------------------------------

    def stated(self, line: Line) -> Mapping[str, Json]:
        found = super().stated(line)
        return {**found, "setup": told.stated_setup(line)} if "offer_order" in line else found

    def facts(self, game: Game, line: Line) -> Mapping[str, Json]:
        found = super().facts(game, line)
        if "offer_order" not in line:
            return found
        return {**found, "setup": told.setup_facts(game.view, told.stated_setup(line))}

    def events(self, game: Game, records: Sequence[Record]) -> Sequence[Json]:
        """A director who takes his own certificate again is none."""
        before, found = self.position.directors, super().events(game, records)
        new = (e for e in found if e["event"] != "president" or before.get(e["corporation"]) != e["player"])
        return [event for event in new if not self._is_moot(event)]

    def settled(self, game: Game) -> None:
        self.position.directors = self.position.presidents(game.view)

    def binding(self, event: Mapping[str, Json]) -> Json:
        found = super().binding(event)
        if found is not None and "trains" in found:
            found["trains"] = sorted({train.rstrip("*") for train in found["trains"]})
        if found is not None and id(event) in self._raised:
            found["amount"] = None
        return None if found is None or self._is_moot(found) else found

    def _is_moot(self, event: Mapping[str, Json]) -> bool:
        """Whether an event tells who directs a company that is gone when the line ends (7.12)."""
        directs = event["event"] in ("president", "receivership")
        return directs and self.game is not None and not is_started(self.game.view, event["corporation"])

    def final(self, game: Game) -> Mapping[str, Json]:
        return {**super().final(game), "reason": told.end_told(game.view, self._reason)}


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


def _has_ended(line: Line, before: Sequence[Line]) -> bool:
    """Whether the record has handed on the Priority Deal: only fines are left of the line's round."""
    if not before or before[-1]["round"] != line["round"]:
        return False
    return any(event["event"] == "priority" for event in before[-1].get("events") or [])

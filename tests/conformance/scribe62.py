"""Plays 1862 at random and writes the game in the shared format, as its description says.

The program that recorded games asks more often than our game, and in receivership it asks the operator; it
also keeps silent where nothing can be done. The scribe does the same: lines that decline what our game does
not offer, and lines left out.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.checks.random_play import RandomPlayer
from engine.core.actions import Action, Json
from engine.core.choices import Field
from engine.core.events import CursorMoved, Event, Said
from engine.core.log import Record
from engine.core.state import Cursor, State
from engine.core.view import View
from engine.game import Game, new_game
from engine.recorded.reader import Recording, read
from engine.titles.g1862 import TITLE
from engine.titles.g1862.recorded.game import RecordedGame
from tests.conformance import scribe62_facts as told
from tests.conformance.scribe62_words import Words

Line = dict[str, Any]
_OFFERS = ("offer_train", "offer_merger")
_TURN = ("merge", "track", "token", "run", "dividend", "trains", "redeem", "acquire")
_PASSES = {"passes": "stock", "declines_1862": "auction_start", "out_1862": "auction_bid"}
"""What the story says of players who pass, and the step of such a line."""
_EXTRA = ("track", "token", "trains", "redeem")


_WEIGHTS = {
    "pass": 0.4,
    "bid": 0.04,
    "par": 0.3,
    "buy_share": 4.0,
    "sell_shares": 0.03,
    "skip": 0.5,
    "lay_tile": 6.0,
    "place_token": 3.0,
    "buy_train": 6.0,
}
"""So that the trains come and the game with them to its end."""


class _Dice(RandomPlayer):
    """Takes the first routes that the search finds: any legal run will do."""

    def __init__(self, seed: int, weights: Mapping[str, float]) -> None:
        super().__init__(TITLE, seed)
        self.weights = {**_WEIGHTS, **weights}

    def _value(self, game: Game, player: str, kind: str, field: Field, args: Mapping[str, Json]) -> Json:
        if field.kind == "routes":
            return game.suggest_routes(lambda: True) or super()._value(game, player, kind, field, args)
        return super()._value(game, player, kind, field, args)


class Scribe:
    """One random game and its record.

    ``asked`` plays by the replay's own steps, in which players act for companies in receivership. ``start``
    is a position from which it plays on, whose record has no set-up. ``noise`` is how often a declined step
    is left out, or one that is not open here is declined by a line.
    """

    def __init__(
        self,
        players: int,
        seed: int,
        weights: Mapping[str, float] | None = None,
        asked: bool = False,
        noise: float = 0.3,
        start: Game | None = None,
        **options: str,
    ) -> None:
        names = [f"Player {i}" for i in range(1, players + 1)]
        more = {"additional": "yes"} if players > 6 else {}
        chosen = {**options, **more, "readings": "recorded"}
        self.game = start or new_game(TITLE, names, seed=seed, options=chosen)
        self.setup = self._setup() if start is None else {"game": "1862", "source": "recorded"}
        if asked and start is None:
            self.game = RecordedGame().start(TITLE, Recording("", self.setup, (), {}))
        self.dice = _Dice(seed, weights or {})
        self.rng, self.noise = Random(seed), noise
        self.lines: list[Line] = []
        self._directors: dict[str, str | None] = {}
        if start is not None:
            self._directors = directors(start.view)
        self._turn: tuple[str, str] = ("", "")

    def play(self, most: int = 10_000) -> list[Line]:
        """All lines of the file: the set-up, at most so many actions, the final one."""
        while not self.game.state.ended and len(self.lines) < most:
            self._step()
        scores = {self.game.view.name(p): worth for p, worth in self.game.scores().items()}
        final = {
            "result": scores,
            "reason": self.game.state.ended or None,
            "finished": bool(self.game.state.ended),
            "rounds": self.game.round_title(),
        }
        numbered = [{"n": n, **line} for n, line in enumerate(self.lines, 1)]
        return [{"setup": self.setup}, *numbered, {"final": final}]

    def _setup(self) -> Line:
        view, state = self.game.view, self.game.state
        dealt = [c for c in state.companies.values() if not c.closed]
        counts: dict[str, Any] = {}
        for train in state.trains.values():
            counts[train.kind] = counts.get(train.kind, 0) + 1
        return {
            "game": "1862",
            "source": "recorded",
            "players": [view.name(p) for p in state.seats],
            "options": [],
            "bank": 15000,
            "starting_cash": state.players[state.seats[0]].cash,
            "certificate_limit": TITLE.data.certificate_limit[len(state.seats)],
            "removed_corporations": [c.id for c in state.companies.values() if c.closed],
            "market": list(TITLE.data.market.rows[0]),
            "corporations": [
                {
                    "id": c.id,
                    "home": view.board().hexmap.homes[c.id][0],
                    "permit": c.data["permit"],
                    "available_from": c.data["from"],
                }
                for c in dealt
            ],
            "offer_order": sorted((c.id for c in dealt), key=lambda c: state.companies[c].data["from"]),
            "train_counts": {**counts, "H": "unlimited"},
            "token_limit": int(state.notes["options"]["markers"]),
            "after": told.after(view, {}, state.tiles),
        }

    # --- one action ----------------------------------------------------------------------------

    def _step(self) -> None:
        game, action = self.game, self._choose()
        before = Words(game, action)
        here = self._here()
        cursor = game.state.cursor
        waiting = game.waiting()
        step = "" if waiting is None else waiting.step
        records = [game.submit(action), *self._accept(action)]
        said = before.of(game, records[0])
        events = told.events(game.view, [e for record in records for e in record.events])
        position = self._position(game.state, before.tiles)
        events += self._new_directors(position)
        if said[-1]["type"] == "pass" and self.lines and self.rng.random() < self.noise:
            last = self.lines[-1]
            last["events"] = last["events"] + events
            last["after"] = {**position, "tiles": (last["after"] or {}).get("tiles", {})}
        else:
            for one in said[:-1]:
                self.lines.append({**here, "action": one, "events": [], "after": None})
            self.lines.append({**here, "action": said[-1], "events": events, "after": position})
        happened = [event for record in records for event in record.events]
        if game.state.ended == "standstill":
            return
        self._close_turn(cursor, step, before, happened)
        self._players_pass(happened, action, before.tiles)
        self._open_turn(happened, before.tiles)

    def _choose(self) -> Action:
        while True:
            action = self.dice.action(self.game)
            if self.game.check(action) is None:
                return action

    def _accept(self, action: Action) -> list[Record]:
        """An offer is accepted at once: the record has deals only."""
        if action.kind not in _OFFERS:
            return []
        (offer,) = self.game.state.offers.values()
        return [self.game.submit(Action("accept_offer", offer.to, {"offer": offer.id}))]

    def _here(self) -> Line:
        """Round, actor and who decides."""
        game, waiting = self.game, self.game.waiting()
        assert waiting is not None
        who, title = game.view.name(waiting.players[0]), game.round_title()
        pending = game.state.pending
        company = game.state.cursor.actor if game.state.cursor.round == "operating" else None
        if waiting.step == "remove_token":
            company = pending[-1].data["plan"]["survivor"]
        if waiting.step == "option_share":
            holder = pending[-1].data["holder"]
            company = None if holder in game.state.players else holder
        if waiting.step == "buy_tokens":
            company = None
        if company is None:
            return {"round": title, "actor": {"kind": "player", "id": who}}
        return {"round": title, "actor": {"kind": "corporation", "id": company}, "by": who}

    def _position(self, state: State, tiles: Mapping[str, Any]) -> Line:
        """The position; in the middle of a merger with the directors of before."""
        view = View(TITLE, state)
        leaving = [p.data["plan"]["other"] for p in state.pending if p.kind == "remove_token"]
        now = directors(view)
        for company in now:
            if company in self._directors and (state.notes.get("merging") or company in leaving):
                now[company] = self._directors[company]
        return told.after(view, now, tiles)

    def _new_directors(self, position: Line) -> list[Line]:
        found: list[Line] = []
        known = {c: record["president"] for c, record in position["corporations"].items()}
        for company, director in known.items():
            if director == self._directors.get(company, ""):
                continue
            if director is not None:
                found.append({"event": "president", "corporation": company, "player": director})
            elif company in self._directors:
                found.append({"event": "receivership", "corporation": company})
        self._directors = known
        return found

    # --- lines for what our game does not ask --------------------------------------------------

    def _open_turn(self, happened: Sequence[Event], tiles: Mapping[str, Any]) -> None:
        """Each company with a director is asked whether it merges, before all else."""
        state, waiting = self.game.state, self.game.waiting()
        if waiting is None or state.cursor.round != "operating" or waiting.step not in _TURN:
            return
        company = state.cursor.actor
        turn, self._turn = self._turn, (self.game.round_title(), company)
        director = self.game.view.president(company)
        if turn == self._turn or waiting.step == "merge" or director is None or "lner" in state.notes:
            return
        who = (self.game.round_title(), company, self.game.view.name(director))
        self._hand_on(who, "merge", happened, tiles)

    def _close_turn(self, cursor: Cursor, step: str, before: Words, happened: Sequence[Event]) -> None:
        """Lines after the last one for steps that were not open here; what followed is told by the last."""
        state = self.game.state
        if cursor.round != "operating" or step not in _TURN or state.pending or state.notes.get("merging"):
            return
        if self.lines[-1]["action"]["type"] in ("merge", "choose_survivor", "emergency"):
            return
        company = state.companies[cursor.actor]
        if not company.floated or before.director is None or "lner" in state.notes:
            return
        over = (state.cursor.actor, state.cursor.number, state.cursor.part) != (
            cursor.actor,
            cursor.number,
            cursor.part,
        ) or bool(state.ended)
        missed = list(_TURN[_TURN.index(step) + 1 :])
        if not over:
            missed = missed[: missed.index(state.cursor.step)] if state.cursor.step in missed else []
        extra = [s for s in missed if s in _EXTRA and self.rng.random() < self.noise]
        extra += ["acquire"] if over and "acquire" in missed else []
        for name in extra:
            self._hand_on(
                (self.lines[-1]["round"], before.actor, before.director), name, happened, before.tiles
            )

    def _hand_on(
        self, who: tuple[str, str, str], step: str, happened: Sequence[Event], tiles: Mapping[str, Any]
    ) -> None:
        """What followed the last line beyond this step follows the pass of it instead."""
        title, company, by = who
        found = [i for i, event in enumerate(happened) if _leaves(event, company, step)]
        at = (found[-1] if step == "merge" else found[0]) if found else len(happened)
        line = {"round": title, "actor": {"kind": "corporation", "id": company}, "by": by}
        self._split(happened, at, {**line, "action": {"type": "pass", "step": step}}, tiles)

    def _players_pass(self, happened: Sequence[Event], action: Action, tiles: Mapping[str, Any]) -> None:
        """Players who pass without being asked may have standing orders to pass: lines of their own."""
        own = action.kind == "pass"
        for at, event in enumerate(happened):
            if not isinstance(event, Said) or event.key not in _PASSES:
                continue
            if own and event.params["player"] == action.player:
                own = False
            elif self.rng.random() < self.noise:
                name = self.game.view.name(event.params["player"])
                line = {"actor": {"kind": "player", "id": name}}
                line |= {"action": {"type": "pass", "step": _PASSES[event.key]}}
                self._split(happened, at, line, tiles)

    def _split(self, happened: Sequence[Event], at: int, line: Line, tiles: Mapping[str, Any]) -> None:
        """Another line after the last one, with what happened from there on."""
        state = copy.deepcopy(self.game.state)
        for event in reversed(happened[at:]):
            event.revert(state)
        last, later = self.lines[-1], told.events(self.game.view, happened[at:])
        here = {"round": TITLE.rounds[state.cursor.round].title(View(TITLE, state))}
        after = {**last["after"], "tiles": {}}
        self.lines.append({**here, **line, "auto": True, "events": later, "after": after})
        for moved in (found for found in later if found in last["events"]):
            last["events"].remove(moved)
        last["after"] = self._position(state, tiles)


def directors(view: View) -> dict[str, str | None]:
    """The directors of started companies, by name."""
    started = [c.id for c in view.state.companies.values() if c.par is not None]
    found = {company: view.president(company) for company in started}
    return {company: None if player is None else view.name(player) for company, player in found.items()}


def _leaves(event: Event, company: str, step: str) -> bool:
    """Whether the game goes on from this step of the company's turn, or from one before it beyond it."""
    if not isinstance(event, CursorMoved) or event.before.actor != company or event.before.step not in _TURN:
        return False
    place, to = _TURN.index(step), event.after
    beyond = to.actor != company or to.step not in _TURN or _TURN.index(to.step) > place
    return beyond and _TURN.index(event.before.step) <= place


def packed(lines: list[Line]) -> bytes:
    """The file of a record."""
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def recording(name: str, lines: list[Line]) -> Recording:
    """The record as read from its file."""
    return read(name, packed(lines))


def words_of(lines: list[Line]) -> set[str]:
    """The words of a record: types of actions with what makes them differ, and events."""
    found = set()
    for line in lines[1:-1]:
        action = line["action"]
        more = action.get("method") or action.get("choice") or action.get("mode")
        more = more or (action.get("kind") if action["type"] == "dividend" else None)
        found.add(f"{action['type']} {more}" if more else action["type"])
        found |= {event["event"] for event in line["events"]}
    return found

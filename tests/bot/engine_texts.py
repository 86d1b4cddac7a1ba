"""What the engine says over some random play: labels, remarks, refusals, stories, what pictures tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from bot.words.catalogue import read_catalogue
from bot.words.extract import has_words
from engine import TITLES, Choice, Game, Range, new_game
from engine.checks.random_play import RandomPlayer
from engine.core.actions import Action
from engine.core.display import Display
from engine.core.events import Said
from engine.message import Message

SMALL_WORD = re.compile(r"(?<![\w'\u2019])[a-z]{2,}")
"""A word that is no name."""

CODES = "you may choose: "
"""Behind it a refusal lists kinds of action by their codes."""


class Listener:
    """Plays a title at random, tries what is not legal, and keeps every text that it is shown."""

    def __init__(self, title: str, seed: int) -> None:
        data = TITLES[title].data
        names = [f"P{i}" for i in range(max(3, data.min_players))]
        self.game: Game = new_game(title, names, seed=seed, options={})
        self.dice, self.rng = RandomPlayer(TITLES[title], seed), Random(seed)
        self.heard: set[str] = set()
        self.taken: list[Action] = []
        self.values: dict[str, set[str]] = {}

    def listen(self, actions: int) -> set[str]:
        """All that is said over so many actions."""
        for number in range(actions):
            if self.game.state.ended:
                break
            self._look(self.game.choices)
            if not number % 25:
                self._hear(shown(self.game))
            action = self.dice.action(self.game)
            self._stray(action)
            self.taken.append(action)
            self._hear(told(self.game, self.game.submit(action).events))
        return {text for text in self.heard if text}

    def _hear(self, texts: Iterable[str]) -> None:
        self.heard.update(texts)

    def _look(self, choices: Any) -> None:
        waiting = self.game.waiting()
        self._hear([self.game.round_title(), waiting.label if waiting else ""])
        for player in self.game.state.seats:
            for choice in choices(player):
                self._hear([choice.label, choice.note, *(field.label for field in choice.fields)])
                self._first_values(player, choice)

    def _first_values(self, player: str, choice: Choice) -> None:
        args: dict[str, Any] = {}
        for field in choice.fields:
            if field.kind == "routes":
                break
            found = self.game.options(player, choice.kind, field.name, args)
            if isinstance(found, Range) or not found:
                break
            self._hear(text for option in found for text in (option.label, option.note))
            self.values.setdefault(field.name, set()).update(option.value for option in found)
            value = self.rng.choice(found).value
            args[field.name] = [value] if field.kind == "many" else value

    def _stray(self, action: Action) -> None:
        """What may not be done now: what was done before, by anyone, with other values."""
        seats = self.game.state.seats
        for old in [action, *self.rng.sample(self.taken, min(4, len(self.taken)))]:
            args = {name: self._other(name, value) for name, value in old.args.items()}
            no = self.game.check(Action(old.kind, self.rng.choice((old.player, action.player, *seats)), args))
            if no is not None and CODES not in no.text:
                self._hear([no.text])

    def _other(self, name: str, value: Any) -> Any:
        if isinstance(value, int):
            return value + self.rng.choice((0, 7, 9999))
        known = sorted(self.values.get(name, ()))
        return (
            self.rng.choice(known) if known and isinstance(value, str) and self.rng.random() < 0.5 else value
        )


def shown(game: Game) -> Iterator[str]:
    """What pictures and sheets say of the title."""
    display, view = game.view.policy(Display), game.view
    for holder in (*game.state.seats, *(company.id for company in view.companies())):
        yield from (text for fact in display.facts(view, holder) for text in fact)
    for company in view.companies("private"):
        yield from display.powers(view, company.id)
    yield from display.train_facts(view).values()
    yield from (mark.words for mark in display.marks(view))


def told(game: Game, events: Sequence[Any]) -> Iterator[str]:
    """The words that fill the stories."""
    said: Iterator[Mapping[str, Any]] = (event.params for event in events if isinstance(event, Said))
    yield from (game.view.name(v) for params in said for v in params.values() if isinstance(v, str))


def lacking(text: str, language: str) -> Iterator[str]:
    """What of a text stays English in another language: its templates that are not translated."""
    if not isinstance(text, Message):
        return
    if has_words(text.template) and text.template not in translated(language):
        yield text.template
    for value in text.values.values():
        yield from lacking(value, language)


@cache
def translated(language: str) -> frozenset[str]:
    """What a catalogue translates."""
    return frozenset(m.id for m in read_catalogue(language) if isinstance(m.id, str) and m.string)


def bare(title: str, text: str) -> str:
    """The words of a text that is no message, its names left out; empty for a message."""
    if isinstance(text, Message):
        return ""
    return " ".join(SMALL_WORD.findall(_names(title).sub("", text)))


@cache
def _names(title: str) -> re.Pattern[str]:
    """Names of companies, of places and of kinds of train."""
    rules = TITLES[title]
    specs, spots = rules.data.companies.values(), rules.rules.board.hexmap.hexes.values()
    names = {name for spec in specs for name in (spec.id, spec.name)} | {spot.name for spot in spots}
    longest = sorted(filter(None, (*names, *rules.data.trains)), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest))

"""What people are called and what they type is no word of any language: it stays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot.cards.texts import end_reason
from bot.turn.session.draft import translate_options
from bot.words import translated, translated_into, using_language
from engine import TITLES, Choice, Game, Range, new_game
from engine.api.stories import lines
from engine.api.table import position
from engine.checks.random_play import RandomPlayer
from render.api import twin
from tests.bot.tables import Table, confirmed, toy_table

CALLED = ("Open", "Pass", "Map", "Bank", "Take turn")
PLAIN = ("Anna", "Bert", "Carl", "Dora", "Emil Ort")


async def test_a_reason_that_somebody_typed_is_no_word_of_the_engine(table: Table) -> None:
    await confirmed(table.member("Ann"), "/game end", reason="bankruptcy")
    info = await table.info()
    with using_language("de"):
        assert end_reason(info.end_reason, info) == "bankruptcy"
        assert end_reason("bankruptcy") == "Bankrott"


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    async with toy_table(tmp_path, monkeypatch) as made:
        yield made


def said(title: str, names: tuple[str, ...], steps: int) -> list[str]:
    """What a game tells in German: its log, its labels and remarks, its pictures' texts."""
    game, dice, found = new_game(title, list(names), seed=4), RandomPlayer(TITLES[title], 4), list[str]()
    with using_language("de"):
        for _ in range(steps):
            waiting = game.waiting()
            if waiting is None:
                break
            for choice in game.choices(waiting.players[0]):
                found += [translated(choice.label), translated(choice.note)]
                found += offered(game, waiting.players[0], choice)
            game.submit(dice.action(game))
            found += lines(game.view, game.log[-1], translated)
    views: dict[str, dict[str, str]] = {"market": {}, "order": {}, "player": {"player": "p1"}}
    words = partial(translated_into, language="de")
    return found + [twin(title, position(game), view, words=words, **more) for view, more in views.items()]


def offered(game: Game, seat: str, choice: Choice) -> list[str]:
    """The values of the first field of a choice."""
    if not choice.fields:
        return []
    options = translate_options(game.options(seat, choice.kind, choice.fields[0].name, {}))
    return [] if isinstance(options, Range) else [option.label for option in options]


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_game_of_such_names_tells_the_same_as_one_of_others(title: str) -> None:
    """The same game twice; the names apart, each text is the same."""
    count = min(5, TITLES[title].data.max_players)
    odd, plain = (said(title, names[:count], 60) for names in (CALLED, PLAIN))
    assert len(odd) == len(plain) > 100
    wrong = []
    for ours, theirs in zip(odd, plain, strict=True):
        expected = theirs
        for name, other in zip(CALLED, PLAIN, strict=True):
            expected = expected.replace(other, name)
        if ours != expected:
            wrong.append((ours, expected))
    assert wrong == []

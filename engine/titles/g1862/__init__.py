"""1862, Railway Mania in the Eastern Counties (Mike Hutton). RULES.md maps each section to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.data.loader import load_title
from engine.title import Title
from engine.titles.g1862.options import OPTIONS
from engine.titles.g1862.playing import MOODS, WEIGHTS, leaning
from engine.titles.g1862.recorded.game import RecordedGame
from engine.titles.g1862.rounds import ANYTIME, INVARIANTS, PENDINGS, ROUNDS, RULES, scores, settle
from engine.titles.g1862.setup import SETUP
from engine.titles.g1862.shown import facts, marks, par_chart, train_facts
from engine.titles.g1862.story import STORY

_FOLDER = Path(__file__).parent / "data"
_RANDOM_PLAY = {
    "weights": WEIGHTS,
    "moods": MOODS,
    "modest": ["bid"],
    "leaning": leaning,
    "patience": 12,
}

TITLE = Title(
    data=load_title(_FOLDER),
    rules_version=1,
    setup=SETUP.position,
    opening=SETUP.opening,
    rounds=ROUNDS,
    board=RULES.board,
    rules=RULES,
    scores=scores,
    pendings=PENDINGS,
    anytime=ANYTIME,
    options=OPTIONS,
    story=STORY,
    invariants=INVARIANTS,
    settle=settle,
    extras=_RANDOM_PLAY,
    recorded=RecordedGame,
    warm="engine.titles.g1862.solver.warm",
    facts=facts,
    marks=marks,
    par_chart=par_chart,
    train_facts=train_facts,
)

"""1826, Railroading in France and Belgium (David Hecht). RULES.md maps each line of the outline to code."""

from __future__ import annotations

from pathlib import Path

from engine.abilities import KINDS
from engine.data.loader import load_title
from engine.title import Title
from engine.titles.g1826.options import OPTIONS
from engine.titles.g1826.recorded.game import RecordedGame
from engine.titles.g1826.rounds import ANYTIME, INVARIANTS, PENDINGS, ROUNDS, RULES, scores, settle
from engine.titles.g1826.setup import SETUP
from engine.titles.g1826.shown import facts, marks, powers, train_facts
from engine.titles.g1826.story import STORY

_FOLDER = Path(__file__).parent / "data"
_CARELESS = {
    "run": 2.0,
    "skip": 2.0,
    "lay_tile": 3.0,
    "repay_loan": 0.05,
    "redeem": 6.0,
    "sell_treasury": 0.5,
    "buy_share": 6.0,
    "place_token": 4.0,
}
_IDLE = {**_CARELESS, "run": 0.3, "skip": 6.0, "lay_tile": 1.0, "repay_loan": 0.02, "ask_consent": 0.2}
_RANDOM_PLAY = {
    "weights": {"pass": 0.8, "bid": 0.5, "buy_share": 3.0, "buy_bond": 0.3, "sell_bonds": 0.03},
    "modest": ["bid"],
    "moods": [{}, {}, _CARELESS, {}, _IDLE],
}
"""So that games of random players come to an end: they build, buy trains and do not waste their money; in two
moods of five they do, so that presidents must help and players go bankrupt."""

TITLE = Title(
    data=load_title(_FOLDER, KINDS),
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
    facts=facts,
    powers=powers,
    marks=marks,
    train_facts=train_facts,
)

"""18EZ, Level 3 (Drew Dane and Clay Murry). RULES.md maps each section to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.abilities import KINDS
from engine.data.loader import load_title
from engine.title import Title
from engine.titles.g18ez.explained import sentences
from engine.titles.g18ez.rounds import ANYTIME, INVARIANTS, PENDINGS, ROUNDS, RULES, scores, settle
from engine.titles.g18ez.setup import SETUP
from engine.titles.g18ez.story import STORY

_FOLDER = Path(__file__).parent / "data"

RANDOM_WEIGHTS = {
    "buy_item": 4,
    "bid": 2,
    "par": 4,
    "buy_train": 2,
    "skip": 0.3,
    "sell_shares": 0.25,
    "buy_private": 0.3,
    "declare_bankruptcy": 0.02,
}
"""Where random play differs from the usual, so that companies start, run and games end."""

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
    story=STORY,
    invariants=INVARIANTS,
    settle=settle,
    powers=sentences,
    extras={"weights": RANDOM_WEIGHTS},
)

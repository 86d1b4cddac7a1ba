"""1889, History of Shikoku Railways (Yasutaka Ikeda). RULES.md maps each rule to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.abilities import KINDS
from engine.data.loader import load_title
from engine.rules.packet import bids_are_covered
from engine.title import Title
from engine.titles.g1889.figures import Figures
from engine.titles.g1889.recorded import RecordedGame
from engine.titles.g1889.rounds import ANYTIME, PENDINGS, ROUNDS, RULES, Shown, scores, settle
from engine.titles.g1889.setup import OPTIONS, SETUP

_RANDOM_PLAY = {"weights": {"buy_item": 4.0, "par": 4.0, "buy_private": 0.3}, "modest": ["bid"]}
"""Where random play differs from the usual, so that companies start and games end."""

TITLE = Title(
    data=load_title(Path(__file__).parent / "data", Figures, KINDS),
    rules_version=1,
    setup=SETUP.position,
    opening=SETUP.opening,
    rounds=ROUNDS,
    rules=RULES,
    scores=scores,
    pendings=PENDINGS,
    anytime=ANYTIME,
    options=OPTIONS,
    invariants=(bids_are_covered,),
    settle=settle,
    display=Shown(),
    extras=_RANDOM_PLAY,
    recorded=RecordedGame,
)

"""1889, History of Shikoku Railways (Yasutaka Ikeda). RULES.md maps each rule to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.data.loader import load_title
from engine.title import Title
from engine.titles.g1889.rounds import ANYTIME, PENDINGS, ROUNDS, RULES, bids_are_covered, scores, settle
from engine.titles.g1889.setup import OPTIONS, SETUP

_RANDOM_PLAY = {
    "weights": {
        "run": 30.0,
        "buy_item": 4.0,
        "bid": 1.0,
        "par": 4.0,
        "buy_share": 4.0,
        "sell_shares": 0.25,
        "lay_tile": 6.0,
        "place_token": 2.0,
        "buy_train": 2.0,
        "done": 1.5,
        "skip": 0.3,
        "pass": 0.6,
        "offer_train": 0.1,
        "withdraw_offer": 0.2,
    },
    "modest": ["bid"],
}
"""So that games of random players come to an end: they start companies, build and buy trains."""

TITLE = Title(
    data=load_title(Path(__file__).parent / "data"),
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
    invariants=(bids_are_covered,),
    settle=settle,
    extras=_RANDOM_PLAY,
)

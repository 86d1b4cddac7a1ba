"""18EZ, Level 3 (Drew Dane and Clay Murry). RULES.md maps each section to code and test."""

from __future__ import annotations

from pathlib import Path

from engine.data.loader import load_title
from engine.title import Title
from engine.titles.g18ez.explained import Shown
from engine.titles.g18ez.figures import Figures
from engine.titles.g18ez.rounds import ANYTIME, INVARIANTS, PENDINGS, ROUNDS, RULES, STORY, scores, settle
from engine.titles.g18ez.setup import opening, setup

_FOLDER = Path(__file__).parent / "data"

RANDOM_WEIGHTS = {
    "run": 30,
    "buy_item": 4,
    "bid": 2,
    "par": 4,
    "buy_share": 4,
    "lay_tile": 6,
    "place_token": 2,
    "buy_train": 2,
    "done": 1.5,
    "skip": 0.3,
    "pass": 0.6,
    "sell_shares": 0.25,
    "offer_private": 0.05,
    "offer_train": 0.1,
    "buy_private": 0.3,
    "withdraw_offer": 0.2,
    "declare_bankruptcy": 0.02,
}
"""How often random play picks a kind of action, so that companies start, run and games end."""

TITLE = Title(
    data=load_title(_FOLDER, Figures),
    rules_version=1,
    setup=setup,
    opening=opening,
    rounds=ROUNDS,
    rules=RULES,
    scores=scores,
    pendings=PENDINGS,
    anytime=ANYTIME,
    story=STORY,
    invariants=INVARIANTS,
    settle=settle,
    display=Shown(),
    extras={"weights": RANDOM_WEIGHTS},
)

"""Why a player does something, in one sentence for people."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.view import View

_WORDS = {
    "buy_share": "A share of {company} should bring {worth} more than it costs until the end.",
    "par": "Starting {company} at {price} promises most of all companies that can be floated now.",
    "sell_shares": "Shares of {company} are worth more sold than kept.",
    "lay_tile": "The tile on {hex} adds most to what the company will earn.",
    "place_token": "A marker on {hex} keeps or opens a better run.",
    "run": "This is the best run that was found.",
    "dividend": "To {payout} leaves its owners best off, with the trains that must still be bought.",
    "buy_train": "The train earns, or saves from having none, more than it costs.",
    "buy_item": "{item} pays more than it costs.",
    "bid": "The lot is worth more than this bid.",
    "pass": "Nothing that can be done now is worth its price.",
    "done": "Nothing more is worth its price in this turn.",
    "skip": "Nothing that this step offers is worth its price.",
}
_OTHER = "Of what could be done, this leaves the best position."


def reason(view: View, action: Action, worth: float) -> str:
    """The reason for an action, in a sentence; ``worth``: what it brings, in the title's currency."""
    words = _WORDS.get(action.kind, _OTHER)
    try:
        return words.format(**{"worth": view.money(round(worth))}, **action.args)
    except (KeyError, IndexError):
        return _OTHER

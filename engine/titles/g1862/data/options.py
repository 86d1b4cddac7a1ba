"""What a table chooses before the game: length, variants, and whose readings (2.4.2, 2.4.3, 11)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import Refused, Violation
from engine.core.view import View
from engine.message import say
from engine.rules.setup import chosen
from engine.title import SetupOption, switch

FREIGHT, LOCAL, EXPRESS = "freight", "local", "express"
TYPES = (FREIGHT, LOCAL, EXPRESS)
"""The types of train; a company may run those of which it holds a permit (2.2, 6.5.4.3)."""

OPTIONS = (
    SetupOption(
        "length",
        say("Length of the game"),
        {"short": "short", "standard": "standard", "long": "long"},
        "standard",
    ),
    SetupOption(
        "trains",
        say("Types of train (11.1)"),
        {
            "all": say("all three types"),
            "simple_express": say("simple: express only"),
            "simple_freight": say("simple: freight only"),
            "advanced_express": say("advanced: express and local"),
            "advanced_freight": say("advanced: freight and local"),
        },
        "all",
    ),
    switch("shorter", say("Shorter game: ends after the first E train (11.2)")),
    switch("novice", say("For new players, with one type of train (11.3)")),
    SetupOption(
        "markers", say("Station markers of a company, at most (11.4)"), {"7": "seven", "8": "eight"}, "7"
    ),
    switch("additional", say("With 7 or 8 players: additional companies (2.4.2)")),
    SetupOption(
        "readings",
        say("Readings of open questions"),
        {"rulebook": say("of the rulebook"), "recorded": say("of the program that recorded games")},
        "rulebook",
    ),
)
_IN_PLAY: Mapping[str, tuple[str, ...]] = {
    "all": TYPES,
    "simple_express": (EXPRESS,),
    "simple_freight": (FREIGHT,),
    "advanced_express": (LOCAL, EXPRESS),
    "advanced_freight": (FREIGHT, LOCAL),
}


def check(options: Mapping[str, str]) -> None:
    """Raise Refused for options that do not go together: 11.3 is played with one type of train."""
    if options["novice"] == "yes" and not options["trains"].startswith("simple"):
        text = "The game for new players (11.3) takes trains=simple_express or trains=simple_freight."
        raise Refused(Violation("bad_option", text))


def types_in_play(view: View) -> tuple[str, ...]:
    """The types of train of this game (11.1)."""
    return _IN_PLAY[chosen(view, "trains")]


def is_simple(view: View) -> bool:
    """Whether one type of train is in play, without permits and with other train limits (11.1)."""
    return len(types_in_play(view)) == 1


def is_permitted(view: View, company: str, kind: str | None) -> bool:
    """Whether the company has a permit for a type of trains; a simple game needs none (11.1)."""
    return is_simple(view) or kind in view.company(company).data.get("permits", ())


def is_shorter(view: View) -> bool:
    """Whether the first E train brings on the LNER and D trains are permanent (11.2)."""
    return chosen(view, "shorter") == "yes"


def is_novice(view: View) -> bool:
    """Whether redeeming, bought warranties, the Hudson manoeuvre, starts in stock rounds are out (11.3)."""
    return chosen(view, "novice") == "yes"


def marker_limit(view: View) -> int:
    """The most station markers of one company: seven, or eight (2.1, 11.4)."""
    return int(chosen(view, "markers"))


def length(options: Mapping[str, str], players: int) -> str:
    """Whose train counts are used: of the length chosen; 11.2 has its own (short, from five standard)."""
    if options["shorter"] == "yes":
        return "short" if players < 5 else "standard"
    return options["length"]

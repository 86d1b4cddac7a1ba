"""What may be laid on the board of 18OE: colours by phase, and the right of way (11.1.2, 11.1.9)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.board.lays import LayRules
from engine.core.view import View
from engine.titles.g18oe.track import right_of_way
from engine.titles.g18oe.track.board import Map


class Ground(Map):
    """The map as railroads build on it."""

    def lay_rules(self, view: View, company: str) -> LayRules:
        """A railroad without another way may lay a green tile before its time (11.1.9)."""
        rules = super().lay_rules(view, company)
        extra = right_of_way.extra_colours(view, company)
        return replace(rules, colours=rules.colours + extra) if extra else rules


GROUND = Ground(Path(__file__).parents[1])

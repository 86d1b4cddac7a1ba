"""The titles, as an explicit tuple."""

from __future__ import annotations

from engine.titles.g18ez import TITLE as G18EZ

TITLES = (G18EZ,)

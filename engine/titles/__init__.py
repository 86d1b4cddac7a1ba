"""The titles, as an explicit tuple."""

from __future__ import annotations

from engine.titles.g18ez import TITLE as G18EZ
from engine.titles.g18oe import TITLE as G18OE
from engine.titles.g1826 import TITLE as G1826
from engine.titles.g1862 import TITLE as G1862
from engine.titles.g1889 import TITLE as G1889

TITLES = (G18EZ, G1862, G1826, G1889, G18OE)

"""Trains of 18OE (11.3.2, 11.6): cards of two sides.

A card in the Locomotive Works (owner ``depot``) or the Open Market (``pool``) is of its local kind; the buyer
turns it (`Play.turn_train`). A rusted train that nobody owns lies in the box of its level in the
Locomotive Works: its owner is ``out``, where no other train goes.
"""

from __future__ import annotations

from engine.rules.trains import TrainRules


class Trains(TrainRules):
    """Who sells which trains to whom."""

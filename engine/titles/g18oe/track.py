"""Track of 18OE (11.1)."""

from __future__ import annotations

from engine.rules.track import TrackPolicy


class Track(TrackPolicy):
    """Where a railroad may build, and at what cost."""

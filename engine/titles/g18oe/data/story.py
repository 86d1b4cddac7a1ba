"""The sentences of the story that only 18OE tells."""

from __future__ import annotations

from engine.core.story import Stories

STORY = Stories()
tell = STORY.tell

"""What may never be so in a game of 1862, and what it allows that the common laws forbid."""

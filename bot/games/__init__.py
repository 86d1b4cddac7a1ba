"""Live games: loaded, locked, judged and stored; their log."""

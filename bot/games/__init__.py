"""Running games in memory: loading, locking, applying and storing moves, what follows a move, the log."""

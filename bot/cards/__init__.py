"""The public messages of a game: turns and what came of them, what is at stake, the end."""

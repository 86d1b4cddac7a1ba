"""The public messages of a game: the table before its start, turns and what came of them, the end."""

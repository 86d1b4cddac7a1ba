"""Help on the page of a turn: hints, tips for first turns, terms, and why a move is not legal."""

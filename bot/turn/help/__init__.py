"""Help on the page of a turn: advice, a guide for first turns, terms, and why a choice is missing."""

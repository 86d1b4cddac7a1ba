"""A game as its players arrange it (`/game`, `/gm`): creating, joining, options, start, handing over, end."""

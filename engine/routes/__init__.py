"""Routes in the terms of the game: what a route is, whether it is legal, what it earns, which are suggested."""

"""Routes in the terms of the game: what they are, which are legal, what they earn, which to suggest."""

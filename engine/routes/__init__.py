"""Routes in the terms of the game: what they are, whether they are legal, what they earn, which to suggest."""

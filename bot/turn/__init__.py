"""A member's turn: private pages to choose a move, runs, offers, advice, `/act`, `/plan`, trials."""

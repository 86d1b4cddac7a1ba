"""A member's turn: private pages to choose a move, runs, offers, hints, `/act`, `/plan`, trials."""

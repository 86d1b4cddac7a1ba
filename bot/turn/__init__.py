"""A member's turn: the private page, runs, offers, quick answers, moves as typed text."""

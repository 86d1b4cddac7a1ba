"""Companies: how they run, receivership, redemption, bankruptcy."""

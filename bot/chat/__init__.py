"""Discord as the bot sees it: an interaction in, an answer out, buttons that outlive a restart."""

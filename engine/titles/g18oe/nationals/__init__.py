"""Nationals, insolvency, minors that leave play, and what a new train phase brings."""

"""Runs: routes in words, the best ones to choose from, and runs put together stop by stop."""

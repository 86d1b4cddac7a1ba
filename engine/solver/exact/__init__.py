"""The exact search for the best set of routes: track is numbered, priced and packed."""

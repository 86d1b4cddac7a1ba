"""Looking at a table: pictures, words, its past, and what spectators follow."""

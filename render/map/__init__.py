"""The map: what each hex shows, how it is painted, and the pages put together of hexes."""

"""Routes on the map."""

"""Share dealing and trades among players (8)."""

"""From the set-up to the end: train bands and phases."""

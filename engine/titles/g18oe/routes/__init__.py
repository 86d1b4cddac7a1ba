"""What a railroad runs for (11.3)."""

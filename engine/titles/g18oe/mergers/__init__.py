"""Mergers and consolidation (10)."""

"""Mergers, acquisitions and refinancing (5, 7.11)."""

"""The search for the best runs of a company (7.8)."""

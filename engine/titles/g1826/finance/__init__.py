"""Bonds of the SNCF, and loans."""

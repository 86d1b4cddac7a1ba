"""Policies by subject: they answer from a view; the verbs among them write through a PositionWriter."""

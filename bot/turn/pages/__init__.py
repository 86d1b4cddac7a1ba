"""The pages of a turn: the workspace, and pages of their own for runs, offers and a trial turn."""

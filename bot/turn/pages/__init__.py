"""The pages of a turn: the workspace and its parts, such as runs, offers and a whole turn as a plan."""

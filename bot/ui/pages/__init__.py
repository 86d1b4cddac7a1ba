"""The pages of the workspace: what a turn opens with, any decision field by field, lays by picture."""

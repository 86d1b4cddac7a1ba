"""Choosing a move: buttons, menus and amounts for its fields, and what each move would change."""

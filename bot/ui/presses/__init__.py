"""What the buttons and menus of the private pages do."""

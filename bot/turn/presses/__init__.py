"""What the buttons and menus of a turn do when a member uses them."""

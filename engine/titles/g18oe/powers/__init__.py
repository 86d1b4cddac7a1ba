"""What privates and minors can do (14, 15)."""

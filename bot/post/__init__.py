"""What is owed to channels: posted in order, each message exactly once."""

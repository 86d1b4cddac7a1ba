"""The process and its workers: pictures and searches, the queue to them, figures and the log."""

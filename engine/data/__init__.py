"""Component data: closed schemas, the loader, and the shared tile catalogue."""

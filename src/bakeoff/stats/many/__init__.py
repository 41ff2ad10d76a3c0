"""Several algorithms."""

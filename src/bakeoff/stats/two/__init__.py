"""Two classifiers."""

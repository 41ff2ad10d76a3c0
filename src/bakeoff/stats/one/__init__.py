"""One classifier."""

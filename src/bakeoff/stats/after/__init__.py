"""What follows an omnibus test: pairs, contrasts, corrections."""

"""Finished answers, written down: JSON, tables."""

"""Null distributions computed exactly or to full precision; numpy and scipy only."""

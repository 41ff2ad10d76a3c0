"""Designs to predictions; the only place that knows scikit-learn."""

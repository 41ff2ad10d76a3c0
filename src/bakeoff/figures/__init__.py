"""Pictures: plain data first (a spec), drawn second; no statistic is computed here."""

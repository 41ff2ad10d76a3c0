"""A comparison told: one page, Markdown, LaTeX, JSON; all from the one summary.

How it hangs together: `tables` turns a `Comparison` into plain tables, `summary` puts them with
the pictures in the order a person asks, and `html`, `markdown`, `latex` and `notebook` write them
down. Nothing here computes a statistic.
"""

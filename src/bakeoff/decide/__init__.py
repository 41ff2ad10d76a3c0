"""Evidence to decisions: which procedure fits the question, and what its outcome means."""

# Loaded at once: several names are also those of their modules, and the names must win.
from bakeoff.decide.cliques import cliques
from bakeoff.decide.compare import compare
from bakeoff.decide.comparison import Comparison
from bakeoff.decide.multitest import multitest
from bakeoff.decide.order import order
from bakeoff.decide.procedures import procedures
from bakeoff.decide.wins import sign_grid, wins

__all__ = [
    "Comparison",
    "cliques",
    "compare",
    "multitest",
    "order",
    "procedures",
    "sign_grid",
    "wins",
]

"""What the tests really do: how often they reject where there is nothing, and where there is."""

"""Evidence to decisions."""

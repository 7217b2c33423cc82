"""What the dice do: one engine counts, the other rolls, and neither knows a rule's name."""

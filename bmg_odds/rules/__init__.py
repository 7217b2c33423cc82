"""What the cards mean: situations, editions and readings, traits, and the attack record they resolve to."""

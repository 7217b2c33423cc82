"""The page: the same answers in a browser. No arithmetic here."""

"""`python -m bmg_odds` is the program `bmg-odds`."""

from bmg_odds.cli.entry import main

if __name__ == "__main__":
    main()

"""An example of a roster file, commented, to begin a file of one's own with."""

from bmg_odds.facts.values import family

_EXAMPLE = """\
# Your own cards. Check the file with: bmg-odds roster check FILE
# Use it with: bmg-odds attack "Night Guard" "{target}" --roster FILE
# A line that begins with # says something and is not read.

edition = {edition:<22} # "revised" or "third"; 2012 shares the cards of revised
source = "typed from the cards"  # optional: where the values are from
date = 2026-01-31                # optional

[[card]]                         # begins a card; repeat it for every model
name = "Night Guard"             # a card of yours wins over a bundled one of the same name
rank = "Henchman"                # Leader, Sidekick, Free Agent, Henchman, or two joined by /
willpower = 5                    # 0 to 20
strength = "5+"                  # 1 to 7; 5 and "5+" are the same
movement = {movement}                     # 0 to 30{unit}
attack = 3                       # 0 to 12
defense = 3                      # 1 to 12
endurance = 5                    # 1 to 20
special = 3                      # optional, 3 unless said; 0 to 9
reputation = 25                  # optional
funding = 100                    # optional
traits = ["Arrest", "Teamwork (1) (Night Guard)"]  # optional; what belongs to a trait stands in ( )
note = "made up"                 # optional: anything worth remembering

[[card.weapon]]                  # begins a weapon of the card above; repeat it for each
name = "Baton"
damage = "BS"                    # a letter for each marker of a success: B Injury (blood), S Stun; "" for none
traits = ["Handy", "Heavy"]

[[card.weapon]]
name = "Pistol"
damage = "BB"
rof = 2                          # a rate of fire makes it a ranged weapon; 0 to 12
ammo = 2                         # 0 to 99
traits = ["Firearm", "S. Range"]
"""


def example_text(edition: str = "revised") -> str:
    """Return an example for an edition, which `roster check` accepts. BmgError if the edition is unknown.

    >>> print(example_text("third").splitlines()[4])
    edition = "third"                # "revised" or "third"; 2012 shares the cards of revised
    """
    third = family(edition) == "third"
    return _EXAMPLE.format(
        edition=f'"{family(edition)}"',
        target="Batman" if third else "Batman (AC)",
        movement=8 if third else 2,
        unit=", in inches" if third else "",
    )

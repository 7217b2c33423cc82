# %% [markdown]
# # 2 The hardest-hitting henchmen
#
# Rankings of henchmen have been made by adding up percentages: the chance that a die hits plus the chance that a die
# damages. Such a sum is the chance of nothing. It knows neither how many dice are rolled, nor what a success
# inflicts, nor that the two must *both* happen. Here is the whole list with true expectations and K.O. chances.
#
# The list is closed: every henchman among the bundled cards of the first edition. Each attacks with the counters its
# Attack allows and with the weapon that does best; the targets spend nothing on defence; a gun shoots in the open,
# and that its ammunition ends after a few shots, or that it costs funding, is not counted.

# %%
from itertools import combinations

import kept
import pandas as pd

import bmg_odds as bmg
from bmg_odds.answers.explain import explain
from bmg_odds.answers.rank import rank

YARDSTICK = "Gotham Policeman"
kept.question("Which henchman hits hardest, and which hits hardest for its reputation?")

# %% [markdown]
# First the mean number of markers against every card of the edition, from a thug to Bane.

# %%
absolute = rank("attackers", only=["Henchman"], against="all", figure="markers")
kept.chart("2-hardest-hitters", absolute)

# %% [markdown]
# The same, for each point of reputation that the henchman costs.

# %%
priced = rank("attackers", only=["Henchman"], against="all", figure="markers", per="reputation")
kept.chart("2-per-reputation", priced)

# %%
guns = {(card.name, weapon.name) for card in bmg.roster().cards("revised") for weapon in card.weapons if weapon.rof}
hand = next(row for row in priced.rows if (row["name"], row["weapon"]) not in guns)
kept.say(
    f"The first without a gun is {hand['name']} ({hand['weapon']}), in place {hand['place']}, with "
    f"{10 * hand['value']:.2f} markers for 10 points of reputation."
)

# %% [markdown]
# A mean is not a K.O. So the chance to take out a plain policeman in one attack:

# %%
knockouts = rank("attackers", only=["Henchman"], against=YARDSTICK, figure="out")
kept.chart("2-knockouts", knockouts)

# %% [markdown]
# And the old way: chance per die to hit plus chance per die to damage, against the same policeman, beside the truth.


# %%
def per_die(name, weapon):
    """Return the chances that one die hits, and that one die damages."""
    rows = explain(name, YARDSTICK, weapon=weapon).rows
    chances = [row["value"] for row in rows if row["quantity"].startswith("chance per die")]
    return chances[0], chances[-1]


truth = rank("attackers", only=["Henchman"], against=YARDSTICK, figure="markers")
out = {row["name"]: row["value"] for row in knockouts.rows}
lines = []
for row in truth.rows:
    hit, damage = per_die(row["name"], row["weapon"])
    names = {"henchman": row["name"], "weapon": row["weapon"]}
    lines.append(names | {"sum of chances": hit + damage, "mean markers": row["value"], "out": out[row["name"]]})
compared = pd.DataFrame(lines)
compared.insert(2, "place by sum", compared["sum of chances"].rank(ascending=False, method="min").astype(int))
compared.insert(3, "true place", compared["mean markers"].round(12).rank(ascending=False, method="min").astype(int))
kept.table(
    "2-added-percentages",
    compared,
    title=f"Henchmen against a {YARDSTICK}: place by added percentages, and true figures of one attack",
    rests=kept.resting_on(truth, knockouts),
    formats={"sum of chances": "{:.2f}".format, "mean markers": kept.mean, "out": kept.percent},
)

# %%
pairs = list(combinations(compared.itertuples(index=False, name=None), 2))
total = len(pairs)
wrong = sum(1 for one, two in pairs if (one[4] - two[4]) * (one[5] - two[5]) < 0)
first, best = absolute.rows[0], priced.rows[0]
outs = knockouts.rows[0]
summed = compared.sort_values("place by sum").iloc[0]

assert len(absolute.rows) == len(priced.rows) == len(knockouts.rows) == len(compared)
assert (first["name"], round(first["value"], 3)) == ("Militia Brute 1", 4.266)
assert (best["name"], round(best["value"], 4)) == ("Militia 1", 0.1386)
assert (outs["name"], round(outs["value"], 4)) == ("Militia Brute 1", 0.8122)
assert wrong > 0

kept.answer(
    f"Of {len(absolute.rows)} henchmen {first['name']} ({first['weapon']}) hits hardest: {kept.mean(first['value'])} "
    f"markers on average over all cards, and {kept.percent(out[first['name']])} to take a {YARDSTICK} out; for the "
    f"reputation {best['name']} ({best['weapon']}) is first with {10 * best['value']:.2f} markers per 10 points, and "
    f"adding percentages would have put {wrong} of {total} pairs in the wrong order."
)

# %% [markdown]
# # 1 A first matchup
#
# One attack, from the counters to the card. Nothing is rolled here: every face of every die is counted.

# %%
import kept

import bmg_odds as bmg
from bmg_odds.answers.explain import explain
from bmg_odds.answers.numbers import Rounding
from bmg_odds.answers.range import readings

ATTACKER, TARGET, DC = "Batman (AC)", "Gotham Policeman", 2
kept.question(f"{ATTACKER} attacks a {TARGET} who keeps {DC} counters for defence: does he go down?")

# %% [markdown]
# The whole attack in one picture: above, the chance of at least so many markers; below, what exactly so many leave.

# %%
outcome = bmg.attack(ATTACKER, TARGET, dc=DC)
kept.chart("1-first-matchup", outcome)

# %% [markdown]
# Where does the result come from? The stages of the attack, in the order in which they happen at the table.

# %%
stages = explain(ATTACKER, TARGET, dc=DC)
frame = stages.frame()
wanted = {
    "impact dice": "impact dice",
    "impacts rolled": "impacts, mean",
    "impacts blocked": "impacts blocked, mean",
    "impacts left": "impacts left, mean",
    "damage successes": "damage successes, mean",
    "Stuns inflicted": "Stuns inflicted, mean",
    "change of its markers": "markers on the card afterwards, mean",
}
frame = frame[[str(name).split(", mean")[0] in wanted for name in frame["quantity"]]]
frame = frame.assign(quantity=[wanted[str(name).split(", mean")[0]] for name in frame["quantity"]])
kept.table(
    "1-stages",
    frame,
    title=f"{outcome.record()['sentence']} Stage by stage:",
    rests=kept.resting_on(outcome),
    formats={"value": kept.mean},
)

# %% [markdown]
# The rules leave some points open. What moves when the table reads them another way? Here, not the K.O. but the
# knock down: it needs a damage die that shows the face of the collateral die, and some want that die to succeed.

# %%
out = readings(ATTACKER, TARGET, dc=DC, figure="out")
under = readings(ATTACKER, TARGET, dc=DC, figure="knocked_down")
kept.chart("1-readings", under)

# %%
chances = [row["result"] for row in under.rows if row["result"] is not None]
low, high = min(chances), max(chances)
rounding = Rounding()

# The published figure for this attack (RULES R8: 57.94 %), to its printed digits.
assert round(100 * outcome.chance.ko, 2) == 57.94
assert low < outcome.chance.knocked_down <= high
assert not out.fields["moving"], "no reading moves the first figure"

kept.answer(
    f"Against {DC} defence counters {ATTACKER} puts the {TARGET} out in {rounding.percent(outcome.chance.out)} of "
    f"attacks and deals {rounding.mean(outcome.inflicted.markers)} markers on average, whatever the reading of the "
    f"open rules; he is knocked down in {rounding.percent(outcome.chance.knocked_down)}, or between "
    f"{rounding.percent(low)} and {rounding.percent(high)} as one reads them."
)

# %% [markdown]
# # 7 Three batons: block early or hold back
#
# Several henchmen strike one model in a round. Its defence counters are spent when they are rolled: all at the first
# blow that hits, or one by one. This notebook counts what that is worth, and finds the best way, decided after each
# impact roll with the attackers still to come in mind.

# %%
import kept
import pandas as pd

import bmg_odds as bmg
from bmg_odds.answers.sequence import compared, sequence

GANG, CLOWNS, TARGET = "3x Gotham Policeman", "10x Clown (Tube)", "Batman (AC)"
kept.question("Three henchmen with batons attack Batman in one round: should he block early or hold counters back?")

# %% [markdown]
# Every Batman of the roster, all the counters that he may in defence, three policemen with their Batons.

# %%
outcomes, rows = [], []
for card in bmg.roster().cards("revised"):
    if card.name.startswith("Batman ("):
        outcome = sequence(card, GANG, dc=card.defense, policy="optimal", figure="markers")
        value = {row["policy"]: row["value"] for row in compared(outcome.plan.chain, "markers")}
        bare = sequence(card, GANG).inflicted.markers
        rows.append((card.name, card.defense, bare, value["all"], value["one-per-impact"], value["optimal"]))
        outcomes.append(outcome)
frame = pd.DataFrame(rows, columns=["Batman", "DC", "without DC", "all early", "one per impact", "best"])
frame["saved"] = frame["all early"] - frame["best"]
kept.table(
    "7-three-batons",
    frame,
    title="Mean markers that three Gotham Policemen with Batons deal in a round, by how the DC are spent",
    rests=kept.resting_on(*outcomes),
    formats={"DC": kept.whole} | dict.fromkeys(frame.columns[2:], kept.mean),
)

# %% [markdown]
# How many clowns bring him down? After each of ten, all touching him, by policy.

# %%
clowns = sequence(TARGET, CLOWNS, dc=5, outnumbered=True, policy="optimal")
kept.chart("7-clowns", clowns)

# %%
best = frame.loc[frame["Batman"] == TARGET].iloc[0]
assert (frame["best"] <= frame["one per impact"]).all()
assert (frame["one per impact"] < frame["all early"]).all()
assert (frame["all early"] < frame["without DC"]).all()
assert round(best["all early"], 3) == 1.232
assert round(best["best"], 3) == 0.749

kept.answer(
    f"Hold back: {TARGET} with {best['DC']} DC takes {kept.mean(best['best'])} markers at his best instead of "
    f"{kept.mean(best['all early'])} when he blocks with everything at once ({kept.mean(best['one per impact'])} with "
    f"one die for each impact); every Batman of the roster saves between {frame['saved'].min():.2f} and "
    f"{frame['saved'].max():.2f}. Ten clowns bring him down in {kept.percent(clowns.chance.out)} of all rounds even so."
)

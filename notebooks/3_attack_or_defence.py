# %% [markdown]
# # 3 Counters: attack or defence
#
# Every counter can be a die in the attack or a die in the way of one. This notebook counts what each is worth, for
# two models that both mean to fight. It asks about one exchange of blows, each side striking once; who strikes first,
# and that a model taken out does not strike back, is not counted.

# %%
import kept

from bmg_odds.answers.split import commit, split

MINE, FOE = "Nightwing", "Two-Face"
kept.question(f"{MINE} faces {FOE}: should the counters go into attack or into defence?")

# %% [markdown]
# Every number of attack counters against every number of defence counters; below, the trade of one's own counters
# against a foe who attacks with all it can and blocks with the rest.

# %%
surface = split(MINE, FOE, figure="markers", own=True)
kept.chart("3-attack-or-defence", surface)

# %% [markdown]
# What one attack counter more is worth, from the same numbers. Combo gives Nightwing a second die with every second
# counter, so those
# weigh double.

# %%
own = surface.fields["own"]
cells = {(row["ac"], row["dc"]): row["value"] for row in surface.rows}
frame = surface.frame().pivot(index="dc", columns="ac", values="value")
gain = frame.diff(axis=1).drop(columns=0)
gain.columns = [f"AC {ac - 1} → {ac}" for ac in gain.columns]
gain = gain.reset_index().rename(columns={"dc": "DC of the foe"})
kept.table(
    "3-one-counter-more",
    gain,
    title=f"Markers that one more attack counter of {MINE} adds, against each number of defence counters of {FOE}",
    rests=kept.resting_on(surface),
    formats=dict.fromkeys(gain.columns[1:], kept.mean),
)

# %% [markdown]
# The other direction: the fewest defence counters that the foe needs to keep a hit of so many markers unlikely.

# %%
LEVEL, MARKERS = 0.5, 4
needed = commit(MINE, FOE, below=LEVEL, figure=f"at-least={MARKERS}")
shield = needed.frame()[["ac", "dc", "value"]]
kept.table(
    "3-fewest-defence",
    shield,
    title=f"Fewest DC with which {FOE} keeps the chance of at least {MARKERS} markers from {MINE} below {LEVEL:.0%}",
    rests=kept.resting_on(needed),
    formats={"ac": kept.whole, "dc": lambda dc: kept.whole(dc) or "not enough", "value": kept.percent},
)

# %%
trade = {row["ac"]: row for row in own["rows"]}
best = trade[own["best"]]
turtle = trade[0]
dealt, taken = best["dealt"] - turtle["dealt"], best["taken"] - turtle["taken"]

assert own["best"] == max(trade.values(), key=lambda row: row["net"])["ac"]
assert (best["ac"], best["dc"]) == (4, 2)
assert round(best["dealt"], 3) == 4.158
assert round(best["taken"], 3) == 1.196
assert dealt > taken

kept.answer(
    f"Attack: with {best['ac']} AC and {best['dc']} DC {MINE} deals {kept.mean(best['dealt'])} markers and takes "
    f"{kept.mean(best['taken'])}, the best balance of all {own['counters']} counters; against hiding behind "
    f"{turtle['dc']} DC that is {kept.mean(dealt)} markers more dealt for {kept.mean(taken)} more taken."
)

# %% [markdown]
# # 5 Endurance and Strength breakpoints
#
# Points on a card do not all weigh the same. Some Endurance stops a pair of markers, some stops none; some Strength
# cannot be used, because a 1 always fails and a 6 always damages.

# %%
import kept

from bmg_odds.answers.curve import curve

HITTERS, TARGET = ("Bane (AC)", "Batman (AC)"), "Gotham Policeman"
CLUB = "Extendable Baton"
kept.question("What is one more point of Endurance worth, and is Strength 4+ worth it over 5+?")

# %% [markdown]
# Bane's fists deal two Stuns with each success. So Endurance comes in pairs: only every second point stops a hit.

# %%
endurance = curve(HITTERS[0], TARGET, over="endurance", figure="out")
kept.chart("5-endurance", endurance)

# %% [markdown]
# The points one by one, for him and for a Batman who has the same damage but criticals on 4+:

# %%
other = curve(HITTERS[1], TARGET, over="endurance", figure="out", weapons=["Reinforced Gloves"])
frame = endurance.frame()[["x", "value"]].rename(columns={"x": "Endurance", "value": HITTERS[0]})
frame[HITTERS[1]] = other.frame()["value"]
for name in HITTERS:
    frame[f"saved from {name.split()[0]}"] = frame[name].shift() - frame[name]
kept.table(
    "5-endurance-points",
    frame,
    title=f"Chance to take out a {TARGET} with so much Endurance, and what the last point saved (percentage points)",
    rests=kept.resting_on(endurance, other),
    formats=dict.fromkeys(HITTERS, kept.percent) | dict.fromkeys(frame.columns[3:], kept.points),
)

# %% [markdown]
# Now Strength, the number to damage (lower is stronger): Bane's fists again, and the Extendable Baton, whose
# Heavy adds 1 to the roll.

# %%
fists = curve(HITTERS[0], TARGET, over="strength", figure="markers")
clubs = curve("Quick Response Team 1", TARGET, over="strength", figure="markers", weapons=[CLUB])
kept.chart("5-strength", fists)

# %%
strength = fists.frame()[["x", "value"]].rename(columns={"x": "Strength", "value": "plain weapon"})
strength["with Heavy"] = clubs.frame()["value"]
strength.insert(2, "plain: against 5+", strength["plain weapon"] / strength["plain weapon"][4])
strength["Heavy: against 5+"] = strength["with Heavy"] / strength["with Heavy"][4]
kept.table(
    "5-strength-steps",
    strength,
    title=f"Mean markers on a {TARGET} by Strength: the Reinforced Gloves of {HITTERS[0]}, and the {CLUB} (Heavy)",
    rests=kept.resting_on(fists, clubs),
    formats={
        "Strength": "{:.0f}+".format,
        "plain weapon": kept.mean,
        "with Heavy": kept.mean,
        "plain: against 5+": "× {:.2f}".format,
        "Heavy: against 5+": "× {:.2f}".format,
    },
)

# %%
saved = dict(zip(frame["Endurance"], frame["saved from Bane"], strict=True))
ODD, EVEN = (5, 7, 9), (4, 6, 8)
odd = sum(saved[x] for x in ODD) / len(ODD)
even = sum(saved[x] for x in EVEN) / len(EVEN)
markers = dict(zip(strength["Strength"], strength["plain weapon"], strict=True))
heavy = dict(zip(strength["Strength"], strength["with Heavy"], strict=True))
step = markers[4] / markers[5]

assert saved[2] == 0.0, "two Stuns at once: the second point stops nothing"
assert odd > 4 * even
assert round(step, 3) == 1.484
assert markers[1] == markers[2]
assert markers[6] == markers[7]
assert heavy[3] == heavy[2]
assert heavy[6] > heavy[7]

kept.answer(
    f"Against {HITTERS[0]} the points to Endurance {', '.join(map(str, ODD))} each save {100 * odd:.1f} percentage "
    f"points of K.O. on average, those to {', '.join(map(str, EVEN))} only {100 * even:.1f}; and Strength 4+ deals "
    f"{step:.2f} times the markers of 5+ with a plain weapon, {heavy[4] / heavy[5]:.2f} times with a Heavy one, for "
    "which 2+ is no better than 3+."
)

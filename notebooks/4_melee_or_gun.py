# %% [markdown]
# # 4 Melee against guns, with cover
#
# A gun costs two counters and cannot be blocked; a baton meets defence counters; cover stops bullets only. Agent Ron
# carries both, so the same model can answer. The shooter stands still, in range, and nothing is spent on Dodge.

# %%
import drawn
import kept
import pandas as pd

import bmg_odds as bmg
from bmg_odds.answers.curve import curve

WHO, TARGET, GUN, CLUB = "Agent Ron", "Gotham Policeman", "Automatic Gun", "Baton"
kept.question(f"{WHO} has a gun and a baton: when is the {CLUB} the better choice against a {TARGET}?")

# %%
COVER = {
    "in the open": (),
    "behind a hedge (6+)": ("light",),
    "behind a car (5+)": ("street",),
    "behind a wall (4+)": ("solid",),
    "crouched behind a wall": ("solid",),
    "behind a car and a wall": ("street", "solid"),
}
found = {}
for words, cover in COVER.items():
    crouched = words.startswith("crouched")
    found[f"{GUN}, {words}"] = GUN, bmg.attack(WHO, TARGET, weapon=GUN, cover=cover, crouched=crouched)
for ac, dc in ((2, 0), (3, 0), (3, 1), (3, 2), (3, 3)):
    found[f"{CLUB}, {ac} AC against {dc} DC"] = CLUB, bmg.attack(WHO, TARGET, weapon=CLUB, ac=ac, dc=dc)
rows = [{"name": name, "kind": kind, "value": one.inflicted.markers} for name, (kind, one) in found.items()]
rests = kept.resting_on(*(one for _, one in found.values()))
TITLE = f"{WHO} attacks a {TARGET}: {GUN} or {CLUB}"
ASKED = "mean markers of one attack: the gun for its 2 AC by cover, the baton by AC and defence counters"
kept.drawing(
    "4-gun-or-baton",
    lambda: drawn.bars_figure(rests, TITLE, ASKED, rows, text=kept.mean, highest=max(row["value"] for row in rows)),
    title=TITLE,
    told=f"Bars of the {ASKED}: " + "; ".join(f"{row['name']} {kept.mean(row['value'])}" for row in rows) + ".",
    rows=rows,
    rests=rests,
)

# %% [markdown]
# Means again hide what matters most, so the chances beside them:

# %%
frame = pd.DataFrame(
    {
        "attack": name,
        "markers": one.inflicted.markers,
        "Injuries": one.inflicted.injuries,
        "any marker": one.chance.any_marker,
        "knocked down": one.chance.knocked_down,
        "out": one.chance.out,
    }
    for name, (_, one) in found.items()
)
chances = dict.fromkeys(("any marker", "knocked down", "out"), kept.percent)
kept.table(
    "4-chances",
    frame,
    title=f"One attack of {WHO} on a {TARGET}",
    rests=rests,
    formats={"markers": kept.mean, "Injuries": kept.mean} | chances,
)

# %% [markdown]
# Is that the policeman, or does it hold for harder targets? Both weapons over the Defense of the target, the gun
# past a wall, the baton unblocked:

# %%
walls = curve(WHO, TARGET, over="defense", weapons=[GUN, CLUB], cover=["solid"], figure="markers", least=2, most=6)
kept.chart("4-over-defense", walls)

# %%
value = {name: one.inflicted.markers for name, (_, one) in found.items()}
free = value[f"{CLUB}, 3 AC against 0 DC"]
opened, worst = value[f"{GUN}, in the open"], value[f"{GUN}, behind a car and a wall"]
better = [name for name in value if name.startswith(GUN) and value[name] > free]
ahead = walls.frame().pivot(index="x", columns="weapon", values="value")

assert round(opened, 3) == 3.819
assert round(free, 3) == 1.471
assert len(better) == 4
behind = [name.removeprefix(f"{GUN}, ") for name in value if name.startswith(GUN) and value[name] <= free]

kept.answer(
    f"In the open the {GUN} does {kept.mean(opened)} markers for 2 AC, the unblocked {CLUB} {kept.mean(free)} for 3; "
    f"the {CLUB} is ahead only if unblocked and the target {' or '.join(behind)} ({kept.mean(worst)}; against 1 DC "
    f"the {CLUB} falls to {kept.mean(value[f'{CLUB}, 3 AC against 1 DC'])}), and over Defense {ahead.index[0]} to "
    f"{ahead.index[-1]} the gun shooting past a wall leads at {(ahead[GUN] > ahead[CLUB]).sum()} of {len(ahead)}."
)

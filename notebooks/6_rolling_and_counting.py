# %% [markdown]
# # 6 Rolling against counting
#
# The package has two engines that share nothing but the question: one counts every face, the other rolls dice. How
# many rolls does it take until the second says what the first knows, and can its error bars be believed?
#
# All seeds are written down, so the rolls below are the same everywhere.

# %%
import math

import drawn
import kept
import pandas as pd

import bmg_odds as bmg

ATTACKER, TARGET, DC = "Batman (AC)", "Gotham Policeman", 2
SEED, TRIALS = 2012, (100, 1_000, 10_000, 100_000, 1_000_000)
kept.question("How many attacks must be rolled before rolling agrees with counting?")

# %%
counted = bmg.attack(ATTACKER, TARGET, dc=DC)
exact = counted.chance.ko
rows = []
for trials in TRIALS:
    rolled = bmg.simulate(ATTACKER, TARGET, dc=DC, trials=trials, seed=SEED)
    ko, error = rolled.chance.ko, rolled.standard_error["chance"]["ko"]
    off = ko - exact
    rows.append({"trials": trials, "rolled": ko, "standard_error": error, "off": off, "errors_off": off / error})
rests = kept.resting_on(rolled)
TITLE = f"{ATTACKER} against {TARGET}: chance of a K.O. against {DC} DC"
ASKED = f"rolled with seed {SEED}, two standard errors each way, and counted exactly"
told = f"Points with error bars that shrink towards a level line at {kept.percent(exact)}, the counted chance: "
told += (
    "; ".join(
        f"{row['trials']:,} rolls {100 * row['rolled']:.2f} ± {100 * row['standard_error']:.2f} %" for row in rows
    )
    + "."
)
kept.drawing(
    "6-convergence",
    lambda: drawn.convergence_figure(rests, TITLE, ASKED, rows, exact=exact),
    title=TITLE,
    told=told,
    rows=rows,
    rests=rests,
)

# %% [markdown]
# Ten times the rolls make the error √10 times smaller, no more: each further digit costs a hundred times the rolls.

# %%
frame = pd.DataFrame(rows).rename(columns={"standard_error": "standard error", "errors_off": "in standard errors"})
kept.table(
    "6-rolls",
    frame,
    title=f"{TITLE}, rolled; counted it is {kept.percent(exact)}",
    rests=rests,
    formats={
        "trials": kept.whole,
        "rolled": lambda x: f"{100 * x:.2f} %",
        "standard error": lambda x: f"{100 * x:.3f} %",
        "off": lambda x: f"{100 * x:+.3f} %",
        "in standard errors": "{:+.2f}".format,
    },
)

# %% [markdown]
# One run may be lucky. So 400 runs of 1,000 rolls each, seeds 1 to 400: how often does the interval of 1.96 standard
# errors each way hold the counted chance? It should be about 95 %.

# %%
RUNS, EACH = 400, 1_000
inside = 0
for seed in range(1, RUNS + 1):
    run = bmg.simulate(ATTACKER, TARGET, dc=DC, trials=EACH, seed=seed)
    inside += abs(run.chance.ko - exact) <= 1.96 * run.standard_error["chance"]["ko"]
share = inside / RUNS
spread = math.sqrt(0.95 * 0.05 / RUNS)
kept.say(f"{inside} of {RUNS} intervals hold it: {100 * share:.1f} %, where 95 ± {100 * spread:.1f} % are expected.")

# %%
GOAL = 0.001
last, check = rows[-1], rolled.check
needed = math.ceil(exact * (1 - exact) / GOAL**2)

assert round(exact, 4) == 0.5794
assert all(abs(row["errors_off"]) < 5 for row in rows)
assert abs(share - 0.95) < 5 * spread
assert check.p_value > 1e-6

kept.answer(
    f"{needed:,} rolls bring the standard error of the K.O. chance to {100 * GOAL:.1g} %; "
    f"after {last['trials']:,} the rolled "
    f"{100 * last['rolled']:.2f} ± {100 * last['standard_error']:.2f} % is {abs(last['errors_off']):.1f} standard "
    f"errors from the counted {kept.percent(exact)}, the joint table passes its G-test (p = {check.p_value:.2f}), and "
    f"{100 * share:.1f} % of the 95 % intervals of {RUNS} short runs hold the truth."
)

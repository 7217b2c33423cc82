"""Figures as people read them: never more digits than they carry, 0 % and 100 % only where exactly so."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

MOST_PERCENT = 2
MOST_MEAN = 3


FIGURE_WORDS = {
    "out": "chance of K.O. or Casualty",
    "ko": "chance of K.O.",
    "casualty": "chance of Casualty",
    "knocked_down": "chance of a knock down",
    "critical": "chance of a critical",
    "damage": "chance of any damage",
    "impact": "chance of any impact",
    "any_marker": "chance of any marker",
    "injuries": "mean Injuries inflicted",
    "stuns": "mean Stuns inflicted",
    "markers": "mean markers inflicted",
}


def figure_words(figure: str) -> str:
    """Return a FIGURE's name as people say it.

    >>> figure_words("out"), figure_words("at-least=3")
    ('chance of K.O. or Casualty', 'chance of at least 3 markers inflicted')
    """
    if figure in FIGURE_WORDS:
        return FIGURE_WORDS[figure]
    return f"chance of at least {figure.partition('=')[2]} markers inflicted"


def is_chance(figure: str) -> bool:
    """Whether a FIGURE is a chance, and not a mean.

    >>> is_chance("at-least=2"), is_chance("markers")
    (True, False)
    """
    return figure_words(figure).startswith("chance")


def decimals(error: float, most: int) -> int:
    """Return the decimals that a standard error allows: to one digit beyond its leading one, at most `most`.

    >>> decimals(0.05, 2), decimals(0.5, 2), decimals(1.6, 2), decimals(20.0, 2), decimals(0.0, 2)
    (2, 2, 1, 0, 2)
    """
    if error <= 0.0:
        return most
    return max(0, min(most, 1 - math.floor(math.log10(error))))


@dataclass(frozen=True, slots=True)
class Rounding:
    """How all figures of one answer are rounded.

    One answer has one number of decimals for all its chances and one for all its means: rounding to a
    common step keeps order, so a shown subset never exceeds its superset.

    >>> exact = Rounding()
    >>> [exact.percent(chance) for chance in (0.0, 0.00001, 0.57944, 0.99999, 1.0)]
    ['0 %', '<0.01 %', '57.94 %', '>99.99 %', '100 %']
    >>> Rounding(trials=1_000_000).percent(0.0)
    '<0.01 %'
    """

    percent_decimals: int = MOST_PERCENT
    mean_decimals: int = MOST_MEAN
    trials: int | None = None

    @classmethod
    def sampled(cls, trials: int, chances: Iterable[float], means: Iterable[float]) -> "Rounding":
        """Return the rounding that the largest standard errors of the chances and of the means allow.

        >>> Rounding.sampled(1000, [0.0158, 0.002], [0.03])
        Rounding(percent_decimals=1, mean_decimals=3, trials=1000)
        """
        worst_chance = max(chances, default=0.0)
        worst_mean = max(means, default=0.0)
        return cls(decimals(100 * worst_chance, MOST_PERCENT), decimals(worst_mean, MOST_MEAN), trials)

    def percent(self, chance: float) -> str:
        """Write a chance in per cent; a sample that never (always) showed it says so or bounds it."""
        step = 10.0**-self.percent_decimals
        seldom = f"<{step:.{self.percent_decimals}f} %"
        nearly = f">{100 - step:.{self.percent_decimals}f} %"
        if chance in (0.0, 1.0):
            if self.trials is None:
                return f"{100 * chance:.0f} %"
            # Nothing seen in n trials bounds a chance only by about 3/n: a finer bound would be a boast.
            if 300 / self.trials > step:
                return "all" if chance else "none"
            return nearly if chance else seldom
        text = f"{100 * chance:.{self.percent_decimals}f}"
        if float(text) <= 0.0:
            return seldom
        if float(text) >= 100.0:
            return nearly
        return f"{text} %"

    def mean(self, value: float) -> str:
        """Write a mean; one that only rounds to nothing is not written as nothing.

        >>> Rounding().mean(3.71), Rounding().mean(0.0002), Rounding().mean(-0.0002), Rounding().mean(0.0)
        ('3.710', '<0.001', '>-0.001', '0')
        """
        if value == 0.0 and self.trials is None:
            return "0"
        text = f"{value:.{self.mean_decimals}f}"
        if value != 0.0 and float(text) == 0.0:
            step = f"{10.0**-self.mean_decimals:.{self.mean_decimals}f}"
            return f"<{step}" if value > 0 else f">-{step}"
        return text

    def figure(self, name: str, value: float) -> str:
        """Write a FIGURE's value: a chance in per cent, a mean as a number.

        >>> Rounding().figure("out", 0.25), Rounding().figure("markers", 0.25)
        ('25.00 %', '0.250')
        """
        return self.percent(value) if is_chance(name) else self.mean(value)

    def error(self, value: float, *, percent: bool = False) -> str:
        """Write a standard error with the decimals of the figure it belongs to, never as a bare nothing.

        >>> Rounding(trials=10_000).error(0.00494, percent=True)
        '0.49'
        """
        places = self.percent_decimals if percent else self.mean_decimals
        scaled = 100 * value if percent else value
        text = f"{scaled:.{places}f}"
        if scaled > 0.0 and float(text) == 0.0:
            return f"<{10.0**-places:.{places}f}"
        return text

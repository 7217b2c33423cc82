"""How far a sequence's answer is: its attacks, and what is asked again to say what it rests on."""

from collections.abc import Callable

from bmg_odds.answers.sequence_policy import names
from bmg_odds.rules.gang import Gang
from bmg_odds.rules.traits import known_in


class Steps:
    """Progress over a whole answer: each question that is asked again weighs as much as all attacks."""

    def __init__(self, progress: Callable[[int, int], object], asked: Gang, policy: str) -> None:
        """Count what there is to do."""
        edition = asked.question.edition
        inferred = [option for option in edition.options if option.certainty == "I" and option.one_attack]
        known = known_in(edition.name)
        traits = {name for blow in asked.blows for name in blow.resolved.traits if known[name.key].certainty == "I"}
        again = sum(len(option.values) - 1 for option in inferred) + len(traits) + len(names(asked, policy))
        self.progress, self.each, self.done = progress, len(asked.blows), 1
        self.total = self.each * (1 + again)

    def attack(self, done: int, _: int) -> None:
        """Tell of so many attacks done."""
        self.progress(done, self.total)

    def question(self) -> None:
        """Tell of one question more."""
        self.done += 1
        self.progress(min(self.done * self.each, self.total), self.total)

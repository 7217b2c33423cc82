"""A question with everything it can be asked with: what the command line and the page both read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bmg_odds.answers.asking.options import Opt


@dataclass(frozen=True, slots=True)
class Argument:
    """What a question is about: a model, or a word such as `attackers`; given by its place on a command line."""

    name: str
    """The keyword of the function that answers."""
    metavar: str
    help: str
    many: bool = False
    needed: bool = True
    choices: tuple[str, ...] = ()
    model: bool = True
    """Whether it names models."""

    @property
    def parameter(self) -> str:
        """Its name where it is not given by its place: that of one of them.

        >>> Argument("targets", "TARGET", "Who is attacked.", many=True).parameter
        'target'
        """
        return self.name.removesuffix("s") if self.many else self.name


@dataclass(frozen=True, slots=True)
class Command:
    """A question: what it is about and its options, but for those of files.

    >>> Command("attack", "Work out one attack.", "again:attack").group
    'attack'
    """

    name: str
    does: str
    place: str
    """What answers, as `module:function` in `answers`: a function of the keywords to a Document or Rows."""
    arguments: tuple[Argument, ...] = ()
    options: tuple[Opt, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=lambda: {"show": "figure"})
    """The function's keyword for an option, where it is another."""
    told: bool = False
    """Whether the function tells its progress."""
    needs: tuple[str, ...] = ()
    """Options that must be given."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Keywords that are what they are because it is this question."""

    @property
    def group(self) -> str:
        """The first word of its name: what its answers are called."""
        return self.name.split()[0]

    def about(self, *names: str) -> bool:
        """Whether it has all of these options.

        >>> Command("attack", "…", "again:attack").about("trials")
        False
        """
        return {option.name for option in self.options} >= set(names)

"""Several attacks on one target in one round, folded: one record for each attack and state of the target (R4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card
from bmg_odds.facts.trait_names import TraitName, parse_trait
from bmg_odds.rules import fold, marks
from bmg_odds.rules.edition import Edition
from bmg_odds.rules.limits import counters, markers_a_counter, needed
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import Strike
from bmg_odds.rules.resolve import resolve, spoken
from bmg_odds.rules.situation import Situation
from bmg_odds.rules.weapons import choose_weapon

MOST_ATTACKS = 30
LOSES = ("spare", "dc")
"""Which counters the target loses first to its markers: those other than DC, or DC (R2.1)."""

STANDING, WOUNDED, LYING = 0, 1, 2
"""Bits of a phase: the target is wounded, the target lies down."""


class Attacker(NamedTuple):
    """One attack of a sequence as asked: who, with what, how many AC."""

    card: Card
    weapon: str | None = None
    ac: int | None = None


@dataclass(frozen=True, slots=True)
class GangQuestion:
    """Several attacks on one target as asked (R4)."""

    edition: Edition
    target: Card
    attackers: tuple[Attacker, ...]
    situation: Situation
    """Of every attack that it goes with: cover for shots, outnumbered for blows."""
    spare: int | None = None
    """Counters beside the DC; None for Willpower − ⌊markers/2⌋ − DC − what its traits cost."""
    lose: str = "spare"
    """One of LOSES."""
    without: frozenset[TraitName] = frozenset()
    """Traits left out, to see what an answer rests on."""


class Phase(NamedTuple):
    """One attack as it is on a target in a given state: what the engines need to know of it."""

    strike: Strike
    """Without block dice."""
    blocks: tuple[tuple[int, int], ...]
    """Block dice and the faces that block, for each DC from 0; dice 0 where no DC can be spent."""
    harm: tuple[int, ...]
    """The map of markers (`awarding`); its state of the card is to be filled in."""
    pierces: bool
    """Whether Invulnerability does not count against this attack."""


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack of a sequence, resolved."""

    resolved: Resolved
    """As asked alone, on the target as it stands before the first attack, without DC."""
    phases: tuple[Phase, Phase, Phase, Phase]
    """By WOUNDED and LYING, as bits."""


class Held(NamedTuple):
    """What the target brings into the round (R2.1, R2.11, R9.6)."""

    injuries: int
    stuns: int
    down: bool
    dc: int
    spare: int
    """Counters other than DC that it can lose to its markers."""
    invulnerable: int
    """Markers still ignored this round (Invulnerability)."""
    armour: int
    """Markers still ignored (Power Armor)."""
    hardened: bool


@dataclass(frozen=True, slots=True)
class Gang:
    """A sequence of attacks on one target, as the engines need it (R4)."""

    question: GangQuestion
    blows: tuple[Blow, ...]
    held: Held
    step: int
    """Markers for which a counter is lost: 2, or what a trait makes of it; 0 for never."""
    lose: str
    """One of LOSES."""
    unseen: bool
    """Whether DC are committed before the impacts are rolled (reading block_timing)."""

    @property
    def target(self) -> Card:
        """The model attacked."""
        return self.blows[0].resolved.question.target

    @property
    def endurance(self) -> int:
        """Its Endurance."""
        return self.blows[0].resolved.harm.endurance

    @property
    def law(self) -> tuple[object, ...]:
        """What decides every figure: two sequences with equal laws have equal answers."""
        return tuple(blow.phases for blow in self.blows), self.held, self.step, self.lose, self.unseen

    def reordered(self, order: Sequence[int]) -> "Gang":
        """Return the same attacks in another order."""
        return replace(self, blows=tuple(self.blows[place] for place in order))


def gang(question: GangQuestion) -> Gang:
    """Return a sequence of attacks, each on what the one before left (R4).

    Without Willpower and `spare` no counter is ever lost. Raises BmgError for a question that cannot be asked.
    """
    edition, attackers, situation = question.edition, question.attackers, question.situation
    if edition.name == "third":
        raise BmgError("sequence: the third edition has no counters to hold back; ask `attack` or `efforts`")
    if not 1 <= len(attackers) <= MOST_ATTACKS:
        raise BmgError(f"--by is given {len(attackers)} times; allowed: 1 to {MOST_ATTACKS} attacks")
    if question.lose not in LOSES:
        raise BmgError(f"--lose '{question.lose}' is not known; allowed: {', '.join(LOSES)}")
    for name in situation.target_use:
        if parse_trait(name).key in ("counter attack", "luck"):
            raise BmgError(f"--target-use '{name}' is paid for in a single attack; ask `attack` for that one")
    _check_options(question)
    blows = tuple(_blow(_fitted(question, one), situation.dc) for one in attackers)
    held, step = _held(blows[0].resolved, situation, question.spare)
    return Gang(question, blows, held, step, question.lose, edition["block_timing"] == "before_impacts")


def _check_options(question: GangQuestion) -> None:
    """Raise BmgError for an option that goes with none of the attacks, as the first of them says it."""
    edition, target, attackers, situation = (
        question.edition, question.target, question.attackers, question.situation,
    )  # fmt: skip
    for name in ("mc", "form", "attacker_injuries", "attacker_stuns", "attacker_state"):
        if getattr(situation, name) != getattr(Situation(), name):
            raise BmgError(f"--{name.replace('_', '-')} is of a single attack; ask `attack`")
    weapons = [choose_weapon(one.card, one.weapon, edition, situation) for one in attackers]
    kinds = {weapon.ranged for weapon in weapons}
    if len(kinds) == 1:
        replace(situation, dc=0).check_weapon(weapons[0].name, ranged=weapons[0].ranged)
    if situation.dc and kinds == {True}:
        raise BmgError(f"--dc goes with a melee attack only; {weapons[0].name} is a ranged weapon")
    for text in situation.use:
        if not any(_bears(one.card, weapon.traits, text) for one, weapon in zip(attackers, weapons, strict=True)):
            resolve(Question(edition, attackers[0].card, target, attackers[0].weapon, Situation(use=(text,))))


def _bears(card: Card, more: Sequence[str], text: str) -> bool:
    key = parse_trait(text).key
    return any(parse_trait(name).key == key for name in (*card.traits, *more))


def _fitted(asked: GangQuestion, one: Attacker) -> Question:
    """Return one attack's question: without DC, and without the options of the other kind or of other attackers."""
    weapon = choose_weapon(one.card, one.weapon, asked.edition, asked.situation)
    situation = asked.situation.fitting(ranged=weapon.ranged)
    use = tuple(text for text in situation.use if _bears(one.card, weapon.traits, text))
    situation = replace(situation, ac=one.ac, dc=0, use=use)
    return Question(asked.edition, one.card, asked.target, one.weapon, situation, asked.without)


def _blow(question: Question, most_dc: int) -> Blow:
    resolved = resolve(question)
    if resolved.gate is not None:
        raise BmgError(f"--use Feint: {question.attacker.name}'s agility roll is of a single attack; ask `attack`")
    phases = []
    for bits in range(4):
        # Only whether it is wounded matters to a trait, and only being down to a reading.
        wounded, down = bool(bits & WOUNDED), bool(bits & LYING)
        state = replace(question.situation, injuries=0, stuns=int(wounded), down=down)
        phases.append(_phase(replace(question, situation=state), resolved.situation.ac, most_dc))
    return Blow(resolved, (phases[0], phases[1], phases[2], phases[3]))


def _phase(question: Question, ac: int | None, most_dc: int) -> Phase:
    given, terms, _, _ = spoken(question)
    given = replace(given, situation=replace(given.situation, ac=ac))
    many = 0 if given.ranged else most_dc
    return Phase(
        fold.strike(given, terms, dc=0),
        tuple(fold._block(given, terms, dc) for dc in range(many + 1)),
        marks.harm(given, terms).row,
        terms.pierces,
    )


def _held(first: Resolved, situation: Situation, spare: int | None) -> tuple[Held, int]:
    """Return what the target brings, and the markers for which it loses a counter; checks what it spends."""
    question = first.question
    card, markers = question.target, situation.injuries + situation.stuns
    out = markers >= needed(card, "endurance", "to be a target")
    costs = _check_target(question, situation)
    have = counters(card, markers)
    rest = 0 if have is None else have - situation.dc - costs
    if spare is not None and have is not None and spare > max(0, rest):
        raise BmgError(f"--spare {spare} is more than {card.name} has beside its DC; allowed: 0 to {max(0, rest)}")
    free = have is None and spare is None
    _, terms, _, _ = spoken(replace(question, situation=replace(question.situation, injuries=0, stuns=0)))
    held = Held(
        situation.injuries,
        situation.stuns,
        situation.down or out,
        0 if out else situation.dc,
        0 if out or free else max(0, rest if spare is None else spare),
        terms.invulnerable,
        terms.ignored,
        terms.hardened,
    )
    return held, 0 if free else markers_a_counter(card)


def _check_target(question: Question, situation: Situation) -> int:
    """Check DC and what the target's traits cost as one attack would; return the SC that they cost."""
    melee = replace(question, situation=Situation(
        ac=0, dc=situation.dc, injuries=situation.injuries, stuns=situation.stuns, target_use=situation.target_use,
        target_state=situation.target_state,
    ), weapon="unarmed")  # fmt: skip
    resolve(melee)
    _, _, bearers, _ = spoken(melee)
    return sum(bearer.trait.costs_sc for bearer in bearers[1] if bearer.trait.bought)

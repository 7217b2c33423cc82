"""Several attacks on one target, counted: a law over the target's states pushed through one attack after another (R4).

A state is all of the past that the next attack reads; equal states are merged. The law of one attack stands in
three parts, as the dice fall: impacts, then the block with as many DC as the policy says, then the damage roll.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from bmg_odds.engines.exact import table
from bmg_odds.engines.exact_stages import impact_law, roll_law
from bmg_odds.rules import awarding
from bmg_odds.rules.gang import LYING, WOUNDED, Gang, Phase
from bmg_odds.rules.record import ALL_FACES, Strike

UP, KO, CASUALTY = range(3)


class State(NamedTuple):
    """The target between two attacks."""

    injuries: int
    stuns: int
    status: int
    """UP, KO or CASUALTY."""
    down: bool
    dc: int
    spare: int
    """Other counters that it can lose to its markers."""
    invulnerable: int
    armour: int
    """Markers still ignored by Invulnerability and by a Power Armor (R9.6)."""
    hardened: bool


class Deal(NamedTuple):
    """What the dice of one attack dealt."""

    impact: bool
    damages: int
    critical: bool
    knocked_down: bool
    injuries: int
    stuns: int


class Policy(NamedTuple):
    """How many DC the defender rolls."""

    choose: Callable[[int, State, int, int], int]
    """(attack, state, markers dealt so far, impacts rolled) to DC; asked with 0 impacts only where DC are unseen."""
    reads: int = 0
    """Markers dealt so far are told up to this many: 0 for a policy that does not look at them."""


Step = tuple[State, Deal, float]


def start(gang: Gang) -> State:
    """Return the target's state before the first attack."""
    held, endurance = gang.held, gang.endurance
    status = awarding._status(endurance, held.injuries, held.stuns)
    return State(
        held.injuries, held.stuns, status, held.down, held.dc, held.spare, held.invulnerable, held.armour, held.hardened
    )


class Laws:
    """The laws of one attack on a target in one phase."""

    def __init__(self, phase: Phase, *, unseen: bool = False) -> None:
        """Take the attack; `unseen` where DC are committed before the impacts are known."""
        self.phase = phase
        self.strike = phase.strike
        self.unseen = unseen
        self._kept: dict[tuple[int, int], list[float]] = {}
        self._deals: dict[int, list[tuple[int, int, int, int, float]]] = {}

    @cached_property
    def hits(self) -> list[float]:
        """Law of the impacts rolled (R2.3)."""
        return impact_law(self.strike, None, "impact")

    def spent(self, dc: int, hits: int) -> int:
        """Return how many of `dc` are rolled: none that add no die, none without an impact unless unseen (R2.5)."""
        blocks, strike = self.phase.blocks, self.strike
        dc = min(dc, len(blocks) - 1)
        if not blocks[dc][0] or (not hits and not self.unseen):
            return 0
        cap = hits * strike.block_need if strike.block_cap else None
        while dc and (blocks[dc - 1][0] >= blocks[dc][0] or (cap is not None and blocks[dc - 1][0] >= cap)):
            dc -= 1
        return dc

    def kept(self, hits: int, dc: int) -> list[float]:
        """Return the law of the impacts left after a block with so many DC (R2.5)."""
        if (hits, dc) not in self._kept:
            self._kept[hits, dc] = self._blocked(hits, dc)
        return self._kept[hits, dc]

    def _blocked(self, hits: int, dc: int) -> list[float]:
        law = [0.0] * (hits + 1)
        dice, faces = self.phase.blocks[dc]
        if not hits or not dice:
            law[hits] = 1.0
            return law
        if self.strike.block_cap:
            dice = min(dice, hits * self.strike.block_need)
        for success, chance in enumerate(roll_law(dice, faces, self.strike.block_rerolls)):
            law[max(0, hits - success // self.strike.block_need)] += chance
        return law

    def deals(self, kept: int) -> list[tuple[int, int, int, int, float]]:
        """Return (impacts, damages, criticals, matched, chance) after a block that left so many impacts."""
        if kept not in self._deals:
            self._deals[kept] = [(*key[1:], chance) for key, chance in table(_certain(self.strike, kept)).cells()]
        return self._deals[kept]


def _certain(strike: Strike, hits: int) -> Strike:
    """Return the strike whose every die is an impact: what follows from so many impacts."""
    return strike._replace(dice=hits, impact=ALL_FACES, impact_rerolls=0, impact_spoils=0, block_dice=0, watch_blocks=0)


class Chain:
    """A sequence as a chain of states: the steps of each attack, worked out once."""

    def __init__(self, gang: Gang) -> None:
        """Take the sequence."""
        self.gang = gang
        known: dict[Phase, Laws] = {}
        self.laws = [
            [known.setdefault(phase, Laws(phase, unseen=gang.unseen)) for phase in blow.phases] for blow in gang.blows
        ]
        self._ends: dict[tuple[int, int, State], list[Step]] = {}

    def reordered(self, order: Sequence[int]) -> "Chain":
        """Return the same attacks in another order; what was worked out for them is shared."""
        other = Chain(self.gang.reordered(order))
        other.laws = [self.laws[place] for place in order]
        other._ends = self._ends
        return other

    @property
    def attacks(self) -> int:
        """How many attacks there are."""
        return len(self.laws)

    def law(self, attack: int, state: State) -> Laws:
        """Return the laws of an attack on a target in this state."""
        wounded = WOUNDED * (state.injuries + state.stuns > 0)
        return self.laws[attack][wounded + LYING * state.down]

    def ends(self, attack: int, kept: int, state: State) -> list[Step]:
        """Return where an attack leads that so many impacts of are left after the block; `state.dc` is what the
        block left. Equal ends are merged."""
        laws = self.law(attack, state)
        key = (id(laws), kept, state)  # attacks alike share their laws
        if key not in self._ends:
            merged = dict[tuple[State, Deal], float]()
            for impacts, damages, criticals, matched, chance in laws.deals(kept):
                for after, deal, share in _after(self.gang, laws.phase, state, impacts, damages, criticals, matched):
                    merged[after, deal] = merged.get((after, deal), 0.0) + chance * share
            self._ends[key] = [(*pair, chance) for pair, chance in merged.items()]
        return self._ends[key]

    def steps(self, attack: int, state: State, policy: Policy, dealt: int = 0) -> Iterator[Step]:
        """Yield where an attack leads from a state under a policy; nothing is done to a Casualty (R2.11)."""
        if state.status == CASUALTY:
            yield state, NOTHING, 1.0
            return
        laws = self.law(attack, state)
        left: dict[tuple[int, int], float] = {}
        for hits, chance in enumerate(laws.hits):
            dc = laws.spent(min(state.dc, policy.choose(attack, state, dealt, hits)), hits)
            for kept, share in enumerate(laws.kept(hits, dc)):
                left[kept, dc] = left.get((kept, dc), 0.0) + chance * share
        for (kept, dc), chance in left.items():
            if chance:
                for after, deal, share in self.ends(attack, kept, state._replace(dc=state.dc - dc)):
                    yield after, deal, chance * share


NOTHING = Deal(False, 0, False, False, 0, 0)


def _after(
    gang: Gang, phase: Phase, state: State, impacts: int, damages: int, criticals: int, matched: int
) -> Iterator[Step]:
    """Yield the target after one attack's dice: wards, markers, fate, counters lost (R2.1, R2.9-R2.11, R9.6)."""
    invulnerable = 0 if phase.pierces else state.invulnerable
    row = list(phase.harm)
    row[awarding.HELD_INJURIES], row[awarding.HELD_STUNS] = state.injuries, state.stuns
    row[awarding.BEFORE] = state.status
    row[awarding.IGNORED], row[awarding.HARDENED] = 0, 0
    raw = sum(awarding._inflicted(row, impacts, damages, criticals))
    row[awarding.IGNORED] = invulnerable + state.armour
    hard = state.hardened and awarding._inflicted(row, impacts, damages, criticals)[0] > 0
    row[awarding.HARDENED] = int(state.hardened)
    injuries, stuns = awarding._inflicted(row, impacts, damages, criticals)
    ignored = min(raw, row[awarding.IGNORED])
    spent = min(ignored, invulnerable)
    now_injuries, now_stuns = awarding._suffered(row, injuries, stuns)
    status = awarding._status(gang.endurance, now_injuries, now_stuns)
    if state.status == KO and (status == UP or (state.injuries >= gang.endurance and not injuries)):
        # A K.O. lasts the round, whatever its markers (Survivor of a CRT). One that Survivor saved at its last Injury
        # is put to the roll again only by another Injury.
        status = KO
    down = matched > 0 or (phase.harm[awarding.DOWN_ON_IMPACT] > 0 and impacts > 0)
    down = down or (phase.harm[awarding.DOWN_ON_DAMAGE] > 0 and damages > 0)
    deal = Deal(impacts > 0, damages, criticals > 0, down, injuries, stuns)
    lost = _lost(gang, state, now_injuries + now_stuns)
    ko, casualty = _fates(row, status, criticals, state.status)
    for fate, sixths in ((UP, 6 - ko - casualty), (KO, ko), (CASUALTY, casualty)):
        if sixths:
            dc, spare = _left(gang, state, lost) if fate == UP else (0, 0)
            after = State(
                now_injuries, now_stuns, fate, state.down or down or fate != UP, dc, spare,
                state.invulnerable - spent, state.armour - (ignored - spent), state.hardened and not hard,
            )  # fmt: skip
            yield after, deal, sixths / 6


def _fates(row: list[int], status: int, criticals: int, before: int) -> tuple[int, int]:
    if before == KO and status == KO and not (row[awarding.CRITICAL_CASUALTY] and criticals):
        return 6, 0
    return awarding._fates(row, status, criticals)


def _lost(gang: Gang, state: State, markers: int) -> int:
    """Return the counters that these markers cost at once (R2.1)."""
    return markers // gang.step - (state.injuries + state.stuns) // gang.step if gang.step else 0


def _left(gang: Gang, state: State, lost: int) -> tuple[int, int]:
    """Return the DC and the other counters left of the state's after losing so many."""
    dc, spare = state.dc, state.spare
    if gang.lose == "dc":
        first = min(dc, lost)
        return dc - first, max(0, spare - (lost - first))
    first = min(spare, lost)
    return max(0, dc - (lost - first)), spare - first

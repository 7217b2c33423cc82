"""The duel witness's stages: standing, one blow, counters lost, recovery, points (R2.1, R2.11, R3, R5)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

from oracle_damage import damage_and_collateral
from oracle_dice import FACES, merge, then
from oracle_duel_words import CASUALTY, KO, NOTHING, POINTS, UP, Body, Fight, Fighter, Hand, each, other
from oracle_impacts import impacts, reached_from
from oracle_markers import award, dealt_by_dice, fates, invulnerability, removes
from oracle_sequence import most_spent
from oracle_words import Attack, reading, wears


class Blow(NamedTuple):
    """The struck card after a blow (with what its Power Armor still ignores), what was dealt, and the DC rolled."""

    injuries: int
    stuns: int
    status: str
    armour: int
    knocked: bool
    markers: int
    rolled: int


class Half(NamedTuple):
    """A model in the middle of a round: its card, its counters, and whether its activation is over."""

    body: Body
    hand: Hand
    done: bool = False


class Gain(NamedTuple):
    """What a blow brought its maker."""

    points: int = 0
    markers: int = 0


Activated = dict[tuple[Half, Half, Gain], Fraction]


class Stages:
    """All stages of one fight, each worked out once."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._blows: dict[tuple[object, ...], dict[Blow, Fraction]] = {}
        self._turns: dict[tuple[object, ...], Activated] = {}

    # --- an activation ---

    def activation(self, side: str, me: Half, them: Half) -> Activated:
        """R5: both models after the activation of one, and what it gained; the foe may be K.O., not removed."""
        key = (side, me, them)
        if key not in self._turns:
            self._turns[key] = self._activation(side, me, them)
        return self._turns[key]

    def _activation(self, side: str, me: Half, them: Half) -> Activated:
        ready = self._standing(me)
        after = Half(me.body, me.hand, True) if ready is None else Half(ready.body, ready.hand._replace(ac=0), True)
        if ready is None or ready.hand.ac == 0 or them.body.status == CASUALTY:
            return {(after, them, Gain()): Fraction(1)}
        blows = self._blow(side, ready.body, them.body, ready.hand.ac, them.hand.dc)
        struck = partial(self._struck, other(side), them)
        return merge(((after, *struck(blow)), chance) for blow, chance in blows.items())

    def _standing(self, me: Half) -> Half | None:
        """The model on its feet, having paid for it, or None where it makes no attack this round."""
        body, hand = me.body, me.hand
        if body.status != UP:
            return None
        if not body.down:
            return me
        kinds = ("mc",) if self.fight.reading("stand_up") == "mc" else ("mc", "sc", "dc", "ac")
        for kind in kinds:
            held = getattr(hand, kind)
            if held > 0:
                return Half(body._replace(down=False), hand._replace(**{kind: held - 1}))
        return None

    def _blow(self, side: str, me: Body, them: Body, ac: int, dc: int) -> dict[Blow, Fraction]:
        key = (side, me[:2], them, ac, dc)
        if key not in self._blows:
            self._blows[key] = _blows(self.fight.attack(side, me, them, ac, dc), them)
        return self._blows[key]

    def _struck(self, side: str, before: Half, blow: Blow) -> tuple[Half, Gain]:
        """The struck model and what its foe scored: markers, lying down, counters lost (R2.1), points (R3)."""
        fighter, body = self.fight.fighter(side), before.body
        out = blow.status == KO
        down, scored = body.down or blow.knocked or out, body.scored or out
        now = Body(blow.injuries, blow.stuns, down, blow.status, scored, blow.armour)
        gain = Gain(self._points(fighter, body, now), blow.markers)
        if now.status != UP:
            return Half(now, NOTHING, before.done), gain
        hand = before.hand._replace(dc=before.hand.dc - blow.rolled)
        step = each(fighter)
        if step is not None:
            held, holds = body.injuries + body.stuns, now.injuries + now.stuns
            for _ in range(holds // step - held // step):
                hand = _one_less(hand, before.done)
        return Half(now, hand, before.done), gain

    def _points(self, fighter: Fighter, before: Body, now: Body) -> int:
        casualty, ko = POINTS[fighter.rank]
        if now.status == KO:
            return 0 if before.scored else ko
        if now.status == CASUALTY:
            higher = self.fight.reading("vp_after_ko") == "higher"
            return casualty - ko if before.scored and higher else casualty
        return 0

    # --- the end of a round ---

    def recovery(self, side: str, half: Half) -> dict[Body, Fraction]:
        """R3: the card after the recovery of one model."""
        body, model = half.body, self.fight.fighter(side).model
        if body.status == CASUALTY or "Bot" in model.traits:
            return {body: Fraction(1)}
        if body.status == KO:
            if body.stuns == 0:
                return {body: Fraction(1)}
            woken = body._replace(stuns=body.stuns - 1, status=UP, down=True)
            rolls = [one + two <= (model.endurance or 0) for one, two in product(FACES, FACES)]
            return merge((woken if passed else body, Fraction(1, 36)) for passed in rolls)
        law = {body: Fraction(1)}
        for _ in range(1 + half.hand.sc):
            law = then(law, partial(self._recovery_die, 3 if "Cybernetic" in model.traits else 4))
        return law

    def _recovery_die(self, needed: int, body: Body) -> dict[Body, Fraction]:
        return merge((self._less(body) if face >= needed else body, Fraction(1, 6)) for face in FACES)

    def _less(self, body: Body) -> Body:
        if body.stuns > 0:
            return body._replace(stuns=body.stuns - 1)
        if body.injuries > 0 and self.fight.reading("recover_injuries") == "yes":
            return body._replace(injuries=body.injuries - 1)
        return body


def _one_less(hand: Hand, done: bool) -> Hand:
    """R2.1: one counter goes: SC, then MC, then AC of no more use, then DC, then AC."""
    for kind in ("sc", "mc", "ac", "dc", "ac") if done else ("sc", "mc", "dc", "ac"):
        held = getattr(hand, kind)
        if held > 0:
            return hand._replace(**{kind: held - 1})
    return hand


def _blows(attack: Attack, them: Body) -> dict[Blow, Fraction]:
    """Law of a blow on this card, by the witness of one attack as far as the dice go (R2.3 to R2.9)."""

    def landed(state: tuple[int, int]) -> dict[Blow, Fraction]:
        left, rolled = state
        pairs = damage_and_collateral(attack, left).items()
        return merge(
            (blow, chance * more)
            for (_, damages, criticals, knocked), chance in pairs
            for blow, more in _settled(attack, them, (left, damages, criticals), knocked, rolled).items()
        )

    law: dict[tuple[int, int], Fraction] = merge(
        ((left, most_spent(attack, struck, attack.dc)), chance * more)
        for struck, chance in impacts(attack).items()
        for left, more in reached_from(attack, struck).items()
    )
    return then(law, landed)


def _settled(
    attack: Attack, them: Body, dice: tuple[int, int, int], knocked: bool, rolled: int
) -> dict[Blow, Fraction]:
    """The struck card when the dice lie: what is ignored, markers one by one, Judgment, Survivor (R2.11, R9.6)."""
    dealt = dealt_by_dice(attack, *dice)
    markers = "B" * dealt[0] + "S" * dealt[1]
    markers = markers[invulnerability(attack) :]
    worn = min(them.armour, len(markers))
    markers = markers[worn:]
    if wears(attack, "Hardened"):
        markers = markers.replace("B", "S", 1)
    injuries, stuns, status = award(
        them.injuries,
        them.stuns,
        new_injuries=markers.count("B"),
        new_stuns=markers.count("S"),
        endurance=attack.target.endurance or 0,
        replace=reading(attack, "surplus_injuries") == "replace_stuns",
    )
    if them.status == KO and (status == UP or (them.injuries == attack.target.endurance and "B" not in markers)):
        status = KO  # what Survivor saved is K.O. with whatever markers it has, until it takes another Injury
    if removes(attack, dice[2]):
        status = CASUALTY
    return {
        Blow(injuries, stuns, fate, them.armour - worn, knocked, len(markers), rolled): chance
        for fate, chance in fates(attack, them.status, status).items()
    }

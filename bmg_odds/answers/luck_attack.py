"""One attack of a luck file, replayed through the judging path of its edition: rolls, findings, what it came to."""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bmg_odds.answers.luck_file import Fight, Throw
from bmg_odds.answers.luck_rows import Finding, Judged, pool, worth, wrong_count, wrong_number
from bmg_odds.answers.luck_words import AGAIN, SPOILT, TARGETS_OWN, mask_words, stage_words
from bmg_odds.engines.clash_judging import follow_clash
from bmg_odds.engines.judging import follow
from bmg_odds.engines.scores import ATTACKER, TARGET, Law, clash_score, strike_score
from bmg_odds.errors import BmgError
from bmg_odds.rules.clash import Clash
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.record import ALL_FACES, COVER_BITS, MATCH_BITS, SAVE_BITS, Gate, Strike, unpack
from bmg_odds.rules.resolve import resolve

MOST_COUNTERS = 12
COUNTERS = (("dc", "block", "block_dice"), ("mc", "dodge", "dodge_dice"), ("ac", "impact", "dice"))
"""Counters, the stage that shows how many there were, and the number of its dice."""

_NATURAL = ("impact", "damage", "cross")
"""Stages on which a natural 1 never and a natural 6 always counts."""


class _Ends(Exception):
    """The note does not go on."""


@dataclass
class Replay:
    """What came of one attack."""

    fight: Fight
    resolved: Resolved
    sides: tuple[str, str]
    """Who attacks, who is attacked."""
    judged: list[Judged] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    departed: bool = False
    """Whether other dice were rolled than the attack calls for, or not all of them are noted."""

    def scores(self, side: int) -> list[Law]:
        """Return the laws whose sum a side's score in this attack is drawn from: that of the whole attack, or where
        the table departed from it those of its rolls, one by one."""
        rolls = [each for each in self.judged if each.side == self.sides[side] and each.counted]
        if self.departed:
            return [each.score for each in rolls if each.score is not None]
        strike, gate = self.resolved.strike, self.resolved.gate
        law = strike_score(strike, side, gate) if isinstance(strike, Strike) else clash_score(strike, side)
        return [law] if len(law) > 1 else []

    def summary(self) -> dict[str, Any]:
        """Return the attack as a record."""
        question = self.resolved.question
        return {
            "line": self.fight.line, "attacker": question.attacker.name, "target": question.target.name,
            "weapon": self.resolved.weapon.name, "sides": list(self.sides), "outcome": self.outcome,
            "as_called": not self.departed,
        }  # fmt: skip


def replay(fight: Fight, question: Question, sides: tuple[str, str], given: Collection[str]) -> Replay:
    """Return what an attack's lines of dice come to. BmgError where its question cannot be asked.

    `given` names the options that the note gives; counters that it leaves open are those that make as many dice as it
    shows.
    """
    found = Replay(fight, _fitted(fight, question, given), sides)
    _Table(found).play()
    return found


def _dice(fight: Fight, stage: str, *, third: bool) -> int | None:
    """Dice of the first line of a stage; None where there is none."""
    for throw in fight.throws:
        if throw.label.stage(third=third) == stage:
            return len(throw.faces)
    return None


def _fitted(fight: Fight, question: Question, given: Collection[str]) -> Resolved:
    """Fill in the counters that the note leaves open from the dice that it shows."""
    if question.edition.name == "third":
        return resolve(question)
    noted = {stage: _dice(fight, stage, third=False) for stage in ("impact", "block", "dodge")}
    for name, stage, attribute in COUNTERS:
        wanted = noted[stage]
        if name in given or wanted is None:
            continue
        found = _counters(question, name, attribute, wanted)
        if found is not None:
            question = _with(question, name, found)
    resolved = resolve(question)
    strike = resolved.strike
    assert isinstance(strike, Strike)
    # Who blocks or dodges may roll fewer dice than were placed for it (R2.5).
    fewer = {
        attribute: min(getattr(strike, attribute), dice)
        for stage, attribute in (("block", "block_dice"), ("dodge", "dodge_dice"))
        if (dice := noted[stage]) is not None
    }
    gate = resolved.gate and resolved.gate._replace(passed=resolved.gate.passed._replace(**fewer))
    return replace(resolved, strike=strike._replace(**fewer), gate=gate)


def _with(question: Question, name: str, count: int) -> Question:
    changes: dict[str, Any] = {name: count}
    return replace(question, situation=replace(question.situation, **changes))


def _counters(question: Question, name: str, attribute: str, wanted: int) -> int | None:
    """Return the fewest counters that give so many dice, or None."""
    for count in range(MOST_COUNTERS + 1):
        try:
            strike = resolve(_with(question, name, count)).strike
        except BmgError:
            continue
        if getattr(strike, attribute, None) == wanted:
            return count
    return None


class _Table:
    """The dice of one attack as they lie in the note, handed out stage by stage."""

    def __init__(self, found: Replay) -> None:
        self.found = found
        self.third = isinstance(found.resolved.strike, Clash)
        self.strike: Strike | Clash = found.resolved.strike
        self.lines: dict[str, deque[Throw]] = {}
        for throw in found.fight.throws:
            self.lines.setdefault(throw.label.stage(third=self.third), deque()).append(throw)
        self.standing: dict[tuple[str, int], list[int]] = {}
        self.worths: list[int] = [0] * 6
        self.critical: tuple[Throw, tuple[bool, bool]] | None = None

    def play(self) -> None:
        """Judge the attack and put what comes of it into `found`."""
        try:
            if isinstance(self.strike, Clash):
                clash = follow_clash(self.strike, self.draw)
                key = (*clash, 0)
            else:
                self._feint()
                assert isinstance(self.strike, Strike)
                strike = follow(self.strike, self.draw)
                key = strike[:5]
                self._collateral_told(bool(strike.criticals), bool(strike.knocked_down))
            self.found.outcome = _outcome(self.found.resolved, key)
        except _Ends:
            self.found.departed = True
        except BmgError as error:  # a Strength die that shows what it cannot show
            self._finding(self.found.fight.line, "dice", str(error))
            self.found.departed = True
        for stage, lines in self.lines.items():
            for throw in (each for each in lines if each.faces):
                self._finding(throw.line, "stage", f"this attack calls for no {stage_words(stage)} roll here; it is "
                              "left out")  # fmt: skip

    def _feint(self) -> None:
        gate = self.found.resolved.gate
        if gate is None:
            return
        passed = self._passes("feint", gate)
        if not passed and gate.rerolls and "feint_again" in self.lines:
            passed = self._passes("feint_again", gate)
        elif not passed and gate.rerolls:
            self.found.departed = True
        if passed:
            self.strike = gate.passed

    def _passes(self, stage: str, gate: Gate) -> bool:
        [face] = self._take(stage, 1, gate.faces, ALL_FACES)
        return bool(gate.faces >> face - 1 & 1)

    def draw(self, stage: str, place: int, count: int) -> Sequence[int]:
        """Hand out the dice of a stage: the judging path's `Draw`."""
        if not count:
            return ()
        mask, of = self._faces(stage, place)
        faces = self._take(stage, count, mask, of)
        self._stand(stage, place, faces, mask)
        if stage in ("damage", "damage_again"):
            self._worth()
        return faces

    def _faces(self, stage: str, place: int) -> tuple[int, int]:
        """The faces that succeed in a stage, and those that its dice can show."""
        name = stage.removesuffix(AGAIN).removesuffix(SPOILT)
        strike = self.strike
        if isinstance(strike, Clash):
            if name in ("saves", "strength_saves"):
                return unpack(strike.saves, SAVE_BITS)[place], ALL_FACES
            if name == "strength":
                return strike.strength & strike.strength_faces, strike.strength_faces
            return {"attack": strike.hit, "defence": strike.defence}[name], ALL_FACES
        if name == "covers":
            return unpack(strike.covers, COVER_BITS)[place] & ALL_FACES, ALL_FACES
        if name == "saves":
            return unpack(strike.saves, SAVE_BITS)[place], ALL_FACES
        if name == "collateral":
            return 0, strike.collateral_faces
        return getattr(strike, name), ALL_FACES

    def _take(self, stage: str, count: int, mask: int, of: int) -> list[int]:
        """Take a stage's line, judge it, and return exactly `count` faces."""
        lines, words = self.lines.get(stage), stage_words(stage)
        miss = next((face for face in range(1, 7) if not mask >> face - 1 & 1), None)
        if not lines:
            return self._not_noted(stage, count, miss)
        throw = lines.popleft()
        if not lines:
            del self.lines[stage]
        faces = list(throw.faces)
        dice = "1 die" if count == 1 else f"{count} dice"
        if len(faces) > count:
            self._finding(throw.line, "dice", f"{len(faces)} dice of {words} are noted, the attack calls for {dice}; "
                          f"the first {count} count")  # fmt: skip
            self.found.departed, faces = True, faces[:count]
        self._check(stage, throw, faces, mask)
        self._judge(stage, throw, faces, mask, of)
        if len(faces) < count:
            self._finding(throw.line, "dice", f"{len(faces)} dice of {words} are noted, the attack calls for {dice}; "
                          "those missing count as failed")  # fmt: skip
            self.found.departed = True
            if miss is None:
                raise _Ends
            faces += [miss] * (count - len(faces))
        return faces

    def _not_noted(self, stage: str, count: int, miss: int | None) -> list[int]:
        dice, words = ("1 die" if count == 1 else f"{count} dice"), stage_words(stage)
        if stage.startswith("cross") and miss is not None:  # no side's total counts it, and nothing follows from it
            return [miss] * count
        self.found.departed = True
        if stage.endswith(AGAIN) and miss is not None:
            self._finding(self.found.fight.line, "missing", f"{dice} could be rolled again ({words}), none is noted")
            return [miss] * count
        if stage in ("block", "dodge") and miss is not None:  # a player may keep them all (R2.5)
            self._finding(self.found.fight.line, "missing", f"no {words} dice are noted, {dice} could be rolled; taken "
                          "as held back")  # fmt: skip
            return [miss] * count
        self._finding(self.found.fight.line, "missing", f"the attack calls for {dice} of {words}, none is noted; it is "
                      "judged up to there")  # fmt: skip
        raise _Ends

    def _check(self, stage: str, throw: Throw, faces: list[int], mask: int) -> None:
        """Hold the number and the result that the table noted against the rules."""
        words, name = stage_words(stage), stage.removesuffix(AGAIN).removesuffix(SPOILT)
        if name == "collateral":
            if isinstance(throw.result, tuple):
                self.critical = (throw, throw.result)
            return
        readings = self.found.resolved.question.edition.readings()
        natural = name in _NATURAL or (name == "block" and readings.get("block_natural") == "yes")
        natural = natural or (self.third and readings["natural_rolls"] == "on" and "save" not in name)
        if throw.number is not None:
            wrong = wrong_number(throw.line, words, throw.number, mask, natural=natural)
            if wrong:
                self.found.findings.append(wrong)
        if isinstance(throw.result, int):
            before = self.standing.get((name, 0), []) if stage.endswith(AGAIN) else []
            also = sum(mask >> face - 1 & 1 for face in (*before, *faces))
            wrong = wrong_count(throw.line, words, faces, mask, throw.result, also=also)
            if wrong:
                self.found.findings.append(wrong)

    def _judge(self, stage: str, throw: Throw, faces: list[int], mask: int, of: int) -> None:
        name = stage.removesuffix(AGAIN).removesuffix(SPOILT)
        side = self.found.sides[TARGET if name in TARGETS_OWN else ATTACKER]
        words = stage_words(stage)
        shown = [face for face in faces if of >> face - 1 & 1]
        if len(shown) < len(faces):
            self._finding(throw.line, "dice", f"a die of {words} cannot show {mask_words(ALL_FACES & ~of)} in this "
                          "attack")  # fmt: skip
            raise _Ends
        if name == "collateral":
            self.found.judged.append(worth(throw.line, side, words, faces, self.worths, "", of))
        else:
            counted = name != "cross"
            self.found.judged.append(pool(throw.line, side, words, faces, mask, of=of, counted=counted))

    def _stand(self, stage: str, place: int, faces: list[int], mask: int) -> None:
        """Keep the faces that stand: a failed die's second throw takes its place."""
        if stage.endswith(AGAIN):
            dice = self.standing.get((stage.removesuffix(AGAIN), place), [])
            failed = [die for die, face in enumerate(dice) if not mask >> face - 1 & 1]
            for die, face in zip(failed, faces, strict=False):
                dice[die] = face
        elif not stage.endswith(SPOILT):
            self.standing[stage, place] = list(faces)

    def _worth(self) -> None:
        """What each face of a collateral die is worth: 1 for a knock down, 1 for a critical (R2.9)."""
        strike, dice = self.strike, self.standing["damage", 0]
        assert isinstance(strike, Strike)
        matched = {strike.match >> MATCH_BITS * (face - 1) & 0b111 for face in dice}
        critical = strike.critical if any(strike.damage >> face - 1 & 1 for face in dice) else 0
        self.worths = [int(face in matched) + (critical >> face - 1 & 1) for face in range(1, 7)]

    def _collateral_told(self, critical: bool, down: bool) -> None:
        if self.critical is None:
            return
        throw, (told_down, told_critical) = self.critical
        for what, told, is_so in (("knock down", told_down, down), ("critical", told_critical, critical)):
            if told != is_so:
                counted = "counted a" if told else "counted no"
                self._finding(
                    throw.line, "count", f"the table {counted} {what}, the dice show {'one' if is_so else 'none'}"
                )

    def _finding(self, line: int, kind: str, text: str) -> None:
        self.found.findings.append(Finding(line, kind, text))


def _outcome(resolved: Resolved, key: Any) -> dict[str, Any]:
    """What the dice of an attack come to on the table."""
    deal = resolved.harm.deal(tuple(key))
    return {
        "damages": deal.damages, "critical": deal.criticals > 0, "knocked_down": deal.knocked_down,
        "injuries": deal.injuries, "stuns": deal.stuns,
    }  # fmt: skip

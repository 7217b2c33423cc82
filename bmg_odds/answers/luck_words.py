"""The words of a luck file: labels of rolls, target numbers, results, and what each roll's dice count."""

import re
from dataclasses import dataclass

from bmg_odds.rules.record import ALL_FACES, face_set, faces_from

FIRST_STAGES = {
    "feint": "feint", "impact": "impact", "block": "block", "covers": "cover", "cross": "cross fire",
    "dodge": "dodge", "saves": "save", "damage": "damage", "collateral": "collateral",
}  # fmt: skip
THIRD_STAGES = {
    "attack": "attack dice", "defence": "defence", "strength": "strength", "saves": "save",
    "strength_saves": "strength save",
}  # fmt: skip
"""The stages of an attack as the judging paths call them, each with its word in a file."""

TARGETS_OWN = frozenset({"block", "covers", "dodge", "saves", "defence", "strength_saves"})
"""Stages that the target's side rolls; all others are the attacker's."""

AGAIN, SPOILT = "_again", "_spoilt"
_ALIASES = {
    "impact": ("impact", "impacts", "hit", "hits", "to hit", "attack dice"),
    "block": ("block", "blocks", "defence", "defense", "defence dice", "defense dice"),
    "covers": ("cover", "obstacle", "blink"),
    "cross": ("cross fire", "crossfire"),
    "dodge": ("dodge", "dodges"),
    "saves": ("save", "saves", "armour", "armor"),
    "damage": ("damage", "damages", "wound", "wounds"),
    "collateral": ("collateral", "collateral die", "col"),
    "strength": ("strength", "strength die", "strength dice"),
    "strength_saves": ("strength save", "strength saves"),
    "feint": ("feint",),
    "agility": ("agility",),
    "resistance": ("resistance", "endurance"),
    "willpower": ("willpower",),
    "recover-ko": ("recover ko", "recover-ko", "recover from ko", "ko recovery"),
    "recover": ("recover", "recovery", "recover stuns"),
    "break-grab": ("break grab", "break-grab", "break free"),
    "arrive": ("arrive", "arrival", "late arrival"),
    "flee": ("flee", "flight"),
    "move": ("move", "run", "jump"),
    "lead": ("lead", "initiative"),
    "roll": ("roll", "dice"),
}  # fmt: skip
_WORDS = {alias: name for name, aliases in _ALIASES.items() for alias in aliases}
LABELS = tuple(dict.fromkeys(aliases[0] for aliases in _ALIASES.values()))
_THIRD = {"impact": "attack", "block": "defence"}

COUNTED_SUMS = frozenset({"resistance", "willpower", "recover-ko", "flee"})
"""Rolls of 2d6 that may not exceed a number."""
PLAIN_SUMS = frozenset({"move", "lead"})
"""Rolls whose sum counts by itself: the higher the luckier."""
NAMED = frozenset({"agility", *COUNTED_SUMS, "recover", "break-grab", "arrive"})
"""Rolls whose number a card or the rules give."""
ONE_DIE = frozenset({"agility", "arrive"})
ATTACK_ONLY = frozenset({"collateral", "feint"})


@dataclass(frozen=True, slots=True)
class Label:
    """What a line is about: a stage or a roll, and whether it is its dice rolled again or spoilt by Luck."""

    name: str
    again: bool = False
    spoilt: bool = False

    def stage(self, *, third: bool) -> str:
        """Return the stage's name on the judging path of an edition.

        >>> Label("impact", again=True).stage(third=True)
        'attack_again'
        """
        name = _THIRD.get(self.name, self.name) if third else self.name
        return name + (AGAIN if self.again else SPOILT if self.spoilt else "")

    @property
    def words(self) -> str:
        """The label as people read it."""
        return _ALIASES[self.name][0] + (" again" if self.again else " spoilt" if self.spoilt else "")


_AGAIN_WORDS = ("again", "rerolled", "reroll", "re-rolled", "re-roll")


def take_label(text: str) -> tuple[Label, str] | None:
    """Return the label that a text begins with and what follows, or None; case and spaces do not matter.

    >>> take_label("Damage  again 3+ 5 5")
    (Label(name='damage', again=True, spoilt=False), '3+ 5 5')
    """
    words = text.lower().split()
    rest = text.split()
    first = 0
    again = spoilt = False
    if words and words[0] in ("reroll", "rerolled"):
        again, first = True, 1
    for size in (3, 2, 1):
        name = _WORDS.get(" ".join(words[first : first + size]))
        if name is None or len(words) < first + size:
            continue
        first += size
        if not again and words[first : first + 1] and words[first] in _AGAIN_WORDS:
            again, first = True, first + 1
        elif not again and words[first : first + 1] and words[first] in ("spoilt", "spoiled"):
            spoilt, first = True, first + 1
        return Label(name, again, spoilt), " ".join(rest[first:])
    return None


def stage_words(stage: str) -> str:
    """Return a stage of a judging path as people read it.

    >>> stage_words("impact_again"), stage_words("covers")
    ('impact again', 'cover')
    """
    for end, words in ((AGAIN, " again"), (SPOILT, " spoilt")):
        if stage.endswith(end):
            return stage_words(stage.removesuffix(end)) + words
    return {**FIRST_STAGES, **THIRD_STAGES}.get(stage, stage)


@dataclass(frozen=True, slots=True)
class Number:
    """A target number as noted: `4+`, `<=3`, or single faces."""

    kind: str
    """`from` (that or more), `upto` (that or less), or `on` (one of the faces)."""
    value: int = 0
    faces: tuple[int, ...] = ()

    @property
    def mask(self) -> int:
        """The faces of one die that succeed, as six bits.

        >>> bin(Number("from", 5).mask), bin(Number("upto", 2).mask)
        ('0b110000', '0b11')
        """
        if self.kind == "on":
            return face_set(self.faces)
        return faces_from(self.value) if self.kind == "from" else ALL_FACES & ~faces_from(self.value + 1)

    @property
    def words(self) -> str:
        """The number as people write it."""
        if self.kind == "on":
            return "on " + ",".join(str(face) for face in self.faces)
        return f"{self.value}+" if self.kind == "from" else f"<={self.value}"


def mask_words(mask: int) -> str:
    """Return a set of faces in words.

    >>> mask_words(0b111000), mask_words(0b000111), mask_words(0), mask_words(0b100010)
    ('4+', '<=3', 'no face', 'on 2,6')
    """
    faces = [face for face in range(1, 7) if mask >> face - 1 & 1]
    if not faces:
        return "no face"
    if faces == list(range(faces[0], 7)):
        return f"{faces[0]}+"
    if faces == list(range(1, faces[-1] + 1)):
        return f"<={faces[-1]}"
    return "on " + ",".join(str(face) for face in faces)


SUCCESS = ("success", "succeeded", "passed", "pass", "yes", "ok", "free", "arrives", "hit")
FAILURE = ("failure", "failed", "fail", "no", "miss", "missed", "held", "waits")
_DOWN = re.compile(r"\b(knock(ed)?[ -]?down|down|kd)\b")
_CRITICAL = re.compile(r"\b(critical|crit|crt)\b")
_NOTHING = ("nothing", "none", "no", "-", "0")


def read_result(text: str, label: Label) -> "int | tuple[bool, bool] | None":
    """Return what the table counted: a number, or for a collateral die (knocked down, critical); None if unreadable.

    >>> read_result("Success", Label("agility")), read_result("down and crit", Label("collateral"))
    (1, (True, True))
    """
    folded = " ".join(text.lower().split())
    if label.name == "collateral":
        if folded in _NOTHING:
            return False, False
        both = folded == "both"
        found = both or bool(_DOWN.search(folded)), both or bool(_CRITICAL.search(folded))
        return found if any(found) else None
    number = re.match(r"^(\d{1,3})\b( *[a-z.]+)*$", folded)
    if number:
        return int(number[1])
    if folded in SUCCESS:
        return 1
    if folded in (*FAILURE, *_NOTHING):
        return 0
    return None

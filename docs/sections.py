"""The sections of the rules model: number, subject, certainty, and where each stands in code and tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Section(NamedTuple):
    """One rule; code and tests are file names without `.py`, code under `bmg_odds/`, tests under `tests/test_`."""

    number: str
    about: str
    certainty: str
    code: str
    tests: str


SECTIONS = (
    Section("R1", "editions: 2012, revised, third; cards never mix", "T", "rules/edition", "third facts_roster"),
    Section("R2.1", "counters: Willpower less one for every two markers, and their caps", "T (loss: revised I)",
            "rules/limits rules/splits rules/gang", "tables_split sequence sequence_oracle"),
    Section("R2.2", "dice: one for each AC in melee; 2 AC buy the ROF of a shot; dice divided", "T",
            "rules/fold rules/limits rules/weapons", "oracle shots"),
    Section("R2.3", "impact: face + bonus against Defense; natural 1 fails, natural 6 succeeds; grabs, defensive "
            "position", "T (never below 1: I)", "rules/fold engines/exact_impacts engines/judging",
            "published oracle controls"),
    Section("R2.4", "outnumbered", "T", "rules/fold", "oracle sequence"),
    Section("R2.5", "block: face + bonus against the attacker's Attack; each success cancels an impact", "T",
            "rules/fold engines/exact_impacts engines/judging", "published oracle controls"),
    Section("R2.6", "Blink! and cross fire: obstacles on a line of fire", "T", "rules/fold engines/exact_impacts "
            "engines/judging", "oracle rolls"),
    Section("R2.7", "other saves: Dodge, then armour", "P",
            "rules/traits/targets engines/exact_impacts engines/judging",
            "oracle traits"),
    Section("R2.8", "damage: face + bonus against the attacker's own Strength; natural 1 and 6 as for impacts", "T",
            "rules/fold engines/exact_tail engines/judging", "published oracle controls"),
    Section("R2.9", "collateral die: knock down and critical", "T (revised I)",
            "engines/exact_tail engines/judging rules/harm", "published oracle controls"),
    Section("R2.10", "Scratch: a shot's impact that failed to damage", "T (how often: I)", "rules/harm rules/marks",
            "published oracle"),
    Section("R2.11", "awarding: Injuries first, then Stuns; K.O. and Casualty", "T (revised I)",
            "rules/awarding rules/harm", "published oracle sequence"),
    Section("R2.12", "grab and push", "T", "rules/weapons rules/marks", "oracle"),
    Section("R2.13", "falls", "T", "rules/rolls_model rules/roll_values", "rolls"),
    Section("R2.14", "Titan Dose", "T", "rules/traits/attackers rules/terms", "oracle traits"),
    Section("R3", "the other rolls, recovery, the lead, victory points", "T (in part: revised I)",
            "rules/rolls_model rules/rolls_game rules/recovery rules/harm", "rolls duel zero"),
    Section("R4", "several attacks in a round: what carries over, policies of the defence counters", "T (down: I)",
            "rules/gang engines/sequence engines/sequence_best", "sequence sequence_oracle sequence_rolled"),
    Section("R5", "a duel over rounds", "T (must stand to attack: I)", "rules/duel engines/duel_turns engines/solve",
            "duel_oracle duel_rolled solve"),
    Section("R6", "readings of the first edition", "each its own, below", "rules/readings rules/edition",
            "oracle properties"),
    Section("R7.1", "third edition, melee: Attack dice and Strength die, Efforts", "T (costs: P)",
            "rules/clash_fold rules/clash_resolve", "third oracle_third"),
    Section("R7.2", "success of attack dice and Strength die", "T", "engines/exact_clash engines/clash_judging",
            "third oracle_third"),
    Section("R7.3", "defence dice cancel attack dice", "T", "engines/exact_clash engines/exact_stages",
            "third oracle_third"),
    Section("R7.4", "markers of each hit; a natural 6 on the Strength die", "P",
            "engines/exact_clash engines/clash_judging", "third oracle_third"),
    Section("R7.5", "a target that is down", "P", "rules/clash_fold rules/clash_resolve", "oracle_third"),
    Section("R7.6", "shots", "I", "rules/clash_resolve", "oracle_third"),
    Section("R7.7", "three kinds of modifier", "P", "rules/clash_terms rules/clash_fold", "oracle_third"),
    Section("R7.8", "the round: lead, actions, recovery", "T (in part I)", "rules/duel_third rules/rolls_third",
            "duel_third rolls"),
    Section("R7.9", "readings of the third edition", "I", "rules/readings rules/clash_fold", "third"),
    Section("R8", "published and hand-checked figures", "T, P", "answers/verify_printed", "published third verify"),
    Section("R9.1", "a die is rerolled at most once; the second result stands", "I",
            "rules/terms engines/exact_impacts engines/judging", "oracle pools controls"),
    Section("R9.2", "a fixed number replaces Strength, bonuses then apply", "I", "rules/terms rules/fold", "oracle"),
    Section("R9.3", "bonuses add up; the same trait twice counts once", "I", "rules/terms rules/bearers",
            "oracle traits"),
    Section("R9.4", "Combo, Mobster, Sustained Defense", "I", "rules/traits/attackers rules/traits/targets", "oracle"),
    Section("R9.5", "Crushing, Unstoppable: two block successes for an impact", "I", "rules/traits/attackers "
            "rules/traits/weapons", "oracle counter"),
    Section("R9.6", "Kevlar Vest, Hardened, Invulnerability", "I", "rules/awarding rules/harm rules/traits/targets",
            "oracle sequence"),
    Section("R9.7", "Devastating: two collateral dice", "I", "engines/exact_tail rules/traits/weapons",
            "oracle controls"),
    Section("R9.8", "Brutal, Precise Blow, Martial Expert, Critical Strike", "I",
            "engines/exact_tail rules/traits/attackers", "oracle controls"),
    Section("R9.9", "saves are independent and know no natural faces", "I", "engines/exact_impacts", "oracle"),
    Section("R9.10", "Martial Artist is not outnumbered", "I", "rules/fold rules/traits/targets", "oracle"),
    Section("R9.11", "effects told as chances, not as markers", "I", "rules/traits/weapons rules/marks", "effects"),
)  # fmt: skip


def files() -> Iterator[tuple[Section, str, Path]]:
    """Yield every file that a section names: the section, `code` or `tests`, the path."""
    for section in SECTIONS:
        yield from ((section, "code", ROOT / "bmg_odds" / f"{name}.py") for name in section.code.split())
        yield from ((section, "tests", ROOT / "tests" / f"test_{name}.py") for name in section.tests.split())


def table() -> str:
    """Return the table of the sections, with links."""
    from bmg_odds.answers.formats import columns_markdown

    columns = ("section", "what it is about", "certainty", "code", "tests")
    rows = []
    for number, about, certainty, code, tests in SECTIONS:
        where = ", ".join(f"[`{name}`](../bmg_odds/{name}.py)" for name in code.split())
        held = ", ".join(f"[`{name}`](../tests/test_{name}.py)" for name in tests.split())
        rows.append(dict(zip(columns, (number, about, certainty, where, held), strict=True)))
    return columns_markdown(columns, rows)

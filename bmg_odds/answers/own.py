"""A model's own trade: each counter it keeps for defence is one it does not attack with, against a given foe."""

from dataclasses import replace
from typing import Any

from bmg_odds.answers.dice import Dice
from bmg_odds.answers.many import weapon_names
from bmg_odds.errors import BmgError
from bmg_odds.rules.limits import needed
from bmg_odds.rules.question import Question, Resolved
from bmg_odds.rules.resolve import resolve
from bmg_odds.rules.splits import Splits, splits


def own_trade(asked: Question, figure: str, dice: Dice, *, place: int = 0) -> dict[str, Any]:
    """Return the trade of the attacker's counters between AC and DC against a foe that strikes back all out.

    JSON-ready: `counters` to share, `foe_ac` that the foe attacks with, `foe_dc` that it has left to block with,
    and `rows`, one for each AC: `ac`, `dc` (all the counters left, as many as Defense allows), `dealt` (the
    figure of the own attack against `foe_dc`), `taken` (the figure of the foe's attack against `dc`), `net`
    (dealt less taken) and the foe's `weapon`: of those for melee the one with the highest figure. `best` is the
    AC of the highest net, the fewest of several. Both attacks are on models as they stand: who goes first, and
    so may never be struck back, is a question for a duel.

    Raises BmgError where a Willpower is missing, the attack is a shot, or the foe cannot strike.
    """
    attacker, foe, situation = asked.attacker, asked.target, asked.situation
    allowed = splits(asked)
    if allowed.resolved.weapon.ranged:
        raise BmgError(f"--own is a trade in close combat; {allowed.resolved.weapon.name} is a ranged weapon")
    if situation.down or "paralyzed" in situation.target_state:
        raise BmgError(f"--own: {foe.name} is {'down' if situation.down else 'paralyzed'} and strikes nobody back")
    for card in (attacker, foe):
        needed(card, "willpower", "to share its counters out")
    spare, foe_spare = _counters(asked)
    back = _backs(asked)
    foe_ac = min(foe_spare, max(one.acs[-1] for one in back))
    foe_dc = min(allowed.most_dc, foe_spare - foe_ac)
    rows = []
    for ac in allowed.acs:
        dc = min(back[0].most_dc, spare - ac)
        strike = resolve(replace(asked, situation=replace(situation, ac=ac, dc=foe_dc)))
        replies = [_against(one, min(foe_ac, one.acs[-1]), dc) for one in back]
        dealt = dice.cell(strike, figure, place)
        taken = max(
            ((dice.cell(reply, figure, place + 1 + k), reply) for k, reply in enumerate(replies)),
            key=lambda pair: float(pair[0]["value"]),
        )
        place += 1 + len(replies)
        rows.append(
            {
                "ac": ac,
                "dc": dc,
                "dealt": dealt["value"],
                "taken": taken[0]["value"],
                "net": dealt["value"] - taken[0]["value"],
                "weapon": taken[1].weapon.name,
                "dealt_error": dealt["standard_error"],
                "taken_error": taken[0]["standard_error"],
            }
        )
    best = max(rows, key=lambda row: (round(row["net"], 12), -row["ac"]))
    return {
        "counters": spare,
        "foe": foe.name,
        "foe_ac": foe_ac,
        "foe_dc": foe_dc,
        "best": best["ac"],
        "rows": rows,
    }


def _backs(asked: Question) -> list[Splits]:
    """Return the foe's attacks, one for each of its melee weapons, roles and markers exchanged."""
    exchanged = asked.situation.exchanged()
    struck = replace(asked.attacker, changes=())
    found = []
    errors: list[BmgError] = []
    for name in weapon_names(asked.target):
        try:
            one = splits(Question(asked.edition, asked.target, struck, name, exchanged))
        except BmgError as error:
            errors.append(error)
            continue
        if not one.resolved.weapon.ranged:
            found.append(one)
    if not found:
        raise errors[0] if errors else BmgError(f"--own: {asked.target.name} has no melee weapon to strike back with")
    return found


def _against(back: Splits, ac: int, dc: int) -> Resolved:
    asked = back.resolved.question
    return resolve(replace(asked, situation=replace(asked.situation, ac=ac, dc=dc)))


def _counters(asked: Question) -> tuple[int, int]:
    """Return the counters that each side has left beside the SC that this attack already takes."""
    # With Attack and Defense beyond all bounds only the counters bound AC and DC.
    unbound = splits(
        replace(asked, attacker=replace(asked.attacker, attack=99), target=replace(asked.target, defense=99))
    )
    return unbound.acs[-1], unbound.most_dc

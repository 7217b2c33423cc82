"""A weapon's whole ammunition at one target: a shot a round, and the target recovers between them (R2.2, R3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bmg_odds.answers.ask import question
from bmg_odds.answers.dice import Dice, Progress
from bmg_odds.answers.many import check_figure, header, refuse_third, whose
from bmg_odds.answers.numbers import figure_words
from bmg_odds.answers.provenance import arguments
from bmg_odds.answers.sequence_hits import figure_of, hits
from bmg_odds.answers.sequence_rests import TOLERANCE, readings_of, traits_of
from bmg_odds.answers.tables import Rows
from bmg_odds.engines.recovery import recovered
from bmg_odds.engines.sequence import Chain, State
from bmg_odds.engines.sequence_law import ALL, Between, laws
from bmg_odds.errors import BmgError
from bmg_odds.facts.card import Card, Weapon
from bmg_odds.facts.naming import changed
from bmg_odds.facts.roster import find_weapon
from bmg_odds.rules.gang import MOST_ATTACKS, Attacker, Gang, GangQuestion, gang
from bmg_odds.rules.record import faces_from
from bmg_odds.rules.recovery import RECOVERY, recovery_faces
from bmg_odds.rules.resolve import resolve

AMMO_COLUMNS = ("shots", "figure", "value")
OLD_RECOVERY = "The revised text at hand stops before recovery; it is read as the 2012 rulebook has it (inferred)."


def ammo(
    attacker: str | Card,
    target: str | Card,
    *,
    weapon: str | None = None,
    shots: int | None = None,
    recover: bool = True,
    sc: int = 0,
    figure: str = "out",
    progress: Progress | None = None,
    **options: Any,
) -> Rows:
    """Return a figure after each shot of a weapon's ammunition, all shots so far together (R2.2).

    One shot a round. At the end of each round the target recovers with `sc` SC kept (R3), unless `recover` is off:
    then all shots fall in one round, as of several shooters. Read after the shot, before that round's recovery.
    The weapon is the first ranged one with damage; `shots` is how many, by default its ammunition. Keywords otherwise
    as `ask.attack` without `ac`, `dc` and `mc`. Raises BmgError for a weapon that does not shoot and one without a
    number of shots.

    >>> rows = ammo("attack=2,strength=3,damage=BS,rof=2,ammo=2", "defense=3,endurance=4", figure="markers").rows
    >>> [(row["shots"], round(row["value"], 3)) for row in rows]
    [(1, 2.337), (2, 4.675)]
    """
    refuse_third(str(options.get("rules", "revised")), "ammo", "ask `attack` for one shot")
    check_figure(figure)
    for name in ("ac", "dc", "mc"):
        if options.pop(name, None):
            raise BmgError(f"--{name} is not of a row of shots; leave it out")
    asked = question(attacker, target, weapon=weapon, **options)
    gun = _gun(asked.attacker, weapon)
    many = _shots(gun, asked.attacker, shots)
    asked = replace(asked, weapon=gun.name)
    one = Attacker(asked.attacker, gun.name)
    shot = gang(GangQuestion(asked.edition, asked.target, (one,) * many, asked.situation))
    if not 0 <= sc <= asked.target.special:
        raise BmgError(f"--sc {sc} is out of range; {asked.target.name} has Special {asked.target.special}")
    if sc and not recover:
        raise BmgError(f"--sc {sc} is for the recovery between rounds; leave out --one-round")
    kept = sc if recover else None
    found = _values(shot, figure, kept, tell=progress)
    rows = [{"shots": place, "figure": figure, "value": value} for place, value in enumerate(found, start=1)]
    first = resolve(asked)
    pace = f"one a round with recovery between ({sc} SC kept)" if recover else "all in one round"
    shots_told = f"1 to {many} shots" if many > 1 else "1 shot"
    text = f"{figure_words(figure)} after {shots_told}, {pace}: {whose(first)}."
    fields = header([first], sentence=text[0].upper() + text[1:], figure=figure, dice=Dice())
    fields |= _rests(shot, figure, kept, found)
    fields["notes"] = list(first.notes)
    if recover and many > 1 and asked.edition.name != "2012":
        fields["notes"].append(OLD_RECOVERY)
    fields["arguments"] = arguments(
        "ammo",
        {"attacker": attacker, "target": target},
        {**options, "weapon": weapon, "shots": shots, "one_round": not recover, "sc": sc, "figure": figure},
    )
    return Rows("ammo", AMMO_COLUMNS, tuple(rows), fields)


def _values(
    shot: Gang, figure: str, sc: int | None, *, faces: int | None = None, tell: Progress | None = None
) -> list[float]:
    """Return the figure after each shot; `sc` None where all fall in one round."""
    joint = laws(Chain(shot), ALL, between=None if sc is None else _between(shot, sc, faces), tell=tell)
    return [figure_of(hits(law), figure) for law in joint[1:]]


def _between(shot: Gang, sc: int, faces: int | None) -> Between:
    """Return what becomes of the target from one round to the next (R3)."""
    fresh, injuries = shot.held, shot.question.edition["recover_injuries"] == "yes"
    faces = recovery_faces(shot.target) if faces is None else faces

    def between(state: State) -> Iterator[tuple[State, float]]:
        for after, chance in recovered(state, shot.endurance, faces=faces, sc=sc, injuries=injuries):
            # Wards of the round are there again; a Power Armor stays broken.
            yield after._replace(invulnerable=fresh.invulnerable, hardened=fresh.hardened), chance

    return between


def _rests(shot: Gang, figure: str, sc: int | None, found: Sequence[float]) -> dict[str, list[str]]:
    """Return the inferred readings and traits without which a value of the table would be another."""

    def differs(values: Sequence[float]) -> bool:
        return any(abs(one - other) > TOLERANCE for one, other in zip(values, found, strict=True))

    def changes(other: GangQuestion) -> bool:
        try:
            return differs(_values(gang(other), figure, sc))
        except BmgError:  # the question could not even be asked
            return True

    readings = readings_of(shot.question, changes, more=() if sc is None else ("recover_injuries",))
    traits = list(traits_of(shot, changes))
    plain = faces_from(RECOVERY)
    if recovery_faces(shot.target) not in (0, plain) and differs(_values(shot, figure, sc, faces=plain)):
        traits.append("Cybernetic")
    return {"inferred_readings": list(readings), "inferred_traits": traits}


def _gun(card: Card, name: str | None) -> Weapon:
    if name is not None:
        found = changed(find_weapon(card, name), card)
        if not found.ranged:
            raise BmgError(f"--weapon {name}: {found.name} is a melee weapon and spends no ammunition")
        return found
    for weapon in card.weapons:
        if weapon.ranged and weapon.damage:
            return changed(weapon, card)
    raise BmgError(f"{card.name} has no ranged weapon with damage, so no ammunition to spend")


def _shots(gun: Weapon, card: Card, asked: int | None) -> int:
    if asked is None and gun.ammo is None:
        raise BmgError(f"{card.name}'s {gun.name} has no number of ammunition; add --shots N (or ammo=N to the model)")
    many = gun.ammo if asked is None else asked
    assert many is not None
    if asked is not None and gun.ammo is not None and asked > gun.ammo:
        raise BmgError(f"--shots {asked} is more than {gun.name}'s ammunition; allowed: 1 to {gun.ammo}")
    if many == 0:
        raise BmgError(f"{card.name}'s {gun.name} has no ammunition")
    if many > MOST_ATTACKS:
        raise BmgError(f"{many} shots are too many; allowed: 1 to {MOST_ATTACKS}, with --shots")
    return many


def again(*args: Any, one_round: bool = False, **options: Any) -> Rows:
    """Return the rows of `ammo` from saved arguments."""
    return ammo(*args, recover=not one_round, **options)

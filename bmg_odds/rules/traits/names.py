"""Which weapon a trait's bracket means: `Combo (Bo)`, `Weapon Master (Soultaker Sword)`."""

from bmg_odds.facts.card import Weapon


def _words(text: str) -> set[str]:
    return {word.strip(".,'").removesuffix("s") for word in text.lower().replace("-", " ").split()}


def names_weapon(parameter: str | None, weapon: Weapon, *, unarmed: bool) -> bool:
    """Whether a trait's bracket means this weapon: all its words stand in the weapon's name.

    Without a bracket every weapon is meant. `Unarmed` means the unarmed profile, whatever its name.

    >>> names_weapon("Knifes", Weapon(name="Hunting Knife"), unarmed=False)
    True
    """
    if not parameter:
        return True
    if _words(parameter) == {"unarmed"}:
        return unarmed
    return _words(parameter) <= _words(weapon.name)

"""One model of a BattleScribe catalogue: its profiles, its price, its rank and its weapons, wherever they stand."""

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from bmg_odds.facts.import_parts import CHECK, NOTE, SKIPPED, RawCard, RawWeapon
from bmg_odds.facts.import_values import clean, is_nothing, name_of, ranks_of, traits_of
from bmg_odds.facts.import_xml import Node
from bmg_odds.facts.words import fold, listing

_KEYS = {
    "willpoints": "willpower", "willpower": "willpower", "wp": "willpower", "strength": "strength",
    "movement": "movement", "attack": "attack", "defense": "defense", "defence": "defense",
    "endurance": "endurance", "special": "special",
}  # fmt: skip
_COSTS = {"dollar": "funding", "dollars": "funding", "$": "funding", "funding": "funding", "money": "funding",
          "reputation": "reputation", "rep": "reputation"}  # fmt: skip
_DEEPER = ("selectionEntries", "selectionEntryGroups", "entryLinks", "infoLinks", "infoGroups", "profiles",
           "selectionEntry", "selectionEntryGroup", "entryLink", "infoLink", "infoGroup", "profile")  # fmt: skip


class Model(NamedTuple):
    """A model's entry and the links that lead to it from elsewhere.

    >>> Model(Node("selectionEntry", {"type": "model"}, 1), ()).links
    ()
    """

    node: Node
    links: tuple[Node, ...]


class Linked(Protocol):
    """What follows links."""

    by_id: dict[str, Node]

    def step(self) -> None:
        """Count a step of following."""

    def target(self, link: Node) -> Node | None:
        """Return what a link names, or None."""


def is_model(node: Node) -> bool:
    """Whether an element is the entry of a model.

    >>> is_model(Node("selectionEntry", {"type": "upgrade"}, 1))
    False
    """
    return node.tag == "selectionEntry" and node.get("type") == "model"


def raw_card(model: Model, library: Linked) -> RawCard:
    """Return a model as its catalogue writes it."""
    node, title = model.node, clean(model.node.get("name"))
    card = RawCard(name="", place=f"line {node.line}")
    alias = name = ""
    statistics = 0
    offers: list[str] = []
    for profile, offer in _profiles(model, library):
        kind = fold(profile.get("typeName") or profile.get("profileTypeName"))
        found = _characteristics(profile)
        if "alias" in found or kind == "identifier":
            alias, name = alias or found.get("alias", ""), name or found.get("name", "")
        elif "damage" in found and offer:
            offers.append(f"{clean(profile.get('name'))[:60]} ({offer})")
        elif "damage" in found:
            card.weapons.append(_weapon(profile, kind, found))
        elif "attack" in found and "endurance" in found and not offer:
            statistics += 1
            if statistics == 1:
                card.values.update((_KEYS[key], text) for key, text in found.items() if key in _KEYS)
                card.traits = traits_of(found.get("traits"))
    card.name, card.other = name_of(alias, name)
    card.name, card.other = card.name or title, card.other or title
    if offers:
        card.remarks.append((NOTE, f"weapons to choose or buy are no part of the card: {listing(offers)}"))
    if not statistics:
        card.remarks.append((SKIPPED, "no profile with its characteristics"))
    elif statistics > 1:
        card.remarks.append((CHECK, f"{statistics} profiles with characteristics: the first is taken"))
    card.rank = _ranks(model, library)
    card.values.update(_prices((node, *model.links)))
    return card


def _profiles(model: Model, library: Linked) -> Iterator[tuple[Node, str]]:
    """Yield the profiles of a model and of what it carries, each once, and last what it may be given besides.

    That has a price, or stands in a group of equipment; the second value says which.
    """
    seen = {id(model.node)}
    stack = [*((link, "") for link in reversed(model.links)), (model.node, "")]
    offered: deque[tuple[Node, str]] = deque()
    while stack or offered:
        node, offer = stack.pop() if stack else offered.popleft()
        library.step()
        if node.tag == "profile":
            yield node, offer
            continue
        if is_model(node) and node is not model.node:  # a card of its own
            continue
        inner = [child for child in node.children if child.tag in _DEEPER]
        target = library.target(node) if node.tag in ("entryLink", "infoLink") else None
        if target is not None:
            inner.append(target)
        for child in reversed(inner):
            if id(child) in seen:
                continue
            if not offer and (why := _offer(child)):
                offered.append((child, why))
            else:
                seen.add(id(child))
                stack.append((child, offer))


def _offer(node: Node) -> str:
    """What an entry costs besides, or which group of equipment it is; "" for a part of the model."""
    if node.tag in ("selectionEntry", "entryLink") and not is_model(node):
        prices = {key: text for key, text in _prices((node,)).items() if text not in ("0", "")}
        if prices:
            return " and ".join(f"${text}" if key == "funding" else f"{text} {key}" for key, text in prices.items())
    group = node.tag == "selectionEntryGroup" or node.get("type") == "selectionEntryGroup"
    return clean(node.get("name"))[:60] if group and "equipment" in fold(node.get("name")) else ""


def _characteristics(profile: Node) -> dict[str, str]:
    """Texts by the letters of their names; older files write the text as an attribute."""
    found = {}
    for each in profile.within("characteristics", "characteristic"):
        key = re.sub(r"[^a-z]", "", each.get("name")[:60].lower())
        found[key] = each.get("value") or each.text
    return found


def _weapon(profile: Node, kind: str, found: dict[str, str]) -> RawWeapon:
    ranged = True if "ranged" in kind else False if kind.startswith(("cc", "melee", "close")) else None
    traits = traits_of(found.get("weapontraits") or found.get("traits"))
    rof = next((found[key] for key in ("rof", "rateoffire") if key in found), None)
    ammo = next((found[key] for key in ("ammo", "ammunition") if key in found), None)
    return RawWeapon(name=profile.get("name"), damage=found["damage"], rof=rof, ammo=ammo, traits=traits,
                     ranged=ranged)  # fmt: skip


def _ranks(model: Model, library: Linked) -> list[str]:
    """The categories that are ranks, the primary one first; other categories are crews and the like."""
    first: list[str] = []
    others: list[str] = []
    for node in (*model.links, model.node):
        for link in node.within("categoryLinks", "categoryLink"):
            target = library.target(link)
            name = clean(link.get("name")) or (clean(target.get("name")) if target is not None else "")
            ranks, _ = ranks_of([name] if len(name) > 2 else [])
            (first if link.get("primary") == "true" else others).extend(ranks)
    return list(dict.fromkeys((*first, *others)))


def _prices(nodes: tuple[Node, ...]) -> dict[str, str]:
    """Prices of an entry, or of a link to it where the entry has none."""
    found: dict[str, str] = {}
    for node in nodes:
        for cost in node.within("costs", "cost"):
            key = _COSTS.get(fold(cost.get("name")))
            text = cost.get("value").strip()
            text = text.rstrip("0").rstrip(".") if "." in text else text
            if key and not is_nothing(text) and found.get(key, "0") == "0":
                found[key] = text or "0"
    return found

"""One duel in the words of the witness, asked of the package: raw numbers on two cards, nothing prepared."""

from dataclasses import replace

from asking import card
from oracle_duel_words import CASUALTY, KO, UP, Body, Fighter, Hand, Plan, View
from oracle_duel_words import Fight as Told

from bmg_odds import Card, Weapon
from bmg_odds.rules import duel_plans
from bmg_odds.rules.duel import Fight, make_fight
from bmg_odds.rules.duel_state import State
from bmg_odds.rules.edition import edition

Key = tuple[int, int, int, int, int]
"""Injuries, Stuns, posture, scored, armour."""


def asked(fighter: Fighter, name: str) -> Card:
    weapon = Weapon(name=fighter.weapon_name, damage=fighter.damage, traits=fighter.weapon_traits)
    plain = card(name, fighter.model, weapon)
    return replace(plain, willpower=fighter.willpower, special=fighter.special, rank=fighter.rank.capitalize())


def fight(told: Told) -> Fight:
    return make_fight(
        edition(told.edition, told.readings), asked(told.a, "A"), asked(told.b, "B"), rounds=told.rounds,
        first=told.first,
    )  # fmt: skip


def key(body: Body) -> Key:
    posture = {UP: int(body.down), KO: 2, CASUALTY: 3}[body.status]
    return body.injuries, body.stuns, posture, int(body.scored), body.armour


def body(state: State) -> Body:
    status = (UP, UP, KO, CASUALTY)[state.posture]
    down = state.posture in (1, 2)
    return Body(state.injuries, state.stuns, down, status, bool(state.scored), state.armour)


def asked_plan(told: Told, side: str, plan: Plan) -> duel_plans.Policy:
    """A plan of the witness as the package asks for plans."""

    def policy(view: duel_plans.View) -> tuple[int, int, int, int]:
        seen = None if view.foe_plan is None else Hand(*view.foe_plan)
        hand = plan(View(told, side, body(view.own), body(view.foe), view.rounds_left, seen))
        return (*hand[:3], min(hand.mc, view.caps.mc))

    return policy

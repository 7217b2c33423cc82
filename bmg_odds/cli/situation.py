"""The options of one attack's situation, where commands look for them."""

from bmg_odds.answers.asking.situation import ATTACKER_STATES, COVERS, FORMS, REROLLS, SITUATION, TARGET_STATES

__all__ = ["ATTACKER_STATES", "COVERS", "FORMS", "REROLLS", "SITUATION", "TARGET_STATES"]

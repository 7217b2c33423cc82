"""The questions about what is known: the editions, their readings and traits, and the cards."""

from bmg_odds.answers.asking.command import Argument, Command
from bmg_odds.answers.asking.options import Opt, choice, text
from bmg_odds.answers.asking.shared import EDITIONS, ROSTER

EDITION = Argument("edition", "EDITION", "|".join(EDITIONS), choices=EDITIONS, model=False)
OF_EDITION = choice("edition", "--edition", EDITIONS, "Edition of the rules (revised).", default="revised")
STATUS = choice("status", "--status", ("modelled", "no dice", "by name"), "Only traits of this status.")
NAME = Argument("name", "NAME", "The card's name, or a unique part of it.")
RULES = choice("rules", "--rules", EDITIONS, "Only cards of this edition.")
ONLY = Opt("only", ("--only",), "Only cards of this rank; repeatable.", "RANK", text, True)

RULES_LIST = Command("rules list", "List the editions and what they cover.", "lists:editions_document")
RULES_SHOW = Command("rules show", "Show how an edition reads every open point.", "lists:readings_document", (EDITION,))
RULES_TRAITS = Command(
    "rules traits",
    "List every known trait: what it does to which stage, how surely, and from where.",
    "lists:traits_document",
    options=(OF_EDITION, STATUS),
)
ROSTER_LIST = Command(
    "roster list",
    "List the known cards with rank, reputation and characteristics.",
    "lists:cards_document",
    options=(RULES, ONLY, ROSTER),
)
ROSTER_SHOW = Command(
    "roster show",
    "Show a card as players know it, and what each of its traits does to the dice.",
    "lists:card_document",
    (NAME,),
    (RULES, ROSTER),
)
LISTS = (RULES_LIST, RULES_SHOW, RULES_TRAITS, ROSTER_LIST, ROSTER_SHOW)

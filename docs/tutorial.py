"""The evening of docs/tutorial.md, played again: its files, its commands, and what they print."""

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

CARDS = """\
Name,Rank,WP,Str,Mov,Att,Def,End,Sp,Rep,$,Traits,Weapons
Night Captain,Sidekick,6,4,3,4,9,6,3,60,200,Kevlar Vst,"Baton: damage SS, Handy, Heavy"
Night Guard,Henchman,4,5,2,3,3,5,3,22,100,Arrest,"Baton: damage SS, Handy; Pistol: damage BB, ROF 2, ammo 2, Firearm"
"""
SLIPS = (("defense = 9", "defense = 4"), ("Kevlar Vst", "Kevlar Vest"))
"""What is mended in the imported roster by hand."""
WATCH = """\
crew = "The night watch"
roster = "mine.toml"

[[member]]
name = "Night Captain"

[[member]]
name = "Night Guard"
count = 2
"""
THEIRS = """\
crew = "The Joker and friends"

[[member]]
name = "Joker (AC)"

[[member]]
name = "Clown (Tube)"
count = 3
"""
GAME = """\
side Ana: Night Captain, Night Guard
side Ben: Joker (AC), Clown (Tube)

attack Night Captain > Joker (AC); 4 AC; 2 DC
  impact 4+     6 5 2 1 = 2
  impact again  4 3 = 1
  block 4+      4 2 = 1
  damage 3+     5 2 = 1
  collateral    5 = down

attack Clown (Tube) > Night Captain; 3 AC
  impact 4+     5 3 1 = 1
  impact again  6 2 = 1
  damage 4+     2 6 = 1
  collateral    4 = down

Ana: agility <=3 2 = success
"""
FILES = {"cards.csv": CARDS, "watch.toml": WATCH, "theirs.toml": THEIRS, "game.txt": GAME}
KINDS = {".csv": "text", ".txt": "text", ".toml": "toml"}

COMMANDS = {
    "import": "roster import csv cards.csv --output mine.toml",
    "check": "roster check mine.toml",
    "show": 'roster show "Night Captain" --roster mine.toml',
    "attack": 'attack "Night Captain" "Joker (AC)" --dc 2 --roster mine.toml',
    "readings": 'readings "Night Captain" "Joker (AC)" --dc 2 --show knocked_down --roster mine.toml',
    "split": 'split "Night Captain" "Clown (Tube)" --roster mine.toml',
    "check-crew": "roster check watch.toml",
    "rank": "rank attackers --crew watch.toml --against theirs.toml",
    "gang": 'sequence "Joker (AC)" --by watch.toml --dc 3 --outnumbered --policy optimal --show markers',
    "solve": 'solve "Night Guard" "Clown (Tube)" --rounds 4 --roster mine.toml --card plans.pdf',
    "luck": "luck game.txt --roster mine.toml",
}
"""The commands in the order of the page; after `import` the slips are mended."""

Printed = Callable[[list[str]], str]


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@cache
def evening(printed: Printed) -> dict[str, str]:
    """Return what each command prints, played in order in a folder that has the files of the page."""
    found = {}
    with TemporaryDirectory() as folder, _inside(folder), redirect_stderr(StringIO()):
        for name, text in FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        for name, command in COMMANDS.items():
            found[name] = printed(shlex.split(command))
            if name == "import":
                roster = Path("mine.toml")
                text = roster.read_text(encoding="utf-8")
                for slip, mended in SLIPS:
                    assert slip in text, f"the roster has no {slip}"
                    text = text.replace(f"\n{slip}", f"\n{mended}").replace(f'"{slip}"', f'"{mended}"')
                roster.write_text(text, encoding="utf-8")
        assert Path("plans.pdf").read_bytes().startswith(b"%PDF"), "the card was not drawn"
    return found


def file_part(name: str) -> str:
    """Return one of the files, as it stands on the page."""
    return f"```{KINDS[Path(name).suffix]}\n{FILES[name]}```\n"


def command_part(name: str, printed: Printed) -> str:
    """Return one of the commands, and what it prints."""
    return f"```sh\nbmg-odds {COMMANDS[name]}\n```\n\n```text\n{evening(printed)[name]}```\n"


def parts(printed: Printed) -> dict[str, Callable[[], str]]:
    """Return the makers of all parts of the page by name."""
    return {
        **{f"tutorial-file-{Path(name).stem}": lambda name=name: file_part(name) for name in FILES},  # type: ignore[misc]
        **{f"tutorial-{name}": lambda name=name: command_part(name, printed) for name in COMMANDS},  # type: ignore[misc]
    }

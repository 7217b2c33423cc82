"""The single HTML file: its template, style and scripts put together with the records, and sealed against all else."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

from bmg_odds.answers import page_third
from bmg_odds.answers.page_records import DAMAGE_FIELDS, HARM_FIELDS, IMPACT_FIELDS, PARTS

TWIN = {
    False: ("dice.js", "strike.js", "card.js", "digits.js", "lookup.js"),
    True: ("dice.js", "clash.js", "card.js", "digits.js", "lookup_third.js"),
}
"""What counts, by whether it is the third edition."""
_PLACE = re.compile(r"\{\{(\w+)\}\}")


def html(data: Mapping[str, Any]) -> str:
    """Return the page that carries these records.

    Its policy lets nothing in but its own style and script, named by their hashes, and lets nothing out.
    """
    style = lighter(asset("page.css"))
    script = lighter(twin(third=data["rules"] == "third") + asset("page.js"))
    values = {
        "policy": policy(style, script),
        "title": escape(title(data)),
        "style": style,
        "data": inert(with_fields(data)),
        "script": script,
    }
    return _PLACE.sub(lambda found: values[found[1]], asset("page.html")).rstrip() + "\n"


def twin(*, third: bool = False) -> str:
    """Return the script that counts: the twin, and what looks its records up."""
    return "".join(asset(name) for name in TWIN[third])


def with_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page's data with the names of the places in its records."""
    names = {"impact": IMPACT_FIELDS, "damage": DAMAGE_FIELDS, "harm": HARM_FIELDS, "parts": PARTS}
    if data["rules"] == "third":
        names = {"strike": page_third.STRIKE_FIELDS, "harm": page_third.HARM_FIELDS, "parts": page_third.PARTS}
    return {**data, "fields": names}


def asset(name: str) -> str:
    """Return the text of a file beside the twin.

    >>> asset("page.html").splitlines()[0]
    '<!doctype html>'
    """
    return files("bmg_odds.answers").joinpath("twin", name).read_text("utf-8")


def lighter(text: str) -> str:
    """Return a script or a style without indentation, empty lines and lines that are only a comment.

    >>> print(lighter("  // why\\n\\n  const a = 1;\\n"))
    const a = 1;
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def policy(style: str, script: str) -> str:
    """Return the content security policy of a page with this style and this script."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    style_hash, script_hash = hashes
    return (
        f"default-src 'none'; style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}'; "
        "base-uri 'none'; form-action 'none'"
    )


def inert(data: object) -> str:
    """Return data as JSON that can stand in a script element: no sign in it opens or closes one.

    >>> inert({"name": "</script>"})
    '{"name":"\\\\u003c/script>"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def is_page(path: str) -> bool:
    """Whether a file is a page that was written here: only such a one may be written over.

    >>> is_page("no-such-file.html")
    False
    """
    from bmg_odds.answers.carried import Unreadable, carried, read

    try:
        return bool(carried(path, read(path))["command"] == "page")
    except Unreadable:
        return False


def title(data: Mapping[str, Any]) -> str:
    """Return the page's title: who against whom where each side is one model."""
    sides = [data["attackers"], data["targets"]]
    if all(len(side) == 1 for side in sides):
        return f"{sides[0][0]['name']} against {sides[1][0]['name']}: attack odds"
    return "Attack odds"
